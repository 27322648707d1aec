#!/usr/bin/env python3
"""Makes a job of reductions into tensors, of rows that are gathered, and of
rows of pixels.

usage: tiles.py DIRECTORY [KERNEL...]

A model of tiles of tensors, written from the PTX manual. The tile lies in shared
memory without a swizzle, or with one of 128 bytes.
"""

import json
import math
import os
import random
import struct
import sys

RANDOM = random.Random(7)
# struct's letter, bytes.
TYPES = {
    "u32": ("I", 4), "s32": ("i", 4), "u64": ("Q", 8), "s64": ("q", 8),
    "f16": ("e", 2), "f32": ("f", 4), "f64": ("d", 8), "bf16": ("H", 2),
}
OPERATIONS = {
    "add": lambda old, new: old + new,
    "min": min,
    "max": max,
    "inc": lambda old, new: 0 if old >= new else old + 1,
    "dec": lambda old, new: new if old == 0 or old > new else old - 1,
    "and": lambda old, new: old & new,
    "or": lambda old, new: old | new,
    "xor": lambda old, new: old ^ new,
}


def pack(kind, values):
    letter, size = TYPES[kind]
    if kind == "bf16":
        values = [struct.unpack("<I", struct.pack("<f", v))[0] >> 16
                  for v in values]
    if letter in "IQ":
        values = [v & 2 ** (8 * size) - 1 for v in values]
    return struct.pack(f"<{len(values)}{letter}", *values)


def swizzled(address, swizzle):
    mask, shift = {"none": (0, 4), "32B": (1, 4), "64B": (3, 4), "128B": (7, 4),
                   "128B_ATOM_32B": (3, 5), "128B_ATOM_32B_FLIP_8B": (3, 5),
                   "128B_ATOM_64B": (1, 6)}[swizzle]
    flip = (address >> 7 & 1) << 3 if swizzle.endswith("FLIP_8B") else 0
    return address ^ (address >> 7 & mask) << shift ^ flip


def value(kind):
    if kind[0] == "u":
        return RANDOM.randrange(100)
    return RANDOM.randrange(-40, 40)


def kernel(name, shape, instruction, before=""):
    registers = ", ".join(f"%c{i}" for i in range(5))
    loads = "".join(f"  ld.global.b32 %c{i}, [%g+{4 * i}];\n" for i in range(5))
    return f"""
.visible .entry {name}(.param .align 64 .b8 map[128], .param .u64 tile, .param .u64 at, .param .u64 tensor)
{{
  .reg .b32 %t, %s, %bar, %v, {registers};
  .reg .b64 %g, %a, %m;
  .reg .pred %p;
  mov.b64 %m, map;
  cvta.param.u64 %m, %m;
  mov.u32 %t, %tid.x;
  mov.u32 %bar, mbar;
  mov.u32 %s, sm;
  setp.ne.u32 %p, %t, 0;
  @%p bra COPY;
  mbarrier.init.shared::cta.b64 [%bar], 1;
COPY:
  bar.sync 0;
  ld.param.u64 %g, [tile];
  mul.wide.u32 %a, %t, 4;
  add.u64 %g, %g, %a;
  mad.lo.u32 %v, %t, 4, %s;
{before}  fence.proxy.async.shared::cta;
  bar.sync 0;
  ld.param.u64 %a, [at];
  mov.u64 %g, %a;
{loads}  @%p bra DONE;
{instruction}DONE:
  bar.sync 0;
{shape}  ret;
}}
"""


STORE = """  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;
"""
FROM_TILE = """  .reg .b32 %x;
  ld.global.b32 %x, [%g];
  st.shared.b32 [%v], %x;
"""
TO_TILE = """  .reg .b32 %x;
WAIT:
  mbarrier.try_wait.parity.shared::cta.b64 %p, [%bar], 0;
  @!%p bra WAIT;
  ld.param.u64 %g, [tile];
  mul.wide.u32 %a, %t, 4;
  add.u64 %g, %g, %a;
  ld.shared.b32 %x, [%v];
  st.global.b32 [%g], %x;
"""
TILE_BYTES = 4096


def places(dims, box, strides, at):
    """Of each element of a tile its indices, dimension 0 first."""
    steps = [range(0, b, s) for b, s in zip(box, strides)]

    def from_axis(axis):
        if axis < 0:
            yield []
            return
        for step in steps[axis]:
            for rest in from_axis(axis - 1):
                yield rest + [at[axis] + step]

    for indices in from_axis(len(dims) - 1):
        yield indices


def linear(dims, indices):
    """The number of an element; none where it is outside."""
    number = 0
    for d, i in reversed(list(zip(dims, indices))):
        if not 0 <= i < d:
            return None
        number = number * d + i
    return number


