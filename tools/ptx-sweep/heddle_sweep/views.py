"""What a report shows of a sweep's points: pivots, curves, the Pareto front."""

from __future__ import annotations

import statistics
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from .columns import GOOD, VALUES
from .errors import SweepError
from .plan import Plan, nearest

PointRow = Dict[str, Any]

#: Curves of one chart, and lines of a pivot: more say nothing to a reader.
MAX_CURVES, MAX_LINES = 24, 400


class Cell(NamedTuple):
    """The median of points that have all but the shown axes in common, and the
    place of the one that has it."""

    value: float
    place: int
    count: int


class Pivot(NamedTuple):
    rows: str
    columns: str
    value: str
    row_values: List[Any]
    column_values: List[Any]
    cells: Dict[Tuple[Any, Any], Cell]


class Choice(NamedTuple):
    """The axes and columns that are shown; an empty text is none."""

    rows: str
    columns: str
    value: str
    curve: str
    pareto: str


class Data:
    """All points of a sweep."""

    def __init__(self, plan: Plan, rows: Sequence[PointRow]) -> None:
        self.plan, self.rows = plan, rows
        self.names = plan.names
        self.values: Dict[str, List[Any]] = {n: [] for n in self.names}
        seen: Dict[str, set] = {n: set() for n in self.names}
        for point in rows:
            for name, value in zip(self.names, point["axes"]):
                if value not in seen[name]:
                    seen[name].add(value)
                    self.values[name].append(value)
        self.varying = [n for n in self.names if len(self.values[n]) > 1]
        made = {a.name for a in plan.axes if a.needs and len(a.values) < 2}
        #: Those that tell points apart: not what others decide.
        self.telling = [n for n in self.varying if n not in made] or self.varying
        self.good = [p for p in rows if p["verdict"] in GOOD]

    def is_numeric(self, axis: str) -> bool:
        return all(type(v) in (int, float) for v in self.values[axis])

    def axis(self, point: PointRow, name: str) -> Any:
        return point["axes"][self.names.index(name)]

    def has(self, column: str) -> bool:
        return any(value_of(p, column) is not None for p in self.good)

    def choose(self, asked: Dict[str, Optional[str]]) -> Choice:
        """What was ASKED for, or what the plan says, or what tells most."""
        said = {**self.plan.report, **{k: v for k, v in asked.items() if v}}
        for name in ("rows", "columns", "curve"):
            if said.get(name, self.names[0]) not in self.names:
                raise SweepError(f"there is no axis '{said[name]}'"
                                 f"{nearest(said[name], self.names)}")
        known = list(VALUES) + list(self.plan.counters)
        for name in ("value", "pareto"):
            if said.get(name, known[0]) not in known:
                raise SweepError(f"there is no column '{said[name]}'"
                                 f"{nearest(said[name], known)}")
        by_size = sorted(self.telling, key=lambda n: -len(self.values[n]))
        curve = said.get("curve") or next(
            (n for n in by_size if self.is_numeric(n) and n != "repetition"), "")
        rows = said.get("rows") or next(
            (n for n in [curve] + by_size if n and n != said.get("columns")), "")
        columns = said.get("columns") or next(
            (n for n in by_size if n != rows and len(self.values[n]) <= 60), "")
        measured = [c for c in ("microseconds", "occupancy", "registers", "wall")
                    if self.has(c)]
        value = said.get("value") or (measured[0] if measured else "wall")
        pareto = said.get("pareto") or next(
            (c for c in ("microseconds", "occupancy") if self.has(c)), "")
        return Choice(rows, columns, value, curve, pareto)

    def pivot(self, rows: str, columns: str, value: str) -> Pivot:
        groups: Dict[Tuple[Any, Any], List[Tuple[float, int]]] = {}
        for point in self.good:
            number = value_of(point, value)
            if number is not None:
                at = (self.axis(point, rows),
                      self.axis(point, columns) if columns else "")
                groups.setdefault(at, []).append((number, point["place"]))
        cells = {at: median(found) for at, found in groups.items()}
        across = self.values[columns] if columns else [""]
        return Pivot(rows, columns, value, ordered(self.values[rows]), ordered(across),
                     cells)

    def curves(self, axis: str, value: str) -> Tuple[List[Any], Dict[str, List[Any]]]:
        """The values of AXIS and, by what the other axes are, VALUE at each."""
        xs = ordered(self.values[axis])
        others = [n for n in self.telling if n not in (axis, "repetition")]
        groups: Dict[str, Dict[Any, List[Tuple[float, int]]]] = {}
        for point in self.good:
            number = value_of(point, value)
            if number is None:
                continue
            label = ", ".join(f"{n} {self.axis(point, n)}" for n in others) or value
            groups.setdefault(label, {}).setdefault(self.axis(point, axis), []).append(
                (number, point["place"]))
        return xs, {label: [median(at[x]).value if x in at else None for x in xs]
                    for label, at in list(groups.items())[:MAX_CURVES]}

    def front(self, column: str) -> Tuple[List[PointRow], List[PointRow]]:
        """The points with registers and COLUMN, in order of registers, and those of
        them that no other beats in both. Of occupancy more is better."""
        found = [p for p in self.good
                 if p["registers"] is not None and value_of(p, column) is not None]
        sign = -1 if column in ("occupancy", "warps", "ctas") else 1
        found.sort(key=lambda p: (p["registers"], sign * value_of(p, column)))
        best, front = None, []
        for point in found:
            number = sign * value_of(point, column)
            if best is None or number < best:
                best = number
                front.append(point)
        return found, front


def value_of(point: PointRow, column: str) -> Any:
    if column in point["counters"]:
        return point["counters"][column]
    return point.get(column)


def median(found: List[Tuple[float, int]]) -> Cell:
    middle = statistics.median_low([v for v, _ in found])
    return Cell(middle, next(p for v, p in found if v == middle), len(found))


def ordered(values: Sequence[Any]) -> List[Any]:
    """Numbers by size, texts as the plan has them."""
    if all(type(v) in (int, float) for v in values):
        return sorted(values)
    return list(values)


def number_text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"
    return str(value)
