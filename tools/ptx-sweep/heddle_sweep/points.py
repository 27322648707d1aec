"""The points of a plan, what each of them asks for, and its key."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
import shlex
import shutil
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple

from .axes import Axis, shown
from .errors import SweepError
from .expression import ExpressionError
from .plan import OPTION_OF, Plan

#: Grows when what is recorded of a point changes its meaning.
KEY_FORMAT = 1
MAX_POINTS = 20_000_000

Values = Tuple[Any, ...]


class Point(NamedTuple):
    """`values` are those of Plan.names."""

    key: bytes
    values: Values


def combinations(plan: Plan) -> Iterator[Values]:
    """The values of all points, in the order of the plan. A constraint leaves
    points out as soon as its axes have values."""
    axes = plan.axes
    bound_after = {"": 0}
    for place, a in enumerate(axes):
        bound_after[a.name] = place + 1
    tests: List[List[Any]] = [[] for _ in range(len(axes) + 1)]
    for expression, line in plan.where:
        names = expression.names - {"repetition"}
        place = max((bound_after[n] for n in names), default=0)
        tests[len(axes) if "repetition" in expression.names else place].append(
            (expression, line))
    bound: Dict[str, Any] = {"repetition": 0}

    def passes(place: int) -> bool:
        for expression, line in tests[place]:
            try:
                if not expression(bound):
                    return False
            except ExpressionError as error:
                raise plan.fail(line, str(error)) from None
        return True

    def walk(place: int) -> Iterator[Values]:
        if place == len(axes):
            for repetition in range(plan.repeat):
                bound["repetition"] = repetition
                if passes(place):
                    values = tuple(bound[a.name] for a in axes)
                    yield values + ((repetition,) if plan.repeat > 1 else ())
            return
        axis = axes[place]
        for value in _values(plan, axis, bound):
            bound[axis.name] = value
            if place + 1 == len(axes) or passes(place + 1):
                yield from walk(place + 1)

    count = 0
    for values in walk(0) if passes(0) or not axes else ():
        count += 1
        if count > MAX_POINTS:
            raise plan.fail(1, f"the plan has more than {MAX_POINTS} points")
        yield values
    if not count:
        line = plan.where[0][1] if plan.where else 1
        raise plan.fail(line, "no point is left by the constraints")


def _values(plan: Plan, axis: Axis, bound: Dict[str, Any]) -> List[Any]:
    if axis.name == "entry" and axis.values == ["*"]:
        return kernels_of(os.path.join(plan.base, bound["file"]))
    try:
        values = axis.of(bound)
    except ExpressionError as error:
        raise plan.fail(axis.line, f"axis '{axis.name}': {error}") from None
    if axis.expression:
        value = values[0]
        if type(value) not in (int, float, str, bool):
            raise plan.fail(axis.line, f"axis '{axis.name}' is a number, a text, or "
                            f"true or false, not {value!r}")
    if axis.name == "command" and axis.kind == "axes":
        for value in values:
            try:
                words(shown(value))
            except ValueError as error:
                raise plan.fail(axis.line, f"command {shown(value)!r}: {error}") from None
    return values


# Looked at when the values are made, and again for each point.
@functools.lru_cache(maxsize=1024)
def words(text: str) -> Tuple[str, ...]:
    """The words of a command, as a shell has them."""
    return tuple(shlex.split(text))


_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_ENTRY = re.compile(r"\.entry\s+([A-Za-z_$%][\w$.@]*)")


def kernels_of(path: str) -> List[str]:
    """The names of the kernels in a text of PTX."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return list(dict.fromkeys(_ENTRY.findall(_COMMENT.sub(" ", file.read()))))
    except OSError as error:
        raise SweepError(f"{path}: {error.strerror}") from None


def spec(plan: Plan, values: Values) -> Dict[str, Any]:
    """What a worker is asked to do."""
    bound = dict(zip(plan.names, values))
    bound.setdefault("repetition", 0)
    options = [[OPTION_OF.get(a.name, a.name), shown(bound[a.name])]
               for a in plan.axes
               if a.kind == "options" or a.kind == "axes" and a.name in OPTION_OF]
    subject = plan.subject
    if subject == "command":
        return {"kind": "command", "argv": list(words(shown(bound["command"]))),
                "folder": plan.base}
    asked = {"kind": subject, "path": os.path.join(plan.base, bound[subject]),
             "options": options}
    if subject == "file":
        asked["entry"] = bound.get("entry", "")
        asked["block"] = [int(n) for n in str(bound.get("block", "")).split(",") if n]
    elif plan.counters or "cycles" in plan.record and any(
            name == "time" for name, _ in options):
        options.append(["stats", "json"])
    return asked


