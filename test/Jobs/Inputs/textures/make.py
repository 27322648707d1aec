#!/usr/bin/env python3
"""Makes the jobs of this folder: inputs, and what must come out.

The expectations are computed from the formulas of docs/textures.md in rational
arithmetic; only what they call rounded is rounded. Nothing of the project is
run.
"""

import json
import math
import random
import struct
import sys
from fractions import Fraction
from pathlib import Path


def f32(value):
    """The f32 nearest to a rational, ties to even; no denormals turn up."""
    if value == 0:
        return Fraction(0)
    exponent = math.floor(math.log2(abs(value))) - 23
    while abs(value) >= Fraction(2) ** (exponent + 24):
        exponent += 1
    while abs(value) < Fraction(2) ** (exponent + 23):
        exponent -= 1
    return round(value / Fraction(2) ** exponent) * Fraction(2) ** exponent


def bits(values):
    return struct.pack(f"<{len(values)}f", *map(float, values)).hex()


def words(values):
    return struct.pack(f"<{len(values)}i", *values).hex()


def buffer(size, init=None, expect=None):
    entry = {"kind": "buf", "bytes": size}
    if init is not None:
        entry["init"] = {"hex": init}
    if expect is not None:
        entry |= {"expect": {"hex": expect}, "elem": "f32"}
    return entry


def scalar(value):
    return {"kind": "f32", "value": float(value)}


def clamp(i, size):
    return min(max(i, 0), size - 1)


def weight(u):
    """The texel below, and the weight of the one above in 256ths."""
    lower = math.floor(u - Fraction(1, 2))
    fraction = u - Fraction(1, 2) - lower
    return lower, math.floor(256 * fraction + Fraction(1, 2))


def linear(texel, sizes, place):
    """The filtered texel at `place`; texel(x, y, z) is a number."""
    axes = [weight(u) for u in place]
    total = None
    for corner in range(2 ** len(axes)):
        part, at = Fraction(1), []
        for axis, (lower, alpha) in enumerate(axes):
            upper = corner >> axis & 1
            part *= Fraction(alpha if upper else 256 - alpha, 256)
            at.append(clamp(lower + upper, sizes[axis]))
        if part:
            product = part * texel(*at)
            total = f32(product if total is None else product + total)
    return total


def rotate(rng):
    size = 8
    image = [Fraction(rng.randrange(-4000, 4000), 64) for _ in range(size**2)]
    cosine, sine = f32(Fraction(3, 5)), f32(Fraction(4, 5))
    middle = Fraction(size, 2)
    out = []
    for y in range(size):
        for x in range(size):
            dx = Fraction(2 * x + 1, 2) - middle
            dy = Fraction(2 * y + 1, 2) - middle
            u = f32(f32(f32(cosine * dx) - f32(sine * dy)) + middle)
            v = f32(f32(f32(sine * dx) + f32(cosine * dy)) + middle)
            out.append(
                linear(lambda i, j: image[j * size + i], (size, size), (u, v))
            )
    return {
        "entry": "rotate",
        "grid": [size],
        "block": [size],
        "args": [
            buffer(4 * size**2, expect=bits(out)),
            scalar(cosine),
            scalar(sine),
            scalar(middle),
        ],
        "textures": [
            {
                "name": "image",
                "kind": "2d",
                "format": "f32",
                "width": size,
                "height": size,
                "filter": "linear",
                "address": "clamp",
                "init": {"hex": bits(image)},
            }
        ],
    }


def blur(rng):
    width, height = 11, 6
    image = [rng.randrange(256) for _ in range(width * height)]

    def texel(x, y):
        at = image[clamp(y, height) * width + clamp(x, width)]
        return f32(Fraction(at, 255))

    out = []
    for y in range(height):
        for x in range(width):
            total = f32(texel(x, y) / 4)
            for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                total = f32(total + f32(texel(x + i, y + j) / 8))
            if x % 2 == 0:
                for i, j in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
                    total = f32(total + f32(texel(x + i, y + j) / 16))
            out.append(total)
    return {
        "entry": "blur",
        "grid": [height],
        "block": [32],
        "args": [
            buffer(4 * width * height, expect=bits(out)),
            {"kind": "u32", "value": width},
        ],
        "textures": [
            {
                "name": "image",
                "kind": "2d",
                "format": "u8",
                "channels": 1,
                "width": width,
                "height": height,
                "pitch": 16,
                "address": ["clamp", "clamp"],
                "filter": "nearest",
                "read": "normalized",
                "init": {
                    "hex": b"".join(
                        bytes(image[y * width : (y + 1) * width]) + bytes(5)
                        for y in range(height)
                    ).hex()
                },
            }
        ],
    }


