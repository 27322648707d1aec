"""chain.py KIND N: thread t stores what a chain of N steps makes of its index."""

import sys

STEPS = {
    "add": "add.u32 %r2, %r0, {n}; add.u32 %r1, %r1, %r2;",
    "mad": "mad.lo.u32 %r1, %r0, {n}, %r1; add.u32 %r1, %r1, {n};",
    "wide": "add.s64 %d3, %d2, {n}; add.s64 %d1, %d1, %d3; cvt.u32.u64 %r1, %d1;",
    "narrow": "cvt.u16.u32 %h1, %r1; add.u16 %h1, %h1, {n}; cvt.u32.u16 %r1, %h1;"
    " add.u32 %r1, %r1, %r0;",
    "const": "ld.const.u32 %r2, [v{n}]; mad.lo.u32 %r1, %r2, %r0, %r1;",
}
kind, count = sys.argv[1], int(sys.argv[2])
print(".version 8.0\n.target sm_80\n.address_size 64")
if kind == "const":
    print("".join(f".const .u32 v{n} = {n};\n" for n in range(1, count)))
print(""".visible .entry k(.param .u64 o) {
  .reg .b16 %h<2>; .reg .b32 %r<3>; .reg .b64 %d<4>;
  ld.param.u64 %d0, [o];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %d1, %r0, 4;
  add.u64 %d0, %d0, %d1;
  mov.u32 %r1, %r0;
  cvt.u64.u32 %d2, %r0;
  mov.u64 %d1, %d2;""")
for n in range(1, count):
    print(" ", STEPS[kind].format(n=n))
print("  st.global.u32 [%d0], %r1;\n  exit;\n}")
