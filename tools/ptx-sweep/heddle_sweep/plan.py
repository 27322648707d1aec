"""A plan as it was written: axes, constraints, and what is recorded.

docs/sweeps.md describes the fields. Everything that can be wrong with a plan is
told here, with its file and line, before anything runs.
"""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Optional, Tuple

from .axes import Axis, read_axis
from .columns import RECORDABLE
from .errors import PlanError
from .expression import Expression, ExpressionError
from .source import Node, parse

#: The axes that say what a point is; a plan has one of them.
SUBJECTS = ("job", "file", "command")
#: Axes that are options of ptx-run, by the names there.
OPTION_OF = {"arch": "arch", "opt": "O", "maxrregcount": "maxrregcount",
             "geometry": "geometry", "board": "time", "schedule": "schedule",
             "engine": "engine", "check": "check"}
AXES = SUBJECTS + tuple(OPTION_OF) + ("entry", "block", "seed")
#: What a point that is only compiled has of them, and of own options.
FILE_AXES = ("file", "arch", "opt", "maxrregcount", "geometry", "entry", "block",
             "seed")
FILE_OPTIONS = ("fmad", "assume-global")
FIELDS = ("name", "axes", "options", "variables", "where", "repeat", "record",
          "counters", "limits", "inputs", "report", "note")
REPORT_FIELDS = ("rows", "columns", "value", "curve", "pareto")


@dataclass
class Limits:
    """Of one point."""

    seconds: float = 300
    memory: int = 2 << 30
    retries: int = 1


@dataclass
class Plan:
    path: str
    base: str
    name: str = "sweep"
    axes: List[Axis] = field(default_factory=list)
    where: List[Tuple[Expression, int]] = field(default_factory=list)
    repeat: int = 1
    record: Tuple[str, ...] = RECORDABLE
    counters: Tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    #: Files that commands depend on.
    inputs: List[str] = field(default_factory=list)
    report: Dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> List[str]:
        return [a.name for a in self.axes] + (
            ["repetition"] if self.repeat > 1 else [])

    @property
    def subject(self) -> str:
        return next(a.name for a in self.axes if a.name in SUBJECTS)

    def fail(self, line: int, message: str) -> PlanError:
        return PlanError(self.path, line, message)


