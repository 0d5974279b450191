"""The formulas of a game file understood section by section, with everything that is wrong in them."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from scoring.pieces.entries import listed
from scoring.pieces.formulas import Formula, Loop, formula, label, loop
from scoring.pieces.kinds import CELL, NUMBER, PART, PLAYER, TRUTH, FormulaError, Kind, Language, agree, set_of
from scoring.pieces.language import language_of, words_of
from scoring.pieces.play import Counter, EndRule, MoveRule, Need, Play, ScoreRule
from scoring.pieces.words import ending_words
from tabletop.filevalues import Complaint, in_quotes
from tabletop.gamefile import GameFile
from tabletop.pieces.sections import DIRECTIONS, HEX_DIRECTIONS, SECTIONS
from tabletop.schema import Path

Understood = TypeVar("Understood")
PLACED = {"new": PART, "to": CELL, "turn": set_of(PART)}
NAMES_OF: Mapping[str, Mapping[str, Kind]] = {
    "place": PLACED,
    "move": {**PLACED, "origin": CELL, "taken": set_of(PART)},
    "take": {"part": PART, "to": CELL},
    "enter": {},
    "pass": {},
}
"""What the formulas of each verb know beside `me` and `next`."""
KEYS_OF: Mapping[str, frozenset[str]] = {
    "place": frozenset({"parts"}),
    "move": frozenset({"parts", "along", "far", "over", "onto", "takes", "again", "first", "becomes"}),
    "take": frozenset({"parts"}),
    "enter": frozenset({"counter", "list", "between", "late"}),
    "pass": frozenset(),
}
"""Keys that only some verbs have."""
ONLY_SOME = frozenset().union(*KEYS_OF.values())
USUAL = {"along": (), "far": 1, "over": "", "onto": "", "takes": False, "again": False, "first": False, "becomes": None}
"""What stands for a key that only some verbs have."""
USUAL |= {"parts": (), "counter": "", "list": "", "between": (-999, 999), "late": False}


@dataclass(frozen=True, slots=True)
class _Reading:
    """A file's language, its names for parts, and the complaints so far."""

    language: Language
    words: frozenset[str]
    found: list[Complaint] = field(default_factory=list)

    def understand(self, path: Path, read: Callable[[], Understood]) -> Understood | None:
        """What `read` gives; where it cannot, its faults are kept."""
        try:
            return read()
        except FormulaError as error:
            self.found.extend(Complaint(path, fault.sentence, fault.at) for fault in error.faults)
            return None

    def formula(self, path: Path, text: Any, language: Language, expected: Kind | None = None) -> Formula | None:
        """A formula where there is one."""
        return None if text is None else self.understand(path, lambda: formula(text, language, expected=expected))


def play_of(file: GameFile, terrains: Collection[str] | None = None) -> tuple[Play, list[Complaint]]:
    """What the file says in formulas, and what is wrong with it; the play is whole where nothing is.

    Terrains of None are those of a board that is known only later.
    """
    own = file.sections
    if not any(getattr(own, name) for name in SECTIONS) and own.game.rounds is None:
        return (Play(), [])
    language, found = language_of(file, terrains)
    reading = _Reading(language, words_of(file), found)
    play = Play(
        rounds=own.game.rounds,
        moves=tuple(_move(reading, file, name) for name in own.moves),
        scores=tuple(filter(None, (_score(reading, entry, name) for name, entry in own.score.items()))),
        ends=tuple(filter(None, (_end(reading, entry, at) for at, entry in enumerate(own.ends)))),
        counters={name: Counter(**one) for name, one in own.counters.items()},
        lists=own.lists,
    )
    reading.found.extend(_about_game(file))
    return (play, reading.found)


def _about_game(file: GameFile) -> Iterator[Complaint]:
    """Rounds need turns that can be counted; `forward` names players of the parts and directions of the board."""
    about, known = file.sections.game, HEX_DIRECTIONS if file.grid.shape == "hex" else DIRECTIONS
    if about.turns == "free" and about.rounds is not None:
        yield Complaint(("game", "rounds"), "rounds need turns; write turns = 'in-order' or 'together'")
    if about.turns == "together" and about.rounds is None:
        yield Complaint(("game", "turns"), "turns = 'together' needs rounds: how many there are, as in rounds = 9")
    players = sorted({part.player for part in file.parts if part.player is not None})
    for player, direction in about.forward.items():
        if player not in players:
            sentence = f"forward names the player '{player}'; there are {', '.join(players) or 'none'}"
            yield Complaint(("game", "forward", player), sentence)
        if direction not in known:
            yield Complaint(("game", "forward", player), f"forward '{direction}'; expected {', '.join(known)}")


