#include <cstdio>

__device__ float twice(float v) { return v * 2; }
struct P {
  int a;
  float b;
};
__global__ void saxpy(int n, float a, float *x, float *y, P p) {
  __shared__ float tile[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int local[4];
  for (int k = 0; k < 4; ++k) local[k] = k * i + p.a;
  if (i < n) {
    float t = twice(x[i]);
    tile[threadIdx.x] = t;
    __syncthreads();
    y[i] = a * tile[threadIdx.x] + y[i] + local[i & 3];
  }
}

int main() {
  float host[32], *x, *y;
  for (int i = 0; i < 32; ++i)
    host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice);
  saxpy<<<1, 32>>>(32, 2.f, x, y, P{1, 2.5f});
  cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g done\n", host[31]);
  return cudaDeviceSynchronize();
}
