"""`boardsight calibrate colours`: one photo of plain pieces beside a printed sheet into their colours."""

import argparse
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from calibration.pieces import Teaching, TeachingSettings, pieces_picture, see_pieces, teach
from live.calibrating.files import write_picture, write_text
from live.console.arguments import game_named
from live.console.terminal import tell
from tabletop.errors import UnreadableInput, UsageError
from tabletop.profiles import ColourProfile, profile_text
from tabletop.textfiles import parsed_toml, read_text
from vision.pixels.images import load_image

WORST_PAIRS = 3


def run_colours(arguments: argparse.Namespace) -> int:
    """Make the profile; raises where pieces and names don't match or two colours are too near."""
    settings, game = TeachingSettings(), game_named(arguments.game)
    names = piece_names(arguments.pieces)
    image = load_image(arguments.image)
    try:
        seen = see_pieces(image, game, settings)
    except UnreadableInput as error:
        raise UnreadableInput(f"{arguments.image}: {error}") from error
    picture = arguments.picture or arguments.out.with_name(f"{arguments.out.stem}-pieces.png")
    write_picture(picture, pieces_picture(image, seen, names))
    try:
        taught = teach(seen, names, settings)
    except UnreadableInput as error:
        raise UnreadableInput(f"{arguments.image}: {error}: {picture}") from error
    profile = ColourProfile(game.name, datetime.now(UTC).date().isoformat(), taught.colours)
    write_text(arguments.out, profile_text(profile))
    if arguments.json:
        print(json.dumps(as_json(taught, arguments.out, picture), ensure_ascii=False))
    else:
        tell("\n".join([*as_text(taught, settings), f"picture: {picture}", f"profile: {arguments.out}"]))
    return 0


def piece_names(words: Sequence[str]) -> list[str]:
    """Names in order, `red*3` three times; one word that is a file stands for the names in it.

    A file holds a name a line (`#` begins a comment), or is a TOML with `[[pieces]]` or `[[parts]]`, each with a `name`
    or `id` and optionally a `count`.
    """
    if len(words) == 1 and Path(words[0]).is_file():
        return _names_in(Path(words[0]))
    names: list[str] = []
    for word in words:
        name, star, times = word.partition("*")
        if not name or (star and not times.isdigit()) or (star and int(times) < 1):
            raise UsageError(f"'{word}' is no piece; write a name, or name*3 for three alike")
        names += [name] * (int(times) if star else 1)
    return names


def _names_in(path: Path) -> list[str]:
    try:
        text = read_text(path)
        if path.suffix != ".toml":
            lines = (line.split("#")[0].strip() for line in text.splitlines())
            return piece_names([line for line in lines if line])
        raw = parsed_toml(text, str(path))
        entries = raw.get("pieces") or raw.get("parts") or []
        names = [name for e in entries for name in [str(e.get("name") or e["id"])] * int(e.get("count", 1))]
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise UnreadableInput(f"{path} is no list of pieces: {error}") from error
    if not names:
        raise UnreadableInput(f"{path} has no [[pieces]]; expected one table for each, with a name")
    return names


def as_text(taught: Teaching, settings: TeachingSettings) -> list[str]:
    """Colours and the worst pairs, for people."""
    width = max(len(colour.name) for colour in taught.colours)
    lines = [
        f"{colour.name:{width}}  Lab {colour.lab[0]:5.1f} {colour.lab[1]:6.1f} {colour.lab[2]:6.1f}  "
        f"{colour.footprint_mm[0]:.0f} x {colour.footprint_mm[1]:.0f} mm"
        for colour in taught.colours
    ]
    lines.append(f"patches fit to Delta E {taught.correction.matrix.residual:.1f}")
    for pair in taught.pairs[:WORST_PAIRS]:
        near = pair.separation < settings.warned_below
        said = "near: expect questions" if near else "clearly apart"
        lines.append(f"{pair.one} and {pair.other}: {pair.separation:.1f} standard deviations, {said}")
    return lines


def as_json(taught: Teaching, out: Path, picture: Path) -> dict[str, object]:
    """The same for programs."""
    return {
        "format": "boardsight-calibration/1",
        "profile": str(out),
        "picture": str(picture),
        "patches_delta_e": taught.correction.matrix.residual,
        "colours": [
            {"name": c.name, "lab": list(c.lab), "footprint_mm": list(c.footprint_mm), "samples": c.samples}
            for c in taught.colours
        ],
        "pairs": [{"between": [p.one, p.other], "separation": p.separation} for p in taught.pairs],
    }