def _move(reading: _Reading, file: GameFile, name: str) -> MoveRule:
    """One `[moves.NAME]`."""
    entry, path = file.sections.moves[name], ("moves", name)
    verb = entry["do"]
    for key in sorted(key for key in ONLY_SOME - KEYS_OF[verb] if entry[key] != USUAL[key]):
        reading.found.append(Complaint((*path, key), f"{key} does not belong to a move that does '{verb}'"))
    for word in listed(entry["parts"]):
        if word not in reading.words:
            sentence = f"no part has the id, kind or tag '{word}'; there are {', '.join(sorted(reading.words))}"
            reading.found.append(Complaint((*path, "parts"), sentence))
    for key, known in (("counter", file.sections.counters), ("list", file.sections.lists)):
        if entry[key] and entry[key] not in known:
            expected = in_quotes(known) or f"a section [{key}s]"
            reading.found.append(Complaint((*path, key), f"{key} = '{entry[key]}'; expected {expected}"))
    if verb == "enter" and bool(entry["counter"]) == bool(entry["list"]):
        reading.found.append(Complaint(path, "what is entered? expected either counter or list"))
    least, most = entry["between"]
    if least > most:
        reading.found.append(Complaint((*path, "between"), f"between {least} and {most} is nothing; expected [1, 6]"))
    language = reading.language.and_names(me=PLAYER, next=PLAYER, **NAMES_OF[verb])
    if verb == "move":
        reading.found.extend(_about_moving(reading, file, entry, path))
    becomes: tuple[str, Formula] | None = None
    if entry["becomes"] is not None:
        word, text = entry["becomes"]
        if word not in reading.words:
            reading.found.append(Complaint((*path, "becomes"), f"no part has the id, kind or tag '{word}'"))
        condition = reading.formula((*path, "becomes"), text, language, TRUTH)
        becomes = None if condition is None else (word, condition)
    needs = []
    for index, (text, says) in enumerate(entry["needs"]):
        holds = reading.formula((*path, "needs", index, 0), text, language, TRUTH)
        if holds is not None:
            needs.append(Need(holds, says))
    pays = {}
    for counter, text in entry["pays"].items():
        if counter not in file.sections.counters:
            expected = in_quotes(file.sections.counters) or "a section [counters]"
            reading.found.append(Complaint((*path, "pays"), f"pays '{counter}'; expected {expected}"))
        price = reading.formula((*path, "pays", counter), text, language, NUMBER)
        if price is not None:
            pays[counter] = price
    return MoveRule(
        name=name,
        do=verb,
        parts=listed(entry["parts"]),
        needs=tuple(needs),
        pays=pays,
        **{key: entry[key] for key in ("along", "far", "over", "onto", "takes", "again", "first")},
        becomes=becomes,
        another=reading.formula((*path, "another"), entry["another"], language, TRUTH),
        counter=entry["counter"],
        list=entry["list"],
        between=(least, most),
        late=entry["late"],
        uses_turn=entry["uses_turn"],
    )


def _about_moving(reading: _Reading, file: GameFile, entry: Mapping[str, Any], path: Path) -> Iterator[Complaint]:
    """A move without a direction, or one that the board does not have; parts that are too large to move."""
    known = HEX_DIRECTIONS if file.grid.shape == "hex" else DIRECTIONS
    for direction in entry["along"]:
        if direction not in known:
            yield Complaint((*path, "along"), f"along '{direction}'; expected {', '.join(known)}")
    if not entry["along"]:
        yield Complaint(path, f"along is missing; expected directions such as {', '.join(known)}")
    words = listed(entry["parts"])
    for part in file.parts:
        if len(part.cells) > 1 and (not words or not part.words.isdisjoint(words)):
            yield Complaint((*path, "parts"), f"{part.id} covers {len(part.cells)} cells; only parts of one cell move")


def _score(reading: _Reading, entry: Mapping[str, Any], name: str) -> ScoreRule | None:
    """One `[score.NAME]`; a line that goes to somebody told by `to` is not counted player by player."""
    path, at = ("score", name), entry["at"]
    language = reading.language
    if at == "turn":
        language = language.and_names(me=PLAYER, turn=set_of(PART), taken=set_of(PART))
    elif entry["to"] is None:
        language = language.and_names(me=PLAYER)
    ways: Loop | None = None
    if entry["for"] is not None:
        outer = language
        ways = reading.understand((*path, "for"), lambda: loop(entry["for"], outer))
        if ways is None:
            return None  # what follows from it is not told again
        language = language.and_names(**ways.variables)
    to = reading.formula((*path, "to"), entry["to"], language)
    if to is not None and not (agree(to.value.kind, PLAYER) or agree(to.value.kind, set_of(PLAYER))):
        reading.found.append(Complaint((*path, "to"), f"it is a {to.value.kind}; expected players", 0))
    points = reading.formula((*path, "points"), entry["points"], language, NUMBER)
    condition = reading.formula((*path, "if"), entry["if"], language, TRUTH)
    words = None
    if entry["label"] is not None:
        words = reading.understand((*path, "label"), lambda: label(entry["label"], language))
    return None if points is None else ScoreRule(name, points, at, ways, condition, to, words)


def _end(reading: _Reading, entry: Mapping[str, Any], index: int) -> EndRule | None:
    """One `[[ends]]`."""
    language = reading.language.and_names(me=PLAYER, next=PLAYER)
    language = replace(language, words={**language.words, **ending_words()})
    condition = reading.formula(("ends", index, "if"), entry["if"], language, TRUTH)
    winners = reading.formula(("ends", index, "winners"), entry["winners"], language)
    if winners is not None and not agree(winners.value.kind, set_of(PLAYER)):
        reading.found.append(
            Complaint(("ends", index, "winners"), f"it is a {winners.value.kind}; expected players", 0)
        )
    return None if condition is None else EndRule(condition, entry["then"], winners)
