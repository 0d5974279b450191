"""The language in which the terminal speaks: the chosen one, else the system's, else English."""

from __future__ import annotations

import os

from tabletop.translation import languages

VARIABLE = "BOARDSIGHT_LANG"
SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the system says it; the first that says anything counts."""


def system_language() -> str:
    """The language by the environment: one that has a catalogue, else English."""
    said = next((os.environ[name] for name in (VARIABLE, *SYSTEM) if os.environ.get(name)), "")
    language = said.partition(".")[0].partition("_")[0].lower()
    return language if language in languages() else "en"
