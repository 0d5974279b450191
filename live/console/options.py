"""Options that several commands share, and the bounds that they keep."""

import argparse
from typing import Any

from live.console.arguments import PORTS, whole_number

EVIDENCE_MB, EVIDENCE_LIMITS_MB = 500, (1, 1_000_000)
"""Pictures of the moves beside a record: how much usually, and from least to most."""
RECENT_MB, RECENT_LIMITS_MB = 12, (0, 4000)
"""The last pictures, in memory, for a report of a trouble: usually some 30 of 1920 × 1080, of a camera
with much noise 15; 0 keeps none."""


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Where the page is served."""
    parser.add_argument("--port", type=whole_number(*PORTS), help="the page's (default: 8765 or the next free one)")
    parser.add_argument("--host", help="share the page: 0.0.0.0 for the whole network; changes then need a token")
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another name under which browsers reach the page: a router's, a proxy's; may be repeated",
    )


def add_bg_stats_option(parser: argparse.ArgumentParser) -> None:
    """Whether a finished game is offered to an app in which people log their plays."""
    parser.add_argument("--bg-stats", action="store_true", help="offer the finished game to the app BG Stats")


def page_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """What `add_page_options` was given, as `live.runtime.hosting.page_of` takes it."""
    return {"host": arguments.host, "port": arguments.port, "allow_hosts": arguments.allow_host}


def add_evidence_option(parser: argparse.ArgumentParser, otherwise: str) -> None:
    """How many pictures of the moves are kept; `otherwise` says what happens without the option."""
    parser.add_argument(
        "--evidence-mb",
        type=whole_number(*EVIDENCE_LIMITS_MB),
        metavar="N",
        help=f"keep the picture of each move beside the record, N MB at most, the oldest go first ({otherwise})",
    )
