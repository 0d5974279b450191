"""Profiles and their texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import UnreadableInput
from tabletop.profiles import CameraProfile, ColourProfile, TableProfile, TaughtColour, parse_profile, profile_text

numbers = st.floats(-1e6, 1e6)
amounts = st.floats(0, 1e6)
lengths = st.floats(0.1, 1e5)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
counts = st.integers(1, 10**6)
cameras = st.builds(
    CameraProfile,
    camera=texts, size_px=st.tuples(counts, counts), focus=texts, made=texts, focal_px=st.tuples(lengths, lengths),
    centre_px=st.tuples(numbers, numbers), distortion=st.tuples(*[numbers] * 5),
    focal_sd_px=st.tuples(amounts, amounts), centre_sd_px=st.tuples(amounts, amounts),
    reprojection_px=amounts, ray_error_px=amounts, views=counts, sheet=texts,
)  # fmt: skip
triples = st.tuples(numbers, numbers, numbers)
tables = st.builds(
    TableProfile,
    camera=texts, size_px=st.tuples(counts, counts), made=texts, rotation=triples, translation_mm=triples,
    height_mm=amounts, height_sd_mm=amounts, tilt_deg=amounts, tilt_sd_deg=amounts, focal_px=lengths,
    reprojection_px=amounts, codes=counts,
)  # fmt: skip
colours = st.builds(
    TaughtColour,
    name=texts, lab=triples, covariance=st.tuples(triples, triples, triples), samples=counts,
    footprint_mm=st.tuples(amounts, amounts), area_mm2=amounts,
)  # fmt: skip
colour_profiles = st.builds(
    ColourProfile, game=texts, made=texts, colours=st.lists(colours, min_size=1, max_size=4).map(tuple)
)
CAMERA = CameraProfile(
    "C920", (1920, 1080), "fixed", "2026-11-20", (1400.0, 1402.0), (950.0, 541.0), (0.06, -0.1, 0.001, -0.002, 0.03),
    (1.0, 1.2), (0.8, 0.9), 0.12, 0.6, 15, "a4",
)  # fmt: skip


@given(st.one_of(cameras, tables, colour_profiles))
def test_text_parses_back(profile: CameraProfile | TableProfile | ColourProfile) -> None:
    """Parsing what was written gives the same value, for every kind of profile."""
    assert parse_profile(profile_text(profile), type(profile)) == profile


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "size_px = [1920, 1080]",
            "size_px = [1920, 0]",
            "line 3: size_px: 0 is not possible; expected a whole",
        ),
        ("views = 15", "views = true", "line 13: views: true is not possible; expected a whole number"),
        ("views = 15", "", "'views' is missing"),
        ("views = 15", "views = 15\nzoom = 2", "'zoom' is not known here"),
        ("boardsight-camera/1", "boardsight-camera/9", "expected 'boardsight-camera/1'"),
        ("focal_px = [1400.0, 1402.0]", "focal_px = [nan, 1402.0]", "focal_px: nan is not possible"),
        ("focal_px = [1400.0, 1402.0]", "focal_px = 1400", "focal_px: 1400 is not possible; expected two numbers"),
        ("size_px = [1920, 1080]", "size_px = 1920", "size_px: 1920 is not possible; expected width and height"),
        ("views = 15", "views = = 15", "is no profile"),
    ],
)
def test_broken_text_is_refused_with_key_and_value(old: str, new: str, said: str) -> None:
    """What is wrong with a profile's text is said with its file, key, value and what was expected."""
    text = profile_text(CAMERA)
    assert old in text
    with pytest.raises(UnreadableInput) as caught:
        parse_profile(text.replace(old, new), CameraProfile, "cam.toml")
    assert "cam.toml" in str(caught.value)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"size_px": (1280, 720)}, "1280 x 720"),
        ({"camera": "Other"}, "'Other'"),
        ({"focus": "manual 30"}, "'manual 30'"),
    ],
)
def test_profile_is_refused_for_another_camera_size_or_focus(asked: dict[str, object], said: str) -> None:
    """A profile is only for the camera, resolution and focus that it was made for, and says why not."""
    refusal = CAMERA.refusal(**asked)  # type: ignore[arg-type]
    assert refusal is not None
    assert said in refusal


def test_profile_is_usable_where_nothing_contradicts() -> None:
    """A picture of the same size whose camera and focus are unknown or the same may use the profile."""
    assert CAMERA.usable_for(camera="c920", size_px=(1920, 1080), focus="Fixed")
    assert CAMERA.usable_for(size_px=(1920, 1080))


def test_four_quarter_turns_change_nothing() -> None:
    """A profile turned four times is the same profile."""
    turned = CAMERA.turned(1).turned(3)
    assert turned.centre_px == pytest.approx(CAMERA.centre_px)
    assert turned.distortion == pytest.approx(CAMERA.distortion)
    assert turned.size_px == CAMERA.size_px
