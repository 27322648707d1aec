"""A kernel of one block: 4000 loads and stores of 1500 addresses each."""

print(""".version 1.4
.target sm_10
.entry long (.param .u32 in, .param .u32 out)
{
  .reg .u32 %r<3>;
  .reg .f32 %f<3>;
  ld.param.u32 %r1, [in];
  ld.param.u32 %r2, [out];
  mov.f32 %f1, 0f00000000;""")
for n in range(4000):
    print(f"  ld.global.f32 %f2, [%r1+{4 * (n % 1500)}];\n  add.f32 %f1, %f1, %f2;\n"
          f"  st.global.f32 [%r2+{4 * (n % 1500) + 4}], %f1;")
print("  exit;\n}")
