"""What the environment may say, and the sentences for nonsense.

Every setting read from the environment is named once, in ``DEFAULTS``; an empty
variable counts as unset. ``docs/settings.md`` explains each (a test compares the two).
All readers raise ``ImproperlyConfigured`` with one sentence naming the variable.
Values which may hold a password are never repeated in the sentence.
"""

import os
import re
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, quote, urlencode, urlsplit, urlunsplit

import environ
from django.core.exceptions import ImproperlyConfigured

DEFAULTS: dict[str, str] = {
    "ALLOWED_HOSTS": "",
    "BOUNCE_TOKEN": "",
    "CHANNEL_CAPACITY": "1000",
    "CSRF_TRUSTED_ORIGINS": "",
    "DATABASE_POOL": "10",
    "DATABASE_URL": "",
    "DEBUG": "false",
    "DEFAULT_FROM_EMAIL": "6 nimmt! <noreply@localhost>",
    "DEMO": "false",
    "EMAIL_URL": "",
    "GROUP_EXPIRY_SECONDS": "86400",
    "HOST": "127.0.0.1",
    "LOG_JSON": "false",
    "LOG_LEVEL": "INFO",
    "OPERATOR_CONTACT": "",
    "PORT": "8000",
    "REDIS_URL": "",
    "SECRET_KEY": "",
    "SITE_URL": "",
    "SWEEP_SECONDS": "5",
    "TRUSTED_PROXIES": "0",
    "VAPID_CONTACT": "",
    "VAPID_PRIVATE_KEY": "",
    "VAR_DIR": "var",
    "WEBHOOK_ALLOW_PRIVATE": "false",
}
TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})
LOG_LEVELS = frozenset({"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"})
REDIS_SCHEMES = frozenset({"redis", "rediss", "unix"})
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
# What Django compares with: a name, perhaps with a dot before it for all below, or an address.
HOST_PATTERN = re.compile(
    r"\*|\.?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\]",
    re.IGNORECASE,
)


def text(name: str) -> str:
    """The value of a listed setting, stripped; its default when unset or empty."""
    return os.environ.get(name, "").strip() or DEFAULTS[name]


def flag(name: str) -> bool:
    """A yes/no setting."""
    value = text(name).lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")
    return value in TRUE


def whole(name: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``, both allowed."""
    value = text(name)
    if not value.isascii() or not value.isdigit() or not low <= int(value) <= high:
        raise ImproperlyConfigured(
            f"{name} must be a whole number from {low} to {high}, not {value!r}."
        )
    return int(value)


def names(name: str) -> list[str]:
    """A list separated by commas."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def log_level() -> str:
    """The least level that is logged."""
    level = text("LOG_LEVEL").upper()
    if level not in LOG_LEVELS:
        raise ImproperlyConfigured(
            f"LOG_LEVEL must be one of {', '.join(sorted(LOG_LEVELS))}, not {level!r}."
        )
    return level


def var_dir(base: Path) -> Path:
    """Where the built-in services, generated files and demo mails live."""
    return base / text("VAR_DIR")


def secret_key(*, generated: str | None) -> str:
    """The signing key: given, or ``generated`` where the built-in services are used."""
    key = text("SECRET_KEY") or generated
    if not key:
        raise ImproperlyConfigured(
            "SECRET_KEY must be set (50 random characters or more) when DATABASE_URL is given."
        )
    if len(key) < 20:
        raise ImproperlyConfigured("SECRET_KEY is too short: use 50 random characters or more.")
    return key


def vapid_key(*, generated: str) -> str:
    """The key that signs web pushes: given, or ``generated``, or none: then there are no pushes."""
    key = (text("VAPID_PRIVATE_KEY") or generated).rstrip("=")
    if key and not re.fullmatch(r"[A-Za-z0-9_-]{43}", key):
        raise ImproperlyConfigured(
            "VAPID_PRIVATE_KEY must be 32 bytes in base64url: 43 letters, digits, - and _."
        )
    return key


def vapid_contact(*, sender: str) -> str:
    """Whom push services may ask: as given, else the address of ``sender``."""
    value = text("VAPID_CONTACT") or parseaddr(sender)[1]
    contact = value if value.startswith(("mailto:", "https://")) else f"mailto:{value}"
    if not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://[^/\s]+\S*", contact):
        raise ImproperlyConfigured(
            f"VAPID_CONTACT must be a mail address or begin with https://, not {value!r}."
        )
    return contact


def _split(name: str, value: str) -> SplitResult:
    try:
        parts = urlsplit(value)
        _ = parts.port  # a property which raises on nonsense
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} cannot be read as an address: {error}.") from error
    return parts


