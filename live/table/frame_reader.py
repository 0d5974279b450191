"""One frame's way to a reading: the quiet gate first, then the cheaper look, the whole reading when it must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import vision
from live.sources.frames import BgrImage, Frame
from tabletop.boards import boards_in
from tabletop.gamefile import GameFile, load_game
from tabletop.options import left_in_the_box
from tabletop.piecefile import PieceSet
from tabletop.readings import Reading
from tabletop.records import Header
from vision import CommandCardFinder, FrameReading, QuietGate, SeenCommandCard, is_plain


@dataclass(frozen=True, slots=True)
class CaptureSettings:
    """When a frame is worth reading. Chosen by hand where nothing else is told; none of these numbers makes a place
    certain, they say which pictures are read."""

    moving_share: float = 0.004
    """`vision.change_between`: more than this share of the picture changed since the last frame, so something moves: in
    1920 x 1080 four or more of some 900 blocks."""
    moved_px: float = 2.0
    """Pixels: the whole picture jumped by more than this: wait until it is steady (PRINT_AND_WEB.md, bad input)."""
    reads: int = 2
    """So many readings after something moved, where one did not tell all plainly; then quiet frames confirm them."""
    whole_every_s: float = 30.0
    """A whole reading at least so often, whatever the gate says."""
    hidden_s: float = 0.6
    """What has been hidden for so long over a still table is looked for once more, in the whole picture."""
    dark_mean: float = 18.0
    """Grey level (0 to 255) below which nothing can be read: codes go at 3 % of ordinary light (PRINT_AND_WEB.md)."""


@dataclass(frozen=True, slots=True)
class FrameOutcome:
    """What one frame told: `state` as in `live.page.shown.CameraStatus`; `reading` None where nothing new was read."""

    state: str
    message: str = ""
    reading: Reading | None = None
    quiet: bool = False
    """Nothing has changed against the last reading: it still holds, and counts as seen once more."""
    flashing: bool = False
    """Our own lights change just now: the frame tells nothing, neither for nor against the last reading."""
    cards: tuple[SeenCommandCard, ...] | None = None
    """The command cards that lie there, beside the position and no part of it; None where this frame can't tell."""


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """What the reader must know of people's own files: the game's word in positions, boards, pieces with codes."""

    name: str | None = None
    boards: tuple[str, ...] = ()
    pieces: PieceSet | None = None


def files_of(header: Header, pieces: PieceSet | None = None) -> OwnFiles:
    """The own files of a game: its game file, board files that its options name, the pieces that are in play."""
    if pieces is not None:
        pieces = replace(pieces, left_out=left_in_the_box(load_game(header.game), header.options))
    return OwnFiles(header.game, boards_in(header.options), pieces)


