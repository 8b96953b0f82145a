"""Encryption on the way: docs/doors.md, "Encryption"."""

import ssl
from contextlib import aclosing
from datetime import UTC, datetime

import grpc
import pytest
from certificates import Authority
from house import House
from structlog.testing import capture_logs

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook_client import TLS, Client, Unreachable
from summitbook_service.address import is_loopback
from summitbook_service.errors import CannotStart
from summitbook_service.server import serving
from summitbook_service.settings import Settings


@pytest.fixture
def ours(tmp_path):
    return Authority(tmp_path, "ours")


@pytest.fixture
def theirs(tmp_path):
    return Authority(tmp_path, "theirs")


def encrypted(tmp_path, ours, **settings):
    certificate, key = ours.issue("service")
    return House(tmp_path / "data", tls_cert=certificate, tls_key=key, **settings)


def trusting(authority, own=None):
    certificate, key = (file.read_bytes() for file in own) if own else (None, None)
    return TLS(authority.file.read_bytes(), certificate, key)


async def ask(house, tls):
    """Ask once, by TLS or in plain text; raises Unreachable."""
    async with Client(f"127.0.0.1:{house.port}", tls=tls, patience=0.5) as client:
        return await client.server_info()


async def test_who_trusts_the_authority_is_served(tmp_path, ours):
    """A client that trusts the one who vouches for the service's certificate plays as ever."""
    async with (
        encrypted(tmp_path, ours) as house,
        Client(f"localhost:{house.port}", tls=trusting(ours)) as client,
    ):
        seat = await (await client.create_game("everest1924")).take_seat("Odell")
        assert (await seat.look()).legal_actions
        async with aclosing(seat.follow()) as items:
            assert (await anext(items)).HasField("records")


@pytest.mark.parametrize("how", ["plain text", "another authority", "everyone's authorities"])
async def test_who_does_not_is_not(tmp_path, ours, theirs, how):
    """Neither plain text nor a client that trusts others gets through to a service that encrypts."""
    tls = {"plain text": None, "another authority": trusting(theirs), "everyone's authorities": TLS()}[how]
    async with encrypted(tmp_path, ours) as house:
        with pytest.raises(Unreachable):
            await ask(house, tls)
        assert (await ask(house, trusting(ours))).version


async def test_clients_may_need_certificates_of_their_own(tmp_path, ours, theirs):
    """With an authority for clients, only those are served for whom it vouches."""
    async with encrypted(tmp_path, ours, tls_client_ca=theirs.file) as house:
        assert (await ask(house, trusting(ours, theirs.issue("guest")))).version
        for tls in (trusting(ours), trusting(ours, ours.issue("stranger"))):
            with pytest.raises(Unreachable):
                await ask(house, tls)


async def test_a_renewed_certificate_is_used_without_a_restart(tmp_path, ours, theirs):
    """Who connects after the files were replaced is shown the new certificate; open connections go on."""
    async with encrypted(tmp_path, ours) as house:
        credentials = grpc.ssl_channel_credentials(ours.file.read_bytes())
        async with grpc.aio.secure_channel(f"127.0.0.1:{house.port}", credentials) as channel:
            stub = GameServiceStub(channel)
            await stub.GetServerInfo(games.GetServerInfoRequest())
            before = ssl.get_server_certificate(("127.0.0.1", house.port))
            theirs.issue("service")
            with pytest.raises(Unreachable):
                await ask(house, trusting(ours))
            assert (await ask(house, trusting(theirs))).version
            assert ssl.get_server_certificate(("127.0.0.1", house.port)) != before
            await stub.GetServerInfo(games.GetServerInfoRequest())


async def test_half_a_renewal_changes_nothing(tmp_path, ours):
    """As long as the files do not go together the certificate at hand is used, and that is logged."""
    async with encrypted(tmp_path, ours) as house:
        house.settings.tls_key.write_text("half of")
        with capture_logs() as logged:
            for _ in range(3):
                assert (await ask(house, trusting(ours))).version
        warned = [line["event"] for line in logged if line["log_level"] == "warning"]
        assert warned == ["certificate cannot be read again; the one at hand is kept"]

        house.settings.tls_cert.unlink()
        assert (await ask(house, trusting(ours))).version


async def test_a_certificate_that_has_run_out_is_told(tmp_path, ours):
    """The service starts with it, since clients decide whom they trust, and says so."""
    certificate, key = ours.issue("service", until=datetime(2020, 1, 1, tzinfo=UTC))
    with capture_logs() as logged:
        async with House(tmp_path / "data", tls_cert=certificate, tls_key=key):
            pass
    assert "certificate has run out" in {line["event"] for line in logged}


def no_file(certificate, key, ours):
    return {"tls_cert": certificate.with_name("nowhere.pem"), "tls_key": key}


def no_certificate(certificate, key, ours):
    return {"tls_cert": key, "tls_key": key}


def no_key(certificate, key, ours):
    return {"tls_cert": certificate, "tls_key": certificate}


def anothers_key(certificate, key, ours):
    return {"tls_cert": certificate, "tls_key": ours.issue("another")[1]}


def no_authority(certificate, key, ours):
    return {"tls_cert": certificate, "tls_key": key, "tls_client_ca": key}


def a_folder(certificate, key, ours):
    return {"tls_cert": certificate.parent, "tls_key": key}


@pytest.mark.parametrize("wrong", [no_file, no_certificate, no_key, anothers_key, no_authority, a_folder])
async def test_files_that_cannot_serve_are_told(tmp_path, ours, wrong):
    """What is no certificate, no key, or another's is BAD_CERTIFICATE, before anything is made."""
    certificate, key = ours.issue("service")
    secret = key.read_text().splitlines()[1]
    error = await cannot_start("BAD_CERTIFICATE", data=tmp_path / "data", **wrong(certificate, key, ours))
    assert str(tmp_path) in error.message
    assert secret not in error.message
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("alone", ["tls_cert", "tls_key", "tls_client_ca"])
async def test_a_certificate_takes_its_key(tmp_path, ours, alone):
    """One of the files without those that it needs is BAD_SETTING."""
    await cannot_start("BAD_SETTING", data=tmp_path / "data", **{alone: ours.file})


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
async def test_nothing_is_served_to_others_in_plain_text_unasked(tmp_path, host):
    """An address that others reach takes a certificate or a clear word."""
    error = await cannot_start("NO_TLS", data=tmp_path / "data", host=host)
    assert "--tls-cert" in error.message
    assert "--plain-text" in error.message


async def cannot_start(code, **settings):
    with pytest.raises(CannotStart) as caught:
        async with serving(Settings(**{"port": 0, "web_port": "off", **settings})):
            pass
    assert caught.value.code == code
    return caught.value


async def test_it_is_served_where_that_was_asked(tmp_path, ours):
    """With the word, or with a certificate, the service listens wherever it is told."""
    async with House(tmp_path / "one", host="0.0.0.0", plain_text=True) as house:
        assert (await ask(house, None)).version
    certificate, key = ours.issue("service")
    async with House(tmp_path / "two", host="0.0.0.0", tls_cert=certificate, tls_key=key) as house:
        assert (await ask(house, trusting(ours))).version


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_loopback_is_this_computers_own(host):
    """Every address of this computer's own, by number or by name, is one that others do not reach."""
    assert is_loopback(host)
