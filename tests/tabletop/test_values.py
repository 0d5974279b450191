"""Frozen classes of values: what `dataclasses` promises of them, though their methods are made when first needed."""

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field, replace

import pytest

from tabletop import values
from tabletop.values import dataclass


@dataclass(frozen=True, slots=True)
class Stone:
    """A value with all kinds of fields."""

    name: str
    weight: float = 1.5
    marks: list[str] = field(default_factory=list)
    seen: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True, order=True)
class Square:
    """One that can be sorted."""

    row: int
    column: int


@dataclass(frozen=True)
class Checked:
    """One with a dictionary, whose values are looked at."""

    side: int

    def __post_init__(self) -> None:
        """No side is negative."""
        if self.side < 0:
            raise ValueError("a side below 0")


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """One that is equal to itself only."""

    name: str


def test_values_are_made_by_place_and_by_name() -> None:
    """Defaults are there, and a list of its own for each."""
    one, other = Stone("flint"), Stone("chalk", 2.0, marks=["white"])
    assert (one.name, one.weight, one.marks, one.seen) == ("flint", 1.5, [], 0)
    assert (other.weight, other.marks) == (2.0, ["white"])
    assert Stone("a").marks is not Stone("b").marks


@pytest.mark.parametrize(
    ("arguments", "named"),
    [((), {}), (("flint", 1.0, [], 0, 5), {}), (("flint",), {"name": "chalk"}), (("flint",), {"colour": "grey"})],
)
@pytest.mark.parametrize("made", [0, 100])
def test_wrong_arguments_are_refused(made: int, arguments: tuple[object, ...], named: dict[str, object]) -> None:
    """Too few, too many, one twice or an unknown one: of the first value and of later ones."""

    @dataclass(frozen=True, slots=True)
    class Pebble(Stone):
        """A class that has made so many."""

    for _ in range(made):
        Pebble("flint")
    with pytest.raises(TypeError, match=r"__init__\(\)"):
        Pebble(*arguments, **named)  # type: ignore[arg-type]


def test_the_first_value_is_made_as_later_ones_are() -> None:
    """Fields that only their name takes, and those that the value sets for itself."""

    @dataclass(frozen=True, kw_only=True)
    class Wall:
        """One that measures itself."""

        stones: int
        height: float = field(init=False, default=0.0)
        marks: list[str] = field(init=False, default_factory=list)
        weight: float = field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "weight", 1.5 * self.stones)

    walls = [Wall(stones=2) for _ in range(50)]
    assert all(wall == walls[0] for wall in walls)
    assert (walls[0].height, walls[0].marks, walls[0].weight) == (0.0, [], 3.0)
    assert walls[0].marks is not walls[1].marks


def test_for_a_few_values_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes as long as making twenty of them."""
    written: list[type] = []
    monkeypatch.setattr(values, "_written_init", lambda cls: written.append(cls))

    @dataclass(frozen=True, slots=True)
    class Brick:
        """A class of which there are few."""

        side: int

    assert [Brick(number).side for number in range(5)] == [0, 1, 2, 3, 4]
    assert not written


def test_values_cannot_be_changed() -> None:
    """Neither set nor deleted, with slots and without."""
    for value, name in ((Stone("flint"), "name"), (Checked(1), "side")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, "other")
        with pytest.raises(FrozenInstanceError):
            delattr(value, name)
    assert not hasattr(Stone("flint"), "__dict__")


def test_values_are_compared_and_shown_by_their_fields() -> None:
    """Those that count; a value of another class is never equal."""
    assert Stone("flint", seen=1) == Stone("flint", seen=2)
    assert Stone("flint") != Stone("chalk")
    assert Square(1, 2) != (1, 2)
    assert hash(Square(1, 2)) == hash(Square(1, 2))
    assert len({Square(1, 2), Square(1, 2), Square(2, 1)}) == 2
    assert repr(Stone("flint", seen=3)) == "Stone(name='flint', weight=1.5, marks=[])"


def test_what_is_equal_to_itself_only_says_so() -> None:
    """Even with the same values, and it can be a key."""
    assert Thing("a") != Thing("a")
    assert len({Thing("a"), Thing("a")}) == 2


def test_values_are_sorted_as_tuples_are() -> None:
    """And not with others."""
    assert sorted([Square(2, 1), Square(1, 2), Square(1, 1)]) == [Square(1, 1), Square(1, 2), Square(2, 1)]
    assert Square(1, 1) <= Square(1, 1) < Square(1, 2)
    with pytest.raises(TypeError):
        assert Square(1, 1) < (1, 2)  # type: ignore[operator]


def test_values_are_looked_at_when_they_are_made() -> None:
    """By the class itself, each time."""
    for _ in range(2):
        with pytest.raises(ValueError, match="below 0"):
            Checked(-1)


def test_values_travel_between_processes() -> None:
    """Pickled before any other was made of their class, too; copies are equal."""
    value = Stone("flint", marks=["white"])
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.deepcopy(value) == copy.copy(value) == value
    assert pickle.loads(pickle.dumps(Checked(2))) == Checked(2)


def test_the_library_takes_them_for_its_own() -> None:
    """Replaced, listed, taken apart and matched."""
    assert replace(Stone("flint"), weight=3.0) == Stone("flint", 3.0)
    assert [one.name for one in dataclasses.fields(Square)] == ["row", "column"]
    assert dataclasses.asdict(Square(1, 2)) == {"row": 1, "column": 2}
    match Square(1, 2):
        case Square(row, column):
            assert (row, column) == (1, 2)


def test_what_is_not_frozen_is_refused() -> None:
    """The library has a class for it."""
    with pytest.raises(TypeError, match="frozen"):
        dataclass(frozen=False)