class SingleCameraReader:
    """Looks at frame after frame and reads only where something changed and is still again."""

    def __init__(
        self,
        game: GameFile,
        players: Sequence[str],
        *,
        files: OwnFiles | None = None,
        settings: CaptureSettings | None = None,
    ) -> None:
        self.sight: FrameReading | None = None
        self.readings = 0
        self.whole_readings = 0
        self._game = game
        self._players = tuple(players)
        self._files = files or OwnFiles()
        self._settings = settings or CaptureSettings()
        self._watch: QuietGate | None = None
        self._before: BgrImage | None = None
        self._whole_s = float("-inf")
        self._hidden_s = float("inf")  # since when something is hidden that no whole reading has looked for
        self._hidden_whole: frozenset[str] = frozenset()  # what was hidden in the last whole reading, and looks so
        self._sight_image: BgrImage | None = None
        self._framed: FrameReading | None = None  # the last sight of the table with the game's own neighbourhood 1
        self._reads = 0  # readings since something last moved
        self._reads_needed = self._settings.reads
        self._cards: CommandCardFinder | None = None
        self._cards_known = False  # whether cards were looked for since something last changed

    def shown_with(self, place: str) -> tuple[BgrImage, FrameReading] | None:
        """The last picture that was read, with what was read in it; None where that does not have the place."""
        if self.sight is None or self._sight_image is None or place not in self.sight.outlines_px:
            return None
        return (self._sight_image, self.sight)

    def beside(self, frame: Frame) -> tuple[tuple[BgrImage, FrameReading | None], ...]:
        """Further cameras' pictures of the frame's moment with what was read in them: one camera has none."""
        return ()

    @property
    def reading(self) -> Reading | None:
        """The last reading in which a board was seen."""
        return None if self.sight is None or self.sight.reading.position is None else self.sight.reading

    def look(self, frame: Frame, *, own_light: bool = False) -> FrameOutcome:
        """Look at one frame: moving, quiet, or read; where nothing moves, which command cards lie there.

        `own_light` says that our own displays change their light just now: what differs then is neither movement
        nor a change, and the frames before and after the flash are compared with each other.
        """
        outcome = self._look(frame, own_light=own_light)
        if outcome.flashing or outcome.state in ("moving", "dark"):
            self._cards_known = False
            return outcome
        if outcome.quiet and self._cards_known:
            return outcome
        return replace(outcome, cards=self._cards_in(frame.image))

    def _cards_in(self, image: BgrImage) -> tuple[SeenCommandCard, ...]:
        """The command cards in a picture."""
        if self._cards is None:
            self._cards = vision.CommandCardFinder(self._game)
        self._cards_known = True
        return self._cards.look(image)

    def _look(self, frame: Frame, *, own_light: bool) -> FrameOutcome:
        grey = vision.small_grey(frame.image)
        before = self._before
        if own_light and before is not None:
            return self._look_in_flashing_light(frame, vision.change_between(before, grey))
        self._before = grey
        due = (
            frame.fresh
            or frame.captured_s - self._whole_s >= self._settings.whole_every_s
            or frame.captured_s - self._hidden_s >= self._settings.hidden_s
        )
        if self._watch is not None and self._reads >= self._reads_needed and not due:
            if self._watch.look(frame.image, small=grey).quiet:
                return self._unchanged()
            self._reads = 0
        if float(grey.mean()) < self._settings.dark_mean:
            self._reads = 0
            return FrameOutcome("dark", "it is too dark to read; more light, please. The game waits")
        if before is not None and not frame.fresh and vision.change_between(before, grey) > self._settings.moving_share:
            self._reads = 0
            self._hidden_s = float("inf")
            return FrameOutcome("moving")
        return self._read(frame, whole=due)

    def _look_in_flashing_light(self, frame: Frame, changed_share: float) -> FrameOutcome:
        """Quiet where the watch sees nothing; everything else waits until our own light has settled."""
        still = changed_share <= self._settings.moving_share and self._reads >= self._reads_needed
        quiet = still and self._watch is not None and self._watch.look(frame.image).quiet
        return self._unchanged() if quiet else FrameOutcome(self._still_state(), flashing=True)

    def _unchanged(self) -> FrameOutcome:
        """What a quiet frame tells: the cards are those of before, where they were looked for."""
        seen = self._cards.seen if self._cards is not None and self._cards_known else None
        return FrameOutcome(self._still_state(), quiet=True, cards=seen)

    def _still_state(self) -> str:
        return "hand" if self.sight is not None and self.sight.hidden else "watching"

    def _read(self, frame: Frame, *, whole: bool) -> FrameOutcome:
        if frame.image is self._sight_image and self.sight is not None and self.sight.reading.position is None:
            return _unread(self.sight)  # a photograph is shown for a while: nothing else is seen in it then
        if self.sight is None or self.sight.reading.position is None or whole:
            sight = self._read_whole(frame.image)
            self._whole_s = frame.captured_s
            self.whole_readings += 1
        else:
            if self._hidden_whole and self._watch is not None:  # a hand may have gone from where it looks otherwise
                self._hidden_whole -= self._watch.look(frame.image).changed
            sight = vision.reread(frame.image, self.sight)
        self.readings += 1
        self._reads += 1
        self.sight, self._sight_image, self._watch = sight, frame.image, None
        if whole:
            self._hidden_whole = frozenset(sight.hidden)
        if whole or self._hidden_whole.issuperset(sight.hidden):
            self._hidden_s = float("inf")
        else:
            self._hidden_s = min(self._hidden_s, frame.captured_s)
        if sight.reading.position is None:
            self._reads = 0
            return _unread(sight)
        if sight.reading.framed and not sight.mirrored:
            self._framed = sight
        self._watch = sight.watch
        plain = all(place in sight.hidden or is_plain(sight.reading, place) for place in sight.reading.confidence)
        self._reads_needed = 1 if plain else self._settings.reads  # quiet frames then confirm them
        if sight.moved_px > self._settings.moved_px:
            self._reads = 0
            return FrameOutcome("moving", "the camera or the table moved; waiting until it is steady", sight.reading)
        return FrameOutcome(self._still_state(), reading=sight.reading)

    def _read_whole(self, image: BgrImage) -> FrameReading:
        """A reading that knows nothing of those before but where neighbourhoods and tiles lay that are hidden now."""
        files = self._files
        return vision.read_image(
            image,
            self._game,
            players=self._players,
            name=files.name,
            own_boards=files.boards,
            pieces=files.pieces,
            before=self._framed,
        )


def _unread(sight: FrameReading) -> FrameOutcome:
    """In which no board was seen, and why."""
    problems = sight.reading.problems
    return FrameOutcome("unread", problems[0].message if problems else "no board is seen")
