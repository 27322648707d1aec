#!/usr/bin/env python3
"""Makes a job of wgmma.mma_async: kernels, operands, and what they give.

usage: wgmma.py DIRECTORY [NAME...]

A model of where descriptors, registers and metadata have the elements of
matrices, written from the PTX manual. Operands are small, so that sums are exact
in any order.
"""

import json
import os
import random
import struct
import sys

RANDOM = random.Random(3)
SHARED_A, SHARED_B, SHARED = 0, 16384, 57344
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8,
        "u8": 8, "b1": 1}
DEPTHS = {16: 16, 32: 8, 8: 32, 1: 256}
# Bytes of a row, the bits of a descriptor, and bits of the address.
SWIZZLES = {0: (16, 0), 32: (3, 1), 64: (2, 3), 128: (1, 7)}
EXPONENTS = {"e4m3": (4, 3), "e5m2": (5, 2)}


def encode(kind, value):
    if kind in ("s8", "u8", "b1"):
        return value & 255
    if kind == "f16":
        return struct.unpack("<H", struct.pack("<e", value))[0]
    word = struct.unpack("<I", struct.pack("<f", value))[0]
    if kind == "bf16":
        return word >> 16
    if kind in ("tf32", "f32"):
        return word
    exponent, fraction = EXPONENTS[kind]
    if value == 0:
        return 0
    return (word >> 31 << 7
            | (word >> 23 & 255) - 128 + 2 ** (exponent - 1) << fraction
            | word >> 23 - fraction & (1 << fraction) - 1)


def choose(kind):
    if kind == "b1":
        return RANDOM.randrange(2)
    if kind in ("s8", "u8"):
        return RANDOM.randrange(-128, 128) + 128 * (kind == "u8")
    return RANDOM.choice([0, 1, 2, 3, -1, -2, -4, 0.5, -1.5])


