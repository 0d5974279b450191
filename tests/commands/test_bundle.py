"""The bundle of `make bundle`: a folder that runs where there is no Python and no network."""

import json
import platform
import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.soak
@pytest.mark.skipif(platform.system() != "Linux", reason="the network is taken away with Linux's unshare")
def test_the_bundle_prints_draws_and_reads_by_itself(tmp_path: Path) -> None:
    """Made, unpacked elsewhere, and used with nothing on the PATH and without a network."""
    subprocess.run(["make", "--silent", "bundle"], cwd=ROOT, check=True)
    (archive,) = (ROOT / "dist").glob("boardsight-*-linux-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (program,) = tmp_path.glob("boardsight-*/boardsight")
    parts = json.loads((program.parent / "sbom.cdx.json").read_text("utf-8"))["components"]
    assert {"python", "numpy", "pyinstaller"} <= {part["name"] for part in parts}
    assert len(list((program.parent / "licences").iterdir())) == 1 + len(parts)  # ours, too

    def run(*words: str) -> str:
        command = ["unshare", "--map-root-user", "--net", program, *words]
        done = subprocess.run(command, cwd=tmp_path, env={"HOME": str(tmp_path)}, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    (tmp_path / "laid.toml").write_text('game = "my-city"\n[[boards]]\nplayer = "Ann"\nboard = "episode-1"\n')
    assert "try-a4.pdf" in run("print", "try", "--out", "out")
    run("render", "laid.toml", "--out", "shot.png")
    assert 'board = "episode-1"' in run("read", "shot.png")
    assert "--tournament" in run("hub", "--help")
