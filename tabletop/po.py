"""PO files, as translators edit them with Poedit: text to entries and back; only what catalogues need of the format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tabletop.errors import UnreadableInput

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_LINE = re.compile(r'(?:(msgctxt|msgid|msgstr)\s+)?("(?:[^"\\]|\\.)*")\s*')
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


@dataclass(frozen=True, slots=True)
class PoEntry:
    """One sentence: where it belongs, as the program writes it, as it is said in the other language (or nothing)."""

    context: str
    english: str
    translation: str = ""


def po_text(language: str, entries: Iterable[PoEntry]) -> str:
    """A PO file's text."""
    head = (
        f"Project-Id-Version: Boardsight\\nLanguage: {language}\\nMIME-Version: 1.0\\n"
        "Content-Type: text/plain; charset=UTF-8\\nContent-Transfer-Encoding: 8bit\\n"
    )
    blocks = [f'msgid ""\nmsgstr "{head}"\n']
    for entry in entries:
        words = (("msgctxt", entry.context), ("msgid", entry.english), ("msgstr", entry.translation))
        blocks.append("".join(f"{name} {_quoted(text)}\n" for name, text in words))
    return "\n".join(blocks)


def read_po(text: str, source: str) -> tuple[str, tuple[PoEntry, ...]]:
    """A PO file's language and its entries; fuzzy ones have no translation. Raises UnreadableInput."""
    language, entries = "", []
    for entry in _blocks(text, source):
        if entry.english:
            entries.append(entry)
        else:
            found = re.search(r"^Language: *([A-Za-z]{2})", entry.translation, re.MULTILINE)
            language = found.group(1).lower() if found else language
    if not language:
        raise UnreadableInput(f"{source} does not say its language; export one with `boardsight translate export`")
    return language, tuple(entries)


def _blocks(text: str, source: str) -> Iterator[PoEntry]:
    """The entries with the head, whose English is empty."""
    parts: dict[str, str] = {}
    name, fuzzy = "", False
    for number, raw in enumerate([*text.splitlines(), "#"], start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            if "msgstr" in parts:
                yield _entry(parts, fuzzy)
                parts, name, fuzzy = {}, "", False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        found = _LINE.fullmatch(line)
        if found is None or not (found[1] or name):
            raise UnreadableInput(f"{source}, line {number}: expected msgctxt, msgid or msgstr with a text in quotes")
        if found[1] in ("msgctxt", "msgid") and "msgstr" in parts:
            yield _entry(parts, fuzzy)
            parts, fuzzy = {}, False
        name = found[1] or name
        parts[name] = parts.get(name, "") + _unquoted(found[2])


def _entry(parts: dict[str, str], fuzzy: bool) -> PoEntry:
    english = parts.get("msgid", "")
    return PoEntry(parts.get("msgctxt", ""), english, "" if fuzzy and english else parts["msgstr"])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def _unquoted(text: str) -> str:
    inner = _QUOTED.fullmatch(text)
    assert inner is not None, "the line's pattern has seen to it"
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), inner[1])
