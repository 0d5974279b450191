"""Getting in: passwords, certificates, and what is said where they are wrong."""

from __future__ import annotations

import secrets
import shutil
import subprocess
from pathlib import Path

import pytest
from played_table import Start
from real_broker import Listener, RealBroker, needs_mosquitto, until

from live.main import main
from live.network.broker import broker_of
from tabletop.errors import UsageError

OPENSSL = shutil.which("openssl")
PASSWD = shutil.which("mosquitto_passwd")
needs_openssl = pytest.mark.skipif(OPENSSL is None, reason="openssl is not installed: apt install openssl")


class Authority:
    """A certificate authority of the test's own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.certificate = folder / "ca.crt"
        self._openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                      "2", "-subj", "/CN=test authority", "-keyout", "ca.key", "-out", "ca.crt")  # fmt: skip
        (folder / "host.ext").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")

    def certify(self, name: str, *, expired: bool = False) -> tuple[Path, Path]:
        """A certificate for this machine and its key; one that ended in 2021, if wished."""
        key, request, certificate = f"{name}.key", f"{name}.csr", f"{name}.crt"
        self._openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
                      f"/CN={name}", "-keyout", key, "-out", request)  # fmt: skip
        if not expired:
            self._openssl("x509", "-req", "-in", request, "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial",
                          "-days", "1", "-extfile", "host.ext", "-out", certificate)  # fmt: skip
            return self._folder / certificate, self._folder / key
        (self._folder / "index.txt").write_text("")
        (self._folder / "serial").write_text("01\n")
        (self._folder / "ca.cnf").write_text(
            "[ca]\ndefault_ca = own\n[own]\ndatabase = index.txt\nserial = serial\nnew_certs_dir = .\n"
            "default_md = sha256\npolicy = any\nunique_subject = no\n[any]\ncommonName = supplied\n"
        )
        self._openssl("ca", "-batch", "-config", "ca.cnf", "-cert", "ca.crt", "-keyfile", "ca.key", "-in", request,
                      "-startdate", "20200101000000Z", "-enddate", "20210101000000Z", "-extfile", "host.ext",
                      "-notext", "-out", certificate)  # fmt: skip
        return self._folder / certificate, self._folder / key

    def _openssl(self, *words: str) -> None:
        assert OPENSSL is not None, "tests with certificates are marked needs_openssl"
        done = subprocess.run([OPENSSL, *words], cwd=self._folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def encrypted(folder: Path, certificate: Path, key: Path, *lines: str) -> RealBroker:
    """A broker that speaks TLS."""
    files = (f"cafile {folder / 'ca.crt'}", f"certfile {certificate}", f"keyfile {key}")
    return RealBroker(folder, [*files, *(lines or ("allow_anonymous true",))])


def trouble(play: Start, *, url: str, **how: Path | str) -> str:
    """What a table says that can't get in."""
    played = play(broker_of(url, **how), record=f"{secrets.token_hex(4)}.jsonl")  # type: ignore[arg-type]
    link = played.thread.link
    assert link is not None
    until(lambda: link.trouble != "not connected yet")
    played.move(2)
    assert len(played.table.session.entries) == 2, "the game goes on"
    return link.trouble


@needs_mosquitto
@pytest.mark.skipif(PASSWD is None, reason="mosquitto_passwd is not installed: apt install mosquitto")
def test_passwords(tmp_path: Path, play: Start) -> None:
    """The right password gets in; a wrong one and none are told, without the password, and the game goes on."""
    passwords = tmp_path / "passwords"
    passwords.touch()
    assert PASSWD is not None
    subprocess.run([PASSWD, "-b", str(passwords), "tables", "right"], check=True, capture_output=True)
    lines = ["allow_anonymous false", f"password_file {passwords}"]
    with RealBroker(tmp_path, lines) as broker:
        url = broker.url.replace("mqtt://", "mqtt://tables@")
        said = trouble(play, url=url, password="wrong")
        assert "refuses the user or the password" in said
        assert "wrong" not in said
        assert "refuses" in trouble(play, url=broker.url)
        with Listener(broker.port, "boardsight/#", user="tables", password="right") as listener:
            play(broker_of(url, password="right"), "club-9", record="another.jsonl")
            until(lambda: listener.of("/club-9/status") == [b"online"])


