// kernels.cu - Kernels of both examples.

// y = a x + y
extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// Adds n numbers: each block in shared memory, and the blocks' sums with an
// atomic.
extern "C" __global__ void sum(int n, const float *x, float *result) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(result, part[0]);
}

// How often each remainder by 8 occurs.
extern "C" __global__ void histogram(int n, const unsigned *x,
                                     unsigned *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[x[i] % 8], 1u);
}

__constant__ float factor;
__device__ int launches;

extern "C" __global__ void hello() {
  if (threadIdx.x == 0)
    atomicAdd(&launches, 1);
  printf("hello from thread %d of block %d, factor %g\n", (int)threadIdx.x,
         (int)blockIdx.x, factor);
}
