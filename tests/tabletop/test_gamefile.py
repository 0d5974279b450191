"""Big City's data file says what the rulebook's contents list says, and its measures fit together."""

import pytest

from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.geometry import contains
from tabletop.shipped import game_folders


def test_there_are_52_pieces_and_17_streetcars() -> None:
    """The counts of the contents list ("52 buildings", "17 streetcars")."""
    game = load_game("big-city")
    assert sum(part.count for part in game.of_kind("piece")) == 52
    assert sum(part.count for part in game.of_kind("streetcar")) == 17


def test_there_are_68_properties() -> None:
    """Four neighbourhoods of nine and four of eight properties, each number once."""
    numbers = [n for tile in load_game("big-city").of_kind("tile") for row in tile.properties for n in row]
    assert len(numbers) == len(set(numbers)) == 68


def test_no_code_stands_on_two_parts() -> None:
    """Every fiducial id belongs to one place of one part and lies in the game's range."""
    game = load_game("big-city")
    ids = [code.id for part in game.parts for code in part.codes]
    assert len(ids) == len(set(ids))
    assert all(game.codes.first <= id_ <= game.codes.last for id_ in ids)


def test_every_code_lies_inside_its_part_with_its_quiet_zone() -> None:
    """A code with one and a half millimetres of white around it stays inside the outline that is cut."""
    for part in load_game("big-city").parts:
        for code in part.codes:
            x, y = code.centre_mm
            reach = code.side_mm / 2 + 1.5
            corners = [(x + dx * reach, y + dy * reach) for dx in (-1, 1) for dy in (-1, 1)]
            assert all(contains(part.outline_mm, corner) for corner in corners), part.id


def test_rockwell_leaves_its_crossing_free() -> None:
    """The square factory is a U, so that the crossing code in its middle stays visible."""
    game = load_game("big-city")
    half = game.codes.side_mm / 2
    outline = game.by_id["rockwell"].outline_mm
    points = [(x * half, y * half) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    assert not any(contains(outline, point) for point in points)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    """The sentence names the games that there are."""
    with pytest.raises(UnreadableInput, match="big-city"):
        load_game("small-town")


def test_a_file_with_a_shipped_games_rules_need_not_say_on_what_its_parts_stand(tmp_path):
    """Files from before there was such a key are read as they were: each kind stands where it stands in that game."""
    for game, part in (("small-city", "citizen-1"), ("big-city", "streetcar")):
        text = (game_folders()[game] / "game.toml").read_text("utf-8")
        own = tmp_path / f"{game}.toml"
        own.write_text("\n".join(line for line in text.splitlines() if not line.startswith("stands_on")), "utf-8")
        assert load_game(str(own)).by_id[part].stands_on == load_game(game).by_id[part].stands_on is not None
