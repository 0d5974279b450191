"""Numbers that miss a limit are told so that the sentence is true."""

from tabletop.rounding import rounded_down, rounded_up


def test_what_misses_a_limit_is_rounded_away_from_it() -> None:
    """Down for what is too small, up for what is too large; what is no number is told as it is."""
    assert [rounded_down(value, 1) for value in (2.97, 2.9, 3.0, -0.05)] == ["2.9", "2.9", "3.0", "-0.1"]
    assert [rounded_up(value, 1) for value in (2.01, 2.9, 3.0)] == ["2.1", "2.9", "3.0"]
    assert (rounded_down(49.9), rounded_up(49.1)) == ("49", "50")
    assert rounded_down(float("nan"), 1) == "nan"
