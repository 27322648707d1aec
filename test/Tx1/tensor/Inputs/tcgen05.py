#!/usr/bin/env python3
"""Makes a job of tcgen05.mma: kernels, operands, and what they give.

usage: tcgen05.py DIRECTORY [NAME...]

A model of where descriptors and tensor memory have the elements of matrices,
written from the PTX manual, without anything of Heddle. Operands are small, so
that sums are exact in any order.
"""

import json
import os
import random
import struct
import sys

RANDOM = random.Random(5)
# The columns of tensor memory that are initialized and read back.
WIDTH = 128
LANES = 128
# Bits of exponent and of fraction.
FORMATS = {
    "f16": (5, 10),
    "bf16": (8, 7),
    "e4m3": (4, 3),
    "e5m2": (5, 2),
    "e2m3": (2, 3),
    "e3m2": (3, 2),
    "e2m1": (2, 1),
}
BITS = {
    "f16": 16,
    "bf16": 16,
    "tf32": 32,
    "e4m3": 8,
    "e5m2": 8,
    "e2m3": 6,
    "e3m2": 6,
    "e2m1": 4,
    "s8": 8,
    "u8": 8,
}
DEPTHS = {"f16": 16, "tf32": 8, "f8f6f4": 32, "i8": 32, "mxf8f6f4": 32,
          "mxf4": 64, "mxf4nvf4": 64}
CODES = {"f16": 0, "bf16": 1, "tf32": 2, "e4m3": 0, "e5m2": 1, "e2m3": 3,
         "e3m2": 4, "e2m1": 5, "u8": 0, "s8": 1}
VALUES = {
    "s8": range(-128, 128),
    "u8": range(256),
    "e2m1": [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.5, -1, -2, -6],
    "e2m3": [0, 1, 2, 3, -1, -2.5, 0.125, -7.5],
    "e3m2": [0, 1, 2, 3, -1, -4, 0.25, -28],
    "e4m3": [0, 1, 2, 3, -1, -4, 0.25, -6],
    "e5m2": [0, 1, 2, 3, -1, -4, 0.25, -6],
}
# Bytes of a row of the swizzle, which bits from bit 7 on, and where they go.
SWIZZLES = {0: (16, 0, 4), 1: (128, 3, 5), 2: (128, 7, 4), 4: (64, 3, 4),
            6: (32, 1, 4)}
SHARED = 24576
SHARED_B = 16384
# Where tensor memory has what.
AT_D, AT_A, AT_META, AT_SCALE_A, AT_SCALE_B = 0, 64, 80, 96, 104


