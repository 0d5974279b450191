"""Which broker, and how to get in: the options of a command as a value, and the client made of it."""

from __future__ import annotations

import argparse
import logging
import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from tabletop.addresses import address_name, is_well_formed
from tabletop.errors import UnreadableInput, UsageError
from tabletop.textfiles import read_text

if TYPE_CHECKING:
    import aiomqtt

PASSWORD_VARIABLE = "BOARDSIGHT_MQTT_PASSWORD"
PORTS = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class Broker:
    """An MQTT broker's address and what it wants to see of us. The password is never shown."""

    host: str
    port: int
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: ssl.SSLContext | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        """For people: without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtt' if self.tls is None else 'mqtts'}://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """How a connection is kept."""

    keepalive_s: int = 20
    """The broker tells the last will after one and a half times as long (MQTT 3.1.1, section 3.1.2.10)."""
    timeout_s: float = 10.0
    """For an acknowledgement; after it the connection counts as lost."""
    most_incoming: int = 256
    """Messages that wait to be looked at; more are dropped: somebody floods."""


def add_broker_options(parser: argparse.ArgumentParser) -> None:
    """Which broker, user, password and certificates."""
    parser.add_argument("--mqtt", metavar="URL", help="an MQTT broker: mqtt://[USER@]HOST[:PORT], mqtts:// for TLS")
    parser.add_argument(
        "--mqtt-password-file",
        type=Path,
        metavar="FILE",
        help=f"the password (or set {PASSWORD_VARIABLE}; in the URL other users of this machine can read it)",
    )
    parser.add_argument("--mqtt-ca", type=Path, metavar="FILE", help="the certificate that signed the broker's")
    parser.add_argument(
        "--mqtt-cert", type=Path, metavar="FILE", help="our own certificate, where the broker wants one"
    )
    parser.add_argument("--mqtt-key", type=Path, metavar="FILE", help="its key, where it is in a file of its own")


def broker_from(arguments: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Broker | None:
    """The broker that the options name, None without `--mqtt`. UsageError with the mend where they don't fit."""
    if arguments.mqtt is None:
        given = [name for name in ("password_file", "ca", "cert", "key") if getattr(arguments, f"mqtt_{name}")]
        if given:
            raise UsageError(f"--mqtt-{given[0].replace('_', '-')} is of use with --mqtt mqtt://HOST only")
        return None
    return broker_of(
        arguments.mqtt,
        password=_password(arguments.mqtt_password_file, environment),
        ca=arguments.mqtt_ca,
        certificate=arguments.mqtt_cert,
        key=arguments.mqtt_key,
    )


def broker_of(
    url: str,
    *,
    password: str | None = None,
    ca: Path | None = None,
    certificate: Path | None = None,
    key: Path | None = None,
) -> Broker:
    """A broker by its URL; `password` is taken where the URL has none. UsageError with the mend."""
    expected = "expected mqtt://HOST, mqtts://HOST:8883, or mqtt://USER@HOST"
    url = url if "://" in url else f"mqtt://{url}"
    no_address = UsageError(f"--mqtt {address_name(url)}: that is no address of a broker; {expected}")
    if not is_well_formed(url):
        raise no_address
    parts = urlsplit(url)
    port = parts.port
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise no_address
    user = unquote(parts.username) if parts.username else None
    secret = password if parts.password is None else unquote(parts.password)
    if secret is not None and user is None:
        raise UsageError("a password needs a user: --mqtt mqtt://USER@HOST")
    tls = None
    if parts.scheme == "mqtts":
        tls = _tls(ca, certificate, key)
    elif ca or certificate or key:
        raise UsageError("certificates need an encrypted connection: --mqtt mqtts://HOST")
    return Broker(parts.hostname, PORTS[parts.scheme] if port is None else port, user, secret, tls)


def client_for(
    broker: Broker, identifier: str, *, will: aiomqtt.Will | None = None, settings: ClientSettings | None = None
) -> aiomqtt.Client:
    """A client that is not yet connected; `async with` connects it. Made anew for every connection."""
    import aiomqtt

    settings = settings or ClientSettings()
    silent = logging.Logger("boardsight.mqtt", logging.CRITICAL)  # what matters is told by whoever calls
    silent.addHandler(logging.NullHandler())
    return aiomqtt.Client(
        broker.host,
        broker.port,
        username=broker.user,
        password=broker.password,
        identifier=identifier,
        will=will,
        tls_context=broker.tls,
        keepalive=settings.keepalive_s,
        timeout=settings.timeout_s,
        max_queued_incoming_messages=settings.most_incoming,
        logger=silent,
    )


