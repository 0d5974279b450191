"""How far a counted share can be believed: Wilson's score interval of 95 %."""

from math import sqrt

Z = 1.959964
"""Of the normal distribution 95 % lie within so many standard deviations."""


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share, lower and upper bound from 0 to 1; (0, 1) where nothing was tried.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).

    >>> [round(bound, 3) for bound in wilson(118, 174)]
    [0.606, 0.743]
    """
    if trials == 0:
        return (0.0, 1.0)
    share, spread = hits / trials, Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return (max(0.0, middle - reach) if hits else 0.0, min(1.0, middle + reach) if hits < trials else 1.0)


def share_words(hits: int, trials: int) -> str:
    """A share in percent with its interval; none or all of them by the one bound that says something.

    >>> share_words(118, 174), share_words(0, 21_473), share_words(20, 20)
    ('67.8 % (60.6 to 74.3)', 'below 0.018 %', 'above 83.9 %')
    """
    if trials == 0:
        return "nothing tried"
    low, high = (100 * bound for bound in wilson(hits, trials))
    if hits == 0:
        return f"below {_brief(high)} %"
    if hits == trials:
        return f"above {_brief(low)} %"
    return f"{_brief(100 * hits / trials)} % ({_brief(low)} to {_brief(high)})"


def _brief(percent: float) -> str:
    """One decimal; near 0 and near 100 as many more as two digits need."""
    distance = min(percent, 100 - percent)
    decimals = 1 if distance >= 1 else 2 if distance >= 0.1 else 3
    return f"{percent:.{decimals}f}"
