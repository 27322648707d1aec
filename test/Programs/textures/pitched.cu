// A texture of rows that lie apart, as cudaMallocPitch places them.
#include <cstdio>

__global__ void transpose(cudaTextureObject_t t, uchar4 *out, int width, int height) {
  int x = threadIdx.x, y = threadIdx.y;
  out[x * height + y] = tex2D<uchar4>(t, x + 0.5f, y + 0.5f);
}

int main() {
  const int width = 5, height = 3;
  uchar4 host[height][width], back[width][height], *rows, *out;
  size_t pitch;
  for (int i = 0; i < width * height; ++i)
    host[i / width][i % width] = make_uchar4(i, i + 100, 7, 255);
  cudaMallocPitch(&rows, &pitch, width * sizeof(uchar4), height);
  cudaMalloc(&out, sizeof back);
  cudaMemcpy2D(rows, pitch, host, sizeof host[0], sizeof host[0], height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = rows;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc how = {};
  cudaTextureObject_t t;
  printf("%s\n", cudaGetErrorName(cudaCreateTextureObject(&t, &resource, &how, nullptr)));
  transpose<<<1, dim3(width, height)>>>(t, out, width, height);
  cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      wrong += back[x][y].x != host[y][x].x || back[x][y].y != host[y][x].y || back[x][y].w != 255;
  printf("wrong: %d\n", wrong);
  resource.res.pitch2D.pitchInBytes = pitch + 4;
  printf("%s\n", cudaGetErrorName(cudaCreateTextureObject(&t, &resource, &how, nullptr)));
  resource.res.pitch2D.pitchInBytes = pitch;
  resource.res.pitch2D.height = height + 1;
  printf("%s\n", cudaGetErrorName(cudaCreateTextureObject(&t, &resource, &how, nullptr)));
}

// Prints:
//   cudaSuccess
//   wrong: 0
//   cudaErrorInvalidValue
//   cudaErrorInvalidValue
