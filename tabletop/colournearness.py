"""How far two colours lie apart for a camera under changing light, and which parts of a game are told by colour alone.

The one measure of it, for printed, described and taught colours, told with the standard library so that files can be
checked before anything is printed; a test holds it against the reader's likelihoods.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from tabletop.boards import load_board
from tabletop.gamefile import GameFile, Rgb, hex_colour
from tabletop.geometry import area_mm2
from tabletop.parts import Part
from tabletop.profiles import WHITE, Covariance, TaughtColour
from tabletop.rounding import rounded_down

LabTriple = tuple[float, float, float]
NO_SCATTER: Covariance = ((0.0, 0.0, 0.0),) * 3


@dataclass(frozen=True, slots=True)
class NearnessSettings:
    """When two colours are too near for the reader; the first three are `vision.pixels.colours.ColourSettings`' own."""

    lightness_sd: float = 3.0
    """Standard deviation of a corrected L between pictures under different lights."""
    chroma_sd: float = 4.5
    """The same for a and b."""
    veil: float = 0.03
    """Share of white light laid over every colour before Lab is taken."""
    refused_below: float = 3.0
    """Standard deviations; the same limit as in `boardsight calibrate colours`. Under simulated lights and
    sensors, of colours 2 to 3 of them apart 7.8 in a hundred are taken for the other, of those 3 to 4.5 apart 3.6."""
    other_footprint: float = 1.35
    """A part whose area is so many times another's is told by its size: a side by 16 % longer. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class NearPair:
    """Two parts whose colours are too near."""

    one: Part
    other: Part
    sentence: str


def colours_too_near(game: GameFile, settings: NearnessSettings | None = None) -> tuple[NearPair, ...]:
    """Parts that only their colour tells apart and whose colours are too near, each pair of colours once.

    Colour alone tells parts without codes of about the same size, and for people whose part it is: the parts of two
    players, where the file gives them colours of different names. Parts that share a colour's name on purpose and
    belong to nobody in particular are left alone.
    """
    settings = settings or NearnessSettings()
    found: dict[frozenset[str], NearPair] = {}
    for one, other in combinations(game.parts, 2):
        colours = frozenset((one.colour, other.colour))
        if colours in found or not colours <= game.palette.keys() or not _colour_decides(one, other, settings):
            continue
        distance = separation(game.palette[one.colour], game.palette[other.colour], settings)
        if distance < settings.refused_below:
            found[colours] = NearPair(one, other, _sentence(one, other, game.palette, distance, settings))
    return tuple(found.values())


def separation(one: Rgb | TaughtColour, other: Rgb | TaughtColour, settings: NearnessSettings | None = None) -> float:
    """How far two colours lie apart in standard deviations: at d, a guess between them errs with Phi(-d / 2).

    A colour in sRGB scatters as light does, a taught one by its own covariance as well. One that was taught before
    November 2026 (`against` patches) counts as a written one, for the reader, too.
    """
    settings = settings or NearnessSettings()
    (mean, scatter), (other_mean, other_scatter) = _seen_as(one, settings), _seen_as(other, settings)
    light, chroma = settings.lightness_sd, settings.chroma_sd
    pooled = [
        [(a + b) / 2 for a, b in zip(row, more, strict=True)] for row, more in zip(scatter, other_scatter, strict=True)
    ]
    for axis, deviation in enumerate((light, chroma, chroma)):
        pooled[axis][axis] += deviation * deviation
    difference = [a - b for a, b in zip(mean, other_mean, strict=True)]
    whole = _determinant(pooled)
    if whole <= 0.0:
        return 0.0  # a covariance that is none, written by hand, tells nothing apart
    solved = [_determinant([*pooled[:axis], difference, *pooled[axis + 1 :]]) / whole for axis in range(3)]
    return sqrt(max(0.0, sum(a * b for a, b in zip(difference, solved, strict=True))))


def _seen_as(colour: Rgb | TaughtColour, settings: NearnessSettings) -> tuple[LabTriple, Covariance]:
    """A colour's Lab through the veil, and how pixels scatter about it."""
    if isinstance(colour, TaughtColour):
        return colour.lab, colour.covariance if colour.against == WHITE else NO_SCATTER
    return _veiled_lab(colour, settings.veil), NO_SCATTER


