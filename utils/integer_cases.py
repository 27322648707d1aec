"""Integer and bit instructions of PTX, with a model of each.

The models know numbers, not the machine, and follow the PTX ISA. A source is of
a width, or "n", a count; "lane", below 32; "small", -6 to 6; "nonzero32", a word
that is not 0.
"""


def cut(value, width):
    return value & ((1 << width) - 1)


def signed(value, width):
    value = cut(value, width)
    return value - (1 << width) if value >> (width - 1) else value


def number(value, kind):
    """The number that the bits of a register of type u32, s16, ... mean."""
    width = int(kind[1:])
    return signed(value, width) if kind[0] == "s" else cut(value, width)


class Case:
    """TEXT names the result {d} and the sources {a} {b} {c} {e}."""

    def __init__(self, name, text, result, sources, model, chips="all"):
        self.name, self.text, self.result = name, text, result
        self.sources, self.model, self.chips = sources, model, chips


CASES = []


def add(text, result, sources, model, chips="all"):
    CASES.append(Case(text.split(" ")[0], text, result, sources, model, chips))


# ---------------------------------------------------------------------------
# Counts, fields, permutations


def reverse(value, width):
    return int(format(value, f"0{width}b")[::-1], 2)


def bfind(kind, shift):
    width = int(kind[1:])

    def model(a):
        if kind[0] == "s" and a >> (width - 1):
            a = cut(~a, width)
        if a == 0:
            return 0xFFFFFFFF
        place = a.bit_length() - 1
        return width - 1 - place if shift else place

    return model


def bfe(kind):
    width = int(kind[1:])

    def model(a, position, length):
        position, length = position & 255, length & 255
        top = width - 1
        if kind[0] == "u" or length == 0:
            sign = 0
        else:
            sign = a >> min(position + length - 1, top) & 1
        result = 0
        for i in range(width):
            place = position + i
            inside = i < length and place <= top
            bit = a >> place & 1 if inside else sign
            result |= bit << i
        return result

    return model


def bfi(width):
    def model(a, b, position, length):
        position, length = position & 255, length & 255
        for i in range(length):
            if position + i < width:
                place = position + i
                b = b & ~(1 << place) | (a >> i & 1) << place
        return b

    return model


def bmsk(wrap):
    def model(a, b):
        if wrap:
            a, b = a & 31, b & 31
        return cut(((1 << min(b, 64)) - 1) << min(a, 64), 32)

    return model


def szext(kind, wrap):
    def model(a, n):
        n = n & 31 if wrap else min(n, 32)
        if n == 0:
            return 0
        return signed(a, n) if kind == "s32" else cut(a, n)

    return model


