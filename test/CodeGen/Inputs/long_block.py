"""A kernel of one block: 6000 loads and stores, each store of a sum so far."""

print(""".version 1.4
.target sm_10
.entry long (.param .u32 in, .param .u32 out)
{
  .reg .u32 %r<3>;
  .reg .f32 %f<3>;
  ld.param.u32 %r1, [in];
  ld.param.u32 %r2, [out];
  mov.f32 %f1, 0f00000000;""")
for n in range(3000):
    print(f"  ld.global.f32 %f2, [%r1+{4 * n}];\n  add.f32 %f1, %f1, %f2;\n"
          f"  st.global.f32 [%r2+{4 * n + 4}], %f1;")
print("  exit;\n}")