class Job:
    def __init__(self, out):
        self.out, self.text, self.launches = out, "", []

    def save(self, name, data):
        with open(os.path.join(self.out, name), "wb") as f:
            f.write(data)
        return name

    def launch(self, name, tensormap, tile, at, tensor, expected, into_tensor):
        """Runs with what there is and what is to come of tile or tensor."""
        at = struct.pack("<5i", *(at + [0] * (5 - len(at))))

        def buffer(what, data, wanted):
            b = dict(kind="buf", bytes=len(data),
                     init=self.save(f"{name}.{what}.in", data))
            if wanted is not None:
                b |= dict(expect=self.save(f"{name}.{what}.out", wanted),
                          elem="u32", compare="exact")
            return b

        self.launches.append(dict(
            entry=name, grid=[1, 1, 1], block=[1024, 1, 1],
            args=[tensormap, buffer("tile", tile, None if into_tensor else expected),
                  dict(kind="buf", bytes=20, init=dict(hex=at.hex())),
                  buffer("tensor", tensor, expected if into_tensor else None)]))


def reduction(job, operation, kind, dims, box, at, estr=None, swizzle="none"):
    name = f"{operation}_{kind}_{len(dims)}d"
    size = TYPES[kind][1]
    estr = estr or [1] * len(dims)
    tensor = [value(kind) for _ in range(math.prod(dims))]
    after = list(tensor)
    tile = bytearray(TILE_BYTES)
    for n, indices in enumerate(places(dims, box, estr, at)):
        element = value(kind)
        place = swizzled(n * size, swizzle)
        tile[place : place + size] = pack(kind, [element])
        number = linear(dims, indices)
        if number is not None:
            after[number] = OPERATIONS[operation](after[number], element)
    strides, step = [], size
    for d in dims[:-1]:
        step *= d
        strides.append(step)
    tensormap = dict(kind="tensormap", buf=3, type=kind, rank=len(dims),
                     dims=dims, strides=strides, box=box, estr=estr,
                     inter="none", swz=swizzle, oob="zero")
    coordinates = ", ".join(f"%c{i}" for i in range(len(dims)))
    job.text += kernel(
        name, "", f"  cp.reduce.async.bulk.tensor.{len(dims)}d.global.shared::cta"
        f".{operation}.tile.bulk_group [%m, {{{coordinates}}}], [%s];\n" + STORE,
        FROM_TILE)
    job.launch(name, tensormap, bytes(tile), at, pack(kind, tensor),
               pack(kind, after), True)


def pixels(job):
    """im2col without offsets: channels, W, H and N."""
    dims, channels, count = [4, 5, 4, 3], 4, 11
    lower, upper = [1, -1], [0, 1]
    tensor = [value("s32") for _ in range(4 * 5 * 4 * 3)]
    after = list(tensor)
    tile = bytearray(TILE_BYTES)
    at = [0, 2, 2, 1]
    w, h, n = at[1:]
    for pixel in range(count):
        for channel in range(channels):
            element = value("s32")
            place = 4 * (pixel * channels + channel)
            tile[place : place + 4] = pack("s32", [element])
            number = linear(dims, [at[0] + channel, w, h, n])
            if number is not None:
                after[number] += element
        w += 1
        if w > dims[1] - 1 + upper[0]:
            w, h = lower[0], h + 1
            if h > dims[2] - 1 + upper[1]:
                h, n = lower[1], n + 1
    tensormap = dict(kind="tensormap", buf=3, type="s32", rank=4, dims=dims,
                     strides=[16, 80, 320], im2col=True, lower=lower,
                     upper=upper, cpp=channels, ppc=count, box=[1, 1, 1, 1],
                     estr=[1, 1, 1, 1], inter="none", swz="none", oob="zero")
    job.text += kernel(
        "pixels", "", "  cp.reduce.async.bulk.tensor.4d.global.shared::cta.add"
        ".im2col_no_offs.bulk_group [%m, {%c0, %c1, %c2, %c3}], [%s];\n" + STORE,
        FROM_TILE)
    job.launch("pixels", tensormap, bytes(tile), at, pack("s32", tensor),
               pack("s32", after), True)


