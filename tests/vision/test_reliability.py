"""Whether probabilities are measured rightly: log-loss, reliability tables and their plot, on values made by hand."""

import tomllib
from datetime import date
from math import log
from xml.etree import ElementTree

import pytest
from accuracy import CALIBRATION
from figures import FigureTable
from measuring.calibration import FLOOR, Prediction, bins, calibration_error, log_loss, loss_by_frequency, predict
from measuring.corpus import pictures
from measuring.reliability import plot, tables_of
from measuring.witnesses import ANSWER, said_of

from tabletop.readings import Confidence, Reading
from vision import probabilities

TRUTH = ("a-game", "cell", "park")
ORIGIN = {"commands": ["python benchmarks/accuracy.py"], "date": date(2026, 11, 28)}


def said(predicted: float, *, right: bool, silent: bool = False) -> Prediction:
    """A prediction with that probability of its best content."""
    return Prediction(predicted, right, predicted if right else 1.0 - predicted, TRUTH, silent)


@pytest.mark.parametrize(
    ("nats", "truth", "expected"),
    [
        ({"empty": 0.0, "park": log(1 / 4)}, "empty", (0.8, True, 0.8, False)),
        ({"empty": 0.0, "park": log(1 / 4)}, "park", (0.8, False, 0.2, False)),
        ({"empty": -3.0, "park": -3.0 + log(1 / 4)}, "park", (0.8, False, 0.2, False)),
        ({"pool": 0.0, "bank": 0.0, "empty": log(1 / 2)}, "bank", (0.8, True, 0.4, False)),
        ({"pool": 0.0, "bank": 0.0}, "bank", (1.0, True, 0.5, True)),
        ({"empty": 0.0, "park": log(1 / 4)}, "bank", (0.8, False, 0.0, False)),
        ({"empty": 0.0, "park": -1000.0}, "park", (1.0, False, 0.0, False)),
    ],
    ids=["right", "wrong", "only differences count", "equal ones together", "silent", "unknown word", "far behind"],
)
def test_likelihoods_become_a_prediction(
    nats: dict[str, float], truth: str, expected: tuple[float, bool, float, bool]
) -> None:
    """Probability of the best content and of what lies there, whether these are the same, and whether it says much."""
    one = predict(nats, truth, "a-game", "cell")
    assert (round(one.predicted, 9), one.right, round(one.of_truth, 9), one.silent) == expected
    assert one.truth == ("a-game", "cell", truth)


def test_a_place_costs_the_logarithm_of_what_was_the_case() -> None:
    """In nats, the mean of all places; what was held for impossible counts as one in a million."""
    assert log_loss([0.5, 0.25]) == pytest.approx((log(2) + log(4)) / 2)
    assert log_loss([1.0, 0.0]) == pytest.approx(-log(FLOOR) / 2)
    assert log_loss([]) == 0.0


def test_who_sees_nothing_knows_how_often_what_lies_at_a_kind_of_place() -> None:
    """Of each kind of place by itself: what always lies there costs nothing."""
    cells = [("g", "cell", "empty")] * 3 + [("g", "cell", "park")]
    assert loss_by_frequency(cells) == pytest.approx((3 * log(4 / 3) + log(4)) / 4)
    assert loss_by_frequency([*cells, *[("g", "street", "empty")] * 4]) == pytest.approx(loss_by_frequency(cells) / 2)


def test_places_are_binned_by_what_was_predicted() -> None:
    """Lower edges belong to a bin and 1 to the last; silent predictions count nowhere; the error is the mean gap."""
    some = [said(0.7, right=True), said(0.8, right=False), said(1.0, right=True), said(0.5, right=True, silent=True)]
    table = bins(some)
    assert [(one.low, one.high, one.places, one.right) for one in table] == [(0.7, 0.85, 2, 1), (0.99999, 1.0, 1, 1)]
    assert table[0].predicted == pytest.approx(0.75)
    assert calibration_error(table) == pytest.approx((2 * 0.25 + 0.0) / 3)
    assert calibration_error(bins([])) == 0.0


def test_tables_tell_each_witness_and_each_word_of_the_answer() -> None:
    """With counts, so that every share gets its interval; what no page shows says so."""
    some = [(ANSWER, said(0.8, right=True)), (ANSWER, said(0.8, right=False)), (ANSWER, said(0.5, right=True))]
    tables = tables_of("tuning", some, [("certain", True), ("likely", True), ("likely", False)], ORIGIN)
    assert list(tables) == ["tuning", "tuning-words", "tuning-answer"]
    assert tables["tuning"]["rows"] == [[ANSWER, 3, 0, [2, 3], "0.842", "0.000", "36.67 %"]]
    assert tables["tuning-words"]["rows"][1] == ["`likely`", "98 %", [1, 2], "1.966"]
    assert tables["tuning-answer"]["rows"] == [["0.5 to 0.7", 50.0, [1, 1]], ["0.7 to 0.85", 80.0, [1, 2]]]
    assert not any(FigureTable(None, name, one).shown for name, one in tables.items())  # type: ignore[arg-type]


def test_the_plot_has_a_mark_for_each_bin() -> None:
    """Of the sets that are plotted; it is well-formed."""
    tables = tables_of("testing", [(ANSWER, said(0.8, right=True)), (ANSWER, said(0.97, right=True))], [], ORIGIN)
    drawn = ElementTree.fromstring(plot(tables))
    assert len(drawn.findall(".//{*}circle")) == 2


def test_every_witness_speaks_of_a_photograph() -> None:
    """Of one with wooden pieces all but the codes alone, of places that it shows; most of them rightly."""
    picture = next(one for one in pictures(sets=("testing",)) if one.name == "small-city/ordinary-plain-above")
    testimony = said_of(picture)
    by_witness = {name: [one for witness, one in testimony.said if witness == name] for name, _ in testimony.said}
    assert set(by_witness) == {"colours and shapes", "learned look", ANSWER}
    assert all(sum(one.right for one in mine) > 0.8 * len(mine) for mine in by_witness.values())
    assert {sure for sure, _ in testimony.stated} <= {"certain", "likely", "ask"}


@pytest.mark.parametrize("which", ["tuning", "testing", "unseen", "held-out"])
def test_the_probabilities_that_are_told_hold(which: str) -> None:
    """In the kept counts of each set: off by one in a hundred at most, and telling more than the set's mean does."""
    rows = {row[0]: row for row in tomllib.loads(CALIBRATION.read_text("utf-8"))[which]["rows"]}
    *_, loss, by_frequency, error = rows[ANSWER]
    assert float(error.removesuffix(" %")) <= 1.0
    assert float(loss) < float(by_frequency)


def test_every_place_has_a_probability_that_grows_with_its_lead() -> None:
    """By a code, a colour or bare ground; what is certain is most probable, what is asked about least."""
    evidence = {"a": {"zoo": 0.0, "empty": -2.0}, "b": {"zoo": 0.0, "empty": -9.0}, "c": {"zoo": 0.0, "empty": -0.5}}
    words: dict[str, Confidence] = {"a": "likely", "b": "likely", "c": "ask", "mat:Ann": "certain"}
    for uncoded in (frozenset(), frozenset({"zoo"})):
        told = probabilities(Reading("g", None, words, evidence=evidence, uncoded=uncoded))
        assert sorted(told, key=told.__getitem__) == ["c", "a", "b", "mat:Ann"]
        assert all(0.0 < one < 1.0 for one in told.values())
