"""Several cameras' readings as one: hidden places are filled in, quarrels are doubts, agreement counts little."""

from dataclasses import replace
from random import Random

import pytest
from seen import reading_of

from live.table.fusion import fuse
from scoring import replay, rules_for
from scoring.random_play import play_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.games.my_city.values import MyCityPosition, PlacedBuilding, PlayerBoard
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.pieces.values import PiecesPosition, PlacedPart
from tabletop.readings import Problem, Reading
from tabletop.records import Header

CITY = BigCityPosition(
    tiles=(PlacedTile(1, (0, 0)), PlacedTile(2, (3, 0)), PlacedTile(3, (0, 3))),
    pieces=(PlacedPiece("business", (31, 32)), PlacedPiece("residence", (11, 12))),
    streetcars=(PlacedStreetcar(13, "south"),),
)
LEFT, RIGHT = ("property:11", "property:12", "street:13:south"), ("property:31", "property:32")


def _without(position: BigCityPosition, *hidden: str) -> BigCityPosition:
    """What a camera reports that does not see these places."""
    pieces = tuple(piece for piece in position.pieces if not any(f"property:{number}" in hidden for number in piece.on))
    cars = tuple(car for car in position.streetcars if f"street:{car.beside}:{car.side}" not in hidden)
    return replace(position, pieces=pieces, streetcars=cars)


def _covered(hidden: tuple[str, ...], *, puck: str | None = "Ann") -> Reading:
    """A camera's reading with something over these places."""
    reading = reading_of(CITY, puck=puck, hidden=hidden)
    return replace(reading, position=replace(_without(CITY, *hidden), turn=puck))


def test_what_is_hidden_from_one_camera_is_seen_by_the_other() -> None:
    """Each camera has another part of the city covered; together they see all of it, and are as certain."""
    fused = fuse([_covered(LEFT), _covered(RIGHT)])
    whole = reading_of(CITY, puck="Ann")
    assert fused.position == whole.position
    assert fused.confidence == whole.confidence
    best = {place: max(said, key=lambda what: said[what]) for place, said in fused.evidence.items()}
    assert best == {place: max(said, key=lambda what: said[what]) for place, said in whole.evidence.items()}


def test_what_is_hidden_from_all_stays_hidden() -> None:
    """A place that no camera sees is never empty: it is asked about and tells nothing."""
    fused = fuse([_covered(LEFT), _covered(LEFT)])
    assert fused.confidence["property:11"] == "ask"
    assert set(fused.evidence["property:11"].values()) == {0.0}


def test_on_a_cell_of_ones_own_board_lies_what_one_camera_sees() -> None:
    """Two cameras that take a counter for two kinds don't see two there: what the evidence says together holds."""
    seen = []
    for part in ("red-flower", "blue-flower"):
        evidence = {
            "cell:A1": {word: 0.0 if word == part else -20.0 for word in ("empty", "red-flower", "blue-flower")}
        }
        position = PiecesPosition("try", (PlacedPart(part, ("A1",)),))
        seen.append(Reading("try", position, {"cell:A1": "certain"}, evidence=evidence))
    fused = fuse(seen)
    assert len(fused.position.parts) == 1
    assert fused.confidence["cell:A1"] == "ask"


def test_cameras_that_quarrel_are_never_certain() -> None:
    """One camera is certain of a house, the other of none: the place is asked about."""
    empty = reading_of(_without(CITY, *LEFT[:2]), puck="Ann")
    fused = fuse([reading_of(CITY, puck="Ann"), empty])
    assert fused.confidence["property:11"] == "ask"
    assert fused.confidence["property:31"] == "certain"
    ranked = sorted(fused.evidence["property:11"].values())
    assert ranked[-1] - ranked[-2] < 1.0


def test_a_guess_is_overruled_and_the_place_only_likely() -> None:
    """A camera that is certain overrules one that merely guesses, and what comes of it is not certain."""
    guess = reading_of(CITY, puck="Ann")
    evidence = {**guess.evidence, "property:11": {**guess.evidence["property:11"], "empty": 0.0, "residence-2": -1.0}}
    guess = replace(guess, evidence=evidence, confidence={**guess.confidence, "property:11": "ask"})
    fused = fuse([guess, reading_of(CITY, puck="Ann")])
    assert fused.confidence["property:11"] == "likely"
    assert fused.position.pieces == CITY.pieces


def test_a_camera_without_a_board_changes_nothing() -> None:
    """A reading without a position is left out."""
    one = reading_of(CITY, puck="Ann")
    assert fuse([Reading("big-city", None, problems=(Problem("too-little-seen", "no code"),)), one]) is one


