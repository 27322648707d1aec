"""ptx-sweep report: tables, CSV, JUnit; page.py has the page."""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import stat
import sys
from collections import Counter
from typing import Any, Callable, Dict, List, Optional, TextIO, Union
from xml.sax.saxutils import quoteattr

from .columns import COLUMNS, GOOD, TYPES
from .errors import SweepError
from .folder import Folder
from .plan import Plan
from .points import command_of, spec
from .status import load
from .views import MAX_LINES, Data, Pivot, PointRow, number_text

#: Which of a bad point's columns may be empty is told by its verdict.
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def report(folder: Folder, arguments: argparse.Namespace) -> int:
    plan = folder.plan()
    rows = list(load(folder))
    data = Data(plan, rows)
    choice = data.choose(vars(arguments))
    text = tables(data, choice, max(arguments.failures, 0))
    # What goes to /dev/stdout comes behind it.
    print(text, end="", flush=True)
    if arguments.csv and write(arguments.csv, lambda file: write_csv(file, data)):
        write(arguments.csv + ".schema.json", lambda file: write_schema(file, data))
    if arguments.junit:
        write(arguments.junit, lambda file: write_junit(file, data))
    if arguments.html:
        from .page import write_page
        write(arguments.html, lambda file: write_page(file, data, choice, text))
    return 0


def write(path: str, contents: Callable[[TextIO], None]) -> bool:
    """Writes a file that appears when it is complete. A device, a pipe and standard
    output stay what they are, and are written directly. Returns whether PATH is a
    file."""
    def fill(to: Union[str, int]) -> None:
        with open(to, "w", encoding="utf-8", errors="backslashreplace",
                  newline="") as file:
            contents(file)

    try:
        state = _state(path)
        if state and _is_stdout(state):
            # Opened by its name, a file would lose what is in it.
            fill(os.dup(sys.stdout.fileno()))
            return False
        if state and not stat.S_ISREG(state.st_mode):
            fill(path)
            return False
        # A link stays one; what it leads to is replaced.
        real = os.path.realpath(path)
        temporary = f"{real}.{os.getpid()}"
        try:
            fill(temporary)
            os.replace(temporary, real)
        except BaseException:
            if os.path.exists(temporary):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise SweepError(f"{path}: {error.strerror}") from None
    return True


def _state(path: str) -> Optional[os.stat_result]:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _is_stdout(state: os.stat_result) -> bool:
    return os.path.samestat(state, os.fstat(sys.stdout.fileno()))


def shown(text: Any) -> str:
    """TEXT on one line."""
    return _CONTROL.sub(lambda m: f"\\x{ord(m.group()):02x}", str(text))


def command(plan: Plan, point: PointRow) -> str:
    return command_of(spec(plan, point["axes"]))


def axes_text(data: Data, point: PointRow) -> str:
    return ", ".join(f"{n}={point['axes'][data.names.index(n)]}"
                     for n in data.telling) or "the only point"


def table(head: List[str], lines: List[List[str]]) -> str:
    """Aligned to the right, but for the first column."""
    head, lines = [shown(h) for h in head], [[shown(c) for c in l] for l in lines]
    widths = [max(len(line[n]) for line in [head] + lines) for n in range(len(head))]
    return "".join(
        (line[0].ljust(widths[0]) + "".join(
            "  " + cell.rjust(width) for cell, width in zip(line[1:], widths[1:])
        )).rstrip() + "\n" for line in [head] + lines)


def pivot_table(pivot: Pivot) -> str:
    head = [pivot.rows] + [str(c) if pivot.columns else pivot.value
                           for c in pivot.column_values]
    lines = []
    for row in pivot.row_values[:MAX_LINES]:
        cells = [pivot.cells.get((row, c)) for c in pivot.column_values]
        lines.append([str(row)] + [number_text(c.value) if c else "-" for c in cells])
    title = pivot.value + (f" by {pivot.rows} and {pivot.columns}" if pivot.columns
                           else f" by {pivot.rows}")
    more = len(pivot.row_values) - MAX_LINES
    return f"{title}, the median where there are several\n" + table(head, lines) + (
        f"... and {more} more rows\n" if more > 0 else "")


