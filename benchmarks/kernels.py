"""The kernels of Kernels/: how each is launched, and what it has to compute.

A check looks at what the device left and returns the first thing that is wrong,
or None. Inputs are chosen so that the right answer is exact, or, where it is
not, so that an independent computation in double precision bounds it.
"""

import array
import functools
import math
import random
import struct


def words(code, values):
    return array.array(code, values).tobytes()


def bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def mad(a, b, c):
    """The chip's: the product is cut to 24 bits, the sum rounded."""
    product = struct.unpack("<Q", struct.pack("<d", a * b))[0]
    cut = struct.unpack("<d", struct.pack("<Q", product & ~0x1fffffff))[0]
    return f32((a * b if c == 0 else cut) + c)


def fma(a, b, c):
    """Rounded once: the sum in double precision is made odd where it is not
    exact, so that rounding it again finds on which side the rest lies."""
    product = a * b
    total = product + c
    part = total - product
    rest = (product - (total - part)) + (c - part)
    if rest and not struct.unpack("<Q", struct.pack("<d", total))[0] & 1:
        total = math.nextafter(total, math.copysign(math.inf, rest))
    return f32(total)


class Kernel:
    """Name, target in 10^9 thread-instructions a second, grid, block and the
    arguments: strings for ptx-run, bytes for a buffer's contents. `result` is
    the index of the buffer that `check` gets, or `check_tx1` where tx1 has
    another right answer."""

    def __init__(self, name, target, grid, block, arguments, result, check,
                 check_tx1=None):
        self.name, self.target = name, target
        self.grid, self.block = grid, block
        self.arguments, self.result, self.check = arguments, result, check
        self.check_tx1 = check_tx1 or check


def differ(what, got, want):
    return f"{what} is {got}, not {want}"


def saxpy():
    n, a = 1 << 18, 0.5
    x = [k % 61 for k in range(n)]

    def check(data):
        # 512 times y += a * x, all of it exact.
        for k, y in enumerate(array.array("f", data)):
            if y != k % 7 + 512 * a * x[k]:
                return differ(f"y[{k}]", y, k % 7 + 512 * a * x[k])

    return Kernel("saxpy", 6, "1024", 256,
                  ["f32=0.5", words("f", x), words("f", [k % 7 for k in range(n)])],
                  2, check)


def mandelbrot():
    width, height, limit, step = 512, 512, 1024, f32(0.0048)

    def iterations(mad, column, row):
        cx, cy = mad(column, step, -2.0), mad(row, step, -1.25)
        x = y = 0.0
        for n in range(limit):
            xx, yy = f32(x * x), f32(y * y)
            if f32(xx + yy) > 4:
                return n
            y = mad(f32(x + x), y, cy)
            x = f32(f32(xx - yy) + cx)
        return limit

    def check(mad, data):
        got = array.array("I", data)
        pick = random.Random(1)
        for _ in range(300):
            column, row = pick.randrange(width), pick.randrange(height)
            want = iterations(mad, column, row)
            if got[row * width + column] != want:
                return differ(f"({column},{row})", got[row * width + column], want)

    return Kernel("mandelbrot", 2, f"{width // 64},{height}", 64,
                  [f"f32={step!r}", f"u32={limit}", f"buf=zeros:{4 * width * height}"],
                  2, functools.partial(check, mad), functools.partial(check, fma))


def reduction():
    n, block = 1 << 18, 256
    values = [k * 2654435761 % 100003 for k in range(n)]

    def check(data):
        for k, got in enumerate(array.array("I", data)):
            first = k // block * block
            if k == first:
                want = 128 * sum(values[first:first + block]) % 2**32
            if got != want:
                return differ(f"out[{k}]", got, want)

    return Kernel("reduction", 4, str(n // block), block,
                  [words("I", values), f"buf=zeros:{4 * n}"], 1, check)


def spmv():
    n = 1 << 18
    value, x = [k % 3 for k in range(n)], [k % 11 for k in range(n)]

    def check(data):
        got = array.array("f", data)
        for row in range(0, n, 97):
            column, want = row, 0
            for _ in range(7):
                want += value[column % n] * x[column % n]
                column = ((column & 0xffffff) * 61 + 17) % 2**32
            if got[row] != 32 * want:
                return differ(f"y[{row}]", got[row], 32 * want)

    return Kernel("spmv", 2, str(n // 256), 256,
                  [f"u32={n - 1}", words("f", value), words("f", x), f"buf=zeros:{4 * n}"],
                  3, check)


def nbody():
    n, eps2 = 8192, 0.01
    pick = random.Random(2)
    body = [f32(pick.uniform(0.5, 1) if k % 4 == 3 else pick.uniform(-1, 1))
            for k in range(4 * n)]

    def acceleration(k):
        at = body[4 * k:4 * k + 3]
        total, size = [0.0] * 3, [0.0] * 3
        for other in range(n):
            d = [body[4 * other + axis] - at[axis] for axis in range(3)]
            r2 = sum(v * v for v in d) + eps2
            scale = body[4 * other + 3] / (r2 * math.sqrt(r2))
            for axis in range(3):
                total[axis] += d[axis] * scale
                size[axis] += abs(d[axis] * scale)
        return total, size

    def check(data):
        got = array.array("f", data)
        for k in range(5, n, 1637):
            want, size = acceleration(k)
            for axis in range(3):
                if not abs(got[4 * k + axis] - want[axis]) < 1e-4 * size[axis]:
                    return differ(f"accel[{k}][{axis}]", got[4 * k + axis], want[axis])

    return Kernel("nbody", 9, str(n // 256), 256,
                  [f"u32={n // 256}", f"f32={eps2}", words("f", body), f"buf=zeros:{16 * n}"],
                  3, check)


def sgemm():
    n = 768
    a = [k * 40503 % 31 - 15 for k in range(n * n)]
    b = [k * 30011 % 29 - 14 for k in range(n * n)]

    def check(data):
        got = array.array("f", data)
        pick = random.Random(3)
        for _ in range(500):
            row, column = pick.randrange(n), pick.randrange(n)
            want = sum(a[k * n + row] * b[column * n + k] for k in range(n))
            if got[column * n + row] != want:
                return differ(f"C[{row},{column}]", got[column * n + row], want)

    return Kernel("sgemm", 5, f"{n // 64},{n // 16}", 64,
                  [f"u32={n}", words("f", a), words("f", b), f"buf=zeros:{4 * n * n}"],
                  3, check)


def blocksort():
    n, block = 1 << 20, 512
    pick = random.Random(4)
    keys = [pick.getrandbits(32) for _ in range(n)]

    def check(data):
        got = array.array("I", data)
        for first in range(0, n, block):
            if list(got[first:first + block]) != sorted(keys[first:first + block]):
                return f"keys {first} to {first + block - 1} are not sorted"

    return Kernel("blocksort", 3, str(n // block), 256, [words("I", keys)], 0, check)


ALL = {make.__name__: make for make in
       (nbody, saxpy, sgemm, mandelbrot, reduction, blocksort, spmv)}
