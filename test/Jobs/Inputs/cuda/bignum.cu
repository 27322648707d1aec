// A product of 256 by 256 bits by chains of carries, as programs write them in
// PTX.
#include "threads.h"

#define CHAIN(HALF, A, B, R)                                                   \
  asm("mad." HALF ".cc.u32 %0, %9, %10, %0;\n\t"                               \
      "madc." HALF ".cc.u32 %1, %9, %11, %1;\n\t"                              \
      "madc." HALF ".cc.u32 %2, %9, %12, %2;\n\t"                              \
      "madc." HALF ".cc.u32 %3, %9, %13, %3;\n\t"                              \
      "madc." HALF ".cc.u32 %4, %9, %14, %4;\n\t"                              \
      "madc." HALF ".cc.u32 %5, %9, %15, %5;\n\t"                              \
      "madc." HALF ".cc.u32 %6, %9, %16, %6;\n\t"                              \
      "madc." HALF ".cc.u32 %7, %9, %17, %7;\n\t"                              \
      "addc.u32 %8, %8, 0;"                                                    \
      : "+r"(R[0]), "+r"(R[1]), "+r"(R[2]), "+r"(R[3]), "+r"(R[4]),            \
        "+r"(R[5]), "+r"(R[6]), "+r"(R[7]), "+r"(R[8])                         \
      : "r"(A), "r"(B[0]), "r"(B[1]), "r"(B[2]), "r"(B[3]), "r"(B[4]),         \
        "r"(B[5]), "r"(B[6]), "r"(B[7]))

BOTH void thread(const u32 *in, u32 *out) {
  const u32 *a = in, *b = in + 8;
  u32 r[18] = {};
#ifdef __CUDA_ARCH__
#pragma unroll
  for (int i = 0; i < 8; i++) {
    CHAIN("lo", a[i], b, (r + i));
    CHAIN("hi", a[i], b, (r + i + 1));
  }
#else
  for (int i = 0; i < 8; i++) {
    u64 carry = 0;
    for (int k = 0; k < 8; k++) {
      carry += u64(a[i]) * b[k] + r[i + k];
      r[i + k] = carry;
      carry >>= 32;
    }
    r[i + 8] = carry;
  }
#endif
  for (int i = 0; i < 16; i++)
    out[i] = r[i];
}