def trilinear(rng):
    sizes, count = (4, 3, 5), 48
    texels = math.prod(sizes)
    grid = [Fraction(rng.randrange(-900, 900), 32) for _ in range(4 * texels)]
    # Normalized coordinates that wrap.
    places = [
        tuple(Fraction(rng.randrange(-2048, 4096), 1024) for _ in range(3))
        for _ in range(count)
    ]

    def component(c):
        def at(x, y, z):
            n = ((z % sizes[2]) * sizes[1] + y % sizes[1]) * sizes[0]
            return grid[4 * (n + x % sizes[0]) + c]

        return at

    out = []
    for n, place in enumerate(places):
        u = [s * (p - math.floor(p)) for s, p in zip(sizes, place)]
        for c in range(4):
            axes = [weight(v) for v in u]
            total = None
            for corner in range(8):
                part, at = Fraction(1), []
                for axis, (lower, alpha) in enumerate(axes):
                    upper = corner >> axis & 1
                    part *= Fraction(alpha if upper else 256 - alpha, 256)
                    at.append(lower + upper)
                if part:
                    product = part * component(c)(*at)
                    total = f32(product if total is None else product + total)
            out.append(Fraction(-1) if n % 4 == 3 else total)
    return {
        "entry": "trilinear",
        "grid": [1],
        "block": [count],
        "args": [
            buffer(16 * count, expect=bits(out)),
            buffer(12 * count, init=bits([v for p in places for v in p])),
        ],
        "textures": [
            {
                "name": "grid",
                "kind": "3d",
                "format": "f32",
                "channels": 4,
                "width": sizes[0],
                "height": sizes[1],
                "depth": sizes[2],
                "filter": "linear",
                "address": "wrap",
                "normalized": True,
                "init": {"hex": bits(grid)},
            }
        ],
    }


def spmv(rng):
    rows, columns = 70, 50
    x = [Fraction(rng.randrange(-999, 999), 16) for _ in range(columns)]
    starts, places, values, y = [0], [], [], []
    for _ in range(rows):
        total = Fraction(0)
        for _ in range(rng.randrange(7)):
            # Beyond the end, now and then: there x is 0.
            at = rng.randrange(-2, columns + 4)
            value = Fraction(rng.randrange(-999, 999), 8)
            places.append(at)
            values.append(value)
            there = x[at] if 0 <= at < columns else Fraction(0)
            total = f32(total + f32(value * there))
        starts.append(len(places))
        y.append(total)
    return {
        "entry": "spmv",
        "grid": [3],
        "block": [32],
        "args": [
            buffer(4 * rows, expect=bits(y)),
            buffer(4 * len(starts), init=words(starts)),
            buffer(4 * len(places), init=words(places)),
            buffer(4 * len(values), init=bits(values)),
            {"kind": "u32", "value": rows},
        ],
        "textures": [
            {
                "name": "x",
                "kind": "linear",
                "format": "f32",
                "width": columns,
                "init": {"hex": bits(x)},
            }
        ],
    }


FACES = (
    # The sign and axis of s, and of t; by the axis of the direction and its sign.
    (((-1, 2), (-1, 1)), ((1, 2), (-1, 1))),
    (((1, 0), (1, 2)), ((1, 0), (-1, 2))),
    (((1, 0), (-1, 1)), ((-1, 0), (-1, 1))),
)


