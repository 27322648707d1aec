// Transposition through a tile with a column more than it needs.
#include <cstdio>
#include <vector>

const int TILE = 32, ROWS = 8;

__global__ void transpose(float *out, const float *in, int w, int h) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < w && y + j < h)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < h && y + j < w)
      out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int w = 70, h = 45;
  std::vector<float> in(w * h), out(w * h);
  for (int i = 0; i < w * h; ++i)
    in[i] = i;
  float *a, *b;
  cudaMalloc(&a, w * h * sizeof(float));
  cudaMalloc(&b, w * h * sizeof(float));
  cudaMemcpy(a, in.data(), w * h * sizeof(float), cudaMemcpyHostToDevice);
  transpose<<<dim3((w + TILE - 1) / TILE, (h + TILE - 1) / TILE), dim3(TILE, ROWS)>>>(b, a, w, h);
  cudaMemcpy(out.data(), b, w * h * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      wrong += out[x * h + y] != in[y * w + x];
  printf("%d wrong\n", wrong);
}

// Prints:
//   0 wrong
