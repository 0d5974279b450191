"""How far two colours lie apart for a camera under changing light, and which parts of a game are told by colour alone.

The measure is the reader's own (`vision.pixels.colours.separation`), told here with the standard library so that
files can be checked before anything is printed; a test holds both together. `benchmarks/colour_nearness.py` measures
how often printed colours of a given nearness are taken for one another.
"""

from collections.abc import Mapping
from itertools import combinations

from tabletop.boards import load_board
from tabletop.gamefile import GameFile, Part, Rgb
from tabletop.geometry import area_mm2
from tabletop.values import dataclass

LabTriple = tuple[float, float, float]


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
    """Standard deviations; the same limit as in `boardsight calibrate colours`. Between 2 and 3 of them 7.8 in a
    hundred are taken for the other, between 3 and 4.5 3.6 (`benchmarks/colour_nearness.py`, docs/printing.md)."""
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


def separation(one: Rgb, other: Rgb, settings: NearnessSettings | None = None) -> float:
    """How far two sRGB colours lie apart in standard deviations: at d, a guess between them errs with Phi(-d / 2)."""
    settings = settings or NearnessSettings()
    (l1, a1, b1), (l2, a2, b2) = _veiled_lab(one, settings.veil), _veiled_lab(other, settings.veil)
    light, chroma = settings.lightness_sd, settings.chroma_sd
    squares = ((l1 - l2) / light) ** 2 + ((a1 - a2) / chroma) ** 2 + ((b1 - b2) / chroma) ** 2
    return float(squares**0.5)


def looks_too_near(
    one: tuple[str, Rgb, float], other: tuple[str, Rgb, float], settings: NearnessSettings | None = None
) -> str | None:
    """The sentence about two plain pieces, each its name, colour and area in mm2, that nothing tells apart; or None."""
    settings = settings or NearnessSettings()
    (name, colour, area), (other_name, other_colour, other_area) = one, other
    if max(area, other_area) >= settings.other_footprint * min(area, other_area):
        return None
    distance = separation(colour, other_colour, settings)
    if distance >= settings.refused_below:
        return None
    return (
        f"{name} {_hex(colour)} and {other_name} {_hex(other_colour)} are of one size and too near in colour: they lie "
        f"{distance:.1f} standard deviations apart for a camera, {settings.refused_below:g} are the least; mark one of "
        "them or take another colour"
    )


def grounds_of(game: GameFile) -> Mapping[str, Rgb]:
    """The colours on which pieces lie: the boards' squares and terrain, tiles and streets; by the palette's words."""
    words = {part.colour for part in game.of_kind("tile") if part.properties} | (
        {"street"} if game.laid_of_tiles else set()
    )
    for part in game.of_kind("board"):
        terrain = set(load_board(str(part.extra["board"])).terrain.values()) if "board" in part.extra else set()
        words |= {*terrain, "square-light", "square-dark", "open-square"}
    return {word: game.palette[word] for word in sorted(words) if word in game.palette}


WOODS: Mapping[str, Rgb] = {"pale wood": (222, 184, 135), "dark wood": (101, 67, 45)}
"""Tables on whose rim streetcars and pucks lie: beech, and stained oak."""


def like_ground(
    name: str, colour: Rgb, grounds: Mapping[str, Rgb], settings: NearnessSettings | None = None
) -> str | None:
    """The sentence about a plain piece that is too near in colour to some ground and easily missed there; or None."""
    settings = settings or NearnessSettings()
    near = {word: separation(colour, ground, settings) for word, ground in grounds.items()}
    word = min(near, key=lambda one: near[one], default=None)
    if word is None or near[word] >= settings.refused_below:
        return None
    return (
        f"{name} {_hex(colour)} looks like the ground it lies on ({word} {_hex(grounds[word])}): they lie "
        f"{near[word]:.1f} standard deviations apart for a camera, {settings.refused_below:g} are the least to be sure "
        "it is seen; mark its top, or take another colour"
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
    player = part.extra.get("player")
    if player is not None:
        return ("player", str(player))
    return ("seat", str(part.number)) if part.number is not None and part.kind not in ("tile", "board") else None


def _alike_in_size(one: Part, other: Part, settings: NearnessSettings) -> bool:
    areas = sorted(abs(area_mm2(part.outline_mm)) for part in (one, other))
    return areas[1] < settings.other_footprint * areas[0]


def _sentence(one: Part, other: Part, palette: Mapping[str, Rgb], distance: float, settings: NearnessSettings) -> str:
    if one.colour == other.colour:
        return (
            f"{one.id} and {other.id} bear no code and are both {one.colour} {_hex(palette[one.colour])}, so nothing "
            "tells the reader whose they are; give each player's a colour of its own, or a code"
        )
    names = f"{one.colour} {_hex(palette[one.colour])} and {other.colour} {_hex(palette[other.colour])}"
    return (
        f"{one.id} and {other.id} are too near in colour: {names} lie {distance:.1f} standard deviations apart for a "
        f"camera, {settings.refused_below:g} are the least; in [palette] change one of them"
    )


def _hex(colour: Rgb) -> str:
    return "#" + bytes(colour).hex()


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
