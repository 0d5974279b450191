"""All that is translated, as entries for a PO file, and translated entries back into the program's catalogues.

A sentence's context says in which file it belongs: a catalogue (TOML) with its section, or a page's words (JavaScript).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tabletop.errors import UnreadableInput
from tabletop.po import PoEntry
from tabletop.shipped import ROOM
from tabletop.translation import GAP
from tabletop.wholefiles import make_folder, write_whole

MODEL = "de"
"""The language that has everything: its keys are what there is to translate."""
SECTIONS = ("joints", "words", "sentences")
WORDS = {
    "words.js": "live/page/static/words.js",
    "sound-words.js": "live/page/static/sound-words.js",
    "setup-words.js": "live/page/static/setup-words.js",
    "replay-words.js": "live/page/static/replay-words.js",
    "hub-words.js": "live/hub/static/hub-words.js",
    "evenings-words.js": "live/evenings/static/evenings-words.js",
    "board-words.js": "live/entering/static/board-words.js",
    "ledger-words.js": "live/entering/static/ledger-words.js",
}
"""The pages' own words."""
_BLOCK = r"^  {language}: \{{\n(?P<inner>.*?)^  \}},\n"
_WORD = re.compile(r'(?:"(?P<quoted>[^"]+)"|(?P<bare>[\w-]+)): (?P<text>"(?:[^"\\]|\\.)*")')


def home() -> Path:
    """The folder in which the program's packages lie."""
    return ROOM.parent


def entries_of(language: str, program: Path) -> Iterator[PoEntry]:
    """Every sentence and word of the program with its translation in a language, empty where there is none."""
    for place, file in _catalogues(MODEL, program).items():
        known = _sections(_catalogues(language, program).get(place))
        for section, sentences in _sections(file).items():
            for english in sentences:
                yield PoEntry(f"{place} {section}", english, known.get(section, {}).get(english, ""))
    for name, path in WORDS.items():
        text = (program / path).read_text("utf-8")
        known_words = dict(_words(text, language))
        for key, english in _words(text, "en"):
            yield PoEntry(f"{name} {key}", english, known_words.get(key, ""))


def write_entries(language: str, entries: Iterable[PoEntry], program: Path) -> tuple[Path, ...]:
    """Write a language's entries into the program's files; which were written.

    Raises UnreadableInput where a translation has a gap that its sentence lacks, or belongs nowhere.
    """
    catalogues: dict[str, dict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    words: dict[str, dict[str, str]] = defaultdict(dict)
    models = _catalogues(MODEL, program)
    for entry in entries:
        place, _, part = entry.context.partition(" ")
        _check_gaps(entry)
        if not entry.translation:
            continue
        if place in WORDS:
            words[place][part] = entry.translation
        elif place in models and part in SECTIONS:
            catalogues[place][part][entry.english] = entry.translation
        else:
            raise UnreadableInput(f"'{entry.english[:60]}' belongs nowhere: its context is '{entry.context[:60]}'")
    written = [_write_catalogue(_of_language(models[place], language), parts) for place, parts in catalogues.items()]
    written += [_write_words(program / WORDS[name], language, told) for name, told in words.items()]
    return tuple(written)


def _check_gaps(entry: PoEntry) -> None:
    strange = set(GAP.findall(entry.translation)) - set(GAP.findall(entry.english))
    if strange:
        gaps = ", ".join(f"{{{gap}}}" for gap in sorted(strange))
        raise UnreadableInput(f"'{entry.translation[:60]}' has {gaps}, which '{entry.english[:60]}' lacks")


def _catalogues(language: str, program: Path) -> Mapping[str, Path]:
    """A language's catalogues that are there, by the names that contexts have: `common.toml`, `big_city`."""
    shared = sorted((program / "tabletop" / "languages" / language).glob("*.toml"))
    own = sorted((program / "tabletop" / "games").glob(f"*/{language}.toml"))
    return {**{file.name: file for file in shared}, **{file.parent.name: file for file in own}}


def _of_language(model: Path, language: str) -> Path:
    """Where another language has what stands in a model's file."""
    if model.stem == MODEL:
        return model.with_name(f"{language}.toml")
    return model.parent.parent / language / model.name


def _sections(file: Path | None) -> Mapping[str, Mapping[str, str]]:
    if file is None:
        return {}
    document = tomllib.loads(file.read_text("utf-8"))
    return {section: document[section] for section in SECTIONS if section in document}


def _write_catalogue(file: Path, parts: Mapping[str, Mapping[str, str]]) -> Path:
    lines = []
    for section in SECTIONS:
        if section in parts:
            lines.append(f"[{section}]")
            lines += [f"{_toml(english)} = {_toml(other)}" for english, other in parts[section].items()]
            lines.append("")
    make_folder(file.parent)
    write_whole(file, "\n".join(lines).encode())
    return file


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _words(text: str, language: str) -> Iterator[tuple[str, str]]:
    block = re.search(_BLOCK.format(language=language), text, re.MULTILINE | re.DOTALL)
    for found in _WORD.finditer(block["inner"] if block else ""):
        yield found["quoted"] or found["bare"], json.loads(found["text"])


def _write_words(file: Path, language: str, words: Mapping[str, str]) -> Path:
    """Put a language's block in place of the one that is there, or behind the last."""
    text = file.read_text("utf-8")
    lines = "".join(f"    {json.dumps(key)}: {_toml(other)},\n" for key, other in words.items())
    block = f"  {language}: {{\n{lines}  }},\n"
    changed, count = re.subn(_BLOCK.format(language=language), lambda _: block, text, flags=re.MULTILINE | re.DOTALL)
    if not count:
        changed = text.replace("\n};\n", f"\n{block}}};\n", 1)
    write_whole(file, changed.encode())
    return file
