// cuBLAS as programs use it: products on streams, factors on the device, halves.
#include <cstdio>
#include <vector>
#include <cublas_v2.h>
#include <cuda_fp16.h>

#define OK(call)                                                               \
  if (int r = call)                                                            \
  printf("%s: %d\n", #call, r)

const int N = 24;

__global__ void fill(float *a, __half *h, int modulus) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i % modulus;
  h[i] = __float2half(i % modulus);
}
__global__ void half(float *x) { *x = 0.5f; }

static bool same(const float *got, const float *a, const float *b, float alpha) {
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i) {
      float sum = 0;
      for (int k = 0; k < N; ++k)
        sum += a[i + k * N] * b[j + k * N];
      if (got[i + j * N] != alpha * sum)
        return false;
    }
  return true;
}

int main() {
  float *a, *b, *c, *alpha, one = 1, zero = 0, norm = 0;
  __half *h;
  cudaMallocManaged(&a, N * N * 4);
  cudaMallocManaged(&b, N * N * 4);
  cudaMallocManaged(&c, N * N * 4);
  cudaMallocManaged(&alpha, 8);
  cudaMalloc(&h, N * N * 2);
  fill<<<N, N>>>(a, h, 7);
  cublasHandle_t handle;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  OK(cublasCreate(&handle));
  OK(cublasSetStream(handle, stream));
  OK(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
  cudaDeviceSynchronize();
  fill<<<N, N, 0, stream>>>(b, h, 5);
  OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, a, N, b, N, &zero, c, N));
  cudaStreamSynchronize(stream);
  printf("product %d\n", same(c, a, b, 1));
  half<<<1, 1, 0, stream>>>(alpha);
  alpha[1] = 0;
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, alpha, a, N, b, N, alpha + 1, c, N));
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  cudaStreamSynchronize(stream);
  printf("half of it %d\n", same(c, a, b, 0.5f));
  OK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, h, CUDA_R_16F, N, h, CUDA_R_16F, N, &zero, c,
                  CUDA_R_32F, N, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
  cudaStreamSynchronize(stream);
  printf("halves %d\n", same(c, b, b, 1));
  OK(cublasSnrm2(handle, 25, b, 1, &norm));
  printf("norm %.4f\n", norm);
  printf("%s\n", cublasGetStatusString(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N - 1, b, N,
                                                   &zero, c, N)));
  OK(cublasDestroy(handle));
}

// Options: -lcublas
// Prints:
//   product 1
//   half of it 1
//   halves 1
//   norm 12.2474
//   an invalid value was used as an argument
