// cuBLASLt's product of narrow types: which go together, what they are scaled by,
// and that each result is rounded once.
//
// REQUIRES: cublasLt
// RUN: %math %s -lcublasLt -lcuda -o %t && %t | FileCheck %s
// CHECK: done
#include "lt.h"
#include <cstring>

static const int N = 16;

template <typename In, typename Out>
static cublasStatus_t multiply(LtProduct &P, const void *Alpha, cudaDataType_t TypeA,
                               const Array<In> &A, cudaDataType_t TypeB,
                               const Array<In> &B, const void *Beta,
                               cudaDataType_t TypeC, const void *C,
                               cudaDataType_t TypeD, const Array<Out> &D) {
  LtMatrix LA(TypeA, N, N, N), LB(TypeB, N, N, N), LC(TypeC, N, N, N),
      LD(TypeD, N, N, N);
  set(P.Handle, CUBLASLT_MATMUL_DESC_TRANSA, int32_t(CUBLAS_OP_T));
  return cublasLtMatmul(Lt, P.Handle, Alpha, A.get(), LA.Handle, B.get(), LB.Handle,
                        Beta, C, LC.Handle, D.get(), LD.Handle, nullptr, nullptr, 0,
                        nullptr);
}

/// E4M3 and E5M2, from their definitions.
static float eightBits(uint8_t Bits, int ExponentBits, int FractionBits) {
  const int Bias = (1 << (ExponentBits - 1)) - 1;
  const int Exponent = (Bits & 127) >> FractionBits;
  const float Fraction =
      float(Bits & ((1 << FractionBits) - 1)) / float(1 << FractionBits);
  const float Size = Exponent ? std::ldexp(1 + Fraction, Exponent - Bias)
                              : std::ldexp(Fraction, 1 - Bias);
  return Bits & 128 ? -Size : Size;
}

/// Numbers of 8 bits that are 2 at most.
static std::vector<uint8_t> smallNumbers(int Top) {
  std::vector<uint8_t> V(N * N);
  for (uint8_t &Each : V)
    Each = uint8_t(Random() % Top | (Random() & 128));
  return V;
}

/// Scales of A, B and D; the largest result counts before D's scale.
static void eightBitFloats() {
  const float Alpha = 1, Zero = 0;
  Array<uint8_t> A(smallNumbers(0x40)), B(smallNumbers(0x40)), D(N * N);
  Array<float> Wide(N * N), Scales(std::vector<float>{0.5f, 4, 0.125f}), Largest(1);
  LtProduct P(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  set(P.Handle, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (void *)Scales.get());
  set(P.Handle, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, (void *)(Scales.get() + 1));
  OK(multiply(P, &Alpha, CUDA_R_8F_E4M3, A, CUDA_R_8F_E5M2, B, &Zero, CUDA_R_32F,
              nullptr, CUDA_R_32F, Wide));
  std::vector<float> Want(N * N);
  float WantLargest = 0;
  for (int J = 0; J < N; ++J)
    for (int I = 0; I < N; ++I) {
      for (int K = 0; K < N; ++K)
        Want[I + J * N] += 2 * eightBits(A.values()[K + I * N], 4, 3) *
                           eightBits(B.values()[K + J * N], 5, 2);
      WantLargest = std::max(WantLargest, std::fabs(Want[I + J * N]));
    }
  CHECK(isNear(Wide.values(), Want, N));
  set(P.Handle, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, (void *)(Scales.get() + 2));
  set(P.Handle, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, (void *)Largest.get());
  OK(multiply(P, &Alpha, CUDA_R_8F_E4M3, A, CUDA_R_8F_E5M2, B, &Zero, CUDA_R_16BF,
              nullptr, CUDA_R_8F_E4M3, D));
  CHECK(isNear(Largest.values(), {WantLargest}, N));
  for (int I = 0; I < N * N; ++I) {
    // Half of the last of three places, or of the smallest number.
    const float Exact = Want[I] / 8;
    const float Got = eightBits(D.values()[I], 4, 3);
    CHECK(std::fabs(Got - Exact) <=
          std::max(std::fabs(Exact) / 15.9f, std::ldexp(1.001f, -10)));
  }
  // A result that is not narrow has no scale.
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         multiply(P, &Alpha, CUDA_R_8F_E4M3, A, CUDA_R_8F_E5M2, B, &Zero, CUDA_R_32F,
                  nullptr, CUDA_R_32F, Wide));
}

/// A scale for each row of A and each column of B; those of blocks are refused.
static void outerScales() {
  const float One = 1, Zero = 0;
  Array<uint8_t> A(smallNumbers(0x40)), B(smallNumbers(0x40));
  Array<float> Plain(N * N), D(N * N), Rows(randomVector<float>(N)),
      Cols(randomVector<float>(N));
  LtProduct P(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  auto Multiply = [&](const Array<float> &To) {
    return multiply(P, &One, CUDA_R_8F_E4M3, A, CUDA_R_8F_E4M3, B, &Zero, CUDA_R_32F,
                    nullptr, CUDA_R_32F, To);
  };
  OK(Multiply(Plain));
  set(P.Handle, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (void *)Rows.get());
  set(P.Handle, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, (void *)Cols.get());
  set(P.Handle, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, int32_t(3));
  set(P.Handle, CUBLASLT_MATMUL_DESC_B_SCALE_MODE, int32_t(3));
  OK(Multiply(D));
  std::vector<float> Want = Plain.values();
  for (int I = 0; I < N * N; ++I)
    Want[I] *= Rows.values()[I % N] * Cols.values()[I / N];
  CHECK(isNear(D.values(), Want, N));
  set(P.Handle, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, int32_t(2));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED, Multiply(D));
}

