"""What the program says, in other languages: catalogues of English sentences with gaps, and their translations.

Everything is written in English where it arises, and translated where it is shown. A catalogue is TOML: what all
games share lies in the files of `tabletop/languages/<language>`, each game's own in its folder as `<language>.toml`.
Each key is an English sentence as the program writes it, with a name in braces for each gap, and each value the same
in the other language. What fills a gap is translated in its turn, piece by piece where it is a list; a gap's name
says more: `{name…}` is left as it is, `{n…}` is a whole number, `{cells…}` the names of cells, `{file…}` a file's
name.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tabletop.shipped import ROOM, rules_folders

SAID = frozenset({"title", "label", "message", "mend", "text", "words", "choices", "choice", "error"})
"""The keys of our JSON under which people are told something."""
GAP = re.compile(r"\{(\w+)\}")
KEPT = ("name", "file")
"""How gaps begin whose filling is data; of a list of `{names…}` its `and` or `or` is translated."""
SECTION = re.compile(r'( \[(?!["\d.-])[^\[\]]*\]| \(rulebook: "[^"]*"\))$')
"""The rulebook's section at a sentence's end: it stays as the rulebook has it."""
BOOK = "rulebook"
LISTED = re.compile(r"(, and |; then |; | and |, | or |/)(?![^(]*\))")
"""Where a list is taken apart; what stands in brackets stays together."""
COUNTED = re.compile(r"(.*?[^\s=:]) ([+−-]\d+)(?:, |$)")
"""A score line in a list of them: what it is for, and its points."""
REMEMBERED = 4096
PSEUDO = "qps"
"""Not a language: what a catalogue knows stands in ⟦brackets⟧, names among it; what it lacks shows by having none."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One entry of a catalogue."""

    english: str
    translation: str

    def fill(self, text: str, translate: Callable[[str], str], joints: Mapping[str, str]) -> str | None:
        """The translation of a text that has this form, None for any other."""
        found = pattern_of(self.english).fullmatch(text)
        if found is None:
            return None
        gaps = found.groupdict()
        told = {
            gap: _kept(gap, value, joints) if gap.startswith(KEPT) else translate(value) for gap, value in gaps.items()
        }
        return GAP.sub(lambda gap: told[gap[1]], self.translation)


def _kept(gap: str, value: str, joints: Mapping[str, str]) -> str:
    """Data as they are, a list of them joined in the other language."""
    pieces = LISTED.split(value) if gap.startswith("names") else [value]
    return "".join(joints.get(piece, piece) for piece in pieces)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A language's sentences with gaps by how they begin and end, the others as they are, and how it joins lists."""

    exact: Mapping[str, str]
    gapped: Mapping[str, tuple[tuple[str, str, str, Sentence], ...]]
    """Of each first letter, in the order in which they are tried: (words before the first gap, after the last, most
    words between two, all); under no letter those that begin with a gap, which stand among the others too."""
    joints: Mapping[str, str]

    def told(self, text: str, translate: Callable[[str], str]) -> str | None:
        """The translation of the first sentence that a text is, None where it is none."""
        if text in self.exact:
            return self.exact[text]
        for start, end, most, sentence in self.gapped.get(text[:1], self.gapped[""]):
            if most in text and text.startswith(start) and text.endswith(end):
                told = sentence.fill(text, translate, self.joints)
                if told is not None:
                    return told
        return None


def languages() -> tuple[str, ...]:
    """English, and every language that has a catalogue."""
    return ("en", *sorted(entry.name for entry in _catalogues().iterdir() if entry.is_dir()))


def translated(text: str, language: str) -> str:
    """A text in a language; what the catalogue does not know stays English.

    >>> translated("on the outskirts", "de")
    'am Stadtrand'
    """
    return text if language == "en" else _whole(text, language) or text


@lru_cache(maxsize=REMEMBERED)
def translation(text: str, language: str) -> str | None:
    """A text in a language, None where the catalogue does not know its sentence."""
    if language == "en":
        return text
    section = SECTION.search(text)
    if section is not None:
        rest = translation(text[: section.start()], language)
        return None if rest is None else rest + section.group().replace(BOOK, translated(BOOK, language))
    return catalogue(language).told(text, lambda gap: translated(gap, language))


def translated_json(value: Any, language: str) -> Any:
    """JSON with everything that people are told under the keys `SAID` in a language; the rest as it is."""
    if language == "en":
        return value
    if isinstance(value, Mapping):
        return {
            key: _said(entry, language) if key in SAID else translated_json(entry, language)
            for key, entry in value.items()
        }
    if isinstance(value, list | tuple):
        return [translated_json(entry, language) for entry in value]
    return value