@needs_mosquitto
@needs_openssl
def test_tls_with_our_own_authority(tmp_path: Path, play: Start) -> None:
    """Over TLS a table gets in where it is told the authority, and says what is missing where it is not."""
    authority = Authority(tmp_path)
    with encrypted(tmp_path, *authority.certify("broker")) as broker:
        url = broker.url.replace("mqtt://", "mqtts://")
        link = play(broker_of(url, ca=authority.certificate)).thread.link
        assert link is not None
        until(lambda: not link.trouble)
        assert "not to be trusted" in trouble(play, url=url)


@needs_mosquitto
@needs_openssl
def test_an_expired_certificate(tmp_path: Path, play: Start, capsys: pytest.CaptureFixture[str]) -> None:
    """A broker's certificate that has expired is told as that; a hub waits for no other."""
    authority = Authority(tmp_path)
    with encrypted(tmp_path, *authority.certify("broker", expired=True)) as broker:
        url = broker.url.replace("mqtt://", "mqtts://")
        assert "has expired" in trouble(play, url=url, ca=authority.certificate)
        where = ["--mqtt", url, "--mqtt-ca", str(authority.certificate), "--database", str(tmp_path / "hub.sqlite")]
        assert main(["hub", *where]) == 1
    assert "has expired" in capsys.readouterr().err.splitlines()[-1]


@needs_mosquitto
@needs_openssl
def test_client_certificates(tmp_path: Path, play: Start) -> None:
    """A broker that wants certificates lets the right one in; none and an expired one are told."""
    authority = Authority(tmp_path)
    ours, key = authority.certify("club-3")
    old, old_key = authority.certify("old", expired=True)
    server = authority.certify("broker")
    with encrypted(tmp_path, *server, "require_certificate true", "use_identity_as_username true") as broker:
        url = broker.url.replace("mqtt://", "mqtts://")
        link = play(broker_of(url, ca=authority.certificate, certificate=ours, key=key)).thread.link
        assert link is not None
        until(lambda: not link.trouble)
        for how in ({}, {"certificate": old, "key": old_key}):
            said = trouble(play, url=url, ca=authority.certificate, **how)
            assert "certificate" in said


@pytest.mark.parametrize("url", ["http://host", "mqtt://", "mqtt://host:99999", "mqtt://host/topic"])
def test_addresses_that_are_none(url: str) -> None:
    """What is no broker's address is refused with an example."""
    with pytest.raises(UsageError, match="no address of a broker"):
        broker_of(url)


def test_a_password_is_never_shown() -> None:
    """Neither the address nor the value's own text holds the password."""
    broker = broker_of("mqtt://ann:s%65cret@broker.local")
    assert (broker.user, broker.password, broker.port) == ("ann", "secret", 1883)
    assert "secret" not in f"{broker} {broker!r} {broker.address}"


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["--table", "club-3"], 2, "--table is of use with --mqtt"),
        (["--mqtt", "mqtt://h", "--table", "a/b"], 2, "1 to 40 letters"),
        (["--mqtt", "mqtt://h", "--permissions", "none.toml"], 4, "can't be read"),
        (["--mqtt", "mqtt://h", "--mqtt-ca", "none.crt"], 2, "mqtts://"),
        (["--mqtt", "mqtts://h", "--mqtt-ca", "none.crt"], 2, "there is no file none.crt"),
        (["--mqtt", "mqtt://h", "--mqtt-password-file", "none"], 2, "can't be read"),
        (["--mqtt", "mqtt://h", "--home-assistant", "a/#"], 2, "prefix"),
        (["--home-assistant"], 2, "of use with --mqtt"),
    ],
)
def test_options_that_do_not_fit(
    words: list[str], code: int, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each wrong option of `play` ends with one sentence and its exit code, before any camera is opened."""
    assert main(["play", "big-city", "--players", "Ann,Ben", *words]) == code
    said = capsys.readouterr().err
    assert expected in said
    assert said.count("\n") == 1
