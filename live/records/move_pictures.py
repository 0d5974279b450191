"""The evidence of a game: the picture in which each move was read, beside the record, within a size limit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from live.console.options import EVIDENCE_MB
from tabletop.wholefiles import make_folder, write_whole

NAME = re.compile(r"[0-9]{6}\.jpg")


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """How much is kept."""

    largest_mb: int = EVIDENCE_MB
    """When the folder is larger, the oldest pictures go."""


class EvidenceFolder:
    """A game's pictures; a record's line names one of them in `evidence`."""

    def __init__(self, record: Path, settings: EvidenceSettings | None = None) -> None:
        self.folder = record.with_suffix(".pictures")
        self._settings = settings or EvidenceSettings()
        self._earlier: tuple[Path, ...] = ()

    def for_record(self, record: Path) -> EvidenceFolder:
        """The same for a game that goes on in another record: new pictures lie beside that, earlier ones stay."""
        if record.with_suffix(".pictures") == self.folder:
            return self
        moved = EvidenceFolder(record, self._settings)
        moved._earlier = (self.folder, *self._earlier)
        return moved

    def name_for(self, line: int) -> str:
        """What the picture of a record's line is called."""
        return f"{line:06d}.jpg"

    def keep(self, name: str, jpeg: bytes) -> None:
        """Write a picture, and let the oldest go where there are too many. Raises BoardsightError."""
        make_folder(self.folder)
        write_whole(self.folder / name, jpeg)
        pictures = self.pictures()
        sizes = {path: path.stat().st_size for path in pictures}
        room = self._settings.largest_mb * 2**20 - sum(sizes.values())
        for path in pictures:
            if room >= 0:
                return
            room += sizes[path]
            path.unlink()

    def pictures(self) -> list[Path]:
        """All that are kept, the oldest first."""
        found = self.folder.iterdir() if self.folder.is_dir() else ()
        return sorted(path for path in found if _is_picture(path))

    def picture(self, name: str) -> bytes | None:
        """A picture by its name; None where there is none, or where that is no picture's name."""
        for folder in (self.folder, *self._earlier):
            if NAME.fullmatch(name) and _is_picture(folder / name):
                return (folder / name).read_bytes()
        return None


def _is_picture(path: Path) -> bool:
    """Whether a file is one of a game's pictures; a link may lead to anything and is none.

    An empty file is none either: older versions left it where the disk was full.
    """
    named = NAME.fullmatch(path.name) is not None and path.is_file() and not path.is_symlink()
    return named and path.stat().st_size > 0
