"""The learned look at joints: the shipped weights on drawn joints, and what they change on a board."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
from measuring.plain import plain_picture
from measuring.tally import compare

from tabletop.gamefile import load_game
from training.joints import draw_joints
from training.recipe import HELD_OUT
from vision import read_image
from vision.settings import ReaderSettings
from vision.settings.learned import LearnedSettings
from vision.uncoded.learned import JOINT_WEIGHTS, joint_net, without_weights


@pytest.fixture(scope="module")
def drawn():
    """Joints that the weights have never seen."""
    return draw_joints(np.random.default_rng([0, HELD_OUT + 7]), 400)


def test_the_shipped_weights_read_drawn_joints(drawn):
    """Most are told rightly, and of those it is sure of nearly all; many seams do not show at all."""
    nats = joint_net().two(drawn.joints)
    right = (nats > 0) == (drawn.two > 0)
    sure = np.abs(nats) > 3.0
    assert right.mean() > 0.8
    assert sure.mean() > 0.25
    assert right[sure].mean() > 0.95


def test_weights_are_small_and_described_or_told(tmp_path):
    """A few hundred kilobytes at most; of another version, they are not used, and a sentence says so."""
    assert JOINT_WEIGHTS.stat().st_size <= 300_000
    path = tmp_path / JOINT_WEIGHTS.name
    shutil.copy(JOINT_WEIGHTS, path)
    sheet = JOINT_WEIGHTS.with_suffix(".toml").read_text("utf-8")
    assert all(word in sheet for word in ("sha256", "licence", "[recipe]", "version", "two_share"))
    path.with_suffix(".toml").write_text(sheet.replace("boardsight-joints/1", "boardsight-joints/0"), "utf-8")
    assert "version" in str(joint_net(path))
    assert [one.code for one in without_weights(LearnedSettings(joint_weights=path))] == ["no-learned-look"]
    assert not without_weights(LearnedSettings(joint_weights=path, used=False))


def test_seams_that_no_dark_line_shows_are_told():
    """Buildings of one colour side by side: more of their places are right than by the line between them alone."""
    picture = plain_picture("tuning", "window", "my-city", 9101)

    def right(**own):
        settings = ReaderSettings(learned=replace(LearnedSettings(), **own))
        sight = read_image(picture.photo.image, load_game("my-city"), players=picture.truth.players,
                           pieces=picture.pieces, settings=settings)  # fmt: skip
        return len(compare(picture.truth, sight.reading, picture.hidden).right)

    assert right() > max(right(joint_nats=0.0), right(joint_nats=0.0, joint_line_nats=1.0)) + 4
