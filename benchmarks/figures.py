"""The tables of measured figures in the docs, made from kept counts; each share has its 95 % interval.

    python benchmarks/figures.py              # print them, and those that no page shows
    python benchmarks/figures.py --write      # put them into their pages

Nothing is measured. `results/PAGE.toml` belongs to `docs/PAGE.md`; a table there has the commands that count anew, the
date, `head` and `rows`. A cell is a text, a number, or the counts [hits, trials] of a share. `from` takes some
rows and columns of another page's table. `shown = false` keeps what no page shows. A file whose tables stand on a page
of another name tells it first: `page = "accuracy"`.
"""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from tabletop.intervals import share_words

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).with_name("results")
PAGE = "page"


@dataclass(frozen=True, slots=True)
class FigureTable:
    """One table of a page."""

    page: Path
    name: str
    kept: Mapping[str, Any]
    """As the file has it."""

    @property
    def shown(self) -> bool:
        """Whether the page has it."""
        return bool(self.kept.get("shown", True))

    def markdown(self) -> str:
        """As it stands in the page."""
        lines = [self.kept["head"], ["---"] * len(self.kept["head"]), *self.kept["rows"]]
        return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)

    def put_into(self, text: str) -> str:
        """A page's text with this table in place of that with the same head."""
        return re.sub(re.escape(self.markdown().splitlines()[0]) + r"(\n\|.*)*", self.markdown(), text)


def _cell(what: Any) -> str:
    return share_words(*what) if isinstance(what, list) else f"{what:,}" if isinstance(what, int) else str(what)


def tables() -> list[FigureTable]:
    """All that are kept, by page."""
    kept = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(RESULTS.glob("*.toml"))}
    return [
        FigureTable(ROOT / "docs" / f"{named.get(PAGE, stem)}.md", name, _extract(one, kept) if "from" in one else one)
        for stem, named in kept.items()
        for name, one in named.items()
        if name != PAGE
    ]


def _extract(wanted: Mapping[str, Any], kept: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """Some rows of another page's table, by what they are called here, and some of their columns."""
    page, name = wanted["from"].split(".")
    whole = kept[page][name]
    rows = [
        [word, *(whole["rows"][row][column] for column in wanted["columns"])] for word, row in wanted["rows"].items()
    ]
    return {**whole, **wanted, "rows": rows}


def keep(path: Path, page: str, new: Mapping[str, Mapping[str, Any]]) -> None:
    """Write tables to a file of counts, beside those of other names that stand there."""
    before = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    blocks = [f"{PAGE} = {json.dumps(page)}"]
    for name, table in {**before, **new}.items():
        if name != PAGE:
            blocks.append("\n".join([f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in table.items())]))
    path.write_text("\n\n".join(blocks) + "\n", "utf-8")


def _toml(value: Any) -> str:
    """A date, a text, a number or a list; of a table's rows each on a line of its own."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "\n".join(["[", *(f"  {json.dumps(row, ensure_ascii=False)}," for row in value), "]"])
    return json.dumps(value, ensure_ascii=False)


def main() -> int:
    """Print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the tables into their pages")
    arguments = parser.parse_args()
    for table in tables():
        print(f"{table.page.stem}, {table.name} ({table.kept['date']}; {'; '.join(table.kept['commands'])})\n")
        print(f"{table.markdown()}\n")
        if arguments.write and table.shown:
            table.page.write_text(table.put_into(table.page.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