def origin(name: str, value: str) -> str:
    """An address of the kind ``https://host`` or ``http://host:port``, no path."""
    parts = _split(name, value)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
        raise ImproperlyConfigured(
            f"{name} must look like https://host or http://host:port, not {value!r}."
        )
    return f"{parts.scheme}://{parts.netloc}"


def site_url() -> str:
    """The address people use: as given, else that of ``make run``."""
    return origin("SITE_URL", text("SITE_URL") or f"http://{text('HOST')}:{port()}")


def port() -> int:
    """The TCP port `make run` listens on."""
    return whole("PORT", 1, 65535)


def allowed_hosts(address: str) -> list[str]:
    """The host names the site answers to: as given, else that of ``SITE_URL``."""
    hosts = names("ALLOWED_HOSTS")
    for name in hosts:
        if not HOST_PATTERN.fullmatch(name):
            raise ImproperlyConfigured(
                "ALLOWED_HOSTS must list host names without scheme, port or path, "
                f"like nimmt.example,.nimmt.example, not {name!r}."
            )
    if hosts:
        return hosts
    host = urlsplit(address).hostname or ""
    own = f"[{host}]" if ":" in host else host
    return list(dict.fromkeys([own, *LOOPBACK_NAMES]))


def trusted_origins(address: str) -> list[str]:
    """The origins whose forms are accepted: as given, else ``SITE_URL``."""
    given = names("CSRF_TRUSTED_ORIGINS") or [address]
    return [origin("CSRF_TRUSTED_ORIGINS", value) for value in given]


def database(*, builtin: str) -> dict[str, Any]:
    """Django's entry for PostgreSQL, from ``DATABASE_URL`` or the built-in service's URL."""
    value = text("DATABASE_URL") or builtin
    parts = _split("DATABASE_URL", value)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            "DATABASE_URL must start with postgres:// (the site needs PostgreSQL), "
            f"not {parts.scheme!r}."
        )
    config = dict(environ.Env.db_url_config(value))
    if not config["NAME"]:
        raise ImproperlyConfigured(
            "DATABASE_URL must name a database: postgres://user:password@host:port/name."
        )
    return config


def redis(*, builtin: str) -> SplitResult:
    """The Valkey or Redis server, from ``REDIS_URL`` or the built-in service's URL."""
    parts = _split("REDIS_URL", text("REDIS_URL") or builtin)
    if parts.scheme not in REDIS_SCHEMES:
        raise ImproperlyConfigured(
            f"REDIS_URL must start with redis://, rediss:// or unix://, not {parts.scheme!r}."
        )
    if parts.scheme == "unix" and not parts.path.startswith("/"):
        raise ImproperlyConfigured("REDIS_URL must name a socket: unix:///path/to/socket.")
    number = parts.path.strip("/") if parts.scheme != "unix" else ""
    if number not in {"", *map(str, range(14))}:
        raise ImproperlyConfigured(
            "REDIS_URL must end in a database number from 0 to 13: redis://host:6379/0."
        )
    return parts


def redis_database(server: SplitResult, offset: int) -> str:
    """The same server, ``offset`` databases further (hints, tasks and cache are kept apart)."""
    query = dict(parse_qsl(server.query))
    if server.scheme == "unix":
        query["db"] = str(int(query.get("db", "0")) + offset)
        return f"unix://{server.netloc}{server.path}?{urlencode(query)}"
    number = int(server.path.strip("/") or 0) + offset
    return urlunsplit(server._replace(path=f"/{number}"))


def broker(server: SplitResult, offset: int) -> str:
    """The same, in the words of Celery's broker address."""
    if server.scheme != "unix":
        return redis_database(server, offset)
    query = dict(parse_qsl(server.query))
    query["virtual_host"] = str(int(query.pop("db", "0")) + offset)
    return f"redis+socket://{server.netloc}{server.path}?{urlencode(query)}"


def email(*, folder: Path) -> dict[str, Any]:
    """Django's mail settings, from ``EMAIL_URL``; files under ``folder`` when unset."""
    value = text("EMAIL_URL") or f"filemail:///{quote(str(folder))}"
    _split("EMAIL_URL", value)
    try:
        config = dict(environ.Env.email_url_config(value))
    except (ImproperlyConfigured, ValueError) as error:
        raise ImproperlyConfigured(
            "EMAIL_URL must look like smtp+tls://user:password@host:587."
        ) from error
    if config["EMAIL_BACKEND"].endswith("smtp.EmailBackend"):
        if not config["EMAIL_HOST"]:
            raise ImproperlyConfigured("EMAIL_URL must name a mail server: smtp+tls://host:587.")
        config["EMAIL_BACKEND"] = "sixnimmt_site.smtp.EmailBackend"
    return config
