"""A game from the start as an append-only text: a header, then one line per move or correction (JSON Lines)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tabletop.doubts import MOST_LINES, doubt_kind
from tabletop.entries import Entry
from tabletop.errors import UnreadableInput
from tabletop.gamefile import all_games, game_near, is_game, load_game
from tabletop.moves import Move
from tabletop.notation.common import PLAYERS, options_of
from tabletop.notation.lines import unreadable
from tabletop.notation.registry import move_from_json, move_to_json
from tabletop.schema import FieldKind, Key, Mismatch, mapping_of, nothing_or, shown, table, text
from tabletop.sealed_lines import opened, sealed

FORMAT = "boardsight-record/1"
_LEAP_SECOND = re.compile(r"(.+T\d\d:?\d\d):?60(.*)")


@dataclass(frozen=True, slots=True)
class Header:
    """What is agreed before the first move."""

    game: str
    players: tuple[str, ...]
    """In turn order; the first begins."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The variants as they were given; the others hold their default."""
    colours: tuple[tuple[str, str], ...] = ()
    """Player's name -> the colour of the counters (my-city-chess)."""
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Tear:
    """A last line that was cut off: its number in the file, what is wrong, and how many bytes before it are good."""

    line: int
    reason: str
    good_bytes: int


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record: everything that was ever written, corrections beside what they correct."""

    header: Header
    entries: tuple[Entry, ...] = ()


def moment(at: str | None) -> datetime | None:
    """The moment in UTC that a line's `at` names; None where it names none. Without a zone it is taken for UTC.

    >>> f"{moment('2016-12-31T23:59:60Z'):%Y-%m-%d %H:%M}", moment("yesterday")
    ('2017-01-01 00:00', None)
    """
    if at is None:
        return None
    leap = _LEAP_SECOND.fullmatch(at)  # Python knows none
    try:
        found = datetime.fromisoformat(f"{leap[1]}:59{leap[2]}" if leap else at) + timedelta(seconds=bool(leap))
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def moments(record: Record) -> tuple[datetime, ...]:
    """All moments that a record names, its header's first."""
    named = (record.header.at, *(entry.at for entry in record.entries))
    return tuple(found for at in named if (found := moment(at)) is not None)


def corrected(entries: Iterable[Entry]) -> tuple[tuple[int, Move], ...]:
    """The moves that count, in order, each with its `n`: replacements applied, inserted moves in their places.

    The latest replacement of a line holds; a replacement that is itself replaced by null is undone.
    """
    listed = tuple(entries)
    if all(entry.kind == "played" for entry in listed):
        return tuple((entry.n, entry.move) for entry in listed if entry.move is not None)
    replacements: dict[int, list[Entry]] = {}
    for entry in listed:
        if entry.kind == "replace" and entry.of is not None:
            replacements.setdefault(entry.of, []).append(entry)
    settled: dict[int, tuple[bool, Move | None]] = {}  # n -> (is in force, the move that it says)
    for entry in reversed(listed):
        settled[entry.n] = (True, entry.move)
        for replacement in reversed(replacements.get(entry.n, [])):
            in_force, move = settled[replacement.n]
            if in_force:
                settled[entry.n] = (move is not None or entry.kind != "replace", move)
                break
    return tuple((n, move) for n in _order(listed) if (move := settled[n][1]) is not None)


def _order(entries: tuple[Entry, ...]) -> Iterable[int]:
    """The lines' numbers as the moves follow each other, each line followed by what was inserted after it."""
    inserted: dict[int, list[int]] = {}
    for entry in entries:
        if entry.kind == "insert" and entry.after is not None:
            inserted.setdefault(entry.after, []).append(entry.n)
    if not inserted:
        return (entry.n for entry in entries if entry.kind == "played")
    ordered: list[int] = []
    waiting = [entry.n for entry in reversed(entries) if entry.kind == "played"]
    waiting += reversed(inserted.get(0, []))
    while waiting:
        n = waiting.pop()
        ordered.append(n)
        waiting += reversed(inserted.get(n, []))
    return ordered


