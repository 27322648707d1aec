// Mipmaps: levels are made by a kernel through surfaces, and read by level and by gradients.
#include <cstdio>

__global__ void halve(cudaTextureObject_t from, cudaSurfaceObject_t to, int size) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < size && y < size)
    surf2Dwrite(tex2D<float>(from, (x + 0.5f) / size, (y + 0.5f) / size), to, x * 4, y);
}

__global__ void take(cudaTextureObject_t t, float *out) {
  int i = threadIdx.x;
  out[i] = tex2DLod<float>(t, 0.5f, 0.5f, i * 0.5f);
  out[8 + i] = tex2DGrad<float>(t, 0.5f, 0.5f, make_float2((1 << i) / 8.0f, 0), make_float2(0, 0));
}

int main() {
  const int size = 8;
  float host[size][size], *out;
  for (int i = 0; i < size * size; ++i)
    host[i / size][i % size] = (i % size) * (i / size);
  cudaMallocManaged(&out, 16 * sizeof(float));
  cudaMipmappedArray_t mipmap;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocMipmappedArray(&mipmap, &format, {size, size, 0}, 4, cudaArraySurfaceLoadStore);
  cudaArray_t level;
  cudaGetMipmappedArrayLevel(&level, mipmap, 0);
  cudaMemcpy2DToArray(level, 0, 0, host, sizeof host[0], sizeof host[0], size, cudaMemcpyHostToDevice);
  for (int n = 1; n < 4; ++n) {
    cudaArray_t next;
    cudaGetMipmappedArrayLevel(&next, mipmap, n);
    cudaExtent extent;
    cudaArrayGetInfo(nullptr, &extent, nullptr, next);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = level;
    cudaTextureDesc how = {};
    how.filterMode = cudaFilterModeLinear;
    how.normalizedCoords = 1;
    cudaTextureObject_t t;
    cudaSurfaceObject_t s;
    cudaCreateTextureObject(&t, &resource, &how, nullptr);
    resource.res.array.array = next;
    cudaCreateSurfaceObject(&s, &resource);
    halve<<<1, dim3(8, 8)>>>(t, s, extent.width);
    printf("%zu %zu %s\n", extent.width, extent.height, cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDestroyTextureObject(t);
    cudaDestroySurfaceObject(s);
    level = next;
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureDesc how = {};
  how.filterMode = cudaFilterModePoint;
  how.mipmapFilterMode = cudaFilterModeLinear;
  how.normalizedCoords = 1;
  how.maxMipmapLevelClamp = 3;
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &resource, &how, nullptr);
  take<<<1, 8>>>(t, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i)
    printf("%g%c", out[i], i % 8 == 7 ? '\n' : ' ');
  printf("%s\n", cudaGetErrorName(cudaGetMipmappedArrayLevel(&level, mipmap, 4)));
  printf("%s\n", cudaGetErrorName(cudaFreeMipmappedArray(mipmap)));
}

// Prints:
//   4 4 cudaSuccess
//   2 2 cudaSuccess
//   1 1 cudaSuccess
//   16 18.125 20.25 25.25 30.25 21.25 12.25 12.25
//   16 20.25 30.25 12.25 12.25 12.25 12.25 12.25
//   cudaErrorInvalidValue
//   cudaSuccess
