"""What people install from: the source archive, the container's recipe, the service's unit."""

import json
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LARGEST_ARCHIVE = 5_000_000
BILL = runpy.run_path(str(ROOT / "packaging" / "bill_of_materials.py"))
PACKAGES = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]


def test_the_source_archive_is_small_and_whole(tmp_path: Path) -> None:
    """It has every package and none of the corpus of photographs, in 5 MB at most."""
    words = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    assert archive.stat().st_size <= LARGEST_ARCHIVE
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert all(f"{package}/__init__.py" in names for package in PACKAGES["packages"])
    assert "live/page/static/setup.html" in names
    assert not any(name.startswith("tests/photos/") for name in names)


def test_the_container_is_made_of_what_is_there() -> None:
    """Each package is copied, each thing copied is there, and the last stage runs as nobody in particular."""
    recipe = (ROOT / "packaging" / "Dockerfile").read_text("utf-8")
    copied = [word for line in re.findall(r"^COPY (?!--)(.+)$", recipe, re.MULTILINE) for word in line.split()[:-1]]
    assert set(PACKAGES["packages"]) <= set(copied)
    assert all((ROOT / word).exists() for word in copied)
    assert re.search(r"^USER boardsight$", recipe, re.MULTILINE)
    assert re.findall(r"^FROM (\S+)", recipe, re.MULTILINE) == ["debian:bookworm-slim"] * 2


def test_the_container_installs_nothing_without_its_hash() -> None:
    """Every pip line checks hashes or fetches nothing, and the lock pins what the container's extras need."""
    recipe = (ROOT / "packaging" / "Dockerfile").read_text("utf-8")
    installs = re.findall(r"pip install (.+)", recipe)
    assert len(installs) == 2
    assert all("--require-hashes" in words or "--no-deps" in words for words in installs)
    (lock,) = re.findall(r"--requirement (\S+)", recipe)
    pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text("utf-8"), re.MULTILINE))
    assert set(BILL["needed"]()) - {"boardsight", "pyinstaller"} <= pinned


def test_every_part_of_the_bundle_is_listed_with_its_licence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A CycloneDX list whose references all lead somewhere, nothing of the tests in it, and a text for each part."""
    monkeypatch.setattr("sys.argv", ["bill_of_materials.py", str(tmp_path)])
    assert BILL["main"]() == 0
    bill = json.loads((tmp_path / "sbom.cdx.json").read_text("utf-8"))
    parts = {part["name"].lower(): part for part in bill["components"]}
    assert {"python", "numpy", "opencv-python", "sqlalchemy", "pg8000", "cryptography", "h11"} <= parts.keys()
    assert not {"pytest", "mypy", "dask"} & parts.keys()
    assert all(part["version"] and part["purl"] and part["licenses"] for part in parts.values())
    known = {part["bom-ref"] for part in (*parts.values(), bill["metadata"]["component"])}
    assert {ref for one in bill["dependencies"] for ref in (one["ref"], *one["dependsOn"])} <= known
    assert "PERMISSION" in (tmp_path / "licences" / "pg8000" / "licenses-LICENSE").read_text("utf-8").upper()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_the_services_unit_is_understood(tmp_path: Path) -> None:
    """systemd finds nothing wrong with it, where the program is installed."""
    unit = (ROOT / "packaging" / "boardsight.service").read_text("utf-8")
    here = tmp_path / "boardsight.service"
    here.write_text(unit.replace("/usr/local/bin/boardsight", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", str(here)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
