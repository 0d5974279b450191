"""What a bundle is made of, and under which licences: `bill_of_materials.py FOLDER` puts both into a folder.

`sbom.cdx.json` is a CycloneDX bill of materials of this Python and of every distribution that Boardsight needs with the
bundle's extras, told by their own metadata; `licences/` has the text of each licence. Exit 1 where one has none.
"""

import json
import platform
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

PROGRAM, EXTRAS = "boardsight", ("cut", "https", "hub")
LOADER = "pyinstaller"
"""Its part of the bundle starts the program."""
LICENCE_FILE = re.compile(
    r"(^|/)(licen[cs]e|copying|notice|ofl)[^/]*$|[.]dist-info/licenses/|-licen[cs]e[.]txt$", re.IGNORECASE
)
NO_TEXT = {".py", ".pyc", ".xml", ".so"}
OURS = Path(__file__).parent / "licences"
"""Texts of what comes without one."""


def needed(name: str = PROGRAM, extras: tuple[str, ...] = EXTRAS) -> Mapping[str, tuple[str, ...]]:
    """Each distribution that is needed, by its normal name, with those that it needs itself."""
    found: dict[str, tuple[str, ...]] = {}
    waiting = [(_normal(name), extras), (LOADER, ())]
    seen = set()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        try:
            wanted = [Requirement(words) for words in metadata.requires(one[0]) or ()]
        except metadata.PackageNotFoundError:
            if one[0] == LOADER:  # no bundle is made here
                continue
            raise
        further = [
            (_normal(each.name), tuple(sorted(each.extras)))
            for each in wanted
            if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in ("", *one[1]))
        ]
        found[one[0]] = tuple(sorted({*found.get(one[0], ()), *(other for other, _ in further)} - {one[0]}))
        waiting += further
    return found


def bill(needs: Mapping[str, tuple[str, ...]]) -> Mapping[str, Any]:
    """The bill of materials as CycloneDX 1.6."""
    python = platform.python_version()
    components = {name: _component(name) for name in needs}
    program = components.pop(PROGRAM)
    interpreter = {
        "type": "platform",
        "bom-ref": f"pkg:generic/python@{python}",
        "name": "python",
        "version": python,
        "purl": f"pkg:generic/python@{python}",
        "licenses": [{"license": {"id": "PSF-2.0"}}],
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**program, "type": "application"}},
        "components": [interpreter, *(components[name] for name in sorted(components))],
        "dependencies": [
            {"ref": _reference(name), "dependsOn": [_reference(other) for other in needs[name]]}
            for name in sorted(needs)
        ],
    }


def licence_texts(name: str) -> Iterator[tuple[str, Path]]:
    """The licence texts that a distribution brings, or that lie here for it: file name -> where it lies."""
    for file in metadata.files(name) or ():
        if LICENCE_FILE.search(file.as_posix()) and file.suffix not in NO_TEXT:
            yield "-".join(file.parts[1:] or file.parts), Path(str(file.locate()))
    own = OURS / f"{name}.txt"
    if own.exists():
        yield own.name, own


def python_licence() -> Path | None:
    """The licence of the Python that runs this, where its makers left it."""
    places = (Path(sysconfig.get_paths()["stdlib"]) / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt")
    return next((place for place in places if place.exists()), None)


def main() -> int:
    """Write both; 1 where a licence's text is missing."""
    folder, needs = Path(sys.argv[1]), needed()
    texts = {name: dict(licence_texts(name)) for name in needs}
    interpreter = python_licence()
    texts["python"] = {} if interpreter is None else {interpreter.name: interpreter}
    for name, files in texts.items():
        (folder / "licences" / name).mkdir(parents=True, exist_ok=True)
        for target, source in files.items():
            shutil.copyfile(source, folder / "licences" / name / target)
    (folder / "sbom.cdx.json").write_text(json.dumps(bill(needs), indent=1, ensure_ascii=False) + "\n", "utf-8")
    missing = sorted(name for name, files in texts.items() if not files)
    if missing:
        print(f"no licence text: {', '.join(missing)}; lay it into {OURS} as NAME.txt", file=sys.stderr)
    return 1 if missing else 0


def _component(name: str) -> dict[str, Any]:
    about = metadata.metadata(name)
    return {
        "type": "library",
        "bom-ref": _reference(name),
        "name": about["Name"],
        "version": about["Version"],
        "purl": _reference(name),
        "licenses": _licences(about),
    }


def _licences(about: metadata.PackageMetadata) -> list[dict[str, Any]]:
    """An SPDX expression where the distribution has one, else its own words."""
    if expression := about.get("License-Expression"):
        return [{"expression": expression}]
    classifiers = [
        line.rpartition(" :: ")[2] for line in about.get_all("Classifier") or () if line.startswith("License")
    ]
    words = (about.get("License") or "").strip().partition("\n")[0]
    return [{"license": {"name": name}} for name in classifiers or [words or "see its licence's text"]]


def _reference(name: str) -> str:
    return f"pkg:pypi/{name}@{metadata.version(name)}"


def _normal(name: str) -> str:
    """As package indexes compare names."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    sys.exit(main())
