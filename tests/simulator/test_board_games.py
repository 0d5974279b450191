"""The games with boards on the virtual table: what is drawn is what the files say, and cv2 finds it in the picture."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from thinned import thinned

from scoring import replay, rules_for
from simulator.art import PartsBox, draw_part
from simulator.games import opening_position, random_game, scripted_game, turns_of
from simulator.gestures import Pace
from simulator.performance import Performance
from simulator.sheet import DrawnSheet, colour_of
from simulator.studio import Shot, shoot
from simulator.virtual_table import Room, VirtualTable
from tabletop.errors import UsageError
from tabletop.gamefile import load_game, shipped_games
from tabletop.geometry import contains
from tabletop.notation import read_position
from tabletop.plans import board_of, game_on_table, plan_of
from tabletop.records import Header

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ("my-city-chess", "my-city", "small-city", str(EXAMPLES / "meadow.toml"), str(EXAMPLES / "lighthouses.toml"))
BOARDS = [(name, part.id) for name in GAMES for part in load_game(name).of_kind("board") if part.number in (None, 1)]

POSITIONS = {
    "hex": """game = "my-city-chess"
        players = ["red", "white"]
        options = { map = "hex-8" }
        table = { turn = "white" }
        landmarks = [{ name = "zoo", on = "a8" }, { name = "airport", on = "d4" }]
        zones = [{ player = "white", type = "park", value = 2, on = "h1" }]""",
    "my-city": """game = "my-city"
        players = ["Ann", "Ben"]
        table = { card = "blue-7" }
        [[boards]]
        player = "Ben"
        board = "episode-1"
        [[boards]]
        player = "Ann"
        token = 12
        buildings = [{ building = "yellow-7", on = ["E5", "E6", "F6", "G6", "G5"] },
                     { building = "church-1", on = ["C4", "C5"] }]""",
    "small-city": """game = "small-city"
        players = ["Ann", "Ben"]
        table = { turn = "Ben" }
        [[boroughs]]
        player = "Ann"
        tiles = [{ kind = "residential", level = 3, on = ["B4", "B5", "C5"] }]
        citizens = [{ player = "Ben", on = "B4" }, { player = "Ann", on = "E5" }]""",
    "meadow": f"""game = "{EXAMPLES / "meadow.toml"}"
        parts = [{{ part = "red-grove", on = ["A1", "B1", "B2"] }}, {{ part = "blue-hive", on = ["H8"] }}]""",
    "lighthouses": f"""game = "{EXAMPLES / "lighthouses.toml"}"
        parts = [{{ part = "green-ship-3", on = ["B6"] }}, {{ part = "blue-ship-1", on = ["G1"] }}]""",
}  # fmt: skip


def at_mm(sheet: DrawnSheet, x_mm: float, y_mm: float) -> tuple[int, ...]:
    """The drawing's colour at a point of the part's own frame."""
    row, column = (
        round(value * sheet.pixels_per_mm + side / 2) for value, side in ((y_mm, sheet.height), (x_mm, sheet.width))
    )
    return tuple(int(value) for value in sheet.picture[row, column])


@pytest.mark.parametrize(("name", "part"), BOARDS, ids=lambda value: Path(value).stem)
def test_every_cell_is_drawn_where_the_board_file_has_it(name: str, part: str) -> None:
    """A light line, or the river, runs around every cell; within it lies its terrain's colour, where there is one."""
    game = load_game(name)
    printed = game.by_id[part]
    board, sheet = board_of(printed, game), draw_part(printed, game)
    for cell in board.cells:
        if frozenset((cell, (cell[0] - 1, cell[1]))) in board.river:
            continue
        x, y = board.cell_centre_mm(cell)
        inside, line = (at_mm(sheet, x + 2.5, y - board.pitch_mm / 2 + depth) for depth in (1.2, 0.3))
        assert sum(line) > sum(inside), board.cell_name(cell)
        terrain = board.terrain[cell]
        if terrain in game.palette and terrain != "plain":
            assert inside == colour_of(game, terrain)


@pytest.mark.parametrize("name", thinned(POSITIONS, 1))
def test_codes_are_found_where_the_truth_has_them(name: str, codes_in) -> None:  # type: ignore[no-untyped-def]
    """cv2's own detector finds every code on which nothing lies, within 1.5 px of the truth, and no other."""
    position = read_position(POSITIONS[name])
    game = game_on_table(position, load_game(position.game))
    shot = Shot(view="phone-above", light="ceiling", seed=4, size_px=(2400, 1800))
    photo = shoot(plan_of(position, game), PartsBox(game), shot)
    found = codes_in(photo.image)
    expected = [(id_, corners) for seen in photo.truth.parts for id_, corners in open_codes(seen, photo.truth.parts)]
    assert sum(map(len, found.values())) == len(expected)
    for id_, corners in expected:
        assert min(np.abs(np.asarray(quad) - corners).max() for quad in found[id_]) < 1.5


