"""The door of all commands: help, exit codes, streams that are closed or full, faults of the program."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from live.console.faults import TRACEBACK
from live.console.terminal import steered, visible_streams
from live.doctor.machine import examine
from live.main import COMMANDS, main
from tabletop.readings import Finding, Problem

HEAVY = {"cv2", "numpy", "reportlab", "fastapi", "uvicorn", "serial", "segno", "ezdxf"}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_exits_with_0_and_goes_to_stdout(name: str, run) -> None:
    """Every command explains itself."""
    outcome = run(name, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"usage: boardsight {name}")


def test_help_needs_no_heavy_library(folder: Path) -> None:
    """The help of all commands together, their own options too, imports none of the libraries that make it slow."""
    words = "import sys; from live.main import COMMANDS, command_parser; command_parser(COMMANDS).format_help()"
    probe = [sys.executable, "-c", f"{words}; print(*sys.modules)"]
    loaded = subprocess.run(probe, capture_output=True, text=True, check=True).stdout.split()
    assert not {*HEAVY, "vision", "simulator", "printables"} & set(loaded)


@pytest.mark.parametrize(
    ("command", "names", "own"),
    [
        ("games", "live.records.exports", {"KINDS": "FORMATS"}),
        ("hub", "live.hub.exports", {"KINDS": "KINDS", "FORMS": "FORMS"}),
        ("evenings", "live.evenings.telling", {"KINDS": "KINDS"}),
        ("render", "simulator.camera", {"VIEWS": "VIEWS"}),
        ("render", "simulator.light", {"LIGHTS": "LIGHTS"}),
        ("render", "simulator.surfaces", {"TABLES": "SURFACES"}),
    ],
)
def test_names_that_help_repeats_are_all_that_there_are(command: str, names: str, own: dict[str, str]) -> None:
    """So that help needs no heavy library."""
    offered, there = import_module(f"live.commands.{command}"), import_module(names)
    assert [tuple(getattr(offered, one)) for one in own] == [tuple(getattr(there, other)) for other in own.values()]


@pytest.mark.parametrize(("given", "used"), [(None, "1"), ("3", "3")])
def test_matrices_use_one_thread(given: str | None, used: str) -> None:
    """Others would only wait in loops for matrices as small as ours; whoever asks for more threads gets them."""
    kept = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment = kept if given is None else {**kept, "OPENBLAS_NUM_THREADS": given}
    words = "import os; from live.main import main; main(); print(os.environ['OPENBLAS_NUM_THREADS'])"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split()[-1] == used


def test_without_a_command_the_commands_are_listed(run) -> None:
    """A script that asks nothing gets everything explained; at a terminal the setup page opens."""
    outcome = run()
    assert outcome.code == 0
    assert all(f"    {name}" in outcome.out for name in COMMANDS)


@pytest.mark.parametrize(
    "words",
    [
        ["print", "chess"],
        ["demo", "chess"],
        ["play", "chess", "--players", "A,B"],
        ["read", "x.jpg", "--game", "chess"],
        ["score", "x.jpg", "--game", "chess"],
    ],
)
def test_a_game_that_is_not_there_is_wrong_use(words: list[str], run) -> None:
    """One sentence with the games that there are."""
    outcome = run(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no game 'chess'; the games are big-city, " in outcome.err
    assert outcome.err.count("\n") == 1


def test_the_tiny_game_is_listed_and_goes_by_its_title_too(run, tmp_path: Path) -> None:
    """Who has read its sheet writes `four-ponds`; it stands among the games, in refusals and in the help."""
    outcome = run("print", "four-ponds", "--out", str(tmp_path))
    assert (outcome.code, (tmp_path / "try-a4.pdf").exists()) == (0, True)
    assert "did you mean four-ponds?" in run("print", "four-pond").err
    for command in ("print", "play"):
        assert "small-city, try, or" in run(command, "chess", *(["--players", "A,B"] if command == "play" else [])).err
        assert "small-city, try, " in run(command, "--help").out.replace("\n", " ")


def test_a_fault_of_the_program_is_one_sentence(city: Path, run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever slips through: exit 1, no traceback, and how to see it."""
    monkeypatch.delenv(TRACEBACK)
    monkeypatch.setattr("scoring.rules_for", lambda game: 1 / 0)
    outcome = run("score", city)
    assert (outcome.code, outcome.out) == (1, "")
    assert "a fault in Boardsight itself (ZeroDivisionError: division by zero)" in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_fault_shows_its_traceback_where_asked(city: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the environment variable the exception comes through."""
    monkeypatch.setattr("scoring.rules_for", lambda game: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["score", str(city)])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full, which is a full disk")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_under_stdout_is_told(city: Path, unbuffered: str, process) -> None:
    """Exit 1 and one sentence, also where the text is only written at the end."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = process(["score", city], stdout=full, env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert done.returncode == 1
    assert done.stderr == "boardsight: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full, which is a full disk")
