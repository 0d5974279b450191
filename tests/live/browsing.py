"""One Chromium for all files of a worker, in which a new page is cheap: its files are there already."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

WHOLE_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WHOLE_CHROMIUM = next(filter(None, map(shutil.which, WHOLE_BROWSERS)), None)
"""A browser as people have it: the shell knows no cameras."""
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
"""The same engine without windows where there is one: a page takes less than half the work."""
MOST_KEPT = 4
"""So many kinds of pages are kept ready at a time."""
STILL = {"reduced_motion": "reduce"}
NAME, HOST = "table.test", "127.0.0.2"
"""A table that is met under a name: browsers let pages at this machine's own addresses do what is for https alone."""
ARGUMENTS = ["--no-sandbox", f"--host-resolver-rules=MAP {NAME} {HOST}"]
"""A container's root may not make the sandbox; nothing but our own pages is opened."""
if CHROMIUM is not None:
    from playwright.sync_api import Browser as PlaywrightBrowser
    from playwright.sync_api import BrowserContext, Page, sync_playwright


@contextmanager
def tab_at(browser: "Browser", address: str, **options: Any) -> Iterator["Page"]:
    """A tab for an address; whatever its console complains about fails the test, but for wishes that are refused."""
    complaints: list[str] = []
    page = browser.new_page(
        base_url=address, **{"viewport": {"width": 1280, "height": 900}, "locale": "en-GB"} | options
    )
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert [said for said in complaints if "409" not in said and "412" not in said] == []


@dataclass(slots=True)
class Kept:
    """Where the pages of one address and alike options are opened."""

    context: "BrowserContext"
    empty: "Page | None" = None
    """A page that stays once a second one comes, by which is wiped what the others left behind."""


class Browser:
    """What a test opens pages in.

    The second page of an address and alike options is a new tab beside an empty one that stays, as are all after it, so
    that Chromium keeps the files of the address. Each has a process of its own; to share one saves nothing, since
    nine tenths of what a page takes is its own work. What one left behind is wiped before the next.
    """

    def __init__(self, chromium: "PlaywrightBrowser") -> None:
        self._chromium = chromium
        self._kept: dict[str, Kept] = {}

    def new_page(self, *, base_url: str | None = None, viewport: Any = None, **options: Any) -> "Page":
        """A page in which nothing has been open yet; one without an address has no other beside it.

        Nothing moves on it unless the test wishes: what flies and rains is drawn sixty times a second.
        """
        options = STILL | options
        if base_url is None:
            return self._chromium.new_page(viewport=viewport, **options)
        page = self._ready(base_url, options).new_page()
        if viewport is not None:
            page.set_viewport_size(viewport)
        return page

    def new_context(self, **options: Any) -> "BrowserContext":
        """For a test that changes more than its page: a network that is gone, a screen that is touched."""
        return self._chromium.new_context(**STILL | options)

    def _ready(self, base_url: str, options: dict[str, Any]) -> "BrowserContext":
        key = repr((base_url, sorted(options.items())))
        if key not in self._kept:
            while len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept))).context.close()
            self._kept[key] = Kept(self._chromium.new_context(base_url=base_url, **options))
            return self._kept[key].context
        kept = self._kept[key]
        if all(page is kept.empty for page in kept.context.pages):
            kept.empty = kept.empty or kept.context.new_page()
            _wipe(kept.empty, base_url)
        return kept.context


def _wipe(page: "Page", base_url: str) -> None:
    """Nothing of the pages before is known any more: cookies, permissions, what was stored. Files stay, as they do for
    people who open a page again: the address of each changes with what it says."""
    page.context.clear_cookies()
    page.context.clear_permissions()
    protocol = page.context.new_cdp_session(page)
    protocol.send("Storage.clearDataForOrigin", {"origin": base_url.rstrip("/"), "storageTypes": "all"})
    protocol.detach()


class OneChromium:
    """The system's Chromium, headless, started when a file first asks for it and lent to one file after the other.

    While no file has it, its event loop is not the thread's running one: `asyncio.run` works in every other file.
    """

    def __init__(self) -> None:
        self._running = ExitStack()
        self._chromium: PlaywrightBrowser | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def lent(self) -> Iterator[Browser]:
        """A browser in which nothing is open, for one file; whatever that leaves open is closed."""
        asyncio._set_running_loop(self._loop)
        try:
            if self._chromium is None or not self._chromium.is_connected():
                self._start()
            assert self._chromium is not None
            yield Browser(self._chromium)
            for context in self._chromium.contexts:
                context.close()
        finally:
            asyncio._set_running_loop(None)

    def close(self) -> None:
        """No file comes any more."""
        asyncio._set_running_loop(self._loop)
        self._running.close()
        asyncio._set_running_loop(None)

    def _start(self) -> None:
        self._running.close()
        playwright = self._running.enter_context(sync_playwright())
        self._chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        self._running.callback(self._chromium.close)
        self._loop = asyncio.get_running_loop()