def on_cube(texels, size, place):
    """Filtered on the face that `place` looks at; texels[face][y][x]."""
    axis = max(range(3), key=lambda a: (abs(place[a]), -a))
    side = place[axis] < 0
    u = []
    for sign, other in FACES[axis][side]:
        quotient = f32(sign * place[other] / abs(place[axis]))
        u.append(size * f32(quotient / 2 + Fraction(1, 2)))
    face = texels[2 * axis + side]
    return linear(lambda i, j: face[j][i], (size, size), u)


def normalized(code):
    return f32(Fraction(code, 255))


def cube(rng):
    size, layers, count = 3, 3, 40
    codes = [
        [[rng.randrange(256) for _ in range(size)] for _ in range(size)]
        for _ in range(6 * (1 + layers))
    ]
    texels = [[[normalized(c) for c in row] for row in face] for face in codes]
    data = [bytes(sum(face, [])) for face in codes]
    normals, out = [], []
    # Along the axes, along diagonals, and anywhere.
    normals += [(0, 0, 1), (1, 0, 0), (0, Fraction(1, 2), Fraction(1, 2))]
    normals += [(Fraction(1, 2), Fraction(1, 2), Fraction(-1, 2))]
    while len(normals) != count:
        normals.append(
            tuple(Fraction(rng.randrange(-256, 257), 256) for _ in range(3))
        )
    for n, normal in enumerate(normals):
        x, y, z = map(Fraction, normal)
        twice = f32(z + z)
        place = f32(twice * x), f32(twice * y), f32(f32(twice * z) - 1)
        out.append(on_cube(texels[:6], size, place))
        # Behind the last room there is none: it is the last.
        room = 6 * min(n % 4, layers - 1)
        out.append(on_cube(texels[6 + room : 12 + room], size, place))

    def texture(name, layers, init):
        return {
            "name": name,
            "kind": "cube",
            "format": "u8",
            "width": size,
            "layers": layers,
            "filter": "linear",
            "normalized": True,
            "read": "normalized",
            "init": {"hex": b"".join(init).hex()},
        }

    return {
        "entry": "cube",
        "grid": [1],
        "block": [count],
        "args": [
            buffer(8 * count, expect=bits(out)),
            buffer(12 * count, init=bits([v for n in normals for v in n])),
        ],
        "textures": [
            texture("room", 0, data[:6]),
            texture("rooms", layers, data[6:]),
        ],
    }


def level_of(square):
    """Half the binary logarithm of a number, in 256ths, rounded."""
    number, power = 0, square**256
    while power >= Fraction(2) ** (2 * number + 1):
        number += 1
    while power < Fraction(2) ** (2 * number - 1):
        number -= 1
    return Fraction(number, 256)


def between(levels, level):
    """levels(n) is the sample of a level: what lies between two of them."""
    lower = math.floor(level)
    delta = math.floor(256 * (level - lower) + Fraction(1, 2))
    lower, delta = (lower + 1, 0) if delta == 256 else (lower, delta)
    total = levels(lower)
    if delta:
        total = f32(Fraction(256 - delta, 256) * total)
        total = f32(Fraction(delta, 256) * levels(lower + 1) + total)
    return total


