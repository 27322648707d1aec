// Structs by value, templates, virtual calls, recursion, tables of functions,
// switches, 128-bit integers.
#include "threads.h"

struct Mixed {
  u32 a;
  u8 b;
  u64 c;
  s16 d[3];
};

BOTH NOINLINE Mixed make(u32 a, u32 b) {
  Mixed m;
  m.a = a;
  m.b = b;
  m.c = u64(a) * b;
  m.d[0] = a >> 3;
  m.d[1] = b >> 5;
  m.d[2] = a ^ b;
  return m;
}
BOTH NOINLINE u64 use(Mixed m, int i) { return m.a + m.b + m.c + m.d[i % 3]; }

template <int N> struct Matrix {
  u32 at[N][N];
  BOTH Matrix operator*(const Matrix &other) const {
    Matrix product;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        u32 sum = 0;
        for (int k = 0; k < N; k++)
          sum += at[i][k] * other.at[k][j];
        product.at[i][j] = sum;
      }
    return product;
  }
};

BOTH NOINLINE u32 fib(u32 n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
BOTH NOINLINE u32 ackermann(u32 m, u32 n) {
  return m == 0   ? n + 1
         : n == 0 ? ackermann(m - 1, 1)
                  : ackermann(m - 1, ackermann(m, n - 1));
}

struct Base {
  u32 x;
  BOTH Base(u32 x) : x(x) {}
  BOTH virtual u32 apply(u32 a) { return a + x; }
};
struct Scale : Base {
  BOTH Scale(u32 x) : Base(x) {}
  BOTH u32 apply(u32 a) override { return a * x; }
};
struct Mask : Scale {
  u32 y;
  BOTH Mask(u32 x, u32 y) : Scale(x), y(y) {}
  BOTH u32 apply(u32 a) override { return Scale::apply(a) ^ y; }
};

typedef u32 (*Operation)(u32, u32);
BOTH u32 add(u32 a, u32 b) { return a + b; }
BOTH u32 sub(u32 a, u32 b) { return a - b; }
BOTH u32 mul(u32 a, u32 b) { return a * b; }
BOTH u32 div(u32 a, u32 b) { return b ? a / b : 7; }

BOTH u32 choose(const u32 *in) {
  switch (in[1] % 11) {
  case 0:
    return in[2] * 3;
  case 1:
    return in[3] ^ 5;
  case 2:
    return ~in[4];
  case 3:
    return in[5] << 3;
  case 4:
    return in[6] / 7;
  case 5:
    return in[7] % 9;
  case 7:
    return in[9] + in[8];
  case 8:
    return in[10] - 5;
  default:
    return 0xdead;
  }
}

BOTH void thread(const u32 *in, u32 *out) {
  u64 used = use(make(in[0], in[1]), in[2] & 0xff);
  out[0] = used;
  out[1] = used >> 32;
  Matrix<4> m;
  for (int j = 0; j < 16; j++)
    m.at[j / 4][j % 4] = in[j];
  Matrix<4> cube = m * m * m;
  out[2] = 0;
  for (int j = 0; j < 16; j++)
    out[2] = out[2] * 31 + cube.at[j % 4][j / 4];
  out[3] = fib(in[3] % 10);
  out[4] = ackermann(in[4] % 3, in[5] % 4);
  Base base(in[6]);
  Scale scale(in[7]);
  Mask mask(in[8], in[9]);
  Base *objects[] = {&base, &scale, &mask};
  out[5] =
      objects[in[10] % 3]->apply(in[11]) + objects[in[12] % 3]->apply(in[13]);
  Operation table[] = {add, sub, mul, div};
  out[6] = table[in[14] & 3](in[15], in[0]);
  out[7] = choose(in);
  __int128 wide = (__int128)s64(join(in[0], in[1])) * s64(join(in[2], in[3]));
  for (int j = 0; j < 4; j++)
    out[8 + j] = wide >> (32 * j);
  u64 a = join(in[4], in[5]), b = join(in[6], in[7]) | 1;
  out[12] = fold(a / b);
  out[13] = fold(a % b);
  s64 divisor = s64(b) == -1 ? 3 : s64(b);
  out[14] = fold(s64(a) / divisor);
  out[15] = fold(s64(a) % divisor);
}
