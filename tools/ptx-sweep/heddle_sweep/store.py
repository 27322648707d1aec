"""Results in SQLite: one file for the sweep, and one for each worker until it
is merged. docs/sweeps.md has the schema."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import time
from typing import Any, Dict, Iterable, Iterator, List, Optional, Set, Tuple

from .columns import COLUMNS
from .errors import SweepError

_RESULTS = (
    "CREATE TABLE IF NOT EXISTS result (key BLOB PRIMARY KEY, " +
    "".join(f"{c.name} {c.type}, " for c in COLUMNS) +
    "tries INTEGER, worker TEXT, ended REAL) WITHOUT ROWID")
_POINTS = ("CREATE TABLE IF NOT EXISTS point (place INTEGER PRIMARY KEY, "
           "key BLOB NOT NULL, axes TEXT NOT NULL)")
_NAMES = ["key"] + [c.name for c in COLUMNS] + ["tries", "worker", "ended"]
_INSERT = (f"INSERT OR IGNORE INTO result ({', '.join(_NAMES)}) "
           f"VALUES ({', '.join('?' * len(_NAMES))})")

#: Results are written after so many seconds, or so many of them; by the workers
#: of a cluster, who share a file system, less often.
COMMIT_SECONDS, COMMIT_ROWS = 0.25, 512
CLUSTER_SECONDS = 2.0
#: Where writing is slow, it takes this share of the time at most.
COMMIT_SHARE = 0.05


def open_file(path: str, is_new: bool = True) -> sqlite3.Connection:
    """A file with the tables. It has a journal of the old kind: readers and
    writers of a network's file system share no memory, which WAL needs."""
    try:
        database = sqlite3.connect(path, timeout=60, isolation_level=None)
        database.execute("PRAGMA journal_mode = TRUNCATE")
        database.execute("PRAGMA synchronous = NORMAL")
        if is_new:
            database.execute("BEGIN IMMEDIATE")
            database.execute(_RESULTS)
            database.execute(_POINTS)
            database.execute("COMMIT")
        return database
    except sqlite3.Error as error:
        raise SweepError(f"{path}: {error}") from None


def row(key: bytes, result: Dict[str, Any], wanted: Set[str], tries: int,
        worker: str) -> Tuple[Any, ...]:
    """A row of the table, with the columns that are WANTED."""
    values: List[Any] = [key]
    for c in COLUMNS:
        value = result.get(c.name) if c.of in wanted or c.name == "verdict" else None
        if c.name == "counters" and value is not None:
            value = json.dumps(value, separators=(",", ":"))
        elif isinstance(value, str):
            # SQLite's texts are UTF-8; names of files may be anything.
            value = value.encode("utf-8", "backslashreplace").decode()
            value = value or None
        values.append(value)
    return tuple(values) + (tries, worker, round(time.time(), 3))


class Writer:
    """One process's own file of results."""

    def __init__(self, path: str, seconds: float = COMMIT_SECONDS) -> None:
        self.path, self.seconds = path, seconds
        self.alive = os.open(_alive(path), os.O_RDWR | os.O_CREAT, 0o644)
        fcntl.flock(self.alive, fcntl.LOCK_EX)
        self.database = open_file(path)
        self.rows: List[Tuple[Any, ...]] = []
        self.written = time.monotonic()

    def keys(self) -> Set[bytes]:
        return {k for k, in self.database.execute("SELECT key FROM result")}

    def add(self, values: Tuple[Any, ...]) -> None:
        self.rows.append(values)
        self.flush_if_due()

    def flush_if_due(self) -> None:
        if self.rows and (len(self.rows) >= COMMIT_ROWS or
                          time.monotonic() - self.written >= self.seconds):
            self.flush()

    def flush(self) -> None:
        started = time.monotonic()
        if self.rows:
            try:
                self.database.execute("BEGIN IMMEDIATE")
                self.database.executemany(_INSERT, self.rows)
                self.database.execute("COMMIT")
            except sqlite3.Error as error:
                raise SweepError(f"{self.path}: {error}") from None
            self.rows.clear()
        self.written = time.monotonic()
        self.seconds = max(self.seconds, (self.written - started) / COMMIT_SHARE)

    def close(self) -> None:
        self.flush()
        self.database.close()
        os.close(self.alive)


def _alive(path: str) -> str:
    """The file that a writer has locked as long as it lives."""
    return path + ".alive"


def _has_writer(path: str) -> bool:
    try:
        lock = os.open(_alive(path), os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(lock)


def count_rows(path: str) -> int:
    database = reader(path)
    try:
        return database.execute("SELECT count(*) FROM result").fetchone()[0]
    finally:
        database.close()


def read_keys(path: str) -> Set[bytes]:
    """The keys in a worker's file, whose writer may have died in the middle."""
    database = reader(path)
    try:
        return {k for k, in database.execute("SELECT key FROM result")}
    finally:
        database.close()


def reader(path: str) -> sqlite3.Connection:
    # A file with a journal left behind is mended when it is opened for writing.
    if os.access(path, os.W_OK) and os.access(os.path.dirname(path), os.W_OK):
        return sqlite3.connect(path, timeout=60, isolation_level=None)
    return sqlite3.connect(f"file:{_quoted(path)}?mode=ro&immutable=1", uri=True)


def _quoted(path: str) -> str:
    import urllib.parse
    return urllib.parse.quote(os.fsencode(path))


def parts_of(folder: str) -> List[str]:
    parts = os.path.join(folder, "parts")
    try:
        return sorted(os.path.join(parts, name) for name in os.listdir(parts)
                      if name.endswith(".sqlite"))
    except FileNotFoundError:
        return []


def merge(into: sqlite3.Connection, parts: Iterable[str],
          remove: bool) -> Tuple[int, List[str]]:
    """Copies the results of workers' files. Returns how many there were, and
    what is wrong with files that cannot be read, whose points are computed
    again."""
    problems, count = [], 0
    for path in parts:
        had_writer = remove and _has_writer(path)
        try:
            source = reader(path)
            rows = source.execute(f"SELECT {', '.join(_NAMES)} FROM result").fetchall()
            source.close()
        except sqlite3.Error as error:
            problems.append(f"{path}: {error}; its points are computed again")
            if remove and not had_writer:
                os.replace(path, path + ".broken")
            continue
        count += len(rows)
        into.execute("BEGIN IMMEDIATE")
        into.executemany(_INSERT, rows)
        into.execute("COMMIT")
        if remove and not had_writer:
            _remove(path)
    return count, problems


def _remove(path: str) -> None:
    for name in (path, path + "-journal", _alive(path)):
        try:
            os.unlink(name)
        except FileNotFoundError:
            pass


def select(database: sqlite3.Connection) -> Iterator[Dict[str, Any]]:
    """All points with their results; those without one have no verdict."""
    names = _NAMES[1:]
    columns = ", ".join("r." + n for n in names)
    for found in database.execute(
            f"SELECT p.place, p.axes, p.key, {columns} FROM point p "
            "LEFT JOIN result r ON r.key = p.key ORDER BY p.place"):
        point: Dict[str, Any] = dict(zip(names, found[3:]))
        point["place"], point["axes"], point["key"] = (
            found[0], json.loads(found[1]), found[2])
        counters: Optional[str] = point.get("counters")
        point["counters"] = json.loads(counters) if counters else {}
        yield point
