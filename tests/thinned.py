"""Of many parameters that try one claim again and again an everyday run takes a few; `make soak` takes the others."""

from collections.abc import Iterable
from typing import Any

import pytest


def thinned(values: Iterable[Any], kept: int) -> list[Any]:
    """The first `kept` of them as they are, the others marked `soak`; a tuple is the values of several parameters."""
    return [
        one if number < kept else pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.soak)
        for number, one in enumerate(values)
    ]
