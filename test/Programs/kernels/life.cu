// Conway's game of life with a halo in shared memory.
#include <cstdio>
#include <cstring>

const int N = 32, B = 16;

__global__ void generation(const unsigned char *in, unsigned char *out) {
  __shared__ unsigned char cells[B + 2][B + 2];
  int x0 = blockIdx.x * B - 1, y0 = blockIdx.y * B - 1;
  for (int i = threadIdx.y * B + threadIdx.x; i < (B + 2) * (B + 2); i += B * B) {
    int x = (x0 + i % (B + 2) + N) % N, y = (y0 + i / (B + 2) + N) % N;
    cells[i / (B + 2)][i % (B + 2)] = in[y * N + x];
  }
  __syncthreads();
  int x = threadIdx.x + 1, y = threadIdx.y + 1, n = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      n += (dx || dy) && cells[y + dy][x + dx];
  out[(y0 + y) * N + x0 + x] = n == 3 || (n == 2 && cells[y][x]);
}

int main() {
  static unsigned char world[N * N], later[N * N];
  const int glider[][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
  for (auto &c : glider)
    world[c[1] * N + c[0]] = 1;
  unsigned char *a, *b;
  cudaMalloc(&a, N * N);
  cudaMalloc(&b, N * N);
  cudaMemcpy(a, world, N * N, cudaMemcpyHostToDevice);
  // A glider is one cell further in each direction after four generations.
  for (int g = 0; g < 40; g += 2) {
    generation<<<dim3(N / B, N / B), dim3(B, B)>>>(a, b);
    generation<<<dim3(N / B, N / B), dim3(B, B)>>>(b, a);
  }
  cudaMemcpy(later, a, N * N, cudaMemcpyDeviceToHost);
  static unsigned char moved[N * N];
  for (int y = 0; y < N; ++y)
    for (int x = 0; x < N; ++x)
      moved[(y + 10) % N * N + (x + 10) % N] = world[y * N + x];
  printf("moved as it should: %d\n", !memcmp(later, moved, N * N));
}

// Prints:
//   moved as it should: 1
