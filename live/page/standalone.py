"""A game's replay as one HTML file that opens anywhere: page, style, game, printed art and pictures in it."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from live.drawing.art import art_on_table
from live.page.modules import IMPORT, LAZY, SCRIPT, imported, told_to_old_browsers
from live.page.story import story_of
from live.table.session import Session
from tabletop.translation import languages, translated_json

MODULE = "replay.js"
STYLE = re.compile(r'<link rel="stylesheet" href="/page/([a-z-]+\.css)">')
ICON = re.compile(r'<link rel="icon"[^>]*>')


def standalone_replay(session: Session, picture: Callable[[str], bytes | None]) -> str:
    """The file's text. `picture` gives the JPEG of a move by its name, None where none is kept."""
    story = story_of(session, pictured=lambda name: picture(name) is not None)
    page = _file("replay.html")
    page = STYLE.sub(lambda found: f"<style>\n{_file(found.group(1))}</style>", page)
    page = ICON.sub(f'<link rel="icon" href="data:image/svg+xml;base64,{_base64(_file("icon.svg").encode())}">', page)
    held = {
        "stories": {language: translated_json(_without_shapes(story), language) for language in languages()},
        "shapes": story["shapes"],
        "art": _art(session, story),
        "pictures": _pictures(session, story, picture),
    }
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    data = f'<script type="application/json" id="held">{text}</script>'
    page = SCRIPT.sub(lambda _: f"{data}\n{_modules()}", page)
    return told_to_old_browsers(page, f"<script>\n{_file('old-browser.js')}</script>")


def _without_shapes(story: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in story.items() if key != "shapes"}


def _modules() -> str:
    """The page's modules in the file itself: each as a data address, found by its bare name."""
    imports = {}
    for name, text in imported(MODULE, _file, IMPORT, LAZY).items():
        bare = LAZY.sub(_barely, IMPORT.sub(_barely, text))
        imports[name] = f"data:text/javascript;base64,{_base64(bare.encode())}"
    listed = json.dumps({"imports": imports})
    return f'<script type="importmap">{listed}</script>\n<script type="module">import "{MODULE}";</script>'


def _barely(found: re.Match[str]) -> str:
    return f'{found["how"]}"{found["name"]}"'


def _art(session: Session, story: Mapping[str, Any]) -> list[str]:
    """The printed art of every part that the replay shows."""
    wanted = dict.fromkeys(shape["art"] for shape in story["shapes"] if "art" in shape)
    drawn = [art_on_table(session.position, part) for part in wanted]
    return [gzip.decompress(one).decode() for one in drawn if one is not None]


def _pictures(session: Session, story: Mapping[str, Any], picture: Callable[[str], bytes | None]) -> Mapping[str, str]:
    """Every move's picture by the address under which the story names it."""
    found = {}
    for move in story["moves"]:
        if move["picture"] is not None:
            jpeg = picture(str(move["picture"]).rpartition("/")[2])
            if jpeg is not None:
                found[move["picture"]] = f"data:image/jpeg;base64,{_base64(jpeg)}"
    return found


def _file(name: str) -> str:
    return (resources.files("live.page") / "static" / name).read_text("utf-8")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
