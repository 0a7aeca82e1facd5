"""Settings come from the environment and refuse nonsense with a sentence."""

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from sixnimmt_site import embedded, env
from sixnimmt_site.run import BASE_DIR

REAL = dict(
    line.split("=", 1) for line in (BASE_DIR / "deploy/production-like.env").read_text().split()
)
ROW = re.compile(r"^\| `([A-Z_]+)` \| (?:`(.*?)`)? ?\|", re.MULTILINE)


Load = Callable[..., dict[str, Any]]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch, var: Path) -> Load:
    """Run the settings file with only these variables set."""

    def loaded(**environ: str) -> dict[str, Any]:
        for name in env.DEFAULTS:
            monkeypatch.delenv(name, raising=False)
        for name, value in ({"VAR_DIR": str(var)} | environ).items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(BASE_DIR / "sixnimmt_site/settings.py"))

    return loaded


def test_every_setting_is_documented_with_its_default_and_nothing_else_is() -> None:
    documented = dict(ROW.findall((BASE_DIR / "docs/settings.md").read_text()))
    assert documented == env.DEFAULTS


def test_no_code_reads_a_setting_past_the_list() -> None:
    for name in re.findall(
        r'env\.\w+\("([A-Z_]+)"', (BASE_DIR / "sixnimmt_site/settings.py").read_text()
    ):
        assert name in env.DEFAULTS


def test_a_real_site_starts_with_what_the_example_gives(load: Load) -> None:
    site = load(**REAL)
    assert site["DATABASES"]["default"]["HOST"] == "db.example.org"
    assert site["ALLOWED_HOSTS"][0] == "nimmt.example.org"
    assert site["SESSION_COOKIE_SECURE"]
    assert site["SECURE_HSTS_SECONDS"] > 0


def test_nothing_set_means_the_built_in_services(load: Load, var: Path) -> None:
    site = load()
    assert site["DATABASES"]["default"]["HOST"] == str(embedded.socket_dir(var))
    assert site["CELERY_BROKER_URL"].startswith("redis+socket:///")
    assert (var / "secret_key").stat().st_mode & 0o777 == 0o600
    assert site["VAPID_PRIVATE_KEY"] == (var / "vapid_key").read_text()
    assert (var / "vapid_key").stat().st_mode & 0o777 == 0o600


def test_a_real_site_without_a_key_for_pushes_has_none(load: Load, var: Path) -> None:
    site = load(**REAL)
    assert site["VAPID_PRIVATE_KEY"] == ""
    assert site["VAPID_CONTACT"] == "mailto:noreply@nimmt.example.org"
    assert not (var / "vapid_key").exists()


