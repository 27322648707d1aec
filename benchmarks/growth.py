"""Kernels of any size: the programs of compile-time --growth."""

from growth_calls import CALLS
from growth_chains import CHAINS, chain
from growth_modules import MODULES

OTHERS = MODULES | CALLS

HEAD = """.version 1.4
.target sm_13
.entry grown (.param .u64 in, .param .u64 out)
{
  .reg .u32 %r<64>;
  .reg .u64 %rd<8>;
  .reg .f32 %f<64>;
  .reg .f64 %d<16>;
  .reg .pred %p<4>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  cvt.u32.u16 %r1, %tid.x;
  mul.lo.u32 %r2, %r1, 4;
  cvt.u64.u32 %rd3, %r2;
  add.u64 %rd1, %rd1, %rd3;
  add.u64 %rd2, %rd2, %rd3;
  ld.global.f32 %f1, [%rd1];
  ld.global.u32 %r3, [%rd1+4];
  cvt.f64.f32 %d1, %f1;
  mov.f64 %d2, %d1;
"""
TAIL = """  st.global.f32 [%rd2], %f1;
  st.global.u32 [%rd2+4], %r3;
  st.global.f64 [%rd2+8], %d2;
  exit;
}
"""


def straight(size):
    """One block: sums and products, each with the two before it."""
    lines = ["add.f32 %f2, %f1, %f1;", "xor.b32 %r4, %r3, %r1;"]
    for n in range(0, size, 4):
        lines += [f"mad.f32 %f{1 + n // 4 % 8}, %f{1 + (n // 4 + 7) % 8}, %f2, %f1;"
                  if n >= 32 else f"add.f32 %f{1 + n // 4 % 8}, %f1, %f2;",
                  "mul.f32 %f2, %f2, %f1;", f"add.u32 %r3, %r3, {n + 1};",
                  "xor.b32 %r4, %r4, %r3;"]
    return lines + ["add.u32 %r3, %r3, %r4;"]


def blocks(size):
    """Branches that some lanes take, each around two instructions."""
    lines = []
    for n in range(size // 5):
        lines += [f"setp.lt.u32 %p1, %r3, {n * 7919 % 65521};", f"@%p1 bra skip{n};",
                  f"add.u32 %r3, %r3, {n * 3 + 1};", "xor.b32 %r3, %r3, %r1;",
                  f"skip{n}:", f"add.u32 %r3, %r3, %r1;"]
    return lines


def loops(size):
    """Loops one behind the other, each of eight instructions."""
    lines = []
    for n in range(size // 8):
        lines += ["mov.u32 %r5, 0;", f"loop{n}:", "mad.f32 %f1, %f1, %f1, %f1;",
                  f"add.u32 %r3, %r3, {n + 1};", "xor.b32 %r3, %r3, %r1;",
                  "add.u32 %r5, %r5, 1;", f"setp.lt.u32 %p1, %r5, %r{1 + 2 * (n % 2)};",
                  f"@%p1 bra loop{n};", "add.u32 %r3, %r3, %r5;"]
    return lines


def loads(size):
    """Loads and stores in turn, none of which can be left out."""
    lines = []
    for n in range(size // 3):
        lines += [f"ld.global.f32 %f3, [%rd1+{4 * (n % 4096)}];", "add.f32 %f1, %f1, %f3;",
                  f"st.global.f32 [%rd2+{4 * (n % 4096 + 4)}], %f1;"]
    return lines


def divisions(size):
    """Divisions of f64, which are calls or copies of a builtin."""
    lines = ["mov.f64 %d3, 0d3FF8000000000000;"]
    for n in range(size // 2):
        lines += ["div.rn.f64 %d2, %d2, %d3;", "add.f64 %d3, %d3, %d1;"]
    return lines


KERNELS = {"straight": straight, "blocks": blocks, "loops": loops, "loads": loads,
           "divisions": divisions}
SHAPES = [*KERNELS, *CHAINS, *OTHERS]


def module(shape, size):
    """PTX of about \\p size instructions."""
    if shape in CHAINS:
        return chain(shape, size)
    if shape in OTHERS:
        return OTHERS[shape](size)
    body = "".join(f"  {line}\n" for line in KERNELS[shape](size))
    return HEAD + body + TAIL
