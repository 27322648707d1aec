// A fetch from an array that was freed.
#include <cstdio>

__global__ void take(cudaTextureObject_t t, float *out) { *out = tex2D<float>(t, 0.5f, 0.5f); }

int main() {
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 4, 4);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  cudaTextureObject_t t;
  float *out;
  cudaMalloc(&out, sizeof(float));
  cudaCreateTextureObject(&t, &resource, &how, nullptr);
  cudaFreeArray(array);
  take<<<1, 1>>>(t, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

// Finds: whose memory was freed
// Prints:
//   cudaErrorLaunchFailure
