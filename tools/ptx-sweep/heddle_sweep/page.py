"""The HTML page of a report, in the frame of all our pages and with their
charts: lib/Page, lib/Tuning/charts.js."""

from __future__ import annotations

import html
import json
import os
from typing import Any, Dict, List, Optional, TextIO

from .columns import GOOD
from .errors import SweepError
from .report import axes_text, command, shown
from .views import Choice, Data, PointRow, value_of

#: A page with more points is none that a browser shows; those that something
#: on it leads to are there in any case.
MAX_POINTS = 5000
#: Of one panel: as many as there are colors.
CURVES_OF_PANEL = 4
#: Of the map.
MAX_CELLS = 20_000


def _part(name: str) -> str:
    """A file that is installed beside this package's."""
    folder = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    path = os.path.join(folder, "page", name)
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise SweepError(f"{path}: {error.strerror}") from None


def write_page(file: TextIO, data: Data, choice: Choice, text: str) -> None:
    title = f"Sweep: {data.plan.name}"
    contents = json.dumps(page_data(data, choice))
    parts = {
        "title": html.escape(title), "text": html.escape(text),
        "style": _part("uPlot.min.css") + _part("page.css") + _part("sweep.css"),
        # "<" would end the element.
        "data": contents.replace("<", "\\u003c"),
        "plot": _part("uPlot.iife.min.js"),
        "script": _part("sweep.js") + _part("charts.js")}
    # The frame has its parts' names between two @.
    for place, piece in enumerate(_part("page.html").split("@")):
        file.write(parts[piece] if place % 2 else piece)


def page_data(data: Data, choice: Choice) -> Dict[str, Any]:
    linked: set = set()
    sweep = {
        "verdicts": _verdicts(data),
        "pivot": _pivot(data, choice, linked),
        "pareto": _pareto(data, choice, linked),
        "failures": [_place(p, linked) for p in data.rows
                     if p["verdict"] and p["verdict"] not in GOOD][:500],
    }
    shown_points = [p for n, p in enumerate(data.rows)
                    if n < MAX_POINTS or p["place"] in linked]
    sweep["names"] = data.varying
    sweep["columns"] = [c for c in (
        "registers", "spills", "occupancy", "cycles", "microseconds", "wall")
        if any(p[c] is not None for p in shown_points)] + list(data.plan.counters)
    sweep["points"] = [_point(data, p, sweep["columns"]) for p in shown_points]
    sweep["left_out"] = len(data.rows) - len(shown_points)
    return {"charts": _charts(data, choice), "pressure": [], "sweep": sweep}


def _place(point: PointRow, linked: set) -> int:
    linked.add(point["place"])
    return point["place"]


def _verdicts(data: Data) -> Dict[str, int]:
    counts: Dict[str, int] = {}
    for point in data.rows:
        verdict = point["verdict"] or "no result yet"
        counts[verdict] = counts.get(verdict, 0) + 1
    return counts


def _point(data: Data, point: PointRow, columns: List[str]) -> Dict[str, Any]:
    return {"place": point["place"],
            "axes": [shown(data.axis(point, n)) for n in data.varying],
            "verdict": point["verdict"] or "", "detail": point["detail"] or "",
            "values": [value_of(point, c) for c in columns],
            "command": shown(command(data.plan, point))}


def _pivot(data: Data, choice: Choice, linked: set) -> Optional[Dict[str, Any]]:
    if not choice.rows:
        return None
    pivot = data.pivot(choice.rows, choice.columns, choice.value)
    rows = pivot.row_values[:max(MAX_CELLS // max(len(pivot.column_values), 1), 1)]
    cells = [[pivot.cells.get((r, c)) for c in pivot.column_values] for r in rows]
    for cell in (c for row in cells for c in row if c):
        linked.add(cell.place)
    return {"rows": choice.rows, "columns": choice.columns, "value": choice.value,
            "row_values": [shown(r) for r in rows],
            "column_values": [shown(c) for c in pivot.column_values],
            "cells": [[list(c) if c else None for c in row] for row in cells]}


def _charts(data: Data, choice: Choice) -> List[Dict[str, Any]]:
    """In the form of lib/Tuning's charts."""
    charts = []
    columns = [choice.value] + [c for c in ("registers", "occupancy")
                                if c != choice.value and data.has(c)]
    for column in columns if choice.curve else []:
        xs, curves = data.curves(choice.curve, column)
        if not curves:
            continue
        named = [{"label": shown(label), "y": ys} for label, ys in curves.items()]
        panels = [{"title": column, "staircase": False, "fractions": True,
                   "curves": named[n:n + CURVES_OF_PANEL]}
                  for n in range(0, len(named), CURVES_OF_PANEL)]
        charts.append({"kernel": column,
                       "title": f"{column} over {choice.curve}",
                       "x_label": choice.curve, "x_note": "", "x": xs, "mark": None,
                       "mark_label": "", "panels": panels})
    return charts


def _pareto(data: Data, choice: Choice, linked: set) -> Optional[Dict[str, Any]]:
    if not choice.pareto:
        return None
    found, front = data.front(choice.pareto)
    if len(found) > MAX_POINTS:
        # Every one of the front, and of the others as many as can be told apart.
        step = len(found) // MAX_POINTS + 1
        on_front = {p["place"] for p in front}
        found = [p for n, p in enumerate(found)
                 if n % step == 0 or p["place"] in on_front]
    return {"column": choice.pareto,
            "points": [[p["registers"], value_of(p, choice.pareto), _place(p, linked),
                        axes_text(data, p)] for p in found],
            "front": [p["place"] for p in front]}
