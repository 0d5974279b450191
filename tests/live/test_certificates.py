"""The table's own certificate: made once, for nothing but this table; signed anew when its address changes."""

import ipaddress
import os
import socket
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

pytest.importorskip("cryptography", reason="needs the extra `https`")

from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from live.page.authority import AUTHORITY, LEAF, NAMELESS, NOT_PRIVATE, TableAuthority
from live.page.secure import ADDRESSES_EVERY_S, RenewedContext
from live.runtime.hosting import phones_in
from live.sources.phone import Phones
from tabletop.errors import BoardsightError, UnreadableInput

NAMES = ("table-pc", "table-pc.local")
HOME = "192.168.1.7"


def leaf_in(path: Path) -> x509.Certificate:
    """The certificate in a file of key and certificate."""
    return x509.load_pem_x509_certificate(path.read_bytes())


def named(certificate: x509.Certificate) -> set[str]:
    """The names and addresses that it is for."""
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in names}


def test_it_is_made_once_and_nobody_else_reads_its_key(tmp_path: Path) -> None:
    """The second start has the same certificate; both files are their owner's alone, whatever they were before."""
    first = TableAuthority(tmp_path, NAMES)
    path = first.signed_for({HOME})
    (tmp_path / AUTHORITY).chmod(0o644)
    again = TableAuthority(tmp_path, NAMES)
    assert again.certificate == first.certificate
    assert leaf_in(again.signed_for({HOME})) == leaf_in(path)
    if os.name == "posix":
        assert {(tmp_path / file).stat().st_mode & 0o777 for file in (AUTHORITY, LEAF)} == {0o600}
    assert {path.name for path in tmp_path.iterdir()} == {AUTHORITY, LEAF}


def test_two_tables_that_begin_at_once_have_one_authority(tmp_path: Path) -> None:
    """Whichever is sooner makes it, and what each shows is signed by what phones were given."""
    begun = threading.Barrier(4)

    def table(_: int) -> tuple[bytes, bytes]:
        begun.wait()
        authority = TableAuthority(tmp_path, NAMES)
        return authority.certificate, authority.signed_for({HOME}).read_bytes()

    with ThreadPoolExecutor(4) as tables:
        made = list(tables.map(table, range(4)))
    assert len({certificate for certificate, _ in made}) == 1
    (leaf,) = {leaf for _, leaf in made}
    root = x509.load_der_x509_certificate(made[0][0])
    x509.load_pem_x509_certificate(leaf).verify_directly_issued_by(root)


def test_phones_take_it(tmp_path: Path) -> None:
    """The chain is what browsers want: names, addresses, for servers, at most 825 days, signed by the authority."""
    authority = TableAuthority(tmp_path, NAMES)
    leaf = leaf_in(authority.signed_for({HOME, "127.0.0.1"}))
    assert named(leaf) == {*NAMES, HOME, "127.0.0.1"}
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc < timedelta(days=825)
    root = x509.load_der_x509_certificate(authority.certificate)
    builder = PolicyBuilder().store(Store([root])).time(datetime.now(UTC))
    for subject in (x509.IPAddress(ipaddress.ip_address(HOME)), x509.DNSName(NAMES[1])):
        assert len(builder.build_server_verifier(subject).verify(leaf, [])) == 2
    with pytest.raises(VerificationError):
        builder.build_server_verifier(x509.DNSName("bank.example")).verify(leaf, [])


def test_whoever_steals_its_key_is_no_page_of_the_internet(tmp_path: Path) -> None:
    """OpenSSL refuses what the authority's key signs for another name or a public address."""
    thief = TableAuthority(tmp_path, NAMES)
    thief._names = frozenset({"bank.example"})  # what a thief would do with the key
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(thief.signed_for(()))
    told = refusal(thief, server, "bank.example")
    assert "permitted subtree violation" in told


def refusal(authority: TableAuthority, server: ssl.SSLContext, name: str) -> str:
    """Why a browser that trusts the authority does not trust what a server shows; empty where it does."""
    client = ssl.create_default_context()
    client.load_verify_locations(cadata=authority.certificate)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = client.wrap_bio(to_client, to_server, server_hostname=name)
    there = server.wrap_bio(to_server, to_client, server_side=True)
    waiting = {here, there}
    while waiting:
        for side in list(waiting):
            try:
                side.do_handshake()
                waiting.discard(side)
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError as error:
                return error.verify_message
    return ""


def test_another_address_is_signed_for_while_the_page_is_open(tmp_path: Path) -> None:
    """The router gives the table another address: the next connection is shown a certificate that has it."""
    authority = TableAuthority(tmp_path, NAMES)
    addresses, now_s = {HOME}, [0.0]
    served = RenewedContext(authority, lambda: frozenset(addresses), clock=lambda: now_s[0])
    begun = served.context
    assert refusal(authority, begun, HOME) == ""
    addresses.clear()
    addresses.add("10.0.0.9")
    assert "mismatch" in refusal(authority, begun, "10.0.0.9")
    now_s[0] += ADDRESSES_EVERY_S
    while told := refusal(authority, begun, "10.0.0.9"):
        assert "mismatch" in told


