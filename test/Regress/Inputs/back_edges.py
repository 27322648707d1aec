"""A kernel of COUNT blocks, each with a branch back to one before it, and one
to the end when the fuel is used up. With --expect: what threads 0 to 3 store
for n = 3."""
import sys

count, expect = int(sys.argv[1]), "--expect" in sys.argv
state, blocks = 1, []
for i in range(count):
    state = (state * 1103515245 + 12345) % 2**31
    blocks.append(((state >> 16) % (i + 1), 1 << (state >> 8) % 8))

if expect:
    values = []
    for thread in range(4):
        value, fuel, at = 0, 300, 0
        while at < count:
            value = (value * (2 * at + 3) + 3 + thread) % 2**32
            fuel -= 1
            if fuel == 0:
                break
            back, mask = blocks[at]
            at = back if value & mask == 0 else at + 1
        values.append(value)
    print("EXPECT: 0: " + " ".join(map(str, values)))
    sys.exit()

print(
    """.version 1.4
.target sm_13
.entry k (.param .u64 out, .param .u32 n)
{
  .reg .u32 %t, %n, %value, %fuel, %bit;
  .reg .u64 %a<2>;
  .reg .pred %p;
  cvt.u32.u16 %t, %tid.x;
  ld.param.u32 %n, [n];
  mov.u32 %value, 0;
  mov.u32 %fuel, 300;"""
)
for i, (back, mask) in enumerate(blocks):
    print(f"B{i}:")
    print(f"  mad.lo.u32 %value, %value, {2 * i + 3}, %n;")
    print("  add.u32 %value, %value, %t;")
    print("  sub.u32 %fuel, %fuel, 1;")
    print("  setp.eq.u32 %p, %fuel, 0;")
    print("  @%p bra END;")
    print(f"  and.b32 %bit, %value, {mask};")
    print("  setp.eq.u32 %p, %bit, 0;")
    print(f"  @%p bra B{back};")
print(
    """END:
  ld.param.u64 %a0, [out];
  cvt.u64.u32 %a1, %t;
  shl.b64 %a1, %a1, 2;
  add.u64 %a0, %a0, %a1;
  st.global.u32 [%a0], %value;
  exit;
}"""
)