def write_header(header: Header) -> str:
    """The record's first line, without the line break."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": header.game,
        "players": list(header.players),
        "options": dict(header.options),
    }
    if header.colours:
        document["colours"] = dict(header.colours)
    if header.at is not None:
        document["at"] = header.at
    return sealed(document)


def write_entry(game: str, entry: Entry) -> str:
    """One line of a record, without the line break."""
    document = {"n": entry.n, **_body_of(game, entry)}
    if entry.at is not None:
        document["time" if "at" in document else "at"] = entry.at
    if entry.evidence is not None:
        document["evidence"] = entry.evidence
    if entry.doubt is not None:
        lines = FieldKind("a line", lambda value, path: value, lambda one: _body_of(game, one))
        document["doubt"] = doubt_kind(lines).write(entry.doubt)
    return sealed(document)


def _body_of(game: str, entry: Entry) -> dict[str, Any]:
    """What a line says beside its number and what is around it."""
    body = None if entry.move is None else move_to_json(game, entry.move)
    if entry.kind == "played":
        return body or {}
    if entry.kind in ("settle", "doubt"):
        return {"do": entry.kind, "of": entry.of}
    anchor = {"of": entry.of} if entry.kind == "replace" else {"after": entry.after}
    return {"do": entry.kind, **anchor, "move": body}


def write_record(record: Record) -> str:
    """A whole record as text."""
    lines = [write_header(record.header), *(write_entry(record.header.game, entry) for entry in record.entries)]
    return "\n".join(lines) + "\n"


def read_record(data: bytes | str, *, source: str = "record", near: Path | None = None) -> tuple[Record, Tear | None]:
    """A record from its bytes, and where its end is torn off, if it is.

    A game of people's own whose file is not where the record says is looked for `near` the record's file.
    Raises UnreadableInput with source, line, value and expectation where anything but the last line is wrong.
    """
    lines = (data.encode() if isinstance(data, str) else data).split(b"\n")
    if lines[-1] == b"":
        lines.pop()
        ended = True
    else:
        ended = False
    if not lines:
        raise UnreadableInput(f"{source} is empty; a record's first line is its header, written by `boardsight play`")
    documents: list[tuple[int, dict[str, Any]]] = []
    tear: Tear | None = None
    good_bytes = 0
    for number, line in enumerate(lines, start=1):
        try:
            if line.strip():
                documents.append((number, opened(line)))
        except Mismatch as error:
            is_last = all(not later.strip() for later in lines[number:])
            is_whole = error.path == ("object",) or (error.path == () and ended and line.rstrip().endswith(b"}"))
            if not is_last or number == 1 or is_whole:
                raise UnreadableInput(f"{source}, line {number}: {error.reason}") from error
            tear = Tear(number, error.reason, good_bytes)
            break
        good_bytes += len(line) + 1
    if not documents:
        raise UnreadableInput(f"{source} has no header")
    header_line, header_document = documents[0]
    if near is not None and isinstance(header_document.get("game"), str):
        header_document = {**header_document, "game": game_near(header_document["game"], near)}
    header = _checked(lambda: _header(header_document), source, header_line)
    entries: list[Entry] = []
    for number, document in documents[1:]:
        try:
            entries.append(_entry(header, len(entries) + 1, document))
        except Mismatch as error:
            raise unreadable(error, source, number) from error
    return Record(header, tuple(entries)), tear


def read_entry(header: Header, n: int, line: bytes) -> Entry:
    """One line of a record; raises UnreadableInput where it is not its line `n`."""
    entry: Entry = _checked(lambda: _entry(header, n, opened(line)), "the record", n + 1)
    return entry


def _checked(read: Any, source: str, line: int) -> Any:
    """What `read` gives, its complaints with source and line."""
    try:
        return read()
    except Mismatch as error:
        raise unreadable(error, source, line) from error


def _header(document: dict[str, Any]) -> Header:
    """The first line as a value."""
    if document.get("format") != FORMAT:
        raise Mismatch(("format",), f'{shown(document.get("format"))} is not possible; expected "{FORMAT}"')
    game = document.get("game")
    if not isinstance(game, str) or not is_game(game):
        raise Mismatch(("game",), f"{shown(game)} is not a game; expected one of {', '.join(all_games())}")
    keys = {
        "format": Key(text()),
        "game": Key(text()),
        "players": Key(PLAYERS),
        "options": Key(options_of(game), {}),
        "colours": Key(mapping_of(text()), ()),
        "at": Key(nothing_or(text()), None),
    }
    header: Header = table(_make_header, keys, name="a record's header").read(document, ())
    least, most = load_game(game).players
    if not least <= len(header.players) <= most:
        raise Mismatch(("players",), f"{game} is for {least} to {most} players, not {len(header.players)}")
    return header


def _make_header(format: str, **values: Any) -> Header:
    return Header(**values)


_TEXT_OR_NOTHING = nothing_or(text())
_AROUND = ("at", "time", "evidence", "doubt")
"""What stands around what a line says; a list at `at` is the move's own."""


