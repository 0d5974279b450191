"""What people send from the table's page: corrections, turns, answers, clocks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt

from live.page.answers import RequestBody


class CorrectionBody(RequestBody):
    """A correction as a record carries it; or `undo`, which takes back the last line that still counts, and `redo`."""

    do: Literal["replace", "insert", "undo", "redo"]
    of: int | None = Field(None, description="replace: the move (or correction) that gets another body")
    after: int | None = Field(None, description="insert: the move after which a forgotten one stands; 0 for the start")
    move: dict[str, Any] | None = Field(None, description="the move's new body; none at all removes it")
    question: str | None = Field(None, max_length=60, description="an open question that this settles")


class TurnBody(RequestBody):
    """Whose turn it is, or what was done that no camera sees."""

    do: Literal["pass", "exchange", "quiet", "skip", "end", "end-round", "enter", "give"] = "quiet"
    player: str | None = Field(None, max_length=60, description="who did it (or, with `give`, whose turn it is now)")
    key: str | None = Field(None, max_length=60, description="enter: what, for example votes, money, promise:33")
    value: StrictBool | StrictInt | Annotated[str, Field(max_length=60)] | None = Field(
        None, description="enter: how much"
    )


class AnswerBody(RequestBody):
    """The answer to a question: its id, and which of its choices."""

    question: str = Field(max_length=60)
    choice: int = Field(ge=0, le=50)


class PauseBody(RequestBody):
    """Whether the game rests: the table may be touched freely and nothing is decided."""

    paused: bool


class ClockBody(RequestBody):
    """Everybody's clock: `off`, `up`, minutes, or minutes and seconds more a turn (`15+10`)."""

    clock: str = Field(max_length=20)


class NothingBody(RequestBody):
    """A wish that says everything by its address."""


class ConfirmBody(RequestBody):
    """Whether people say of every move that it counts, before it is written."""

    confirm: bool


class EpisodeBody(RequestBody):
    """How an episode ended: the tokens' points, and where they are equal the empty spaces row by row.

    Without points they follow from the record, where the episode's rules are known.
    """

    episode: int | None = Field(None, ge=1, le=99, description="which one; where another has entered it, it is refused")
    points: dict[Annotated[str, Field(max_length=60)], int] = Field(default_factory=dict, max_length=9)
    empty: dict[str, Annotated[list[int], Field(max_length=30)]] = Field(default_factory=dict, max_length=9)


class PlaceBody(RequestBody):
    """Where the record shall go on: a new file, or a folder for one."""

    path: str = Field(min_length=1, max_length=1000)
