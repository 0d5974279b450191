"""Profiles: what calibration learnt about one camera, one table and one set of colours, with a text that parses back.

The text is TOML and begins with `format = "boardsight-camera/1"`, `"boardsight-table/1"` or `"boardsight-colours/1"`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, TypeVar

from tabletop.errors import UnreadableInput
from tabletop.schema import brief
from tabletop.textfiles import parsed_toml
from tabletop.visible import one_line

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
            values = _fields(profile) | {
                "size_px": (height, width),
                "focal_px": (fy, fx),
                "centre_px": (height - 1 - cy, cx),
                "distortion": (k1, k2, p2, -p1, k3),
                "focal_sd_px": profile.focal_sd_px[::-1],
                "centre_sd_px": profile.centre_sd_px[::-1],
            }
            profile = CameraProfile(**values)
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


@dataclass(frozen=True, slots=True)
class ColourProfile:
    """The colours of a set of plain pieces, relative to the references on a game's printed parts."""

    game: str
    made: str
    colours: tuple[TaughtColour, ...]


Profile = CameraProfile | TableProfile | ColourProfile
_P = TypeVar("_P", CameraProfile, TableProfile, ColourProfile)
FORMATS: dict[str, type[CameraProfile] | type[TableProfile] | type[ColourProfile]] = {
    "boardsight-camera/1": CameraProfile,
    "boardsight-table/1": TableProfile,
    "boardsight-colours/1": ColourProfile,
}


def profile_text(profile: Profile) -> str:
    """The profile as TOML; `parse_profile` gives the same value back."""
    name = next(name for name, kind in FORMATS.items() if kind is type(profile))
    lines = [f"format = {_toml(name)}"]
    lines += [f"{key} = {_toml(value)}" for key, value in _fields(profile).items() if key != "colours"]
    if isinstance(profile, ColourProfile):
        for colour in profile.colours:
            lines += ["", "[[colours]]", *(f"{key} = {_toml(value)}" for key, value in _fields(colour).items())]
    return "\n".join(lines) + "\n"


def parse_profile(text: str, kind: type[_P], source: str = "the profile") -> _P:
    """A profile of that kind from its text.

    Raises UnreadableInput, with the source's name, the key, its value and what was expected.
    """
    raw = parsed_toml(text, source, " is no profile")
    wanted = next(name for name, known in FORMATS.items() if known is kind)
    found = raw.pop("format", None)
    if found != wanted:
        raise UnreadableInput(f"{source}: format is {brief(found)}, expected {wanted!r}")
    try:
        if kind is ColourProfile:
            raw["colours"] = tuple(_build(TaughtColour, entry) for entry in _tables(raw.get("colours")))
        profile: _P = _build(kind, raw)
    except ValueError as error:
        raise UnreadableInput(f"{source}: {error}") from error
    return profile


_B = TypeVar("_B", CameraProfile, TableProfile, ColourProfile, TaughtColour)


def _build(kind: type[_B], raw: Mapping[str, Any]) -> _B:
    """One dataclass from a TOML table; ValueError names the key."""
    known, values = kind.__dataclass_fields__, {}
    for key, value in raw.items():
        if key not in known:
            raise ValueError(f"unknown key '{one_line(key)}'; the keys are {', '.join(known)}")
        values[key] = value if key == "colours" else _checked(key, value)
    missing = [key for key in known if key not in values and key not in ("footprint_mm", "area_mm2")]
    if missing:
        raise ValueError(f"the key '{missing[0]}' is missing")
    return kind(**values)


def _checked(key: str, value: Any) -> Any:
    """A TOML value as the field's type; ValueError names key, value and what was expected."""
    check, expected = _CHECKS[key]
    try:
        return check(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{key} is {brief(value)}, expected {expected}") from error


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: Any, *, above: float = float("-inf")) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value < above:
        raise ValueError
    return float(value)


def _positive(value: Any) -> float:
    number = _number(value)
    if number <= 0:
        raise ValueError
    return number


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError
    return value


def _not_negative(value: Any) -> float:
    return _number(value, above=0.0)


def _many(item: Callable[[Any], Any], count: int) -> Callable[[Any], tuple[Any, ...]]:
    def check(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != count:
            raise ValueError
        return tuple(item(entry) for entry in value)

    return check


_CHECKS: dict[str, tuple[Callable[[Any], Any], str]] = {
    **dict.fromkeys(("camera", "focus", "made", "sheet", "game", "name"), (_text, "a text")),
    "size_px": (_many(_count, 2), "width and height in whole pixels"),
    "focal_px": (lambda value: _many(_positive, 2)(value) if isinstance(value, list) else _positive(value), "px, > 0"),
    **dict.fromkeys(("centre_px",), (_many(_number, 2), "two numbers")),
    **dict.fromkeys(
        ("focal_sd_px", "centre_sd_px", "footprint_mm"), (_many(_not_negative, 2), "two numbers, 0 or more")
    ),
    "distortion": (_many(_number, 5), "five numbers"),
    **dict.fromkeys(("rotation", "translation_mm", "lab"), (_many(_number, 3), "three numbers")),
    "covariance": (_many(_many(_number, 3), 3), "three rows of three numbers"),
    **dict.fromkeys(("views", "samples", "codes"), (_count, "a whole number, 1 or more")),
    **dict.fromkeys(
        ("reprojection_px", "ray_error_px", "height_mm", "height_sd_mm", "tilt_deg", "tilt_sd_deg", "area_mm2"),
        (_not_negative, "a number, 0 or more"),
    ),
}


def _tables(value: Any) -> Iterable[Mapping[str, Any]]:
    if not isinstance(value, list) or not value or not all(isinstance(entry, dict) for entry in value):
        raise ValueError("[[colours]] is missing, expected one table for each colour")
    return value


def _fields(value: Profile | TaughtColour) -> dict[str, Any]:
    return {key: getattr(value, key) for key in value.__dataclass_fields__}


def _toml(value: Any) -> str:
    """A text, number or nested tuple of numbers as TOML."""
    if isinstance(value, str):
        escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
        plain = "".join(escapes.get(c, c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}") for c in value)
        return f'"{plain}"'
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(entry) for entry in value)}]"
    return repr(value)
