// The functions of math.h that nvcc puts into kernels, in double.
#include "threads.h"

BOTH void thread(const u32 *in, u32 *out) {
  const double *numbers = (const double *)in;
  double *results = (double *)out, x = numbers[0], y = numbers[1];
  results[0] = x < y ? sin(x) : cos(x);
  results[1] = exp(x);
  results[2] = log(x);
  results[3] = pow(x, y);
  results[4] = atan2(x, y);
  results[5] = fmod(x, y);
  results[6] = cbrt(x) / sqrt(y);
  results[7] = erf(x);
}
