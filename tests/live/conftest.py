"""Lets the live tests import the helpers that lie beside them, and browsers take their time on a busy machine."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

try:
    from playwright.sync_api import expect
except ImportError:  # the tests that need a browser are skipped by name
    pass
else:
    expect.set_options(timeout=60_000)
