// Textures of plain memory: elements by number, of several formats.
#include <cstdio>
#include <cstring>

__global__ void take(cudaTextureObject_t floats, cudaTextureObject_t quads, cudaTextureObject_t bytes,
                     float *out) {
  int i = threadIdx.x;
  int4 q = tex1Dfetch<int4>(quads, i);
  out[i * 3] = tex1Dfetch<float>(floats, i);
  out[i * 3 + 1] = float(q.x + q.y * 10 + q.z * 100 + q.w * 1000);
  out[i * 3 + 2] = tex1Dfetch<float>(bytes, i);
}

template <typename T> static cudaTextureObject_t over(T *p, int n, cudaTextureReadMode mode) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = p;
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = n * sizeof(T);
  cudaTextureDesc how = {};
  how.readMode = mode;
  cudaTextureObject_t texture = 0;
  cudaError_t e = cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  if (e)
    printf("not made: %s\n", cudaGetErrorName(e));
  return texture;
}

int main() {
  float *floats, *out;
  int4 *quads;
  unsigned char *bytes;
  cudaMallocManaged(&floats, 8 * sizeof(float));
  cudaMallocManaged(&quads, 8 * sizeof(int4));
  cudaMallocManaged(&bytes, 8);
  cudaMallocManaged(&out, 30 * sizeof(float));
  for (int i = 0; i < 8; ++i) {
    floats[i] = i * 0.5f;
    quads[i] = make_int4(i, i + 1, 2, 3);
    bytes[i] = i * 51;
  }
  cudaTextureObject_t a = over(floats, 8, cudaReadModeElementType);
  cudaTextureObject_t b = over(quads, 8, cudaReadModeElementType);
  cudaTextureObject_t c = over(bytes, 8, cudaReadModeNormalizedFloat);
  // Two beyond the end.
  take<<<1, 10>>>(a, b, c, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 10; ++i)
    printf("%g %g %g\n", out[i * 3], out[i * 3 + 1], out[i * 3 + 2]);
  // Memory has to begin where the device says.
  over(floats + 1, 4, cudaReadModeElementType);
  over(floats, 0, cudaReadModeElementType);
  over(floats, 1 << 20, cudaReadModeElementType);
  cudaDestroyTextureObject(a);
  printf("twice: %s\n", cudaGetErrorName(cudaDestroyTextureObject(a)));
}

// Prints:
//   cudaSuccess
//   0 3210 0
//   0.5 3221 0.2
//   1 3232 0.4
//   1.5 3243 0.6
//   2 3254 0.8
//   2.5 3265 1
//   3 3276 0.196078
//   3.5 3287 0.396078
//   0 0 0
//   0 0 0
//   not made: cudaErrorInvalidValue
//   not made: cudaErrorInvalidValue
//   not made: cudaErrorInvalidValue
//   twice: cudaErrorInvalidValue
