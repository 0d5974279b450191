"""A hook of MkDocs: the site has the repository's own paths, so that every link of a page holds in both."""

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
BESIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "examples", "packaging")


def on_files(files: Files, config: Any) -> Files:
    """The pages and pictures of `docs`, and what they link to beside it, by their places in the repository."""
    pages = [file for file in files if file.src_dir == config.docs_dir]
    inside = [f"docs/{file.src_uri}" for file in pages if not file.src_uri.endswith(".py")]
    found = [one for name in BESIDE for one in ((ROOT / name).rglob("*") if (ROOT / name).is_dir() else [ROOT / name])]
    beside = [one.relative_to(ROOT).as_posix() for one in found if one.is_file() and "__pycache__" not in one.parts]
    ours = [File.generated(config, name, abs_src_path=str(ROOT / name)) for name in (*inside, *beside)]
    return Files([*(file for file in files if file not in pages), *ours])
