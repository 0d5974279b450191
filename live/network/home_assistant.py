"""Home Assistant's discovery in the device form: one retained message makes the table a device with its sensors.

Source: Home Assistant's documentation of the MQTT integration, "Device discovery payload" and "Birth and last will".
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection
from typing import Any

from live.network.messages import MOST_PLAYERS, TableState
from live.network.topics import command_topic, event_topic, state_topic, status_topic

PREFIX = "homeassistant"
MOST_SEATS = 6


def birth_topic(prefix: str) -> str:
    """Where Home Assistant says `online` when it has come back."""
    return f"{prefix}/status"


def config_topic(prefix: str, table: str) -> str:
    """Where a table's device is described."""
    return f"{prefix}/device/{device_id(table)}/config"


def device_id(table: str) -> str:
    """A name that Home Assistant takes: letters, digits, `_` and `-`; different for different tables."""
    slug = re.sub(r"[^A-Za-z0-9_-]", "_", table)
    return f"boardsight_{slug}" if slug == table else f"boardsight_{slug}_{zlib.crc32(table.encode()):08x}"


def config_message(table: str, state: TableState, *, anyone: Collection[str] = ()) -> bytes:
    """The device: a score for each player, whose turn it is, the last move, what is open, and events.

    Verbs that `anyone` may send become switches and a button; a token would be there for everybody to read.

    Seats that nobody has are named with their platform only, which makes Home Assistant forget them after a game of
    more players.
    """
    identifier = device_id(table)
    seated = min(len(state.players), MOST_SEATS, MOST_PLAYERS)
    components: dict[str, dict[str, Any]] = {}

    def add(key: str, platform: str, name: str, template: str, **more: Any) -> None:
        components[key] = {
            "p": platform,
            "name": name,
            "unique_id": f"{identifier}_{key}",
            "value_template": template,
            **more,
        }

    for index in range(seated):
        name = state.players[index].name
        template = f"{{{{ value_json.players[{index}].total }}}}"
        add(f"score_{index + 1}", "sensor", name, template, state_class="measurement", icon="mdi:trophy")
    for index in range(seated, MOST_SEATS):
        components[f"score_{index + 1}"] = {"p": "sensor"}
    add("turn", "sensor", "Turn", "{{ value_json.turn or 'nobody' }}", icon="mdi:account-arrow-right")
    last = "{% set m = value_json.moves %}{{ (((m|last).player or '') ~ ' ' ~ (m|last).text)[:250] if m else '' }}"
    add("last_move", "sensor", "Last move", last, icon="mdi:chess-pawn")
    add("camera", "sensor", "Camera", "{{ value_json.camera.state }}", icon="mdi:webcam", entity_category="diagnostic")
    yes_no = {"payload_on": "ON", "payload_off": "OFF"}
    questions = "{{ 'ON' if value_json.questions else 'OFF' }}"
    add("question", "binary_sensor", "Question waits", questions, icon="mdi:help-circle", **yes_no)
    add("over", "binary_sensor", "Game over", "{{ 'ON' if value_json.over else 'OFF' }}", **yes_no)
    problem = "{{ 'ON' if value_json.camera.state in ('lost', 'dark', 'unread') else 'OFF' }}"
    add("trouble", "binary_sensor", "Camera trouble", problem, device_class="problem", **yes_no)
    happened = (
        "{{ {'event_type': value_json.event, 'text': value_json.move.text if value_json.move else '',"
        " 'points': value_json.move.points if value_json.move else 0, 'n': value_json.n} | tojson }}"
    )
    types = ["move", "replaced", "inserted"]
    add("event", "event", "Moves", happened, state_topic=event_topic(table), event_types=types)
    for verb, key, name in (("pause", "paused", "Pause"), ("quiet", "quiet", "Quiet")):
        if verb in anyone:
            says = {f"payload_{word}": json.dumps({"body": {key: word == "on"}}) for word in ("on", "off")}
            template = f"{{{{ 'ON' if value_json.{key} else 'OFF' }}}}"
            more = {"state_on": "ON", "state_off": "OFF", "command_topic": command_topic(table, verb)}
            add(verb, "switch", name, template, **more, **says)
        else:
            components[verb] = {"p": "switch"}
    components["next_turn"] = {"p": "button"}
    if "turn" in anyone:
        press = {"command_topic": command_topic(table, "turn"), "payload_press": "{}"}
        components["next_turn"] |= {"name": "Next turn", "unique_id": f"{identifier}_next_turn", **press}
    document = {
        "dev": {"ids": [identifier], "name": f"Boardsight {table}", "mf": "Boardsight", "sw": state.version},
        "o": {"name": "Boardsight", "sw": state.version},
        "availability_topic": status_topic(table),
        "state_topic": state_topic(table),
        "cmps": components,
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
