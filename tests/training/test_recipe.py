"""The recipe of the learned look: the same seeds give the same pictures and the same weights."""

import hashlib
from dataclasses import replace

import numpy as np
import pytest

from training.camera import Lit, told_by_codes
from training.joint_recipe import JointRecipe, joint_shard
from training.joints import draw_joints
from training.recipe import Recipe, shard, temperature_of
from training.samples import BARE, OTHER, PIECE, draw_samples

TINY = replace(Recipe(), version=0, shards=2, shard_samples=12, passes=2, batch=4)


def test_a_seed_draws_the_same_samples():
    """Two generators with one seed draw the same pictures, another seed draws others."""
    one, again, other = (draw_samples(np.random.default_rng([0, seed]), 6) for seed in (3, 3, 4))
    assert np.array_equal(one.pictures, again.pictures)
    assert np.array_equal(one.kind, again.kind)
    assert not np.array_equal(one.pictures, other.pictures)


def test_all_three_answers_are_drawn():
    """Bare cells, cells with the piece that is asked about, and others make up a good part each."""
    kind = draw_samples(np.random.default_rng([0, 5]), 40).kind
    kinds = np.bincount(kind[kind >= 0], minlength=3) / (kind >= 0).sum()
    assert min(kinds[BARE], kinds[PIECE], kinds[OTHER]) > 0.1


def test_codes_tell_even_light_and_what_is_mirrored_over_all_of_them():
    """White as light as it is and nothing to take off; then most of an even veil, which no quantile takes for ink."""
    rng = np.random.default_rng(8)
    shape, even = (300, 300), Lit(_field([0.5, 0.4, 0.3]), lambda right, down: np.zeros_like(right), np.ones(3))
    white, mirrored, share = told_by_codes(rng, even, shape, 200.0)
    assert not mirrored.any()
    assert not share.any()
    assert np.median(white, axis=(0, 1)) == pytest.approx(0.875 * np.array([0.5, 0.4, 0.3]), rel=0.1)
    window = replace(even, glare=lambda right, down: np.where(right > -0.5, np.float32(0.3), np.float32(0.0)))
    several = [told_by_codes(rng, window, shape, 200.0)[1].max() for _ in range(20)]
    assert np.median(several) == pytest.approx(0.3, rel=0.15)


def _field(light):
    return lambda right, down: np.broadcast_to(np.array(light, np.float32), (*right.shape, 3))


def test_a_shard_is_drawn_once(tmp_path):
    """What lies in the folder is taken from there."""
    drawn = shard(TINY, 0, tmp_path)
    written = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert np.array_equal(shard(TINY, 0, tmp_path).kind, drawn.kind)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == written


def test_joints_of_one_seed_are_the_same_and_of_both_answers():
    """Drawn again they are the same; inside pieces and between two there are many of each."""
    one, again = (draw_joints(np.random.default_rng([0, 3]), 80) for _ in range(2))
    assert np.array_equal(one.joints, again.joints)
    assert 0.2 < one.two.mean() < 0.8


def test_a_shard_of_joints_is_drawn_once(tmp_path):
    """What lies in the folder is taken from there."""
    tiny = replace(JointRecipe(), version=0, shards=1, shard_samples=10)
    drawn = joint_shard(tiny, 0, tmp_path)
    written = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert np.array_equal(joint_shard(tiny, 0, tmp_path).two, drawn.two)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == written


def test_too_sure_logits_are_cooled():
    """Logits that promise more than comes true get a temperature above one."""
    rng = np.random.default_rng(1)
    logits = 8.0 * rng.normal(size=(2000, 3))
    true = np.array([rng.choice(3, p=np.exp(one / 4) / np.exp(one / 4).sum()) for one in logits])
    assert temperature_of(logits, true) == pytest.approx(4.0, rel=0.1)


@pytest.mark.soak  # the trainer alone has PyTorch
@pytest.mark.parametrize("look", ["cells", "joints"])
def test_weights_follow_from_the_recipe_alone(tmp_path, look):
    """Learned in one go, and cut off after the first step and taken up again: the same weights to the last bit."""
    torch = pytest.importorskip("torch", reason="training needs PyTorch (make train)")
    from training.joint_recipe import JOINT_STATE, learn_joints
    from training.recipe import STATE, learn

    tiny = TINY if look == "cells" else replace(JointRecipe(), version=0, shards=2, shard_samples=30, passes=3, batch=8)
    learned, state_file, counted = (learn, STATE, "step") if look == "cells" else (learn_joints, JOINT_STATE, "pass")
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    whole.mkdir()
    cut.mkdir()
    straight = _digest(learned(tiny, whole))

    class CutOff(Exception):
        """The power fails."""

    kept = torch.save

    def save_twice(state, path):
        kept(state, path)
        if state[counted] == 2:
            raise CutOff

    torch.save = save_twice
    try:
        with pytest.raises(CutOff):
            learned(tiny, cut)
    finally:
        torch.save = kept
    assert (cut / state_file).exists()
    assert _digest(learned(tiny, cut)) == straight


def _digest(net):
    values = b"".join(one.detach().numpy().tobytes() for one in net.state_dict().values())
    return hashlib.sha256(values).hexdigest()
