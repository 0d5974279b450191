"""The table's own certificate authority: made once, and only for this table's names and private addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.errors import BoardsightError, UnreadableInput
from tabletop.wholefiles import OWNER_ONLY, alone_with, make_folder, reason_of, write_whole

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

AUTHORITY, LEAF = "authority.pem", "table.pem"
"""Each a private key with its certificate; the second one's is signed by the first."""
NAMELESS = "table.invalid"
"""Stands among the names of an authority whose machine has none, so that it can't sign every name (RFC 6761)."""
NOT_PRIVATE = "this machine has no address in a private network, so no phone can film live"
PRIVATE = tuple(
    ip_network(words)
    for words in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),  # RFC 1918
        *("169.254.0.0/16", "fe80::/10"),  # of one cable: RFC 3927, RFC 4291
        *("127.0.0.0/8", "::1/128"),  # this machine itself
        "fc00::/7",  # RFC 4193
    )
)
"""Addresses that no machine in the internet has."""


@dataclass(frozen=True, slots=True)
class CertificateSettings:
    """How long certificates hold."""

    authority_days: int = 3650
    """Whoever trusts it does so once; ten years outlast the phone."""
    leaf_days: int = 397
    """iOS and macOS take at most 825 from an authority of people's own (Apple, HT210176), and 398 of the others'."""
    renewed_days: int = 30
    """So long before its end a certificate is replaced."""
    backdated_days: int = 1
    """A phone's clock may be behind the table's."""


@dataclass(frozen=True, slots=True)
class _Signed:
    key: EllipticCurvePrivateKey
    certificate: x509.Certificate

    def pem(self) -> bytes:
        from cryptography.hazmat.primitives import serialization

        key: bytes = self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        certificate: bytes = self.certificate.public_bytes(serialization.Encoding.PEM)
        return key + certificate


