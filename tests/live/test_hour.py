"""Long sittings: memory stays flat and no move is missed while the frames go by."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "watching.py"


@pytest.mark.soak
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads its memory from Linux's /proc")
def test_ten_minutes_at_a_table_leave_memory_flat() -> None:
    """The benchmark's hour, ten minutes of it: it ends well only where memory is flat and every house was read."""
    command = [sys.executable, str(BENCHMARK), "--hour", "--minutes", "10"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
