"""What differs between phones: old browsers, their lenses, and that they grow hot."""

from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from browsing import CHROMIUM, Browser
from page_table import phone_table

from live.page.authority import TableAuthority
from live.page.secure import SecurePage
from live.runtime.hosting import Desks, PhonesThatFilm, page_of
from simulator.games import scripted_game

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

RECORD = scripted_game("my-city-chess")
CAMERAS = """(() => {
  const picture = Object.assign(document.createElement("canvas"), { width: 640, height: 360 });
  const track = (id) => ({ stop: () => (phone.open -= 1), getSettings: () => ({ deviceId: id }), readyState: "live" });
  const kind = "videoinput";
  window.phone = {
    picture, sent: 0, open: 0, opened: [],
    devices: [
      { kind, deviceId: "1", label: "Front Camera" }, { kind, deviceId: "2", label: "Back Camera" },
      { kind, deviceId: "3", label: "Back Ultra Wide Camera" }, { kind: "audioinput", deviceId: "4", label: "Mic" },
    ],
    move() { picture.getContext("2d").fillRect(300, 100, 40, 40); },
  };
  picture.getContext("2d").fillStyle = "#c33";
  const getUserMedia = async ({ video }) => {
    const ideal = phone.devices.find((one) => one.deviceId === video.deviceId?.ideal);
    const id = video.deviceId?.exact ?? ideal?.deviceId ?? "2";
    phone.open += 1;
    phone.opened.push(id);
    return { getVideoTracks: () => [track(id)], getTracks: () => [track(id)] };
  };
  const mediaDevices = { getUserMedia, enumerateDevices: async () => phone.devices };
  Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices });
  Object.defineProperty(window, "isSecureContext", { value: true });
  const given = { videoWidth: picture.width, videoHeight: picture.height, readyState: 4, srcObject: null };
  for (const [name, value] of Object.entries(given)) {
    Object.defineProperty(HTMLVideoElement.prototype, name, { get: () => value, set: () => {} });
  }
  HTMLVideoElement.prototype.play = async () => {};
  const drawImage = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (what, ...where) {
    return drawImage.call(this, what instanceof HTMLVideoElement ? picture : what, ...where);
  };
  HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(["a picture"]));
  const fetched = window.fetch;
  window.fetch = async (address, wish) => {
    if (!String(address).startsWith("/api/v1/cameras")) return fetched(address, wish);
    phone.sent += 1;
    return { ok: true, json: async () => ({ camera: 0 }) };
  };
})();"""
"""A phone with a camera at the front and two at the back, which see what `phone.picture` shows."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table whose camera is a phone."""
    folder = tmp_path_factory.mktemp("table")
    with phone_table(folder, RECORD.header, watched=False) as played:
        secure = SecurePage(None, TableAuthority(folder / "data", ("table.test",)))
        desks = Desks(played.desk, phones=PhonesThatFilm(played.phones, secure))
        with page_of(played.table, host=None, port=None, desks=desks) as at:
            yield at.here


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator["Page"]:
    """The phone's page with its camera, not yet filming."""
    page = browser.new_page(base_url=address, viewport={"width": 390, "height": 844}, locale="en-GB")
    page.add_init_script(CAMERAS)
    yield page
    page.close()


def test_a_phone_that_sees_nothing_move_stays_cool(phone: "Page") -> None:
    """Ten pictures a second while something moves, less than one when nothing does; motion wakes it."""
    phone.clock.install()
    phone.goto("/phone")
    phone.clock.run_for(1000)
    phone.locator("#live-here").click()
    _run_until_sent(phone, 11)
    counts = []
    for wait_ms in (10_000, 10_000):
        phone.clock.run_for(wait_ms)
        counts.append(phone.evaluate("phone.sent"))
    assert 5 <= counts[1] - counts[0] < 10
    phone.evaluate("phone.move()")
    _run_until_sent(phone, counts[1] + 11)


def _run_until_sent(phone: "Page", count: int) -> None:
    """Let the page's clock run in short steps, between which what really takes time may happen; 4 s of it at most."""
    for _ in range(40):
        if phone.evaluate("phone.sent") >= count:
            return
        phone.clock.run_for(100)
    assert phone.evaluate("phone.sent") >= count