def _determinant(rows: Sequence[Sequence[float]]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


@dataclass(frozen=True, slots=True)
class PieceLook:
    """How a plain piece looks, and the word by which people know it."""

    name: str
    colour: Rgb | TaughtColour
    area_mm2: float
    shown: str = ""
    """A taught colour, as it is told: how screens show it, or its name."""

    @property
    def words(self) -> str:
        """The piece with its colour."""
        return f"{self.name} {self.shown if isinstance(self.colour, TaughtColour) else hex_colour(self.colour)}"


def looks_too_near(one: PieceLook, other: PieceLook, settings: NearnessSettings | None = None) -> str | None:
    """The sentence about two plain pieces that nothing tells apart; or None."""
    settings = settings or NearnessSettings()
    if not of_one_size(one.area_mm2, other.area_mm2, settings):
        return None
    distance = separation(one.colour, other.colour, settings)
    if distance >= settings.refused_below:
        return None
    return (
        f"{one.words} and {other.words} are of one size and too near in colour: they lie "
        f"{rounded_down(distance, 1)} standard deviations apart for a camera, {settings.refused_below:g} are the "
        "least; mark one of them or take another colour"
    )


def of_one_size(area: float, other: float, settings: NearnessSettings | None = None) -> bool:
    """Whether two areas are too near for size to tell two pieces apart."""
    return max(area, other) < (settings or NearnessSettings()).other_footprint * min(area, other)


def grounds_of(game: GameFile) -> Mapping[str, Rgb]:
    """The colours on which pieces lie: the boards' squares and terrain, tiles and streets; by the palette's words."""
    words = {part.colour for part in game.of_kind("tile") if part.properties} | (
        {"street"} if game.laid_of_tiles else set()
    )
    for part in game.of_kind("board"):
        terrain = set(load_board(str(part.board)).terrain.values()) if part.board is not None else set()
        words |= {*terrain, "square-light", "square-dark", "open-square"}
    return {word: game.palette[word] for word in sorted(words) if word in game.palette}


WOODS: Mapping[str, Rgb] = {"pale wood": (222, 184, 135), "dark wood": (101, 67, 45)}
"""Tables on whose rim streetcars and pucks lie: beech, and stained oak."""
MAT = "a player's mat"
SPOT_WHITENESS = 0.78
"""Share of white in the round place of a mat, where the puck lies; the rest is the seat's colour."""
TRACK_WHITENESS = 0.55
"""Share of white in most spaces of a track, of those that are no fives; the rest is a neighbourhood's colour."""
FIVES_INK = 0.16
"""Share of ink in each fifth space of a board's track; the rest, and the other spaces, are the colour of cards."""


def may_lie_alike(one: Part, other: Part, game: GameFile) -> bool:
    """Whether two parts may lie in one place, so that one may be taken for the other.

    Where no sheet is everybody's track, each stands on the one of its player's board.
    """
    if one.on_track and other.on_track:
        return bool(game.of_kind("track"))
    return one.on_track == other.on_track


def grounds_under(part: Part, game: GameFile) -> Mapping[str, Rgb]:
    """The colours on which this part may lie: the game's, its tracks', the table's and the mats' for a puck."""
    if part.on_track:
        return _grounds_of_tracks(game)
    grounds = dict(grounds_of(game))
    if part.stands_on == "street" or part.kind == "puck":  # which lie beside the boards, too
        grounds |= WOODS
    mats = game.of_kind("mat")
    if part.kind == "puck" and mats:
        grounds[MAT] = (255, 255, 255)
        for mat in mats:
            if mat.spot_mm is not None and mat.colour in game.palette:
                grounds[mat.id] = _mixed(game.palette[mat.colour], (255, 255, 255), SPOT_WHITENESS)
    return grounds


def _grounds_of_tracks(game: GameFile) -> Mapping[str, Rgb]:
    """What is printed on the spaces of a game's score tracks."""
    if not game.of_kind("track"):
        card = game.palette.get("card")
        if card is None:
            return {}
        return {"the score track": card, "the score track's fives": _mixed(card, game.palette["ink"], FIVES_INK)}
    words = sorted({part.colour for part in game.of_kind("tile")} & game.palette.keys())
    pale = {f"the score track, {word}": _mixed(game.palette[word], (255, 255, 255), TRACK_WHITENESS) for word in words}
    return {**{word: game.palette[word] for word in words}, **pale}


def _mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    """One colour with such a share of another."""
    red, green, blue = (round(mine + (its - mine) * share) for mine, its in zip(one, other, strict=True))
    return red, green, blue


def like_ground(look: PieceLook, grounds: Mapping[str, Rgb], settings: NearnessSettings | None = None) -> str | None:
    """The sentence about a plain piece that is too near in colour to some ground and easily missed there; or None.

    A ground counts as its palette has it, for taught pieces, too. That is not wholly fair: print is about a tenth
    paler than its palette, and how it scatters no photograph of the pieces tells. So this warns, and refuses nothing.
    """
    settings = settings or NearnessSettings()
    near = {word: separation(look.colour, ground, settings) for word, ground in grounds.items()}
    word = min(near, key=lambda one: near[one], default=None)
    if word is None or near[word] >= settings.refused_below:
        return None
    return (
        f"{look.words} looks like the ground it lies on ({word} {hex_colour(grounds[word])}): they lie "
        f"{rounded_down(near[word], 1)} standard deviations apart for a camera, {settings.refused_below:g} are the "
        "least to be sure it is seen; mark its top, or take another colour"
    )


def _colour_decides(one: Part, other: Part, settings: NearnessSettings) -> bool:
    """Whether nothing but the colour tells two parts apart, or tells people whose they are."""
    first, second = owner_of(one), owner_of(other)
    differ = first is not None and second is not None and first[0] == second[0] and first[1] != second[1]
    if not one.codes and not other.codes:
        return (differ or one.colour != other.colour) and _alike_in_size(one, other, settings)
    return differ and one.colour != other.colour


def owner_of(part: Part) -> tuple[str, str] | None:
    """Whose part it is: `player` and the file's name for the player, or `seat` and its number."""
    player = part.player
    if player is not None:
        return ("player", str(player))
    return ("seat", str(part.number)) if part.number is not None and part.kind not in ("tile", "board") else None


def _alike_in_size(one: Part, other: Part, settings: NearnessSettings) -> bool:
    return of_one_size(abs(area_mm2(one.outline_mm)), abs(area_mm2(other.outline_mm)), settings)


def _sentence(one: Part, other: Part, palette: Mapping[str, Rgb], distance: float, settings: NearnessSettings) -> str:
    if one.colour == other.colour:
        return (
            f"{one.id} and {other.id} bear no code and are both {one.colour} {hex_colour(palette[one.colour])}, so "
            "nothing tells the reader whose they are; give each player's a colour of its own, or a code"
        )
    names = f"{one.colour} {hex_colour(palette[one.colour])} and {other.colour} {hex_colour(palette[other.colour])}"
    return (
        f"{one.id} and {other.id} are too near in colour: {names} lie {rounded_down(distance, 1)} standard deviations "
        f"apart for a camera, {settings.refused_below:g} are the least; in [palette] change one of them"
    )


def _veiled_lab(colour: Rgb, veil: float) -> LabTriple:
    """CIE Lab (D65) of a colour seen through the veil."""
    red, green, blue = ((linear(value) + veil) / (1 + veil) for value in colour)
    return lab_of_linear((red, green, blue))


def lab_of_linear(light: tuple[float, float, float]) -> LabTriple:
    """CIE Lab (D65) of linear red, green and blue from 0 to 1."""
    red, green, blue = light
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (_curve(value) for value in (x, y, z))
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))


def _curve(share: float) -> float:
    """CIE Lab's cube root with its straight foot (CIE 15:2004)."""
    return float(share ** (1 / 3)) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116


def linear(value: int) -> float:
    """Linear light of an sRGB value 0 to 255 (IEC 61966-2-1)."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
