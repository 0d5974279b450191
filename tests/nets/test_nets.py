"""Nothing is printed or read otherwise than it was, unless that was wanted: the nets of `benchmarks/nets.py`.

After a wanted change look at `python benchmarks/nets.py`, then make the files anew with `--make`.
"""

from pathlib import Path

import pytest
from measuring import demos, printed, readings
from nets import FOLDER, PICTURES, SHEETS, kept_at

from printables.book import PrintSettings

ROOT = Path(__file__).parents[2]
SAMPLE = 11
"""In an ordinary run every so many a photograph is read."""


LONG_TO_LAY_OUT = ("my-city", "small-city", "my-city-chess")
"""Their sheets on letter paper take as long as those of all other games together."""


@pytest.mark.parametrize(
    ("game", "way"),
    [
        pytest.param(game, way, marks=[pytest.mark.soak] if way.paper != "a4" and game in LONG_TO_LAY_OUT else [])
        for game in printed.games()
        for way in printed.EVERY_WAY
    ],
    ids=lambda value: getattr(value, "paper", value),
)
def test_every_sheet_draws_what_it_drew(game: str, way: PrintSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing commands and pictures of all PDFs of a game, on A4 and letter paper, sparing ink or not."""
    monkeypatch.chdir(ROOT)
    kept = (line.split() for line in SHEETS.read_text(encoding="utf-8").splitlines())
    before = [words for words in kept if words[0] == Path(game).stem and f"-{way.paper}" in words[1]]
    assert [line.split() for line in printed.sheets(game, [way])] == before


def test_some_photographs_are_read_as_they_were() -> None:
    """Position, confidence and evidence of one in eleven pictures of the corpus, to a twentieth of a nat."""
    some = list(PICTURES["photographs"]())[::SAMPLE]
    assert list(readings.changed(readings.read(kept_at("photographs")), some)) == []


@pytest.mark.soak
@pytest.mark.parametrize("net", PICTURES)
def test_every_picture_is_read_as_it_was(net: str) -> None:
    """The same of the whole corpus, and of pictures of the virtual table."""
    before = readings.read(kept_at(net))
    assert list(readings.changed(before, PICTURES[net]())) == []


DEMOS = [name for name in demos.names() if demos.kept_at(FOLDER, name).exists()]


@pytest.mark.parametrize("name", DEMOS)
def test_every_kept_demo_was_read_as_the_rules_have_it(name: str) -> None:
    """Today's random game of that seed has as many moves and the same points as were read when the file was made."""
    assert demos.kept_end(FOLDER, name) == demos.by_the_rules(name)


@pytest.mark.soak
@pytest.mark.parametrize("name", DEMOS)
def test_every_demo_tells_what_it_told(name: str) -> None:
    """A whole random game, filmed and read, to the line."""
    assert demos.lines(name) == demos.kept_at(FOLDER, name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (["c", "park-1", -9.04, -40.0], 0),
        (["c", "park-1", -9.2, -40.0], 1),
        (["l", "park-1", -9.0, -40.0], 1),
        (["c", "empty", -9.0, -40.0], 1),
        (["c", "park-1", -9.0, -44.0], 1),
    ],
    ids=["rounding", "its lead", "its sureness", "what it is", "the others"],
)
def test_the_net_catches_what_differs(place: list[object], told: int) -> None:
    """Another sureness, word or likelihood of a single place is a difference; rounding is none."""
    before = {"position": {}, "problems": [], "places": {"cell:A1": ["c", "park-1", -9.0, -40.0]}}
    after = {**before, "places": {"cell:A1": place}}
    assert len(readings.differences(before, after)) == told
    assert readings.differences(before, {**after, "problems": ["too-dark"]})[0].startswith("problems")
