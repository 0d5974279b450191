"""Sentences that the program's code writes, with their gaps, and whether a catalogue has them."""

import ast
from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path

from pseudo import plain

from tabletop.translation import GAP, PSEUDO, SECTION, translated, translation

ROOT = Path(__file__).parents[1]
SAMPLES = ("Ann", "3", "C4", "airport", "icon")
MOST_VARIED = 5
"""Gaps whose fillings are tried out; further ones are names."""


def written(node: ast.expr) -> str:
    """A string in code, its gaps numbered; nothing where it is no string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [
            str(part.value) if isinstance(part, ast.Constant) else f"{{gap{at}}}" for at, part in enumerate(node.values)
        ]
        return "".join(parts)
    return ""


def is_known(sentence: str, language: str) -> bool:
    """Whether some filling of the gaps is understood whole: in the pseudo-language no word stands outside brackets."""
    sentence = SECTION.sub("", sentence)
    gaps = list(dict.fromkeys(GAP.findall(sentence)))
    names = dict.fromkeys(gaps[MOST_VARIED:], SAMPLES[0])
    varied = len(gaps[:MOST_VARIED])
    alike = ((sample,) * varied for sample in SAMPLES)  # mostly one of them is understood at once
    for filling in chain(alike, product(SAMPLES, repeat=varied)):
        filled = {**names, **dict(zip(gaps, filling, strict=False))}
        text = GAP.sub(lambda gap, filled=filled: filled[gap[1]], sentence)
        if translation(text, language) and not plain([translated(text, PSEUDO)], SAMPLES):
            return True
    return False


def said_by(rooms: Collection[str], callers: Collection[str]) -> Iterator[tuple[str, str]]:
    """The first words given to a call of one of these names: (file and line, the sentence); a column each."""
    for room in rooms:
        for caller, where, sentence in _told_in(room):
            if caller in callers:
                yield where, sentence


@cache
def _told_in(room: str) -> tuple[tuple[str, str, str], ...]:
    """Every call of a name with words, in all files of a room: (the name, file and line, the sentence)."""
    return tuple(
        (node.func.id, f"{file.relative_to(ROOT)}:{node.lineno}", sentence.strip())
        for file in sorted((ROOT / room).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        for sentence in next(filter(None, map(written, node.args)), "").strip().split("  ")
        if GAP.sub("", sentence).strip(" :;,.()[]'")
    )
