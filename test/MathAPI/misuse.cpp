// What cuBLAS says of handles, arguments and memory that are not there, and what
// it does in streams that are captured.
//
// REQUIRES: cublas
// RUN: %math %s -lcublas -lcuda -o %t
// RUN: %t arguments | FileCheck %s
// RUN: %t capture | FileCheck %s
// RUN: %t short 2>&1 | FileCheck %s --check-prefixes=SHORT,CHECK
// RUN: %t freed 2>&1 | FileCheck %s --check-prefixes=FREED,CHECK
// RUN: env HEDDLE_LOG=1 %t pivots 2>&1 | FileCheck %s --check-prefixes=PIVOTS,CHECK
// RUN: env HEDDLE_LOG=1 %t missing 2>&1 | FileCheck %s --check-prefixes=MISSING,CHECK
// RUN: env HEDDLE_JOB_LOG=%t.log HEDDLE_STATS=text:%t.stats %t capture
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// RUN: FileCheck %s --check-prefix=STATS < %t.stats
// RUN: not env HEDDLE_ERROR_EXITCODE=9 %t short
// SHORT: cublasSgemm_v2: fault: A has 64 bytes at 0x{{[0-9A-Fa-f]+}}, 60 bytes before the end of its allocation of 60
// FREED: cublasSgemm_v2: fault: B has 64 bytes at 0x{{[0-9A-Fa-f]+}}, which is no memory of the device
// MISSING: heddle: cublasSetEnvironmentMode: CUBLAS_STATUS_NOT_SUPPORTED: this function is not implemented
// PIVOTS: cublasSgetrsBatched: pivot 129 of matrix 0 is no row of 1 to 4
// LOG: heddle: call: cublasSscal_v2: {{.*}} ms, done
// STATS: cublasSscal_v2
// CHECK: done
#include "blas.h"
#include <cstring>
#include <string>

extern "C" {
cublasStatus_t cublasSetEnvironmentMode();
const char *cublasGetStatusName(cublasStatus_t);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int *);
cublasStatus_t cublasGetStream_v2(cublasHandle_t, CUstream *);
cublasStatus_t cublasSetMatrix(int, int, int, const void *, int, void *, int);
cublasStatus_t cublasGetMatrix(int, int, int, const void *, int, void *, int);
}

static cublasHandle_t Handle;
static const float One = 1, Zero = 0, Two = 2;

static cublasStatus_t multiply(const float *A, const float *B, float *C,
                               int N = 4) {
  return Blas<float>::gemm(Handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &One, A, 4,
                           B, 4, &Zero, C, 4);
}

static void arguments() {
  Array<float> A(16), B(16), C(16);
  const auto Bad = CUBLAS_STATUS_INVALID_VALUE;
  OK(multiply(A.get(), B.get(), C.get()));
  OK(multiply(A.get(), B.get(), C.get(), 0));
  STATUS(Bad, multiply(A.get(), B.get(), C.get(), -1));
  STATUS(Bad, multiply(A.get(), B.get(), C.get(), 5));
  STATUS(Bad, Blas<float>::gemm(Handle, cublasOperation_t(7), CUBLAS_OP_N, 4, 4,
                                4, &One, A.get(), 4, B.get(), 4, &Zero, C.get(),
                                4));
  STATUS(Bad, Blas<float>::gemm(Handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4,
                                nullptr, A.get(), 4, B.get(), 4, &Zero, C.get(),
                                4));
  STATUS(Bad, Blas<float>::gemv(Handle, CUBLAS_OP_N, 4, 4, &One, A.get(), 4,
                                B.get(), 0, &Zero, C.get(), 1));
  STATUS(Bad, Blas<float>::dot(Handle, 4, A.get(), 1, B.get(), 1, nullptr));
  STATUS(Bad, Blas<float>::trsm(Handle, cublasSideMode_t(2),
                                CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                                CUBLAS_DIAG_UNIT, 4, 4, &One, A.get(), 4,
                                B.get(), 4));
  STATUS(Bad, cublasSetPointerMode_v2(Handle, cublasPointerMode_t(2)));
  STATUS(Bad, cublasCreate_v2(nullptr));
  int Version = 0;
  OK(cublasGetVersion_v2(Handle, &Version));
  CHECK(Version / 10000 == 13);
  CHECK(!std::strcmp(cublasGetStatusName(Bad), "CUBLAS_STATUS_INVALID_VALUE"));
  // Handles: none, invented, destroyed twice.
  const auto None = CUBLAS_STATUS_NOT_INITIALIZED;
  const cublasHandle_t Old = Handle;
  for (cublasHandle_t Wrong : {cublasHandle_t(), cublasHandle_t(0x1234)}) {
    Handle = Wrong;
    STATUS(None, multiply(A.get(), B.get(), C.get()));
    STATUS(None, cublasDestroy_v2(Wrong));
    STATUS(None, cublasSetStream_v2(Wrong, nullptr));
  }
  Handle = Old;
  OK(cublasDestroy_v2(Handle));
  STATUS(None, cublasDestroy_v2(Handle));
  STATUS(None, multiply(A.get(), B.get(), C.get()));
  // Rows of matrices to the device and back.
  const float From[6] = {1, 2, 3, 4, 5, 6};
  float To[6] = {};
  OK(cublasSetMatrix(2, 2, 4, From, 3, A.get(), 4));
  OK(cublasGetMatrix(2, 2, 4, A.get(), 4, To, 2));
  CHECK(To[0] == 1 && To[1] == 2 && To[2] == 4 && To[3] == 5 && To[4] == 0);
  STATUS(Bad, cublasSetMatrix(4, 2, 4, From, 3, A.get(), 4));
  STATUS(CUBLAS_STATUS_MAPPING_ERROR,
         cublasSetMatrix(2, 2, 4, From, 3, reinterpret_cast<void *>(64), 4));
}

