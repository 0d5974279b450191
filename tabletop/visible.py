"""Strangers' texts as people may see them: what would steer a terminal or cannot be written is told by number."""

import re

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but tab and line break, marks that turn the direction of writing, halves of letters."""


def visible(text: str) -> str:
    r"""The text with `\u001b` in place of what is not seen; JSON stays the same JSON.

    >>> print(visible("red \x1b[31m"))
    red \u001b[31m
    """
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """The text as one visible line."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")
