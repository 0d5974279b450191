"""States altered at each move."""

from dataclasses import dataclass
from functools import cached_property

import pytest

from scoring.altered import altered


@dataclass(frozen=True)
class Purse:
    """Something with a field and something worked out of it."""

    owner: str
    coins: int = 0

    @cached_property
    def rich(self) -> bool:
        """Whether there is much in it."""
        return self.coins > 9


def test_the_other_fields_stay_and_nothing_worked_out_is_taken_along():
    """A purse that was looked into is another one once coins were put in; the first stays as it was."""
    poor = Purse("Ann", 3)
    assert not poor.rich
    full = altered(poor, coins=12)
    assert (full, full.rich, poor) == (Purse("Ann", 12), True, Purse("Ann", 3))
    assert "rich" in vars(altered(full, keeping={"rich"}, owner="Ben"))


def test_a_field_that_there_is_not():
    """What no field is called is refused by name."""
    with pytest.raises(TypeError, match="Purse has no notes"):
        altered(Purse("Ann"), notes=1)