def tables(data: Data, choice: Any, failures: int) -> str:
    verdicts = Counter(p["verdict"] or "no result yet" for p in data.rows)
    text = f"{shown(data.plan.name)}: {len(data.rows)} points\n"
    text += "".join(f"{count:>10}  {verdict}\n"
                    for verdict, count in sorted(verdicts.items()))
    if choice.rows:
        text += "\n" + pivot_table(data.pivot(choice.rows, choice.columns, choice.value))
    if choice.pareto:
        _, front = data.front(choice.pareto)
        text += f"\n{choice.pareto} against registers: what nothing beats in both\n"
        text += table(["registers", choice.pareto, "point"], [
            [str(p["registers"]), number_text(p["counters"].get(
                choice.pareto, p.get(choice.pareto))), axes_text(data, p)]
            for p in front])
    bad = [p for p in data.rows if p["verdict"] and p["verdict"] not in GOOD]
    if bad and failures:
        text += "\nno pass:\n"
        for point in bad[:failures]:
            text += (f"  {point['verdict']}: {shown(point['detail'] or '')}\n"
                     f"    {shown(command(data.plan, point))}\n")
        if len(bad) > failures:
            text += f"  ... and {len(bad) - failures} more\n"
    return text


def flat_columns(data: Data) -> Dict[str, str]:
    """Names and types of the columns: axes, results, counters."""
    types: Dict[str, str] = {}
    for name in data.names:
        kinds = {type(v) for v in data.values[name]}
        types["axis_" + name] = ("int64" if kinds == {int} else "double"
                                 if kinds <= {int, float} else "string")
    for c in COLUMNS:
        if c.name != "counters":
            types[c.name] = TYPES[c.type]
    types.update({"counter_" + n: "double" if n == "lane_efficiency" else "int64"
                  for n in data.plan.counters})
    types.update(tries="int64", worker="string", ended="double", command="string")
    return types


def write_csv(file: TextIO, data: Data) -> None:
    out = csv.writer(file, lineterminator="\n")
    types = flat_columns(data)
    out.writerow(types)
    names = [c.name for c in COLUMNS if c.name != "counters"]
    for point in data.rows:
        out.writerow(
            list(point["axes"]) + [point[n] for n in names] +
            [point["counters"].get(n) for n in data.plan.counters] +
            [point["tries"], point["worker"], point["ended"], command(data.plan, point)])


def write_schema(file: TextIO, data: Data) -> None:
    json.dump({"columns": [{"name": n, "type": t, "nullable": not n.startswith("axis_")}
                           for n, t in flat_columns(data).items()]}, file, indent=1)
    file.write("\n")


def write_junit(file: TextIO, data: Data) -> None:
    def attribute(text: Any) -> str:
        return quoteattr(shown(text))

    bad = sum(1 for p in data.rows if p["verdict"] and p["verdict"] not in GOOD)
    missing = sum(1 for p in data.rows if not p["verdict"])
    seconds = sum(p["wall"] or 0 for p in data.rows)
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite '
               f'name={attribute(data.plan.name)} tests="{len(data.rows)}" '
               f'failures="{bad}" errors="0" skipped="{missing}" '
               f'time="{seconds:.6f}">\n')
    for point in data.rows:
        case = (f'    <testcase classname={attribute(data.plan.name)} '
                f'name={attribute(axes_text(data, point))} '
                f'time="{point["wall"] or 0:.6f}"')
        if point["verdict"] in GOOD:
            file.write(case + "/>\n")
            continue
        kind = "failure" if point["verdict"] else "skipped"
        why = f"{point['verdict']}: {point['detail'] or ''}" if point["verdict"] else \
            "no result yet"
        file.write(f"{case}>\n      <{kind} message={attribute(why)}>"
                   f"{_element(command(data.plan, point))}</{kind}>\n    </testcase>\n")
    file.write("  </testsuite>\n</testsuites>\n")


def _element(text: str) -> str:
    return shown(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
