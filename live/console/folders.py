"""Where this program keeps what is its own from evening to evening, whatever folder it is started in."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

NAME = "boardsight"


def data_folder(
    environment: Mapping[str, str] = os.environ, *, platform: str = sys.platform, home: Path | None = None
) -> Path:
    """The folder for this person's data, as each system has it; it need not be there yet.

    >>> data_folder({}, platform="linux", home=Path("/home/ann")).as_posix()
    '/home/ann/.local/share/boardsight'
    """
    at_home = home or Path.home()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or at_home / "AppData" / "Local") / NAME
    if platform == "darwin":
        return at_home / "Library" / "Application Support" / NAME
    return Path(environment.get("XDG_DATA_HOME") or at_home / ".local" / "share") / NAME
