"""Packages that are not there, and the mend that works in the environment at hand."""

import importlib.util
import sys

import pytest

from tabletop.errors import UsageError
from tabletop.packages import install_words, missing_packages, need_packages


def test_what_is_missing_is_called_as_the_index_calls_it() -> None:
    """A module's underscore is a package's hyphen; what is there is not missing."""
    assert missing_packages(("json", "no_such_thing_here")) == ("no-such-thing-here",)


def test_the_mend_names_the_python_that_runs() -> None:
    """Another Python's pip would not help."""
    assert install_words(["segno", "fastapi"]) == f"{sys.executable} -m pip install segno fastapi"


def test_without_pip_the_mend_is_uv_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """Environments that uv made have no pip."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert install_words(["segno"]) == f"uv pip install --python {sys.executable} segno"


def test_a_path_with_a_space_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is typed into a shell."""
    monkeypatch.setattr(sys, "executable", "/my programs/python")
    assert install_words(["segno"]).startswith('"/my programs/python" -m pip')


def test_what_is_missing_is_told_with_the_command_that_adds_it() -> None:
    """Whoever asks for something without its packages reads which ones, and how they are installed."""
    need_packages("JSON", ("json",))
    with pytest.raises(UsageError, match="the page needs no-such-thing-here; install it with: "):
        need_packages("the page", ("json", "no_such_thing_here"))


def test_a_bundle_is_never_told_to_install_into_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """There no pip can help; the wheel can."""
    monkeypatch.setattr("sys.frozen", True, raising=False)
    assert install_words(["ezdxf"]) == "nothing can be added to a bundle: install the wheel, and ezdxf with it"
    with pytest.raises(UsageError, match=r"^the archive needs no-such-thing-here, which is not here; nothing can be "):
        need_packages("the archive", ["no_such_thing_here"])
