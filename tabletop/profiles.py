"""Profiles: what calibration learnt about one camera, one table and one set of colours, with a text that parses back.

The text is TOML and begins with `format = "boardsight-camera/1"`, `"boardsight-table/1"` or `"boardsight-colours/1"`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tabletop.errors import UnreadableInput
from tabletop.notation.lines import unreadable
from tabletop.notation.text import to_toml
from tabletop.schema import FieldKind, Mismatch, anything, brief, list_of, number, one_of, record, several, whole
from tabletop.textfiles import parsed_toml
from tabletop.tomllines import toml_line

Covariance = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
CLOCKWISE_TURNS = {1: 0, 6: 1, 3: 2, 8: 3}
"""EXIF orientation -> clockwise quarter turns that show the picture upright; the others are mirrored."""


@dataclass(frozen=True, slots=True)
class CameraProfile:
    """A camera's lens at one size and focus: OpenCV's pinhole with five distortion coefficients.

    Pixels are those of the sensor, before any turn that EXIF asks for; pixel centres are whole numbers.
    """

    camera: str
    """Name of the camera as the system or EXIF tells it."""
    size_px: tuple[int, int]
    """Width and height."""
    focus: str
    """The lens's focus and zoom as far as known, such as `fixed` or `4.25 mm`; empty where nothing tells it."""
    made: str
    """Day, ISO 8601."""
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    """k1, k2, p1, p2, k3."""
    focal_sd_px: tuple[float, float]
    """Standard deviations."""
    centre_sd_px: tuple[float, float]
    reprojection_px: float
    """Root mean square over all corners; says little alone."""
    ray_error_px: float
    """How wrong the direction of a pixel may be, the worst over the picture, 95 %: the figure to judge by."""
    views: int
    sheet: str

    def refusal(self, *, camera: str = "", size_px: tuple[int, int] | None = None, focus: str = "") -> str | None:
        """Why this profile must not be used for pictures of that camera, size and focus; None where it fits.

        What is not known (empty, None) is not compared.
        """
        if size_px is not None and tuple(size_px) != self.size_px:
            ours, theirs = f"{self.size_px[0]} x {self.size_px[1]}", f"{size_px[0]} x {size_px[1]}"
            return f"the profile was made for pictures of {ours} pixels, this one has {theirs}"
        if camera and self.camera and camera.casefold() != self.camera.casefold():
            return f"the profile was made for the camera '{self.camera}', this one is '{camera}'"
        if focus and self.focus and focus.casefold() != self.focus.casefold():
            return f"the profile was made at focus '{self.focus}', this picture was taken at '{focus}'"
        return None

    def usable_for(self, *, camera: str = "", size_px: tuple[int, int] | None = None, focus: str = "") -> bool:
        """Whether the profile may be used for pictures of that camera, size and focus."""
        return self.refusal(camera=camera, size_px=size_px, focus=focus) is None

    def turned(self, clockwise_turns: int) -> "CameraProfile":
        """The profile for pictures that were turned clockwise by quarter turns, as EXIF asks (`CLOCKWISE_TURNS`)."""
        profile = self
        for _ in range(clockwise_turns % 4):
            (width, height), (fx, fy), (cx, cy) = profile.size_px, profile.focal_px, profile.centre_px
            k1, k2, p1, p2, k3 = profile.distortion
            profile = replace(
                profile,
                size_px=(height, width),
                focal_px=(fy, fx),
                centre_px=(height - 1 - cy, cx),
                distortion=(k1, k2, p2, -p1, k3),
                focal_sd_px=profile.focal_sd_px[::-1],
                centre_sd_px=profile.centre_sd_px[::-1],
            )
        return profile


@dataclass(frozen=True, slots=True)
class TableProfile:
    """Where the table's plane lies before the camera; made from one picture of printed codes that lie flat.

    A point (x, y, z) of the table frame (mm, x right, y down, z up) lies at `R · (x, y, -z) + translation_mm` before
    the camera, R from the rotation vector. The origin is where the axis of sight meets the table, x to the picture's
    right.
    """

    camera: str
    size_px: tuple[int, int]
    made: str
    rotation: tuple[float, float, float]
    """Rotation vector (Rodrigues), radians."""
    translation_mm: tuple[float, float, float]
    height_mm: float
    """Of the lens above the table."""
    height_sd_mm: float
    tilt_deg: float
    """Between the axis of sight and straight down."""
    tilt_sd_deg: float
    focal_px: float
    """Of the profile, or solved from the codes themselves."""
    reprojection_px: float
    codes: int


