"""Something wrong in a file that people wrote: where it stands and what to do about it."""

from dataclasses import dataclass

from tabletop.schema import Path


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong: the path of sections, places and keys to it, and a sentence with the mend."""

    path: Path
    sentence: str
    at: int | None = None
    """At which letter of the text there, from 0, where it is known."""
