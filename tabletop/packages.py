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
        if _is_bundle():
            raise UsageError(f"{what} needs {', '.join(missing)}, which is not here; {install_words(missing)}")
        raise UsageError(f"{what} needs {', '.join(missing)}; install it with: {install_words(missing)}")


def install_words(packages: Iterable[str]) -> str:
    """The command that installs packages where this program looks for them, whatever brought it there.

    Not every environment has pip of its own: those that uv makes have none. To a bundle nothing can be added.
    """
    if _is_bundle():
        return f"nothing can be added to a bundle: install the wheel, and {' '.join(packages)} with it"
    tool = f"{_quoted(sys.executable)} -m pip install"
    if importlib.util.find_spec("pip") is None:
        tool = f"uv pip install --python {_quoted(sys.executable)}"
    return f"{tool} {' '.join(packages)}"


def _is_bundle() -> bool:
    """Whether PyInstaller has packed this program with its Python (its documentation, Run-time Information)."""
    return bool(getattr(sys, "frozen", False))


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path
