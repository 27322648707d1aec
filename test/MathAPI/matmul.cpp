// cuBLASLt's product: orders, transposes, batches, factors and epilogues, against
// loops over the elements.
//
// REQUIRES: cublasLt
// RUN: %math %s -lcublasLt -lcuda -o %t && %t | FileCheck %s
// CHECK: done
#include "lt.h"

/// A matrix on the device, and what its elements are.
template <typename T> struct Stored {
  int Rows, Cols, LD, Order, Batch;
  std::vector<T> Values;
  Array<T> Memory;
  LtMatrix Layout;

  Stored(cudaDataType_t Type, int Rows, int Cols, int Order, int Batch)
      : Rows(Rows), Cols(Cols), LD((Order ? Cols : Rows) + 3), Order(Order),
        Batch(Batch), Values(randomVector<T>(size_t(stride() * Batch))),
        Memory(Values), Layout(Type, Rows, Cols, LD) {
    set(Layout.Handle, CUBLASLT_MATRIX_LAYOUT_ORDER, int32_t(Order));
    set(Layout.Handle, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, int32_t(Batch));
    set(Layout.Handle, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
        int64_t(stride()));
  }
  int stride() const { return LD * (Order ? Rows : Cols); }
  size_t index(int I, int J, int B) const {
    return size_t(B * stride() + (Order ? I * LD + J : J * LD + I));
  }
};

template <typename T>
static T operand(const Stored<T> &S, cublasOperation_t Op, int I, int J, int B) {
  const T V = S.Values[Op == CUBLAS_OP_N ? S.index(I, J, B) : S.index(J, I, B)];
  return Op == CUBLAS_OP_C ? conjugate(V) : V;
}

template <typename T>
static void plain(cudaDataType_t Type, cublasComputeType_t Compute) {
  const int M = 5, N = 4, K = 7;
  for (cublasOperation_t OpA : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
    for (cublasOperation_t OpB : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
      for (int Orders = 0; Orders < 8; ++Orders)
        for (int Batch : {1, 3}) {
          const T Alpha = randomValue<T>();
          const T Beta = Batch == 1 ? T(0) : randomValue<T>();
          Stored<T> A(Type, OpA ? K : M, OpA ? M : K, Orders & 1, Batch);
          Stored<T> B(Type, OpB ? N : K, OpB ? K : N, Orders >> 1 & 1, Batch);
          Stored<T> C(Type, M, N, Orders >> 2, Batch);
          Stored<T> D(Type, M, N, Orders & 1, Batch);
          LtProduct P(Compute, Type);
          set(P.Handle, CUBLASLT_MATMUL_DESC_TRANSA, int32_t(OpA));
          set(P.Handle, CUBLASLT_MATMUL_DESC_TRANSB, int32_t(OpB));
          // What beta takes no part of need not be there.
          OK(cublasLtMatmul(Lt, P.Handle, &Alpha, A.Memory.get(),
                            A.Layout.Handle, B.Memory.get(), B.Layout.Handle,
                            &Beta, Batch == 1 ? nullptr : C.Memory.get(),
                            C.Layout.Handle, D.Memory.get(), D.Layout.Handle,
                            nullptr, nullptr, 0, nullptr));
          std::vector<T> Want = D.Values;
          for (int E = 0; E < Batch; ++E)
            for (int I = 0; I < M; ++I)
              for (int J = 0; J < N; ++J) {
                T Sum = 0;
                for (int L = 0; L < K; ++L)
                  Sum += operand(A, OpA, I, L, E) * operand(B, OpB, L, J, E);
                Want[D.index(I, J, E)] =
                    Alpha * Sum + Beta * C.Values[C.index(I, J, E)];
              }
          CHECK(isNear(D.Memory.values(), Want, K));
        }
}

/// The approximation by tanh; its derivative as a difference.
static double gelu(double X) {
  return 0.5 * X *
         (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) *
                        (X + 0.044715 * X * X * X)));
}
static double geluSlope(double X) {
  return (gelu(X + 1e-5) - gelu(X - 1e-5)) / 2e-5;
}

