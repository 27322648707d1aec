"""CHECK lines for assembly that ptxas-lite prints; part of update_checks.py.

Registers become FileCheck variables, so that the lines say what flows where and
not which register holds it. What the kernel starts with - its thread index in
$r0, parameters in shared memory - and the zero register are spelled out.
Loads of parameters come in any order.
"""

import re

FUNCTION = re.compile(
    r"^\t\.type\t(?P<name>[\w$]+),@function\n(?P<body>.*?)^\t\.section",
    re.MULTILINE | re.DOTALL,
)
LABEL = re.compile(r"\.LBB\d+_\d+")
REGISTER = re.compile(r"\$(?P<kind>[rca])(?P<number>\d+)(?P<part>[lhdq]?)")
PATTERN = {"r": r"\$r[0-9]+", "c": r"\$c[0-3]", "a": r"\$a[1-4]"}
PREDICATE = r"\(\w+ \$c\d\) "
# No register that they name first is written, except by a predicated move.
NO_RESULT = re.compile(rf"({PREDICATE})?(st|red|bra|ret|break|bar|trap|joinat) ?")
PARAMETER = re.compile(r"mov b32 \[\[\w+:[^]]*\]\+\]\] (b32|[us]16|u8) s\[0x")


def functions(output):
    """{kernel: its instructions and labels, one a line}"""
    result = {}
    for match in FUNCTION.finditer(output + "\t.section"):
        lines = (line.strip() for line in match["body"].splitlines())
        result[match["name"]] = "\n".join(
            [match["name"] + ":"]
            + [l for l in lines if re.match(r"[a-z(].*[^:]$|\.LBB\d+_\d+:", l)]
        )
    return result


class Renamer:
    """Gives each label, and each value in a register, a name of its own."""

    def __init__(self):
        self.current = {}
        self.labels = {}
        self.count = 0

    def use(self, register):
        if register in self.current:
            return f"[[{self.current[register]}]]"
        # Upper parts of a pair or quad have no name of their own.
        return register if register == "$r0" else f"{{{{{PATTERN[register[1]]}}}}}"

    def label(self, match):
        if match[0] in self.labels:
            return f"[[{self.labels[match[0]]}]]"
        name = self.labels[match[0]] = f"L{len(self.labels)}"
        return rf"[[{name}:\.LBB[0-9_]+]]"

    def instruction(self, line):
        text = re.sub(r"^(exit|join) ", "", line)
        predicate = re.match(PREDICATE, text)
        skipped = len(line) - len(text) + (predicate.end() if predicate else 0)
        has_result = not NO_RESULT.match(text)
        new = {}

        def replace(match):
            nonlocal has_result
            register = "$" + match["kind"] + match["number"]
            if register == "$r127" or register == "$a0":
                return match[0]
            if match.start() < skipped or not has_result:
                return self.use(register) + match["part"]
            # A sum with flags names $c and then the register.
            after = line[match.end() : match.end() + 3]
            is_sum = re.match(r"(add|sub|subr|addc) ", text)
            has_result = match["kind"] == "c" and is_sum and after == " $r"
            # What a predicated instruction does not write stays.
            if predicate and register in self.current:
                return self.use(register) + match["part"]
            name = f"{match['kind'].upper()}{self.count}"
            self.count += 1
            new[register] = name
            return f"[[{name}:{PATTERN[match['kind']]}]]{match['part']}"

        result = LABEL.sub(self.label, REGISTER.sub(replace, line))
        self.current.update(new)
        return result


def check_lines(prefix, function):
    """The CHECK lines for one kernel."""
    lines, renamer = [], Renamer()
    for line in function.splitlines():
        if line.startswith("."):
            # One that nobody names comes and goes.
            if function.count(line[:-1]) > 1:
                lines.append(f"{prefix}: {LABEL.sub(renamer.label, line)}")
        elif line.endswith(":"):
            lines.append(f"{prefix}-LABEL: {{{{^}}}}{line}")
        else:
            line = renamer.instruction(line)
            order = "-DAG" if PARAMETER.match(line) else ""
            lines.append(f"{prefix}{order}: {line}")
    return lines
