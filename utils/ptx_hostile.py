#!/usr/bin/env python3
"""ptx_hostile.py KIND COUNT: PTX that nobody writes, on standard output.

Used by test/PTXParser/hostile.test. COUNT says how many of what the kind
repeats; list the kinds with --help.
"""

import argparse
import sys

HEADER = b".version 1.4\n.target sm_10\n"


def body(*parts):
    return [HEADER, b".entry k {\n", *parts, b"\nexit;\n}\n"]


def value(text):
    return [HEADER, b".global .u32 x = ", text, b";\n"]


def lines(pattern, count):
    return b"".join(pattern % n for n in range(count))


# Each gives the parts of a module.
KINDS = {
    "nested-scopes": lambda n: body(b"{" * n, b"}" * n),
    "nested-scopes-with-registers": lambda n: body(
        b"{ .reg .u32 %r; mov.u32 %r, 1;\n" * n, b"}" * n),
    "scopes-never-closed": lambda n: [HEADER, b".entry k ", b"{" * n],
    "registers": lambda n: body(
        b".reg .u32 %%r<%d>;\n" % n, lines(b"mov.u32 %%r%d, 1;\n", n)),
    "registers-one-by-one": lambda n: body(
        b".reg .u32 a0x", lines(b", a%dy", n), b";"),
    "labels": lambda n: body(
        b"".join(b"L%d: bra L%d;\n" % (i, n - 1 - i) for i in range(n))),
    # One line; each instruction holds a thousand bytes of comment.
    "long-line": lambda n: body(
        b".reg .u32 r;", (b"mov.u32 r, /*" + b"x" * 1000 + b"*/ 1; ")
        * (n // 1024)),
    "long-line-with-error": lambda n: body(b"exit; " * (n // 6), b"bogus;"),
    "long-comment": lambda n: [HEADER, b"//", b"x" * n],
    "long-name": lambda n: body(b"mov.u32 ", b"x" * n, b", 1;"),
    "long-instruction": lambda n: body(b"add", b".u32" * n, b" a, b, c;"),
    "long-integer": lambda n: value(b"1" * n),
    "long-float": lambda n: value(b"0." + b"1" * n),
    "open-comment": lambda n: [HEADER, b"/*", b"x" * n],
    "open-string": lambda n: [HEADER, b'.pragma "', b"x" * n],
    "parentheses": lambda n: value(b"(" * n + b"1" + b")" * n),
    "signs": lambda n: value(b"-" * n + b"1"),
    "conditions": lambda n: value(b"1 ? 1 : " * n + b"1"),
    "sums": lambda n: value(b"1 + " * n + b"1"),
    "nul-bytes": lambda n: [HEADER, b"\0" * n],
    "empty": lambda n: [],
    "byte-order-mark": lambda n: [b"\xef\xbb\xbf", HEADER],
    "utf-16": lambda n: [HEADER.decode().encode("utf-16")],
    "latin-1": lambda n: [HEADER, "// é\n.global .u32 é;".encode("latin-1")],
    "carriage-returns": lambda n: [
        b"".join(body(b"")).replace(b"\n", b"\r\n")],
    "version-only": lambda n: [b".version 1.4\n"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("count", type=int, nargs="?", default=1)
    options = parser.parse_args()
    sys.stdout.buffer.writelines(KINDS[options.kind](options.count))


if __name__ == "__main__":
    main()
