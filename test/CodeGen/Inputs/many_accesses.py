"""A kernel of one block: as many loads, sums and stores as the argument says."""

import sys

print(""".version 1.4
.target sm_10
.entry many (.param .u32 in, .param .u32 out)
{
  .reg .u32 %r<3>;
  .reg .f32 %f<3>;
  ld.param.u32 %r1, [in];
  ld.param.u32 %r2, [out];
  mov.f32 %f1, 0f00000000;""")
for n in range(int(sys.argv[1])):
    print(f"  ld.global.f32 %f2, [%r1+{4 * n}];\n  add.f32 %f1, %f1, %f2;\n"
          f"  st.global.f32 [%r2+{4 * n}], %f1;")
print("  exit;\n}")
