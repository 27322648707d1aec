// The functions of math.h that nvcc puts into kernels, in float.
#include "threads.h"

BOTH void thread(const u32 *in, u32 *out) {
  const float *numbers = (const float *)in;
  float *results = (float *)out, x = numbers[0], y = numbers[1];
  results[0] = sinf(x);
  results[1] = cosf(x);
  results[2] = tanf(x);
  results[3] = expf(x);
  results[4] = logf(x);
  results[5] = powf(x, y);
  results[6] = atan2f(x, y);
  results[7] = sqrtf(x);
  results[8] = cbrtf(x);
  results[9] = erff(x);
  results[10] = fmodf(x, y);
  results[11] = tanhf(x);
  results[12] = hypotf(x, y);
  results[13] = log1pf(x);
  results[14] = remainderf(x, y);
  results[15] = roundf(x) + rintf(y);
}
