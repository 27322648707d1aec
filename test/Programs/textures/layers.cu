// Layered arrays of one and two dimensions, cube maps and layered cube maps.
#include <cstdio>

__global__ void take(cudaTextureObject_t lines, cudaTextureObject_t planes, cudaTextureObject_t cube,
                     cudaTextureObject_t cubes, float *out) {
  int i = threadIdx.x;
  out[i] = tex1DLayered<float>(lines, 1.5f, i);
  out[8 + i] = tex2DLayered<float>(planes, 1.5f, 1.5f, i);
  float3 to[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  if (i < 6) {
    out[16 + i] = texCubemap<float>(cube, to[i].x, to[i].y, to[i].z);
    out[24 + i] = texCubemapLayered<float>(cubes, to[i].x, to[i].y, to[i].z, 1);
  }
}

static cudaTextureObject_t make(cudaExtent extent, unsigned flags, const float *data) {
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaError_t e = cudaMalloc3DArray(&array, &format, extent, flags);
  if (e)
    printf("no array: %s\n", cudaGetErrorName(e));
  cudaMemcpy3DParms copy = {};
  size_t rows = extent.height ? extent.height : 1;
  copy.srcPtr = make_cudaPitchedPtr((void *)data, extent.width * sizeof(float), extent.width, rows);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, rows, extent.depth);
  copy.kind = cudaMemcpyHostToDevice;
  e = cudaMemcpy3D(&copy);
  if (e)
    printf("no copy: %s\n", cudaGetErrorName(e));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.normalizedCoords = (flags & cudaArrayCubemap) != 0;
  cudaTextureObject_t t = 0;
  e = cudaCreateTextureObject(&t, &resource, &how, nullptr);
  if (e)
    printf("no texture: %s\n", cudaGetErrorName(e));
  cudaExtent known;
  unsigned found;
  cudaArrayGetInfo(nullptr, &known, &found, array);
  printf("%zu %zu %zu %u\n", known.width, known.height, known.depth, found);
  return t;
}

int main() {
  float host[4 * 4 * 12], *out;
  for (int i = 0; i < 4 * 4 * 12; ++i)
    host[i] = i;
  cudaMallocManaged(&out, 32 * sizeof(float));
  cudaTextureObject_t lines = make({4, 0, 8}, cudaArrayLayered, host);
  cudaTextureObject_t planes = make({4, 3, 8}, cudaArrayLayered, host);
  cudaTextureObject_t cube = make({4, 4, 6}, cudaArrayCubemap, host);
  cudaTextureObject_t cubes = make({4, 4, 12}, cudaArrayCubemap | cudaArrayLayered, host);
  take<<<1, 8>>>(lines, planes, cube, cubes, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int row = 0; row < 4; ++row) {
    for (int i = 0; i < (row < 2 ? 8 : 6); ++i)
      printf("%g ", out[row * 8 + i]);
    printf("\n");
  }
  cudaArray_t bad;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  printf("%s\n", cudaGetErrorName(cudaMalloc3DArray(&bad, &format, {4, 3, 6}, cudaArrayCubemap)));
  printf("%s\n", cudaGetErrorName(cudaMalloc3DArray(&bad, &format, {4, 4, 7}, cudaArrayCubemap)));
  printf("%s\n", cudaGetErrorName(cudaMalloc3DArray(&bad, &format, {4, 4, 0}, cudaArrayLayered)));
}

// Prints:
//   4 0 8 1
//   4 3 8 1
//   4 4 6 4
//   4 4 12 5
//   cudaSuccess
//   1 5 9 13 17 21 25 29 
//   5 17 29 41 53 65 77 89 
//   10 26 42 58 74 90 
//   106 122 138 154 170 186 
//   cudaErrorInvalidValue
//   cudaErrorInvalidValue
//   cudaErrorInvalidValue
