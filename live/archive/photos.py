"""One photo to one outcome: what `boardsight read` does with each picture, wherever it runs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from calibration.exif import photo_facts
from live.archive.batch import Outcome
from live.console.arguments import game_named, players_named
from live.console.language import told
from live.console.pictures import game_meant, photo_in, picture_in
from tabletop.errors import BoardsightError, UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.notation import position_to_json, write_position
from tabletop.plainkinds import pieces_for
from tabletop.profiles import CameraProfile, parse_profile
from tabletop.readings import Problem, Reading
from tabletop.textfiles import read_bytes, read_text
from tabletop.wholefiles import write_whole
from vision import BgrImage, FrameReading, annotate, is_plain, large_photos, probabilities, read_image
from vision.advice import places_in_words
from vision.pixels.images import LARGEST_FILE_BYTES
from vision.reasons import by_reason, why_asked


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How pictures are to be read: the words of the command line, which mean the same on every worker."""

    game: str | None = None
    boards: tuple[str, ...] = ()
    pieces: str | None = None
    players: str = ""
    camera: str | None = None


def read_photo(name: str, path: str, annotate: str | None, options: ReadOptions) -> Outcome:
    """Read the picture at `path`, called `name`; one that cannot be read is an outcome, too, with its reason.

    `annotate` is the file for the picture with what was read drawn on it; where that cannot be written the reading
    stands, with the reason and exit code 1. Raises BoardsightError where the options themselves are wrong.
    """
    game = None if options.game is None else game_named(options.game)
    try:
        sight, unwritten = _read(name, path, annotate, game, options)
    except UnreadableInput as error:
        reason = str(error).replace(path, name)
        return refused(name, reason, None if game is None else game.name, error.exit_code)

    said = (*(f"{name}: {problem.message}" for problem in sight.reading.problems), *unwritten)
    why = why_asked(sight)
    document = reading_json(sight.reading, name, why)
    return Outcome(name, document, _for_people(sight.reading, why), said, 1 if unwritten else 0)


def refused(name: str, reason: str, game: str | None, exit_code: int) -> Outcome:
    """The outcome of a picture that was refused: no position, and why."""
    document: dict[str, Any] = {
        "format": "boardsight-reading/1",
        "image": name,
        "game": game,
        "position": None,
        "confidence": {},
        "p": {},
        "reasons": {},
        "problems": [Problem("refused", reason).to_json()],
        "camera": None,
    }
    return Outcome(name, document, "", (reason,), exit_code)


def _read(
    name: str, path: str, annotated: str | None, game: GameFile | None, options: ReadOptions
) -> tuple[FrameReading, tuple[str, ...]]:
    """What the picture shows, and why it could not be drawn on; UnreadableInput where too little is seen."""
    profile, unfit = _profile(options.camera, path)
    unwritten: tuple[str, ...] = ()
    if profile is None and annotated is None and options.pieces is None:
        sight = _read_printed(name, path, game, options)
    else:
        sight, image = _read_whole(name, path, game, options, profile)
        if annotated is not None:
            unwritten = _write_annotated(name, image, sight, Path(annotated))
    reading = sight.reading
    if reading.position is None:
        reason = reading.problems[0].message if reading.problems else "too little is seen"
        raise UnreadableInput(f"{name}: {reason}")
    if unfit:
        sight = replace(sight, reading=replace(reading, problems=(*unfit, *reading.problems)))
    return sight, unwritten


def _read_printed(name: str, path: str, game: GameFile | None, options: ReadOptions) -> FrameReading:
    """Of printed parts, as small as they show everything."""
    photo = photo_in(path)
    word = options.game or game_meant(photo.grey(photo.reduction(large_photos.LEAST_PX)), name, options.boards, None)
    game = game or game_named(word)
    return large_photos.read_photo(
        photo, game, players=players_named(options.players, game), name=word, own_boards=options.boards
    )


def _read_whole(
    name: str, path: str, game: GameFile | None, options: ReadOptions, profile: CameraProfile | None
) -> tuple[FrameReading, BgrImage]:
    """Of the picture as it was taken, in colour, and the picture itself."""
    image = picture_in(path)
    word = options.game or game_meant(image, name, options.boards, options.pieces)
    game = game or game_named(word)
    sight = read_image(
        image,
        game,
        players=players_named(options.players, game),
        profile=profile,
        name=word,
        own_boards=options.boards,
        pieces=None if options.pieces is None else pieces_for(options.pieces, game),
    )
    return sight, image


def _profile(name: str | None, path: str) -> tuple[CameraProfile | None, tuple[Problem, ...]]:
    """The camera's profile in a file; None without one, or where the photo is another camera's."""
    if name is None:
        return None, ()

    profile = parse_profile(read_text(name), CameraProfile, name)
    facts = photo_facts(read_bytes(path, most=LARGEST_FILE_BYTES))
    reason = profile.refusal(camera=facts.camera, focus=facts.focus)
    if reason is None:
        return profile, ()
    return None, (Problem("profile-unfit", f"the camera profile is not used: {reason}"),)


def reading_json(reading: Reading, image: str, why: Mapping[str, str]) -> Mapping[str, Any]:
    """The document of INTERFACE.md section 4, and why each place is asked about that is."""
    camera = reading.camera
    return {
        "format": "boardsight-reading/1",
        "image": image,
        "game": reading.game,
        "position": position_to_json(reading.position),
        "confidence": dict(sorted(reading.confidence.items(), key=lambda one: _natural(one[0]))),
        "p": dict(sorted(probabilities(reading).items(), key=lambda one: _natural(one[0]))),
        "reasons": {place: why[place] for place in sorted(why, key=_natural)},
        "problems": [problem.to_json() for problem in reading.problems],
        "camera": None if camera is None else {"reprojection_px": camera.reprojection_px, "scale": camera.scale},
    }


WHY = "# why: "


def _for_people(reading: Reading, why: Mapping[str, str]) -> str:
    """The position as TOML, and below it what is likely but not plain, and why places are asked about."""
    lines = [write_position(reading.position, "toml")]
    for answer in ("likely", "ask"):
        told = (place for place, sure in reading.confidence.items() if sure == answer and not is_plain(reading, place))
        if places := sorted(told, key=_natural):
            lines.append(f"# {answer}: {', '.join(places)}\n")
    reasons = by_reason({place: why[place] for place in sorted(why, key=_natural)})
    lines += [f"{WHY}{places_in_words(places)}: {reason}\n" for reason, places in reasons.items()]
    return "".join(lines)


def spoken(text: str) -> str:
    """What was read, for people, its reasons in the terminal's language; what programs read stays as it is."""
    lines = text.splitlines(keepends=True)
    return "".join(WHY + told(line.removeprefix(WHY)) if line.startswith(WHY) else line for line in lines)


def _natural(place: str) -> tuple[str, int, str]:
    """Sort places by kind, then by number."""
    kind, _, rest = place.partition(":")
    number, _, tail = rest.partition(":")
    return (kind, int(number), tail) if number.isdigit() else (kind, 0, rest)


def _write_annotated(name: str, image: BgrImage, sight: FrameReading, out: Path) -> tuple[str, ...]:
    """Write the picture with what was read; one sentence where that can't be done."""
    import cv2

    ok, data = cv2.imencode(out.suffix, annotate(image, sight))
    if not ok:
        return (f"{name}: --annotate {out}: the picture could not be packed; use .jpg or .png",)
    try:
        write_whole(out, data.tobytes())
    except BoardsightError as error:
        return (f"{name}: {error}",)
    return ()
