"""`boardsight doctor`: what is attached, what is wrong with it, and the mend."""

from __future__ import annotations

import argparse
import json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--camera", metavar="WHAT", help="look at this camera only (number, name or URL)")


def run(arguments: argparse.Namespace) -> int:
    """Examine everything; 0 where nothing stands in the way of a game, else 1."""
    from live.examination import examine

    findings = examine(arguments.camera)
    if arguments.json:
        listed = [
            {"what": finding.what, "well": finding.well, "message": finding.message, "mend": finding.mend}
            for finding in findings
        ]
        print(json.dumps({"format": "boardsight-doctor/1", "findings": listed}, ensure_ascii=False))
    else:
        for finding in findings:
            print(f"{'ok ' if finding.well else '!! '} {finding.what:<10} {finding.message}")
            if finding.mend:
                print(f"{'':<15}→ {finding.mend}")
    return 0 if all(finding.well for finding in findings) else 1
