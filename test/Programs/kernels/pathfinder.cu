// The cheapest way down a grid, row by row (as in pathfinder).
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void row(const int *cost, const int *before, int *after, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= cols)
    return;
  int best = before[x];
  if (x > 0)
    best = min(best, before[x - 1]);
  if (x + 1 < cols)
    best = min(best, before[x + 1]);
  after[x] = best + cost[x];
}

int main() {
  const int cols = 150, rows = 20;
  std::vector<int> cost(cols * rows), got(cols);
  for (int i = 0; i < cols * rows; ++i)
    cost[i] = (i * 37 + i / 7) % 10;
  std::vector<int> best(cost.begin(), cost.begin() + cols);
  for (int r = 1; r < rows; ++r) {
    std::vector<int> next(cols);
    for (int x = 0; x < cols; ++x)
      next[x] = cost[r * cols + x] + std::min({best[x], best[std::max(x - 1, 0)], best[std::min(x + 1, cols - 1)]});
    best = next;
  }
  int *c, *p[2];
  cudaMalloc(&c, cost.size() * 4);
  cudaMemcpy(c, cost.data(), cost.size() * 4, cudaMemcpyHostToDevice);
  for (int *&b : p)
    cudaMalloc(&b, cols * 4);
  cudaMemcpy(p[0], c, cols * 4, cudaMemcpyDeviceToDevice);
  for (int r = 1; r < rows; ++r)
    row<<<(cols + 63) / 64, 64>>>(c + r * cols, p[(r + 1) % 2], p[r % 2], cols);
  cudaMemcpy(got.data(), p[(rows - 1) % 2], cols * 4, cudaMemcpyDeviceToHost);
  printf("same %d, cheapest %d\n", got == best, *std::min_element(got.begin(), got.end()) == *std::min_element(best.begin(), best.end()));
}

// Prints:
//   same 1, cheapest 1
