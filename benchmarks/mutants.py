"""How many small changes of the code do its tests notice? A seeded sample of mutants, made and run by mutmut.

Each is tried with those of its part's tests that come through the changed function; who survives is shown.
"""

import argparse
import random
import subprocess
import sys
import tomllib
from collections import Counter
from contextlib import chdir
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import figures
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name

ROOT = Path(__file__).resolve().parents[1]
MUTMUT = Path(sys.executable).with_name("mutmut")
PARTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
CONFIG = """
[tool.mutmut]
source_paths = {rooms}
only_mutate = {files}
also_copy = {others}
pytest_add_cli_args_test_selection = {tests}
"""


def try_mutants(code: list[str], tests: list[str], most: int, seed: int) -> list[int]:
    """How many mutants of a sample were noticed, of how many; the others are shown as differences."""
    rooms = sorted({path.split("/")[0] for path in code})
    others = [path.name for path in ROOT.iterdir() if path.name[0] != "." and path.name not in rooms]
    with TemporaryDirectory(prefix="boardsight-mutants-") as folder, chdir(folder):
        for name in {*rooms, *others} - {"pyproject.toml"}:
            Path(name).symlink_to(ROOT / name)
        chance = random.Random(seed)
        files = [path for one in map(Path, code) for path in ([one] if one.suffix else sorted(one.rglob("*.py")))]
        chosen = Counter(chance.choices(files, [path.stat().st_size for path in files], k=most))
        config = CONFIG.format(rooms=rooms, files=sorted(map(str, chosen)), others=others, tests=tests)
        Path("pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8") + config, "utf-8")
        names: list[str] = []
        for path, count in sorted(chosen.items()):
            every = sorted(mutate_file_contents(str(path), path.read_text("utf-8")).mutant_names)
            names += [get_mutant_name(path, name) for name in chance.sample(every, min(count, len(every)))]
        _mutmut("run", *names)
        results = dict(line.strip().rsplit(": ", 1) for line in _mutmut("results", "--all", "true").splitlines())
        survivors = [name for name in names if results[name] not in ("killed", "timeout", "segfault")]
        for name in survivors:
            print(_mutmut("show", name), flush=True)
    return [len(names) - len(survivors), len(names)]


def _mutmut(*words: str) -> str:
    """What mutmut prints; the program ends where it could not do its work."""
    done = subprocess.run([MUTMUT, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"mutmut {words[0]} ends with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def main() -> None:
    """Mutate, test, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; else all")
    parser.add_argument("--most", type=int, default=24, metavar="N", help="mutants of a part")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--write", action="store_true", help="keep the counts for docs/reliability.md")
    options = parser.parse_args()
    rows = []
    for part in options.parts or PARTS:
        counts = try_mutants(**PARTS[part], most=options.most, seed=options.seed)
        rows.append([", ".join(PARTS[part]["code"]), counts])
    command = f"python benchmarks/mutants.py --most {options.most} --seed {options.seed}"
    table = {"commands": [command], "date": date.today(), "head": ["changes made in", "noticed"], "rows": rows}
    print(figures.FigureTable(ROOT, "mutants", table).markdown())
    if options.write:
        figures.keep(figures.RESULTS / "mutants.toml", "reliability", {"mutants": table})


if __name__ == "__main__":
    main()
