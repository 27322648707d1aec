// A stack machine whose programs differ from thread to thread: a large switch
// in a loop, with jumps out of both.
#include "threads.h"

BOTH void thread(const u32 *in, u32 *out) {
  const u8 *code = (const u8 *)in;
  const int size = Words * 4;
  u32 stack[16] = {in[0], in[1]}, top = 2;
  for (int at = 0, steps = 0; at < size && steps < 200; steps++) {
    u32 &a = stack[top - 1], &b = stack[top - 2];
    switch (code[at++] % 24) {
    case 0:
      b += a;
      break;
    case 1:
      b -= a;
      break;
    case 2:
      b *= a;
      break;
    case 3: {
      u32 other = a;
      a = b;
      b = other;
      break;
    }
    case 4:
      if (top < 14) {
        stack[top] = a;
        top++;
      }
      break;
    case 5:
      if (top > 3)
        top--;
      break;
    case 6:
      a = ~a;
      break;
    case 7:
      a = s32(a) > 0 ? a / 3 : -a;
      break;
    case 8:
      if (a & 1)
        at += 2;
      break;
    case 9:
      if ((a & 7) == 3 && at > 4)
        at -= 4;
      break;
    case 10:
      a ^= at * 77;
      break;
    case 11:
      a <<= 1;
      break;
    case 12:
      a >>= 3;
      break;
    case 13:
      if (top < 14)
        stack[top++] = code[at % size];
      break;
    case 14:
      stack[0] = a;
      break;
    case 15:
      out[15] = a ^ stack[0];
      return;
    case 16:
      b = s32(b) < s32(a);
      break;
    case 17:
      stack[a % top] += 5;
      break;
    case 18:
      continue;
    case 19:
      goto done;
    case 20:
      a += steps;
      break;
    case 21:
      a &= 0xffff;
      break;
    case 22:
      b |= a;
      [[fallthrough]];
    default:
      a -= 9;
    }
  }
done:
  for (u32 i = 0; i < top; i++)
    out[i] = stack[i];
  out[15] = top;
}