def trouble_words(error: BaseException, broker: Broker, *, begun: bool = True) -> str:
    """Why there is no connection, and the mend, in one sentence; `begun` says whether there was one this time."""
    import aiomqtt.exceptions

    text = str(error)
    code = getattr(error, "rc", None)
    number = getattr(code, "value", code)
    refused = isinstance(
        error, aiomqtt.exceptions.MqttConnectError
    )  # else 4 and 5 are the client's own words for something else
    if refused and number in (4, 5, 134, 135):
        return f"{broker.address} refuses the user or the password; look at both"
    if "certificate has expired" in text:
        return f"the certificate of {broker.address} has expired (or this machine's clock is wrong); it needs a new one"
    if "CERTIFICATE_VERIFY_FAILED" in text:
        reason = text.rpartition("verify failed: ")[2].partition(" (_ssl")[0]
        return f"the certificate of {broker.address} is not to be trusted ({reason}); name its authority by --mqtt-ca"
    if "alert" in text and "certificate" in text.replace("CERTIFICATE", "certificate"):
        return f"{broker.address} does not accept our certificate ({text.partition('] ')[2].partition(' (_ssl')[0]})"
    if "WRONG_VERSION_NUMBER" in text or "RECORD_LAYER_FAILURE" in text:
        return f"{broker.address} does not speak TLS; use mqtt:// or another port"
    if "refused" in text and number is None:
        return f"no broker answers at {broker.address}; is it running?"
    if "Name or service not known" in text or "No address associated" in text or "name resolution" in text:
        return f"there is no machine '{broker.host}' in this network"
    lost = (number is not None and not refused) or any(word in text for word in ("Disconnected", "timed out", "EOF"))
    if lost and not begun and broker.tls is not None:
        # Since TLS 1.3 a server looks at the client's certificate when the client thinks that all is well.
        return (
            f"{broker.address} hangs up at once; it may want a certificate of ours (--mqtt-cert) or not accept this one"
        )
    if lost and not begun:
        return f"what answers at {broker.address} hangs up at once; is it an MQTT broker, and without TLS?"
    if lost:
        return f"the connection to {broker.address} is lost"
    return f"{broker.address}: {text or type(error).__name__}"


def _password(file: Path | None, environment: Mapping[str, str]) -> str | None:
    if file is None:
        return environment.get(PASSWORD_VARIABLE) or None
    try:
        words = read_text(file).splitlines()
    except UnreadableInput as error:
        raise UsageError(f"the password file {file} can't be read: {error}") from error
    if not words or not words[0]:
        raise UsageError(f"the password file {file} is empty; the password stands in its first line")
    return words[0]


def _tls(ca: Path | None, certificate: Path | None, key: Path | None) -> ssl.SSLContext:
    if key is not None and certificate is None:
        raise UsageError("--mqtt-key needs the certificate that it belongs to: --mqtt-cert FILE")
    for file in (ca, certificate, key):
        if file is not None and not file.is_file():
            raise UsageError(f"there is no file {file}")
    try:
        context = ssl.create_default_context(cafile=ca)
        if certificate is not None:
            context.load_cert_chain(certificate, key)
    except (ssl.SSLError, OSError) as error:
        files = ", ".join(str(file) for file in (ca, certificate, key) if file is not None)
        raise UsageError(f"{files}: not certificates and keys that fit each other ({error})") from error
    return context


def add_network_options(parser: argparse.ArgumentParser) -> None:
    """The broker, the table's name, permissions, Home Assistant."""
    add_broker_options(parser)
    parser.add_argument("--table", metavar="NAME", help="this table's name on the network (default: the machine's)")
    parser.add_argument("--permissions", type=Path, metavar="FILE", help="who may command it over the network: nobody")
    parser.add_argument(
        "--home-assistant",
        nargs="?",
        const="homeassistant",
        metavar="PREFIX",
        help="let Home Assistant find the table (its discovery prefix: homeassistant)",
    )
