// Types of 8 and 16 bits: sums are exact for integers, and rounded once for
// floats; factors have the type that the computation asks for.
//
// REQUIRES: cublas
// RUN: %math %s -lcublas -lcuda -o %t && %t | FileCheck %s
// CHECK: done
#include "blas.h"
#include <cstring>

extern "C" {
cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t,
                            int, int, int, const void *, const void *,
                            cudaDataType_t, int, const void *, cudaDataType_t,
                            int, const void *, void *, cudaDataType_t, int,
                            cublasComputeType_t, cublasGemmAlgo_t);
cublasStatus_t cublasHgemm(cublasHandle_t, cublasOperation_t, cublasOperation_t,
                           int, int, int, const void *, const void *, int,
                           const void *, int, const void *, void *, int);
cublasStatus_t cublasDotEx(cublasHandle_t, int, const void *, cudaDataType_t,
                           int, const void *, cudaDataType_t, int, void *,
                           cudaDataType_t, cudaDataType_t);
}

static cublasHandle_t Handle;

static uint16_t toBFloat(float V) {
  uint32_t Bits;
  std::memcpy(&Bits, &V, 4);
  return uint16_t((Bits + 0x7fff + ((Bits >> 16) & 1)) >> 16);
}
static float fromBFloat(uint16_t B) {
  const uint32_t Bits = uint32_t(B) << 16;
  float V;
  std::memcpy(&V, &Bits, 4);
  return V;
}
static uint16_t toHalf(float V) {
  const _Float16 H = _Float16(V);
  uint16_t Bits;
  std::memcpy(&Bits, &H, 2);
  return Bits;
}
static float fromHalf(uint16_t B) {
  _Float16 H;
  std::memcpy(&H, &B, 2);
  return float(H);
}

template <typename In, typename Out>
static cublasStatus_t multiply(cudaDataType_t TypeIn, cudaDataType_t TypeOut,
                               cublasComputeType_t Compute, const void *One,
                               const void *Zero, int N, const Array<In> &A,
                               const Array<In> &B, const Array<Out> &C) {
  return cublasGemmEx(Handle, CUBLAS_OP_T, CUBLAS_OP_N, N, N, N, One, A.get(),
                      TypeIn, N, B.get(), TypeIn, N, Zero, C.get(), TypeOut, N,
                      Compute, -1);
}

template <typename Encode, typename Decode>
static void floats(cudaDataType_t Type, Encode To, Decode From) {
  const int N = 8;
  const float One = 1, Zero = 0;
  std::vector<uint16_t> A, B;
  for (int I = 0; I < N * N; ++I) {
    A.push_back(To(randomValue<float>()));
    B.push_back(To(randomValue<float>()));
  }
  Array<uint16_t> DA(A), DB(B), DC(N * N);
  Array<float> DWide(N * N);
  OK(multiply(Type, Type, CUBLAS_COMPUTE_32F, &One, &Zero, N, DA, DB, DC));
  OK(multiply(Type, CUDA_R_32F, CUBLAS_COMPUTE_32F, &One, &Zero, N, DA, DB,
              DWide));
  std::vector<float> Want(N * N);
  for (int J = 0; J < N; ++J)
    for (int I = 0; I < N; ++I)
      for (int K = 0; K < N; ++K)
        Want[I + J * N] += From(A[K + I * N]) * From(B[K + J * N]);
  CHECK(isNear(DWide.values(), Want, N));
  // The narrow result is the wide one, rounded.
  std::vector<uint16_t> Rounded;
  for (float V : DWide.values())
    Rounded.push_back(To(V));
  CHECK(DC.values() == Rounded);
  float Dot = 0, WantDot = 0;
  OK(cublasDotEx(Handle, N, DA.get(), Type, 1, DB.get(), Type, 1, &Dot,
                 CUDA_R_32F, CUDA_R_32F));
  for (int I = 0; I < N; ++I)
    WantDot += From(A[I]) * From(B[I]);
  CHECK(isNear<float>({Dot}, {WantDot}, N));
}

static void integers() {
  const int N = 64;
  const int32_t One = 1, Zero = 0;
  std::vector<int8_t> A, B;
  for (int I = 0; I < N * N; ++I) {
    A.push_back(int8_t(Random()));
    B.push_back(int8_t(Random()));
  }
  Array<int8_t> DA(A), DB(B);
  Array<int32_t> DC(N * N);
  OK(multiply(CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, &One, &Zero, N, DA, DB,
              DC));
  std::vector<int32_t> Want(N * N);
  for (int J = 0; J < N; ++J)
    for (int I = 0; I < N; ++I)
      for (int K = 0; K < N; ++K)
        Want[I + J * N] += A[K + I * N] * B[K + J * N];
  CHECK(DC.values() == Want);
  // These do not go together.
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         multiply(CUDA_R_8I, CUDA_R_16F, CUBLAS_COMPUTE_32F, &One, &Zero, N, DA,
                  DB, DC));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         multiply(cudaDataType_t(99), CUDA_R_32F, CUBLAS_COMPUTE_32F, &One,
                  &Zero, N, DA, DB, DC));
}

/// Halves: every one is itself after a product with the identity, and what is
/// too large is infinite.
static void halves() {
  const int N = 4;
  const uint16_t One = toHalf(1), Zero = 0;
  std::vector<uint16_t> Identity(N * N);
  for (int I = 0; I < N; ++I)
    Identity[I * (N + 1)] = One;
  const std::vector<uint16_t> A = {0x0001, 0x03ff, 0x0400, 0x7bff, 0x8001, 0xfbff,
                                   0x3c00, 0x3c01, 0x0000, 0x1234, 0x5678, 0x3555,
                                   0xbc00, 0x8400, 0x7800, 0x0200};
  Array<uint16_t> DA(A), DIdentity(Identity), DC(N * N);
  OK(cublasHgemm(Handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &One, DIdentity.get(),
                 N, DA.get(), N, &Zero, DC.get(), N));
  CHECK(DC.values() == A);
  const uint16_t Two = toHalf(2);
  OK(cublasHgemm(Handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &Two, DIdentity.get(),
                 N, DA.get(), N, &Zero, DC.get(), N));
  CHECK(DC.values()[3] == 0x7c00 && DC.values()[5] == 0xfc00 &&
        DC.values()[0] == 0x0002);
}

int main() {
  begin();
  OK(cublasCreate_v2(&Handle));
  floats(CUDA_R_16BF, toBFloat, fromBFloat);
  floats(CUDA_R_16F, toHalf, fromHalf);
  integers();
  halves();
  OK(cublasDestroy_v2(Handle));
  return finish();
}