def test_a_city_counted_from_elsewhere_gives_only_its_properties() -> None:
    """A camera that does not see neighbourhood 1 names the streets otherwise: only its properties are taken over."""
    turned = replace(
        CITY, tiles=(PlacedTile(2, (0, 0)), PlacedTile(3, (-3, 3))), streetcars=(PlacedStreetcar(13, "east"),)
    )
    other = reading_of(CITY, puck="Ann")
    evidence = {place: what for place, what in other.evidence.items() if not place.startswith("tile:")}
    evidence |= {
        "tile:2": {"0,0,0": 0.0},
        "tile:3": {"-3,3,0": 0.0},
        "street:13:east": {"empty": -20.0, "streetcar": 0.0},
    }
    other = replace(
        other, position=turned, evidence=evidence, problems=(Problem("tile-1-missing", "neighbourhood 1 is not seen"),)
    )
    fused = fuse([other, _covered(LEFT[:2])])
    assert fused.position.tiles == CITY.tiles
    assert fused.position.streetcars == CITY.streetcars
    assert fused.position.pieces == CITY.pieces
    assert fused.problems == ()


def test_the_puck_that_one_camera_sees_counts() -> None:
    """A camera that does not see the puck leaves the turn to the one that does; two that quarrel leave it open."""
    evidence = {"Ann": 0.0, "Ben": -12.0}
    seen = replace(reading_of(CITY, puck="Ann"), evidence={"puck": evidence})
    unseen = replace(reading_of(CITY), evidence={"puck": dict.fromkeys(evidence, -12.0)})
    assert fuse([unseen, seen]).position.turn == "Ann"
    other = replace(reading_of(CITY, puck="Ben"), evidence={"puck": {"Ann": -12.0, "Ben": 0.0}})
    quarrel = fuse([seen, other])
    assert quarrel.position.turn is None
    assert quarrel.confidence["puck"] == "ask"


def test_boards_are_merged_player_by_player() -> None:
    """One camera has Ann's board, the other Ben's and a covered Ann's: together they have both."""
    rules = rules_for("my-city")
    ann = PlayerBoard("Ann", "eternal", (PlacedBuilding("yellow-1", ("C4", "C5")),), token=9)
    ben = PlayerBoard("Ben", "eternal", (PlacedBuilding("red-1", ("D4", "D5")),))
    whole = MyCityPosition((ann, ben), ("Ann", "Ben"))
    contents = rules.contents(rules.resume(whole))
    evidence = {place: {"empty": 0.0 if what == "empty" else -20.0, what: 0.0} for place, what in contents.items()}
    confidence = dict.fromkeys(contents, "certain")
    anns = {place for place in contents if ":Ann:" in place}
    first = Reading(
        "my-city", MyCityPosition((ann,), ("Ann", "Ben")), _of(confidence, anns), evidence=_of(evidence, anns)
    )
    flat = {place: dict.fromkeys(evidence[place], 0.0) for place in anns}
    second = Reading(
        "my-city",
        MyCityPosition((PlayerBoard("Ann", "eternal"), ben), ("Ann", "Ben")),
        {**confidence, **dict.fromkeys(anns, "ask")},
        evidence={**evidence, **flat},
    )
    fused = fuse([first, second])
    assert sorted(fused.position.boards) == [ann, ben]
    assert fused.evidence == evidence


def _of(values: dict, places: set[str]) -> dict:  # type: ignore[type-arg]
    return {place: value for place, value in values.items() if place in places}


@pytest.mark.parametrize("game", ["big-city", "my-city-chess", "my-city", "small-city"])
def test_two_cameras_that_see_the_same_give_the_same(game: str) -> None:
    """Whatever lies there in a random game, two equal readings are one reading of it, not one thing more or less."""
    rules = rules_for(game)
    players = ("red", "blue") if game == "my-city-chess" else ("Zoe", "Ann", "Ben")
    record = play_game(rules, Header(game, players), Random(5), at_most=40)
    state = replay(record).state
    contents = rules.contents(state)
    evidence = {place: {what: 0.0, "empty": 0.0 if what == "empty" else -20.0} for place, what in contents.items()}
    reading = Reading(game, rules.position(state), dict.fromkeys(contents, "certain"), evidence=evidence)
    fused = fuse([reading, replace(reading)])
    assert fused.position == reading.position
    assert set(fused.confidence.values()) == {"certain"}
