"""The folder of a sweep: its plan, its points, its results, and who works on
it."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from .columns import POISONED
from .errors import PlanError, SweepError
from .plan import OPTION_OF, Plan, read_plan
from .axes import shown
from .points import Point, points
from .store import merge, open_file, parts_of, read_keys

FORMAT = 1


class Folder:
    """RESULTS/ with

    sweep.json      where the plan came from, and the tool
    plan.*          the plan as it was
    sweep.sqlite    points and merged results
    points.jsonl    the points that are to be computed, one a line
    chunks.json     offsets of the chunks in points.jsonl
    parts/          workers' own results
    claims/         who has taken which chunk
    lock            held by the one that hands out
    """

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self._lock: Optional[int] = None

    def at(self, *names: str) -> str:
        return os.path.join(self.path, *names)

    @property
    def exists(self) -> bool:
        return os.path.isfile(self.at("sweep.json"))

    def info(self) -> Dict[str, Any]:
        try:
            with open(self.at("sweep.json"), encoding="utf-8") as file:
                info = json.load(file)
            if info["format"] != FORMAT:
                raise SweepError(f"{self.path}: the sweep is of another version")
            return info
        except (OSError, ValueError, KeyError, TypeError):
            raise SweepError(f"{self.path}: there is no sweep here") from None

    def plan(self) -> Plan:
        info = self.info()
        plan = read_plan(self.at(info["plan"]), info["base"])
        # Without a name it has that of its file, which is another one here.
        plan.name = info.get("name", plan.name)
        return plan

    def lock(self) -> None:
        """Only one may hand out points."""
        try:
            self._lock = os.open(self.at("lock"), os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise SweepError(f"{self.at('lock')}: {error.strerror}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            who = os.pread(self._lock, 200, 0).decode("utf-8", "replace").strip()
            raise SweepError(f"{self.path}: {who or 'another process'} is at work "
                             "on this sweep") from None
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"process {os.getpid()} on {socket.gethostname()}\n"
                  .encode(), 0)

    def create(self, plan_path: str) -> Plan:
        """Makes the folder for the plan, or takes an extended plan into it."""
        plan = read_plan(plan_path)
        is_sweep = self.exists
        if os.path.isdir(self.path) and not is_sweep and self.foreign_files():
            raise SweepError(f"{self.path}: the folder has other files in it, and "
                             "no sweep")
        if is_sweep:
            self.check_same(plan)
        tool = check_options(plan)
        try:
            os.makedirs(self.at("parts"), exist_ok=True)
            self.lock()
            name = "plan" + (os.path.splitext(plan_path)[1] or ".yaml")
            if os.path.abspath(plan_path) != self.at(name):
                shutil.copyfile(plan_path, self.at(name))
        except OSError as error:
            raise SweepError(f"{error.filename}: {error.strerror}") from None
        self.write_json("sweep.json", {
            "format": FORMAT, "name": plan.name, "subject": plan.subject, "plan": name,
            "base": plan.base, "from": os.path.abspath(plan_path), "tool": tool})
        return plan

    def foreign_files(self) -> List[str]:
        """The files of a folder without a sweep, but for those of one that could
        not be begun."""
        names = set(os.listdir(self.path))
        if {"lock", "parts"} <= names:
            return sorted(n for n in names - {"lock", "parts"}
                          if not n.startswith(("plan.", ".sweep.json.")))
        return sorted(names - {"lock"})

    def check_same(self, plan: Plan) -> None:
        """The points of another plan would take the place of those that are here."""
        info = self.info()
        name = info.get("name", plan.name)
        # Earlier sweeps do not say what they are of.
        subject = info.get("subject", plan.subject)
        if (name, subject) != (plan.name, plan.subject):
            raise SweepError(f"{self.path}: the sweep here is '{name}', of axis "
                             f"'{subject}'; '{plan.name}', of axis '{plan.subject}', "
                             "goes into another folder")

    def write_json(self, name: str, value: Any) -> None:
        """Whoever reads it sees the old contents or the new."""
        temporary = self.at(f".{name}.{os.getpid()}")
        try:
            with open(temporary, "w", encoding="utf-8") as file:
                json.dump(value, file)
            os.replace(temporary, self.at(name))
        except OSError as error:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise SweepError(f"{self.at(name)}: {error.strerror}") from None

    def prepare(self, plan: Plan, retry: bool) -> Tuple[List[Point], int, List[str]]:
        """Writes all points and merges what workers left; RETRY forgets results that
        a larger limit may change. Returns the points that
        have no result, how many there are in all, and problems."""
        tool = self.info()["tool"]["digest"]
        database = open_file(self.at("sweep.sqlite"))
        _, problems = merge(database, parts_of(self.path), remove=True)
        if retry:
            again = ("error",) + POISONED
            database.execute("DELETE FROM result WHERE verdict IN "
                             f"({', '.join('?' * len(again))})", again)
        done: Set[bytes] = {k for k, in database.execute("SELECT key FROM result")}
        left: List[Point] = []
        count = 0

        def rows() -> Iterator[Tuple[int, bytes, str]]:
            nonlocal count
            for point in points(plan, tool):
                if point.key not in done:
                    # Two names of one content are one point to compute.
                    done.add(point.key)
                    left.append(point)
                yield count, point.key, json.dumps(point.values)
                count += 1

        database.execute("BEGIN IMMEDIATE")
        database.execute("DELETE FROM point")
        database.executemany("INSERT INTO point VALUES (?, ?, ?)", rows())
        database.execute("COMMIT")
        database.close()
        return left, count, problems

    def write_chunks(self, left: List[Point], size: int) -> int:
        """Has workers find LEFT, in chunks of SIZE. Returns their number."""
        offsets = []
        with open(self.at("points.jsonl"), "w", encoding="ascii") as file:
            for place, point in enumerate(left):
                if place % size == 0:
                    offsets.append([file.tell(), min(size, len(left) - place)])
                file.write(json.dumps([point.key.hex(), point.values]) + "\n")
        self.write_json("chunks.json", offsets)
        shutil.rmtree(self.at("claims"), ignore_errors=True)
        os.mkdir(self.at("claims"))
        return len(offsets)

    def chunks(self) -> List[List[int]]:
        with open(self.at("chunks.json"), encoding="utf-8") as file:
            return json.load(file)

    def chunk(self, offset: int, count: int) -> Iterator[Point]:
        with open(self.at("points.jsonl"), "rb") as file:
            file.seek(offset)
            for _ in range(count):
                key, values = json.loads(file.readline())
                yield Point(bytes.fromhex(key), tuple(values))

    def claim(self, chunk: int, who: str) -> bool:
        """Takes a chunk that nobody has taken. Creating a file that must be new
        is atomic on network file systems, too."""
        try:
            at = os.open(self.at("claims", str(chunk)),
                         os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            return False
        os.write(at, who.encode())
        os.close(at)
        return True

    def done_keys(self) -> Set[bytes]:
        """Of all results, merged or not."""
        keys: Set[bytes] = set()
        for path in [self.at("sweep.sqlite")] + parts_of(self.path):
            if os.path.exists(path):
                keys |= read_keys(path)
        return keys


def ask_library(options: List[Tuple[str, str]]) -> Dict[str, Any]:
    """Asks libheddle in another process."""
    ran = subprocess.run(
        [sys.executable, "-c", "from heddle_sweep.compute import main_check as m; m()"],
        input=json.dumps({"options": options}), text=True, capture_output=True)
    if ran.returncode:
        lines = ran.stderr.strip().split("\n")
        raise SweepError(f"libheddle cannot be used: {lines[-1]}")
    return json.loads(ran.stdout)


#: More values of one axis are not tried before the sweep.
MAX_TRIED = 1000


def check_options(plan: Plan) -> Dict[str, Any]:
    """Has libheddle look at all values that options have, and at counters.
    Returns the tool."""
    asked, places = [], []
    for a in plan.axes:
        is_option = a.kind == "options" or a.kind == "axes" and a.name in OPTION_OF
        if is_option and plan.subject != "command":
            name = OPTION_OF.get(a.name, a.name) if a.kind == "axes" else a.name
            for value in a.values[:MAX_TRIED] if not a.has_places else ():
                asked.append((name, shown(value)))
                places.append(a)
    said = ask_library(asked)
    for a, error in zip(places, said["errors"]):
        if error:
            raise PlanError(plan.path, a.line, f"'{a.name}': {error}")
    for counter in plan.counters:
        if counter not in said["counters"]:
            raise PlanError(plan.path, 1, f"there is no counter '{counter}'")
    return {"version": said["version"], "digest": said["digest"],
            "library": library_stamp()}


def library_stamp() -> List[Any]:
    """Tells whether the library is the file that it was, without loading it."""
    path = os.environ.get("HEDDLE_LIBRARY", "")
    try:
        state = os.stat(path)
        return [os.path.realpath(path), state.st_size, state.st_mtime_ns, state.st_ino]
    except OSError:
        return []


def is_same_library(tool: Dict[str, Any]) -> bool:
    return bool(tool["library"]) and tool["library"] == library_stamp()
