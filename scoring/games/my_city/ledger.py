"""A campaign's ledger as text: a header, then one line for each thing that was entered, never rewritten (JSON Lines).

Each line has its checksum, so that what was changed by hand is noticed; an `undo` takes the last line back that still
counts, and everything that was ever entered stays in the file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.games.my_city.campaign import EPISODES, EPISODES_OF_A_CHAPTER, SIDE, Ledger, Result, Sticker, results_of
from tabletop.boardfile import Board
from tabletop.boards import board_word
from tabletop.errors import UnreadableInput, UsageError
from tabletop.notation.common import PLAYERS
from tabletop.schema import Key, Mismatch, list_of, one_of, shown, table, text, whole
from tabletop.sealed_lines import opened, sealed

FORMAT = "boardsight-ledger/1"
MOST_POINTS, MOST_SYMBOLS, MOST_ROWS = 999, 99, 99
RESULT = table(
    Result,
    {
        "player": Key(text()),
        "points": Key(whole(-MOST_POINTS, MOST_POINTS)),
        "empty_by_row": Key(list_of(whole(0, MOST_ROWS)), ()),
    },
    name="a result",
)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line after the header: its number and what it says."""

    n: int
    said: Mapping[str, Any]


@dataclass(frozen=True)
class Campaign:
    """A ledger with the lines from which it comes, taken back ones among them."""

    start: Ledger
    lines: tuple[LedgerLine, ...] = ()
    game: str = "my-city"

    @property
    def counting(self) -> tuple[LedgerLine, ...]:
        """The lines that have not been taken back."""
        kept: list[LedgerLine] = []
        for line in self.lines:
            if line.said["do"] == "undo":
                kept = [one for one in kept if one.n != line.said["of"]]
            else:
                kept.append(line)
        return tuple(kept)

    @property
    def ledger(self) -> Ledger:
        """What the players have now."""
        ledger = self.start
        for line in self.counting:
            ledger = _after(ledger, line.said)
        return ledger

    def with_line(self, said: Mapping[str, Any]) -> "Campaign":
        """The campaign with one more line; UsageError where it cannot be."""
        line = LedgerLine(len(self.lines) + 1, said)
        if said["do"] == "undo":
            last = self.counting[-1].n if self.counting else None
            if last is None:
                raise UsageError("nothing stands in the ledger that could be taken back")
            if said["of"] != last:
                raise UsageError(f"line {last} is taken back first, since what came later rests on {said['of']}")
        else:
            _after(self.ledger, said)
        return replace(self, lines=(*self.lines, line))

    def undone(self) -> "Campaign":
        """The campaign without the last line that counts."""
        return self.with_line({"do": "undo", "of": self.counting[-1].n if self.counting else 0})

    def to_text(self) -> str:
        """The whole file."""
        head = {
            "format": FORMAT,
            "game": self.game,
            "players": list(self.start.players),
            "boards": list(self.start.boards),
        }
        lines = [head, *({"n": line.n, **line.said} for line in self.lines)]
        return "".join(f"{sealed(line)}\n" for line in lines)


def begun(players: tuple[str, ...], boards: tuple[str, ...] = (), game: str = "my-city") -> Campaign:
    """A campaign before its first episode."""
    start = Ledger(players, boards)
    for player in players:
        start.board(player)  # refuses a board that cannot be read
    return Campaign(start, game=game)


def read_campaign(content: bytes, source: str) -> Campaign:
    """A campaign from its file. Raises UnreadableInput with the line and the mend; the file is never changed."""
    campaign: Campaign | None = None
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            document = opened(line)
            campaign = _headed(document) if campaign is None else campaign.with_line(_checked(campaign, document))
        except (Mismatch, UsageError, UnreadableInput) as error:
            reason = error.reason if isinstance(error, Mismatch) else str(error)
            raise UnreadableInput(f"{source}, line {number}: {reason}") from error
    if campaign is None:
        raise UnreadableInput(f"{source} is empty; `boardsight campaign new` begins one")
    return campaign


def chapter_of(episode: int) -> int:
    """The chapter, and its envelope, that an episode belongs to: three episodes form one."""
    return (episode + EPISODES_OF_A_CHAPTER - 1) // EPISODES_OF_A_CHAPTER