@pytest.mark.parametrize(
    ("noise", "spot", "alike"),
    [(0, 0, True), (6, 0, True), (6, 60, False), (0, 25, False), (1, 0, True), (38, 0, True), (90, 90, False)],
    ids=["still", "noise", "a piece in noise", "a faint piece", "little noise", "dim light", "all is another"],
)
def test_noise_is_no_motion(phone: "Page", noise: int, spot: int, alike: bool) -> None:
    """A sensor's noise moves nothing; a piece of a few points does, and a camera that was turned."""
    phone.goto("/phone")
    told = phone.evaluate(
        """async ([noise, spot]) => {
          const { isAlike } = await import("/page/stillness.js");
          let seed = 1;
          const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647 - 0.5;
          const grey = (at, extra) => 120 + noise * random() + (at < 9 ? extra : 0);
          const picture = (extra) => Uint8Array.from({ length: 14400 }, (_, at) => grey(at, extra));
          return isAlike(picture(0), picture(spot));
        }""",
        [noise, spot],
    )
    assert told is alike


def test_one_of_several_lenses_is_chosen_and_remembered(phone: "Page") -> None:
    """Those at the back are offered once the camera may be used; the chosen one films, and films the next time."""
    phone.goto("/phone")
    expect(phone.locator("#live-lens-line")).to_be_hidden()
    phone.locator("#live-here").click()
    lens = phone.get_by_label("Lens")
    expect(lens.locator("option")).to_have_text(["Back Camera", "Back Ultra Wide Camera"])
    expect(lens).to_have_value("2")
    lens.select_option("3")
    phone.wait_for_function("phone.opened.join() === '2,3' && phone.open === 1")
    phone.goto("/phone")
    phone.evaluate("phone.devices[2].deviceId = '33'")  # some browsers number them anew every time
    phone.locator("#live-here").click()
    phone.wait_for_function("phone.opened.join() === '2,33' && phone.open === 1")
    expect(lens).to_have_value("33")
    phone.locator("#live-stop").click()
    expect(lens).to_be_hidden()


def test_a_browser_of_2021_can_trust_the_table(phone: "Page", address: str) -> None:
    """iOS 15 has no AbortSignal.timeout: what is asked for is asked for without it."""
    phone.add_init_script("delete AbortSignal.timeout;")
    phone.goto("/phone")
    phone.route("**/api/v1/trusted", lambda route: route.fulfill(json={"trusted": True}))
    assert phone.evaluate(f"import('/page/trust.js').then((trust) => trust.trusts('{address.rstrip('/')}'))")


@pytest.mark.parametrize(
    ("path", "lacks"),
    [
        ("/", "delete Array.prototype.findLast"),
        ("/", "delete window.HTMLDialogElement"),
        ("/replay", "window.structuredClone = undefined"),
        ("/phone", "delete Element.prototype.replaceChildren"),
        ("/overlay", "delete window.EventSource"),
        ("/phone", ""),
    ],
)
def test_an_old_browser_is_told_instead_of_an_empty_page(browser: Browser, address: str, path: str, lacks: str) -> None:
    """Where a page's scripts can't be read or what they need is missing, one sentence stands on it."""
    page = browser.new_page(base_url=address, locale="de-DE")
    page.add_init_script(lacks)
    if not lacks:
        broken = "class { what no browser can read"
        page.route("**/scores.js", lambda route: route.fulfill(body=broken, content_type="text/javascript"))
    page.goto(path)
    expect(page.locator("#too-old")).to_contain_text("zu alt für diese Seite")
    page.close()


def test_a_phone_without_dialogs_sends_pictures_all_the_same(browser: Browser, address: str) -> None:
    """iOS 15.0 has none: only what needs one is not offered."""
    page = browser.new_page(base_url=address)
    page.add_init_script("delete window.HTMLDialogElement")
    page.goto("/phone")
    expect(page.locator("#scores .score").first).to_be_visible()
    expect(page.locator("#too-old")).to_have_count(0)
    expect(page.locator("#how-open")).to_be_hidden()
    page.close()


@pytest.mark.parametrize("path", ["/", "/phone", "/overlay", "/tv", "/replay"])
def test_without_scripts_a_page_says_what_it_needs(address: str, path: str) -> None:
    """Every page, for a browser in which they are switched off."""
    page = urlopen(f"{address.rstrip('/')}{path}").read().decode()
    assert "<noscript><p" in page.partition("<body")[2]
    assert "needs JavaScript" in page


def test_obs_may_dress_the_overlay_and_no_other_page(browser: Browser, address: str) -> None:
    """What people write into OBS's field *Custom CSS* comes into the page as a style of its own."""
    css = "body { outline: 7px solid red }"
    page = browser.new_page(base_url=address)
    widths = []
    for path in ("/overlay", "/tv"):
        page.goto(path)
        page.evaluate(
            f"document.head.append(Object.assign(document.createElement('style'), {{ textContent: '{css}' }}))"
        )
        widths.append(page.evaluate("getComputedStyle(document.body).outlineWidth"))
    assert (widths[0], widths[1] == "7px") == ("7px", False)
    page.close()
