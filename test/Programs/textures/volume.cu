// A texture of three dimensions, filled by parts, and read back by parts.
#include <cstdio>

__global__ void take(cudaTextureObject_t t, float *out) {
  int i = threadIdx.x;
  out[i] = tex3D<float>(t, i % 4 + 0.5f, i / 4 % 3 + 0.5f, i / 12 + 0.5f);
  out[24 + i] = tex3D<float>(t, 1.0f, 1.0f, i * 0.1f);
}

int main() {
  float host[2][3][4], back[2][2][2], *out;
  for (int i = 0; i < 24; ++i)
    host[i / 12][i / 4 % 3][i % 4] = i;
  cudaMallocManaged(&out, 48 * sizeof(float));
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&array, &format, {4, 3, 2});
  for (size_t z = 0; z < 2; ++z) {
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, 16, 4, 3);
    copy.srcPos = {0, 0, z};
    copy.dstArray = array;
    copy.dstPos = {0, 0, z};
    copy.extent = {4, 3, 1};
    copy.kind = cudaMemcpyHostToDevice;
    printf("%s\n", cudaGetErrorName(cudaMemcpy3D(&copy)));
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.filterMode = cudaFilterModeLinear;
  for (cudaTextureAddressMode &mode : how.addressMode)
    mode = cudaAddressModeClamp;
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &resource, &how, nullptr);
  take<<<1, 24>>>(t, out);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 24; ++i)
    wrong += out[i] != i;
  printf("wrong: %d; %g %g %g %g\n", wrong, out[24], out[29], out[34], out[44]);
  cudaMemcpy3DParms part = {};
  part.srcArray = array;
  part.srcPos = {2, 1, 0};
  part.dstPtr = make_cudaPitchedPtr(back, 8, 2, 2);
  part.extent = {2, 2, 2};
  part.kind = cudaMemcpyDeviceToHost;
  printf("%s", cudaGetErrorName(cudaMemcpy3D(&part)));
  for (int i = 0; i < 8; ++i)
    printf(" %g", back[i / 4][i / 2 % 2][i % 2]);
  part.srcPos.x = 3;
  printf("\n%s\n", cudaGetErrorName(cudaMemcpy3D(&part)));
}

// Prints:
//   cudaSuccess
//   cudaSuccess
//   wrong: 0; 2.5 2.5 8.5 14.5
//   cudaSuccess 6 7 10 11 18 19 22 23
//   cudaErrorInvalidValue
