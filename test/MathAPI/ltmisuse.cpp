// What cuBLASLt says of handles, descriptors and memory that are not there; what
// its attributes and algorithms are; that handles of cuBLAS are its own, too.
//
// REQUIRES: cublasLt
// RUN: %math %s -lcublasLt -lcublas -lcuda -o %t
// RUN: %t arguments | FileCheck %s
// RUN: %t capture | FileCheck %s
// RUN: %t short 2>&1 | FileCheck %s --check-prefixes=SHORT,CHECK
// RUN: env HEDDLE_LOG=1 %t missing 2>&1 | FileCheck %s --check-prefixes=MISSING,CHECK
// SHORT: cublasLtMatmul: fault: B has 64 bytes at 0x{{[0-9A-Fa-f]+}}, 60 bytes before the end of its allocation of 60
// MISSING: heddle: cublasLtMatrixTransform: CUBLAS_STATUS_NOT_SUPPORTED: this function is not implemented
// MISSING: heddle: cublasLtMatmul: CUBLAS_STATUS_NOT_SUPPORTED: these types do not go together
// MISSING: heddle: cublasLtMatmul: CUBLAS_STATUS_NOT_SUPPORTED: batches of pointers
// CHECK: done
#include "lt.h"
#include <string>

extern "C" {
cublasStatus_t cublasCreate_v2(cublasHandle_t *);
cublasStatus_t cublasDestroy_v2(cublasHandle_t);
}

static const auto Bad = CUBLAS_STATUS_INVALID_VALUE;
static const float One = 1, Zero = 0;

static cublasStatus_t multiply(cublasLtMatmulDesc_t Desc,
                               cublasLtMatrixLayout_t Layout, const float *A,
                               const float *B, float *D,
                               const cublasLtMatmulAlgo_t *Algorithm = nullptr,
                               CUstream Stream = nullptr) {
  return cublasLtMatmul(Lt, Desc, &One, A, Layout, B, Layout, &Zero, nullptr, Layout,
                        D, Layout, Algorithm, nullptr, 0, Stream);
}

static void handles(cublasLtMatmulDesc_t P, cublasLtMatrixLayout_t L, float *D) {
  const cublasLtHandle_t Old = Lt;
  for (cublasLtHandle_t Wrong : {cublasLtHandle_t(), cublasLtHandle_t(0x1234)}) {
    Lt = Wrong;
    STATUS(CUBLAS_STATUS_NOT_INITIALIZED, multiply(P, L, D, D, D));
    STATUS(CUBLAS_STATUS_NOT_INITIALIZED, cublasLtDestroy(Lt));
  }
  // The third of cuBLAS, where cuBLASLt gave one.
  cublasHandle_t Blas[3];
  for (cublasHandle_t &Each : Blas)
    OK(cublasCreate_v2(&Each));
  Lt = reinterpret_cast<cublasLtHandle_t>(Blas[2]);
  OK(multiply(P, L, D, D, D));
  for (cublasHandle_t Each : Blas)
    OK(cublasDestroy_v2(Each));
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED, multiply(P, L, D, D, D));
  Lt = Old;
}

static void attributes(cublasLtMatrixLayout_t Layout) {
  int64_t LD = 0;
  size_t Bytes = 0;
  auto Get = [&](unsigned Number, size_t Size, size_t *Written) {
    return cublasLtMatrixLayoutGetAttribute(Layout, Number, &LD, Size, Written);
  };
  OK(Get(CUBLASLT_MATRIX_LAYOUT_LD, 8, &Bytes));
  CHECK(LD == 4 && Bytes == 8);
  OK(Get(CUBLASLT_MATRIX_LAYOUT_ORDER, 0, &Bytes));
  CHECK(Bytes == 4);
  STATUS(Bad, Get(CUBLASLT_MATRIX_LAYOUT_LD, 4, &Bytes));
  STATUS(Bad, Get(CUBLASLT_MATRIX_LAYOUT_LD, 0, nullptr));
  STATUS(Bad, Get(99, 8, &Bytes));
  STATUS(Bad, cublasLtMatrixLayoutSetAttribute(Layout, CUBLASLT_MATRIX_LAYOUT_LD, &LD,
                                               4));
  STATUS(Bad, cublasLtMatrixLayoutSetAttribute(nullptr, CUBLASLT_MATRIX_LAYOUT_LD,
                                               &LD, 8));
}

static void algorithms(cublasLtMatmulDesc_t P, cublasLtMatrixLayout_t L, float *D) {
  cublasLtMatmulPreference_t Preference;
  cublasLtMatmulHeuristicResult_t Results[3];
  int Count = 0, Batches = 0;
  uint64_t Space = 1 << 20;
  size_t Bytes = 0;
  OK(cublasLtMatmulPreferenceCreate(&Preference));
  OK(cublasLtMatmulPreferenceSetAttribute(
      Preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &Space, 8));
  auto Ask = [&](int Wanted) {
    return cublasLtMatmulAlgoGetHeuristic(Lt, P, L, L, L, L, Preference, Wanted,
                                          Results, &Count);
  };
  OK(Ask(3));
  CHECK(Count == 1 && Results[0].state == 0 && Results[0].workspaceSize == 0);
  OK(cublasLtMatmulAlgoCapGetAttribute(&Results[0].algo,
                                       CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT,
                                       &Batches, 4, &Bytes));
  CHECK(Batches == 1 && Bytes == 4);
  OK(multiply(P, L, D, D, D, &Results[0].algo));
  STATUS(Bad, Ask(0));
  const cublasLtMatmulAlgo_t None = {};
  STATUS(Bad, multiply(P, L, D, D, D, &None));
  set(L, CUBLASLT_MATRIX_LAYOUT_TYPE, uint32_t(CUDA_R_8U));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED, Ask(1));
  CHECK(Count == 0);
  set(L, CUBLASLT_MATRIX_LAYOUT_TYPE, uint32_t(CUDA_R_32F));
  OK(cublasLtMatmulPreferenceDestroy(Preference));
  STATUS(Bad, Ask(1));
}