def test_without_https_cookies_work_over_http(load: Load) -> None:
    site = load(**REAL | {"SITE_URL": "http://nimmt.example.org"})
    assert not site["SESSION_COOKIE_SECURE"]
    assert site["SECURE_HSTS_SECONDS"] == 0


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SECRET_KEY", "", "SECRET_KEY must be set"),
        ("SECRET_KEY", "short", "SECRET_KEY is too short"),
        ("VAPID_PRIVATE_KEY", "short", "VAPID_PRIVATE_KEY must be 32 bytes in base64url"),
        ("VAPID_CONTACT", "the bull", "VAPID_CONTACT must be a mail address or begin with"),
        ("DEBUG", "perhaps", "DEBUG must be true or false, not 'perhaps'."),
        ("SWEEP_SECONDS", "0", "SWEEP_SECONDS must be a whole number from 1 to 3600, not '0'."),
        ("SWEEP_SECONDS", "soon", "SWEEP_SECONDS must be a whole number"),
        ("DATABASE_URL", "mysql://u:hidden@h/d", "DATABASE_URL must start with postgres://"),
        ("DATABASE_URL", "postgres://u:hidden@h:5432/", "DATABASE_URL must name a database"),
        ("DATABASE_URL", "postgres://u:hidden@h:port/d", "DATABASE_URL cannot be read"),
        ("REDIS_URL", "http://h", "REDIS_URL must start with redis://"),
        ("REDIS_URL", "redis://h/zero", "REDIS_URL must end in a database number"),
        ("EMAIL_URL", "pigeon://u:hidden@h", "EMAIL_URL must look like"),
        ("EMAIL_URL", "smtp+tls://", "EMAIL_URL must name a mail server"),
        ("SITE_URL", "nimmt.example.org", "SITE_URL must look like https://host"),
        ("SITE_URL", "https://nimmt.example.org/games", "SITE_URL must look like https://host"),
        ("CSRF_TRUSTED_ORIGINS", "nimmt.example.org", "CSRF_TRUSTED_ORIGINS must look like"),
        ("ALLOWED_HOSTS", "https://nimmt.example", "ALLOWED_HOSTS must list host names"),
        ("ALLOWED_HOSTS", "a.example,nimmt example", "not 'nimmt example'."),
        ("ALLOWED_HOSTS", "nimmt.example:8000", "not 'nimmt.example:8000'."),
        ("ALLOWED_HOSTS", "*.nimmt.example", "not '*.nimmt.example'."),
        ("TRUSTED_PROXIES", "-1", "TRUSTED_PROXIES must be a whole number from 0 to 10"),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be one of"),
        ("LOG_JSON", "2", "LOG_JSON must be true or false"),
        ("DATABASE_POOL", "many", "DATABASE_POOL must be a whole number"),
        ("PORT", "80000", "PORT must be a whole number from 1 to 65535"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(
    load: Load, name: str, value: str, sentence: str
) -> None:
    environ = REAL | {name: value}
    if name == "PORT":
        del environ["SITE_URL"]
    with pytest.raises(ImproperlyConfigured) as refusal:
        load(**environ)
    assert sentence in str(refusal.value)
    assert "hidden" not in str(refusal.value)


def test_every_kind_of_host_that_django_knows_is_taken(load: Load) -> None:
    kinds = ["nimmt.example", ".nimmt.example", "web_1", "127.0.0.1", "[::1]", "*"]
    assert load(**REAL | {"ALLOWED_HOSTS": ",".join(kinds)})["ALLOWED_HOSTS"] == kinds


@pytest.mark.parametrize("command", ["check", "migrate", "help"])
def test_manage_says_the_sentence_and_no_traceback(command: str) -> None:
    environ = os.environ | {"SWEEP_SECONDS": "soon"}
    words = [sys.executable, str(BASE_DIR / "manage.py"), command]
    run = subprocess.run(words, env=environ, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == "SWEEP_SECONDS must be a whole number from 1 to 3600, not 'soon'.\n"


def test_hints_tasks_and_cache_live_in_three_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://:pw@h:6379/3")
    server = env.redis(builtin="")
    assert env.redis_database(server, 0) == "redis://:pw@h:6379/3"
    assert env.broker(server, 1) == "redis://:pw@h:6379/4"
    monkeypatch.setenv("REDIS_URL", "unix:///run/valkey.sock")
    server = env.redis(builtin="")
    assert env.redis_database(server, 2) == "unix:///run/valkey.sock?db=2"
    assert env.broker(server, 1) == "redis+socket:///run/valkey.sock?virtual_host=1"


def test_an_unlisted_name_cannot_be_read() -> None:
    with pytest.raises(KeyError):
        env.text("SWEEP_SECOND")


def test_the_last_database_number_leaves_room_for_all_three(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://h/14")
    with pytest.raises(ImproperlyConfigured, match="from 0 to 13"):
        env.redis(builtin="")


def test_a_layer_in_one_process_memory_is_refused() -> None:
    memory = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    with override_settings(CHANNEL_LAYERS=memory):
        assert "sixnimmt.E001" in [message.id for message in run_checks()]


def test_naive_times_are_refused() -> None:
    with override_settings(USE_TZ=False):
        assert "sixnimmt.E002" in [message.id for message in run_checks()]


def test_a_real_site_without_a_mail_server_is_warned_of() -> None:
    backend = "django.core.mail.backends.filebased.EmailBackend"
    with override_settings(EMAIL_BACKEND=backend):
        found = run_checks(include_deployment_checks=True)
        assert "sixnimmt.W001" in [message.id for message in found]
        assert "sixnimmt.W001" not in [message.id for message in run_checks()]


def test_the_settings_of_the_tests_themselves_pass_all_checks() -> None:
    assert run_checks() == []
