// What a test of code that runs in each thread needs: types, the kernel that
// calls it, and, built with a host compiler and -DREFERENCE -fwrapv, a program
// that makes the expected results: REFERENCE THREADS IN OUT. A file that
// defines WHOLE_GRID has a kernel of its own, and a function grid for its host.
// What is written starts as a copy of what is read.
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#ifdef REFERENCE
#include <stdio.h>
#include <stdlib.h>
#define BOTH
#define NOINLINE __attribute__((noinline))
#else
#define BOTH __host__ __device__
#define NOINLINE __noinline__
#endif

// Words that a thread reads and writes.
constexpr int Words = 16;

#ifndef WHOLE_GRID
BOTH void thread(const u32 *in, u32 *out);
#endif

#ifdef REFERENCE
void grid(const u32 *in, u32 *out, int threads);
#ifndef WHOLE_GRID
void grid(const u32 *in, u32 *out, int threads) {
  for (int i = 0; i != threads * Words; i += Words)
    thread(in + i, out + i);
}
#endif
int main(int, char **argv) {
  int threads = atoi(argv[1]), count = threads * Words;
  u32 *in = (u32 *)malloc(count * 4), *out = (u32 *)malloc(count * 4);
  FILE *file = fopen(argv[2], "rb");
  if (fread(in, 4, count, file) != size_t(count))
    return 1;
  memcpy(out, in, count * 4);
  grid(in, out, threads);
  file = fopen(argv[3], "wb");
  return fwrite(out, 4, count, file) != size_t(count) || fclose(file);
}
#elif !defined WHOLE_GRID
extern "C" __global__ void kernel(const u32 *in, u32 *out) {
  int at = (blockIdx.x * blockDim.x + threadIdx.x) * Words;
  thread(in + at, out + at);
}
#endif

BOTH inline u32 bits(float f) { return f != f ? 1 : *(u32 *)&f; }
BOTH inline u64 bits(double d) { return d != d ? 1 : *(u64 *)&d; }
BOTH inline float asFloat(u32 x) { return *(float *)&x; }
BOTH inline double asDouble(u64 x) { return *(double *)&x; }
BOTH inline u64 join(u32 high, u32 low) { return u64(high) << 32 | low; }
BOTH inline u32 fold(u64 x) { return x ^ x >> 32; }
