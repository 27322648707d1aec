// Breadth first search by levels, until a pass changes nothing.
#include <cstdio>
#include <vector>

__global__ void level(const int *first, const int *edges, int *depth, int n, int at, int *changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || depth[v] != at)
    return;
  for (int e = first[v]; e < first[v + 1]; ++e)
    if (atomicCAS(&depth[edges[e]], -1, at + 1) == -1)
      *changed = 1;
}

int main() {
  const int n = 200;
  std::vector<int> first(n + 1), edges, depth(n, -1), wanted(n, -1);
  for (int v = 0; v < n; ++v) {
    first[v] = edges.size();
    edges.push_back((v * 3 + 1) % n);
    edges.push_back((v * 7 + 5) % n);
  }
  first[n] = edges.size();
  std::vector<int> queue = {0};
  wanted[0] = 0;
  for (size_t i = 0; i < queue.size(); ++i)
    for (int e = first[queue[i]]; e < first[queue[i] + 1]; ++e)
      if (wanted[edges[e]] < 0) {
        wanted[edges[e]] = wanted[queue[i]] + 1;
        queue.push_back(edges[e]);
      }
  int *df, *de, *dd, *changed;
  cudaMalloc(&df, first.size() * 4);
  cudaMalloc(&de, edges.size() * 4);
  cudaMalloc(&dd, n * 4);
  cudaMallocManaged(&changed, 4);
  depth[0] = 0;
  cudaMemcpy(df, first.data(), first.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(de, edges.data(), edges.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, depth.data(), n * 4, cudaMemcpyHostToDevice);
  int at = 0;
  do {
    *changed = 0;
    level<<<2, 128>>>(df, de, dd, n, at++, changed);
    cudaDeviceSynchronize();
  } while (*changed);
  cudaMemcpy(depth.data(), dd, n * 4, cudaMemcpyDeviceToHost);
  printf("same %d, reached %zu\n", depth == wanted, queue.size());
}

// Finds: race: atomic of buffer
// Prints:
//   same 1, reached 100
