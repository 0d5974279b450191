"""The pictures of a game: kept, found by name, never more than the limit, and no way to other files."""

from pathlib import Path

from live.evidence import EvidenceFolder, EvidenceSettings


def test_a_kept_picture_is_found(tmp_path: Path) -> None:
    """What is kept for a line is given by its name."""
    folder = EvidenceFolder(tmp_path / "game.jsonl")
    folder.keep(folder.name_for(7), b"jpeg")
    assert folder.picture("000007.jpg") == b"jpeg"


def test_no_name_leads_to_another_file(tmp_path: Path) -> None:
    """Only pictures' names are looked up at all."""
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    folder = EvidenceFolder(tmp_path / "game.jsonl")
    folder.keep(folder.name_for(1), b"jpeg")
    for name in ("../secret.jpg", "..", "", "000001.jpg/../../secret.jpg", "/etc/passwd", "000002.jpg"):
        assert folder.picture(name) is None, name


def test_the_oldest_pictures_go_first(tmp_path: Path) -> None:
    """Above the limit the first pictures of the evening make room."""
    folder = EvidenceFolder(tmp_path / "game.jsonl", EvidenceSettings(largest_mb=1))
    for line in range(1, 5):
        folder.keep(folder.name_for(line), bytes(400_000))
    assert [folder.picture(folder.name_for(line)) is not None for line in range(1, 5)] == [False, False, True, True]
