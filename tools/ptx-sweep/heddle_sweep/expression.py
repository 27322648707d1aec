"""The expressions of plans: arithmetic, comparisons and choices over the names
of axes. They are Python's, but nothing in them can call, import or reach
anything else."""

from __future__ import annotations

import ast
from typing import Any, Callable, Dict, FrozenSet, Mapping

_FUNCTIONS: Dict[str, Callable[..., Any]] = {
    "min": min, "max": max, "abs": abs, "int": int, "round": round, "str": str}

_ALLOWED = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub,
    ast.UAdd, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv,
    ast.Mod, ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
    ast.In, ast.NotIn, ast.IfExp, ast.Constant, ast.Name, ast.Load, ast.Tuple,
    ast.List, ast.Call)

MAX_CHARACTERS = 2000


class ExpressionError(Exception):
    """What is wrong with an expression, or with its operands."""


class Expression:
    """`names` are those that it needs."""

    def __init__(self, text: str) -> None:
        self.text = text
        if len(text) > MAX_CHARACTERS:
            raise ExpressionError(f"an expression has at most {MAX_CHARACTERS} "
                                  "characters")
        try:
            tree = ast.parse(text.strip(), mode="eval")
            _check(tree)
            self._code = compile(tree, "<plan>", "eval")
        except SyntaxError as error:
            raise ExpressionError(f"'{text}': {error.msg}") from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise ExpressionError(f"'{text}': {error}") from None
        self.names: FrozenSet[str] = frozenset(
            n.id for n in ast.walk(tree) if isinstance(n, ast.Name)
        ) - frozenset(_FUNCTIONS)

    def __call__(self, values: Mapping[str, Any]) -> Any:
        try:
            return eval(self._code, {"__builtins__": {}, **_FUNCTIONS},
                        dict(values))
        except Exception as error:
            said = ", ".join(f"{n} = {values.get(n)!r}" for n in sorted(self.names))
            raise ExpressionError(
                f"'{self.text}' fails where {said or 'nothing varies'}: {error}"
            ) from None


def _check(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise ExpressionError(
                f"{type(node).__name__} is not for expressions of plans; they "
                "have arithmetic, comparisons, 'and', 'or', 'not', 'in', 'if'")
        if isinstance(node, ast.Call) and not (
                isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS
                and not node.keywords):
            raise ExpressionError(
                f"the functions of expressions are {', '.join(sorted(_FUNCTIONS))}")
        if isinstance(node, ast.Constant) and not isinstance(
                node.value, (int, float, str, bool, type(None))):
            raise ExpressionError("a constant is a number, a text, or a boolean")
