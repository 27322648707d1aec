// Heat in a plate (as in hotspot), and a wave in a line, by ping-pong.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

const int W = 40, H = 24;

__global__ void heat(const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H)
    return;
  int i = y * W + x;
  if (x == 0 || y == 0 || x == W - 1 || y == H - 1) {
    out[i] = in[i];
    return;
  }
  out[i] = in[i] + 0.2f * (in[i - 1] + in[i + 1] + in[i - W] + in[i + W] - 4 * in[i]);
}

int main() {
  std::vector<float> a(W * H), b, back(W * H);
  for (int i = 0; i < W * H; ++i)
    a[i] = i % 11 == 0 ? 100 : 20;
  b = a;
  float *da, *db;
  cudaMalloc(&da, W * H * 4);
  cudaMalloc(&db, W * H * 4);
  cudaMemcpy(da, a.data(), W * H * 4, cudaMemcpyHostToDevice);
  for (int step = 0; step < 10; ++step) {
    heat<<<dim3((W + 15) / 16, (H + 7) / 8), dim3(16, 8)>>>(da, db);
    std::swap(da, db);
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x) {
        int i = y * W + x;
        b[i] = a[i] + 0.2f * (a[i - 1] + a[i + 1] + a[i - W] + a[i + W] - 4 * a[i]);
      }
    std::swap(a, b);
  }
  cudaMemcpy(back.data(), da, W * H * 4, cudaMemcpyDeviceToHost);
  float worst = 0;
  for (int i = 0; i < W * H; ++i)
    worst = fmaxf(worst, fabsf(back[i] - a[i]));
  printf("close %d\n", worst < 1e-3f);
}

// Prints:
//   close 1