def lop3(table):
    def model(a, b, c):
        result = 0
        for i in range(32):
            case = (a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1
            result |= (table >> case & 1) << i
        return result

    return model


PRMT_TABLES = {
    "f4e": ["3210", "4321", "5432", "6543"],
    "b4e": ["5670", "6701", "7012", "0123"],
    "rc8": ["0000", "1111", "2222", "3333"],
    "ecl": ["3210", "3211", "3222", "3333"],
    "ecr": ["0000", "1110", "2210", "3210"],
    "rc16": ["1010", "3232", "1010", "3232"],
}


def prmt(mode):
    def model(a, b, c):
        source = b << 32 | a
        result = 0
        for i in range(4):
            if mode:
                selector = int(PRMT_TABLES[mode][c & 3][3 - i])
            else:
                selector = c >> 4 * i & 15
            byte = source >> 8 * (selector & 7) & 255
            if selector & 8:
                byte = 255 if byte & 128 else 0
            result |= byte << 8 * i
        return result

    return model


def shf(left, wrap):
    def model(a, b, c):
        n = c & 31 if wrap else min(c, 32)
        both = b << 32 | a
        return both << n >> 32 if left else both >> n

    return model


def dot(kinds, parts, first):
    def model(a, b, c):
        width = 32 // parts
        for i in range(parts):
            x = number(a >> i * width, kinds[0][0] + str(width))
            y = number(b >> (first + i) * 8, kinds[1][0] + "8")
            c += x * y
        return c

    return model


def fns(mask, base, offset):
    offset = signed(offset, 32)
    if offset == 0:
        return base if base < 32 and mask >> base & 1 else -1
    step = 1 if offset > 0 else -1
    count, place = abs(offset) - 1, base
    while 0 <= place < 32:
        if mask >> place & 1:
            if count == 0:
                return place
            count -= 1
        place += step
    return -1


for w in (32, 64):
    add(f"popc.b{w} {{d}}, {{a}};", 32, [w], lambda a: bin(a).count("1"))
    add(f"clz.b{w} {{d}}, {{a}};", 32, [w], lambda a, w=w: w - a.bit_length())
    add(f"brev.b{w} {{d}}, {{a}};", w, [w], lambda a, w=w: reverse(a, w))
    for sign in "us":
        kind = f"{sign}{w}"
        add(f"bfind.{kind} {{d}}, {{a}};", 32, [w], bfind(kind, False))
        add(f"bfind.shiftamt.{kind} {{d}}, {{a}};", 32, [w], bfind(kind, True))
        add(f"bfe.{kind} {{d}}, {{a}}, {{b}}, {{c}};", w, [w, "n", "n"], bfe(kind))
        add(f"bfe.{kind} {{d}}, {{a}}, 5, 9;", w, [w], lambda a, k=kind: bfe(k)(a, 5, 9))
    add(f"bfi.b{w} {{d}}, {{a}}, {{b}}, {{c}}, {{e}};", w, [w, w, "n", "n"], bfi(w))
    add(f"bfi.b{w} {{d}}, {{a}}, {{b}}, 7, 13;", w, [w, w], lambda a, b, w=w: bfi(w)(a, b, 7, 13))
for mode in ("clamp", "wrap"):
    add(f"bmsk.{mode}.b32 {{d}}, {{a}}, {{b}};", 32, ["n", "n"], bmsk(mode == "wrap"))
    for kind in ("u32", "s32"):
        add(f"szext.{mode}.{kind} {{d}}, {{a}}, {{b}};", 32, [32, "n"], szext(kind, mode == "wrap"))
    for way in "lr":
        add(f"shf.{way}.{mode}.b32 {{d}}, {{a}}, {{b}}, {{c}};", 32, [32, 32, "n"], shf(way == "l", mode == "wrap"))
        add(f"shf.{way}.{mode}.b32 {{d}}, {{a}}, {{b}}, 11;", 32, [32, 32], lambda a, b, l=way == "l": shf(l, True)(a, b, 11))
for table in (0, 0x1A, 0x96, 0xCA, 0xE8, 0xFE, 0xFF):
    add(f"lop3.b32 {{d}}, {{a}}, {{b}}, {{c}}, {table};", 32, [32, 32, 32], lop3(table))
add("prmt.b32 {d}, {a}, {b}, {c};", 32, [32, 32, 32], prmt(""))
add("prmt.b32 {d}, {a}, {b}, 0x9d31;", 32, [32, 32], lambda a, b: prmt("")(a, b, 0x9D31))
for mode in PRMT_TABLES:
    add(f"prmt.b32.{mode} {{d}}, {{a}}, {{b}}, {{c}};", 32, [32, 32, "n"], prmt(mode))
for x in ("u32", "s32"):
    for y in ("u32", "s32"):
        three = "{d}, {a}, {b}, {c};"
        add(f"dp4a.{x}.{y} {three}", 32, [32] * 3, dot((x, y), 4, 0))
        add(f"dp2a.lo.{x}.{y} {three}", 32, [32] * 3, dot((x, y), 2, 0))
        add(f"dp2a.hi.{x}.{y} {three}", 32, [32] * 3, dot((x, y), 2, 2))
add("fns.b32 {d}, {a}, {b}, {c};", 32, [32, "lane", "small"], fns, "tx1")

# ---------------------------------------------------------------------------
# Arithmetic


def saturate(value, kind):
    width = int(kind[1:])
    low = -(1 << width - 1) if kind[0] == "s" else 0
    high = (1 << width - (kind[0] == "s")) - 1
    return min(max(value, low), high)


def typed(kind, function):
    """function of the numbers that registers of the type mean."""
    return lambda *v: function(*(number(x, kind) for x in v))


def quotient(a, b):
    q = abs(a) // abs(b)
    return -q if (a < 0) != (b < 0) else q


for w in (16, 32, 64):
    for sign in "us":
        kind = f"{sign}{w}"
        two, three = "{d}, {a}, {b};", "{d}, {a}, {b}, {c};"
        add(f"add.{kind} {two}", w, [w, w], lambda a, b: a + b)
        add(f"sub.{kind} {two}", w, [w, w], lambda a, b: a - b)
        add(f"mul.lo.{kind} {two}", w, [w, w], typed(kind, lambda a, b: a * b))
        add(f"mul.hi.{kind} {two}", w, [w, w], typed(kind, lambda a, b, w=w: a * b >> w))
        add(f"mad.lo.{kind} {three}", w, [w] * 3, typed(kind, lambda a, b, c: a * b + c))
        add(f"mad.hi.{kind} {three}", w, [w] * 3, typed(kind, lambda a, b, c, w=w: (a * b >> w) + c))
        if w != 64:
            add(f"mul.wide.{kind} {two}", 2 * w, [w, w], typed(kind, lambda a, b: a * b))
            add(f"mad.wide.{kind} {three}", 2 * w, [w, w, 2 * w],
                lambda a, b, c, k=kind: number(a, k) * number(b, k) + c)
        add(f"sad.{kind} {three}", w, [w] * 3, typed(kind, lambda a, b, c: abs(a - b) + c))
        add(f"min.{kind} {two}", w, [w, w], typed(kind, min))
        add(f"max.{kind} {two}", w, [w, w], typed(kind, max))
        add(f"div.{kind} {two}", w, [w, "nonzero%d" % w], typed(kind, quotient))
        add(f"rem.{kind} {two}", w, [w, "nonzero%d" % w],
            typed(kind, lambda a, b: a - b * quotient(a, b)))
    add(f"abs.s{w} {{d}}, {{a}};", w, [w], typed(f"s{w}", abs))
    add(f"neg.s{w} {{d}}, {{a}};", w, [w], lambda a: -a)
    add(f"cnot.b{w} {{d}}, {{a}};", w, [w], lambda a: int(a == 0))
    add(f"shl.b{w} {{d}}, {{a}}, {{b}};", w, [w, "n"], lambda a, n: a << min(n, 64))
    for kind in (f"u{w}", f"s{w}"):
        add(f"shr.{kind} {{d}}, {{a}}, {{b}};", w, [w, "n"],
            lambda a, n, k=kind: number(a, k) >> min(n, 64))
add("add.sat.s32 {d}, {a}, {b};", 32, [32, 32], typed("s32", lambda a, b: saturate(a + b, "s32")))
add("sub.sat.s32 {d}, {a}, {b};", 32, [32, 32], typed("s32", lambda a, b: saturate(a - b, "s32")))
add("mad.hi.sat.s32 {d}, {a}, {b}, {c};", 32, [32] * 3,
    typed("s32", lambda a, b, c: saturate((a * b >> 32) + c, "s32")))
for op, function in (("min", min), ("max", max)):
    add(f"{op}.relu.s32 {{d}}, {{a}}, {{b}};", 32, [32, 32],
        typed("s32", lambda a, b, f=function: max(f(a, b), 0)))
for sign in "us":
    for half in ("lo", "hi"):
        shift = 0 if half == "lo" else 16
        model24 = lambda a, b, c, s=sign, n=shift: (number(a, s + "24") * number(b, s + "24") >> n) + c
        add(f"mul24.{half}.{sign}32 {{d}}, {{a}}, {{b}};", 32, [32, 32], lambda a, b, m=model24: m(a, b, 0))
        add(f"mad24.{half}.{sign}32 {{d}}, {{a}}, {{b}}, {{c}};", 32, [32] * 3, model24)


def by_halves(sign, function):
    def model(a, b):
        result = 0
        for place in (0, 16):
            v = function(number(a >> place, sign + "16"), number(b >> place, sign + "16"))
            result |= cut(v, 16) << place
        return result

    return model


for sign in "us":
    add(f"add.{sign}16x2 {{d}}, {{a}}, {{b}};", 32, [32, 32], by_halves(sign, lambda a, b: a + b), "tx1")
    for op, function in (("min", min), ("max", max)):
        add(f"{op}.{sign}16x2 {{d}}, {{a}}, {{b}};", 32, [32, 32], by_halves(sign, function), "tx1")
        if sign == "s":
            add(f"{op}.relu.s16x2 {{d}}, {{a}}, {{b}};", 32, [32, 32],
                by_halves(sign, lambda a, b, f=function: max(f(a, b), 0)), "tx1")

# Sums of two words in a chain, as wide numbers are added. A borrow is a carry
# that does not come.
for w in (32, 64):
    wide = 2 * w
    pair = f"b{wide}" if w == 32 else None
    for op in ("add", "sub"):
        first = f"{op}.cc.u{w} {{t}}, {{a}}, {{b}};"
        second = f"{op}c.u{w} {{d}}, {{c}}, {{e}};"
        if op == "add":
            model = lambda a, b, c, e, w=w: (a + b >> w) + c + e
        else:
            model = lambda a, b, c, e, w=w: c - e + (a - b >> w)
        add(first + " " + second, w, [w] * 4, model)
    add(f"mad.lo.cc.u{w} {{t}}, {{a}}, {{b}}, {{c}}; madc.hi.u{w} {{d}}, {{a}}, {{b}}, {{e}};",
        w, [w] * 4, lambda a, b, c, e, w=w: (cut(a * b, w) + c >> w) + (a * b >> w) + e)
