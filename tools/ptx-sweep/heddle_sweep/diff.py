"""ptx-sweep diff: two sweeps, point by point."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Tuple

from .columns import COLUMNS
from .errors import SweepError
from .folder import Folder
from .plan import nearest
from .report import shown
from .status import load
from .views import PointRow, number_text, value_of

#: They are different whenever a point is computed.
OF_THE_HOST = ("wall", "cpu", "memory")
MAX_SHOWN = 50


def by_axes(folder: Folder) -> "Tuple[Dict[str, PointRow], List[str]]":
    """The points by what their axes are, whatever their order."""
    plan = folder.plan()
    names = plan.names
    found = {}
    for point in load(folder):
        axes = {n: v for n, v in zip(names, point["axes"])}
        found[json.dumps(axes, sort_keys=True)] = point
    return found, list(plan.counters)


def diff(a: Folder, b: Folder, columns: str) -> int:
    """Status 0: nothing differs."""
    (first, counted), (second, also) = by_axes(a), by_axes(b)
    known = [c.name for c in COLUMNS if c.name != "counters"] + sorted(
        set(counted) & set(also))
    wanted = [c for c in columns.split(",") if c] or [
        c for c in known if c not in OF_THE_HOST]
    for column in wanted:
        if column not in known:
            raise SweepError(f"there is no column '{column}' in both"
                             f"{nearest(column, known)}")
    lines: List[str] = []
    common = [axes for axes in first if axes in second]
    for axes in common:
        for column in wanted:
            old, new = value_of(first[axes], column), value_of(second[axes], column)
            if old != new:
                lines.append(f"{_axes_text(axes)}: {column} {_text(old)} -> "
                             f"{_text(new)}{_change(old, new)}")
    alone = [(axes, "only in A") for axes in first if axes not in second]
    alone += [(axes, "only in B") for axes in second if axes not in first]
    lines += [f"{_axes_text(axes)}: {where}" for axes, where in alone]
    for line in lines[:MAX_SHOWN]:
        print(shown(line))
    if len(lines) > MAX_SHOWN:
        print(f"... and {len(lines) - MAX_SHOWN} more")
    print(f"{len(common)} points in both, {len(alone)} in one; {len(lines)} "
          f"difference{'' if len(lines) == 1 else 's'}")
    return 1 if lines else 0


def _axes_text(axes: str) -> str:
    return ", ".join(f"{n}={v}" for n, v in json.loads(axes).items())


def _text(value: Any) -> str:
    return number_text(value) if not isinstance(value, str) else value


def _change(old: Any, new: Any) -> str:
    if isinstance(old, (int, float)) and isinstance(new, (int, float)) and old:
        return f" ({100 * (new - old) / old:+.1f} %)"
    return ""