/// Sums of \p N x \p N products go through each epilogue.
static void epilogues() {
  const int N = 8, AuxLD = 128;
  const float One = 1, Zero = 0;
  Stored<float> A(CUDA_R_32F, N, N, 0, 1), B(CUDA_R_32F, N, N, 0, 1);
  Array<float> D(N * N), Bias(randomVector<float>(N));
  Array<float> Aux(randomVector<float>(AuxLD * N));
  LtMatrix Layout(CUDA_R_32F, N, N, N);
  const std::vector<float> B0 = Bias.values(), Aux0 = Aux.values();
  for (unsigned Kind : {2, 4, 6, 32, 36, 130, 134, 160, 164, 136, 152, 192, 208,
                        256, 512}) {
    Bias.set(B0);
    Aux.set(Aux0);
    LtProduct P(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    set(P.Handle, CUBLASLT_MATMUL_DESC_EPILOGUE, uint32_t(Kind));
    set(P.Handle, CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void *)Bias.get());
    set(P.Handle, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void *)Aux.get());
    set(P.Handle, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(AuxLD));
    OK(cublasLtMatmul(Lt, P.Handle, &One, A.Memory.get(), A.Layout.Handle,
                      B.Memory.get(), B.Layout.Handle, &Zero, nullptr,
                      Layout.Handle, D.get(), Layout.Handle, nullptr, nullptr, 0,
                      nullptr));
    std::vector<float> Want(N * N), WantBias(N), AuxNow = Aux.values();
    std::vector<float> WantAux = Aux0;
    auto Bit = [&](const std::vector<float> &Of, int I, int J) {
      return reinterpret_cast<const uint8_t *>(Of.data())[(J * AuxLD + I) / 8] >>
                 (I % 8) & 1;
    };
    for (int J = 0; J < N; ++J)
      for (int I = 0; I < N; ++I) {
        double X = 0;
        for (int L = 0; L < N; ++L)
          X += double(operand(A, CUBLAS_OP_N, I, L, 0)) *
               operand(B, CUBLAS_OP_N, L, J, 0);
        if (Kind & 4)
          X += B0[I];
        if ((Kind & 160) == 160)
          WantAux[J * AuxLD + I] = float(X);
        if ((Kind & 130) == 130)
          CHECK(Bit(AuxNow, I, J) == (X > 0));
        if (Kind & 2)
          X = std::max(X, 0.0);
        if (Kind & 32)
          X = gelu(X);
        if (Kind & 8)
          X = Bit(Aux0, I, J) ? X : 0;
        if (Kind & 64)
          X *= geluSlope(Aux0[J * AuxLD + I]);
        Want[I + J * N] = float(X);
        if (Kind & 16)
          WantBias[I] += float(X);
        if (Kind & 256)
          WantBias[I] += operand(A, CUBLAS_OP_N, I, J, 0);
        if (Kind & 512)
          WantBias[J] += operand(B, CUBLAS_OP_N, I, J, 0);
      }
    CHECK(isNear(D.values(), Want, 4 * N));
    CHECK(isNear(Bias.values(), Kind & (16 | 256 | 512) ? WantBias : B0, 4 * N));
    if ((Kind & 130) != 130)
      CHECK(isNear(AuxNow, WantAux, N));
  }
}

/// Factors on the device, one for all or one for each row.
static void factors() {
  const int N = 6;
  Stored<float> A(CUDA_R_32F, N, N, 0, 1), B(CUDA_R_32F, N, N, 0, 1),
      C(CUDA_R_32F, N, N, 0, 1);
  Array<float> D(N * N), Alpha(randomVector<float>(N)), Beta(randomVector<float>(N));
  const float HostBeta = 0.5f;
  LtMatrix Layout(CUDA_R_32F, N, N, N);
  for (int Mode = 1; Mode <= 4; ++Mode) {
    LtProduct P(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    set(P.Handle, CUBLASLT_MATMUL_DESC_POINTER_MODE, int32_t(Mode));
    OK(cublasLtMatmul(Lt, P.Handle, Alpha.get(), A.Memory.get(), A.Layout.Handle,
                      B.Memory.get(), B.Layout.Handle,
                      Mode == 4 ? &HostBeta : Beta.get(), C.Memory.get(),
                      C.Layout.Handle, D.get(), Layout.Handle, nullptr, nullptr,
                      0, nullptr));
    std::vector<float> Want(N * N);
    for (int J = 0; J < N; ++J)
      for (int I = 0; I < N; ++I) {
        const int Row = Mode == 1 ? 0 : I;
        float Sum = 0;
        for (int L = 0; L < N; ++L)
          Sum += operand(A, CUBLAS_OP_N, I, L, 0) * operand(B, CUBLAS_OP_N, L, J, 0);
        const float Be = Mode == 3 ? 0 : Mode == 4 ? HostBeta : Beta.values()[Row];
        Want[I + J * N] = Alpha.values()[Row] * Sum + Be * C.Values[C.index(I, J, 0)];
      }
    CHECK(isNear(D.values(), Want, N));
  }
}

int main() {
  begin();
  OK(cublasLtCreate(&Lt));
  plain<float>(CUDA_R_32F, CUBLAS_COMPUTE_32F);
  plain<double>(CUDA_R_64F, CUBLAS_COMPUTE_64F);
  plain<std::complex<float>>(CUDA_C_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
  plain<std::complex<double>>(CUDA_C_64F, CUBLAS_COMPUTE_64F);
  epilogues();
  factors();
  OK(cublasLtDestroy(Lt));
  return finish();
}
