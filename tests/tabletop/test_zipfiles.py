"""Archives of strangers: counted before anything is unpacked."""

import io
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from tabletop.errors import UnreadableInput
from tabletop.zipfiles import ZipLimits, opened_zip, parts_of

LIMITS = ZipLimits(files=20, unpacked_bytes=100_000, growth=50, always_bytes=10_000)


def packed(files: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", how) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return written.getvalue()


def twice(data: bytes) -> bytes:
    """The archive of a and b with both called a."""
    return data.replace(b"b", b"a")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"no archive", "it is no ZIP archive"),
        (b"PK\5\6" + bytes(18), None),
        (packed({str(number): b"" for number in range(21)}), "it holds more than 20 files"),
        (packed({f"{number:0400}": b"" for number in range(20)}), "it holds more than 20 files"),
        (packed({"a": bytes(9_000)}), None),
        (packed({"a": bytes(11_000)}), "it unpacks to more than 0 MB"),
        (packed({str(one): bytes(range(256)) * 40 for one in range(10)}, zipfile.ZIP_STORED), "to more than 0 MB"),
        (packed({"a": b""}, zipfile.ZIP_LZMA), "packed otherwise"),
        (twice(packed({"a": b"", "b": b""}, zipfile.ZIP_STORED)), "two files of one name"),
    ],
)
def test_an_archive_is_counted_before_it_is_unpacked(data: bytes, reason: str | None) -> None:
    """Files, their names, and the bytes that they say they have."""
    if reason is None:
        with opened_zip(io.BytesIO(data), LIMITS) as archive:
            assert archive.packed_bytes == len(data)
        return
    with pytest.raises(UnreadableInput, match=reason), opened_zip(io.BytesIO(data), LIMITS):
        pass


def test_every_damaged_byte_is_told() -> None:
    """Whatever is changed, the library's many errors are one sentence, or the file is as it was."""
    whole = packed({"a": bytes(range(200)), "b": b"x" * 500})
    for at in range(len(whole)):
        data = bytearray(whole)
        data[at] ^= 0xFF
        with suppress(UnreadableInput), opened_zip(io.BytesIO(bytes(data)), LIMITS) as archive:
            assert archive.read("b", 500) == b"x" * 500


def test_a_file_larger_than_expected_is_not_unpacked(tmp_path: Path) -> None:
    """Whoever reads one says how large it may be."""
    with opened_zip(io.BytesIO(packed({"a": bytes(600)})), LIMITS) as archive:
        with pytest.raises(UnreadableInput, match=r"a in it is larger than 0\.0005 MB"):
            archive.read("a", 500)
        with pytest.raises(UnreadableInput, match="it holds no b"):
            archive.read("b", 500)


@pytest.mark.parametrize("name", ["../a", "/a", "a/../../b", "c:\\a", "a\\b", "a\0", "a/", ""])
def test_no_file_lies_elsewhere(name: str) -> None:
    """A name that leads out of the folder, on any system, is none."""
    assert parts_of(name) == ()
    assert parts_of("files/game.toml") == ("files", "game.toml")