def command_of(asked: Dict[str, Any]) -> str:
    """The command that does the same by itself."""
    if asked["kind"] == "command":
        return f"cd {shlex.quote(asked['folder'])} && {shlex.join(asked['argv'])}"
    options = [f"-O{value}" if name == "O" else f"--{name}={value}"
               for name, value in asked["options"]]
    if asked["kind"] == "job":
        return shlex.join(["ptx-run", "--job=" + asked["path"]] + options)
    if asked["entry"]:
        options.append("--entry=" + asked["entry"])
    if asked["block"]:
        options.append("--block=" + ",".join(map(str, asked["block"])))
    return shlex.join(["ptx-occupancy"] + options + [asked["path"]])


class Digests:
    """Of the contents of files, read once unless they change."""

    def __init__(self) -> None:
        self._known: Dict[str, Tuple[Tuple[int, int, int], str, List[str]]] = {}

    def of(self, path: str) -> str:
        return self._entry(path)[1]

    def of_job(self, path: str) -> str:
        """Of a job file and of all files that it names."""
        _, own, names = self._entry(path)
        folder = os.path.dirname(path)
        parts = [own] + [self.of(os.path.join(folder, name)) for name in names]
        return hashlib.blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()

    def _entry(self, path: str) -> Tuple[Tuple[int, int, int], str, List[str]]:
        try:
            state = os.stat(path)
            stamp = (state.st_size, state.st_mtime_ns, state.st_ino)
            known = self._known.get(path)
            if known and known[0] == stamp:
                return known
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            # That it cannot be read is for the point's verdict to say.
            return (0, 0, 0), f"unreadable {error.errno}", []
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        names = _named_in(data) if path.endswith(".json") else []
        self._known[path] = entry = (stamp, digest, names)
        return entry


def _named_in(data: bytes) -> List[str]:
    """The files that a job names: modules, first contents, expectations."""
    try:
        root = json.loads(data)
    except (ValueError, RecursionError):
        return []
    found: List[str] = []

    def look(value: Any, name: str) -> None:
        if isinstance(value, dict):
            for key, member in value.items():
                look(member, key)
        elif isinstance(value, list):
            for member in value:
                look(member, name)
        elif isinstance(value, str) and name in ("module", "init", "expect"):
            found.append(value)

    look(root, "")
    return list(dict.fromkeys(found))


class Keys:
    """The key of a point: what its inputs contain, its options, the tool, and
    which repetition it is. Names of files are no part of it."""

    def __init__(self, plan: Plan, tool: str) -> None:
        self.plan, self.digests = plan, Digests()
        self.common = [KEY_FORMAT, tool, sorted(plan.counters)]
        self.programs: Dict[str, str] = {}

    def of(self, values: Values, asked: Dict[str, Any]) -> bytes:
        repetition = values[-1] if self.plan.repeat > 1 else 0
        what = dict(asked)
        if asked["kind"] == "command":
            del what["folder"]
            content = [self.program(asked["argv"])] + [
                self.digests.of(path) for path in self.plan.inputs]
        elif asked["kind"] == "job":
            content = [self.digests.of_job(what.pop("path"))]
        else:
            content = [self.digests.of(what.pop("path"))]
        text = json.dumps([self.common, content, what, repetition], sort_keys=True)
        return hashlib.blake2b(text.encode("ascii"), digest_size=16).digest()

    def program(self, argv: List[str]) -> str:
        """The contents of the program that a command runs."""
        name = argv[0] if argv else ""
        if name not in self.programs:
            path = shutil.which(os.path.join(self.plan.base, name)
                                if "/" in name else name)
            self.programs[name] = path or ""
        path = self.programs[name]
        return self.digests.of(path) if path else "missing"


def points(plan: Plan, tool: str) -> Iterator[Point]:
    keys = Keys(plan, tool)
    for values in combinations(plan):
        yield Point(keys.of(values, spec(plan, values)), values)
