"""What the rules, the referee and the reader say, in every language that has a catalogue."""

import ast
from pathlib import Path

import pytest
from sentences import is_known, written

from scoring.games.big_city import texts
from scoring.games.my_city.texts import WORDING as MY_CITY
from scoring.games.my_city_chess.texts import WORDING as MY_CITY_CHESS
from scoring.games.small_city.texts import WORDING as SMALL_CITY
from scoring.pieces.texts import WORDING as CUSTOM
from tabletop.translation import GAP, catalogue, languages, translated, translated_json

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in languages() if language != "en"]
FROM_THE_FILE = {"{reason}", "{says}", "{label}"}
"""Sentences that are nothing but what a game's file or a lower room says."""


def tables():
    """Every sentence of every game: (game and key, English)."""
    for code, (sentence, _) in texts.PROBLEMS.items():
        yield f"big-city {code}", sentence
    for do, sentence in texts.TOLD.items():
        yield f"big-city {do}", sentence
    labels = (texts.BASE, texts.ON_OUTSKIRTS, texts.IN_CENTRE, texts.BY_PARK, texts.BY_FACTORY, texts.AT_LEAST_ONE)
    for label in (*labels, texts.STREETCAR, texts.CITY_HALL, texts.BOTH):
        yield f"big-city {label}", label
    wordings = {"my-city": MY_CITY, "my-city-chess": MY_CITY_CHESS, "small-city": SMALL_CITY, "custom": CUSTOM}
    for game, wording in wordings.items():
        for key, sentence in (*wording.problems.items(), *wording.labels.items()):
            if sentence not in FROM_THE_FILE:
                yield f"{game} {key}", sentence


TABLES = list(tables())


def problems_in(*rooms):
    """Every sentence that a room's code writes into a `Problem` or a `message`: (file and line, English with gaps)."""
    for room in rooms:
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                sentence = ""
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem" and len(node.args) > 1:
                    sentence = written(node.args[1])
                elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "message":
                    sentence = written(node.value)
                if GAP.sub("", sentence).strip():
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", sentence


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("where", "sentence"), TABLES, ids=[where for where, _ in TABLES])
def test_every_label_and_problem_of_the_games_is_translated(where, sentence, language):
    """A sentence that the rules can say has its sentence in the catalogue."""
    assert is_known(sentence, language), f"the {language} catalogue lacks: {sentence}"


@pytest.mark.parametrize("language", OTHERS)
def test_every_problem_of_the_reader_is_translated(language):
    """What the reader complains about, found in its code."""
    lacking = [f"{where}: {sentence}" for where, sentence in problems_in("vision") if not is_known(sentence, language)]
    assert not lacking


def advice_in(file):
    """What a file's code writes into a `Finding`'s message or a `mend`, and every word in its `HEADS` and `MENDS`."""
    for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
        told = []
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding":
            told = node.args[2:]
        elif isinstance(node, ast.Return) and node.value is not None:
            told = [node.value]
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            names = {getattr(target, "id", "") for target in getattr(node, "targets", [])}
            tables = {"HEADS", "MENDS"} & names
            told = [node.value] if "mend" in names else node.value.values if tables else []
        for sentence in map(written, told):
            if GAP.sub("", sentence).strip(" :,×"):
                yield f"{file}:{node.lineno}", sentence


@pytest.mark.parametrize("language", OTHERS)
def test_every_advice_on_the_cameras_aim_is_translated(language):
    """What the page says of the camera's place and light, found in its code."""
    found = [*advice_in("vision/aiming.py"), *advice_in("live/table/aiming.py")]
    assert len(found) > 20
    lacking = [f"{where}: {sentence}" for where, sentence in found if not is_known(sentence, language)]
    assert not lacking


def reasons_in(file):
    """Every reason for asking about a place that a file's code names, or returns with gaps."""
    for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "").isupper():
            told = [written(node.value)]
        elif isinstance(node, ast.Return) and node.value is not None:
            told = [written(one) for one in ast.walk(node.value) if isinstance(one, ast.JoinedStr)]
        else:
            continue
        yield from ((f"{file}:{node.lineno}", sentence) for sentence in told if " " in GAP.sub("", sentence).strip())


@pytest.mark.parametrize("language", OTHERS)
def test_every_reason_for_asking_about_a_place_is_translated(language):
    """What `read` and `doctor` say of a place that is asked about, found in their code."""
    found = list(reasons_in("vision/reasons.py"))
    assert len(found) > 30
    lacking = [f"{where}: {sentence}" for where, sentence in found if not is_known(sentence, language)]
    assert not lacking


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_fills_the_gaps_of_its_sentence(language):
    """No translation has a gap that the English sentence lacks."""
    for *_, sentence in {one for kept in catalogue(language).gapped.values() for one in kept}:
        assert set(GAP.findall(sentence.translation)) <= set(GAP.findall(sentence.english)), sentence
    for english, other in catalogue(language).exact.items():
        assert not GAP.search(other), english


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("streetcar beside it: times 2", "Straßenbahn daneben: mal 2"),
        (
            "it is Ben's turn, not Ann's (rulebook: \"A player's turn\")",
            'Ben ist am Zug, nicht Ann (Regelheft: "A player\'s turn")',
        ),
        (
            "a bank needs 2 businesses beside it; here: 1 business (14)",
            "Bank braucht daneben: 2 Geschäfte; hier: 1 Geschäft (14)",
        ),
        ("controls Airport, tied", "beherrscht Flughafen, geteilt"),
        (
            "Ben builds a double residence on 31 and 32; then Cem builds a double business on 44 and 48",
            "Ben baut ein doppeltes Wohnhaus auf 31 und 32; dann Cem baut ein doppeltes Geschäft auf 44 und 48",
        ),
        (
            "the last move is taken back; then Ann builds a bank on 11",
            "der letzte Zug ist zurückgenommen; dann Ann baut eine Bank auf 11",
        ),
        ("red places commercial 2 on g8", "red legt Gewerbe 2 auf g8"),
        ("flowers beside a lake at C4, C5", "flowers beside a lake bei C4, C5"),
        ("a word that nobody knows", "a word that nobody knows"),
    ],
)
def test_sentences_read_well_in_german(english, german):
    """Whole sentences, lists of them, and what the catalogue does not know."""
    assert translated(english, "de") == german


def test_only_what_people_are_told_is_translated_in_json():
    """Labels, messages, texts and choices; never names, kinds, places or a record's words."""
    state = {
        "moves": [{"kind": "bank", "text": "passes", "lines": [{"label": "base", "rule": "base"}]}],
        "questions": [{"text": "What happened on the table?", "choices": ["nothing has happened"]}],
        "players": [{"name": "passes"}],
    }
    assert translated_json(state, "de") == {
        "moves": [{"kind": "bank", "text": "passt", "lines": [{"label": "Grundwert", "rule": "base"}]}],
        "questions": [{"text": "Was ist auf dem Tisch geschehen?", "choices": ["nichts ist geschehen"]}],
        "players": [{"name": "passes"}],
    }
    assert translated_json(state, "en") is state
