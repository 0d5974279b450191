"""The commands that serve a page give it what it takes: where it listens, and the names it answers to."""

import inspect

from live.commands.setup import _play_parser
from live.console.options import page_options
from live.hub.application import hub_page
from live.runtime.hosting import page_if_possible, page_of


def test_every_page_takes_the_page_options() -> None:
    """The demo's page, the table's and the hub's: what the command line says of a page fits each of them."""
    options = page_options(_play_parser().parse_args(["big-city"]))
    for page in (page_of, page_if_possible, hub_page):
        assert options.keys() <= inspect.signature(page).parameters.keys(), page.__name__
