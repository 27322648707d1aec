"""The values of an axis: a list, a range, files, or what an expression makes of
other axes."""

from __future__ import annotations

import glob
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, List, Optional

from .expression import Expression, ExpressionError
from .source import Node

if TYPE_CHECKING:
    from .plan import Plan

MAX_VALUES = 10_000_000
RANGE_FIELDS = ("from", "to", "step", "times")

_PLACE = re.compile(r"\{\{|\}\}|\{([A-Za-z_][\w-]*)\}")


@dataclass
class Axis:
    """`kind` is the field of the plan that it is in; its values are a list or
    made by an expression. Texts among them may have the values of other axes
    put in."""

    name: str
    kind: str
    line: int
    values: List[Any]
    expression: Optional[Expression]
    needs: FrozenSet[str]

    @property
    def has_places(self) -> bool:
        return bool(self.needs) and self.expression is None

    def of(self, bound: Dict[str, Any]) -> List[Any]:
        """Its values where the axes before it are BOUND."""
        if self.expression:
            return [self.expression(bound)]
        if self.has_places:
            return [fill(v, bound) for v in self.values]
        return self.values


def places(text: Any) -> FrozenSet[str]:
    """The names in braces."""
    if not isinstance(text, str):
        return frozenset()
    return frozenset(m.group(1) for m in _PLACE.finditer(text) if m.group(1))


def fill(text: Any, bound: Dict[str, Any]) -> Any:
    """TEXT with values for the names in braces; {{ and }} are braces."""
    if not isinstance(text, str) or "{" not in text and "}" not in text:
        return text
    return _PLACE.sub(
        lambda m: shown(bound[m.group(1)]) if m.group(1) else m.group()[0], text)


def shown(value: Any) -> str:
    """VALUE as options have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_axis(plan: "Plan", name: str, kind: str, node: Node, line: int) -> Axis:
    if isinstance(node.value, str) and node.value.startswith("="):
        try:
            made = Expression(node.value[1:])
        except ExpressionError as error:
            raise plan.fail(node.line, str(error)) from None
        return Axis(name, kind, line, [], made, made.names)
    if node.is_map:
        return Axis(name, kind, line, _range(plan, name, node), None, frozenset())
    values: List[Any] = []
    for item in node.value if node.is_list else [node]:
        if item.is_list or item.is_map or item.value is None:
            raise plan.fail(item.line, f"a value of '{name}' is a number, a text, or "
                            "true or false")
        if name in ("job", "file"):
            values += _files(plan, item)
        else:
            _check_value(plan, name, item)
            values.append(item.value)
    if not values:
        raise plan.fail(node.line, f"axis '{name}' has no values")
    seen = set()
    for value in values:
        if (type(value), value) in seen:
            raise plan.fail(node.line, f"axis '{name}' has the value {value!r} twice")
        seen.add((type(value), value))
    # Names of files may have braces of their own.
    needs = frozenset() if name in ("job", "file") else frozenset().union(
        *map(places, values))
    return Axis(name, kind, line, values, None, needs)


def _check_value(plan: "Plan", name: str, item: Node) -> None:
    value = item.value
    # 1e999 and nan have no place in JSON, nor among the values of options.
    if isinstance(value, float) and not abs(value) < 1e300:
        raise plan.fail(item.line, f"'{name}' has a value beyond numbers")
    if name in ("opt", "maxrregcount", "seed") and type(value) is not int \
            and not places(value):
        raise plan.fail(item.line, f"'{name}' is a whole number, not {value!r}")
    if name == "opt" and type(value) is int and not 0 <= value <= 3:
        raise plan.fail(item.line, "'opt' is from 0 to 3")
    if name == "block":
        parts = str(value).split(",")
        if not (len(parts) <= 3 and all(p.isdigit() and 0 < int(p) <= 1024
                                        for p in parts)):
            raise plan.fail(item.line, f"'block' is X, or 'X,Y[,Z]', each from 1 to "
                            f"1024, not {value!r}")
    if isinstance(value, str) and "\0" in value:
        raise plan.fail(item.line, f"'{name}' has a null character")


def _files(plan: "Plan", item: Node) -> List[str]:
    if not isinstance(item.value, str) or not item.value or "\0" in item.value:
        raise plan.fail(item.line, "the name of a file is a text")
    path = os.path.join(plan.base, item.value)
    # A file whose name has a bracket is meant as it is.
    if os.path.isfile(path):
        return [item.value]
    if not glob.has_magic(item.value):
        raise plan.fail(item.line, f"there is no file '{item.value}'")
    found = sorted(p for p in glob.glob(path, recursive=True) if os.path.isfile(p))
    if not found:
        raise plan.fail(item.line, f"no file matches '{item.value}'")
    if os.path.isabs(item.value):
        return found
    return [os.path.relpath(p, plan.base) for p in found]


def _range(plan: "Plan", name: str, node: Node) -> List[Any]:
    for field, value in node.value.items():
        if field not in RANGE_FIELDS:
            raise plan.fail(node.key_lines[field], f"a range has 'from', 'to' and "
                            f"'step' or 'times', not '{field}'")
        if type(value.value) is not int:
            raise plan.fail(value.line, f"'{field}' is a whole number")
    numbers = {field: value.value for field, value in node.value.items()}
    if "from" not in numbers or "to" not in numbers or {"step", "times"} <= set(numbers):
        raise plan.fail(node.line, "a range has 'from', 'to', and 'step' or 'times'")
    first, last = numbers["from"], numbers["to"]
    step, times = numbers.get("step", 1), numbers.get("times", 0)
    if step < 1 or "times" in numbers and (times < 2 or first < 1) or first > last:
        raise plan.fail(node.line, "a range goes upwards: 'from' is not above 'to', "
                        "'step' is at least 1, 'times' at least 2 and then 'from' "
                        "at least 1")
    if not times:
        if (last - first) // step >= MAX_VALUES:
            raise plan.fail(node.line, f"a range has at most {MAX_VALUES} values")
        values = list(range(first, last + 1, step))
    else:
        values = []
        while first <= last:
            values.append(first)
            first *= times
    for value in (values[0], values[-1]):
        _check_value(plan, name, Node(value, node.line))
    return values
