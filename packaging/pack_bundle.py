"""Packs what PyInstaller has made into one archive named by version and system: `pack_bundle.py FROM TO`."""

import platform
import shutil
import sys
from pathlib import Path


def main() -> int:
    """A zip on Windows, else a tar.gz, which keeps who may run what."""
    made, to = Path(sys.argv[1]), Path(sys.argv[2])
    (folder,) = (entry for entry in made.iterdir() if entry.is_dir())
    system = f"{platform.system()}-{platform.machine()}".lower().replace("darwin", "macos")
    kind = "zip" if system.startswith("windows") else "gztar"
    archive = shutil.make_archive(str(to / f"{folder.name}-{system}"), kind, made, folder.name)
    print(f"{archive}  {Path(archive).stat().st_size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
