"""No file outside the games' folders knows a game by the name of what only that game has."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

from rooms import ROOMS, ROOT

WORDS = {
    *("streetcar", "streetcars", "tiles", "exchange", "trade", "place-tile", "hundred"),  # Big City
    *("citizen", "move-citizen", "borough", "boroughs", "enter", "end-round"),  # Small City
    *("card", "end"),  # My City
    *("landmark", "landmarks", "zone", "zones", "rezone", "set-landmark", "skip"),  # MY CITY on a chess board
}
"""Kinds of parts, of moves and of what lies in a position."""
FIELDS = {"tiles", "streetcars", "reserve", "boroughs", "landmarks", "zones"}
"""Of positions, where a file takes them from whatever it is given."""
TRACK = "3 x 17"
"""The rows and columns of My City's score track."""
KNOWN: Mapping[str, str] = {
    "tabletop/colournearness.py": "card",
    "tabletop/notation/common.py": "card",
    "tabletop/pieces/notation.py": "card",
    "tabletop/pieces/sections.py": "end enter",
    "tabletop/pieces/values.py": "enter",
    "scoring/pieces/__init__.py": "end enter",
    "scoring/pieces/judging.py": "enter",
    "scoring/pieces/reading.py": "enter",
    "tabletop/placewords.py": "card",
    "tabletop/plainkinds.py": "citizen landmark streetcar zone",
    "vision/annotation.py": ".reserve .streetcars streetcar",
    "vision/boards/off_board.py": "card",
    "vision/boards/setup.py": "card",
    "vision/change/quiet_gate.py": "card",
    "vision/city/bridges.py": ".reserve .tiles",
    "vision/city/ground_plan.py": ".tiles",
    "vision/city/lattice_frame.py": ".tiles",
    "vision/city/occluded_tiles.py": ".tiles",
    "vision/city/reader.py": ".reserve .tiles streetcar",
    "vision/city/score_track.py": "hundred",
    "vision/reasons.py": "end streetcar",
    "vision/uncoded/clusters.py": "end",
    "vision/uncoded/streetcars.py": "streetcar",
    "printables/art/__init__.py": "card citizen hundred landmark streetcar zone",
    "printables/art/aid.py": "card",
    "printables/art/board.py": "card",
    "printables/art/card.py": "card",
    "printables/art/ringmarks.py": "streetcar",
    "printables/art/small.py": "zone",
    "printables/art/symbols.py": "streetcar",
    "printables/art/token.py": "card streetcar",
    "printables/book.py": "card",
    "printables/choice.py": "card citizen hundred landmark streetcar tiles zone",
    "printables/components.py": "card",
    "printables/screen.py": "end",
    "simulator/art.py": "card citizen landmark streetcar zone",
    "simulator/board_art.py": "card",
    "simulator/counter_art.py": "card",
    "simulator/games.py": "card end end-round enter",
    "simulator/layout.py": "hundred",
    "simulator/mishaps.py": "citizen landmark streetcar zone",
    "live/commands/check.py": "landmarks",
    "live/demo/comparison.py": "card exchange set-landmark trade",
    "live/demo/demonstration.py": "end",
    "live/drawing/boards.py": "card",
    "live/drawing/city.py": ".streetcars .tiles streetcar",
    "live/page/bodies.py": "end end-round enter exchange skip",
    "live/page/forms.py": "borough",
    "live/page/souvenir.py": "card",
    "live/page/state.py": "card landmark",
    "live/records/renaming.py": "borough",
    "live/reporting/playing.py": "end end-round enter exchange skip trade",
    "live/runtime/loop.py": "card",
    "live/runtime/loop_state.py": "card",
    "live/table/corrections.py": "end-round enter",
    "live/table/fusion.py": ".reserve .tiles",
    "live/table/interpretation.py": "citizen",
    "live/table/repairs.py": "card end streetcars",
    "live/table/steady.py": ".tiles",
}
"""The places of today: each file with the words that it has. A file leaves the list when it knows them no more; none
comes in, and none of another game's words."""


def test_no_kind_of_one_game_is_known_outside_its_folders() -> None:
    """Beside the places of today, all of which still stand."""
    assert {file: " ".join(sorted(words)) for file, words in _knowing().items()} == KNOWN


def _knowing() -> Mapping[str, set[str]]:
    found = defaultdict(set)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if path.parent.parent.name != "games":
                for word in _words(ast.parse(path.read_text("utf-8"))):
                    found[path.relative_to(ROOT).as_posix()].add(word)
    return found


def _words(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in WORDS:
            yield node.value
        elif isinstance(node, ast.Attribute) and node.attr in FIELDS and _is_position(node.value):
            yield f".{node.attr}"
        elif isinstance(node, ast.Tuple) and [getattr(one, "value", None) for one in node.elts] == [3, 17]:
            yield TRACK


def _is_position(node: ast.expr) -> bool:
    """Whether a value is called a position or a city, or is a field of that name."""
    return getattr(node, "id", getattr(node, "attr", "")) in ("position", "city", "first", "other", "merged", "game")