/// A graph runs what was captured each time it is launched; where the host waits
/// for a result there is none.
static void capture() {
  CUstream Stream, Other;
  CUgraph Graph;
  CUgraphExec Exec;
  Array<float> X(std::vector<float>{1, 2, 3, 4});
  float Sum = 0;
  OK(cuStreamCreate(&Stream, 0));
  OK(cublasSetStream_v2(Handle, Stream));
  OK(cublasGetStream_v2(Handle, &Other));
  CHECK(Stream == Other);
  OK(cuStreamBeginCapture(Stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(Blas<float>::scal(Handle, 4, &Two, X.get(), 1));
  STATUS(CUBLAS_STATUS_EXECUTION_FAILED,
         Blas<float>::asum(Handle, 4, X.get(), 1, &Sum));
  OK(cuStreamEndCapture(Stream, &Graph));
  CHECK(X.values()[3] == 4 && Sum == 0);
  OK(cuGraphInstantiate(&Exec, Graph, 0));
  OK(cuGraphLaunch(Exec, Stream));
  OK(cuGraphLaunch(Exec, Stream));
  OK(cuStreamSynchronize(Stream));
  CHECK((X.values() == std::vector<float>{4, 8, 12, 16}));
  OK(cuGraphExecDestroy(Exec));
  OK(cuGraphDestroy(Graph));
  OK(cuStreamDestroy(Stream));
  STATUS(CUBLAS_STATUS_EXECUTION_FAILED,
         Blas<float>::scal(Handle, 4, &Two, X.get(), 1));
}

/// A pivot beyond the matrix would have rows of other memory swapped.
static void pivots() {
  Array<float> A(
      std::vector<float>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  Array<float> B(std::vector<float>{1, 2, 3, 4});
  Array<float *> DPA(std::vector<float *>{A.get()});
  Array<float *> DPB(std::vector<float *>{B.get()});
  Array<int> Pivots(std::vector<int>{129, 2, 3, 4});
  int Info = 0;
  STATUS(CUBLAS_STATUS_EXECUTION_FAILED,
         Blas<float>::getrsBatched(Handle, CUBLAS_OP_N, 4, 1, DPA.get(), 4,
                                   Pivots.get(), DPB.get(), 4, &Info, 1));
}

int main(int, char **Arguments) {
  const std::string What = Arguments[1];
  begin();
  OK(cublasCreate_v2(&Handle));
  if (What == "arguments")
    arguments();
  if (What == "capture")
    capture();
  if (What == "pivots")
    pivots();
  if (What == "missing")
    STATUS(CUBLAS_STATUS_NOT_SUPPORTED, cublasSetEnvironmentMode());
  if (What == "short" || What == "freed") {
    CUdeviceptr Small, Big;
    OK(cuMemAlloc(&Small, 60));
    OK(cuMemAlloc(&Big, 64));
    float *S = reinterpret_cast<float *>(Small);
    float *B = reinterpret_cast<float *>(Big);
    float Host[16];
    STATUS(CUBLAS_STATUS_EXECUTION_FAILED,
           What == "short" ? multiply(S, B, B) : multiply(B, Host, B));
    // A fault, as of a kernel.
    STATUS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
  }
  return finish();
}