def f32(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def f16(value):
    return struct.unpack("<H", struct.pack("<e", value))[0]


def encode(kind, value):
    if kind in ("s8", "u8"):
        return value & 255
    if kind == "tf32":
        return f32(value)
    exponent, fraction = FORMATS[kind]
    bias = 2 ** (exponent - 1) - 1
    if value == 0:
        return 0
    sign = 1 << (exponent + fraction) if value < 0 else 0
    value = abs(value)
    power = 1 - bias
    while value >= 2.0 ** (power + 1):
        power += 1
    units = int(value / 2.0**power * 2**fraction)
    if units < 2**fraction:
        return sign | units
    return sign | (power + bias) << fraction | units - 2**fraction


def choose(kind):
    return RANDOM.choice(VALUES.get(kind, range(-9, 10)))


class Shared:
    """The image of shared memory."""

    def __init__(self):
        self.data = bytearray(SHARED)

    def put(self, chunk, bit, value):
        bits = int.from_bytes(self.data[chunk : chunk + 16], "little")
        bits |= value << bit
        self.data[chunk : chunk + 16] = bits.to_bytes(16, "little")

    def put_matrix(self, start, kind, rows, turned, layout, packed):
        """Returns the descriptor, but for where shared memory begins."""
        mode, leading, stride = layout
        row_bytes, mask, atom = SWIZZLES[mode]
        chunks = row_bytes // 16
        each = 128 // (BITS[kind] if packed else max(BITS[kind], 8))
        for r, row in enumerate(rows):
            for k, value in enumerate(row):
                if turned:
                    c, place = r // each, r % each
                    steps = 4 if mode == 1 else 8
                    if mode == 0:
                        at = c * stride + k % 8 * 16 + k // 8 * leading
                    else:
                        at = (c % chunks * 16 + c // chunks * leading
                              + k % steps * row_bytes + k // steps * stride)
                else:
                    c, place = k // each, k % each
                    at = (r % 8 * row_bytes + r // 8 * stride
                          + c % chunks * 16 + c // chunks * leading)
                at += start
                at ^= (at >> 7 & mask) << atom
                self.put(at, place * BITS[kind], encode(kind, value))
        return (start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | 1 << 46
                | mode << 61)


class Case:
    """A product, and what the kernel for it is told."""

    def __init__(self, name, kind, m, n, a, b, d="f32", layout_a=(2, 16, 1024),
                 layout_b=(2, 16, 1024), weights=False, pair=False,
                 sparse=False, tensor_a=False, turned_a=False, turned_b=False,
                 adds=True, negates=(0, 0), scale=0, mask=None, factors=0,
                 vector="", ids=(0, 0), saturates=False, factor="ue8m0",
                 shifts=False):
        self.__dict__.update(locals())
        self.packed = kind in ("mxf4", "mxf4nvf4")
        self.k = DEPTHS[kind] * (2 if sparse else 1)
        self.terms = DEPTHS[kind]
        self.blocks = 2 if pair else 1
        self.rows = m // self.blocks

    def cell_of_d(self, row, column):
        if self.rows == 128:
            return row, column
        if not self.pair and not self.weights:
            return 32 * (row // 16) + row % 16, column
        columns = self.n // (128 // self.rows)
        return row + self.rows * (column // columns), column % columns

    def make(self):
        self.shared = [Shared() for _ in range(self.blocks)]
        self.cells = [[[0] * WIDTH for _ in range(LANES)]
                      for _ in range(self.blocks)]
        self.matrix_a = [[choose(self.a) for _ in range(self.terms)]
                         for _ in range(self.m)]
        self.matrix_b = [[choose(self.b) for _ in range(self.k)]
                         for _ in range(self.n)]
        self.put_metadata()
        self.put_a()
        part = self.n // self.blocks
        for block, shared in enumerate(self.shared):
            self.descriptor_b = shared.put_matrix(
                SHARED_B, self.b, self.matrix_b[block * part :][:part],
                self.turned_b, self.layout_b, self.packed)
        self.put_d()
        self.put_factors()

    def put_metadata(self):
        self.kept = [range(self.k)] * self.m
        if not self.sparse:
            return
        unit = 2 if self.kind == "tf32" else 8 if self.packed else 4
        self.kept = []
        for m in range(self.m):
            block, r = divmod(m, self.rows)
            kept = []
            for chunk in range(self.k // unit):
                first, second = sorted(RANDOM.sample(range(4), 2))
                if self.kind == "tf32":
                    half = RANDOM.randrange(2)
                    first, second = 2 * half, 2 * half + 1
                    kept.append(2 * chunk + half)
                elif self.packed:
                    kept += [8 * chunk + 2 * x + y for x in (first, second)
                             for y in (0, 1)]
                else:
                    kept += [4 * chunk + first, 4 * chunk + second]
                if BITS[self.a] >= 16:
                    lane = 16 * (r // 16) + r % 8 + 8 * (chunk // 4)
                    column, shift = 0, 16 * (r // 8 % 2) + 4 * (chunk % 4)
                else:
                    lane, column, shift = r, chunk // 8, 4 * (chunk % 8)
                self.cells[block][lane][AT_META + column] |= (
                    (first | second << 2) << shift)
            self.kept.append(kept)

    def put_a(self):
        self.descriptor_a = 0
        for block in range(self.blocks):
            rows = self.matrix_a[block * self.rows :][: self.rows]
            if not self.tensor_a:
                self.descriptor_a = self.shared[block].put_matrix(
                    0, self.a, rows, self.turned_a, self.layout_a, self.packed)
                continue
            bits = 4 if self.packed else max(8, BITS[self.a])
            up = 2 if bits == 8 and BITS[self.a] == 4 else 0
            for r, row in enumerate(rows):
                apart = self.rows == 64 and not self.weights and not self.pair
                lane = 32 * (r // 16) + r % 16 if apart else r
                for k, value in enumerate(row):
                    self.cells[block][lane][AT_A + k * bits // 32] |= (
                        encode(self.a, value) << k * bits % 32 + up)

    def word_of_d(self, value):
        if self.kind == "i8":
            if self.saturates:
                value = max(-(2**31), min(2**31 - 1, value))
            return value & 0xFFFFFFFF
        return f16(value) if self.d == "f16" else f32(value)

    def put_d(self):
        self.before = []
        for m in range(self.m):
            block, r = divmod(m, self.rows)
            limit = 2**31 if self.kind == "i8" else 40
            row = [RANDOM.randrange(-limit, limit) for _ in range(self.n)]
            self.before.append(row)
            for n, value in enumerate(row):
                lane, column = self.cell_of_d(r, n)
                self.cells[block][lane][AT_D + column] = (
                    value & 0xFFFFFFFF if self.kind == "i8"
                    else self.word_of_d(value))

    def put_factors(self):
        self.factors_a = [[1] * self.k for _ in range(self.m)]
        self.factors_b = [[1] * self.k for _ in range(self.n)]
        if not self.factors:
            return
        length = self.k // self.factors

        def make(to, where, blocks, row, identity):
            for j in range(self.factors):
                if self.factor == "ue8m0":
                    code = RANDOM.randrange(124, 131)
                    value = 2.0 ** (code - 127)
                else:
                    value = RANDOM.choice([0.5, 1, 1.5, 2, 3])
                    code = encode("e4m3", value)
                to[j * length : (j + 1) * length] = [value] * length
                for block in blocks:
                    for quarter in range(4):
                        lane = row % 32 + 32 * quarter
                        self.cells[block][lane][where + row // 32] |= (
                            code << 8 * (identity + j))

        for m in range(self.m):
            block, r = divmod(m, self.rows)
            make(self.factors_a[m], AT_SCALE_A, [block], r, self.ids[0])
        for n in range(self.n):
            make(self.factors_b[n], AT_SCALE_B, range(self.blocks), n,
                 self.ids[1])

    def result(self):
        """The words of tensor memory afterwards."""
        after = [[lane[:] for lane in block] for block in self.cells]
        columns = [[v * s for v, s in zip(b, f)]
                   for b, f in zip(self.matrix_b, self.factors_b)]
        sign = -1 if self.negates[0] ^ self.negates[1] else 1
        for m in range(self.m):
            block, r = divmod(m, self.rows)
            stored = m
            if self.shifts and r + 1 < self.rows:
                stored = m + 1
            kept = self.kept[m]
            row = [v * self.factors_a[m][k]
                   for v, k in zip(self.matrix_a[stored], kept)]
            for n in range(self.n):
                lane, column = self.cell_of_d(r, n)
                if self.mask and self.mask[4 * block + lane // 32] >> lane % 32 & 1:
                    continue
                other = columns[n]
                value = sign * sum(v * other[k] for v, k in zip(row, kept))
                if self.adds:
                    before = self.before[m][n]
                    value += before * 2.0**-self.scale if self.scale else before
                after[block][lane][AT_D + column] = self.word_of_d(value)
        return after

    def description(self):
        bits = (self.negates[0] << 13 | self.negates[1] << 14
                | self.turned_a << 15 | self.turned_b << 16 | self.n >> 3 << 17
                | self.sparse << 2)
        if self.packed:
            bits |= 1 << 7 | 1 << 10
        else:
            bits |= CODES[self.a] << 7 | CODES[self.b] << 10
        if self.factors:
            return (bits | self.ids[1] << 4 | self.ids[0] << 29
                    | self.m >> 7 << 27 | (self.factor == "ue8m0") << 23)
        result = {"f16": 0, "f32": 1}[self.d] if self.kind != "i8" else 2
        return bits | result << 4 | self.m >> 4 << 24 | self.saturates << 3

    def instruction(self):
        name = ("tcgen05.mma" + ".ws" * self.weights + ".sp" * self.sparse
                + f".cta_group::{self.blocks}.kind::{self.kind}")
        if self.factors:
            name += ".block_scale" + self.vector
        operands = ["[%d]", "[%at]" if self.tensor_a else "%da", "%db"]
        operands += ["[%meta]"] * self.sparse + ["%idesc"]
        if self.factors:
            operands += ["[%sa]", "[%sb]"]
        if self.mask:
            masks = ", ".join(f"%mask{i}" for i in range(4 * self.blocks))
            operands.append("{" + masks + "}")
        operands += ["%en"] + [str(self.scale)] * (self.scale != 0)
        return name + ".ashift" * self.shifts + " " + ", ".join(operands) + ";"

    def words(self):
        low = 0xFFFFFFFF
        a, b = self.descriptor_a, self.descriptor_b
        words = [a & low, a >> 32, b & low, b >> 32, self.description(), AT_D,
                 AT_A, AT_META, AT_SCALE_A, AT_SCALE_B, int(self.adds)]
        words += [0] * (16 - len(words)) + list(self.mask or [])
        return words + [0] * (24 - len(words))


class Copy:
    """tcgen05.cp of a shape, or tcgen05.shift."""

    pair, blocks, mask, AT = False, 1, None, 8

    def __init__(self, name, shape, rows, chunks, lanes, layout, unpack=""):
        self.__dict__.update(locals())

    def make(self):
        self.shared = [Shared()]
        self.cells = [[[RANDOM.getrandbits(32) for _ in range(WIDTH)]
                       for _ in range(LANES)]]
        self.bytes = [[RANDOM.randrange(256) for _ in range(16 * self.chunks)]
                      for _ in range(self.rows)]
        self.descriptor = self.shared[0].put_matrix(
            0, "u8", self.bytes, False, self.layout, False)

    def instruction(self):
        if self.shape == "shift":
            return "tcgen05.shift.cta_group::1.down [%d];"
        return f"tcgen05.cp.cta_group::1.{self.shape}{self.unpack} [%d], %da;"

    def words(self):
        words = [self.descriptor & 0xFFFFFFFF, self.descriptor >> 32, 0, 0, 0,
                 self.AT]
        return words + [0] * (24 - len(words))

    def unpacked(self, chunk):
        if not self.unpack:
            return bytes(chunk)
        bits = 4 if "b4x16" in self.unpack else 6
        whole = int.from_bytes(bytes(chunk), "little")
        values = [whole >> bits * n & (1 << bits) - 1 for n in range(16)]
        return bytes(v << 2 if bits == 4 else v for v in values)

    def result(self):
        after = [[lane[:] for lane in self.cells[0]]]
        if self.shape == "shift":
            for lane in range(LANES - 1):
                after[0][lane][self.AT : self.AT + 8] = (
                    self.cells[0][lane + 1][self.AT : self.AT + 8])
            return after
        for r, row in enumerate(self.bytes):
            for chunk in range(self.chunks):
                data = self.unpacked(row[16 * chunk :][:16])
                words = struct.unpack("<4I", data)
                for lane in self.lanes(r):
                    at = self.AT + 4 * chunk
                    after[0][lane][at : at + 4] = words
        return after


class Access:
    """tcgen05.st of a shape, and the load of what it stored."""

    COLUMNS = 64

    def __init__(self, shape, times, count, cell, offset="", packed=False):
        self.__dict__.update(locals())
        self.name = "access_" + shape + "_packed" * packed

    def kernel(self):
        def registers(name, count):
            return "{" + ", ".join(f"%{name}{i}" for i in range(count)) + "}"

        zeros, values = registers("z", 64), registers("v", self.count)
        unpack, pack = ((".unpack::16b", ".pack::16b") if self.packed
                        else ("", ""))
        text = f"""
.visible .entry {self.name}(.param .u64 pd)
{{
  .reg .b32 %tm, %t, %z<64>, %v<16>;
  .reg .b64 %g, %a;
  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tptr], 64;
  bar.sync 0;
  ld.shared.u32 %tm, [tptr];
  mov.u32 %t, %tid.x;
  ld.param.u64 %g, [pd];
  mul.wide.u32 %a, %t, {4 * (self.COLUMNS + self.count)};
  add.u64 %g, %g, %a;
"""
        text += "".join(f"  mov.b32 %z{i}, 0;\n" for i in range(64))
        text += "".join(f"  mad.lo.u32 %v{i}, %t, 0x00030100, {0x50001 + i};\n"
                        for i in range(self.count))
        text += f"""  tcgen05.st.sync.aligned.32x32b.x64.b32 [%tm], {zeros};
  tcgen05.st.sync.aligned.{self.shape}.{self.times}{unpack}.b32 [%tm+2]{self.offset}, {values};
  tcgen05.wait::st.sync.aligned;
  tcgen05.ld.sync.aligned.32x32b.x64.b32 {zeros}, [%tm];
  tcgen05.ld.sync.aligned.{self.shape}.{self.times}{pack}.b32 {values}, [%tm+2]{self.offset};
  tcgen05.wait::ld.sync.aligned;
"""
        text += "".join(f"  st.global.b32 [%g+{4 * i}], %z{i};\n"
                        for i in range(64))
        text += "".join(f"  st.global.b32 [%g+{256 + 4 * i}], %v{i};\n"
                        for i in range(self.count))
        return text + """  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, 64;
  ret;
}
"""

    def result(self):
        cells = [[0] * self.COLUMNS for _ in range(32)]
        values = [[lane * 0x30100 + 0x50001 + i for i in range(self.count)]
                  for lane in range(32)]
        for lane in range(32):
            for i, value in enumerate(values[lane]):
                row, column = self.cell(lane, i)
                if self.packed:
                    # Only 16x32bx2's second half is apart by a distance.
                    apart = 16 if self.offset and lane >= 16 else 0
                    column = 2 * (column - apart) + apart
                    cells[row][2 + column] = value & 0xFFFF
                    cells[row][3 + column] = value >> 16
                else:
                    cells[row][2 + column] = value
        return b"".join(struct.pack(f"<{self.COLUMNS + self.count}I",
                                    *cells[lane], *values[lane])
                        for lane in range(32))


SHAPES = [
    ("32x32b", "x8", 8, lambda l, r: (l, r), ""),
    ("16x64b", "x8", 8,
     lambda l, r: ((l >> 2) + 8 * (l & 1), 2 * r + (l >> 1 & 1)), ""),
    ("16x128b", "x4", 8,
     lambda l, r: ((l >> 2) + 8 * (r & 1), 4 * (r >> 1) + (l & 3)), ""),
    ("16x256b", "x2", 8,
     lambda l, r: ((l >> 2) + 8 * (r >> 1 & 1),
                   8 * (r >> 2) + 2 * (l & 3) + (r & 1)), ""),
    ("16x32bx2", "x4", 4,
     lambda l, r: (l & 15, r + (16 if l >= 16 else 0)), ", 16"),
]
ACCESSES = [Access(*shape, packed) for shape in SHAPES
            for packed in (False, True)]
COPIES = [
    Copy("cp_128x256b", "128x256b", 128, 2, lambda r: [r], (2, 16, 1024)),
    Copy("cp_4x256b", "4x256b", 4, 2, lambda r: [32 * r], (6, 16, 256)),
    Copy("cp_128x128b", "128x128b", 128, 1, lambda r: [r], (0, 128, 128)),
    Copy("cp_64_02_13", "64x128b.warpx2::02_13", 64, 1,
         lambda r: [r, r + 64], (4, 16, 512)),
    Copy("cp_64_01_23", "64x128b.warpx2::01_23", 64, 1,
         lambda r: [r % 32 + r // 32 * 64 + n for n in (0, 32)], (0, 128, 128)),
    Copy("cp_32", "32x128b.warpx4", 32, 1,
         lambda r: range(r, LANES, 32), (0, 128, 128)),
    Copy("cp_4_bits", "128x128b", 128, 1, lambda r: [r], (0, 128, 128),
         ".b8x16.b4x16_p64"),
    Copy("cp_6_bits", "128x256b", 128, 2, lambda r: [r], (2, 16, 1024),
         ".b8x16.b6x16_p32"),
    Copy("shift", "shift", 1, 1, lambda r: [], (0, 128, 128)),
]


def quads(count, line):
    return "".join(line.format(i, i + 1, i + 2, i + 3, 4 * i)
                   for i in range(0, count, 4))


def kernel(case):
    group = case.blocks
    rank = "%cluster_ctarank" if case.pair else "0"
    shape = ".reqnctapercluster 2, 1, 1" if case.pair else ""
    text = f"""
.visible .entry {case.name}(.param .u64 pa, .param .u64 pc, .param .u64 pe, .param .u64 pd)
{shape}
{{
  .reg .pred %p, %en; .reg .b16 %all;
  .reg .b32 %t, %i, %s, %tm, %ta, %d, %at, %sa, %sb, %meta, %idesc, %wq, %rank, %bar, %x<4>, %r<128>, %w<16>, %mask<8>;
  .reg .b64 %g, %a, %da, %db, %base;
  mov.u32 %rank, {rank};
  mov.u32 %t, %tid.x;
  shr.u32 %wq, %t, 5;
  mov.u32 %bar, mbar;
  setp.ne.u32 %p, %wq, 0;
  @%p bra ALLOCATED;
  tcgen05.alloc.cta_group::{group}.sync.aligned.shared::cta.b32 [tptr], 512;
  tcgen05.relinquish_alloc_permit.cta_group::{group}.sync.aligned;
ALLOCATED:
  setp.ne.u32 %p, %t, 0;
  @%p bra READY;
  mbarrier.init.shared::cta.b64 [%bar], 1;
READY:
  ld.param.u64 %g, [pa];
  mul.wide.u32 %a, %rank, {SHARED};
  add.u64 %g, %g, %a;
  mov.u32 %i, %t;
COPY:
  mul.wide.u32 %a, %i, 16;
  add.u64 %a, %a, %g;
  ld.global.v4.u32 {{%x0, %x1, %x2, %x3}}, [%a];
  mov.u32 %s, sm;
  mad.lo.u32 %s, %i, 16, %s;
  st.shared.v4.u32 [%s], {{%x0, %x1, %x2, %x3}};
  add.u32 %i, %i, 128;
  setp.lt.u32 %p, %i, {SHARED // 16};
  @%p bra COPY;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  ld.shared.u32 %tm, [tptr];
  shl.b32 %ta, %wq, 21;
  add.u32 %ta, %ta, %tm;
  ld.param.u64 %g, [pc];
  mul.wide.u32 %a, %rank, {LANES * WIDTH * 4};
  add.u64 %g, %g, %a;
  mul.wide.u32 %a, %t, {WIDTH * 4};
  add.u64 %g, %g, %a;
"""
    text += quads(128, "  ld.global.v4.b32 {{%r{}, %r{}, %r{}, %r{}}}, [%g+{}];\n")
    registers = "{" + ", ".join(f"%r{i}" for i in range(128)) + "}"
    text += f"""  tcgen05.st.sync.aligned.32x32b.x128.b32 [%ta], {registers};
  tcgen05.wait::st.sync.aligned;
  tcgen05.fence::before_thread_sync;
"""
    text += """  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;
""" if case.pair else '  bar.sync 0;\n'
    text += f"""  or.b32 %x0, %t, %rank;
  setp.ne.u32 %p, %x0, 0;
  @%p bra ISSUED;
  tcgen05.fence::after_thread_sync;
  ld.param.u64 %g, [pe];
"""
    text += quads(16, "  ld.global.v4.b32 {{%w{}, %w{}, %w{}, %w{}}}, [%g+{}];\n")
    text += quads(8, "  ld.global.v4.b32 {{%mask{}, %mask{}, %mask{}, %mask{}}}, [%g+64+{}];\n")
    text += f"""  mov.u32 %s, sm;
  cvt.u64.u32 %base, %s;
  shr.u64 %base, %base, 4;
  mov.b64 %da, {{%w0, %w1}};
  mov.b64 %db, {{%w2, %w3}};
  add.u64 %da, %da, %base;
  add.u64 %db, %db, %base;
  mov.b32 %idesc, %w4;
  add.u32 %d, %tm, %w5;
  add.u32 %at, %tm, %w6;
  add.u32 %meta, %tm, %w7;
  add.u32 %sa, %tm, %w8;
  add.u32 %sb, %tm, %w9;
  setp.ne.u32 %en, %w10, 0;
  {case.instruction()}
"""
    text += f"""  mov.u16 %all, 3;
  tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%bar], %all;
""" if case.pair else """  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%bar];
"""
    text += f"""ISSUED:
WAIT:
  mbarrier.try_wait.parity.shared::cta.b64 %p, [%bar], 0;
  @!%p bra WAIT;
  tcgen05.fence::after_thread_sync;
  tcgen05.ld.sync.aligned.32x32b.x128.b32 {registers}, [%ta];
  tcgen05.wait::ld.sync.aligned;
  ld.param.u64 %g, [pd];
  mul.wide.u32 %a, %rank, {LANES * WIDTH * 4};
  add.u64 %g, %g, %a;
  mul.wide.u32 %a, %t, {WIDTH * 4};
  add.u64 %g, %g, %a;
"""
    text += quads(128, "  st.global.v4.b32 [%g+{4}], {{%r{0}, %r{1}, %r{2}, %r{3}}};\n")
    text += """  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;
""" if case.pair else '  bar.sync 0;\n'
    text += f"""  setp.ne.u32 %p, %wq, 0;
  @%p bra FREED;
  tcgen05.dealloc.cta_group::{group}.sync.aligned.b32 %tm, 512;
FREED:
  ret;
}}
"""
    return text


CASES = [
    Case("f16_128", "f16", 128, 64, "f16", "f16", layout_a=(2, 16, 1024), layout_b=(2, 16, 1024)),
    Case("bf16_64", "f16", 64, 24, "bf16", "bf16", layout_a=(0, 128, 256), layout_b=(0, 128, 256)),
    Case("f16_half", "f16", 128, 32, "f16", "f16", d="f16", layout_a=(6, 16, 256), layout_b=(6, 16, 256), negates=(1, 0)),
    Case("f16_turned", "f16", 128, 64, "f16", "f16", turned_a=True, turned_b=True, layout_a=(2, 4096, 1024), layout_b=(0, 1024, 128), adds=False),
    Case("tf32_128", "tf32", 128, 32, "tf32", "tf32", layout_a=(4, 16, 512), layout_b=(4, 16, 512), scale=3),
    Case("tf32_turned", "tf32", 64, 64, "tf32", "tf32", turned_a=True, turned_b=True, layout_a=(1, 1024, 512), layout_b=(1, 1024, 512)),
    Case("f8_mixed", "f8f6f4", 128, 32, "e4m3", "e2m1", layout_a=(6, 16, 256), layout_b=(6, 16, 256)),
    Case("f6_mixed", "f8f6f4", 128, 64, "e3m2", "e2m3", tensor_a=True, layout_b=(2, 16, 1024), negates=(1, 1)),
    Case("f4_tensor", "f8f6f4", 64, 32, "e2m1", "e5m2", tensor_a=True, layout_b=(0, 1024, 128), d="f16"),
    Case("i8_128", "i8", 128, 32, "s8", "u8", layout_a=(2, 16, 1024), layout_b=(2, 16, 1024), mask=[0x0000ffff, 0xf0f0f0f0, 0, 0xffffffff]),
    Case("i8_satur", "i8", 128, 32, "u8", "s8", layout_a=(2, 16, 1024), layout_b=(2, 16, 1024), saturates=True),
    Case("ws_32", "f16", 32, 128, "f16", "f16", weights=True, layout_a=(2, 16, 1024), layout_b=(6, 16, 256)),
    Case("ws_64", "i8", 64, 64, "s8", "s8", weights=True, tensor_a=True, layout_b=(6, 16, 256)),
    Case("ws_128", "f8f6f4", 128, 64, "e5m2", "e4m3", weights=True, layout_a=(4, 16, 512), layout_b=(4, 16, 512)),
    Case("sp_f16", "f16", 128, 32, "f16", "f16", sparse=True, layout_a=(2, 16, 1024), layout_b=(2, 16, 1024)),
    Case("sp_tf32", "tf32", 128, 32, "tf32", "tf32", sparse=True, tensor_a=True, layout_b=(2, 16, 1024)),
    Case("sp_i8", "i8", 128, 32, "s8", "s8", sparse=True, layout_a=(6, 16, 256), layout_b=(4, 16, 512)),
    Case("sp_ws", "f8f6f4", 128, 64, "e4m3", "e4m3", sparse=True, weights=True, layout_a=(6, 16, 256), layout_b=(4, 16, 512)),
    Case("mxf8", "mxf8f6f4", 128, 32, "e4m3", "e5m2", factors=1, vector=".scale_vec::1X", ids=(1, 3), layout_a=(6, 16, 256), layout_b=(6, 16, 256)),
    Case("mxf4", "mxf4", 128, 32, "e2m1", "e2m1", factors=2, vector=".scale_vec::2X", ids=(2, 0), layout_a=(6, 16, 256), layout_b=(6, 16, 256)),
    Case("nvf4", "mxf4nvf4", 128, 64, "e2m1", "e2m1", factors=4, vector=".scale_vec::4X", factor="ue4m3", layout_a=(2, 16, 1024), layout_b=(2, 16, 1024)),
    Case("sp_mxf4", "mxf4", 128, 32, "e2m1", "e2m1", factors=2, vector=".block32", sparse=True, layout_a=(6, 16, 256), layout_b=(4, 16, 512)),
    Case("pair_256", "f16", 256, 64, "f16", "f16", pair=True, layout_a=(2, 16, 1024), layout_b=(2, 16, 1024), mask=[0, 0, 0, 0xff, 0x1, 0, 0, 0]),
    Case("pair_128", "i8", 128, 64, "s8", "s8", pair=True, layout_a=(2, 16, 1024), layout_b=(2, 16, 1024)),
    Case("pair_mx", "mxf8f6f4", 256, 64, "e4m3", "e3m2", pair=True, factors=1, vector=".scale_vec::1X", ids=(0, 2), layout_a=(6, 16, 256), layout_b=(6, 16, 256)),
    Case("shifted", "f16", 128, 32, "f16", "f16", tensor_a=True, shifts=True, layout_b=(2, 16, 1024)),
]


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    chosen = [c for c in CASES + COPIES + ACCESSES
              if not sys.argv[2:] or c.name in sys.argv[2:]]
    text = """.version 8.8
.target sm_100a
.address_size 64
.extern .shared .align 1024 .b8 sm[];
.shared .align 8 .b64 mbar;
.shared .align 4 .b32 tptr;
"""
    launches = []
    for case in chosen:
        if isinstance(case, Access):
            text += case.kernel()
        else:
            case.make()
            text += kernel(case)

        def buffer(name, data, **more):
            file = f"{case.name}.{name}.bin"
            with open(os.path.join(out, file), "wb") as f:
                f.write(data)
            return dict(kind="buf", bytes=len(data), **more), file

        def given(name, data):
            argument, file = buffer(name, data)
            return dict(argument, init=file)

        def words(blocks):
            return b"".join(struct.pack(f"<{WIDTH}I", *lane)
                            for block in blocks for lane in block)

        if isinstance(case, Access):
            expected, file = buffer("d", case.result(), init=None, elem="u32",
                                    compare="exact")
            launches.append(dict(
                entry=case.name, grid=[1, 1, 1], block=[32, 1, 1],
                args=[dict(expected, expect=file)]))
            continue
        expected, file = buffer("d", words(case.result()), init=None,
                                elem="u32", compare="exact")
        launches.append(dict(
            entry=case.name, grid=[case.blocks, 1, 1], block=[128, 1, 1],
            dynamic_shared_bytes=SHARED,
            args=[given("a", b"".join(s.data for s in case.shared)),
                  given("c", words(case.cells)),
                  given("e", struct.pack("<24I", *case.words())),
                  dict(expected, expect=file)]))
    with open(os.path.join(out, "tcgen05.ptx"), "w") as f:
        f.write(text)
    with open(os.path.join(out, "tcgen05.json"), "w") as f:
        json.dump(dict(module="tcgen05.ptx", arch="sm_100a",
                       covers="tcgen05.mma", launches=launches), f)


main()
