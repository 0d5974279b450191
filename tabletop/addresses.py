"""What people are shown of an address: how it is spoken with and where; user, password, path and query are left out."""

import re
from collections.abc import Iterable
from pathlib import PurePath
from urllib.parse import urlsplit

HIDDEN = "…"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.:-]{0,30}")
_HOST = re.compile(r"([\w.-]+|\[[\w:.%-]+\])(:[0-9]{1,5})?")
_WRONG_SCHEME = re.compile(r"(https?|rtsps?|rtmps?|mqtts?|wled\+http|postgres(ql)?):", re.IGNORECASE)
_BARE_HOST = re.compile(r"([\w.-]+:\d+|\d+(?:\.\d+){3})/.")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s'\"<>]+")


def address_name(words: str) -> str:
    """An address by which people know it, and no secret in it; where it is not clear what is the host, without that.

    >>> address_name("http://ann:secret@10.0.0.7:8080/video?token=secret"), address_name("wled+http://10.0.0.8")
    ('http://10.0.0.7:8080/…', 'wled+http://10.0.0.8')
    >>> address_name("rtsp://ann:a/b@10.0.0.7"), address_name("10.0.0.7:80/secret"), address_name("/dev/ttyUSB0?baud=9")
    ('rtsp://…', '10.0.0.7:80/…', '/dev/ttyUSB0')
    """
    scheme, there, rest = words.partition("://")
    if not there:
        return _name_without_scheme(words)
    host, behind = _parted(rest)
    if not _SCHEME.fullmatch(scheme):
        return HIDDEN
    if "@" in behind or not _HOST.fullmatch(host):  # a password may hold what ends a host
        return f"{scheme}://{HIDDEN}"
    return f"{scheme}://{host}{f'/{HIDDEN}' if behind.strip('/') else ''}"


def is_address(words: str) -> bool:
    """Whether words are meant as an address, well formed or not, and not as a name or a file."""
    return "://" in words or _WRONG_SCHEME.match(words) is not None


def is_well_formed(url: str) -> bool:
    """Whether an address has a host that can be, a port that can be, and no blanks; user and password may be anything.

    >>> [is_well_formed(url) for url in ("http://a:b c@host:80/x", "http://host/x y", "http://a:b/c@host", "http://a..b")]
    [True, False, False, False]
    """
    scheme, there, rest = url.partition("://")
    host, behind = _parted(rest)
    if not (there and _HOST.fullmatch(host)) or any(sign in " \\" or not sign.isprintable() for sign in behind):
        return False
    try:
        parts = urlsplit(f"{scheme}://{host}")
        (parts.hostname or "").encode("idna")
        return parts.port is None or parts.port > 0
    except ValueError:
        return False


def without_secrets(text: str) -> str:
    """A text of somebody else's, of a library for example, with the addresses in it as `address_name` has them."""
    return _ADDRESS.sub(lambda found: address_name(found[0]), text)


def with_names(sentence: str, given: Iterable[str]) -> str:
    """A sentence with the names of addresses in place of those among the words that were `given`.

    >>> with_names("there is no file http://ann:secret@host/x", ["--camera=http://ann:secret@host/x"])
    'there is no file http://host/…'
    """
    for word in given:
        words = word.partition("=")[2] if word.startswith("--") else word
        if is_address(words):
            for spelled in (words, str(PurePath(words))):  # in which // is one
                sentence = sentence.replace(spelled, address_name(words))
    return sentence


def _name_without_scheme(words: str) -> str:
    """The name of a port, a file, a camera, or of what was meant as an address."""
    if found := _WRONG_SCHEME.match(words):
        return f"{found[0]}{HIDDEN}"
    plain = words.partition("?")[0]
    if "@" in words:
        return f"{HIDDEN}@{plain.rpartition('@')[2].partition('/')[0]}" if "@" in plain else HIDDEN
    return f"{found[1]}/{HIDDEN}" if (found := _BARE_HOST.match(plain)) else plain


def _parted(rest: str) -> tuple[str, str]:
    """What stands behind the scheme, as the host with its port, and all that comes after it."""
    end = min((place for sign in "/?#\\" if (place := rest.find(sign)) >= 0), default=len(rest))
    return rest[:end].rpartition("@")[2], rest[end:]
