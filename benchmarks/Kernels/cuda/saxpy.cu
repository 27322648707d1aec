// y := a * x + y, 512 times over, so that starting does not count.
extern "C" __global__ void saxpy(float a, const volatile float *x,
                                 volatile float *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < 512; ++k)
    y[i] = a * x[i] + y[i];
}
