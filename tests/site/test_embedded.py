"""The built-in PostgreSQL and Valkey: made once, never half, never over somebody's data."""

import os
import shutil
from pathlib import Path

import psycopg
import pytest

from sixnimmt_site import embedded, placement
from sixnimmt_site.embedded import Postgres, Valkey
from sixnimmt_site.placement import Refused
from sixnimmt_site.processes import spawn, stop, wait_until


@pytest.fixture
def postgres(var: Path) -> Postgres:
    """A PostgreSQL of its own, prepared."""
    var.parent.chmod(0o755)
    service = Postgres(var=var, durable=False)
    service.prepare()
    return service


def ask(
    service: Postgres | Valkey, question: str = "SELECT 1", log: Path = Path(os.devnull)
) -> object:
    """Start the service, ask PostgreSQL a question, stop it again; what it says goes to ``log``."""
    with log.open("ab") as said:
        process = spawn(service.command(), said)
    try:
        wait_until(service.ready, seconds=30, what="The service does not start")
        if isinstance(service, Valkey):
            return None
        where = str(embedded.socket_dir(service.var))
        with psycopg.connect(host=where, user="sixnimmt", dbname="sixnimmt") as connection:
            cursor = connection.execute(question)
            return cursor.fetchone() if cursor.description else None
    finally:
        stop(process, service.command().stop_signal, seconds=10)


def test_data_are_there_at_the_next_start(postgres: Postgres) -> None:
    ask(postgres, "CREATE TABLE pasture (bulls int)")
    postgres.prepare()
    assert ask(postgres, "SELECT count(*) FROM pasture") == (0,)


def test_it_listens_on_a_private_socket_and_on_no_port(postgres: Postgres) -> None:
    assert ask(postgres, "SHOW listen_addresses") == ("",)
    assert embedded.socket_dir(postgres.var).stat().st_mode & 0o777 == 0o700


def test_its_log_names_what_failed_without_a_card(postgres: Postgres, tmp_path: Path) -> None:
    log = tmp_path / "log"
    hand = "CREATE TABLE hand (card int CONSTRAINT is_a_card CHECK (card < 105))"
    ask(postgres, hand)
    with pytest.raises(psycopg.errors.CheckViolation):
        ask(postgres, "INSERT INTO hand VALUES (77777)", log)
    assert "is_a_card" in log.read_text()
    assert "77777" not in log.read_text()


def test_an_interrupted_making_is_made_anew(postgres: Postgres) -> None:
    half = postgres.data.with_name("postgres.new")
    postgres.data.rename(half)
    (half / "PG_VERSION").unlink()
    postgres.prepare()
    assert not half.exists()
    assert ask(postgres) == (1,)


def test_a_folder_without_any_database_in_it_is_made_anew(var: Path, postgres: Postgres) -> None:
    shutil.rmtree(postgres.data)
    (postgres.data / "base").mkdir(parents=True)
    postgres.prepare()
    assert ask(postgres) == (1,)


@pytest.mark.parametrize("lost", ["PG_VERSION", "global/pg_control"])
def test_part_of_a_database_is_not_touched(postgres: Postgres, lost: str) -> None:
    (postgres.data / lost).unlink()
    with pytest.raises(Refused, match="holds only part of a database"):
        postgres.prepare()
    assert (postgres.data / "base" / "1").exists()


def test_a_database_of_another_version_is_not_touched(postgres: Postgres) -> None:
    (postgres.data / "PG_VERSION").write_text("9\n")
    with pytest.raises(Refused, match="was made by PostgreSQL 9"):
        postgres.prepare()


def test_the_note_of_a_killed_server_does_not_stop_the_next(postgres: Postgres) -> None:
    # pid 1 is alive and is no PostgreSQL: the number went to somebody else.
    (postgres.data / "postmaster.pid").write_text(f"1\n{postgres.data}\n0\n5432\n\n\n\nready\n")
    postgres.prepare()
    assert ask(postgres) == (1,)


def test_a_path_too_long_for_a_socket_gets_a_short_one(var: Path) -> None:
    deep = var / ("deep/" * 30)
    assert len(str(embedded.socket_dir(deep))) < embedded.LONGEST_SOCKET_FOLDER
    assert embedded.socket_dir(deep) != embedded.socket_dir(deep / "er")


def test_valkey_starts_on_a_socket_of_its_own(var: Path) -> None:
    var.parent.chmod(0o755)
    service = Valkey(var=var)
    service.prepare()
    ask(service)
    assert not service.ready()


def test_the_signing_key_is_made_once(var: Path) -> None:
    assert embedded.secret_key(var) == embedded.secret_key(var)
    assert len(embedded.secret_key(var)) > 50
    assert embedded.vapid_key(var) == embedded.vapid_key(var)
    assert len(embedded.vapid_key(var)) == 43


@pytest.mark.parametrize("name", ["secret_key", "elsewhere"])
def test_an_empty_note_is_neither_believed_nor_written_over(var: Path, name: str) -> None:
    """An empty "elsewhere" would name the folder of the data of all sites on this machine."""
    var.mkdir(parents=True, exist_ok=True)
    (var / name).touch()
    with pytest.raises(Refused, match=f"{name} is empty, as a full disk may leave it: restore"):
        placement.made_once(var / name, lambda: "new words")
    assert (var / name).read_text() == ""


@pytest.mark.parametrize("root", [True, False])
def test_a_closed_home_stays_closed(var: Path, root: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    home = var.parent
    home.chmod(0o700)
    monkeypatch.setattr(placement, "is_root", lambda: root)
    place = placement.state_dir(var)
    assert placement.state_dir(var) == place
    assert (placement.ROOT_PLACE in place.parents) is root
    assert home.stat().st_mode & 0o777 == 0o700


def test_an_open_clone_keeps_its_data_in_var(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    var.parent.chmod(0o755)
    monkeypatch.setattr(placement, "is_root", lambda: True)
    assert placement.state_dir(var) == var