def open_codes(seen, parts):  # type: ignore[no-untyped-def]
    """The codes of a part in the picture on which no other part lies."""
    for id_, corners in seen.codes_px.items():
        middle = tuple(corners.mean(axis=0))
        above = [one for one in parts if one.top_z_mm > seen.top_z_mm and contains(one.outline_px.tolist(), middle)]
        if not above:
            yield id_, corners


@pytest.mark.parametrize(
    "header",
    thinned(
        [
            Header("my-city-chess", ("red", "blue")),
            Header("small-city", ("Ann", "Ben")),
            Header("my-city", ("Ann", "Ben")),
            Header(str(EXAMPLES / "meadow.toml"), ("red", "blue")),
        ],
        2,
    ),
    ids=lambda header: Path(header.game).stem,
)
def test_a_game_is_played_on_the_virtual_table(header: Header) -> None:
    """After every turn that hands have acted there lies on the table exactly what the plan has; boards never move."""
    record = random_game(header, 3, at_most=14)
    game, turns = load_game(header.game), turns_of(record)
    room = Room(size_px=(160, 90), pace=Pace(travel_mm_s=9000.0, place_s=0.1, between_s=0.1, frames_per_s=4.0))
    table = VirtualTable(game, turns[-1].position, room, box=PartsBox(game))
    table.lay(opening_position(record))
    boards = {key: lying.solid.pose for key, lying in table.layout.lying.items() if game.by_id[key[0]].kind == "board"}
    for turn in turns[:-1]:
        table.lay(turn.position)
    for _ in table.play(turns[-1].position, turns[-1].seat):
        pass
    assert sorted(key[0] for key in table.layout.lying) == sorted(
        planned.part for planned in plan_of(turns[-1].position, game).parts
    )
    assert boards == {key: table.layout.lying[key].solid.pose for key in boards}
    assert boards


@pytest.mark.parametrize("seed", range(4))
def test_a_random_small_city_can_be_laid_with_the_printed_tiles(seed: int) -> None:
    """Mirrored outlines keep the rules, but no printed tile has them: random players leave them out."""
    record = random_game(Header("small-city", ("Ann", "Ben", "Cem"), {"modules": ["palaces", "leisure"]}), seed)
    final = rules_for("small-city").position(replay(record).state)
    assert plan_of(final, load_game("small-city")).parts


def test_what_no_camera_sees_is_entered_on_the_page() -> None:
    """Votes and rounds' ends are entered; an end in My City only where no card follows that tells it."""
    entered = [turn.entry for turn in turns_of(scripted_game("small-city")) if turn.entry is not None]
    assert {body["do"] for body in entered} == {"enter", "end-round"}
    assert sum(body["do"] == "end-round" for body in entered) == 8
    script = scripted_game("my-city")
    ended = {entry.n for entry in script.entries if entry.move is not None and entry.move.do == "end"}
    assert [turn.entry is not None for turn in turns_of(script) if turn.n in ended] == [False, True]


def test_who_is_refused_on_the_page_plays_on() -> None:
    """What the page said is noted, and the film goes on to its end."""
    turn = next(turn for turn in turns_of(scripted_game("small-city")) if turn.entry is not None)
    refused: Future[Any] = Future()
    refused.set_exception(UsageError("the game is over; nobody has a turn any more"))
    table = VirtualTable(load_game("small-city"), turn.position, Room(size_px=(160, 90)))
    show = Performance(table, turn.position, [turn], press=lambda entry: refused)
    while show.read() is not None:
        pass
    assert show.refused == ["the game is over; nobody has a turn any more"]
    assert [line.n for line in show.shown] == [turn.n]


def test_without_a_page_such_a_game_is_not_begun() -> None:
    """One sentence says why."""
    turns = turns_of(scripted_game("small-city"))[:1]
    room = Room(size_px=(160, 90))
    table = VirtualTable(load_game("small-city"), turns[-1].position, room)
    with pytest.raises(UsageError, match="there is no page"):
        Performance(table, turns[-1].position, turns)


@pytest.mark.parametrize("game", shipped_games())
def test_the_shipped_scripts_are_good_play(game: str) -> None:
    """Every move of the games that the demo plays is legal, to their end."""
    replayed = replay(scripted_game(game))
    assert [move.n for move in replayed.moves if not move.judged.legal] == []
    assert replayed.over
