"""A phone films the table live, in a real Chromium whose camera plays a film of the virtual table."""

import base64
import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import pytest

pytest.importorskip("cryptography", reason="needs the extra `https`")

import browsing
from browsing import ARGUMENTS, HOST, NAME, WHOLE_CHROMIUM
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from page_table import phone_table, table_with

from live.page.authority import TableAuthority
from live.page.secure import SecurePage
from live.page.shown import CameraStatus
from live.runtime.hosting import Desks, PhonesThatFilm, page_of
from live.runtime.live_table import LiveTable
from live.sources.phone import Phones
from simulator.art import PartsBox
from simulator.games import opening_position, scripted_game, turns_of
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.plans import plan_of

pytestmark = pytest.mark.skipif(WHOLE_CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
if WHOLE_CHROMIUM is not None:
    from playwright.sync_api import Browser, Page, expect, sync_playwright

RECORD = scripted_game("my-city-chess")
PHONE_PX: Any = {"width": 390, "height": 844}
SIZE_PX = (1280, 960)
BEFORE_S, AFTER_S = 5, 40
"""How long the film shows the empty board, and then the first piece, before it begins again."""
Trusted = tuple[TableAuthority, str]
TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
FIRST_MOVE_MS = 60_000
"""From scanning the code to the first move on the phone (issue 18)."""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board on which the first piece comes to lie, one picture a second, as Chromium's fake camera wants it."""
    game = load_game("my-city-chess")
    path = tmp_path_factory.mktemp("film") / "table.y4m"
    with path.open("wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F1:1\n" % SIZE_PX)
        for position, seconds in ((opening_position(RECORD), BEFORE_S), (turns_of(RECORD)[0].position, AFTER_S)):
            picture = shoot(plan_of(position, game), PartsBox(game), Shot(view="above", size_px=SIZE_PX)).image
            frame = b"FRAME\n" + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes()
            file.write(frame * seconds)
    return path


@dataclass(frozen=True)
class Filmed:
    """A table whose camera is a phone, and its page."""

    table: LiveTable
    phones: Phones
    address: str


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Trusted:
    """An authority of the tables here, and its key, which the phones' browser trusts."""
    authority = TableAuthority(tmp_path_factory.mktemp("data"), (NAME,))
    leaf = x509.load_pem_x509_certificate(authority.signed_for([HOST]).read_bytes())
    key = leaf.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return authority, base64.b64encode(hashlib.sha256(key).digest()).decode()


@pytest.fixture
def filmed(tmp_path: Path, trusted: Trusted) -> Iterator[Filmed]:
    """As `play --camera phone` shares it."""
    with table_of_a_phone(tmp_path, trusted[0]) as made:
        yield made


@pytest.fixture
def untrusted(tmp_path: Path) -> Iterator[Filmed]:
    """As `filmed`, of an authority that no phone has met yet."""
    with table_of_a_phone(tmp_path, TableAuthority(tmp_path / "data", (NAME,))) as made:
        yield made


@contextmanager
def table_of_a_phone(folder: Path, authority: TableAuthority, *, watched: bool = True) -> Iterator[Filmed]:
    """A table that a phone may film; where it is not `watched` nothing is read in what comes."""
    with phone_table(folder, RECORD.header, watched=watched) as played, ExitStack() as opened:
        desks = Desks(played.desk, phones=PhonesThatFilm(played.phones, SecurePage(None, authority)))
        at = opened.enter_context(page_of(played.table, host=HOST, port=None, allow_hosts=[NAME], desks=desks))
        assert at.entrusted is not None
        yield Filmed(played.table, played.phones, at.entrusted.replace(HOST, NAME).replace("/#", "/phone#"))


Phone = Callable[..., "Page"]


@pytest.fixture(scope="module")
def chromium(film: Path, trusted: Trusted) -> "Iterator[Browser]":
    """One browser for all phones: its camera plays the film, and it trusts the authority of `trusted` alone."""
    arguments = [*ARGUMENTS, "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
    arguments.append(f"--ignore-certificate-errors-spki-list={trusted[1]}")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=WHOLE_CHROMIUM, args=arguments)
        yield opened
        opened.close()


@contextmanager
def phones_of(chromium: "Browser") -> Iterator[Phone]:
    """Opens pages, each on a phone that was never here before."""
    phones = []

    def opens(address: str, *, script: str = "") -> "Page":
        context = chromium.new_context(locale="en-GB", viewport=PHONE_PX, permissions=["camera"])
        phones.append(context)
        context.add_init_script(script)
        page = context.new_page()
        page.goto(address)
        return page

    yield opens
    for context in phones:
        context.close()


@pytest.fixture
def phone(chromium: "Browser") -> Iterator[Phone]:
    """Opens a page on a phone that was never here before."""
    with phones_of(chromium) as opens:
        yield opens


def test_the_first_move_is_read_within_a_minute_of_scanning(filmed: Filmed, phone: Phone) -> None:
    """The phone goes over to https, films by itself, is aimed on its own screen, and the first move stands there."""
    page = phone(filmed.address)
    page.locator("#live-there").click()
    expect(page.locator("#live-view")).to_be_visible()
    expect(page.locator("#live-aim")).to_contain_text("go nearer")
    expect(page.locator("#moves > li")).to_have_count(1, timeout=FIRST_MOVE_MS)
    (move,) = filmed.table.session.moves
    assert move.judged.move == RECORD.entries[0].move
    page.locator("#live-stop").click()
    expect(page.locator("#live-view")).to_be_hidden()
    expect(page.locator("#watch")).to_have_text("no camera")


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"
SWITCH = "Certificate Trust Settings: switch on “Boardsight table.test"
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "kind", "words"),
    [
        (IPHONE, "ios", SWITCH),
        (ANDROID, "android", "CA certificate"),
    ],
    ids=["iPhone", "Android"],
)
def test_a_phone_that_trusts_nothing_yet_is_led_step_by_step(
    untrusted: Filmed, browser: browsing.Browser, agent: str, kind: str, words: str
) -> None:
    """What is not trusted is said, the steps for its own kind stand open, photos are there; in German too."""
    page = browser.new_page(viewport=PHONE_PX, locale="en-GB", user_agent=agent)
    page.goto(untrusted.address)
    expect(page.locator("#live-trust .problem")).to_contain_text("does not trust the table's certificate yet")
    expect(page.locator("#live-trust details[open]")).to_have_count(1)
    expect(page.locator(f"#live-trust details[open][data-kind={kind}]")).to_contain_text(words)
    expect(page.locator("#live-there")).to_be_hidden()
    expect(page.locator(".shutter")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [page.locator(part).bounding_box() for part in ("#scores", "#shoot", "#live")]
    assert len({(box["x"], box["width"]) for box in boxes if box is not None}) == 1, "one below the other, equally wide"
    assert [box["y"] for box in boxes if box is not None] == sorted(box["y"] for box in boxes if box is not None)
    given = page.request.get(page.locator("#live-trust a").evaluate(f"link => link.href.replace('{NAME}', '{HOST}')"))
    assert given.headers["content-type"] == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(given.body()).subject.rfc4514_string().startswith(f"CN=Boardsight {NAME}")
    page.locator("#language").click()
    expect(page.locator("#live-trust .problem")).to_contain_text("vertraut dem Zertifikat des Tisches noch nicht")
    page.close()


SCREEN = """(() => {
  window.screenLocks = { asked: 0, held: 0 };
  const lock = () => ((screenLocks.held += 1), { release: async () => { screenLocks.held -= 1; } });
  const request = async (kind) => {
    if (kind !== "screen") throw new TypeError(kind);
    screenLocks.asked += 1;
    if (screenLocks.late) await new Promise((given) => { screenLocks.answer = given; });
    return lock();
  };
  Object.defineProperty(navigator, "wakeLock", { get: () => (screenLocks.none ? undefined : { request }) });
})();"""
"""A browser that can keep the screen on; while `late` it does so when it may `answer`, while `none` it cannot."""
LIGHT = """(() => {
  window.lights = [];
  MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
  MediaStreamTrack.prototype.applyConstraints = async (wish) => {
    lights.push(wish.advanced[0].torch);
    if (window.stuck) throw new DOMException("in use", "OverconstrainedError");
  };
})();"""
"""A phone whose camera has a light; while it is `stuck` it stays as it is."""
FEW_PIXELS = """(() => {
  const camera = navigator.mediaDevices;
  if (!camera) return;
  const open = camera.getUserMedia.bind(camera);
  camera.getUserMedia = (wish) => open({ ...wish, video: { ...wish.video, width: 320, height: 240 } });
})();"""
"""A phone with a poor camera, for pictures that nobody reads: ten a second are packed and told to the test's driver."""
LOOKED_AT = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture(scope="module")
def unwatched(tmp_path_factory: pytest.TempPathFactory, trusted: Trusted) -> Iterator[Filmed]:
    """As `filmed`, but nothing is read in what comes."""
    with table_of_a_phone(tmp_path_factory.mktemp("unwatched"), trusted[0], watched=False) as made:
        yield made


def filming(filmed: Filmed, phone: Phone, script: str) -> "Page":
    """A phone that films."""
    page = phone(filmed.address, script=script)
    page.locator("#live-there").click()
    expect(page.locator("#live-view")).to_be_visible()
    expect(page.locator("#live-words")).to_be_hidden()
    return page


@pytest.fixture(scope="module")
def one_phone(chromium: "Browser", unwatched: Filmed) -> Iterator["Page"]:
    """A phone for all tests of what happens while it films."""
    with phones_of(chromium) as phone:
        yield filming(unwatched, phone, SCREEN + LIGHT + FEW_PIXELS)


@pytest.fixture
def films(one_phone: "Page") -> "Page":
    """It, which has just begun to film again."""
    stop = one_phone.locator("#live-stop")
    if stop.is_visible():
        stop.click()
    expect(one_phone.locator("#live-view")).to_be_hidden()
    one_phone.wait_for_function("screenLocks.held === 0")
    one_phone.evaluate("Object.assign(screenLocks, { asked: 0, late: false, none: false })")
    one_phone.locator("#live-here").click()
    expect(one_phone.locator("#live-view")).to_be_visible()
    expect(one_phone.locator("#live-words")).to_be_hidden()
    return one_phone


def test_a_phone_that_changes_network_films_on_by_itself(films: "Page") -> None:
    """While the table can't be reached that is said; when it can, nothing has to be pressed."""
    films.context.set_offline(True)
    expect(films.locator("#live-words")).to_contain_text("can't be reached")
    films.context.set_offline(False)
    expect(films.locator("#live-words")).to_be_hidden()
    expect(films.locator("#live-view")).to_be_visible()


def test_a_phone_that_slept_films_on_by_itself(films: "Page") -> None:
    """The system took the camera away; when the page is looked at again it is opened again."""
    films.evaluate("document.querySelector('#live-view').srcObject.getTracks()[0].stop()")
    expect(films.locator("#live-words")).to_contain_text("gives no picture just now")
    films.evaluate(LOOKED_AT)
    expect(films.locator("#live-words")).to_be_hidden()
    assert films.evaluate("document.querySelector('#live-view').srcObject.getTracks()[0].readyState") == "live"


def test_who_stops_and_films_again_is_a_camera_again(unwatched: Filmed, films: "Page") -> None:
    """The table takes nothing more from one who has stopped, until filming is begun anew."""
    for begins in (False, True, False):
        films.locator("#live-here" if begins else "#live-stop").click()
        expect(films.locator("#live-view")).to_be_visible(visible=begins)
        expect(films.locator("#live-words")).to_be_hidden()
        while unwatched.phones.live is not begins:
            films.evaluate(TWO_FRAMES)


def test_the_screen_stays_on_while_a_phone_films(films: "Page") -> None:
    """It is asked for when filming begins and whenever the page is looked at again, and given back with the end."""
    assert films.evaluate("[screenLocks.asked, screenLocks.held]") == [1, 1]
    films.evaluate(LOOKED_AT)
    films.wait_for_function("screenLocks.asked === 2 && screenLocks.held === 1")
    films.locator("#live-stop").click()
    films.wait_for_function("screenLocks.held === 0")
    films.evaluate(LOOKED_AT)
    assert films.evaluate("screenLocks.asked") == 2, "nobody films"


def test_a_screen_that_is_kept_on_too_late_goes_off_again(films: "Page") -> None:
    """The answer comes when nobody films any more: else the phone's battery would be empty by the next game."""
    films.evaluate("screenLocks.late = true")
    films.evaluate(LOOKED_AT)
    films.locator("#live-stop").click()
    films.wait_for_function("screenLocks.held === 0")
    films.evaluate("screenLocks.answer()")
    films.wait_for_function("screenLocks.held === 0")


def test_a_browser_that_cannot_keep_the_screen_on_says_so(films: "Page") -> None:
    """The phone's own settings can."""
    films.locator("#live-stop").click()
    films.wait_for_function("screenLocks.held === 0")
    films.evaluate("screenLocks.none = true")
    films.locator("#live-here").click()
    expect(films.locator("#live-hint")).to_contain_text("screen stay on in its settings")


def test_the_phones_light_is_switched_on_and_off(films: "Page") -> None:
    """One button that says whether it shines; it stays as it was where the phone refuses."""
    button = films.locator("#live-light")
    for stuck, shines in ((True, "false"), (False, "true"), (True, "true"), (False, "false")):
        films.evaluate("(stuck) => { window.stuck = stuck; window.lights.length = 0; }", stuck)
        button.click()
        films.wait_for_function("lights.length === 1")
        expect(button).to_have_attribute("aria-pressed", shines)


def test_what_the_table_cannot_see_is_said_on_the_phone(unwatched: Filmed, films: "Page") -> None:
    """In the dark nothing is known of the aim: the phone that films says what is wrong instead."""
    before = unwatched.table.watching
    expect(films.locator("#live-aim")).to_be_hidden()
    unwatched.table.watching = CameraStatus(
        "dark", "it is too dark to read; more light, please. The game waits", "phone"
    )
    unwatched.table.show()
    expect(films.locator("#live-aim .problem")).to_contain_text("too dark to read")
    films.locator("#language").click()
    expect(films.locator("#live-aim .problem")).to_contain_text("zu dunkel zum Lesen")
    films.locator("#language").click()
    unwatched.table.watching = before
    unwatched.table.show()
    expect(films.locator("#live-aim")).to_be_hidden()


def test_a_phone_that_may_not_film_says_so_and_takes_photos(films: "Page") -> None:
    """Somebody has refused the camera: one sentence with its mend, and the shutter stays."""
    films.locator("#live-stop").click()
    expect(films.locator("#live-view")).to_be_hidden()
    films.context.clear_permissions()
    films.locator("#live-here").click()
    expect(films.locator("#live-words")).to_contain_text("may not use the camera")
    expect(films.locator(".shutter")).to_be_visible()
    expect(films.locator("#live-here")).to_be_visible()
    films.context.grant_permissions(["camera"])


def test_what_only_the_host_can_mend_is_said_to_the_host_alone(tmp_path: Path, browser: browsing.Browser) -> None:
    """Where the table's computer lacks something, phones take photos; guests' read nothing of packages."""
    told = SecurePage(message="live pictures need cryptography on the table's computer: pip install cryptography")
    desks = Desks(phones=PhonesThatFilm(Phones(), told))
    with (
        table_with(tmp_path, RECORD.header) as table,
        page_of(table, host=HOST, port=None, allow_hosts=[NAME], desks=desks) as at,
    ):
        phone = at.page("phone")
        assert phone.shared is not None
        for address, host in ((phone.shared, False), (phone.for_guests, False), (phone.entrusted, True)):
            page = browser.new_page(viewport=PHONE_PX, locale="en-GB")
            page.goto(str(address).replace(HOST, NAME))
            expect(page.locator("#title")).not_to_have_text("Boardsight")
            expect(page.get_by_text("need cryptography")).to_be_visible(visible=host)
            expect(page.locator("#live-trust")).to_be_hidden()
            expect(page.locator(".shutter")).to_be_visible()
            page.close()
