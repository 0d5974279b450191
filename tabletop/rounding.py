"""Numbers told beside a limit that they miss: rounded away from it, so that nobody reads "3.0, 3 are the least"."""

from math import ceil, floor, isfinite


def rounded_down(value: float, digits: int = 0) -> str:
    """What is too small, with so many digits behind the point, never larger than it is."""
    scale = 10**digits
    return f"{floor(value * scale) / scale if isfinite(value) else value:.{digits}f}"


def rounded_up(value: float, digits: int = 0) -> str:
    """What is too large, with so many digits behind the point, never smaller than it is."""
    scale = 10**digits
    return f"{ceil(value * scale) / scale if isfinite(value) else value:.{digits}f}"
