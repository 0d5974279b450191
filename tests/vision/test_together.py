"""Written colours told together: by all faces of a picture, under one light."""

from dataclasses import replace

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.plainkinds import PlainKind, pieces_for, plain_kinds
from vision.pixels.arrays import Floats
from vision.places.place import PlaceFrame
from vision.settings.uncoded import PlainSettings
from vision.uncoded.board_input import POINTS
from vision.uncoded.cell_looks import LookedAt, seen_colours
from vision.uncoded.clusters import explain_twice
from vision.uncoded.faces import Face, PlainCell
from vision.uncoded.materials import Material, plainly, refined
from vision.uncoded.together import told_together

SETTINGS = PlainSettings()
DARK, MIDDLE, PALE, PURPLE = [51.0, 26.0, 25.0], [63.0, 26.0, 34.0], [71.0, 9.0, 27.0], [55.0, 24.0, -11.0]
AS_SEEN = {0: [56.0, 25.0, 29.0], 1: [67.0, 33.0, 34.0], 2: [75.0, 10.0, 33.0]}
"""Number of a wood -> how a picture shows it: all of them lighter than they were written, and a little off."""


def material(lab: list[float], *, taught: bool = False, kinds: tuple[PlainKind, ...] = ()) -> Material:
    """A colour as people write it down, or as the camera was taught it."""
    return Material(np.array(lab), np.diag([16.0, 16.0, 16.0] if taught else [81.0, 121.0, 121.0]), kinds, taught)


def faces_of(lab: list[float], count: int, seed: int = 0) -> list[Floats]:
    """Faces that scatter as those of one colour do in even light."""
    return list(np.array(lab) + np.random.default_rng(seed).normal(0.0, 0.8, (count, 3)))


WOODS = [material(one) for one in (DARK, MIDDLE, PALE, PURPLE)]


def told(materials: list[Material], faces: list[Floats]) -> list[int | None]:
    """The number of each face's colour, None where none is plain."""
    found = {id(lab): owner for owner, lab in _as_given(materials, faces)}
    return [next((n for n, one in enumerate(materials) if found.get(id(face)) is one), None) for face in faces]


def _as_given(materials: list[Material], faces: list[Floats]) -> list[tuple[Material, Floats]]:
    """What is told, with the faces themselves."""
    return [
        (owner, next(face for face in faces if np.array_equal(face, lab)))
        for owner, lab in told_together(materials, faces, SETTINGS)
    ]


def test_colours_of_which_each_might_be_the_next_are_told_by_all_of_them() -> None:
    """Three kinds of wood, all lighter than written: hardly a face leads by itself, and together all are plain."""
    faces = [face for number, lab in AS_SEEN.items() for face in faces_of(lab, 12, number)]
    expected = [number for number in AS_SEEN for _ in range(12)]
    assert len(plainly(WOODS, faces, SETTINGS)) < len(faces) / 2
    assert told(WOODS, faces) == expected


def test_what_is_off_for_all_colours_alike_tells_none_apart() -> None:
    """Faces as light as the next wood is written are their own, where the others are as much lighter."""
    woods = [material([45.0 + 12 * step, 20.0, 28.0 + 13 * step]) for step in range(3)]
    lighter = np.array([12.0, 2.0, 4.0])
    faces = [face for n, one in enumerate(woods) for face in faces_of((one.lab + lighter).tolist(), 10, n)]
    assert told(woods, faces) == [number for number in range(3) for _ in range(10)]


def test_one_heap_between_two_colours_is_neither() -> None:
    """Nothing else shows that tells which of them looks like that."""
    between = ((np.array(DARK) + np.array(MIDDLE)) / 2 + [4.0, 0.0, 0.0]).tolist()
    assert told(WOODS, faces_of(between, 20)) == [None] * 20


def test_a_strangers_colour_is_none_of_them() -> None:
    """Skin beside three kinds of wood stays what it is, and they are told."""
    faces = [face for number, lab in AS_SEEN.items() for face in faces_of(lab, 12, number)]
    assert told(WOODS, [*faces, *faces_of([45.0, -30.0, 10.0], 9)])[-9:] == [None] * 9
    assert told(WOODS[:3], faces_of([82.0, -13.0, 29.0], 12)) == [None] * 12


def test_taught_colours_are_not_taken_to_be_lighter() -> None:
    """They were taught against white, so that only their own scatter counts."""
    taught = [material([light, 20.0, 28.0], taught=True) for light in (40.0, 56.0)]
    assert told(taught, faces_of([48.0, 20.0, 28.0], 10)) == [None] * 10
    assert told(taught, faces_of([55.0, 20.0, 28.0], 10)) == [1] * 10


def test_nothing_is_told_without_faces_or_colours() -> None:
    """A board that shows neither."""
    assert not told_together(WOODS, [], SETTINGS)
    assert not told_together([], faces_of(DARK, 3), SETTINGS)


def test_colours_that_scatter_little_in_a_picture_are_the_surer_apart() -> None:
    """By as much as the picture's faces of one colour scatter less than usual."""
    leads = []
    for scatter in (1.0, 7.0):
        away = np.random.default_rng(0).normal(0.0, scatter, (60, 3))
        shown = [(WOODS[number], AS_SEEN[number] + one) for number in (0, 1) for one in away - np.median(away, axis=0)]
        one, other = refined(WOODS[:2], shown, SETTINGS)
        leads.append(float(one.nats(one.lab, SETTINGS)[0] - other.nats(one.lab, SETTINGS)[0]))
    assert leads[0] > 1.3 * leads[1]


def test_the_learned_look_is_not_asked_about_ground_as_pale_wood() -> None:
    """Cells that look like neither bare ground nor wood do not move the wood to where they are."""
    cells = [LookedAt((0, column), "cell", bare=False, printed=None) for column in range(12)]
    own = np.zeros((12, POINTS, POINTS, 3)) + np.array([82.0, -11.0, 28.0])
    assert plainly(WOODS, [own[0, 0, 0]], SETTINGS)
    assert seen_colours(WOODS, cells, own, SETTINGS)[2] is WOODS[2]


SOMEWHERE = PlaceFrame(np.zeros(2), np.array([1.0, 0.0]), np.array([0.0, 1.0]))


def test_pieces_of_colours_that_are_told_together_are_told() -> None:
    """Single pieces, whose shapes say nothing of their colour: no piece of it leads before its colour is known."""
    game = load_game("small-city")
    kind = next(one for one in plain_kinds(pieces_for("palette", game), game) if len(one.part.cells) == 1)
    parts = [replace(kind, part=replace(kind.part, id=f"{name}-1", count=20)) for name in ("dark", "middle", "pale")]
    woods = [material(lab, kinds=(one,)) for lab, one in zip((DARK, MIDDLE, PALE), parts, strict=True)]
    faces: dict[Cell, Face] = {}
    for number, lab in AS_SEEN.items():
        for column, seen in enumerate(faces_of(lab, 8, number)):
            cell = (3 * number, 2 * column)
            faces[cell] = Face(PlainCell(cell, SOMEWHERE), seen, 1.0, 12.0, 22.0, 6.0)
    supply = {one.part.id: 20 for one in parts}
    answers = explain_twice(faces, {}, woods, supply, SETTINGS)[1]
    assert {answer.sureness for answer in answers.values()} <= {"likely", "certain"}
    for (row, _), answer in answers.items():
        assert answer.piece is not None
        assert answer.piece.part.id == parts[row // 3].part.id