static void arguments() {
  Array<float> D(std::vector<float>(16, 0));
  LtMatrix L(CUDA_R_32F, 4, 4, 4), Other(CUDA_R_32F, 4, 5, 4), Tight(CUDA_R_32F, 4, 4, 3);
  LtProduct P(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  handles(P.Handle, L.Handle, D.get());
  attributes(L.Handle);
  algorithms(P.Handle, L.Handle, D.get());
  STATUS(Bad, multiply(nullptr, L.Handle, D.get(), D.get(), D.get()));
  STATUS(Bad, multiply(P.Handle, nullptr, D.get(), D.get(), D.get()));
  STATUS(Bad, multiply(P.Handle, Other.Handle, D.get(), D.get(), D.get()));
  STATUS(Bad, multiply(P.Handle, Tight.Handle, D.get(), D.get(), D.get()));
  STATUS(Bad, cublasLtMatmul(Lt, P.Handle, nullptr, D.get(), L.Handle, D.get(),
                             L.Handle, &Zero, nullptr, L.Handle, D.get(), L.Handle,
                             nullptr, nullptr, 0, nullptr));
  cublasLtMatrixLayout_t Gone;
  OK(cublasLtMatrixLayoutCreate(&Gone, CUDA_R_32F, 4, 4, 4));
  OK(cublasLtMatrixLayoutDestroy(Gone));
  STATUS(Bad, cublasLtMatrixLayoutDestroy(Gone));
  STATUS(Bad, multiply(P.Handle, Gone, D.get(), D.get(), D.get()));
  for (int32_t Epilogue : {3 + 8, 16, 2048}) {
    set(P.Handle, CUBLASLT_MATMUL_DESC_EPILOGUE, Epilogue);
    STATUS(Bad, multiply(P.Handle, L.Handle, D.get(), D.get(), D.get()));
  }
  // Descriptors in memory of the program.
  cublasLtMatrixLayoutOpaque_t Here = {};
  cublasLtMatmulDescOpaque_t Product;
  STATUS(Bad, multiply(P.Handle, &Here, D.get(), D.get(), D.get()));
  OK(cublasLtMatrixLayoutInit_internal(&Here, sizeof Here, CUDA_R_32F, 4, 4, 4));
  OK(cublasLtMatmulDescInit_internal(&Product, sizeof Product, CUBLAS_COMPUTE_32F,
                                     CUDA_R_32F));
  STATUS(Bad, cublasLtMatrixLayoutInit_internal(&Here, 8, CUDA_R_32F, 4, 4, 4));
  set(&Here, CUBLASLT_MATRIX_LAYOUT_ORDER, int32_t(CUBLASLT_ORDER_ROW));
  const cublasLtMatrixLayoutOpaque_t Copy = Here;
  D.set({1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  Here = Copy;
  OK(multiply(&Product, &Here, D.get(), D.get(), D.get()));
  CHECK(D.values()[1] == 2);
}

/// A graph has its own copy of what the descriptors said.
static void capture() {
  CUstream Stream;
  CUgraph Graph;
  CUgraphExec Exec;
  Array<float> D(std::vector<float>{2, 0, 0, 2});
  OK(cuStreamCreate(&Stream, 0));
  OK(cuStreamBeginCapture(Stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  {
    LtMatrix L(CUDA_R_32F, 2, 2, 2);
    LtProduct P(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    OK(multiply(P.Handle, L.Handle, D.get(), D.get(), D.get(), nullptr, Stream));
  }
  OK(cuStreamEndCapture(Stream, &Graph));
  CHECK(D.values()[0] == 2);
  OK(cuGraphInstantiate(&Exec, Graph, 0));
  OK(cuGraphLaunch(Exec, Stream));
  OK(cuGraphLaunch(Exec, Stream));
  OK(cuStreamSynchronize(Stream));
  CHECK((D.values() == std::vector<float>{16, 0, 0, 16}));
  OK(cuGraphExecDestroy(Exec));
  OK(cuGraphDestroy(Graph));
  OK(cuStreamDestroy(Stream));
}

static void missing() {
  Array<float> D(16);
  LtMatrix L(CUDA_R_32F, 4, 4, 4);
  LtProduct P(CUBLAS_COMPUTE_32F, CUDA_R_32F), Wrong(CUBLAS_COMPUTE_64F, CUDA_R_64F);
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED, cublasLtMatrixTransform());
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         multiply(Wrong.Handle, L.Handle, D.get(), D.get(), D.get()));
  set(L.Handle, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, uint32_t(1));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         multiply(P.Handle, L.Handle, D.get(), D.get(), D.get()));
}

int main(int, char **Arguments) {
  const std::string What = Arguments[1];
  begin();
  OK(cublasLtCreate(&Lt));
  if (What == "arguments")
    arguments();
  if (What == "capture")
    capture();
  if (What == "missing")
    missing();
  if (What == "short") {
    Array<float> Big(16), Small(15);
    LtMatrix L(CUDA_R_32F, 4, 4, 4);
    LtProduct P(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    STATUS(CUBLAS_STATUS_EXECUTION_FAILED,
           multiply(P.Handle, L.Handle, Big.get(), Small.get(), Big.get()));
    STATUS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
    return finish();
  }
  OK(cublasLtDestroy(Lt));
  return finish();
}
