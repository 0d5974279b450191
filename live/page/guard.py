"""What every request must pass: the right host, a small body, the token for changes from afar; and safe headers."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import AbstractContextManager, nullcontext
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qs

from live.page.authority import is_private
from live.page.guests import BEGINNING, GuestCode
from live.page.shares import NoShare
from live.page.uploads import TooSlow, Upload, Uploads
from tabletop.translation import languages, translated

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CHANGES = "changes need the token: open the page by its QR code, or send Authorization: Bearer …"
CLOSED = "this wants the token: open the address that the terminal shows as shared, or send Authorization: Bearer …"
LARGEST_BODY = 64 * 1024
PHOTOS = "/api/v1/photos"
"""Where photographs are sent to: the one address that takes anything but a little JSON."""
LARGEST_PHOTO = 48 * 1024 * 1024
"""A phone of 108 megapixels writes 30 to 40 MB."""
MOST_PHOTOS, MOST_PHOTOS_EACH = 12, 3
"""On their way at once: ten phones, and what that takes of memory."""
CAMERAS = "/api/v1/cameras/"
"""Behind it, under a name of its own, each phone that films sends one picture after the other."""
LARGEST_LIVE_PICTURE = 6 * 1024 * 1024
"""The page's own are 0.3 MB; a JPEG of 3840 x 2160 is 2 to 5."""
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""What proxies write into a request that they pass on (RFC 7239, RFC 9110 section 7.6.3, and the older ones)."""
TEST_CLIENT = "testclient"
"""Who asks where there is no network: starlette's TestClient."""
LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{inline}; img-src 'self' blob:; media-src 'self' blob:; "
    "connect-src 'self'{further}; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
STYLED_BY_OTHERS = "/overlay"
"""OBS puts what people write into *Custom CSS* into this page."""
SAFE_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


_PLAIN_HOST = re.compile(r"[\w.-]+|\[[0-9a-fA-F:.]+\]")


class Guard:
    """ASGI middleware around the whole application.

    The Host header must be the very address that the request came to, or one of `hosts`: a page elsewhere that lets
    its own name mean this machine gets nothing. `token` None means loopback only, and none is asked; with a token
    whatever changes something, and whatever asks for an address that is `closed`, must carry it as
    `Authorization: Bearer …`; with `guests` their code does for pictures. `secure_port` is where the same page is
    reached over https: pages may ask there whether this browser trusts it.
    """

    def __init__(
        self,
        app: App,
        *,
        token: str | None,
        hosts: Iterable[str] = LOOPBACK_NAMES,
        secure_port: int | None = None,
        closed: Iterable[str] = (),
        guests: GuestCode | None = None,
    ) -> None:
        self._app = app
        self._closed = frozenset(closed)
        self._guests = guests
        self._token = token
        self._hosts = frozenset(hosts)
        self._secure_port = secure_port
        self._photos = Uploads("photos on their way", most=MOST_PHOTOS, most_each=MOST_PHOTOS_EACH)
        self._live = Uploads("live pictures on their way", most=MOST_PHOTOS, most_each=MOST_PHOTOS_EACH)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse with one sentence, or pass on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is None:
            send = _with_safe_headers(send, self._content_policy(headers, scope.get("path", "")))
            try:
                with self._share(scope) as upload:
                    refusal = await self._pass_on(scope, headers, receive, send, upload)
            except NoShare as full:
                refusal = (503, str(full))
            except TooSlow:
                refusal = (408, "the picture came too slowly; send it again, nearer to the router")
        else:
            send = _with_safe_headers(send, CONTENT_POLICY.format(further="", inline=""))
        if refusal is not None:
            status, sentence = refusal
            language = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", ["en"])[-1]
            told = translated(sentence, language) if language in languages() else sentence
            await _answer(send, status, told)

    def _share(self, scope: Scope) -> AbstractContextManager[Upload | None]:
        """What a request that brings a picture holds while it is answered."""
        method, path = scope["method"], scope.get("path", "")
        if is_photo(method, path):
            return self._photos.taken(scope)
        return self._live.taken(scope) if is_live_picture(method, path) else nullcontext()

    def _content_policy(self, headers: dict[str, str], path: str) -> str:
        """What a page may load: nothing from elsewhere, but for the same host over https; whose style it may wear."""
        host = _without_port(headers.get("host", ""))
        there = self._secure_port is not None and _PLAIN_HOST.fullmatch(host)
        further = f" https://{host}:{self._secure_port}" if there else ""
        inline = " 'unsafe-inline'" if path == STYLED_BY_OTHERS else ""
        return CONTENT_POLICY.format(further=further, inline=inline)

    async def _pass_on(
        self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send, upload: Upload | None
    ) -> tuple[int, str] | None:
        """Let the application answer a request whose body is whole and as it must be; else the refusal."""
        method, path = scope["method"], scope.get("path", "")
        picture = is_photo(method, path) or is_live_picture(method, path)
        largest = LARGEST_PHOTO if is_photo(method, path) else LARGEST_LIVE_PICTURE if picture else LARGEST_BODY
        async with nullcontext() if upload is None else upload.awaited():
            body, refusal = await _small_body(receive, headers, largest, upload)
        if refusal is None and body and not picture:
            refusal = _unreadable(body)
        if refusal is None:
            await self._app(scope, _replay(body, receive), send)
        return refusal

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        name = _without_port(host).lower().rstrip(".")
        if name not in self._hosts and not _is_address_of(name, scope):
            names = ", ".join(sorted(self._hosts))
            mend = "start with --host to share it, and" if self._token is None else "or"
            return (421, f"this page answers as {names} only; {mend} name another one with --allow-host")
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return self._without_token(scope, headers, CLOSED) if scope.get("path", "") in self._closed else None
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return (403, "changes are taken from the table's own page only")
        method, path = scope["method"], scope.get("path", "")
        picture, kind = is_photo(method, path) or is_live_picture(method, path), headers.get("content-type", "")
        if picture and not kind.startswith("image/"):
            return (415, "that is no picture; send a photo, with Content-Type: image/jpeg")
        if not picture and not kind.startswith("application/json"):
            return (415, "send JSON, with Content-Type: application/json")
        if is_live_picture(method, path) and not _from_nearby(scope, headers):
            return (403, "live pictures are taken from phones in the table's own network only")
        return self._without_token(scope, headers, CHANGES)

    def _without_token(self, scope: Scope, headers: dict[str, str], sentence: str) -> tuple[int, str] | None:
        """The refusal of who has not the token, where one is needed, nor the guests' code, where that does."""
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if self._token is None or hmac.compare_digest(given.encode("latin-1"), self._token.encode()):
            return None
        if self._guests is not None and given.startswith(BEGINNING):
            return self._guests.refusal(given, picture=is_of_guests(scope["method"], scope.get("path", "")))
        return (401, sentence)