WHITE, PATCHES = "white", "patches"


@dataclass(frozen=True, slots=True)
class TaughtColour:
    """One kind of piece as its plain colour and footprint were seen in a corrected picture."""

    name: str
    lab: tuple[float, float, float]
    """Mean, CIE Lab (D65) relative to the printed references."""
    covariance: Covariance
    """Of single pixels about the mean."""
    samples: int
    footprint_mm: tuple[float, float] = (0.0, 0.0)
    """Longer and shorter side of the smallest rectangle round a piece; zeros where not measured."""
    area_mm2: float = 0.0
    against: str = PATCHES
    """What the picture's colours were corrected by: `white` of the codes, or, until November 2026, all `patches`, which
    made painted pieces look stronger than they do now."""


@dataclass(frozen=True, slots=True)
class ColourProfile:
    """The colours of a set of plain pieces, relative to the references on a game's printed parts."""

    game: str
    made: str
    colours: tuple[TaughtColour, ...]


Profile = CameraProfile | TableProfile | ColourProfile
_P = TypeVar("_P", CameraProfile, TableProfile, ColourProfile)

_NUMBER, _AMOUNT = number("a number"), number("a number, 0 or more", least=0)
_POSITIVE = number("a number above 0", above=0)
_THREE = several(_NUMBER, 3, "three numbers")
_KINDS: Mapping[Any, FieldKind] = {
    str: anything("a text in quotes", lambda value: isinstance(value, str)),
    int: whole(1, 10**9),
    float: _AMOUNT,
    tuple[int, int]: several(whole(1, 10**9), 2, "width and height in whole pixels"),
    tuple[float, float]: several(_AMOUNT, 2, "two numbers, 0 or more"),
    tuple[float, float, float]: _THREE,
    tuple[float, float, float, float, float]: several(_NUMBER, 5, "five numbers"),
    Covariance: several(_THREE, 3, "three rows of three numbers"),
}
_CAMERA = record(
    CameraProfile,
    _KINDS,
    {
        "focal_px": several(_POSITIVE, 2, "two numbers of pixels above 0"),
        "centre_px": several(_NUMBER, 2, "two numbers of pixels"),
    },
    name="a camera profile",
)
TAUGHT_COLOUR = record(TaughtColour, _KINDS, {"against": one_of((WHITE, PATCHES))}, name="[[colours]]")
FORMATS: dict[type[Profile], tuple[str, FieldKind]] = {
    CameraProfile: ("boardsight-camera/1", _CAMERA),
    TableProfile: ("boardsight-table/1", record(TableProfile, _KINDS, {"focal_px": _POSITIVE}, name="a table profile")),
    ColourProfile: (
        "boardsight-colours/1",
        record(ColourProfile, _KINDS, {"colours": list_of(TAUGHT_COLOUR, least=1)}, name="a colour profile"),
    ),
}


def profile_text(profile: Profile) -> str:
    """The profile as TOML; `parse_profile` gives the same value back."""
    name, kind = FORMATS[type(profile)]
    return to_toml({"format": name, **kind.write(profile)})


def parse_profile(text: str, kind: type[_P], source: str = "the profile") -> _P:
    """A profile of that kind from its text.

    Raises UnreadableInput, with the source's name, the line, the key, its value and what was expected.
    """
    document = parsed_toml(text, source, "is no profile")
    wanted, shape = FORMATS[kind]
    found = document.pop("format", None)
    if found != wanted:
        raise UnreadableInput(f"{source}: format is {brief(found)}, expected {wanted!r}")
    try:
        profile: _P = shape.read(document, ())
    except Mismatch as error:
        raise unreadable(error, source, toml_line(text, error.path)) from error
    return profile
