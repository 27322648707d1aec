// Needleman and Wunsch: a table filled along its diagonals, in tiles.
#include <algorithm>
#include <cstdio>
#include <vector>

const int T = 16;

__global__ void diagonal(int *score, const char *a, const char *b, int width, int d) {
  __shared__ int s[T + 1][T + 1];
  int bx = blockIdx.x, by = d - blockIdx.x, t = threadIdx.x;
  int tiles = (width - 1) / T;
  if (by < 0 || by >= tiles || bx >= tiles)
    return;
  int *corner = score + by * T * width + bx * T;
  for (int y = 0; y <= T; ++y)
    for (int x = t; x <= T; x += T)
      if (!y || !x)
        s[y][x] = corner[y * width + x];
  __syncthreads();
  for (int step = 0; step < 2 * T - 1; ++step) {
    int x = t + 1, y = step - t + 1;
    if (y >= 1 && y <= T) {
      int match = a[by * T + y - 1] == b[bx * T + x - 1] ? 3 : -1;
      s[y][x] = max(s[y - 1][x - 1] + match, max(s[y - 1][x], s[y][x - 1]) - 2);
    }
    __syncthreads();
  }
  for (int y = 1; y <= T; ++y)
    corner[y * width + t + 1] = s[y][t + 1];
}

int main() {
  const int n = 64, width = n + 1, tiles = n / T;
  std::vector<char> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = "ACGT"[i * i % 4];
    b[i] = "ACGT"[i * 5 % 7 % 4];
  }
  std::vector<int> table(width * width), got(width * width);
  for (int i = 0; i < width; ++i)
    table[i] = table[i * width] = -2 * i;
  int *score;
  char *da, *db;
  cudaMalloc(&score, table.size() * 4);
  cudaMalloc(&da, n);
  cudaMalloc(&db, n);
  cudaMemcpy(score, table.data(), table.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(da, a.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n, cudaMemcpyHostToDevice);
  for (int d = 0; d < 2 * tiles - 1; ++d)
    diagonal<<<tiles, T>>>(score, da, db, width, d);
  cudaMemcpy(got.data(), score, got.size() * 4, cudaMemcpyDeviceToHost);
  for (int y = 1; y < width; ++y)
    for (int x = 1; x < width; ++x)
      table[y * width + x] =
          std::max(table[(y - 1) * width + x - 1] + (a[y - 1] == b[x - 1] ? 3 : -1),
                   std::max(table[(y - 1) * width + x], table[y * width + x - 1]) - 2);
  printf("same %d\n", got == table);
}

// Prints:
//   same 1
