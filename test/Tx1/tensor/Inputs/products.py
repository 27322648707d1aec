#!/usr/bin/env python3
"""Makes a job of mma and mma.sp of all types and shapes for one chip.

usage: products.py DIRECTORY CHIP [PATTERN]

A model of fragments, metadata, scale factors and sums, written from the PTX manual
and docs/tensor.md. Operands come in the order of fragments. Each kernel has a warp of
small integers and one of numbers that make sums inexact. PATTERN is a regular
expression over the names of kernels, which end in a number.
"""

import functools
import json
import os
import random
import re
import struct
import sys
from fractions import Fraction

RANDOM = random.Random(38)
WARPS = 2
# Bits of exponent and significand, and what the largest exponent is for.
FLOATS = {"f16": (5, 10, "inf"), "bf16": (8, 7, "inf"), "tf32": (8, 10, "inf"),
          "f32": (8, 23, "inf"), "e5m2": (5, 2, "inf"), "e4m3": (4, 3, "nan"),
          "e3m2": (3, 2, "none"), "e2m3": (2, 3, "none"), "e2m1": (2, 1, "none")}
NAN32, NAN16 = 0x7fffffff, 0x7fff
LEAST = -133


@functools.lru_cache(maxsize=1 << 16)
def decode(kind, bits):
    """A significand and the exponent of its highest place, or what it is else."""
    e, m, top = FLOATS[kind]
    sign = -1 if bits >> (e + m) & 1 else 1
    exponent, fraction = bits >> m & (1 << e) - 1, bits & (1 << m) - 1
    if top == "inf" and exponent == (1 << e) - 1:
        return ("nan", 0) if fraction else ("inf", sign)
    if top == "nan" and bits & (1 << e + m) - 1 == (1 << e + m) - 1:
        return ("nan", 0)
    bias = (1 << e - 1) - 1
    if exponent == 0:
        return (sign * fraction, 1 - bias)
    return (sign * (fraction | 1 << m), exponent - bias)


def shifted(number, left):
    """number * 2^left, cut toward zero."""
    if left >= 0:
        return number << left
    return -(-number >> -left) if number < 0 else number >> -left


def rounded(value, kind, nearest, bits=None):
    """A fraction as a float of the kind, of fewer significant bits if it says so."""
    e, m, _ = FLOATS[kind] if kind != "f64" else (11, 52, "inf")
    bits = bits or m + 1
    bias = (1 << e - 1) - 1
    if value == 0:
        return 0
    sign, value = int(value < 0), abs(value)
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** exponent > value:
        exponent -= 1
    exponent = max(exponent, 1 - bias)
    unit = Fraction(2) ** (exponent - bits + 1)
    count = value // unit
    rest = value - count * unit
    if nearest == "rn":
        count += rest * 2 > unit or (rest * 2 == unit and count & 1)
    elif nearest in ("rp", "rm"):
        count += bool(rest) and (nearest == "rm") == bool(sign)
    count = int(count) << (m + 1 - bits)
    number = (exponent + bias - 1 << m) + count
    if number >= (1 << e) - 1 << m:
        away = nearest == "rn" or (nearest == "rm") == bool(sign) \
            and nearest != "rz"
        number = ((1 << e) - 1 << m) - (not away)
    return sign << e + m | number


def value_of(kind, bits):
    significand, exponent = decode(kind, bits)
    return Fraction(significand) * Fraction(2) ** (exponent - FLOATS[kind][1])


def special(products, c):
    """NaN or infinity, where operands decide the sum; c is decoded."""
    infinities = set()
    for a, b in products:
        if "nan" in (a[0], b[0]):
            return "nan"
        if "inf" in (a[0], b[0]):
            if 0 in (a[0], b[0]):
                return "nan"
            sign = 1
            for x in (a, b):
                sign *= x[1] if x[0] == "inf" else (1 if x[0] > 0 else -1)
            infinities.add(sign)
    if c[0] == "nan":
        return "nan"
    if c[0] == "inf":
        infinities.add(c[1])
    if len(infinities) > 1:
        return "nan"
    return infinities.pop() if infinities else None


