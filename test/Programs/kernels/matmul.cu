// Matrix product by tiles in shared memory.
#include <cstdio>
#include <vector>

template <int T> __global__ void matmul(float *c, const float *a, const float *b, int wa, int wb) {
  float sum = 0;
  for (int at = 0; at < wa; at += T) {
    __shared__ float as[T][T], bs[T][T];
    as[threadIdx.y][threadIdx.x] = a[(blockIdx.y * T + threadIdx.y) * wa + at + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(at + threadIdx.y) * wb + blockIdx.x * T + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < T; ++k)
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[(blockIdx.y * T + threadIdx.y) * wb + blockIdx.x * T + threadIdx.x] = sum;
}

int main() {
  const int ha = 32, wa = 48, wb = 64;
  std::vector<float> a(ha * wa), b(wa * wb), c(ha * wb);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = int(i % 7) - 3;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = int(i % 5) - 2;
  float *da, *db, *dc;
  cudaMalloc(&da, a.size() * 4);
  cudaMalloc(&db, b.size() * 4);
  cudaMalloc(&dc, c.size() * 4);
  cudaMemcpy(da, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
  matmul<16><<<dim3(wb / 16, ha / 16), dim3(16, 16)>>>(dc, da, db, wa, wb);
  cudaMemcpy(c.data(), dc, c.size() * 4, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < ha; ++y)
    for (int x = 0; x < wb; ++x) {
      float sum = 0;
      for (int k = 0; k < wa; ++k)
        sum += a[y * wa + k] * b[k * wb + x];
      wrong += c[y * wb + x] != sum;
    }
  printf("%d wrong\n", wrong);
}

// Prints:
//   0 wrong
