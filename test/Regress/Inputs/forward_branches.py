"""Writes a kernel of COUNT forward branches: 'row' all to one label, 'nest' each
to a label of its own, the first one's last."""
import sys

shape, count = sys.argv[1], int(sys.argv[2])
row = shape == "row"
print(
    """.version 1.4
.target sm_13
.entry k (.param .u64 out, .param .u32 n)
{
  .reg .u32 %r<4>;
  .reg .u64 %a<2>;
  .reg .pred %p;
  cvt.u32.u16 %r0, %tid.x;
  ld.param.u32 %r1, [n];
  mov.u32 %r2, 0;"""
)
for i in range(count):
    print(f"  setp.eq.u32 %p, %r0, {i + 1};")
    print(f"  @%p bra L{0 if row else i};")
    print("  add.u32 %r2, %r2, %r1;")
for i in [0] if row else reversed(range(count)):
    print(f"L{i}:")
    print("  add.u32 %r2, %r2, 1;")
print(
    """  ld.param.u64 %a0, [out];
  cvt.u64.u32 %a1, %r0;
  shl.b64 %a1, %a1, 2;
  add.u64 %a0, %a0, %a1;
  st.global.u32 [%a0], %r2;
  exit;
}"""
)