def of_special(which, out):
    if which == "nan":
        return NAN32 if out == "f32" else NAN16
    infinity = 0x7f800000 if out == "f32" else 0x7c00
    return infinity | (which < 0) << (31 if out == "f32" else 15)


def fused(terms, c, f, out, kept, extra=None):
    """terms: pairs of decoded operands with the places of a product behind its
    point; c: bits of the output's kind."""
    decoded = decode(out, c)
    which = special([t[:2] for t in terms], decoded)
    if which is not None:
        return of_special(which, out)
    numbers = [(a[0] * b[0], a[1] + b[1] + (more or 0), places)
               for a, b, places, more in terms]
    numbers.append((decoded[0], decoded[1], FLOATS[out][1]))
    return sum_of(numbers, f, out, kept)


def sum_of(numbers, f, out, kept):
    largest = max([LEAST] + [e for n, e, _ in numbers if n])
    total = sum(shifted(n, e - p + f - largest) for n, e, p in numbers)
    if out == "f16":
        return rounded(Fraction(total) * Fraction(2) ** (largest - f), "f16", "rn")
    if total == 0:
        return 0
    sign, total = total < 0, abs(total)
    exponent = total.bit_length() - 1 + largest - f
    if exponent > 127:
        return sign << 31 | 0x7f800000
    unit = max(exponent, -126) - kept + 1
    count = shifted(total, largest - f - unit) << 24 - kept
    return sign << 31 | (max(exponent, -126) + 126 << 23) + count


def add_nearest(x, y, out):
    a, b = decode(out, x), decode(out, y)
    if "nan" in (a[0], b[0]):
        return of_special("nan", out)
    infinite = {v[1] for v in (a, b) if v[0] == "inf"}
    if infinite:
        return of_special("nan" if len(infinite) > 1 else infinite.pop(), out)
    top = 1 << (31 if out == "f32" else 15)
    if x == y == top:
        return top
    return rounded(value_of(out, x) + value_of(out, y), out, "rn")


# Of a chip: terms of a block and bits, by type.
def rule(chip, kind):
    if kind in ("f16", "bf16"):
        return {70: (4, 23), 75: (8, 24), 80: (8, 24), 86: (8, 24),
                89: (8, 24)}.get(chip, (16, 25))
    if kind == "tf32":
        return (4, 24) if chip < 90 else (8, 25)
    return (16, 13) if chip == 89 else (32, 25)


def through_f16(kind, bits):
    found = decode(kind, bits)
    if found[0] in ("nan", "inf"):
        return found
    return decode("f16", rounded(value_of(kind, bits), "f16", "rn"))


def float_sum(chip, form, a, b, c):
    """a, b: bits of the elements that meet."""
    ka, kb, out = form["a"], form["b"], form["d"]
    eight = ka not in ("f16", "bf16", "tf32")
    if eight and "kind" not in form and 90 <= chip < 120:
        pairs = [(through_f16(ka, x), through_f16(kb, y), 20, 0)
                 for x, y in zip(a, b)]
        total = 0
        parts = [[p for i, p in enumerate(pairs) if (i % 4 < 2) == low]
                 for low in (True, False)]
        for part in parts:
            total = fused(part, total, 25, out, 24)
        return add_nearest(c, total, out)
    terms, f = rule(chip, ka)
    places = FLOATS[ka][1] + FLOATS[kb][1]
    kept = 14 if eight and chip == 89 else 24
    pairs = [(decode(ka, x), decode(kb, y), places, 0) for x, y in zip(a, b)]
    for i in range(0, len(pairs), terms):
        c = fused(pairs[i:i + terms], c, f, out, kept)
    return c