def test_nobody_waits_while_the_machine_asks_for_its_own_addresses(tmp_path: Path) -> None:
    """A name service that answers nobody keeps no browser waiting: the page has one thread for all of them."""
    authority, asked, answers, now_s = TableAuthority(tmp_path, NAMES), [0], threading.Event(), [0.0]

    def addresses() -> frozenset[str]:
        asked[0] += 1
        if asked[0] > 1:
            answers.wait()
        return frozenset({HOME})

    served = RenewedContext(authority, addresses, clock=lambda: now_s[0])
    for _ in range(3):
        now_s[0] += ADDRESSES_EVERY_S
        assert refusal(authority, served.context, HOME) == ""
    answers.set()
    assert asked == [2], "once at a time"


def at(folder: Path, day: int) -> TableAuthority:
    """The table's authority so many days after the first of January."""
    return TableAuthority(folder, NAMES, now=lambda: NEW_YEAR + timedelta(days=day))


NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)


def test_it_is_renewed_before_it_ends(tmp_path: Path) -> None:
    """A month before its end a new one is signed; one that lasts is kept."""
    first, kept, renewed = (leaf_in(at(tmp_path, day).signed_for({HOME})) for day in (0, 360, 370))
    assert kept == first
    assert renewed.not_valid_after_utc > first.not_valid_after_utc


def test_an_authority_that_has_ended_is_made_anew(tmp_path: Path) -> None:
    """As on a computer that began with the clock of its factory: phones get one that holds."""
    at(tmp_path, -4000).signed_for({HOME})
    authority = at(tmp_path, 0)
    root = x509.load_der_x509_certificate(authority.certificate)
    leaf = leaf_in(authority.signed_for({HOME}))
    builder = PolicyBuilder().store(Store([root])).time(NEW_YEAR)
    assert builder.build_server_verifier(x509.DNSName(NAMES[0])).verify(leaf, [])


def test_what_holds_only_later_is_signed_anew(tmp_path: Path) -> None:
    """The clock was ahead when the table's certificate was signed: browsers would call it not yet valid."""
    at(tmp_path, 100).signed_for({HOME})
    assert leaf_in(at(tmp_path, 50).signed_for({HOME})).not_valid_before_utc < NEW_YEAR + timedelta(days=50)


def test_a_machine_of_another_name_is_reached_by_its_address(tmp_path: Path) -> None:
    """The authority keeps to the names it was made for; phones that trust it need not trust another one."""
    first = TableAuthority(tmp_path, NAMES)
    renamed = TableAuthority(tmp_path, ("new-name",))
    assert renamed.certificate == first.certificate
    assert named(leaf_in(renamed.signed_for({HOME}))) == {HOME}


def test_a_machine_without_a_name_signs_for_no_name(tmp_path: Path) -> None:
    """Without names the constraints still name one, since no name at all would permit every one."""
    root = x509.load_der_x509_certificate(TableAuthority(tmp_path, ()).certificate)
    constraints = root.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    assert constraints.value.permitted_subtrees is not None
    assert x509.DNSName(NAMELESS) in constraints.value.permitted_subtrees


def test_a_public_address_is_not_signed_for(tmp_path: Path) -> None:
    """A machine in the internet without a name of its own gets none, and says why."""
    with pytest.raises(BoardsightError, match="private network"):
        TableAuthority(tmp_path, ()).signed_for({"203.0.113.5"})


def damaged(path: Path) -> None:
    """Half a file."""
    path.write_bytes(path.read_bytes()[:100])


def another(path: Path) -> None:
    """A table's certificate that another authority has signed."""
    TableAuthority(path.parent / "other", NAMES).signed_for({HOME}).replace(path)


@pytest.mark.parametrize("spoilt", [damaged, another, Path.unlink], ids=lambda how: how.__name__)
def test_a_spoilt_certificate_is_signed_anew(tmp_path: Path, spoilt: Callable[[Path], None]) -> None:
    """What is not the authority's own, or no certificate, is replaced without a word."""
    authority = TableAuthority(tmp_path, NAMES)
    spoilt(authority.signed_for({HOME}))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(authority.signed_for({HOME}))
    assert refusal(authority, server, HOME) == ""


def test_a_damaged_authority_says_what_to_do(tmp_path: Path) -> None:
    """It is never replaced behind anybody's back: phones trust the old one."""
    TableAuthority(tmp_path, NAMES)
    damaged(tmp_path / AUTHORITY)
    with pytest.raises(UnreadableInput, match=r"authority\.pem is damaged; remove it"):
        TableAuthority(tmp_path, NAMES)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """One sentence with the place."""
    (tmp_path / "taken").write_text("a file where the folder should be")
    with pytest.raises(BoardsightError, match="can't be kept in"):
        TableAuthority(tmp_path / "taken", [socket.gethostname()])


@pytest.mark.parametrize(("address", "films"), [(HOME, True), ("203.0.113.5", False)])
def test_a_table_in_the_internet_is_filmed_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, films: bool
) -> None:
    """Where phones reach the table at a public address that is said, since no certificate of ours is for it."""
    monkeypatch.setattr("live.runtime.hosting.data_folder", lambda: tmp_path)
    monkeypatch.setattr("live.page.server.own_address", lambda: address)
    found = phones_in(Phones(), "0.0.0.0")
    assert found is not None
    assert (found.page.authority is not None, found.page.message == NOT_PRIVATE) == (films, not films)