def test_a_full_disk_under_stderr_keeps_the_exit_code(process) -> None:
    """The sentence is lost, its exit code is not."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        assert process(["score", "nothing.toml"], stderr=full).returncode == 4


@pytest.mark.skipif(os.name != "posix", reason="closes file descriptors by number")
@pytest.mark.parametrize(("closed", "words", "code"), [
    (0, ["score", "-"], 4),
    (0, ["replay", "-"], 4),
    (1, ["score", "city.toml"], 0),
    (2, ["score", "nothing.toml"], 4),
])  # fmt: skip
def test_closed_streams_are_no_fault(closed: int, words: list[str], code: int, city: Path) -> None:
    """A program that is started without stdin, stdout or stderr works as far as it can."""
    script = f'exec {closed}>&-; exec "$@"'
    whole = ["sh", "-c", script, "sh", sys.executable, "-m", "live.main", *words]
    done = subprocess.run(whole, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == code
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [["replay", "game.jsonl"], ["--help"]])
def test_a_closed_pipe_is_well(words: list[str], record: Path, process) -> None:
    """Who reads our output may stop when it has seen enough."""
    reader, writer = os.pipe()
    os.close(reader)
    done = process(words, stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_data_in_a_pipe_are_utf_8_whatever_the_language(folder: Path, process) -> None:
    """Names outside of the system's alphabet come through."""
    own = folder / "own.toml"
    own.write_text('game = "big-city"\nplayers = ["Жанна", "Ünal"]\n[[tiles]]\nnumber = 1\nat = [0, 0]\n', "utf-8")
    language = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTHONIO")}
    done = process(["plan", own, "--json"], env=plain | language, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")


def test_letters_that_the_terminal_lacks_are_no_fault(city: Path, process) -> None:
    """An ASCII terminal shows them as escapes."""
    done = process(["doctor"], env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr
    assert "\\u2192" in done.stdout


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.toml", '[game]\n"\\u001b[2Jred\\n" = 1\n', ["check"]),
        ("x.toml", 'game = "big-city"\nplayers = ["Ann", "\\u009b31m"]\n', ["score"]),
        ("\x1b[31m.toml", "no file", ["check"]),
        ("x.jsonl", '{"format": "boardsight-record/1", "game": "\\u001b]0;mine\\u0007"}\n', ["replay", "--json"]),
        ("x.toml", '[pieces]\nname = "x"\ngame = "\\u001b[31m.toml"\n', ["check", "--json"]),
    ],
)
def test_a_strangers_file_never_steers_the_terminal(name: str, content: str, words: list[str], run) -> None:
    """Control characters in names and values are shown as numbers, wherever they are printed."""
    Path(name).write_text(content, encoding="utf-8")
    outcome = run(*words, name)
    assert outcome.code == 4
    assert not any(
        ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in (outcome.out + outcome.err).replace("\n", "")
    )
    assert len((outcome.out + outcome.err).splitlines()) < 12


def test_whoever_draws_on_the_terminal_still_can(capsys: pytest.CaptureFixture[str]) -> None:
    """What is asked for by `steered` passes as it is; the streams are the old ones afterwards."""
    before = sys.stdout
    with visible_streams():
        print("\x1b[1mone")
        print("\x1b[1mtwo", file=steered(sys.stdout))
    assert sys.stdout is before
    assert capsys.readouterr().out == "\\u001b[1mone\n\x1b[1mtwo\n"


def test_the_doctor_tells_of_weights_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the sentence that readings have, and it counts as something to be mended."""

    def weights() -> Finding:
        return next(one for one in examine() if one.what == "weights")

    assert weights().well
    lost = Problem("no-learned-look", "the weights are missing")
    monkeypatch.setattr("live.doctor.machine.without_weights", lambda settings: (lost,))
    assert (weights().well, weights().message) == (False, lost.message)
