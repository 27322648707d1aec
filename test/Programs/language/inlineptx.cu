// PTX in the program.
#include <cstdio>

__global__ void inlined(unsigned *out, int x, int y) {
  unsigned lane, low, high, carry, selected;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("{\n\t.reg .u64 t;\n\tmul.wide.u32 t, %2, %3;\n\tmov.b64 {%0, %1}, t;\n\t}"
      : "=r"(low), "=r"(high)
      : "r"(x), "r"(y));
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, 0, 5;" : "=r"(low), "=r"(carry) : "r"(low), "r"(0xffffffffu));
  asm("{\n\t.reg .pred p;\n\tsetp.lt.s32 p, %1, %2;\n\tselp.u32 %0, 11, 22, p;\n\t}" : "=r"(selected) : "r"(x), "r"(y));
  unsigned bfe, prmt, lop;
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(bfe) : "r"(x));
  asm("prmt.b32 %0, %1, %2, 0x3210;" : "=r"(prmt) : "r"(x), "r"(y));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(lop) : "r"(x), "r"(y), "r"(3));
  if (lane == 17) {
    out[0] = lane;
    out[1] = low;
    out[2] = high;
    out[3] = carry;
    out[4] = selected;
    out[5] = bfe;
    out[6] = prmt;
    out[7] = lop;
  }
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 32);
  inlined<<<1, 32>>>(out, 0x12345, 0x70000);
  printf("%d:", cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i)
    printf(" %x", out[i]);
  printf("\n");
}

// Prints:
//   0: 11 f6e2ffff 7 6 b 34 12345 62346
