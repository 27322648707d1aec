// The Mandelbrot set, which diverges as a picture does.
#include <cstdio>

__global__ void mandelbrot(unsigned char *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  double cr = -2.2 + 3.0 * x / w, ci = -1.2 + 2.4 * y / h, r = 0, i = 0;
  int n = 0;
  while (n < 60 && r * r + i * i < 4) {
    double t = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = t;
    ++n;
  }
  out[y * w + x] = n == 60 ? '#' : n > 8 ? '+' : ' ';
}

int main() {
  const int w = 44, h = 15;
  unsigned char *picture;
  cudaMallocManaged(&picture, w * h);
  mandelbrot<<<dim3(3, 4), dim3(16, 4)>>>(picture, w, h);
  cudaDeviceSynchronize();
  for (int y = 0; y < h; ++y)
    printf("|%.*s|\n", w, picture + y * w);
}

// Prints:
//   |                                            |
//   |                              +             |
//   |                             ++++           |
//   |                            +###++          |
//   |                        +#############+     |
//   |              +       +###############++    |
//   |              +####+++################+     |
//   |           ++++#######################      |
//   |           ++++#######################      |
//   |              +####+++################+     |
//   |              +       +###############++    |
//   |                        +#############+     |
//   |                            +###++          |
//   |                             ++++           |
//   |                              +             |
