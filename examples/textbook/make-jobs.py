#!/usr/bin/env python3
"""Writes the jobs of this folder: inputs, and the results that Python gets."""

import json
import math
import pathlib
import random
import struct

HERE = pathlib.Path(__file__).resolve().parent


def pack(code, values):
    return {"hex": struct.pack(f"<{len(values)}{code}", *values).hex()}


def buffer(code, init, expect=None, size=None, **more):
    elem = {"f": "f32", "d": "f64", "i": "s32", "I": "u32"}[code]
    count = size if size is not None else len(init or expect)
    return {
        "kind": "buf",
        "bytes": count * struct.calcsize(code),
        "init": init and pack(code, init),
        "expect": expect and pack(code, expect),
        "elem": elem,
        "compare": "exact",
        **more,
    }


def value(kind, v):
    return {"kind": kind, "value": v}


def launch(name, grid, block, args, **more):
    return {
        "name": name,
        "entry": name,
        "grid": [grid, 1, 1],
        "block": [block, 1, 1],
        "args": args,
        **more,
    }


def f32(v):
    return struct.unpack("<f", struct.pack("<f", v))[0]


def axpy(code, name, kind):
    n, rng = 1000, random.Random(1)
    x = [rng.randrange(-500, 500) / 8 for _ in range(n)]
    y = [rng.randrange(-500, 500) / 8 for _ in range(n)]
    want = [2.5 * a + b for a, b in zip(x, y)]
    args = [value("s32", n), value(kind, 2.5), buffer(code, x)]
    return [launch(name, 4, 256, args + [buffer(code, y, want)])]


def spmv():
    """A grid of 16 by 16 points, each tied to its neighbours."""
    side, rng = 16, random.Random(2)
    n = side * side
    rows, columns, values = [0], [], []
    for r in range(n):
        near = [r - side, r - 1, r, r + 1, r + side]
        for c in near:
            if 0 <= c < n and not (abs(c - r) == 1 and c // side != r // side):
                columns.append(c)
                values.append(4.0 if c == r else -1.0)
        rows.append(len(columns))
    x = [float(rng.randrange(-99, 99)) for _ in range(n)]
    y = [
        sum(values[j] * x[columns[j]] for j in range(rows[r], rows[r + 1]))
        for r in range(n)
    ]
    args = [
        buffer("i", rows),
        buffer("i", columns),
        buffer("f", values),
        value("s32", n),
        buffer("f", x),
        buffer("f", None, y),
    ]
    return [launch(k, 2, 128, args) for k in ("spmv_plain", "spmv_cached")]


def scan():
    data, want = [(7 * i) % 13 for i in range(512)], []
    for block in range(2):
        total = 0
        for v in data[256 * block : 256 * block + 256]:
            total += v
            want.append(total)
    return [launch("scan", 2, 256, [buffer("i", data), buffer("i", None, want)])]


def reduce():
    data = [(11 * i) % 17 - 5 for i in range(1000)]
    args = [buffer("i", data), value("s32", 1000), buffer("i", None, [sum(data)])]
    return [launch("reduce", 4, 256, args)]


def radix():
    rng = random.Random(3)
    keys = [rng.randrange(1 << 32) for _ in range(512)]
    blocks = [keys[:256], keys[256:]]
    parted = [k for b in blocks for k in sorted(b, key=lambda k: k >> 4 & 1)]
    ordered = [k for b in blocks for k in sorted(b)]
    return [
        launch("partition", 2, 256, [buffer("I", keys, parted), value("u32", 4)]),
        launch("radix_sort", 2, 256, [buffer("I", keys, ordered)]),
    ]


def nbody():
    n, rng = 128, random.Random(4)
    bodies = [[f32(rng.random()) for _ in range(4)] for _ in range(n)]
    forces = []
    for me in bodies:
        force = [0.0, 0.0, 0.0]
        for other in bodies:
            d = [other[k] - me[k] for k in range(3)]
            r2 = sum(v * v for v in d) + f32(0.00125)
            s = other[3] / (r2 * math.sqrt(r2))
            force = [f + v * s for f, v in zip(force, d)]
        forces += force + [0.0]
    args = [
        buffer("f", [v for b in bodies for v in b]),
        buffer("f", None, forces, compare="abs", tol=0.05),
        value("s32", n),
    ]
    return [launch(k, 2, 64, args) for k in ("nbody_plain", "nbody_tiled")]


def divergence():
    def halves(i, n):
        x = i
        for _ in range(n):
            x = (x ^ x >> 3) + 5 if i & 1 else (x ^ x >> 5) + 3
            x &= 0xFFFFFFFF
        return x

    want = [halves(i, 200) for i in range(32)]
    return [
        launch("nested", 1, 4, [buffer("i", None, [2, 4, 6, 6]), value("s32", 2)]),
        launch("halves", 1, 32, [buffer("I", None, want), value("s32", 200)]),
    ]


def lock():
    # 2 blocks of 64 threads add their numbers.
    sums = [
        buffer("i", None, [0]),
        buffer("i", None, [2 * sum(range(64))]),
    ]
    free = [buffer("i", None, size=1), buffer("i", None, size=1)]
    return [
        launch("locked_add", 2, 64, sums),
        launch("deadlock", 1, 32, free, expect_fault="deadlock"),
    ]


JOBS = {
    "saxpy": axpy("f", "saxpy", "f32"),
    "daxpy": axpy("d", "daxpy", "f64"),
    "spmv": spmv(),
    "scan": scan(),
    "reduce": reduce(),
    "radix": radix(),
    "nbody": nbody(),
    "divergence": divergence(),
    "lock": lock(),
}

for name, launches in JOBS.items():
    job = {"module": f"{name}.ptx", "arch": "gt200", "launches": launches}
    (HERE / f"{name}.json").write_text(json.dumps(job, indent=1) + "\n")