def nearest(word: str, among: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(among), 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def read_plan(path: str, base: Optional[str] = None) -> Plan:
    """Reads the plan at PATH. Its files are relative to BASE, or to its own
    folder."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise PlanError(path, 1, error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise PlanError(path, 1, "the plan is no text in UTF-8") from None
    root = parse(text, path)
    plan = Plan(path, os.path.abspath(base or os.path.dirname(path) or "."))
    if not root.is_map:
        raise plan.fail(root.line, "a plan is an object with 'axes' and more")
    for name, node in root.value.items():
        if name not in FIELDS and not name.startswith("//"):
            raise plan.fail(root.key_lines[name],
                            f"a plan has no field '{name}'{nearest(name, FIELDS)}")
    if "axes" not in root.value:
        raise plan.fail(root.line, "the plan has no 'axes'")
    _Reader(plan, root).read()
    return plan


class _Reader:
    def __init__(self, plan: Plan, root: Node) -> None:
        self.plan, self.fields = plan, root.value

    def read(self) -> None:
        self.read_scalars()
        for kind in ("axes", "options", "variables"):
            self.read_axes(kind)
        self.check_subject()
        self.read_where()
        self.check_names()
        self.read_report()

    def node(self, name: str, kind: type, what: str) -> Optional[Node]:
        node = self.fields.get(name)
        if node is not None and (type(node.value) is not kind):
            raise self.plan.fail(node.line, f"'{name}' is {what}")
        return node

    def texts(self, name: str) -> List[Tuple[str, int]]:
        node = self.fields.get(name)
        if node is None:
            return []
        items = node.value if node.is_list else [node]
        for item in items:
            if not isinstance(item.value, str):
                raise self.plan.fail(item.line, f"'{name}' is a list of texts")
        return [(item.value, item.line) for item in items]

    def read_scalars(self) -> None:
        plan = self.plan
        plan.name = os.path.splitext(os.path.basename(plan.path))[0]
        if node := self.node("name", str, "a text"):
            plan.name = node.value
        if node := self.node("repeat", int, "a whole number"):
            if not 1 <= node.value <= 1_000_000:
                raise plan.fail(node.line, "'repeat' is from 1 to 1000000")
            plan.repeat = node.value
        if record := self.texts("record"):
            for word, line in record:
                if word not in RECORDABLE:
                    raise plan.fail(line, f"nothing called '{word}' is recorded"
                                    f"{nearest(word, RECORDABLE)}; there are "
                                    f"{', '.join(RECORDABLE)}")
            plan.record = tuple(w for w in RECORDABLE if w in dict(record))
        plan.counters = tuple(sorted({w for w, _ in self.texts("counters")}))
        plan.inputs = [os.path.join(plan.base, w) for w, _ in self.texts("inputs")]
        for word, line in self.texts("inputs"):
            if not os.path.isfile(os.path.join(plan.base, word)):
                raise plan.fail(line, f"there is no file '{word}'")
        self.read_limits()

    def read_limits(self) -> None:
        node = self.node("limits", dict, "an object")
        limits = self.plan.limits
        for name, value in (node.value if node else {}).items():
            if name == "seconds" and _is_number(value.value) and 0 < value.value < 1e7:
                limits.seconds = float(value.value)
            elif name == "memory" and (size := _bytes(value.value)):
                limits.memory = size
            elif (name == "retries" and type(value.value) is int
                  and 0 <= value.value <= 10):
                limits.retries = value.value
            else:
                raise self.plan.fail(
                    value.line, "limits are 'seconds', a number above 0, 'memory', "
                    "as in 512M or 2G, and 'retries', from 0 to 10")

    def read_axes(self, kind: str) -> None:
        plan = self.plan
        node = self.node(kind, dict, "an object with a list of values for each name")
        for name, value in (node.value if node else {}).items():
            line = node.key_lines[name]
            if kind == "axes" and name not in AXES:
                raise plan.fail(line, f"there is no axis '{name}'{nearest(name, AXES)}"
                                f"; axes are {', '.join(AXES)}; options of other "
                                "names go into 'options', names of your own into "
                                "'variables'")
            if kind == "options" and name in OPTION_OF.values():
                raise plan.fail(line, f"option '{name}' is an axis")
            if any(a.name == name for a in plan.axes) or name == "repetition":
                raise plan.fail(line, f"'{name}' is there twice")
            if kind == "variables" and not name.isidentifier():
                raise plan.fail(line, f"'{name}' is no name: letters, digits and _")
            plan.axes.append(read_axis(plan, name, kind, value, line))

    def check_subject(self) -> None:
        plan = self.plan
        subjects = [a for a in plan.axes if a.kind == "axes" and a.name in SUBJECTS]
        if len(subjects) != 1:
            raise plan.fail(self.fields["axes"].line, "a plan has one of the axes "
                            "'job', 'file' and 'command'" +
                            (", not several" if subjects else ""))
        subject = subjects[0].name
        for a in plan.axes:
            fits = a.kind == "variables" or a.name in (subject, "seed") or (
                subject == "file" and a.name in FILE_AXES + FILE_OPTIONS or
                subject == "job" and a.name not in ("entry", "block"))
            if not fits:
                raise plan.fail(a.line, f"'{a.name}' says nothing of a {subject}: " + {
                    "file": "it is only compiled; a job runs",
                    "job": "the job file says it",
                    "command": "the command says it, as in '{NAME}'"}[subject])

    def read_where(self) -> None:
        for text, line in self.texts("where"):
            try:
                self.plan.where.append((Expression(text), line))
            except ExpressionError as error:
                raise self.plan.fail(line, str(error)) from None

    def check_names(self) -> None:
        plan = self.plan
        known = set(plan.names)
        needs = [(a.name, a.needs, a.line) for a in plan.axes]
        needs += [("", e.names, line) for e, line in plan.where]
        for _, names, line in needs:
            for name in sorted(names - known):
                raise plan.fail(line, f"there is no axis '{name}'"
                                f"{nearest(name, known)}")
        self.order_axes()

    def order_axes(self) -> None:
        """An axis comes behind those that its values need."""
        left, ordered, done = list(self.plan.axes), [], {"repetition"}
        while left:
            ready = next((a for a in left if a.needs <= done), None)
            if ready is None:
                a = left[0]
                chain = [a]
                while True:
                    missing = next(n for n in sorted(chain[-1].needs) if n not in done)
                    again = next(x for x in left if x.name == missing)
                    if again in chain:
                        chain = chain[chain.index(again):] + [again]
                        break
                    chain.append(again)
                raise self.plan.fail(chain[0].line, "the values of these axes depend "
                                     "on each other: " +
                                     " -> ".join(x.name for x in chain))
            left.remove(ready)
            ordered.append(ready)
            done.add(ready.name)
        self.plan.axes = ordered

    def read_report(self) -> None:
        from .columns import VALUES
        plan = self.plan
        node = self.node("report", dict, "an object")
        for name, value in (node.value if node else {}).items():
            if name not in REPORT_FIELDS:
                raise plan.fail(node.key_lines[name], f"a report has no '{name}'"
                                f"{nearest(name, REPORT_FIELDS)}")
            among = (list(VALUES) + list(plan.counters)
                     if name in ("value", "pareto") else plan.names)
            if value.value not in among:
                raise plan.fail(value.line, f"'{name}' is one of {', '.join(among)}")
            plan.report[name] = value.value


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _bytes(value: Any) -> int:
    """512M, 2G or a number; 0 for anything else."""
    text = str(value)
    unit = {"K": 10, "M": 20, "G": 30, "T": 40}.get(text[-1:].upper(), 0)
    digits = text[:-1] if unit else text
    if not digits.isdigit() or len(digits) > 15:
        return 0
    return int(digits) << unit
