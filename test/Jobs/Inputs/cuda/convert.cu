// Conversions between all types, and floats taken to pieces.
#include "threads.h"

BOTH void thread(const u32 *in, u32 *out) {
  u64 a = join(in[0], in[1]);
  out[0] = bits(float(in[2])) + bits(float(s32(in[3])));
  out[1] = bits(float(a)) + bits(float(s64(a)));
  out[2] = fold(bits(double(a))) + fold(bits(double(s64(a))));
  out[3] = fold(bits(double(in[4]))) + fold(bits(double(s32(in[5]))));
  float f = asFloat(in[6]);
  if (!(fabsf(f) < 2e9f))
    f = s32(in[6]) * 0.25f;
  double d = asDouble(join(in[7], in[8]));
  if (!(fabs(d) < 9e18))
    d = s32(in[7]) * 1.75e7;
  out[4] = s32(f);
  out[5] = u32(fabsf(f));
  out[6] = fold(s64(d));
  out[7] = fold(u64(fabs(d)));
  out[8] = bits(float(d)) + fold(bits(double(f)));
  out[9] = s16(in[9]) + s8(in[10]) * 3 + u8(in[11]) * 5 + u16(in[12]);
  float g = asFloat(in[13]), h = asFloat(in[14]);
  out[10] = (g != g) | (fabsf(g) == INFINITY) << 1 |
            (fabsf(h) < INFINITY) << 2 | !(g <= 0) << 4 | (g < h) << 5 |
            (g == h) << 6 | !(g >= h) << 7;
  out[11] = bits(copysignf(3.0f, g)) + bits(fabsf(g)) + bits(-h) +
            bits(g > 0 ? g : 0);
  double e = asDouble(join(in[14], in[15]));
  out[12] = (e != e) | (fabs(e) == INFINITY) << 1 | (fabs(d) < INFINITY) << 2 |
            !(e <= 0) << 4 | (d < e) << 5 | !(d <= e) << 6;
  out[13] = fold(bits(copysign(3.0, e))) + fold(bits(fabs(e))) +
            fold(bits(-e)) + fold(bits(d < e ? d : e));
  int exponent = 0;
  float fraction = frexpf(fabsf(g) < INFINITY ? g : 1, &exponent);
  out[14] = bits(fraction) + exponent;
  double whole, rest = modf(fabs(e) < INFINITY ? e : 1, &whole);
  out[15] = fold(bits(rest)) + fold(bits(whole));
}
