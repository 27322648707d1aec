"""YAML and JSON with the line of every value.

Plans are told from where in their file something is wrong, which neither
json nor yaml.safe_load remembers. Words are what YAML 1.2 takes them for:
`off`, an option's value, is no boolean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from json.decoder import JSONDecodeError, scanstring
from typing import Any, Dict, List, Tuple

from .errors import PlanError

MAX_BYTES = 16 << 20
MAX_DEPTH = 50


@dataclass
class Node:
    """A value and its line. `value` is a scalar, a list of nodes, or a dict
    from names to nodes; `key_lines` are those of the names."""

    value: Any
    line: int
    key_lines: "Dict[str, int] | None" = None

    @property
    def is_map(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)

    def plain(self) -> Any:
        """The value without lines."""
        if self.is_map:
            return {name: node.plain() for name, node in self.value.items()}
        if self.is_list:
            return [node.plain() for node in self.value]
        return self.value


def parse(text: str, path: str) -> Node:
    """Reads TEXT, the contents of PATH: JSON if its name or its first character
    says so."""
    if len(text) > MAX_BYTES:
        raise PlanError(path, 1, f"the plan has more than {MAX_BYTES >> 20} MiB")
    if path.endswith(".json") or text.lstrip()[:1] == "{":
        return _JSON(text, path).read()
    return _parse_yaml(text, path)


class _JSON:
    """A reader of JSON."""

    _SPACE = re.compile(r"[ \t\n\r]*")
    _WORD = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?|true|false|null")
    _WORDS = {"true": True, "false": False, "null": None}

    def __init__(self, text: str, path: str) -> None:
        self.text, self.path, self.at, self.depth = text, path, 0, 0

    def line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def fail(self, message: str) -> PlanError:
        return PlanError(self.path, self.line(), message)

    def peek(self) -> str:
        self.at = self._SPACE.match(self.text, self.at).end()
        return self.text[self.at:self.at + 1]

    def take(self, wanted: str) -> None:
        if self.peek() != wanted:
            raise self.fail(f"expected '{wanted}'")
        self.at += 1

    def read(self) -> Node:
        node = self.value()
        if self.peek():
            raise self.fail("text behind the value")
        return node

    def string(self) -> str:
        if self.peek() != '"':
            raise self.fail("expected a text in quotes")
        try:
            value, self.at = scanstring(self.text, self.at + 1)
        except JSONDecodeError as error:
            raise self.fail(error.msg) from None
        return value

    def value(self) -> Node:
        first, line = self.peek(), self.line()
        if first == "{":
            return self.object(line)
        if first == "[":
            return self.array(line)
        if first == '"':
            return Node(self.string(), line)
        word = self._WORD.match(self.text, self.at)
        if not word:
            raise self.fail("expected a value")
        self.at = word.end()
        text = word.group()
        if text in self._WORDS:
            return Node(self._WORDS[text], line)
        return Node(_number(text, self.path, line), line)

    def enter(self) -> None:
        self.at += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fail(f"more than {MAX_DEPTH} levels")

    def object(self, line: int) -> Node:
        self.enter()
        members: Dict[str, Node] = {}
        lines: Dict[str, int] = {}
        while self.peek() != "}":
            if members:
                self.take(",")
                self.peek()
            key_line, name = self.line(), self.string()
            if name in members:
                raise PlanError(self.path, key_line, f"'{name}' is there twice")
            self.take(":")
            members[name], lines[name] = self.value(), key_line
        self.at += 1
        self.depth -= 1
        return Node(members, line, lines)

    def array(self, line: int) -> Node:
        self.enter()
        items: List[Node] = []
        while self.peek() != "]":
            if items:
                self.take(",")
            items.append(self.value())
        self.at += 1
        self.depth -= 1
        return Node(items, line)


def _number(text: str, path: str, line: int) -> Any:
    if len(text) > 40:
        raise PlanError(path, line, "a number has more than 40 characters")
    if re.fullmatch(r"[-+]?\d+", text):
        return int(text)
    return float(text)


_YAML_NUMBER = re.compile(
    r"[-+]?(?:0|[1-9]\d*)|[-+]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?")


def _parse_yaml(text: str, path: str) -> Node:
    try:
        import yaml
    except ImportError:
        raise PlanError(path, 1, "reading YAML takes python3-yaml; a plan in JSON "
                        "does not") from None
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise PlanError(path, mark.line + 1 if mark else 1,
                        str(error.problem or error.context)) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise PlanError(path, 1, str(error).split("\n")[0]) from None
    if root is None:
        raise PlanError(path, 1, "the plan is empty")
    return _YAML(yaml, path).convert(root, 0)


class _YAML:
    """Makes nodes of yaml's."""

    # What aliases may multiply a plan to.
    MAX_NODES = 200_000

    def __init__(self, yaml: Any, path: str) -> None:
        self.yaml, self.path, self.count = yaml, path, 0

    def convert(self, node: Any, depth: int) -> Node:
        line = node.start_mark.line + 1
        self.count += 1
        if depth > MAX_DEPTH or self.count > self.MAX_NODES:
            raise PlanError(self.path, line, "too many levels or values")
        if isinstance(node, self.yaml.SequenceNode):
            return Node([self.convert(n, depth + 1) for n in node.value], line)
        if isinstance(node, self.yaml.MappingNode):
            return self.mapping(node, line, depth)
        return Node(self.scalar(node, line), line)

    def mapping(self, node: Any, line: int, depth: int) -> Node:
        members: Dict[str, Node] = {}
        lines: Dict[str, int] = {}
        for key, value in node.value:
            at = key.start_mark.line + 1
            if not isinstance(key, self.yaml.ScalarNode):
                raise PlanError(self.path, at, "a name is no text")
            if key.value in members:
                raise PlanError(self.path, at, f"'{key.value}' is there twice")
            members[key.value] = self.convert(value, depth + 1)
            lines[key.value] = at
        return Node(members, line, lines)

    def scalar(self, node: Any, line: int) -> Any:
        text = node.value
        if node.style is not None:
            return text
        words: Dict[str, Tuple[Any, ...]] = {
            "true": (True,), "false": (False,), "null": (None,), "~": (None,),
            "": (None,)}
        if text in words:
            return words[text][0]
        if _YAML_NUMBER.fullmatch(text):
            return _number(text, self.path, line)
        return text
