// Operations on the bytes and halves of a word, against the same by single numbers.
#include <cstdio>
#include <cstdlib>

const int Cases = 64, Operations = 26;

__global__ void packed(const unsigned *as, const unsigned *bs, const unsigned *cs, unsigned *out) {
  const unsigned a = as[threadIdx.x], b = bs[threadIdx.x], c = cs[threadIdx.x];
  const unsigned results[] = {unsigned(__dp4a(int(a), int(b), int(c))),
                              __dp4a(a, b, c),
                              unsigned(__dp2a_lo(int(a), int(b), int(c))),
                              __dp2a_hi(a, b, c),
                              __byte_perm(a, b, c),
                              __vadd4(a, b),
                              __vaddss4(a, b),
                              __vaddus4(a, b),
                              __vsub2(a, b),
                              __vsubss2(a, b),
                              __vabsdiffs4(a, b),
                              __vabsdiffu4(a, b),
                              __vsads4(a, b),
                              __vsadu4(a, b),
                              __vavgu4(a, b),
                              __vmaxs4(a, b),
                              __vminu2(a, b),
                              __vcmpgts4(a, b),
                              __vcmpleu2(a, b),
                              __vsetgts2(a, b),
                              __vabsss4(a),
                              __vneg4(a),
                              unsigned(__viaddmax_s32(a, b, c)),
                              unsigned(__vimax3_s32(a, b, c)),
                              __vimin3_u16x2(a, b, c),
                              __viaddmin_s16x2_relu(a, b, c)};
  for (int i = 0; i < Operations; ++i)
    out[threadIdx.x * Operations + i] = results[i];
}

static int s8(unsigned v, int n) { return static_cast<signed char>(v >> 8 * n); }
static int u8(unsigned v, int n) { return v >> 8 * n & 255; }
static int s16(unsigned v, int n) { return static_cast<short>(v >> 16 * n); }
static int u16(unsigned v, int n) { return v >> 16 * n & 65535; }
static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static int within(int v, int low, int high) { return most(low, least(v, high)); }

template <typename Fn> static unsigned bytes(Fn of) {
  unsigned all = 0;
  for (int n = 0; n < 4; ++n)
    all |= unsigned(of(n) & 255) << 8 * n;
  return all;
}
template <typename Fn> static unsigned halves(Fn of) { return unsigned(of(0) & 65535) | unsigned(of(1)) << 16; }

static void expect(unsigned a, unsigned b, unsigned c, unsigned *to) {
  int dots = 0, dotu = 0, sads = 0, sadu = 0;
  for (int n = 0; n < 4; ++n) {
    dots += s8(a, n) * s8(b, n);
    dotu += u8(a, n) * u8(b, n);
    sads += abs(s8(a, n) - s8(b, n));
    sadu += abs(u8(a, n) - u8(b, n));
  }
  *to++ = dots + c;
  *to++ = dotu + c;
  *to++ = s16(a, 0) * s8(b, 0) + s16(a, 1) * s8(b, 1) + c;
  *to++ = u16(a, 0) * u8(b, 2) + u16(a, 1) * u8(b, 3) + c;
  *to++ = bytes([&](int n) { return u8(c >> 4 * n & 4 ? b : a, c >> 4 * n & 3); });
  *to++ = bytes([&](int n) { return u8(a, n) + u8(b, n); });
  *to++ = bytes([&](int n) { return within(s8(a, n) + s8(b, n), -128, 127); });
  *to++ = bytes([&](int n) { return within(u8(a, n) + u8(b, n), 0, 255); });
  *to++ = halves([&](int n) { return s16(a, n) - s16(b, n); });
  *to++ = halves([&](int n) { return within(s16(a, n) - s16(b, n), -32768, 32767); });
  *to++ = bytes([&](int n) { return abs(s8(a, n) - s8(b, n)); });
  *to++ = bytes([&](int n) { return abs(u8(a, n) - u8(b, n)); });
  *to++ = sads;
  *to++ = sadu;
  *to++ = bytes([&](int n) { return (u8(a, n) + u8(b, n) + 1) >> 1; });
  *to++ = bytes([&](int n) { return most(s8(a, n), s8(b, n)); });
  *to++ = halves([&](int n) { return least(u16(a, n), u16(b, n)); });
  *to++ = bytes([&](int n) { return s8(a, n) > s8(b, n) ? 255 : 0; });
  *to++ = halves([&](int n) { return u16(a, n) <= u16(b, n) ? 65535 : 0; });
  *to++ = halves([&](int n) { return s16(a, n) > s16(b, n); });
  *to++ = bytes([&](int n) { return least(abs(s8(a, n)), 127); });
  *to++ = bytes([&](int n) { return -s8(a, n); });
  *to++ = most(int(a + b), int(c));
  *to++ = most(most(int(a), int(b)), int(c));
  *to++ = halves([&](int n) { return least(least(u16(a, n), u16(b, n)), u16(c, n)); });
  *to++ = halves([&](int n) { return most(0, least(static_cast<short>(s16(a, n) + s16(b, n)), s16(c, n))); });
}

int main() {
  unsigned *words, *out, random = 12345;
  cudaMallocManaged(&words, 3 * Cases * sizeof(unsigned));
  cudaMallocManaged(&out, Cases * Operations * sizeof(unsigned));
  for (int i = 0; i < 3 * Cases; ++i)
    words[i] = random = random * 1664525 + 1013904223;
  const unsigned corners[] = {0x80808080, 0x7f7f7f7f, 0, 0xffffffff, 0x80000000};
  for (int i = 0; i < 25; ++i) {
    words[i] = corners[i / 5];
    words[Cases + i] = corners[i % 5];
  }
  packed<<<1, Cases>>>(words, words + Cases, words + 2 * Cases, out);
  printf("%d\n", cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < Cases; ++i) {
    unsigned expected[Operations];
    expect(words[i], words[Cases + i], words[2 * Cases + i], expected);
    for (int n = 0; n < Operations; ++n)
      if (out[i * Operations + n] != expected[n]) {
        printf("operation %d of %x %x %x: %x, not %x\n", n, words[i], words[Cases + i], words[2 * Cases + i],
               out[i * Operations + n], expected[n]);
        ++wrong;
      }
  }
  printf("%d wrong\n", wrong);
}

// Prints:
//   0
//   0 wrong
