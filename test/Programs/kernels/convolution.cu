// A separable filter with its taps in constant memory.
#include <cstdio>
#include <vector>

const int R = 3, W = 48, H = 20;
__constant__ float taps[2 * R + 1];

__global__ void rows(float *out, const float *in) {
  __shared__ float line[16 + 2 * R];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y;
  for (int i = threadIdx.x; i < 16 + 2 * R; i += 16) {
    int at = blockIdx.x * 16 - R + i;
    line[i] = at >= 0 && at < W ? in[y * W + at] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = -R; k <= R; ++k)
    sum += line[threadIdx.x + R + k] * taps[R - k];
  out[y * W + x] = sum;
}

__global__ void columns(float *out, const float *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y;
  float sum = 0;
  for (int k = -R; k <= R; ++k)
    if (y + k >= 0 && y + k < H)
      sum += in[(y + k) * W + x] * taps[R - k];
  out[y * W + x] = sum;
}

int main() {
  const float t[2 * R + 1] = {1, 2, 4, 8, 4, 2, -1};
  std::vector<float> in(W * H), got(W * H);
  for (int i = 0; i < W * H; ++i)
    in[i] = (i * 31) % 16;
  float *a, *b, *c;
  for (float **p : {&a, &b, &c})
    cudaMalloc(p, W * H * 4);
  cudaMemcpyToSymbol(taps, t, sizeof t);
  cudaMemcpy(a, in.data(), W * H * 4, cudaMemcpyHostToDevice);
  rows<<<dim3(W / 16, H), 16>>>(b, a);
  columns<<<dim3(W / 16, H), 16>>>(c, b);
  cudaMemcpy(got.data(), c, W * H * 4, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      float sum = 0;
      for (int j = -R; j <= R; ++j)
        for (int i = -R; i <= R; ++i)
          if (x + i >= 0 && x + i < W && y + j >= 0 && y + j < H)
            sum += in[(y + j) * W + x + i] * t[R - i] * t[R - j];
      wrong += sum != got[y * W + x];
    }
  printf("%d wrong\n", wrong);
}

// Prints:
//   0 wrong
