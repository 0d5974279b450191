"""One Chromium for the tests of a file, in which a new page is cheap: it starts no process of its own."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

WHOLE_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WHOLE_CHROMIUM = next(filter(None, map(shutil.which, WHOLE_BROWSERS)), None)
"""A browser as people have it: the shell knows no cameras."""
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
"""The same engine without windows where there is one: a page takes less than half the work."""
MOST_KEPT = 4
"""So many kinds of pages are kept ready at a time."""
if CHROMIUM is not None:
    from playwright.sync_api import Browser as PlaywrightBrowser
    from playwright.sync_api import BrowserContext, Page, sync_playwright


class Browser:
    """What a test opens pages in.

    Pages of one address and alike options are new tabs beside an empty one that stays, so that they share its process:
    half the time of a page is else the start of its process. What one left behind is wiped before the next.
    """

    def __init__(self, chromium: "PlaywrightBrowser") -> None:
        self._chromium = chromium
        self._kept: dict[str, BrowserContext] = {}

    def new_page(self, *, base_url: str | None = None, viewport: Any = None, **options: Any) -> "Page":
        """A page in which nothing has been open yet; without an address of its own in a process of its own."""
        if base_url is None:
            return self._chromium.new_page(viewport=viewport, **options)
        context = self._ready(base_url, options)
        if len(context.pages) == 1:
            _wipe(context, base_url)
        page = context.new_page()
        if viewport is not None:
            page.set_viewport_size(viewport)
        return page

    def new_context(self, **options: Any) -> "BrowserContext":
        """For a test that changes more than its page: a network that is gone, a screen that is touched."""
        return self._chromium.new_context(**options)

    def _ready(self, base_url: str, options: dict[str, Any]) -> "BrowserContext":
        key = repr((base_url, sorted(options.items())))
        if key not in self._kept:
            while len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept))).close()
            self._kept[key] = self._chromium.new_context(base_url=base_url, **options)
            self._kept[key].new_page()
        return self._kept[key]


def _wipe(context: "BrowserContext", base_url: str) -> None:
    """Nothing of the pages before is known any more: cookies, permissions, what was stored, what was cached."""
    context.clear_cookies()
    context.clear_permissions()
    protocol = context.new_cdp_session(context.pages[0])
    protocol.send("Storage.clearDataForOrigin", {"origin": base_url.rstrip("/"), "storageTypes": "all"})
    protocol.send("Network.clearBrowserCache")
    protocol.detach()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, headless."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield Browser(opened)
        opened.close()
