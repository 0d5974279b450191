"""Packages that are not there: which ones, and the command that adds them to the very Python that runs here."""

import importlib.util
import sys
from collections.abc import Iterable

from tabletop.errors import UsageError


def missing_packages(modules: Iterable[str]) -> tuple[str, ...]:
    """Those of some modules that cannot be imported, as the package index calls them."""
    return tuple(name.replace("_", "-") for name in modules if importlib.util.find_spec(name) is None)


def need_packages(what: str, modules: Iterable[str]) -> None:
    """Raise UsageError with the command that installs what is missing for something."""
    if missing := missing_packages(modules):
        raise UsageError(f"{what} needs {', '.join(missing)}; install it with: {install_words(missing)}")


def install_words(packages: Iterable[str]) -> str:
    """The command that installs packages where this program looks for them, whatever brought it there.

    Not every environment has pip of its own: those that uv makes have none.
    """
    tool = f"{_quoted(sys.executable)} -m pip install"
    if importlib.util.find_spec("pip") is None:
        tool = f"uv pip install --python {_quoted(sys.executable)}"
    return f"{tool} {' '.join(packages)}"


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path
