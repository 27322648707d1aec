// y := A * x for 7 entries a row, columns spread by 61 words, a thread a row; 32
// times.
extern "C" __global__ void spmv(unsigned mask, const volatile float *val,
                                const volatile float *x, float *y) {
  unsigned row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int again = 0; again < 32; ++again) {
    unsigned column = row;
#pragma unroll 1
    for (int entry = 0; entry < 7; ++entry) {
      unsigned at = column & mask;
      sum += val[at] * x[at];
      column = __umul24(column, 61) + 17;
    }
  }
  y[row] = sum;
}
