"""What is looked at and when: our own light is no change, certainty needs no second look."""

from collections.abc import Iterator

import numpy
import pytest

from live.sources import Frame
from live.table.frame_reader import SingleCameraReader, files_of
from simulator.games import scripted_game, turns_of
from simulator.gestures import Pace
from simulator.mishaps import STANDER_AWAY_MM
from simulator.performance import ANSWERS_S
from simulator.virtual_table import Room, VirtualTable
from simulator.visitors import STANDING_MM, leaning_over, leans
from tabletop.gamefile import load_game
from tabletop.plainkinds import pieces_for, plain_kinds
from tabletop.records import Header


@pytest.fixture(scope="module")
def filmed() -> VirtualTable:
    """A table on which the first moves of the script have been made."""
    script = scripted_game("big-city")
    turns = turns_of(script)
    table = VirtualTable(load_game("big-city"), turns[9].position, Room(seed=3, size_px=(1280, 720)))
    table.lay(turns[9].position)
    return table


def _frames(pictures: Iterator[numpy.ndarray], start: int = 0) -> list[Frame]:
    return [Frame(picture, number / 10, number) for number, picture in enumerate(pictures, start=start + 1)]


def _watching(filmed: VirtualTable) -> tuple[SingleCameraReader, int]:
    """A watcher that has read the table and found it quiet since."""
    watcher = SingleCameraReader(load_game("big-city"), ("Ann", "Ben", "Cem"))
    frames = _frames(filmed.still(0.5))
    glances = [watcher.look(frame) for frame in frames]
    assert glances[-1].quiet
    return watcher, len(frames)


@pytest.mark.parametrize("ours", [True, False])
def test_our_own_light_changes_nothing(filmed: VirtualTable, ours: bool) -> None:
    """A display that lights a corner of the picture neither moves anything nor is it read again; a lamp does both."""
    watcher, count = _watching(filmed)
    lit = _frames(filmed.still(0.3), count)
    for frame in lit:
        frame.image[200:400, 300:600] = numpy.minimum(frame.image[200:400, 300:600].astype(int) + 90, 255)
    glances = [watcher.look(frame, own_light=ours) for frame in lit]
    after = watcher.look(_frames(filmed.still(0.1), count + 3)[0])
    assert [glance.flashing for glance in glances] == [ours] * len(lit)
    assert (glances[0].state == "moving") is not ours
    assert after.quiet is ours
    assert (watcher.readings == 1) is ours


def test_what_stays_hidden_is_looked_for_once_in_the_whole_picture(filmed: VirtualTable) -> None:
    """A hand rests on the city: after a moment the picture is read whole, and then no more.

    When something changes elsewhere that is read, and the hand's places are left alone.
    """
    watcher, count = _watching(filmed)
    hand = _frames(filmed.leave_hand(filmed.middle_mm, 2), count)
    rest = _frames(filmed.still(4.0), count + len(hand))
    changed = _frames(filmed.still(2.0), count + len(hand) + len(rest))
    for frame in changed:
        frame.image[40:90, 40:90] = 30
    states = [watcher.look(frame).state for frame in (*hand, *rest)]
    assert states[-1] == "hand"
    assert watcher.whole_readings == 2
    readings = watcher.readings
    for frame in changed:
        watcher.look(frame)
    assert watcher.readings > readings
    assert watcher.whole_readings == 2
    list(filmed.withdraw_hands())


def test_a_table_is_free_as_soon_as_hand_and_soft_shadow_have_gone() -> None:
    """A hand lies on the city while somebody stands in the light, and the exposure answers: a second later all is seen.

    The puck, which was passed on under the hand, is seen where it lies.
    """
    script = scripted_game("big-city")
    turns = turns_of(script)
    frames_per_s = 7.5
    room = Room(light="window", seed=3, size_px=(1280, 720), pace=Pace(frames_per_s=frames_per_s))
    table = VirtualTable(load_game("big-city"), turns[9].position, room)
    table.answer_light(ANSWERS_S)
    table.lay(turns[9].position)
    stander = leaning_over(
        table.middle_mm, table.middle_mm, table.film.light, numpy.random.default_rng(1), highest_mm=STANDING_MM
    )

    def evening() -> Iterator[numpy.ndarray]:
        yield from table.still(0.5)
        yield from table.pass_by(leans(stander, STANDER_AWAY_MM, room.pace), stay=True)
        yield from table.leave_hand(table.middle_mm, 2)
        yield from table.still(1.0)
        table.alone()
        yield from table.play(turns[10].position, 1)
        yield from table.withdraw_hands()

    watcher = SingleCameraReader(load_game("big-city"), ("Ann", "Ben", "Cem"))
    busy = [watcher.look(Frame(picture, number / frames_per_s, number)) for number, picture in enumerate(evening())]
    assert any(glance.state == "hand" for glance in busy)
    seen = [
        watcher.look(Frame(picture, number / frames_per_s, number))
        for number, picture in enumerate(table.still(1.0), start=len(busy))
    ]
    assert seen[-1].state == "watching"
    assert watcher.reading is not None
    assert watcher.reading.position.turn == turns[10].position.turn


@pytest.mark.parametrize(("options", "looked_for"), [({}, False), ({"modules": ["gardens"]}, True)])
def test_nobody_looks_for_plain_pieces_that_are_not_in_play(options: dict[str, list[str]], looked_for: bool) -> None:
    """Tramways lie in the box where the gardens are not played; nor does anybody look for codes on them."""
    game = load_game("small-city")
    pieces = files_of(Header("small-city", ("Ann", "Ben"), options=options), pieces_for("palette", game)).pieces
    assert pieces is not None
    parts = {kind.part.id for kind in plain_kinds(pieces, game)}
    assert ("tramway" in parts) is looked_for
    assert "park-3" in parts
    assert "tramway" in pieces.uncoded