class TableAuthority:
    """The authority in a folder, made there where there is none yet, or none that still holds.

    Its certificate names all that it can sign for (RFC 5280, section 4.2.1.10): this machine's names, and every private
    address, since a router may give the table another one at any time. Whoever stole its key could pose as the table
    and as any device at such an address, to who trusts it, and as no page in the internet. Raises UnreadableInput for
    a damaged file, BoardsightError where the folder can't be written.
    """

    def __init__(
        self,
        folder: Path,
        names: Iterable[str],
        *,
        settings: CertificateSettings | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._folder, self._now = folder, now
        self._settings = settings or CertificateSettings()
        own = self._kept_authority()
        if own is None:
            with self._alone():  # two tables may begin at once
                own = self._kept_authority() or self._made(sorted(names))
        self._own = own
        self._names = frozenset(names) & _permitted_names(self._own.certificate)

    @property
    def certificate(self) -> bytes:
        """What phones install, DER."""
        from cryptography.hazmat.primitives.serialization import Encoding

        der: bytes = self._own.certificate.public_bytes(Encoding.DER)
        return der

    @property
    def name(self) -> str:
        """What phones call it in their lists."""
        from cryptography.x509.oid import NameOID

        (common,) = self._own.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        return str(common.value)

    def signed_for(self, addresses: Iterable[str]) -> Path:
        """The file with key and certificate for this table at its addresses: the one that is there, or a new one.

        Raises BoardsightError where none of the addresses is private and the machine has no name.
        """
        wanted = self._names | {address for address in addresses if is_private(address)}
        if not wanted:
            raise BoardsightError(NOT_PRIVATE)
        if not self._is_signed_for(wanted):
            with self._alone():
                if not self._is_signed_for(wanted):
                    self._keep(LEAF, self._signed(wanted))
        return self._folder / LEAF

    def _is_signed_for(self, wanted: frozenset[str]) -> bool:
        kept = self._kept(LEAF)
        return kept is not None and self._holds(kept.certificate, wanted)

    def _kept_authority(self) -> _Signed | None:
        """The authority in the folder; None where there is none that still holds."""
        kept = self._kept(AUTHORITY)
        return kept if kept is not None and kept.certificate.not_valid_after_utc > self._now() else None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Read and write the folder's files while no other table does."""
        with ExitStack() as held:
            try:
                make_folder(self._folder)
                held.enter_context(alone_with(self._folder / AUTHORITY))
            except BoardsightError as error:
                raise _unkept(self._folder / AUTHORITY, error) from error
            yield

    def _holds(self, certificate: x509.Certificate, wanted: frozenset[str]) -> bool:
        """Whether a certificate is ours, names all that is wanted, and lasts a while yet."""
        now, lasts = self._now(), timedelta(days=self._settings.renewed_days)
        holds = certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - lasts
        ours = certificate.issuer == self._own.certificate.subject and _signed_by(certificate, self._own.certificate)
        return ours and holds and wanted <= _named_in(certificate)

    def _made(self, names: list[str]) -> _Signed:
        """A new authority, kept."""
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes

        now, table = self._now(), names[0] if names else "table"
        subject = _name(f"Boardsight {table} {now:%Y-%m-%d}")
        permitted: list[x509.GeneralName] = [x509.DNSName(name) for name in names or [NAMELESS]]
        permitted += [x509.IPAddress(network) for network in PRIVATE]
        key = _new_key()
        certificate = (
            self._dated(subject, key, self._settings.authority_days)
            .issuer_name(subject)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
            .add_extension(x509.NameConstraints(permitted, None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, hashes.SHA256())
        )
        return self._keep(AUTHORITY, _Signed(key, certificate))

    def _signed(self, wanted: frozenset[str]) -> _Signed:
        """A new certificate for names and addresses."""
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.x509.oid import ExtendedKeyUsageOID

        key, own = _new_key(), self._own
        authority_key = x509.AuthorityKeyIdentifier.from_issuer_public_key(own.key.public_key())
        certificate = (
            self._dated(_name("Boardsight table"), key, self._settings.leaf_days)
            .issuer_name(own.certificate.subject)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName([_general(name) for name in sorted(wanted)]), critical=False)
            .add_extension(authority_key, critical=False)
            .sign(own.key, hashes.SHA256())
        )
        return _Signed(key, certificate)

    def _dated(self, subject: x509.Name, key: EllipticCurvePrivateKey, days: int) -> x509.CertificateBuilder:
        """The beginning of any certificate of ours."""
        from cryptography import x509

        since = self._now() - timedelta(days=self._settings.backdated_days)
        builder: x509.CertificateBuilder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(since)
            .not_valid_after(since + timedelta(days=days))
        )
        return builder

    def _kept(self, file: str) -> _Signed | None:
        """What a file holds, None where it isn't there; from then on nobody else may read it."""
        from cryptography import x509
        from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        path = self._folder / file
        try:
            data = path.read_bytes()
            path.chmod(OWNER_ONLY)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise UnreadableInput(f"{path} can't be read: {error.strerror}; let this user read it") from error
        with suppress(ValueError):
            key = load_pem_private_key(data, None)
            if isinstance(key, EllipticCurvePrivateKey):
                return _Signed(key, x509.load_pem_x509_certificate(data))
        if file == LEAF:
            return None  # a new one is signed
        raise UnreadableInput(f"{path} is damaged; remove it, and phones that trusted it must install the new one")

    def _keep(self, file: str, signed: _Signed) -> _Signed:
        """Write a file that nobody else may read, whole or not at all."""
        path = self._folder / file
        try:
            write_whole(path, signed.pem(), mode=OWNER_ONLY)
        except BoardsightError as error:
            raise _unkept(path, error) from error
        return signed


def _unkept(path: Path, error: BoardsightError) -> BoardsightError:
    return BoardsightError(f"the table's certificate can't be kept in {path}: {reason_of(error)}")


def is_private(address: str) -> bool:
    """Whether a numeric address belongs to a private network or this machine.

    >>> is_private("192.168.1.7"), is_private("::ffff:10.0.0.1"), is_private("203.0.113.5"), is_private("table.local")
    (True, True, False, False)
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    plain = getattr(parsed, "ipv4_mapped", None) or parsed
    return any(plain in network for network in PRIVATE)


def _new_key() -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def _name(common: str) -> x509.Name:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    longest = 64  # ub-common-name of RFC 5280
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common[:longest])])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general(name: str) -> x509.GeneralName:
    from cryptography import x509

    return x509.IPAddress(ip_address(name)) if is_private(name) else x509.DNSName(name)


def _permitted_names(authority: x509.Certificate) -> frozenset[str]:
    from cryptography import x509

    permitted = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    return frozenset(str(each.value) for each in permitted if isinstance(each, x509.DNSName))


def _named_in(certificate: x509.Certificate) -> frozenset[str]:
    from cryptography import x509

    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return frozenset(str(each.value) for each in names)


def _signed_by(certificate: x509.Certificate, authority: x509.Certificate) -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        certificate.verify_directly_issued_by(authority)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True