def _entry(header: Header, n: int, document: dict[str, Any]) -> Entry:
    """One line as a value; `n` is what it must be numbered."""
    if document.get("n") != n or isinstance(document.get("n"), bool):
        raise Mismatch(("n",), f"{shown(document.get('n'))} is not possible; expected {n}, lines count from 1")
    around = [key for key in _AROUND if key in document and not (key == "at" and isinstance(document["at"], list))]
    said = _said(header, n, {key: value for key, value in document.items() if key != "n" and key not in around})
    if not around:
        return said
    doubt = document.get("doubt")
    if doubt is not None:
        lines = FieldKind("a line", lambda value, path: _of_a_choice(header, value, path))
        doubt = doubt_kind(lines).read(doubt, ("doubt",))
        if not doubt.lines and said.kind != "doubt":
            raise Mismatch(("doubt", "lines"), "no line is doubted; only a line of its own, `doubt`, may do that")
    when = document["at"] if "at" in around else None
    return replace(
        said,
        at=_TEXT_OR_NOTHING.read(document.get("time", when), ("at",)),
        evidence=_TEXT_OR_NOTHING.read(document.get("evidence"), ("evidence",)),
        doubt=doubt,
    )


def _of_a_choice(header: Header, document: Any, path: tuple[str | int, ...]) -> Entry:
    """What an answer to a doubt would write: a line without its number, about any line."""
    try:
        if not isinstance(document, dict):
            raise Mismatch((), f"{shown(document)} is not a line; expected an object")
        return replace(_said(header, MOST_LINES, document), n=0)
    except Mismatch as error:
        raise Mismatch((*path, *error.path), error.reason) from None


_ANCHORS = {"replace": "of", "insert": "after", "settle": "of", "doubt": "of"}


def _said(header: Header, n: int, document: dict[str, Any]) -> Entry:
    """What line `n` says, without what is around it: a move, or a word about an earlier line."""
    word = document.get("do")
    if not isinstance(word, str) or word not in _ANCHORS:
        return Entry(n, _move(header, document, ()))
    anchor = _ANCHORS[word]
    bare = word in ("settle", "doubt")
    known = ("do", anchor) if bare else ("do", anchor, "move")
    for key in document:
        if key not in known:
            raise Mismatch((key,), f"'{key}' is not known here; expected {', '.join(known[:-1])} and {known[-1]}")
    earlier = document.get(anchor)
    least = 0 if word == "insert" else 1
    if not isinstance(earlier, int) or isinstance(earlier, bool) or not least <= earlier < n:
        raise Mismatch((anchor,), f"{shown(earlier)} is not possible; expected the n of an earlier line")
    if bare:
        return Entry(n, None, "settle" if word == "settle" else "doubt", of=earlier)
    if "move" not in document or (document["move"] is None and word == "insert"):
        raise Mismatch(("move",), "the move is missing; expected a move's body" + (", or null" * (word == "replace")))
    move = None if document["move"] is None else _move(header, document["move"], ("move",))
    if word == "replace":
        return Entry(n, move, "replace", of=earlier)
    return Entry(n, move, "insert", after=earlier)


def _move(header: Header, document: Any, path: tuple[str, ...]) -> Move:
    """A move of one of the players."""
    try:
        move = move_from_json(header.game, document)
    except Mismatch as error:
        raise Mismatch((*path, *error.path), error.reason) from None
    if move.player is not None and move.player not in header.players:
        raise Mismatch(
            (*path, "player"), f"{shown(move.player)} does not play; expected one of {', '.join(header.players)}"
        )
    return move
