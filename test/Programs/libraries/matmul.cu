// cuBLASLt as layers of networks use it: halves, a bias and GELU, by heuristics.
#include <cmath>
#include <cstdio>
#include <cublasLt.h>
#include <cuda_bf16.h>

#define OK(call)                                                               \
  if (int r = call)                                                            \
  printf("%s: %d\n", #call, r)

const int M = 24, N = 16, K = 32;

__global__ void fill(__nv_bfloat16 *x, int modulus) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = __float2bfloat16((i % modulus - modulus / 2) / 8.0f);
}

static float gelu(float x) {
  return 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}

int main() {
  __nv_bfloat16 *weights, *input, *bias, *output;
  void *workspace;
  const size_t space = 1 << 16;
  cudaMallocManaged(&weights, M * K * 2);
  cudaMallocManaged(&input, K * N * 2);
  cudaMallocManaged(&bias, M * 2);
  cudaMallocManaged(&output, M * N * 2);
  cudaMalloc(&workspace, space);
  fill<<<M, K>>>(weights, 7);
  fill<<<N, K>>>(input, 5);
  fill<<<1, M>>>(bias, 9);
  cublasLtHandle_t handle;
  cublasLtMatmulDesc_t product;
  cublasLtMatrixLayout_t a, b, d;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t found;
  int count = 0;
  OK(cublasLtCreate(&handle));
  OK(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  cublasOperation_t transposed = CUBLAS_OP_T;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_BIAS;
  OK(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed));
  OK(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
  OK(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias));
  OK(cublasLtMatrixLayoutCreate(&a, CUDA_R_16BF, K, M, K));
  OK(cublasLtMatrixLayoutCreate(&b, CUDA_R_16BF, K, N, K));
  OK(cublasLtMatrixLayoutCreate(&d, CUDA_R_16BF, M, N, M));
  OK(cublasLtMatmulPreferenceCreate(&preference));
  OK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &space, sizeof space));
  OK(cublasLtMatmulAlgoGetHeuristic(handle, product, a, b, d, d, preference, 1, &found, &count));
  printf("algorithms %d\n", count);
  float one = 1, zero = 0;
  OK(cublasLtMatmul(handle, product, &one, weights, a, input, b, &zero, output, d, output, d, &found.algo, workspace,
                    space, 0));
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < M; ++i) {
      float sum = __bfloat162float(bias[i]);
      for (int k = 0; k < K; ++k)
        sum += __bfloat162float(weights[k + i * K]) * __bfloat162float(input[k + j * K]);
      float want = gelu(sum), got = __bfloat162float(output[i + j * M]);
      wrong += !(fabsf(got - want) <= fabsf(want) / 200 + 1e-3f);
    }
  printf("wrong %d\n", wrong);
  cublasLtOrder_t order = CUBLASLT_ORDER_COL32;
  OK(cublasLtMatrixLayoutSetAttribute(a, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
  printf("%s\n", cublasLtGetStatusString(cublasLtMatmul(handle, product, &one, weights, a, input, b, &zero, output, d,
                                                        output, d, 0, workspace, space, 0)));
  OK(cublasLtMatmulPreferenceDestroy(preference));
  OK(cublasLtMatrixLayoutDestroy(a));
  OK(cublasLtMatrixLayoutDestroy(b));
  OK(cublasLtMatrixLayoutDestroy(d));
  OK(cublasLtMatmulDescDestroy(product));
  OK(cublasLtDestroy(handle));
}

// Options: -lcublasLt
// Prints:
//   algorithms 1
//   wrong 0
//   the functionality is not supported
