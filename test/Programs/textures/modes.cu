// A texture of two dimensions: filters, coordinates of both kinds, all modes beyond the edge.
#include <cstdio>

__global__ void sample(cudaTextureObject_t t, const float2 *at, float *out) {
  out[threadIdx.x] = tex2D<float>(t, at[threadIdx.x].x, at[threadIdx.x].y);
}

int main() {
  float host[4][8];
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x)
      host[y][x] = 10 * y + x;
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 8, 4);
  cudaMemcpy2DToArray(array, 0, 0, host, sizeof host[0], sizeof host[0], 4, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  float2 *at;
  float *out;
  cudaMallocManaged(&at, 6 * sizeof(float2));
  cudaMallocManaged(&out, 6 * sizeof(float));
  for (int normalized = 0; normalized < 2; ++normalized)
    for (int linear = 0; linear < 2; ++linear)
      for (int mode = 0; mode < 4; ++mode) {
        cudaTextureDesc how = {};
        how.addressMode[0] = how.addressMode[1] = cudaTextureAddressMode(mode);
        how.filterMode = cudaTextureFilterMode(linear);
        how.normalizedCoords = normalized;
        how.borderColor[0] = -1;
        cudaTextureObject_t t;
        cudaCreateTextureObject(&t, &resource, &how, nullptr);
        float2 places[] = {{2.5f, 1.5f}, {3, 2}, {-2.5f, 0.5f}, {9.5f, 5.5f}, {0, 0}, {7.75f, 3.75f}};
        for (int i = 0; i < 6; ++i)
          at[i] = normalized ? make_float2(places[i].x / 8, places[i].y / 4) : places[i];
        sample<<<1, 6>>>(t, at, out);
        cudaDeviceSynchronize();
        printf("%d %d %d:", normalized, linear, mode);
        for (int i = 0; i < 6; ++i)
          printf(" %g", out[i]);
        printf("\n");
        cudaDestroyTextureObject(t);
      }
  cudaFreeArray(array);
}

// Prints:
//   0 0 0: 12 23 0 37 0 37
//   0 0 1: 12 23 0 37 0 37
//   0 0 2: 12 23 0 37 0 37
//   0 0 3: 12 23 -1 -1 0 37
//   0 1 0: 12 17.5 0 37 0 37
//   0 1 1: 12 17.5 0 37 0 37
//   0 1 2: 12 17.5 0 37 0 37
//   0 1 3: 12 17.5 -1 -1 -0.75 20.375
//   1 0 0: 12 23 5 11 0 37
//   1 0 1: 12 23 0 37 0 37
//   1 0 2: 12 23 2 26 0 37
//   1 0 3: 12 23 -1 -1 0 37
//   1 1 0: 12 17.5 5 11 18.5 27.75
//   1 1 1: 12 17.5 0 37 0 37
//   1 1 2: 12 17.5 2 26 0 37
//   1 1 3: 12 17.5 -1 -1 -0.75 20.375
