"""The terminal's language: what the pseudo-language does not know has no brackets; German is told where wished."""

import argparse
import ast
import contextlib
import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from pseudo import WORD, bare, plain
from sentences import is_known, said_by, written

from live.console.catalogues import entries_of, home, write_entries
from live.console.language import speak, system_language, told, without_language
from live.main import COMMANDS, command_parser, main
from tabletop.errors import UnreadableInput, UsageError
from tabletop.gamefile import load_game, shipped_games
from tabletop.po import PoEntry, po_text, read_po
from tabletop.translation import GAP, PSEUDO, languages, translated, translation

ROOT = Path(__file__).parents[2]


def helps(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Everything that a parser and its subparsers say of themselves."""
    for action in parser._actions:
        if action.help:
            yield action.help
        if isinstance(action, argparse._SubParsersAction):
            yield from (choice.help or "" for choice in action._choices_actions)
            for inner in action.choices.values():
                yield from helps(inner)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Other tests hear English."""
    yield
    speak("en")


def test_every_help_is_translated_whole() -> None:
    """In the pseudo-language no word of `--help` stands outside brackets, and each has its own German sentence."""
    found = sorted(set(helps(command_parser(COMMANDS))) - {""})
    assert len(found) > 200
    lacking = [text for text in found if WORD.search(bare(translated(text, PSEUDO)))]
    assert lacking == []
    catalogue = tomllib.loads((ROOT / "tabletop/languages/de/commands.toml").read_text("utf-8"))
    common = tomllib.loads((ROOT / "tabletop/languages/de/common.toml").read_text("utf-8"))
    known = {**catalogue["words"], **common["words"], **common["sentences"]}
    exact = [re.compile(re.sub(r"\\\{n\d*\\\}", r"-?\\d+", re.escape(key))) for key in known if "{n" in key]
    assert [text for text in found if text not in known and not any(one.fullmatch(text) for one in exact)] == []


def test_every_message_in_doctors_code_is_known() -> None:
    """Found in the code, so that a rare trouble is translated too."""
    tree = ast.parse((ROOT / "live/doctor/machine.py").read_text("utf-8"))
    said = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding":
            said += [text for text in map(written, node.args[2:]) if GAP.sub("", text).strip(" :×,()")]
    assert len(said) > 15
    camera = "0: 7 × 7"  # what the first gap of a message on pictures holds
    samples = {text: GAP.sub("7", re.sub(r"^\{gap0\}(?=[, ]+(too|frozen|is coarse))", camera, text)) for text in said}
    assert [text for text, sample in samples.items() if translation(sample, "de") is None] == []


ROOMS = ("live", "tabletop", "scoring", "vision", "printables", "calibration", "simulator", "firmware_bridge")
REFUSALS = ("UsageError", "UnreadableInput", "BoardsightError", "NoCamera", "DeviceLost")


FILES = ("tabletop", "scoring", "live/hub", "live/entering")
"""Where files that people write are read."""
WRONG = ("Complaint", "Mismatch", "mismatch", "ValueError", "_about", "anything", "number", "several")
"""Who says what is wrong with a file, and what was expected in it."""


@pytest.mark.parametrize(
    ("rooms", "callers", "least"), [(ROOMS, (*REFUSALS, "say", "tell", "told"), 300), (FILES, WRONG, 100)]
)
def test_every_sentence_in_the_code_is_known(rooms: tuple[str, ...], callers: tuple[str, ...], least: int) -> None:
    """What is raised for people, said, told, or found wrong with a file, read in the code: rare ones, too."""
    found = list(said_by(rooms, callers))
    assert len(found) > least
    lacking = [f"{where}: {sentence}" for where, sentence in found if not is_known(sentence, "de")]
    assert not lacking, "\n".join(lacking)


def test_what_a_command_prints_in_words_goes_through_the_language() -> None:
    """Words that `print` is given as they stand would be English for everybody: `tell` or `say` is for words."""
    data = ("boardsight", "malformed", "damaged")  # and what monitors show of frames
    plain_prints = [
        f"{where}: {sentence}"
        for where, sentence in said_by(("live",), ("print",))
        if not where.startswith(("live/commands/reference.py", "live/network/virtual.py"))
        and {word for word in WORD.findall(bare(GAP.sub(" ", sentence))) if word not in data}
    ]
    assert plain_prints == []


def test_check_speaks_german(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File, line and complaint; a folder's name with blanks changes nothing, and JSON stays as programs know it."""
    path = tmp_path / "my games" / "x.toml"
    path.parent.mkdir()
    path.write_text('[game]\nname = "g"\ntitle = 3\nrules = "custom"\nplayers = 2\n', "utf-8")
    assert main(["check", str(path), "--lang", "de"]) == 4
    said = capsys.readouterr().out
    assert f"{path}, Zeile 3: [game] title = 3; erwartet wird ein Text in Anführungszeichen, nicht leer" in said
    assert "Zeile 5: [game] players = 2; erwartet wird die wenigsten und die meisten: [2, 4]" in said
    assert main(["check", str(path), "--json", "--lang", "de"]) == 4
    assert "expected a text in quotes" in capsys.readouterr().out


def test_no_sentence_stands_in_two_catalogues() -> None:
    """Of two German sentences for one English nobody would know which counts."""
    files = [tomllib.loads(file.read_text("utf-8")) for file in (ROOT / "tabletop/languages/de").glob("*.toml")]
    counted = Counter(key for file in files for section in file.values() for key in section)
    assert [key for key, times in counted.items() if times > 1] == []


GOLDEN = ROOT / "tests/scoring/golden"
OURS = (
    "Ann", "Ben", "Cem", "red", "blue", "Big City", "A4", "mm", "min", "well", "my", "game", "board", "pieces",
    "boardsight", "x",
    "rules",
)  # fmt: skip
"""Data in what the commands below write: names, paper, units, a space's kind as it is typed."""
CITY = """\
game = "big-city"
tiles = [{ number = 1, at = [0, 0], turn = 0 }, { number = 2, at = [3, 0], turn = 0 }]
pieces = [{ kind = "city-hall", on = [15] }, { kind = "residence", on = [11, 12] }]
streetcars = [{ beside = 11, side = "south" }]
"""
LINES = (
    "new game my-game --out {}", "check {}/my-game.toml", "check {golden}/big-city.jsonl", "check {}",
    "print big-city --style light --players 2 --out {}", "print chess",
    "campaign new {}/led.jsonl --players Ann,Ben", "campaign score {}/led.jsonl --points Ann=50,Ben=-3",
    "campaign next {}/led.jsonl", "campaign show {}/led.jsonl",
    "campaign bonus {}/led.jsonl --player Ann --symbols 400",
    "campaign sticker {}/led.jsonl --player Ann --cell D4 --terrain well", "campaign score {}/led.jsonl",
    "replay {golden}/big-city.jsonl", "replay {golden}/my-city.jsonl", "replay {golden}/small-city.jsonl",
    "replay {golden}/my-city-chess.jsonl", "games list {golden}", "score {}/city.toml", "plan {}/city.toml",
    "legal {}/city.toml --kind business", "score {}/nothing.toml", "read {}",
    "calibrate colours {}/city.toml --pieces a",
    "cameras", "calibrate camera", "report --replay {}/city.toml", "serve {}/nothing.jsonl", "hub",
    "render {}/city.toml -o {}/x.tiff", "doctor {}/city.toml",
    "score {}/city.toml --record {golden}/big-city.jsonl",
)  # fmt: skip


def test_what_commands_write_is_translated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind of line of the commands, well and wrong: nothing but data stands outside the brackets."""
    (tmp_path / "city.toml").write_text(CITY)
    golden = shutil.copytree(GOLDEN, tmp_path / "golden")  # what is worked out of a folder of games is kept there
    for line in LINES:
        words = line.replace("{golden}", str(golden)).replace("{}", str(tmp_path)).split()
        with contextlib.suppress(SystemExit):  # wrong use
            main([*words, "--lang", PSEUDO])
    said = capsys.readouterr()
    titles = [part.title for game in shipped_games() for part in load_game(game).parts]
    data = (*OURS, *titles, *shipped_games(), *COMMANDS)
    lacking = plain([*said.out.splitlines(), *said.err.splitlines()], data)
    assert not lacking, "\n".join(lacking)


def test_a_fault_of_the_program_is_told_in_german(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of the sentence but the fault's own name."""
    monkeypatch.delenv("BOARDSIGHT_TRACEBACK", raising=False)
    monkeypatch.setattr("live.commands.cameras.run", lambda arguments: {}["blue"])
    assert main(["cameras", "--lang", "de"]) == 1
    assert capsys.readouterr().err == (
        "boardsight: ein Fehler in Boardsight selbst (KeyError: 'blue'); bitte melde ihn mit dem, was nach "
        "BOARDSIGHT_TRACEBACK=1 erscheint\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "--lang", "de"], "Fehler: es fehlen noch: game"),
        (["--lang=de", "games", "list", "nowhere"], "es gibt keinen Ordner nowhere"),
        (["print", "big-city", "--paper", "a9", "--lang", "de"], "--paper kennt 'a9' nicht"),
        (["games", "list", "nowhere", "--lang", "xx"], "--lang xx: expected one of en, de"),
    ],
)
def test_the_language_is_chosen_anywhere_in_the_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the command and behind it; wrong use is told in it, too."""
    try:
        code = main(words)
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert said in capsys.readouterr().err


def test_the_systems_language_counts_unless_another_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """LC_ALL before LANG, ours before both; one without a catalogue is English."""
    monkeypatch.delenv("BOARDSIGHT_LANG")
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    assert system_language() == "de"
    monkeypatch.setenv("LC_ALL", "xx_YY")
    assert system_language() == "en"
    monkeypatch.setenv("BOARDSIGHT_LANG", "de")
    assert system_language() == "de"
    assert without_language(["check", "--", "--lang", "de"]) == (["check", "--", "--lang", "de"], None)
    with pytest.raises(UsageError):
        without_language(["--lang"])


def test_data_stay_as_programs_know_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A German terminal gets the same JSON, and lines keep their indentation."""
    assert main(["games", "list", str(tmp_path), "--json", "--lang", "de"]) == 0
    assert capsys.readouterr().out == "[]\n"
    speak("de")
    assert told('  stopped\n{"page": 1}') == '  beendet\n{"page": 1}'


# -- other languages by PO files


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A copy of everything that is translated."""
    for path in (ROOT / "tabletop/languages").rglob("*.toml"):
        _copied(path, tmp_path)
    for path in (*(ROOT / "tabletop/games").glob("*/de.toml"), *(ROOT / "live").glob("*/static/*words.js")):
        _copied(path, tmp_path)
    return tmp_path


def _copied(path: Path, to: Path) -> None:
    place = to / path.relative_to(ROOT)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, place)


def catalogues(program: Path, language: str) -> dict[str, object]:
    """What a language's files say."""
    own = (program / "tabletop/games").glob(f"*/{language}.toml")
    shared = (program / "tabletop/languages" / language).glob("*.toml")
    return {str(path.relative_to(program)): tomllib.loads(path.read_text("utf-8")) for path in (*own, *shared)}


def test_german_comes_back_as_it_went(program: Path) -> None:
    """Exported as PO, read again, written: every catalogue says the same, and so do the pages' words."""
    before, words = catalogues(program, "de"), list(entries_of("de", program))
    assert len(words) > 1200
    language, entries = read_po(po_text("de", words), "de.po")
    assert (language, entries) == ("de", tuple(words))
    write_entries(language, entries, program)
    assert catalogues(program, "de") == before
    assert list(entries_of("de", program)) == words


def test_a_third_language_needs_only_its_file(program: Path) -> None:
    """A few sentences in French: a catalogue, a game's own, a page's words; the rest stays English."""
    new = list(entries_of("fr", program))
    assert {entry.translation for entry in new} == {""}
    french = {"on the outskirts": "en périphérie", "stopped": "arrêté", "Put it back": "Annuler"}
    entries = [PoEntry(one.context, one.english, french.get(one.english, "")) for one in new]
    written = write_entries("fr", entries, program)
    assert {str(path.relative_to(program)) for path in written} == {
        "tabletop/games/big_city/fr.toml", "tabletop/languages/fr/commands.toml", "live/page/static/words.js",
    }  # fmt: skip
    assert {one.english for one in entries_of("fr", program) if one.translation} == set(french)
    script = (program / "live/page/static/words.js").read_text("utf-8")
    assert script.index("  fr: {") > script.index("  de: {")
    assert '"redo": "Annuler"' in script


def test_a_gap_that_the_sentence_lacks_is_refused(program: Path) -> None:
    """Whoever translates hears which one, and nothing is written."""
    wrong = PoEntry("common.toml sentences", "move {n}: {message}", "Zug {nummer}: {message}")
    with pytest.raises(UnreadableInput, match=r"\{nummer\}"):
        write_entries("fr", [wrong], program)
    assert not (program / "tabletop/languages/fr").exists()


@pytest.mark.parametrize("text", ["milk", 'msgid "a"\nmsgstr "b"\n', 'msgid ""\nmsgstr ""\n\nmsgid broken\n'])
def test_what_is_no_po_file_is_refused(text: str) -> None:
    """In one sentence, never a traceback."""
    with pytest.raises(UnreadableInput):
        read_po(text, "x.po")


def test_what_poedit_is_not_sure_of_counts_as_nothing() -> None:
    """Fuzzy entries, comments, and texts over several lines."""
    head = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n'
    fuzzy = '#, fuzzy\nmsgctxt "a"\nmsgid "x"\nmsgstr "y"\n'
    long = '# hello\nmsgid "two "\n"lines"\nmsgstr "deux "\n"lignes"\n'
    text = "\n".join((head, fuzzy, long))
    assert read_po(text, "x.po") == ("fr", (PoEntry("a", "x", ""), PoEntry("", "two lines", "deux lignes")))


def test_the_command_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`boardsight translate export`, and what is no language."""
    assert main(["translate", "export", "de", "-o", str(tmp_path / "de.po")]) == 0
    assert read_po((tmp_path / "de.po").read_text("utf-8"), "de.po")[0] == "de"
    assert main(["translate", "export", "english"]) == 2
    assert "two letters" in capsys.readouterr().err
    assert home() == ROOT
    assert languages() == ("en", "de")