def rows(job, swizzle):
    dims, width, at = [48, 9], 32, [8, 7, -1, 2, 9]
    at[0] = 24
    tensor = [value("u32") for _ in range(48 * 9)]
    tensormap = dict(kind="tensormap", buf=3, type="u32", rank=2, dims=dims,
                     strides=[192], box=[width, 1], estr=[1, 1], inter="none",
                     swz=swizzle, oob="zero")
    gathered = bytearray(TILE_BYTES)
    tile = bytearray(TILE_BYTES)
    after = list(tensor)
    for n, row in enumerate(at[1:]):
        for column in range(width):
            place = swizzled(4 * (n * width + column), swizzle)
            element = value("u32")
            tile[place : place + 4] = pack("u32", [element])
            number = linear(dims, [at[0] + column, row])
            if number is not None:
                gathered[place : place + 4] = pack("u32", [tensor[number]])
                after[number] = element
    registers = "[%m, {%c0, %c1, %c2, %c3, %c4}]"
    job.text += kernel(
        f"gather_{swizzle}", TO_TILE,
        f"  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%bar], {16 * width};\n"
        "  cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4"
        f".mbarrier::complete_tx::bytes [%s], {registers}, [%bar];\n",
        "  st.shared.b32 [%v], 0;\n")
    job.launch(f"gather_{swizzle}", tensormap, bytes(TILE_BYTES), at,
               pack("u32", tensor), bytes(gathered), False)
    job.text += kernel(
        f"scatter_{swizzle}", "",
        "  cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group "
        f"{registers}, [%s];\n" + STORE, FROM_TILE)
    job.launch(f"scatter_{swizzle}", tensormap, bytes(tile), at,
               pack("u32", tensor), pack("u32", after), True)


