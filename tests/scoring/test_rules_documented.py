"""The pages of the rules know every option of every game; docs/rules.md names modules and tests that exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tabletop.gamefile import load_game, shipped_games

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")
CODE = re.compile("`([^`]+)`")


def rows():
    """The table of rules: (rule, where, tests), heads and rulers left out; what is not done may lack tests."""
    table = RULES.partition("## Every rule of the rulebooks")[2].partition("## The moves between two looks")[0]
    cells = [[cell.strip() for cell in line.split("|")] for line in table.splitlines() if "|" in line]
    return [(*row, "")[:3] for row in cells if row[0] not in ("rule", "---")]


@cache
def known_tests():
    """The names of all tests of the rules."""
    files = (ROOT / "tests" / "scoring").glob("test_*.py")
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    return {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def exists(module):
    """Whether a module or a file of data is there, by its path or by that within the games' rules."""
    return (ROOT / module).is_file() or (ROOT / "scoring" / "games" / module).is_file()


@pytest.mark.parametrize("game", shipped_games())
def test_every_option_and_value_is_in_the_rules_page(game):
    """Each option's name and each of its values stand there as code, or in the game's own page."""
    own = ROOT / "docs" / "games" / f"{game}.md"
    pages = RULES + (own.read_text("utf-8") if own.exists() else "")
    for name, values in load_game(game).options.items():
        words = [name, *(str(value).lower() if isinstance(value, bool) else value for value in values)]
        missing = [word for word in words if not word.startswith("<") and f"`{word}`" not in pages]
        assert not missing


@pytest.mark.parametrize("game", ["big_city", "small_city", "my_city", "my_city_chess"])
def test_the_table_of_rules_has_every_game(game):
    """Each of the four rulebooks has its rules there."""
    assert sum(f"{game}/" in where for _, where, _ in rows()) > 10


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_every_rule_names_a_module_and_a_test_that_exist(row):
    """A rule is done in modules that exist, by tests that exist; or it is not, with its reason."""
    _, where, tests = row
    if where.startswith("not:"):
        assert len(where) > len("not: why")
    else:
        assert CODE.findall(where)
        assert CODE.findall(tests)
        assert not [module for module in CODE.findall(where) if not exists(module)]
    assert not set(CODE.findall(tests)) - known_tests()
