"""Written colours told together: by all faces of a picture, under one light."""

from dataclasses import replace

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.plainkinds import PlainKind, pieces_for, plain_kinds
from vision.pixels.arrays import Floats
from vision.places.place import PlaceFrame
from vision.settings.uncoded import PlainSettings
from vision.uncoded.clusters import explain_twice
from vision.uncoded.faces import Face, PlainCell
from vision.uncoded.materials import Material, plainly
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


def test_a_strangers_colour_is_none_of_them() -> None:
    """Skin beside three kinds of wood stays what it is, and they are told."""
    faces = [face for number, lab in AS_SEEN.items() for face in faces_of(lab, 12, number)]
    assert told(WOODS, [*faces, *faces_of([45.0, -30.0, 10.0], 9)])[-9:] == [None] * 9
    assert told(WOODS[:3], faces_of([82.0, -13.0, 29.0], 12)) == [None] * 12


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