def minify(rng):
    size, side = 16, 8
    chain = [[[rng.randrange(256) for _ in range(size)] for _ in range(size)]]
    while len(chain[-1]) != 1:
        above, half = chain[-1], len(chain[-1]) // 2
        chain.append(
            [
                [
                    sum(above[2 * y + j][2 * x + i] for i in (0, 1) for j in (0, 1))
                    // 4
                    for x in range(half)
                ]
                for y in range(half)
            ]
        )
    data = b"".join(bytes(row) for level in chain for row in level)

    def at(number, u, v):
        number = min(number, len(chain) - 1)
        level = chain[number]
        n = len(level)

        def texel(i, j):
            return normalized(level[j % n][i % n])

        fraction = (n * (u - math.floor(u)), n * (v - math.floor(v)))
        axes = [weight(f) for f in fraction]
        total = None
        for corner in range(4):
            part, place = Fraction(1), []
            for axis, (lower, alpha) in enumerate(axes):
                upper = corner >> axis & 1
                part *= Fraction(alpha if upper else 256 - alpha, 256)
                place.append(lower + upper)
            if part:
                product = part * texel(*place)
                total = f32(product if total is None else product + total)
        return total

    launches = []
    # Half, a third, as it is, far away, and a magnification.
    for number, (step, level) in enumerate(
        [
            (Fraction(2), Fraction(1, 2)),
            (Fraction(3), Fraction(3, 8)),
            (Fraction(1), Fraction(-2)),
            (Fraction(45, 4), Fraction(9)),
            (Fraction(5, 8), Fraction(511, 512)),
        ]
    ):
        out = []
        most = len(chain) - 1
        by_gradient = min(max(level_of(step**2), 0), most)
        by_number = min(max(level, 0), most)
        for y in range(side):
            for x in range(side):
                u = f32(Fraction(2 * x + 1, 2) * f32(step / size))
                v = f32(Fraction(2 * y + 1, 2) * f32(step / size))
                for wanted in (by_gradient, by_number):
                    out.append(between(lambda n: at(n, u, v), wanted))
        launches.append(
            {
                "name": f"step {float(step)}",
                "entry": "minify",
                "grid": [1],
                "block": [side, side],
                "args": [
                    buffer(8 * side**2, expect=bits(out)),
                    scalar(step),
                    scalar(level),
                ],
                "textures": [
                    {
                        "name": "image",
                        "kind": "2d",
                        "format": "u8",
                        "width": size,
                        "height": size,
                        "levels": len(chain),
                        "filter": "linear",
                        "mip_filter": "linear",
                        "address": "wrap",
                        "normalized": True,
                        "read": "normalized",
                        "id": "image",
                    }
                    | ({} if number else {"init": {"hex": data.hex()}})
                ],
            }
        )
    return launches


def paint(rng):
    width, height, pitch = 9, 5, 48

    colours = [[rng.randrange(320) for _ in range(4)] for _ in range(width * height)]
    codes = [[min(c, 255) for c in colour] for colour in colours]
    rows = [codes[y * width : (y + 1) * width] for y in range(height)]
    image = b"".join(
        b"".join(map(bytes, row)) + bytes(pitch - 4 * width) for row in rows
    )
    counts, mirrored, green = [0] * 8, b"", []
    for colour in codes:
        counts[colour[0] >> 5] += 1
    for row in rows:
        mirrored += b"".join(
            bytes(row[min(width - x, width - 1)]) for x in range(width)
        )
    for y in range(height):
        for x in range(width):
            u = Fraction(3, 4) * x, Fraction(y)
            green.append(
                linear(lambda i, j: normalized(rows[j][i][1]), (width, height), u)
            )
    shape = {
        "kind": "2d",
        "format": "u8",
        "channels": 4,
        "width": width,
        "height": height,
        "pitch": pitch,
        "id": "image",
    }
    # Words are compared as bytes: no element type.
    read_back = buffer(4 * width * height, expect=mirrored.hex()) | {"elem": "u8"}
    painting = {
        "entry": "paint",
        "grid": [1],
        "block": [width, height],
        "args": [
            read_back,
            buffer(16 * len(colours), init=words([c for v in colours for c in v])),
        ],
        "surfaces": [
            {"name": "canvas", "expect": {"hex": image.hex()}} | shape,
            {
                "name": "counts",
                "kind": "1d",
                "format": "u32",
                "width": 8,
                "expect": {"hex": words(counts)},
            },
        ],
    }
    looking = {
        "entry": "look",
        "grid": [1],
        "block": [width, height],
        "args": [buffer(4 * width * height, expect=bits(green))],
        "textures": [
            {"name": "painted", "filter": "linear", "read": "normalized"} | shape
        ],
    }
    return [painting, looking]


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    for make in (rotate, blur, trilinear, spmv, cube, minify, paint):
        name = make.__name__
        launches = make(random.Random(name))
        if isinstance(launches, dict):
            launches = [launches]
        job = {"module": f"{name}.ptx", "launches": launches}
        (folder / f"{name}.json").write_text(json.dumps(job, indent=1) + "\n")


if __name__ == "__main__":
    main()