def _said(value: Any, language: str) -> Any:
    if isinstance(value, str):
        return translated(value, language)
    if isinstance(value, list | tuple):
        return [_said(entry, language) for entry in value]
    return translated_json(value, language)


def _whole(text: str, language: str) -> str | None:
    """A text as one sentence, or as a list of several; what something counts for stands behind it."""
    counted = list(COUNTED.finditer(text))
    if counted and counted[-1].end() == len(text):
        return ", ".join(f"{_labels(one[1], language)} {one[2]}" for one in counted)
    known = translation(text, language)
    if known is not None:
        return known
    pieces = LISTED.split(text)
    if len(pieces) == 1:
        return None
    joints = catalogue(language).joints
    told = [translated(piece, language) if at % 2 == 0 else joints.get(piece, piece) for at, piece in enumerate(pieces)]
    return "".join(told)


def _labels(text: str, language: str) -> str:
    """What a score line is for, and lines before it that count for nothing."""
    pieces = text.split(", ")
    known = [translation(piece, language) for piece in pieces]
    return translated(text, language) if None in known else ", ".join(piece for piece in known if piece is not None)


@lru_cache(maxsize=8)
def catalogue(language: str) -> Catalogue:
    """A language's sentences, those with the most words of their own first."""
    entries: dict[str, str] = {}
    joints: dict[str, str] = {}
    for file in catalogue_files("de" if language == PSEUDO else language):
        read = tomllib.loads(file.read_text("utf-8"))
        entries |= read.get("sentences", {}) | read.get("words", {})
        joints |= read.get("joints", {})
    if language == PSEUDO:
        entries, joints = ({english: _bracketed(english) for english in known} for known in (entries, joints))
    gapped: dict[str, list[tuple[str, str, str, Sentence]]] = {"": []}
    for english in sorted(filter(GAP.search, entries), key=_vagueness):
        start, *_, end = parts = GAP.split(english)[::2]
        if start and start[0] not in gapped:
            gapped[start[0]] = list(gapped[""])
        for kept in (gapped[start[0]],) if start else gapped.values():
            kept.append((start, end, max(parts, key=len), Sentence(english, entries[english])))
    return Catalogue(
        {english: other for english, other in entries.items() if not GAP.search(english)},
        {letter: tuple(kept) for letter, kept in gapped.items()},
        joints,
    )


def _bracketed(english: str) -> str:
    """A sentence's own words and its names in brackets; what fills its other gaps has to be known itself."""
    inner = GAP.sub(lambda gap: gap[0] if gap[1].startswith(KEPT) else f"⟧{gap[0]}⟦", english)
    return f"⟦{inner}⟧".replace("⟦⟧", "")


def catalogue_files(language: str) -> Iterator[Any]:
    """A language's files: what all games share, then each game's own."""
    shared = (file for file in (_catalogues() / language).iterdir() if file.name.endswith(".toml"))
    yield from sorted(shared, key=lambda file: str(file.name))
    own = (folder / f"{language}.toml" for folder in rules_folders().values())
    yield from (file for file in own if file.is_file())


def _vagueness(english: str) -> tuple[int, int, str]:
    """Few words of its own, then gaps that are left as they are, make a sentence vague."""
    return (-len(GAP.sub("", english)), english.count("{name"), english)


@lru_cache(maxsize=REMEMBERED)
def pattern_of(english: str) -> re.Pattern[str]:
    """What a sentence with gaps matches; made when first asked for, since most are never needed."""
    parts = GAP.split(english)
    pattern = ""
    for at, part in enumerate(parts):
        quoted = at % 2 == 1 and parts[at - 1].endswith("'") and parts[at + 1].startswith("'")
        pattern += re.escape(part) if at % 2 == 0 else _gap(part, fewest=0 if quoted else 1)
    return re.compile(pattern, re.DOTALL)


def _gap(name: str, fewest: int) -> str:
    if re.fullmatch(r"n\d*", name):
        return rf"(?P<{name}>-?\d+)"
    if name.startswith("file"):
        return rf"(?P<{name}>[^\s:]+\.\w+)"
    if name.startswith("cells"):
        return rf"(?P<{name}>[A-Za-z]{{1,2}}\d+(?:(?:, | to | and |/)[A-Za-z]{{1,2}}\d+)*)"
    return rf"(?P<{name}>(?:(?!; then ).){{{fewest},}}?)"


def _catalogues() -> Path:
    return ROOM / "languages"