def scaled_sum(form, a, b, c, sa, sb):
    """sa, sb: bits of the scale factors of a row and of a column."""
    ka, kb = form["a"], form["b"]
    length = len(a) // len(sa)

    def factor(bits):
        """Significand in eighths, and exponent."""
        if form["scale"] == "ue8m0":
            return None if bits == 0xff else (8, bits - 127)
        found = decode("e4m3", bits & 0x7f)
        return None if found[0] == "nan" else found

    factors = [(factor(x), factor(y)) for x, y in zip(sa, sb)]
    if any(f is None for pair in factors for f in pair):
        return NAN32
    if form["kind"] == "mxf8f6f4":
        (_, ea), (_, eb) = factors[0]
        places = FLOATS[ka][1] + FLOATS[kb][1]
        pairs = [(decode(ka, x), decode(kb, y), places, ea + eb)
                 for x, y in zip(a, b)]
        return fused(pairs, c, 25, "f32", 24)
    decoded = decode("f32", c)
    if decoded[0] == "nan":
        return NAN32
    if decoded[0] == "inf":
        return of_special(decoded[1], "f32")
    numbers = [(decoded[0], decoded[1], 23)]
    for start in range(0, len(a), 16):
        total = sum(value_of("e2m1", x) * value_of("e2m1", y) * 4
                    for x, y in zip(a[start:start + 16], b[start:start + 16]))
        (x, ea), (y, eb) = factors[start // length]
        numbers.append((int(total) * x * y, ea + eb, 8))
    return sum_of(numbers, 35, "f32", 24)


def integer_sum(form, a, b, c):
    def number(kind, bits):
        width = int(kind[1:])
        return bits - (1 << width) if kind[0] == "s" and bits >> width - 1 else bits
    if form["a"] == "b1":
        total = sum((x ^ y) if form["op"] == "xor" else x & y for x, y in zip(a, b))
    else:
        total = sum(number(form["a"], x) * number(form["b"], y)
                    for x, y in zip(a, b))
    total += number("s32", c)
    if form.get("sat"):
        total = min(max(total, -2 ** 31), 2 ** 31 - 1)
    return total & 0xffffffff


def double_sum(form, a, b, c):
    def fraction(bits):
        return Fraction(struct.unpack("<d", struct.pack("<Q", bits))[0])
    for x, y in zip(a, b):
        exact = fraction(x) * fraction(y) + fraction(c)
        c = rounded(exact, "f64", form["rnd"])
        if not exact and form["rnd"] == "rm":
            c = 1 << 63
    return c


# Bits of an element in its register, and where it is in them.
def width_of(form, kind):
    if form.get("kind") in ("f8f6f4", "mxf8f6f4"):
        return 8
    if kind[0] in "su" and kind != "s32":
        return int(kind[1:])
    return {"f16": 16, "bf16": 16, "tf32": 32, "b1": 1, "f64": 64, "f32": 32,
            "s32": 32, "e4m3": 8, "e5m2": 8, "e2m1": 4}[kind]


def place_in(form, kind, bits):
    """An element in its container, what is ignored at random."""
    if kind == "tf32":
        return bits << 13 | RANDOM.getrandbits(13)
    if form.get("kind") in ("f8f6f4", "mxf8f6f4"):
        if kind == "e2m1":
            return bits << 2 | RANDOM.choice([0, 1, 2, 3, 0xc0, 0x83])
        if kind in ("e3m2", "e2m3"):
            return bits | RANDOM.choice([0, 0x40, 0x80, 0xc0])
    return bits


def bits_of(kind):
    """Those that decide."""
    if kind == "tf32":
        return 19
    if kind in FLOATS:
        return 1 + FLOATS[kind][0] + FLOATS[kind][1]
    return {"b1": 1, "f64": 64}.get(kind) or int(kind[1:])


def element(kind, wild):
    """A small integer, or most likely a finite number of an exponent that is not
    far from those of others."""
    n = bits_of(kind)
    if kind == "f64":
        value = RANDOM.uniform(1, 2) * 2.0 ** RANDOM.randint(-30, 30) if wild \
            else RANDOM.randint(1, 9)
        value *= RANDOM.choice([1, -1])
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    if kind not in FLOATS:
        return RANDOM.getrandbits(n)
    e, m, top = FLOATS[kind]
    if not wild:
        limit = 1 if kind == "e2m3" else 3
        return rounded(Fraction(RANDOM.randint(-limit, limit)), kind, "rn")
    if RANDOM.random() < 0.97 and top != "none":
        bias = (1 << e - 1) - 1
        spread = min(bias - 1, 9)
        return RANDOM.getrandbits(1) << e + m | \
            bias + RANDOM.randint(-spread, spread) << m | RANDOM.getrandbits(m)
    return RANDOM.getrandbits(n)


def accumulator(form, wild):
    kind = form["c"]
    if kind == "s32":
        return RANDOM.choice([RANDOM.getrandbits(32), 0x7fffffff, 0x80000000,
                              RANDOM.getrandbits(8)])
    return element(kind, wild and RANDOM.random() < 0.8)


def fragments(form, m, n, k):
    """The places of A, B and C: by lane and element of its registers."""
    def grid(width, rows, columns, operand):
        per = max(1, 32 // width)
        lanes = []
        for lane in range(32):
            g, q = lane >> 2, lane & 3
            count = rows * columns // 32
            found = []
            for i in range(count):
                r, j = divmod(i, per)
                if operand == "a":
                    row = g + 8 * (r & 1) if rows == 16 else g
                    step = r >> 1 if rows == 16 else r
                    found.append((row, step * 4 * per + q * per + j))
                elif operand == "b":
                    found.append((r * 4 * per + q * per + j, g))
                else:
                    found.append((g + 8 * (i >> 1), 2 * q + (i & 1)))
            lanes.append(found)
        return lanes
    held = k // 2 if form["sparse"] else k
    return (grid(width_of(form, form["a"]), m, held, "a"),
            grid(width_of(form, form["b"]), k, n, "b"),
            grid(32, m, n, "c"))


def packed(lanes, values, width, place):
    """The registers of all lanes, one after the other."""
    data = b""
    for found in lanes:
        number = 0
        for i, at in enumerate(found):
            number |= place(values[at]) << i * width
        data += number.to_bytes(len(found) * width // 8, "little")
    return data


LEGAL = [0x4, 0x8, 0x9, 0xc, 0xd, 0xe]


def metadata(form, k):
    """Words of the lanes, and of each row the columns that it keeps."""
    kind, select = form["a"], form["sel"]
    units = {"tf32": 2, "s4": 8, "u4": 8}.get(kind, 4)
    if form.get("kind") in ("mxf4", "mxf4nvf4"):
        units = 8
    chunks = k // units
    nibbles = [[RANDOM.choice([0xe, 0x4] if kind == "tf32" else LEGAL)
                for _ in range(chunks)] for _ in range(16)]
    columns = []
    for row in nibbles:
        kept = []
        for c, nibble in enumerate(row):
            if kind == "tf32":
                kept.append(2 * c + (nibble == 0xe))
                continue
            for unit in (nibble & 3, nibble >> 2):
                each = units // 4
                kept += [units * c + each * unit + i for i in range(each)]
        columns.append(kept)
    wide = kind in ("f16", "bf16", "tf32")
    words = []
    for lane in range(32):
        g, q = lane >> 2, lane & 3
        if chunks == 16:
            rows, first, own = [g + 8 * (q & 1)], 8 * (q >> 1), True
        elif not wide:
            rows, first, own = [g + 8 * (q & 1)], 0, q >> 1 == select
        elif chunks == 4:
            rows, first, own = [g, g + 8], 0, q == select
        else:
            rows, first, own = [g, g + 8], 4 * (q & 1), q >> 1 == select
        per = 8 // len(rows)
        word = 0
        for h, row in enumerate(rows):
            for c in range(per):
                word |= nibbles[row][first + c] << 4 * (per * h + c)
        words.append(word if own else RANDOM.getrandbits(32))
    return words, columns


def scales(form, size, own):
    """Words of the lanes, and of each row or column its factors."""
    count, first = form["vec"], own["byte"]
    kind = form["scale"]

    def factor():
        if kind == "ue8m0":
            return RANDOM.choice([127, 127, RANDOM.randint(110, 140)]) \
                if RANDOM.random() < 0.99 else 0xff
        return RANDOM.getrandbits(7) if RANDOM.random() < 0.99 else 0x7f

    factors = [[factor() for _ in range(count)] for _ in range(size)]
    words = []
    for lane in range(32):
        g, q = lane >> 2, lane & 3
        word = RANDOM.getrandbits(32)
        row = None
        if size == 16 and q >> 1 == own["thread"]:
            row = g + 8 * (q & 1)
        if size == 8 and q == own["thread"]:
            row = g
        if row is not None:
            for i, f in enumerate(factors[row]):
                shift = 8 * (first + i)
                if kind == "ue4m3":
                    f |= RANDOM.getrandbits(1) << 7
                word = word & ~(0xff << shift) | f << shift
        words.append(word)
    return words, factors


def multiply(form, chip, a, b, c, columns, sa, sb, m, n, k):
    result = {}
    for row in range(m):
        kept = columns[row] if columns else range(k)
        left = [a[row, i] for i in range(len(kept))]
        for col in range(n):
            right = [b[i, col] for i in kept]
            at = c[row, col]
            if form["a"] == "f64":
                d = double_sum(form, left, right, at)
            elif form["a"] not in FLOATS:
                d = integer_sum(form, left, right, at)
            elif "scale" in form:
                d = scaled_sum(form, left, right, at, sa[row], sb[col])
            else:
                d = float_sum(chip, form, left, right, at)
            result[row, col] = d
    return result


def words(values):
    return b"".join(v.to_bytes(4, "little") for v in values)


def launch(form, chip, name):
    m, n, k = form["shape"]
    data = {x: b"" for x in ("a", "b", "c", "d", "e", "sa", "sb")}
    la, lb, lc = fragments(form, m, n, k)
    for warp in range(WARPS):
        wild = warp > 0
        a = {at: element(form["a"], wild) for lane in la for at in lane}
        b = {at: element(form["b"], wild) for lane in lb for at in lane}
        c = {at: accumulator(form, wild) for lane in lc for at in lane}
        columns = sa = sb = None
        if form["sparse"]:
            meta, columns = metadata(form, k)
            data["e"] += words(meta)
        if "scale" in form:
            wa, sa = scales(form, 16, form["ida"])
            wb, sb = scales(form, 8, form["idb"])
            data["sa"] += words(wa)
            data["sb"] += words(wb)
        d = multiply(form, chip, a, b, c, columns, sa, sb, m, n, k)
        wide = {"f16": 16, "f64": 64}.get(form["c"], 32)
        for key, lanes, values, kind in (("a", la, a, "a"), ("b", lb, b, "b"),
                                         ("c", lc, c, "c"), ("d", lc, d, "d")):
            data[key] += packed(lanes, values,
                                wide if key in "cd" else
                                width_of(form, form[kind]),
                                lambda x, t=form[kind]: place_in(form, t, x))
    return data


def kernel(name, form, data):
    lanes = 32 * WARPS
    regs = {x: len(data[x]) // lanes // 4 for x in "abcd"}
    double = form["a"] == "f64"
    size, t = (8, "b64") if double else (4, "b32")
    if double:
        regs = {x: r // 2 for x, r in regs.items()}
    keys = [x for x in data if data[x]]
    text = [f".visible .entry {name}(" +
            ", ".join(f".param .u64 {x}" for x in keys) + ")", "{",
            "  .reg .b32 %t, %m, %sca, %scb;", "  .reg .b64 %p, %q;"]
    for x in "abcd":
        text.append(f"  .reg .{'f64' if double else t} %{x}<{regs[x]}>;")
    text.append("  mov.u32 %t, %tid.x;")

    def at(x, stride):
        text.extend([f"  ld.param.u64 %p, [{x}];",
                     f"  mul.wide.u32 %q, %t, {stride};", "  add.u64 %p, %p, %q;"])
    for x in "abc":
        at(x, regs[x] * size)
        for i in range(regs[x]):
            text.append(f"  ld.global.{t} %{x}{i}, [%p+{size * i}];")
    for x, r in (("e", "m"), ("sa", "sca"), ("sb", "scb")):
        if data[x]:
            at(x, 4)
            text.append(f"  ld.global.b32 %{r}, [%p];")
    operands = ", ".join("{" + ", ".join(f"%{x}{i}" for i in range(regs[x])) + "}"
                         for x in "dabc")
    if form["sparse"]:
        operands += f", %m, {form['sel']}"
    if "scale" in form:
        for r, own in (("sca", form["ida"]), ("scb", form["idb"])):
            operands += f", %{r}, {{{own['byte']}, {own['thread']}}}"
    text.append(f"  {form['text']} {operands};")
    at("d", regs["d"] * size)
    for i in range(regs["d"]):
        text.append(f"  st.global.{t} [%p+{size * i}], %d{i};")
    return "\n".join(text + ["  ret;", "}", ""])


def form_of(shape, d, a, b, c, sparse="", tail="", middle="", **more):
    m, n, k = shape
    op = {"": "mma", "sp": "mma.sp", "ord": "mma.sp::ordered_metadata"}[sparse]
    text = (f"{op}.sync.aligned.m{m}n{n}k{k}.row.col{middle}.{d}.{a}.{b}.{c}"
            f"{tail}")
    return dict(shape=shape, d=d, a=a, b=b, c=c, sparse=bool(sparse), text=text,
                **more)


# Chips that have all of mma.
FAMILY = ["120a", "121a"]
NARROW = ["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"]


def dense(chip):
    halves = [(16, 8, 8)] + [(16, 8, 16)] * (chip >= 80)
    for shape in halves if chip >= 75 else []:
        for d in ("f16", "f32"):
            yield form_of(shape, d, "f16", "f16", d)
    for shape, kinds, least in (
            ((8, 8, 16), ("s8", "u8"), 75), ((16, 8, 16), ("s8", "u8"), 80),
            ((16, 8, 32), ("s8", "u8"), 80), ((8, 8, 32), ("s4", "u4"), 75),
            ((16, 8, 32), ("s4", "u4"), 80), ((16, 8, 64), ("s4", "u4"), 80)):
        for a in kinds if chip >= least else ():
            for b in kinds:
                for sat in ("", ".satfinite"):
                    yield form_of(shape, "s32", a, b, "s32", middle=sat, sat=sat)
    for shape, least in (((8, 8, 128), 75), ((16, 8, 128), 80), ((16, 8, 256), 80)):
        for op in ("xor", "and"):
            if chip >= (80 if op == "and" else least):
                yield form_of(shape, "s32", "b1", "b1", "s32", tail=f".{op}.popc",
                              op=op)
    if chip < 80:
        return
    for k in (8, 16):
        yield form_of((16, 8, k), "f32", "bf16", "bf16", "f32")
        yield form_of((16, 8, k // 2), "f32", "tf32", "tf32", "f32")
    shapes = [(8, 8, 4)] + [(16, 8, k) for k in (4, 8, 16)] * (chip >= 90)
    for shape in shapes:
        for rnd in ("rn", "rz", "rm", "rp"):
            yield form_of(shape, "f64", "f64", "f64", "f64", middle=f".{rnd}",
                          rnd=rnd)
    for k in (16, 32) if chip >= 89 else ():
        for a in NARROW[:2]:
            for b in NARROW[:2]:
                for d in ("f16", "f32"):
                    yield form_of((16, 8, k), d, a, b, d)


def sparse(chip, family):
    for form in (("sp", "ord") if chip < 120 else ("ord",)):
        for k, selectors in ((16, 4), (32, 2)):
            for sel in range(selectors):
                for d in ("f16", "f32"):
                    yield form_of((16, 8, k), d, "f16", "f16", d, form, sel=sel)
                yield form_of((16, 8, k), "f32", "bf16", "bf16", "f32", form,
                              sel=sel)
                yield form_of((16, 8, k // 2), "f32", "tf32", "tf32", "f32", form,
                              sel=sel)
        for bits, least in ((8, 32), (4, 64)):
            for k, selectors in ((least, 2), (2 * least, 1)):
                for a, b in ("ss", "su", "us", "uu"):
                    for sel in range(selectors):
                        sat = RANDOM.choice(["", ".satfinite"])
                        yield form_of((16, 8, k), "s32", f"{a}{bits}",
                                      f"{b}{bits}", "s32", form, sel=sel,
                                      middle=sat, sat=sat)
        for a in NARROW[:2] if chip >= 89 else ():
            for b in NARROW[:2]:
                for d in ("f16", "f32") if family else ("f32",):
                    yield form_of((16, 8, 64), d, a, b, d, form, sel=0)


def own(byte, thread):
    return {"byte": byte, "thread": thread}


def scaled_and_narrow():
    """What sm_120a has besides."""
    for form, k in (("", 32), ("ord", 64)):
        more = {"sel": 0} if form else {}
        for a in NARROW:
            for b in NARROW:
                for d in ("f16", "f32"):
                    yield form_of((16, 8, k), d, a, b, d, form, kind="f8f6f4",
                                  middle=".kind::f8f6f4", **more)
                yield form_of(
                    (16, 8, k), "f32", a, b, "f32", form, tail=".ue8m0",
                    middle=".kind::mxf8f6f4.block_scale.scale_vec::1X",
                    kind="mxf8f6f4", scale="ue8m0", vec=1,
                    ida=own(RANDOM.randrange(4), RANDOM.randrange(2)),
                    idb=own(RANDOM.randrange(4), RANDOM.randrange(4)), **more)
        for kind, vec, scale in (("mxf4", 2, "ue8m0"), ("mxf4nvf4", 2, "ue8m0"),
                                 ("mxf4nvf4", 4, "ue4m3")):
            for thread in range(4):
                byte = RANDOM.choice([0, 2]) if vec == 2 else 0
                yield form_of(
                    (16, 8, 2 * k), "f32", "e2m1", "e2m1", "f32", form,
                    tail=f".{scale}", kind=kind, scale=scale, vec=vec,
                    middle=f".kind::{kind}.block_scale.scale_vec::{vec}X",
                    ida=own(byte, thread & 1), idb=own(2 - byte if vec == 2 else 0,
                                                       thread), **more)


def main():
    out, target = sys.argv[1:3]
    pattern = sys.argv[3] if len(sys.argv) > 3 else ""
    chip = int(re.sub(r"\D", "", target))
    forms = list(dense(chip))
    if chip >= 80:
        forms += sparse(chip, target in FAMILY)
    if target in FAMILY:
        forms += scaled_and_narrow()
    os.makedirs(out, exist_ok=True)
    version = "8.8" if chip >= 100 else "8.7"
    text = f".version {version}\n.target sm_{target}\n.address_size 64\n"
    launches = []
    for number, form in enumerate(forms):
        name = re.sub(r"\W+", "_", form["text"].replace(".sync.aligned", "")
                      .replace(".row.col", "")) + f"_{number}"
        if not re.search(pattern, name):
            continue
        data = launch(form, chip, name)
        text += kernel(name, form, data)
        args = []
        for key, bytes_ in data.items():
            if not bytes_:
                continue
            file = f"{name}.{key}.bin"
            with open(os.path.join(out, file), "wb") as f:
                f.write(bytes_)
            args.append({"kind": "buf", "bytes": len(bytes_),
                         "init": None if key == "d" else file,
                         "expect": file if key == "d" else None,
                         "elem": "b64" if form["a"] == "f64" else "b32",
                         "compare": "exact"})
        launches.append({"name": name, "entry": name, "grid": [1, 1, 1],
                         "block": [32 * WARPS, 1, 1], "dynamic_shared_bytes": 0,
                         "args": args})
    with open(os.path.join(out, "products.ptx"), "w") as f:
        f.write(text)
    with open(os.path.join(out, "products.json"), "w") as f:
        json.dump({"module": "products.ptx", "arch": f"sm_{target}",
                   "launches": launches}, f, indent=1)


if __name__ == "__main__":
    main()