def is_photo(method: str, path: str) -> bool:
    """Whether a request brings a photograph."""
    return method == "POST" and path == PHOTOS


def is_live_picture(method: str, path: str) -> bool:
    """Whether a request brings one of the pictures of a phone that films."""
    return method == "POST" and path.startswith(CAMERAS)


def is_of_guests(method: str, path: str) -> bool:
    """Whether a request is one that guests may make: a photograph, a live picture, the end of filming."""
    return is_photo(method, path) or is_live_picture(method, path) or (method, path) == ("POST", CAMERAS.rstrip("/"))


def _from_nearby(scope: Scope, headers: dict[str, str]) -> bool:
    """Whether a request comes from the table's own network, and through no proxy from elsewhere."""
    client = str((scope.get("client") or ("",))[0])
    return (is_private(client) or client == TEST_CLIENT) and not any(name in headers for name in FORWARDED)


def _without_port(host: str) -> str:
    return host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host


def _is_address_of(name: str, scope: Scope) -> bool:
    """Whether a host is the numeric address of ours that the request came to."""
    server = scope.get("server") or ("",)
    try:
        ours, asked = ip_address(str(server[0]).partition("%")[0]), ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return asked in (ours, getattr(ours, "ipv4_mapped", None))


async def _small_body(
    receive: Receive, headers: dict[str, str], largest: int, upload: Upload | None
) -> tuple[bytes, tuple[int, str] | None]:
    """The whole body where it is small enough, else the refusal; `upload` is told what has come."""
    most = f"{largest // 1024} KB" if largest < 1024 * 1024 else f"{largest // (1024 * 1024)} MB"
    too_large = (413, f"that is too much: at most {most}")
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length) > largest:
        return (b"", too_large)
    if length == "0" and "transfer-encoding" not in headers:
        return (b"", None)
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return (b"", (400, "the request broke off"))
        body += message.get("body", b"")
        if upload is not None:
            upload.came(len(message.get("body", b"")))
        if len(body) > largest:
            return (b"", too_large)
        if not message.get("more_body", False):
            return (bytes(body), None)


def _unreadable(body: bytes) -> tuple[int, str] | None:
    """The refusal of what is no JSON that every program can read: broken, endless numbers, halves of letters."""
    try:
        json.dumps(json.loads(body), ensure_ascii=False, allow_nan=False).encode()
    except UnicodeDecodeError:
        return (422, "that is not text in UTF-8; send JSON")
    except UnicodeEncodeError:
        return (422, "a text has half a letter in it; send whole ones")
    except RecursionError:
        return (422, "that is nested too deep; send what the page sends")
    except ValueError as error:  # numbers that are none, or of too many digits; text that is no JSON
        return (422, f"that is not JSON, whose numbers have an end: {error}")
    return None


def _replay(body: bytes, receive: Receive) -> Receive:
    """Give the body that was read already once more, then what really comes (the disconnection)."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_safe_headers(send: Send, content_policy: str) -> Send:
    policy = (b"content-security-policy", content_policy.encode("latin-1"))

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), policy, *SAFE_HEADERS]
        await send(message)

    return sending


async def _answer(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
