// k-means: assignment on the device, with centres in constant memory.
#include <cstdio>
#include <vector>

const int K = 4, N = 256;
__constant__ float2 centres[K];

__global__ void assign(const float2 *points, int *cluster, float2 *sums, int *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int best = 0;
  float least = 1e30f;
  for (int k = 0; k < K; ++k) {
    float dx = points[i].x - centres[k].x, dy = points[i].y - centres[k].y;
    float d = dx * dx + dy * dy;
    if (d < least) {
      least = d;
      best = k;
    }
  }
  cluster[i] = best;
  atomicAdd(&sums[best].x, points[i].x);
  atomicAdd(&sums[best].y, points[i].y);
  atomicAdd(&counts[best], 1);
}

int main() {
  std::vector<float2> points(N);
  for (int i = 0; i < N; ++i)
    points[i] = make_float2((i % 4) % 2 * 10 + i % 3, (i % 4) / 2 * 10 + i % 5 * 0.5f);
  float2 *p, *sums, c[K] = {{1, 1}, {9, 0}, {2, 8}, {8, 8}};
  int *cluster, *counts, n[K];
  cudaMalloc(&p, N * sizeof(float2));
  cudaMalloc(&cluster, N * sizeof(int));
  cudaMalloc(&sums, sizeof c);
  cudaMalloc(&counts, sizeof n);
  cudaMemcpy(p, points.data(), N * sizeof(float2), cudaMemcpyHostToDevice);
  for (int round = 0; round < 5; ++round) {
    cudaMemcpyToSymbol(centres, c, sizeof c);
    cudaMemset(sums, 0, sizeof c);
    cudaMemset(counts, 0, sizeof n);
    assign<<<N / 64, 64>>>(p, cluster, sums, counts);
    cudaMemcpy(c, sums, sizeof c, cudaMemcpyDeviceToHost);
    cudaMemcpy(n, counts, sizeof n, cudaMemcpyDeviceToHost);
    for (int k = 0; k < K; ++k)
      c[k] = make_float2(c[k].x / n[k], c[k].y / n[k]);
  }
  for (int k = 0; k < K; ++k)
    printf("%d at %.2f %.2f\n", n[k], c[k].x, c[k].y);
}

// Prints:
//   64 at 0.98 1.01
//   64 at 11.00 1.00
//   64 at 1.02 10.99
//   64 at 10.98 10.98
