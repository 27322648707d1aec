"""Long chains: each step takes the one before it, in a form that a rule of an
optimizer might follow to the start of the chain."""

# Steps of a chain by their number: %r3 and its kin are what is carried on, %r1 and
# its kin are the same in all steps.
CHAINS = {
    "add-constant": lambda n: [f"add.u32 %r4, %r1, {n};", "add.u32 %r3, %r3, %r4;"],
    "mad-constant": lambda n: [f"mad.lo.u32 %r3, %r1, {n}, %r3;",
                               f"add.u32 %r3, %r3, {n};"],
    "sub": lambda n: [f"sub.u32 %r4, {n}, %r1;", "sub.u32 %r3, %r4, %r3;"],
    "xor": lambda n: [f"xor.b32 %r4, %r1, {n};", "xor.b32 %r3, %r3, %r4;"],
    "and-or": lambda n: [f"and.b32 %r4, %r1, {n};", "or.b32 %r3, %r3, %r4;",
                         f"and.b32 %r3, %r3, {~(1 << n % 31)};"],
    "min": lambda n: [f"add.u32 %r4, %r1, {n};", "min.s32 %r3, %r3, %r4;"],
    "min-max": lambda n: [f"min.s32 %r3, %r3, {(1 << 30) - n};",
                          f"add.s32 %r4, %r1, {n};", "max.s32 %r3, %r3, %r4;"],
    "shift": lambda n: [f"shl.b32 %r4, %r1, {n % 31 + 1};", "add.u32 %r3, %r3, %r4;",
                        f"shr.u32 %r3, %r3, {n % 3};"],
    "rotate": lambda n: [f"shl.b32 %r4, %r3, {n % 31 + 1};",
                         f"shr.u32 %r3, %r3, {31 - n % 31};", "or.b32 %r3, %r3, %r4;"],
    "multiply": lambda n: [f"mul.lo.u32 %r3, %r3, {2 * n + 3};", "add.u32 %r3, %r3, %r1;"],
    "select": lambda n: [f"setp.lt.u32 %p1, %r1, {n};", f"add.u32 %r4, %r3, {n};",
                         "selp.u32 %r3, %r4, %r3, %p1;"],
    "select-own": lambda n: [f"setp.eq.u32 %p1, %r3, {n};",
                             f"selp.u32 %r3, {n * 7 + 1}, %r3, %p1;"],
    "predicate-and": lambda n: [f"setp.ne.u32 %p2, %r1, {n};",
                                "and.pred %p1, %p1, %p2;"],
    "predicate-mix": lambda n: [f"setp.lt.u32 %p2, %r1, {n};", "xor.pred %p1, %p1, %p2;",
                                f"setp.gt.u32 %p2, %r3, {n};", "or.pred %p1, %p1, %p2;"],
    "guarded": lambda n: [f"setp.lt.u32 %p2, %r1, {n};", f"@%p2 add.u32 %r3, %r3, {n};"],
    "narrow": lambda n: ["cvt.u16.u32 %h1, %r3;", f"add.u16 %h1, %h1, {n % 60000};",
                         "cvt.u32.u16 %r3, %h1;", "add.u32 %r3, %r3, %r1;"],
    "bytes": lambda n: ["cvt.u32.u8 %r4, %r3;", f"add.u32 %r4, %r4, {n};",
                        "xor.b32 %r3, %r3, %r4;"],
    "float-add": lambda n: [f"add.f32 %f3, %f1, 0f3F{n % 0x7fffff:06X};",
                            "add.f32 %f2, %f2, %f3;"],
    "float-fma": lambda n: [f"fma.rn.f32 %f2, %f2, %f1, 0f3F{n % 0x7fffff:06X};"],
    "float-min": lambda n: [f"mul.f32 %f3, %f1, 0f3F{n % 0x7fffff:06X};",
                            "min.f32 %f2, %f2, %f3;"],
    "float-select": lambda n: [f"setp.lt.f32 %p1, %f1, 0f3F{n % 0x7fffff:06X};",
                               "add.f32 %f3, %f2, %f1;", "selp.f32 %f2, %f3, %f2, %p1;"],
    "float-negate": lambda n: ["neg.f32 %f3, %f1;", "fma.rn.f32 %f2, %f2, %f3, %f1;",
                               "abs.f32 %f2, %f2;"],
    "double": lambda n: [f"fma.rn.f64 %d2, %d2, %d1, 0d3FF{n:013X};"],
    "long-add": lambda n: [f"add.s64 %rd5, %rd4, {n};", "add.s64 %rd3, %rd3, %rd5;"],
    "long-wide": lambda n: [f"mad.wide.u32 %rd3, %r1, {n}, %rd3;",
                            f"add.s64 %rd3, %rd3, {n};"],
    "long-xor": lambda n: [f"shl.b64 %rd5, %rd4, {n % 63 + 1};", "xor.b64 %rd3, %rd3, %rd5;"],
    "long-select": lambda n: [f"setp.lt.u64 %p1, %rd4, {n};", f"add.s64 %rd5, %rd3, {n};",
                              "selp.b64 %rd3, %rd5, %rd3, %p1;"],
    "carry": lambda n: [f"add.cc.u32 %r3, %r3, {n};", "addc.u32 %r4, %r4, %r1;",
                        "add.u32 %r3, %r3, %r4;"],
    "pointer": lambda n: [f"add.s64 %rd1, %rd1, {4 * (n % 64)};", "ld.global.u32 %r4, [%rd1];",
                          "add.u32 %r3, %r3, %r4;"],
    "pack": lambda n: ["mov.b64 {%r4, %r5}, %rd3;", f"add.u32 %r4, %r4, {n};",
                       "mov.b64 %rd3, {%r4, %r5};"],
    "copies": lambda n: [f"mov.u32 %r{5 + n % 2}, %r{5 + (n + 1) % 2};"],
}

HEAD = """.version 8.0
.target sm_80
.address_size 64
.visible .entry grown (.param .u64 in, .param .u64 out)
{
  .reg .b16 %h<4>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .reg .f32 %f<8>;
  .reg .f64 %d<8>;
  .reg .pred %p<4>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd4, %r1, 64;
  add.s64 %rd1, %rd1, %rd4;
  add.s64 %rd2, %rd2, %rd4;
  ld.global.v2.u32 {%r3, %r4}, [%rd1];
  ld.global.v2.f32 {%f1, %f2}, [%rd1+8];
  ld.global.v2.f64 {%d1, %d2}, [%rd1+16];
  ld.global.u64 %rd3, [%rd1+32];
  mov.u32 %r5, %r3;
  mov.u32 %r6, %r4;
  setp.lt.u32 %p1, %r1, %r3;
"""
TAIL = """  @%p1 add.u32 %r3, %r3, 1;
  st.global.v4.u32 [%rd2], {%r3, %r4, %r5, %r6};
  st.global.f32 [%rd2+16], %f2;
  st.global.f64 [%rd2+24], %d2;
  st.global.u64 [%rd2+32], %rd3;
  exit;
}
"""


def chain(name, size):
    """PTX of a kernel that is a chain of \\p size instructions."""
    lines, step = [], CHAINS[name]
    n = 1
    while len(lines) < size:
        lines += step(n)
        n += 1
    return HEAD + "".join(f"  {line}\n" for line in lines) + TAIL
