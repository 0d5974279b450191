"""Home Assistant's discovery: off unless wished, one retained device, told again when Home Assistant comes back."""

import json

from played_table import Start
from real_broker import Listener, RealBroker, until

from live.network.home_assistant import config_message, device_id
from live.network.messages import Sender, TableState
from live.network.permissions import Permissions
from live.page.shown import PlayerShown

CONFIG = "homeassistant/device/boardsight_club-3/config"


def state_of(*players: str) -> TableState:
    """A state with these players."""
    shown = tuple(PlayerShown(player, seat, "#000000", 0) for seat, player in enumerate(players, 1))
    return TableState(Sender("club-3", "a", "b"), 0, "big-city", "Big City", shown, version="0.1.0")


def test_off_by_default(broker: RealBroker, play: Start) -> None:
    """Unless somebody wishes it nothing is said under Home Assistant's topics."""
    with Listener(broker.port, "#") as listener:
        play(broker.url).move()
        until(lambda: listener.of("/state"))
        assert not [topic for topic, _, _ in listener.heard if not topic.startswith("boardsight/v1/")]


def test_told_again_when_home_assistant_comes_back(broker: RealBroker, play: Start) -> None:
    """The device is retained, and told anew with the state when Home Assistant says that it is online."""
    with Listener(broker.port, "#") as listener:
        play(broker.url, discovery="homeassistant")
        until(lambda: len(listener.of(CONFIG)) == 1 and listener.of("/state"))
        with Listener(broker.port, CONFIG) as late:
            until(lambda: late.heard)
            assert late.heard[0][2]
        states = len(listener.of("/state"))
        listener.send("homeassistant/status", b"online")
        until(lambda: len(listener.of(CONFIG)) == 2 and len(listener.of("/state")) > states)


def test_the_device_has_what_the_device_form_wants() -> None:
    """Device with identifiers, origin with a name, every component with its platform and its own unique id."""
    document = json.loads(config_message("club-3", state_of("Ann", "Ben")))
    assert document["dev"]["ids"] == ["boardsight_club-3"]
    assert document["o"]["name"] == "Boardsight"
    assert document["availability_topic"] == "boardsight/v1/club-3/status"
    ids = [component["unique_id"] for component in document["cmps"].values() if len(component) > 1]
    assert len(ids) == len(set(ids))
    assert {component["p"] for component in document["cmps"].values()} <= {
        "sensor", "binary_sensor", "event", "switch", "button",
    }  # fmt: skip
    assert document["cmps"]["pause"] == {"p": "switch"}, "nobody may command unless told otherwise"
    assert document["cmps"]["score_2"]["name"] == "Ben"


def test_a_button_presses(broker: RealBroker, play: Start) -> None:
    """What the device's switch and button send is carried out, where anyone may."""
    with Listener(broker.port, "#") as listener:
        permissions = Permissions(anyone=frozenset({"pause", "turn"}))
        played = play(broker.url, discovery="homeassistant", permissions=permissions)
        until(lambda: listener.of(CONFIG))
        components = json.loads(listener.of(CONFIG)[0])["cmps"]
        listener.send(components["pause"]["command_topic"], components["pause"]["payload_on"])
        until(lambda: played.table.paused)
        listener.send(components["next_turn"]["command_topic"], components["next_turn"]["payload_press"])
        until(lambda: len(played.table.session.entries) == 1)
        assert components["quiet"] == {"p": "switch"}


def test_players_who_left_are_forgotten() -> None:
    """Seats of a bigger game before are named by their platform only, which removes them."""
    document = json.loads(config_message("club-3", state_of("Ann", "Ben")))
    assert document["cmps"]["score_3"] == {"p": "sensor"}


def test_different_names_are_different_devices() -> None:
    """Names that look alike once reduced to Home Assistant's letters stay apart."""
    assert len({device_id(name) for name in ("Tisch 1", "Tisch.1", "Tisch_1")}) == 3
