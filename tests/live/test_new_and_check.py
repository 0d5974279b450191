"""`boardsight new` and `boardsight check`: files that work at once, and what is wrong with others."""

import json

import pytest

from live.main import main
from scoring import rules_for
from tabletop import shipped
from tabletop.records import Header


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Every command runs in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("what", ["game", "board", "pieces"])
def test_what_new_writes_is_well(what, capsys):
    """A new file of each kind passes the check as it stands."""
    assert main(["new", what, "my-own"]) == 0
    assert main(["check", "my-own.toml"]) == 0
    assert "nothing is wrong" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["game", "board", "pieces"])
@pytest.mark.parametrize(
    "name", ["a\nb", 'a"b', "a\\b", "a\tb", "a{b}", "a\x7f", "a\u202eb", "a\x00b", "\udcffa", "'''a'''"]
)
def test_whatever_the_name_what_new_writes_is_well(what, name, folder):
    """A name that no file of ours can have is refused, and no file is there."""
    code = main(["new", what, name])
    written = list(folder.iterdir())
    assert [main(["check", str(path)]) for path in written] == [0] * (code == 0)


@pytest.mark.parametrize(
    ("name", "root", "said"),
    [
        ("my-game", "elsewhere", "rules are written in a copy of Boardsight's source"),
        ("four-ponds", None, "four-ponds is there already; choose another name"),
        ("custom", None, "there is no game 'custom'"),
    ],
)
def test_rules_are_begun_in_the_source_under_a_free_name(name, root, said, folder, monkeypatch, capsys):
    """One sentence where there is no source, as in the installed program, or where a game of that name is."""
    if root is not None:
        monkeypatch.setattr(shipped, "ROOM", folder / root / "tabletop")
    assert main(["new", "rules", name]) in (2, 4)
    assert said in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_a_new_game_can_be_played(folder):
    """The new game file is a whole game: it starts, lists places and scores."""
    main(["new", "game", "Böses Spiel"])
    rules = rules_for(str(folder / "Böses Spiel.toml"))
    state = rules.start(Header(rules.game, ("red", "blue")))
    assert rules.placements(state, "red-house")


def test_new_never_writes_over(capsys):
    """A file that is there already stays, unless told otherwise."""
    assert main(["new", "game", "one"]) == 0
    assert main(["new", "game", "one"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["new", "game", "one", "--force"]) == 0


def test_check_as_json(capsys):
    """With --json the complaints are one document."""
    main(["new", "board", "one"])
    capsys.readouterr()
    assert main(["check", "one.toml", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["format"], document["complaints"]) == ("boardsight-check/1", [])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("game = [", 4),
        ("answer = 42\n", 4),
        ('[board]\nname = "x"\n[grid]\nrows = 3\n', 4),
        ('[[landmarks]]\nname = "mill"\nvalue = 7\n[[zones]]\ntype = "farm"\nvalues = [1]\n', 0),
        ('game = "my-city-chess"\n[[zones]]\nplayer = "red"\ntype = "park"\nvalue = 3\non = "a1"\n', 0),
        ('game = "my-city-chess"\n[[zones]]\nplayer = "red"\ntype = "park"\nvalue = 9\non = "a1"\n', 4),
    ],
)
def test_check_of_other_files(folder, text, code):
    """Counter files and positions are checked too; what is no file of ours is refused with exit 4."""
    (folder / "some.toml").write_text(text, encoding="utf-8")
    assert main(["check", "some.toml"]) == code


def test_a_piece_that_looks_like_its_ground_is_named_beforehand(folder, capsys):
    """Birch on a light square, a brown streetcar on wood: the file is right, and what may be missed is told."""
    entry = '[[piece]]\npart = "{}"\ncolour = "{}"\nsize_mm = [14.0, 14.0]\nheight_mm = 10.0\n'
    birch = [("red-residential-1", "#f2e8d0"), ("blue-residential-1", "#2552b0")]
    for name, game, pieces in (
        ("counters", "my-city-chess", birch),
        ("cars", "big-city", [("streetcar", "#dcb689"), ("puck", "#963030")]),
    ):
        (folder / f"{name}.toml").write_text(
            f'[pieces]\nname = "{name}"\ngame = "{game}"\n' + "".join(entry.format(*piece) for piece in pieces), "utf-8"
        )
    capsys.readouterr()
    assert main(["check", "counters.toml"]) == 0
    told = capsys.readouterr().out
    assert "counters.toml, line 6: red-residential-1 #f2e8d0 looks like the ground it lies on (square-light" in told
    assert "blue-residential-1" not in told
    assert main(["check", "cars.toml", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["complaints"] == []
    assert ["pale wood" in remark["message"] for remark in document["remarks"]] == [True]
