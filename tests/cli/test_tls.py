"""A service that encrypts, from the command line."""

import pytest
from certificates import Authority
from command import Serving, summitbook


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="module")
def authority(folder):
    return Authority(folder, "ours")


@pytest.fixture(scope="module")
def encrypting(folder, authority):
    """A service that encrypts and wants to see certificates, and the files of one."""
    certificate, key = authority.issue("service")
    words = ("--tls-cert", certificate, "--tls-key", key, "--tls-client-ca", authority.file)
    serving = Serving(folder / "data", *map(str, words))
    yield serving
    serving.stop()


@pytest.fixture(scope="module")
def own(authority):
    certificate, key = authority.issue("guest")
    return {"--tls-ca": authority.file, "--tls-cert": certificate, "--tls-key": key}


def test_the_probe_of_a_container_that_encrypts(authority, tmp_path):
    """By the service's own variables, a name that the certificate is for, and the authority's."""
    certificate, key = authority.issue("contained")
    files = {"SUMMITBOOK_TLS_CERT": str(certificate), "SUMMITBOOK_TLS_KEY": str(key)}
    serving = Serving(tmp_path / "data", "--tls-cert", str(certificate), "--tls-key", str(key))
    there = serving.server.replace("127.0.0.1", "localhost")
    ran = summitbook("health", SUMMITBOOK_SERVER=there, SUMMITBOOK_TLS_CA=str(authority.file), **files)
    serving.stop()
    assert (ran.status, ran.out) == (0, f"{there} is SERVING\n")


def flat(options):
    return [word for option in options.items() for word in option]


@pytest.mark.parametrize("words", [("games",), ("bot", "everest1924"), ("health",)])
def test_commands_speak_tls_by_flags_or_variables(encrypting, own, words):
    """Every command that reaches a service takes the files as options, and as variables."""
    ran = summitbook(*words, "--server", encrypting.server, *flat(own))
    assert ran.status == 0, ran.err
    variables = {f"SUMMITBOOK_{name[2:].upper().replace('-', '_')}": str(file) for name, file in own.items()}
    ran = summitbook(*words, SUMMITBOOK_SERVER=encrypting.server, **variables)
    assert ran.status == 0, ran.err


def test_what_is_printed_to_come_back_by_leads_back(encrypting, own, tmp_path):
    """A command that is printed for later names the files too, unless the variables do."""
    there = ("--server", encrypting.server, *flat(own))
    ran = summitbook("play", "everest1924", *there, typed="q\n", XDG_STATE_HOME=str(tmp_path))
    back = ran.err.split("summitbook ")[-1].split()
    assert back[:2] == ["play", "--game"]
    assert set(map(str, there)) <= set(back)
    again = summitbook(*back, typed="q\n", XDG_STATE_HOME=str(tmp_path))
    assert (again.status, again.out) == (0, ran.out)


def test_plain_text_to_a_service_that_encrypts_is_told(encrypting):
    """Whoever forgot about TLS is told of it."""
    ran = summitbook("games", "--server", encrypting.server)
    assert ran.status == 1
    assert "--tls" in ran.err


def test_a_file_that_is_not_there_is_told(encrypting, own):
    """A missing file is named."""
    options = {**own, "--tls-ca": own["--tls-ca"].with_name("nowhere.pem")}
    ran = summitbook("games", "--server", encrypting.server, *flat(options))
    assert ran.status == 1
    assert "nowhere.pem" in ran.err


def test_a_service_in_plain_text_for_all_is_not_started_unasked(tmp_path):
    """The command ends with one line that says what to do."""
    ran = summitbook("serve", "--host", "0.0.0.0", "--data", tmp_path / "data", "--port", 0)
    assert ran.status == 1
    assert "NO_TLS" in ran.err
    assert "--plain-text" in ran.err