def recorded(campaign: Campaign, state: Any) -> tuple[Result, ...]:
    """The results of a recorded game, where its rules are known: a state of the game at its end."""
    return results_of(campaign.ledger, state)


def check_side(board: Board) -> None:
    """UsageError for a board that is not of the campaign's side."""
    if (side := board.sections.board.side) not in (None, SIDE):
        raise UsageError(
            f"{board.title} is the {side} side of a board; the campaign is played on the other one, entered with "
            f"--side {SIDE}"
        )


def played_options(campaign: Campaign) -> dict[str, Any]:
    """The options with which the next episode is played: the campaign's side, the players' boards as they are now."""
    ledger = campaign.ledger
    if not ledger.boards and not ledger.stickers:
        return {"game": SIDE}
    boards = [board_word(ledger.board(player), seat=seat) for seat, player in enumerate(ledger.players, start=1)]
    return {"game": SIDE, "board": boards}


def is_scored(episode: int) -> bool:
    """Whether an episode's rules can be read, so that its points follow from what was recorded."""
    return episode == 1


def entered(points: Mapping[str, int], empty: Mapping[str, tuple[int, ...]]) -> tuple[Result, ...]:
    """Results as people read them off their score tokens."""
    return tuple(Result(player, value, empty.get(player, ())) for player, value in points.items())


def episode_line(episode: int | None, results: tuple[Result, ...]) -> dict[str, Any]:
    """What is written of an episode; with None, no episode is left, and the ledger refuses the line."""
    return {
        "do": "episode",
        "episode": EPISODES if episode is None else episode,
        "results": [RESULT.write(result) for result in results],
    }


def _headed(document: Mapping[str, Any]) -> Campaign:
    """The campaign that a header begins."""
    if document.get("format") != FORMAT:
        raise Mismatch(("format",), f'{shown(document.get("format"))} is no campaign; expected "{FORMAT}"')
    keys = {
        "format": Key(text()),
        "game": Key(text()),
        "players": Key(PLAYERS),
        "boards": Key(list_of(text()), ()),
    }
    campaign: Campaign = table(_begun, keys, name="a campaign's header").read(document, ())
    if campaign.start.boards and len(campaign.start.boards) != len(campaign.start.players):
        raise Mismatch(("boards",), "there are not as many boards as players")
    return campaign


def _begun(format: str, game: str, players: tuple[str, ...], boards: tuple[str, ...]) -> Campaign:
    return begun(players, boards, game)


_KINDS = {
    "episode": {"episode": Key(whole(1, EPISODES)), "results": Key(list_of(RESULT))},
    "sticker": {"player": Key(text()), "cell": Key(text()), "terrain": Key(text())},
    "bonus": {"player": Key(text()), "symbols": Key(whole(-MOST_SYMBOLS, MOST_SYMBOLS))},
    "successor": {"player": Key(text()), "by": Key(text())},
    "undo": {"of": Key(whole(0, 10**6))},
}
"""What a line may say -> its keys."""


def _checked(campaign: Campaign, document: dict[str, Any]) -> Mapping[str, Any]:
    """What a line says, its number taken off; Mismatch where it is not the next one or says nothing known."""
    n = len(campaign.lines) + 1
    if document.pop("n", None) != n:
        raise Mismatch(("n",), f"a line is missing or stands twice: expected n = {n}")
    do = one_of(tuple(_KINDS)).read(document.get("do"), ("do",))
    _read(do, document)
    return document


def _read(do: str, document: Mapping[str, Any]) -> dict[str, Any]:
    """A line's values."""
    values: dict[str, Any] = table(dict, {"do": Key(text()), **_KINDS[do]}, name=f"'{do}'").read(document, ())
    return values


def _after(ledger: Ledger, said: Mapping[str, Any]) -> Ledger:
    """The ledger after what a line says."""
    try:
        values = _read(said["do"], said)
    except Mismatch as error:
        raise UsageError(error.reason) from error
    if said["do"] == "episode":
        return ledger.with_episode(values["results"], values["episode"])
    if said["do"] == "sticker":
        return ledger.with_sticker(Sticker(values["player"], values["cell"], values["terrain"]))
    if said["do"] == "successor":
        return ledger.with_successor(values["player"], values["by"])
    return ledger.with_bonus(values["player"], values["symbols"])
