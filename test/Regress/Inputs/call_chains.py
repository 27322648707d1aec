#!/usr/bin/env python3
"""call_chains.py double|single|divide|generic N: prints a module with N
functions, each of which calls the one before it twice or once (generic: twice,
with a load through a generic address at the end), or with a kernel of N
divisions of f64."""
import sys

kind, count = sys.argv[1], int(sys.argv[2])
generic = kind == "generic"
print(".version 3.0\n.target sm_20\n.address_size 32" if generic
      else ".version 1.4\n.target sm_13")
if kind == "divide":
    print(""".entry k (.param .u32 out)
{
  .reg .u32 p;
  .reg .f64 x, y;
  ld.param.u32 p, [out];
  ld.global.f64 x, [p];
  ld.global.f64 y, [p+8];""")
    for _ in range(count):
        print("  div.rn.f64 x, x, y;\n  add.f64 y, y, x;")
    print("  st.global.f64 [p], x;\n  exit;\n}")
    sys.exit()
for i in range(count):
    print(f".func (.reg .u32 r) f{i} (.reg .u32 a)\n{{\n  .reg .u32 b;")
    if i == 0:
        print("  ld.u32 r, [a];" if generic else "  add.u32 r, a, 1;")
    elif kind == "single":
        print(f"  call (b), f{i - 1}, (a);\n  add.u32 r, b, 1;")
    else:
        print(f"  call (b), f{i - 1}, (a);\n  call (r), f{i - 1}, (b);")
    print("  ret;\n}")
tid = "mov.u32" if generic else "cvt.u32.u16"
print(f""".entry k (.param .u32 out)
{{
  .reg .u32 p, a;
  ld.param.u32 p, [out];
  {tid} a, %tid.x;
  call (a), f{count - 1}, (a);
  st.global.u32 [p], a;
  exit;
}}""")
