// Arrays of each thread, and tables of constants, at indices that all lanes share
// and at others; structures and doubles among them.
#include <cstdio>

struct Pair {
  double first;
  int second;
};

__constant__ float weights[16];
__constant__ Pair pairs[4];

__global__ void mix(int n, int *out, double *sums) {
  int counts[16];
  Pair mine[4];
  const int t = threadIdx.x;
  for (int i = 0; i < 16; ++i)
    counts[i] = i * t;
  for (int i = 0; i < 4; ++i)
    mine[i] = pairs[(i + t) % 4];
  for (int i = 0; i < n; ++i) {
    const int at = (counts[i % 16] + i) % 16;
    counts[at] += counts[(at * 7 + t) % 16] & 63;
    if (t & 1)
      mine[at % 4].second += at;
    else
      mine[i % 4].first += weights[at] * weights[i % 16];
  }
  int sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += counts[i] * (i + 1);
  for (int i = 0; i < 4; ++i)
    sum += mine[i].second;
  out[t] = sum;
  sums[t] = mine[0].first + mine[1].first + mine[2].first + mine[3].first;
}

int main() {
  float w[16];
  Pair p[4];
  for (int i = 0; i < 16; ++i)
    w[i] = i - 7.5f;
  for (int i = 0; i < 4; ++i)
    p[i] = {i * 0.25, i * 100};
  cudaMemcpyToSymbol(weights, w, sizeof w);
  cudaMemcpyToSymbol(pairs, p, sizeof p);
  int *out, wrong = 0;
  double *sums;
  cudaMallocManaged(&out, 64 * 4);
  cudaMallocManaged(&sums, 64 * 8);
  mix<<<1, 64>>>(200, out, sums);
  printf("%d\n", cudaDeviceSynchronize());
  for (int t = 0; t < 64; ++t) {
    int counts[16], sum = 0;
    Pair mine[4];
    for (int i = 0; i < 16; ++i)
      counts[i] = i * t;
    for (int i = 0; i < 4; ++i)
      mine[i] = p[(i + t) % 4];
    for (int i = 0; i < 200; ++i) {
      const int at = (counts[i % 16] + i) % 16;
      counts[at] += counts[(at * 7 + t) % 16] & 63;
      if (t & 1)
        mine[at % 4].second += at;
      else
        mine[i % 4].first += w[at] * w[i % 16];
    }
    for (int i = 0; i < 16; ++i)
      sum += counts[i] * (i + 1);
    double total = 0;
    for (int i = 0; i < 4; ++i) {
      sum += mine[i].second;
      total += mine[i].first;
    }
    wrong += out[t] != sum || sums[t] != total;
  }
  printf("wrong %d\n", wrong);
}

// Prints:
//   0
//   wrong 0
