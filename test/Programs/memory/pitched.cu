// Rows with a pitch: 2D allocation, copies and sets.
#include <cstdio>
#include <cstring>

__global__ void addRows(char *base, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    reinterpret_cast<float *>(base + y * pitch)[x] += 100 * y;
}

int main() {
  const int width = 37, height = 11;
  static float in[height][width], out[height][width];
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      in[y][x] = x;
  char *device;
  size_t pitch;
  cudaMallocPitch(&device, &pitch, width * sizeof(float), height);
  printf("pitch is enough: %d, aligned: %d\n", pitch >= sizeof in[0], pitch % 256 == 0);
  cudaMemcpy2D(device, pitch, in, sizeof in[0], sizeof in[0], height, cudaMemcpyHostToDevice);
  addRows<<<dim3(3, 3), dim3(16, 4)>>>(device, pitch, width, height);
  cudaMemcpy2D(out, sizeof out[0], device, pitch, sizeof out[0], height, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      wrong += out[y][x] != x + 100 * y;
  printf("%d wrong\n", wrong);
  cudaMemset2D(device + 4, pitch, 0, 8, height);
  cudaMemcpy2D(out, sizeof out[0], device, pitch, sizeof out[0], height, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g\n", out[10][0], out[10][1], out[10][2], out[10][3]);
  printf("too wide: %s\n",
         cudaGetErrorName(cudaMemcpy2D(out, 8, device, pitch, 12, 2, cudaMemcpyDeviceToHost)));
  cudaFree(device);
}

// Prints:
//   pitch is enough: 1, aligned: 1
//   0 wrong
//   1000 0 0 1003
//   too wide: cudaErrorInvalidPitchValue
