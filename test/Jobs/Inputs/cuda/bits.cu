// What programs do with integers: counts, rotations, checksums, packed and
// unaligned data, bit fields, unions, narrow types, sorting, number theory.
#include "threads.h"

BOTH u32 popcount(u32 x) {
  u32 count = 0;
  for (; x; x &= x - 1)
    count++;
  return count;
}
BOTH u32 leadingZeros(u32 x) {
  u32 count = 0;
  for (int i = 31; i >= 0 && !(x >> i & 1); i--)
    count++;
  return count;
}
BOTH u32 reverse(u32 x) {
  u32 reversed = 0;
  for (int i = 0; i < 32; i++)
    reversed |= (x >> i & 1) << (31 - i);
  return reversed;
}
BOTH u64 rotate(u64 x, int by) {
  by &= 63;
  return by ? (x << by) | (x >> (64 - by)) : x;
}
BOTH u64 mix(u64 z) {
  z += 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
BOTH u32 crc32(const u8 *bytes, int count) {
  u32 crc = ~0u;
  for (int i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++)
      crc = (crc >> 1) ^ (0xEDB88320u & -(crc & 1));
  }
  return ~crc;
}

struct __attribute__((packed)) Packed {
  u8 a;
  u32 b;
  u16 c;
  u64 d;
};
struct Fields {
  u32 a : 3;
  s32 b : 7;
  u64 c : 40;
  u32 d : 9;
};
union Views {
  u32 words[4];
  u8 bytes[16];
  u16 halves[8];
  u64 pairs[2];
};

BOTH u32 sorted(const u32 *in) {
  u32 list[16], hash = 0;
  for (int i = 0; i < 16; i++) {
    int at = i;
    for (; at > 0 && list[at - 1] > in[i]; at--)
      list[at] = list[at - 1];
    list[at] = in[i];
  }
  for (u32 x : list)
    hash = hash * 16777619 ^ x;
  return hash;
}
BOTH u32 narrow(const u32 *in) {
  s8 list[16];
  s32 sum = 0;
  for (int i = 0; i < 16; i++)
    list[i] = in[i];
  for (int i = 0; i < 16; i++) {
    sum += list[i] * (i - 8);
    list[(i + in[3]) & 15] = sum >> 2;
  }
  return sum;
}
BOTH u32 power(u64 base, u32 exponent, u64 modulus) {
  u64 result = 1;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = result * base % modulus;
    base = base * base % modulus;
  }
  return result;
}

BOTH void thread(const u32 *in, u32 *out) {
  out[0] = popcount(in[0]) + leadingZeros(in[1]) * 100;
  out[1] = reverse(in[3]);
  out[2] = fold(rotate(mix(join(in[4], in[5])), in[6]));
  out[3] = crc32((const u8 *)in, 61);
  Packed packed;
  u8 raw[sizeof packed];
  for (u32 i = 0; i < sizeof packed; i++)
    raw[i] = in[i] >> (i & 3) * 8;
  memcpy(&packed, raw, sizeof packed);
  out[4] = packed.a + packed.b + packed.c + fold(packed.d);
  Fields fields;
  fields.a = in[7];
  fields.b = in[8];
  fields.c = (u64(in[9]) << 20) | in[10];
  fields.d = in[11];
  out[5] = fields.a + fields.b * 3 + fold(fields.c) + fields.d;
  Views views;
  for (int i = 0; i < 4; i++)
    views.words[i] = in[i + 4];
  for (int i = 0; i < 16; i++)
    views.bytes[i] ^= views.bytes[(i * 3 + in[0] % 5) & 15];
  out[6] = views.halves[in[1] & 7] + views.pairs[in[2] & 1];
  out[7] = narrow(in);
  out[8] = sorted(in);
  u32 x = in[12], y = in[13];
  while (y) {
    u32 rest = x % y;
    x = y;
    y = rest;
  }
  out[9] = x;
  out[10] = power(in[14], in[0], u64(in[15]) | 1);
  s64 wide = join(in[1], in[2]);
  out[11] = u32(wide >> (in[3] & 63)) ^ u32(u64(wide) >> (in[4] & 63)) ^
            u32(u64(wide) << (in[5] & 63));
  out[12] = (in[0] > in[1]) + (s32(in[0]) > s32(in[1])) * 2 +
            (join(in[2], in[3]) < join(in[4], in[5])) * 4 +
            (wide < s64(in[6])) * 8;
  u64 product = u64(in[7]) * in[8];
  out[13] = product > 0xffffffff ? 1 : u32(product);
  u64 a = join(in[9], in[10]), b = join(in[11], in[12]);
  out[14] = fold(a + b < a ? ~0ull : a + b);
  out[15] = fold(a < b ? 0 : a - b);
}
