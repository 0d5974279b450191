"""Results as Parquet, for whoever counts in a hundred thousand of them: one row a file, typed columns."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop.packages import need_packages
from tabletop.wholefiles import whole_file

if TYPE_CHECKING:
    import pyarrow

ROWS = 2000
"""Rows of one group: what is held in memory."""


def check_columns() -> None:
    """Raise UsageError where the library is missing, before hours of work."""
    need_packages("Parquet", ("pyarrow",))


def write_columns(lines: Path, out: Path) -> None:
    """JSON Lines of readings or replays into a Parquet file, `out`, which appears when it is whole."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer: pq.ParquetWriter | None = None
    with whole_file(out) as file, lines.open(encoding="utf-8") as stream:
        documents = (json.loads(line) for line in stream)
        while batch := list(islice(documents, ROWS)):
            if writer is None:
                schema = _reading_columns() if "image" in batch[0] else _replay_columns()
                writer = pq.ParquetWriter(file, schema, compression="zstd")
            row = _reading_row if "image" in batch[0] else _replay_row
            writer.write_table(pa.Table.from_pylist([row(document) for document in batch], writer.schema))
        if writer is None:
            pq.write_table(_reading_columns().empty_table(), file)
        else:
            writer.close()


def _problems() -> "pyarrow.DataType":
    import pyarrow as pa

    return pa.list_(pa.struct({"code": pa.string(), "message": pa.string(), "places": pa.list_(pa.string())}))


def _reading_columns() -> "pyarrow.Schema":
    import pyarrow as pa

    return pa.schema(
        {
            "image": pa.string(),
            "game": pa.string(),
            "position": pa.string(),  # its JSON; null where the picture was refused
            "confidence": pa.map_(pa.string(), pa.string()),
            "p": pa.map_(pa.string(), pa.float64()),
            "reasons": pa.map_(pa.string(), pa.string()),
            "certain": pa.int32(),
            "likely": pa.int32(),
            "ask": pa.int32(),
            "problems": _problems(),
            "reprojection_px": pa.float64(),
            "scale": pa.float64(),
        }
    )


def _reading_row(document: Mapping[str, Any]) -> dict[str, Any]:
    camera = document["camera"] or {}
    sure = list(document["confidence"].values())
    return {
        "image": document["image"],
        "game": document["game"],
        "position": None if document["position"] is None else json.dumps(document["position"], ensure_ascii=False),
        "confidence": list(document["confidence"].items()),
        "p": list(document.get("p", {}).items()),
        "reasons": list(document.get("reasons", {}).items()),  # results that were begun earlier have none
        **{word: sure.count(word) for word in ("certain", "likely", "ask")},
        "problems": list(_told(document["problems"])),
        "reprojection_px": camera.get("reprojection_px"),
        "scale": camera.get("scale"),
    }


def _replay_columns() -> "pyarrow.Schema":
    import pyarrow as pa

    move = {"n": pa.int32(), "player": pa.string(), "legal": pa.bool_(), "points": pa.int32(), "problems": _problems()}
    return pa.schema(
        {
            "record": pa.string(),
            "game": pa.string(),
            "over": pa.bool_(),
            "totals": pa.map_(pa.string(), pa.int32()),
            "winners": pa.list_(pa.string()),
            "moves": pa.list_(pa.struct(move)),
            "problem": pa.string(),
        }
    )


def _replay_row(document: Mapping[str, Any]) -> dict[str, Any]:
    moves = [
        {
            "n": move["n"],
            "player": move.get("player"),
            "legal": move["legal"],
            "points": move["points"],
            "problems": list(_told(move["problems"])),
        }
        for move in document["moves"]
    ]
    return {
        "record": document["record"],
        "game": document["game"],
        "over": document.get("over"),
        "totals": list(document.get("totals", {}).items()),
        "winners": document.get("winners", []),
        "moves": moves,
        "problem": document.get("problem"),
    }


def _told(problems: list[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for problem in problems:
        yield {"code": problem["code"], "message": problem["message"], "places": list(problem["places"])}
