// Elements of all formats, the colours of sRGB, gathers, and views of arrays.
#include <cstdio>
#include <cuda_fp16.h>

__global__ void take(cudaTextureObject_t t, float4 *out) {
  out[threadIdx.x] = tex2D<float4>(t, threadIdx.x + 0.5f, 0.5f);
}
__global__ void gather(cudaTextureObject_t t, float4 *out) { *out = tex2Dgather<float4>(t, 1, 1, 0); }
__global__ void bits(cudaTextureObject_t t, unsigned *out) { *out = tex2D<unsigned>(t, 1.5f, 0.5f); }

static float4 *out;

static cudaTextureObject_t over(cudaArray_t array, cudaTextureDesc how, const cudaResourceViewDesc *view) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureObject_t t = 0;
  cudaError_t e = cudaCreateTextureObject(&t, &resource, &how, view);
  if (e)
    printf("%s\n", cudaGetErrorName(e));
  return t;
}

static void show(const char *name, cudaChannelFormatDesc format, const void *data, bool isNormalized, int sRGB = 0) {
  cudaArray_t array;
  cudaError_t e = cudaMallocArray(&array, &format, 2, 1);
  if (e) {
    printf("%s: %s\n", name, cudaGetErrorName(e));
    return;
  }
  int bytes = (format.x + format.y + format.z + format.w) / 8 * 2;
  cudaMemcpy2DToArray(array, 0, 0, data, bytes, bytes, 1, cudaMemcpyHostToDevice);
  cudaTextureDesc how = {};
  how.readMode = isNormalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  how.sRGB = sRGB;
  take<<<1, 2>>>(over(array, how, nullptr), out);
  cudaDeviceSynchronize();
  printf("%s: %g %g %g %g, %g\n", name, out[0].x, out[0].y, out[0].z, out[0].w, out[1].x);
}

int main() {
  cudaMallocManaged(&out, 2 * sizeof(float4));
  unsigned char bytes[8] = {0, 51, 102, 255, 204, 1, 2, 3};
  short shorts[8] = {-32768, 16384, 0, 32767, 100};
  half halves[8] = {half(1.5f), half(-2.0f), half(0.25f), half(65504.0f), half(8.0f)};
  show("uchar4", cudaCreateChannelDesc<uchar4>(), bytes, true);
  show("sRGB", cudaCreateChannelDesc<uchar4>(), bytes, true, 1);
  show("char2", cudaCreateChannelDesc<char2>(), bytes, true);
  show("short4", cudaCreateChannelDesc<short4>(), shorts, true);
  show("half4", cudaCreateChannelDescHalf4(), halves, false);
  show("half1", cudaCreateChannelDescHalf(), halves, false);
  show("unorm", {8, 8, 8, 8, cudaChannelFormatKindUnsignedNormalized8X4}, bytes, false);
  show("three", {8, 8, 8, 0, cudaChannelFormatKindUnsigned}, bytes, true);
  show("uneven", {8, 16, 0, 0, cudaChannelFormatKindUnsigned}, bytes, true);
  show("blocks", {8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed1}, bytes, false);
  float host[2][2] = {{1, 2}, {3, 4}};
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 2, 2, cudaArrayTextureGather);
  cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 2, cudaMemcpyHostToDevice);
  cudaTextureDesc how = {};
  gather<<<1, 1>>>(over(array, how, nullptr), out);
  cudaDeviceSynchronize();
  printf("gather: %g %g %g %g\n", out->x, out->y, out->z, out->w);
  // The same bits as integers.
  cudaResourceViewDesc view = {};
  view.format = cudaResViewFormatUnsignedInt1;
  view.width = view.height = 2;
  bits<<<1, 1>>>(over(array, how, &view), (unsigned *)out);
  cudaDeviceSynchronize();
  printf("view: %#x\n", *(unsigned *)out);
  view.format = cudaResViewFormatUnsignedInt4;
  over(array, how, &view);
  view.format = cudaResViewFormatUnsignedBlockCompressed1;
  over(array, how, &view);
  // Integers are not filtered.
  how.filterMode = cudaFilterModeLinear;
  cudaArray_t integers;
  format = cudaCreateChannelDesc<int>();
  cudaMallocArray(&integers, &format, 2, 2);
  over(integers, how, nullptr);
  cudaTextureDesc asked;
  cudaTextureObject_t t = over(array, how, nullptr);
  cudaGetTextureObjectTextureDesc(&asked, t);
  cudaResourceDesc resource;
  cudaGetTextureObjectResourceDesc(&resource, t);
  printf("%d %d\n", asked.filterMode == cudaFilterModeLinear, resource.res.array.array == array);
}

// Prints:
//   uchar4: 0 0.2 0.4 1, 0.8
//   sRGB: 0 0.0331048 0.132868 1, 0.603827
//   char2: 0 0.401575 0 1, 0.80315
//   short4: -1 0.500015 0 1, 0.00305185
//   half4: 1.5 -2 0.25 65504, 8
//   half1: 1.5 0 0 1, -2
//   unorm: 0 0.2 0.4 1, 0.8
//   three: cudaErrorInvalidChannelDescriptor
//   uneven: cudaErrorInvalidChannelDescriptor
//   blocks: cudaErrorInvalidChannelDescriptor
//   gather: 3 4 2 1
//   view: 0x40000000
//   cudaErrorInvalidValue
//   cudaErrorNotSupported
//   cudaErrorInvalidFilterSetting
//   1 1