/// Sums of int8 are exact, and wrap around as int32; as int8 they are rounded to
/// the nearest and stop at the ends.
static void integers() {
  std::vector<int8_t> A(N * N), B(N * N);
  for (int I = 0; I < N * N; ++I) {
    A[I] = int8_t(Random());
    B[I] = int8_t(Random());
  }
  Array<int8_t> DA(A), DB(B), Narrow(N * N);
  Array<int32_t> Wide(N * N);
  const int32_t Large = 0x12345, None = 0;
  const float Part = 1 / 512.0f, Zero = 0;
  LtProduct Integer(CUBLAS_COMPUTE_32I, CUDA_R_32I), Float(CUBLAS_COMPUTE_32I,
                                                           CUDA_R_32F);
  OK(multiply(Integer, &Large, CUDA_R_8I, DA, CUDA_R_8I, DB, &None, CUDA_R_32I,
              nullptr, CUDA_R_32I, Wide));
  OK(multiply(Float, &Part, CUDA_R_8I, DA, CUDA_R_8I, DB, &Zero, CUDA_R_8I, nullptr,
              CUDA_R_8I, Narrow));
  for (int J = 0; J < N; ++J)
    for (int I = 0; I < N; ++I) {
      int Sum = 0;
      for (int K = 0; K < N; ++K)
        Sum += A[K + I * N] * B[K + J * N];
      CHECK(Wide.values()[I + J * N] == int32_t(uint32_t(Sum) * uint32_t(Large)));
      CHECK(Narrow.values()[I + J * N] ==
            std::min(127.0f, std::max(-128.0f, std::nearbyint(Sum * Part))));
    }
  // Pairs that the documentation has not.
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         multiply(Float, &Part, CUDA_R_8I, DA, CUDA_R_8I, DB, &Zero, CUDA_R_32I,
                  nullptr, CUDA_R_32I, Wide));
}

template <typename Encode, typename Decode>
static void halves(cudaDataType_t Type, Encode To, Decode From) {
  const float Alpha = 0.75f, Beta = 2;
  std::vector<uint16_t> A, B, C;
  for (int I = 0; I < N * N; ++I) {
    A.push_back(To(randomValue<float>()));
    B.push_back(To(randomValue<float>()));
    C.push_back(To(randomValue<float>()));
  }
  Array<uint16_t> DA(A), DB(B), DC(C), Narrow(N * N);
  Array<float> Wide(N * N), WideC(N * N);
  std::vector<float> OfC, Want(N * N);
  for (uint16_t Each : C)
    OfC.push_back(From(Each));
  WideC.set(OfC);
  LtProduct P(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  OK(multiply(P, &Alpha, Type, DA, Type, DB, &Beta, Type, DC.get(), Type, Narrow));
  OK(multiply(P, &Alpha, Type, DA, Type, DB, &Beta, CUDA_R_32F, WideC.get(),
              CUDA_R_32F, Wide));
  for (int J = 0; J < N; ++J)
    for (int I = 0; I < N; ++I) {
      for (int K = 0; K < N; ++K)
        Want[I + J * N] += From(A[K + I * N]) * From(B[K + J * N]);
      Want[I + J * N] = Alpha * Want[I + J * N] + Beta * OfC[I + J * N];
    }
  CHECK(isNear(Wide.values(), Want, N));
  for (int I = 0; I < N * N; ++I) {
    const float Got = From(Narrow.values()[I]), Unit = Type == CUDA_R_16F ? 2048 : 256;
    CHECK(std::fabs(Got - Want[I]) <= std::fabs(Want[I]) / Unit * 1.01f + 1e-5f);
  }
}

int main() {
  begin();
  OK(cublasLtCreate(&Lt));
  eightBitFloats();
  outerScales();
  integers();
  halves(
      CUDA_R_16F,
      [](float V) {
        const _Float16 H = _Float16(V);
        uint16_t Bits;
        std::memcpy(&Bits, &H, 2);
        return Bits;
      },
      [](uint16_t B) {
        _Float16 H;
        std::memcpy(&H, &B, 2);
        return float(H);
      });
  halves(
      CUDA_R_16BF,
      [](float V) {
        uint32_t Bits;
        std::memcpy(&Bits, &V, 4);
        return uint16_t((Bits + 0x7fff + ((Bits >> 16) & 1)) >> 16);
      },
      [](uint16_t B) {
        const uint32_t Bits = uint32_t(B) << 16;
        float V;
        std::memcpy(&V, &Bits, 4);
        return V;
      });
  OK(cublasLtDestroy(Lt));
  return finish();
}
