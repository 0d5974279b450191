"""What was meant by a misspelt word."""

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean X?` with the known word that is most like a misspelt one, or begins with it; else nothing.

    >>> nearest("--player", ["--players", "--camera"])
    '; did you mean --players?'
    """
    bare = {one.strip("-"): one for one in known}
    said = word.lower().strip("-")
    near = difflib.get_close_matches(said, bare, n=1) or [one for one in bare if one.startswith(said)]
    return f"; did you mean {bare[near[0]]}?" if near else ""