def narrow(job, kind, swizzle, stores, refused=None):
    """Elements of 4 and 6 bits, whose tensor is a stream of bits. 16 of them are
    8 or 12 bytes, which shared memory has with or without a gap behind them.
    A first coordinate in place of the right one is refused."""
    bits, gap = {"b4x16": (4, 0), "b4x16_p64": (4, 8), "b6x16_p32": (6, 4)}[kind]
    columns, width, at = (96, 64, [64, -1]) if kind == "b4x16" else (
        256, 128, [128, -1])
    at[0] = at[0] if refused is None else refused
    height, box = 4, [width, 6]
    row_bytes = (columns * bits // 8 + 31) // 32 * 32
    tensor = bytearray(RANDOM.randbytes(row_bytes * height))
    tile = bytearray(RANDOM.randbytes(TILE_BYTES) if stores else TILE_BYTES)
    after = bytearray(tensor if stores else tile)
    group = 2 * bits
    place = copied = 0
    for y in range(at[1], at[1] + box[1]):
        for x in range(at[0], at[0] + width, 16):
            for byte in range(group):
                copied += 1
                element = x + 8 * byte // bits
                inside = 0 <= y < height and 0 <= element < columns
                shared = swizzled(place + byte, swizzle)
                number = y * row_bytes + x * bits // 8 + byte
                if stores and inside:
                    after[number] = tile[shared]
                elif not stores:
                    after[shared] = tensor[number] if inside else 0
            place += group + gap
    tensormap = dict(kind="tensormap", buf=3, type=kind, rank=2,
                     dims=[columns, height], strides=[row_bytes], box=box,
                     estr=[1, 1], inter="none", swz=swizzle, oob="zero")
    name = f"{kind}_{swizzle}_{'store' if stores else 'load'}"
    name += "" if refused is None else f"_at_{refused}"
    if stores:
        job.text += kernel(
            name, "", "  cp.async.bulk.tensor.2d.global.shared::cta.tile"
            ".bulk_group [%m, {%c0, %c1}], [%s];\n" + STORE, FROM_TILE)
    else:
        job.text += kernel(
            name, TO_TILE,
            f"  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%bar], {copied};\n"
            "  cp.async.bulk.tensor.2d.shared::cta.global.tile"
            ".mbarrier::complete_tx::bytes [%s], [%m, {%c0, %c1}], [%bar];\n",
            "  st.shared.b32 [%v], 0;\n")
    job.launch(name, tensormap, bytes(tile), at, bytes(tensor), bytes(after),
               stores)
    if refused is not None:
        job.launches[-1]["expect_fault"] = "illegal_instruction"


def wide(job, mode, rank, halo, offset):
    """im2col::w and im2col::w::128: pixels of a row of several images, with a
    halo along W behind the last one, or behind each 32nd."""
    dims = [4, 7, 3, 2, 40]
    dims = dims[: rank - 1] + dims[-1:]
    lower, upper, stride, count = -1, 1, 2, 21
    at = [0, 3, 1, 1, 2]
    at = at[: rank - 1] + at[-1:]
    total, group = (128, 32) if mode == "w128" else (count, count)
    tensor = [value("s32") for _ in range(math.prod(dims))]
    strides = [4 * math.prod(dims[:n]) for n in range(1, rank)]
    read, w, n = [], at[1], at[-1]
    for pixel in range(1, total + 1):
        read.append((w, n))
        if pixel % group == 0:
            read += [(w + stride * (h + 1), n) for h in range(halo)]
        w += stride
        if w > dims[1] - 1 + upper:
            w, n = lower, n + 1
    tile = bytearray(TILE_BYTES)
    for pixel, (w, n) in enumerate(read):
        for channel in range(4):
            number = linear(dims, [channel, w + offset] + at[2:-1] + [n])
            if number is not None:
                place = swizzled(4 * (4 * pixel + channel), "64B")
                tile[place : place + 4] = pack("s32", [tensor[number]])
    tensormap = dict(kind="tensormap", buf=3, type="s32", rank=rank, dims=dims,
                     strides=strides, im2col_wide=mode, lower=[lower],
                     upper=[upper], cpp=4, ppc=count,
                     estr=[1, stride] + [1] * (rank - 2), inter="none",
                     swz="64B", oob="zero")
    name = f"wide_{mode}_{rank}d"
    coordinates = ", ".join(f"%c{i}" for i in range(rank))
    way = "::128" if mode == "w128" else ""
    job.text += kernel(
        name, TO_TILE,
        f"  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%bar], {16 * len(read)};\n"
        "  .reg .b16 %halo, %off;\n"
        f"  mov.b16 %halo, {halo};\n  mov.b16 %off, {offset};\n"
        f"  cp.async.bulk.tensor.{rank}d.shared::cta.global.im2col::w{way}"
        f".mbarrier::complete_tx::bytes [%s], [%m, {{{coordinates}}}], [%bar],"
        " {%halo, %off};\n", "  st.shared.b32 [%v], 0;\n")
    job.launch(name, tensormap, bytes(TILE_BYTES), at, pack("s32", tensor),
               bytes(tile), False)


def main():
    os.makedirs(sys.argv[1], exist_ok=True)
    job = Job(sys.argv[1])
    job.text = """.version 8.8
.target sm_100a
.address_size 64
.shared .align 1024 .b8 sm[4096];
.shared .align 8 .b64 mbar;
"""
    for kind in ("u32", "s32", "u64", "f16", "bf16", "f32", "f64"):
        reduction(job, "add", kind, [24, 10], [16, 8], [12, -3])
    for kind in ("u32", "s32", "u64", "s64", "f16", "bf16"):
        reduction(job, "min", kind, [24, 10], [16, 8], [-4, 5])
        reduction(job, "max", kind, [8, 6, 5], [8, 4, 3], [2, 3, 1])
    for operation in ("and", "or", "xor"):
        reduction(job, operation, "u32", [16], [16], [5])
        reduction(job, operation, "u64", [8, 3, 2, 2, 3], [2, 2, 2, 2, 2],
                  [3, 2, 0, 1, 1])
    for operation in ("inc", "dec"):
        reduction(job, operation, "u32", [32, 8], [32, 6], [0, 1],
                  swizzle="128B")
    reduction(job, "add", "u32", [12, 20, 6], [4, 8, 4], [4, 15, 1], [1, 3, 2])
    pixels(job)
    reduction(job, "xor", "u32", [32, 8], [32, 6], [4, 1],
              swizzle="128B_ATOM_32B_FLIP_8B")
    for swizzle in ("none", "128B", "128B_ATOM_32B", "128B_ATOM_32B_FLIP_8B",
                    "128B_ATOM_64B"):
        rows(job, swizzle)
    for swizzle in ("none", "32B", "128B_ATOM_32B_FLIP_8B"):
        for stores in (False, True):
            narrow(job, "b4x16", swizzle, stores)
    for swizzle in ("none", "128B", "128B_ATOM_32B"):
        narrow(job, "b4x16_p64", swizzle, False)
        narrow(job, "b6x16_p32", swizzle, False)
        narrow(job, "b6x16_p32", swizzle, True)
    narrow(job, "b6x16_p32", "128B_ATOM_64B", True)
    narrow(job, "b6x16_p32", "128B_ATOM_64B", False, refused=0)
    narrow(job, "b6x16_p32", "none", False, refused=64)
    narrow(job, "b4x16_p64", "none", True, refused=0)
    narrow(job, "b4x16", "none", False, refused=33)
    wide(job, "w", 3, 2, 0)
    wide(job, "w", 4, 0, 1)
    wide(job, "w128", 5, 2, 1)
    with open(os.path.join(sys.argv[1], "tiles.ptx"), "w") as f:
        f.write(job.text)
    launches = [launch for launch in job.launches
                if not sys.argv[2:] or launch["entry"] in sys.argv[2:]]
    with open(os.path.join(sys.argv[1], "tiles.json"), "w") as f:
        json.dump(dict(module="tiles.ptx", arch="sm_100a", covers="tiles",
                       launches=launches), f)


main()
