"""A hook of somebody's never becomes our hand inside our own network."""

from __future__ import annotations

import socket
import ssl
from datetime import timedelta
from pathlib import Path
from time import monotonic

import pytest

from games.notifications import posting
from games.notifications.addresses import Refused, Unreachable, is_public, look_up, read
from games.notifications.posting import Unanswered, post
from tests.notifications.outside import Names, Receiver, certificate_for

PUBLIC = ["93.184.216.34", "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::808:808"]
PRIVATE = [
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.8.8.8", "169.254.169.254"),
    *("172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1"),
    *("198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1"),
    *("255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1"),
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1"),
    *("2002:7f00:1::", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "fe80::1%lo"),
    *("192.0.0.8", "192.0.0.170", "192.0.0.255", "3fff::1", "2001:db8::1", "64:ff9b:1::1"),
]
# What leads to this machine, or nowhere, in the spellings people try.
HOME = [
    *("localhost", "localhost.", "LOCALHOST", "127.0.0.1", "127.1", "2130706433", "0x7f000001"),
    *("0177.0.0.1", "0x7f.1", "0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
    *("169.254.169.254", "[fe80::1%25lo]", "[fd00:ec2::254]", "10.0.0.1", "no-such-name.invalid"),
]
NO_ADDRESS = [
    *("", "hook", "//example.org/x", "http://example.org/", "ftp://example.org/", "file:///etc"),
    *("gopher://example.org/", "javascript:alert(1)", "https://", "https:///x", "https://[::1/"),
    *(
        "https://bob@example.org/",
        "https://bob:secret@example.org/",
        "https://example.org@10.0.0.1",
    ),
    *("https://example.org\\@10.0.0.1/", "https://example.org/\r\nX: y", "https://exa mple.org/"),
    *("https://example.org:99999/", "https://example.org:22/", "https://example.org:25/"),
    *(
        "https://example.org:0/",
        "https://bücher.example/",
        "https://example.org/ü",
        "https://a%00b/",
    ),
]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    return Names(monkeypatch)


@pytest.mark.parametrize("number", PUBLIC)
def test_an_address_of_the_open_internet_is_public(number: str) -> None:
    assert is_public(number)


@pytest.mark.parametrize("number", PRIVATE)
def test_an_address_of_somebodys_own_network_is_not(number: str) -> None:
    assert not is_public(number)


@pytest.mark.parametrize("url", NO_ADDRESS)
def test_what_is_no_web_address_is_refused_unread(url: str) -> None:
    with pytest.raises(Refused):
        read(url)


def test_an_address_is_read_once_for_all() -> None:
    target = read("https://hooks.example.org:8443/a/b?c=d%20e#f")
    assert (target.scheme, target.host, target.port) == ("https", "hooks.example.org", 8443)
    assert target.path == "/a/b?c=d%20e"
    assert target.origin == "https://hooks.example.org:8443"
    assert read("https://Push.Example.org").origin == "https://push.example.org"


@pytest.mark.parametrize("host", HOME)
def test_no_spelling_leads_home(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object, **kwargs: object) -> None:
        pytest.fail("connected")

    monkeypatch.setattr(socket, "create_connection", never)
    with pytest.raises((Refused, Unreachable)):
        post(f"https://{host}/", b"{}", {})


@pytest.mark.parametrize("number", PRIVATE)
def test_one_private_number_among_public_ones_refuses_the_name(number: str, names: Names) -> None:
    names.say("mixed.example.org", ["93.184.216.34", number])
    with pytest.raises(Refused):
        look_up(read("https://mixed.example.org/"))


def test_nobody_learns_which_names_our_network_knows(names: Names) -> None:
    names.say("db.internal", ["10.0.0.5"])
    with pytest.raises(Refused) as known:
        look_up(read("https://db.internal/"))
    with pytest.raises(Unreachable) as unknown:
        look_up(read("https://db.invalid/"))
    assert str(known.value) == str(unknown.value).replace("db.invalid", "db.internal")


def test_the_connection_goes_to_the_number_that_was_checked(
    names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    names.say("rebind.example.org", ["93.184.216.34"], ["127.0.0.1"])
    reached: list[tuple[str, int]] = []

    def note(address: tuple[str, int], timeout: float) -> None:
        reached.append(address)
        raise OSError("nobody there")

    monkeypatch.setattr(socket, "create_connection", note)
    with pytest.raises(Unreachable, match="nobody there"):
        post("https://rebind.example.org/", b"{}", {})
    assert reached == [("93.184.216.34", 443)]
    assert names.asked == ["rebind.example.org"]


def test_a_pinned_connection_keeps_name_and_certificate(
    names: Names, lan: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, trusted = certificate_for("hooks.example.org", tmp_path)
    _trust(trusted, monkeypatch)
    names.say("hooks.example.org", ["127.0.0.1"], ["203.0.113.9"])
    with Receiver().listening(server) as receiver:
        answer = post(f"https://hooks.example.org:{receiver.port}/a?b=c", b"hello", {"X-Y": "z"})
    assert (answer.status, answer.text) == (200, "thanks")
    assert receiver.names == ["hooks.example.org"]
    assert receiver.letters[0].headers["host"] == f"hooks.example.org:{receiver.port}"
    assert receiver.letters[0].headers["x-y"] == "z"
    assert (receiver.letters[0].path, receiver.letters[0].body) == ("/a?b=c", b"hello")
    assert names.asked == ["hooks.example.org"]


def test_another_names_certificate_is_refused_before_a_word_is_said(
    names: Names, lan: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, trusted = certificate_for("elsewhere.example.org", tmp_path)
    _trust(trusted, monkeypatch)
    names.say("hooks.example.org", ["127.0.0.1"])
    with Receiver().listening(server) as receiver, pytest.raises(Unreachable, match="certificate"):
        post(f"https://hooks.example.org:{receiver.port}/", b"secret", {})
    assert receiver.letters == []


def test_a_redirect_is_an_answer_and_is_not_followed(lan: None, receiver: Receiver) -> None:
    with Receiver().listening() as inside:
        for status in (301, 302, 303, 307, 308):
            receiver.status, receiver.headers = status, {"Location": inside.url}
            assert post(receiver.url, b"{}", {}).status == status
        assert inside.letters == []


def test_a_proxy_of_the_environment_is_not_asked(
    lan: None, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Receiver().listening() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        assert post(receiver.url, b"{}", {}).is_good
        assert proxy.letters == []


def test_of_a_long_answer_only_the_beginning_is_read(lan: None, receiver: Receiver) -> None:
    receiver.answer = b"x" * 1_000_000
    assert post(receiver.url, b"{}", {}).text == "x" * 4096


def test_an_answer_that_drips_is_cut_when_the_time_is_up(
    lan: None, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.5)
    receiver.answer, receiver.drip = b"x" * 1000, 0.1
    started = monotonic()
    answer = post(receiver.url, b"{}", {})
    assert answer.is_good  # that much was said in time
    assert len(answer.text) < 100
    assert monotonic() - started < 3


@pytest.mark.parametrize(("scheme", "end"), [("https", Unreachable), ("http", Unanswered)])
def test_who_says_nothing_is_left_when_the_time_is_up(
    lan: None, monkeypatch: pytest.MonkeyPatch, scheme: str, end: type[Exception]
) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as mute, pytest.raises(end):
        post(f"{scheme}://127.0.0.1:{mute.getsockname()[1]}/", b"{}", {})


@pytest.mark.parametrize(
    ("header", "wait"),
    [
        ("120", timedelta(minutes=2)),
        ("999999999999", timedelta(days=1)),
        ("Mon, 01 Jan 2001 00:00:00 GMT", timedelta(0)),
        ("Fri, 01 Jan 2100 00:00:00 GMT", timedelta(days=1)),
        ("soon", None),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_a_day_at_most(
    lan: None, receiver: Receiver, header: str, wait: timedelta | None
) -> None:
    receiver.status, receiver.headers = 429, {"Retry-After": header}
    answer = post(receiver.url, b"{}", {})
    assert answer.is_passing
    assert answer.retry_after == wait


def _trust(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(posting, "tls", lambda: context)