class Case:
    def __init__(self, n, a, b=None, d="f32", swizzle_a=128, swizzle_b=128,
                 turned=(0, 0), signs=(1, 1), adds=1, registers=False,
                 sparse=None, saturates=False):
        b = b or a
        self.__dict__.update(locals())
        self.bits = BITS[a]
        self.stored = DEPTHS[self.bits]
        self.k = self.stored * (1 if sparse is None else 2)
        self.name = (f"n{n}_{d}_{a}_{b}_s{swizzle_a}_{swizzle_b}_t{turned[0]}"
                     f"{turned[1]}_{'r' if registers else 'm'}"
                     + ("" if sparse is None else f"_sp{sparse}"))

    def put(self, shared, start, rows, kind, swizzle, turned):
        """Elements [row][k] in shared memory; returns the descriptor."""
        mode, mask = SWIZZLES[swizzle]
        mode = 0 if swizzle == 0 else mode
        count, depth = len(rows), len(rows[0])
        each = 128 // self.bits
        wide = max(swizzle, 16)
        if turned:
            per = swizzle * 8 // self.bits if swizzle else each
            if swizzle:
                stride = 8 * swizzle
                leading = stride * ((depth + 7) // 8)
            else:
                leading = 128
                stride = leading * ((depth + 7) // 8)
        elif swizzle:
            leading, stride = 16, 8 * swizzle
        else:
            leading = 128
            stride = leading * ((depth + each - 1) // each)
        for r, row in enumerate(rows):
            for k, value in enumerate(row):
                bit = 0
                if turned and swizzle:
                    at = (r % per * self.bits // 8 + r // per * leading
                          + k % 8 * swizzle + k // 8 * stride)
                elif turned:
                    at = (r % each * self.bits // 8 + r // each * stride
                          + k % 8 * 16 + k // 8 * leading)
                elif swizzle:
                    at = r % 8 * wide + r // 8 * stride + k * self.bits // 8
                    bit = k * self.bits % 8
                else:
                    at = (r % 8 * 16 + r // 8 * stride
                          + k % each * self.bits // 8 + k // each * leading)
                    bit = k * self.bits % 8
                at += start
                at ^= (at >> 7 & mask) << 4
                word = encode(kind, value) << bit
                for byte in range(max(1, self.bits // 8)):
                    shared[at + byte] |= word >> 8 * byte & 255
        return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | mode << 62

    def metadata(self):
        """Which elements of each row are there, and each thread's word."""
        words = [0] * 128
        kept = [list(range(self.k)) for _ in range(64)]
        if self.sparse is None:
            return kept, words
        for m in range(64):
            warp, r = divmod(m, 16)
            kept[m] = []
            unit = 2 if self.bits == 32 else 4
            for c in range(self.k // unit):
                if unit == 2:
                    which = RANDOM.randrange(2)
                    nibble = (4, 14)[which]
                    kept[m].append(2 * c + which)
                else:
                    low, high = sorted(RANDOM.sample(range(4), 2))
                    nibble = low | high << 2
                    kept[m] += [4 * c + low, 4 * c + high]
                half = c // (self.k // unit // 2)
                if self.bits == 8:
                    place = c % 8
                    q, shift = 2 * half + r // 8, 4 * place
                else:
                    place = c % 4
                    q, shift = 2 * self.sparse + half, 16 * (r // 8) + 4 * place
                words[32 * warp + 4 * (r % 8) + q] |= nibble << shift
        return kept, words

    def make(self):
        shared = bytearray(SHARED)
        a = [[choose(self.a) for _ in range(self.stored)] for _ in range(64)]
        b = [[choose(self.b) for _ in range(self.k)] for _ in range(self.n)]
        self.desc_a = 0
        words = [[0] * 4 for _ in range(128)]
        if not self.registers:
            self.desc_a = self.put(shared, SHARED_A, a, self.a, self.swizzle_a,
                                   self.turned[0])
        else:
            each = 32 // self.bits
            for t in range(128):
                for r in range(4):
                    row = 16 * (t // 32) + t % 32 // 4 + 8 * (r & 1)
                    for j in range(each):
                        k = (r >> 1) * 4 * each + t % 4 * each + j
                        words[t][r] |= encode(self.a, a[row][k]) << self.bits * j
        self.desc_b = self.put(shared, SHARED_B, b, self.b, self.swizzle_b,
                               self.turned[1])
        kept, meta = self.metadata()
        integer = self.d == "s32"
        limit = 2**31 if integer else 30
        before = [[RANDOM.randrange(-limit, limit) for _ in range(self.n)]
                  for _ in range(64)]
        after = [[0] * self.n for _ in range(64)]
        for m in range(64):
            for n in range(self.n):
                terms = [(a[m][i], b[n][k]) for i, k in enumerate(kept[m])]
                total = sum(x * y for x, y in terms)
                total *= self.signs[0] * self.signs[1]
                total += before[m][n] * self.adds
                if self.saturates:
                    total = max(-(2**31), min(2**31 - 1, total))
                after[m][n] = total
        self.count = self.n // (4 if self.d == "f16" else 2)
        return (bytes(shared), b"".join(struct.pack("<4I", *w) for w in words),
                struct.pack("<128I", *meta), self.spread(before),
                self.spread(after))

    def spread(self, matrix):
        """The registers of an accumulator, thread by thread."""
        data = b""
        for t in range(128):
            for i in range(self.n // 2):
                row = 16 * (t // 32) + t % 32 // 4 + 8 * (i >> 1 & 1)
                value = matrix[row][8 * (i >> 2) + 2 * (t % 4) + (i & 1)]
                if self.d == "s32":
                    data += struct.pack("<I", value & 0xFFFFFFFF)
                else:
                    data += struct.pack("<e" if self.d == "f16" else "<f", value)
        return data

    def instruction(self):
        name = "wgmma.mma_async" + ".sp" * (self.sparse is not None)
        name += (f".sync.aligned.m64n{self.n}k{self.k}.{self.d}.{self.a}"
                 f".{self.b}" + ".and.popc" * (self.a == "b1")
                 + ".satfinite" * self.saturates)
        operands = ["{" + ", ".join(f"%d{i}" for i in range(self.count)) + "}"]
        operands += ["{%a0, %a1, %a2, %a3}" if self.registers else "%da", "%db"]
        if self.sparse is not None:
            operands += ["%m", str(self.sparse)]
        operands.append("%en")
        if self.d != "s32":
            operands += [str(s) for s in self.signs]
        if self.bits == 16:
            operands += [str(t) for t in self.turned[self.registers:]]
        return name + " " + ", ".join(operands) + ";"

    def kernel(self):
        loads = "".join(f"  ld.global.b32 %d{i}, [%g+{4 * i}];\n"
                        for i in range(self.count))
        stores = "".join(f"  st.global.b32 [%g+{4 * i}], %d{i};\n"
                         for i in range(self.count))
        return f"""
.visible .entry {self.name}(.param .u64 ps, .param .u64 pa, .param .u64 pm, .param .u64 pd, .param .u64 da, .param .u64 db)
{{
  .reg .pred %p, %en;
  .reg .b32 %t, %i, %s, %m, %x<4>, %a<4>, %d<128>;
  .reg .b64 %g, %o, %da, %db, %base;
  mov.u32 %t, %tid.x;
  mov.u32 %i, %t;
  ld.param.u64 %g, [ps];
COPY:
  mul.wide.u32 %o, %i, 16;
  add.u64 %o, %o, %g;
  ld.global.v4.u32 {{%x0, %x1, %x2, %x3}}, [%o];
  mov.u32 %s, sm;
  mad.lo.u32 %s, %i, 16, %s;
  st.shared.v4.u32 [%s], {{%x0, %x1, %x2, %x3}};
  add.u32 %i, %i, 128;
  setp.lt.u32 %p, %i, {SHARED // 16};
  @%p bra COPY;
  fence.proxy.async;
  bar.sync 0;
  ld.param.u64 %g, [pa];
  mul.wide.u32 %o, %t, 16;
  add.u64 %g, %g, %o;
  ld.global.v4.u32 {{%a0, %a1, %a2, %a3}}, [%g];
  ld.param.u64 %g, [pm];
  mul.wide.u32 %o, %t, 4;
  add.u64 %g, %g, %o;
  ld.global.u32 %m, [%g];
  ld.param.u64 %g, [pd];
  mul.wide.u32 %o, %t, {4 * self.count};
  add.u64 %g, %g, %o;
{loads}  mov.u32 %s, sm;
  cvt.u64.u32 %base, %s;
  shr.u64 %base, %base, 4;
  ld.param.u64 %da, [da];
  ld.param.u64 %db, [db];
  add.u64 %da, %da, %base;
  add.u64 %db, %db, %base;
  setp.ne.u32 %en, {self.adds}, 0;
  wgmma.fence.sync.aligned;
  {self.instruction()}
  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
{stores}  ret;
}}
"""


CASES = [
    Case(8, "f16", turned=(1, 0), swizzle_a=64, swizzle_b=0),
    Case(40, "f16", d="f16", turned=(0, 1), swizzle_a=32, swizzle_b=32),
    Case(256, "f16", turned=(1, 1), swizzle_a=0, swizzle_b=128),
    Case(104, "f16", registers=True, turned=(0, 1), swizzle_b=64, adds=0),
    Case(200, "bf16", turned=(1, 1), swizzle_a=32, swizzle_b=0, signs=(-1, 1)),
    Case(72, "bf16", registers=True, turned=(0, 0), swizzle_b=32,
         signs=(-1, -1)),
    Case(136, "tf32", swizzle_a=0, swizzle_b=64, signs=(1, -1)),
    Case(24, "tf32", registers=True, swizzle_b=0),
    Case(88, "e4m3", "e5m2", swizzle_a=64, swizzle_b=32),
    Case(48, "e5m2", "e4m3", d="f16", swizzle_a=0, swizzle_b=0, adds=0),
    Case(16, "e5m2", registers=True, swizzle_b=64, signs=(-1, 1)),
    Case(80, "s8", "u8", d="s32", swizzle_a=32, swizzle_b=64),
    Case(24, "u8", "s8", d="s32", registers=True, saturates=True, swizzle_b=0),
    Case(240, "u8", d="s32", swizzle_a=128, swizzle_b=32, adds=0),
    Case(32, "b1", d="s32", swizzle_a=64, swizzle_b=128),
    Case(112, "b1", d="s32", registers=True, swizzle_b=0, adds=0),
    Case(56, "f16", sparse=0, turned=(1, 1), swizzle_a=128, swizzle_b=64),
    Case(16, "bf16", sparse=1, registers=True, turned=(0, 1), swizzle_b=0),
    Case(96, "tf32", sparse=0, swizzle_a=32, swizzle_b=128),
    Case(8, "tf32", sparse=1, registers=True, swizzle_b=64),
    Case(64, "e4m3", "e5m2", d="f16", sparse=0, swizzle_a=0, swizzle_b=64,
         signs=(-1, 1)),
    Case(128, "s8", d="s32", sparse=0, registers=True, swizzle_b=128,
         saturates=True),
]


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    text = """.version 8.8
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 sm[];
"""
    launches = []
    for case in CASES:
        shared, registers, meta, before, after = case.make()
        if sys.argv[2:] and case.name not in sys.argv[2:]:
            continue

        def buffer(what, data, expected=None):
            names = []
            for suffix, content in (("in", data), ("out", expected)):
                if content is not None:
                    names.append(f"{case.name}.{what}.{suffix}")
                    with open(os.path.join(out, names[-1]), "wb") as f:
                        f.write(content)
            b = dict(kind="buf", bytes=len(data), init=names[0])
            if expected is not None:
                b |= dict(expect=names[1], elem="u32", compare="exact")
            return b

        text += case.kernel()
        launches.append(dict(
            entry=case.name, grid=[1, 1, 1], block=[128, 1, 1],
            dynamic_shared_bytes=SHARED,
            args=[buffer("s", shared), buffer("a", registers),
                  buffer("m", meta), buffer("d", before, after),
                  dict(kind="u64", value=case.desc_a),
                  dict(kind="u64", value=case.desc_b)]))
    with open(os.path.join(out, "wgmma.ptx"), "w") as f:
        f.write(text)
    with open(os.path.join(out, "wgmma.json"), "w") as f:
        json.dump(dict(module="wgmma.ptx", arch="sm_90a", covers="wgmma",
                       launches=launches), f)


main()
