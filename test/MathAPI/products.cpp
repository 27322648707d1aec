// Products of matrices in all types and transpositions, with gaps between
// columns, factors of host and device, and results in place of NaN.
//
// REQUIRES: cublas
// RUN: %math %s -lcublas -lcuda -o %t && %t | FileCheck %s
// CHECK: done
#include "blas.h"

static cublasHandle_t Handle;
constexpr cublasOperation_t Operations[] = {CUBLAS_OP_N, CUBLAS_OP_T,
                                            CUBLAS_OP_C};

template <typename T>
static T element(const std::vector<T> &A, cublasOperation_t Trans, int LD,
                 int I, int J) {
  const T V = Trans == CUBLAS_OP_N ? A[I + J * LD] : A[J + I * LD];
  return Trans == CUBLAS_OP_C ? conjugate(V) : V;
}

template <typename T>
static std::vector<T> product(cublasOperation_t TransA, cublasOperation_t TransB,
                              int M, int N, int K, T Alpha,
                              const std::vector<T> &A, int LDA,
                              const std::vector<T> &B, int LDB, T Beta,
                              std::vector<T> C, int LDC) {
  for (int J = 0; J < N; ++J)
    for (int I = 0; I < M; ++I) {
      T Sum = T();
      for (int L = 0; L < K; ++L)
        Sum += element(A, TransA, LDA, I, L) * element(B, TransB, LDB, L, J);
      T &At = C[I + J * LDC];
      At = Alpha * Sum + (Beta == T() ? T() : Beta * At);
    }
  return C;
}

template <typename T> static void products() {
  const int M = 7, N = 5, K = 9, LD = 11;
  const T Alpha = randomValue<T>(), Beta = randomValue<T>(), Zero = T();
  const std::vector<T> A = randomVector<T>(LD * LD), B = randomVector<T>(LD * LD);
  const std::vector<T> C = randomVector<T>(LD * N);
  Array<T> DA(A), DB(B), DC(C), DAlpha(std::vector<T>{Alpha}),
      DBeta(std::vector<T>{Beta});
  for (cublasOperation_t TA : Operations)
    for (cublasOperation_t TB : Operations) {
      DC.set(C);
      OK(Blas<T>::gemm(Handle, TA, TB, M, N, K, &Alpha, DA.get(), LD, DB.get(),
                       LD, &Beta, DC.get(), LD));
      const std::vector<T> Want =
          product(TA, TB, M, N, K, Alpha, A, LD, B, LD, Beta, C, LD);
      CHECK(isNear(DC.values(), Want, K));
      DC.set(C);
      OK(cublasSetPointerMode_v2(Handle, CUBLAS_POINTER_MODE_DEVICE));
      OK(Blas<T>::gemm(Handle, TA, TB, M, N, K, DAlpha.get(), DA.get(), LD,
                       DB.get(), LD, DBeta.get(), DC.get(), LD));
      OK(cublasSetPointerMode_v2(Handle, CUBLAS_POINTER_MODE_HOST));
      CHECK(isNear(DC.values(), Want, K));
    }
  // What beta = 0 replaces is not read.
  std::vector<T> Empty(LD * N, T(NAN));
  DC.set(Empty);
  OK(Blas<T>::gemm(Handle, CUBLAS_OP_N, CUBLAS_OP_N, LD, N, K, &Alpha, DA.get(),
                   LD, DB.get(), LD, &Zero, DC.get(), LD));
  CHECK(isNear(DC.values(),
               product(CUBLAS_OP_N, CUBLAS_OP_N, LD, N, K, Alpha, A, LD, B, LD,
                       Zero, Empty, LD),
               K));
}

/// Three products of 3 by 3 matrices, one behind the other and by pointers.
template <typename T> static void batches() {
  const int N = 3, Batch = 3, Size = N * N;
  const T One = T(1), Zero = T();
  const std::vector<T> A = randomVector<T>(Size * Batch);
  const std::vector<T> B = randomVector<T>(Size * Batch);
  Array<T> DA(A), DB(B), DC(Size * Batch), DD(Size * Batch);
  std::vector<T> Want;
  std::vector<const T *> PA, PB;
  std::vector<T *> PD;
  for (int I = 0; I < Batch; ++I) {
    auto Part = [&](const std::vector<T> &V) {
      return std::vector<T>(V.begin() + I * Size, V.begin() + (I + 1) * Size);
    };
    const std::vector<T> Each =
        product(CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, One, Part(A), N, Part(B), N,
                Zero, std::vector<T>(Size), N);
    Want.insert(Want.end(), Each.begin(), Each.end());
    PA.push_back(DA.get() + I * Size);
    PB.push_back(DB.get() + I * Size);
    PD.push_back(DD.get() + I * Size);
  }
  OK(Blas<T>::gemmStridedBatched(Handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N,
                                 &One, DA.get(), N, Size, DB.get(), N, Size,
                                 &Zero, DC.get(), N, Size, Batch));
  CHECK(isNear(DC.values(), Want, N));
  Array<const T *> DPA(PA), DPB(PB);
  Array<T *> DPD(PD);
  OK(Blas<T>::gemmBatched(Handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &One,
                          DPA.get(), N, DPB.get(), N, &Zero, DPD.get(), N,
                          Batch));
  CHECK(isNear(DD.values(), Want, N));
  // A times its inverse is the identity: by factors, and at once.
  Array<int> Pivots(N * Batch), Info(Batch);
  Array<T *> DPC(std::vector<T *>{DC.get(), DC.get() + Size, DC.get() + 2 * Size});
  Array<T> Factors(A);
  Array<T *> DPF(std::vector<T *>{Factors.get(), Factors.get() + Size,
                                  Factors.get() + 2 * Size});
  std::vector<T> Identity(Size * Batch);
  for (int I = 0; I < N * Batch; ++I)
    Identity[I / N * Size + I % N * (N + 1)] = T(1);
  auto CheckInverse = [&] {
    OK(Blas<T>::gemmStridedBatched(Handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N,
                                   &One, DA.get(), N, Size, DC.get(), N, Size,
                                   &Zero, DD.get(), N, Size, Batch));
    CHECK(isNear(DD.values(), Identity, 1000));
    CHECK(Info.values() == std::vector<int>(Batch));
  };
  OK(Blas<T>::getrfBatched(Handle, N, DPF.get(), N, Pivots.get(), Info.get(),
                           Batch));
  OK(Blas<T>::getriBatched(Handle, N, DPF.get(), N, Pivots.get(), DPC.get(), N,
                           Info.get(), Batch));
  CheckInverse();
  DC.set(Identity);
  int Argument = -1;
  OK(Blas<T>::getrsBatched(Handle, CUBLAS_OP_N, N, N, DPF.get(), N,
                           Pivots.get(), DPC.get(), N, &Argument, Batch));
  CHECK(Argument == 0);
  CheckInverse();
  OK(Blas<T>::matinvBatched(Handle, N, DPA.get(), N, DPC.get(), N, Info.get(),
                            Batch));
  CheckInverse();
}

/// Symmetric updates against general products.
template <typename T> static void triangles() {
  const int N = 6, K = 4;
  const T Alpha = randomValue<T>(), Beta = randomValue<T>(), One = T(1);
  const std::vector<T> A = randomVector<T>(N * N), B = randomVector<T>(N * N);
  const std::vector<T> C = randomVector<T>(N * N);
  Array<T> DA(A), DB(B), DC(C), DD(N * N);
  auto CheckTriangle = [&](const std::vector<T> &Got, const std::vector<T> &Full,
                           bool IsUpper) {
    std::vector<T> Want = C;
    for (int J = 0; J < N; ++J)
      for (int I = 0; I < N; ++I)
        if (IsUpper ? I <= J : I >= J)
          Want[I + J * N] = Full[I + J * N];
    CHECK(isNear(Got, Want, 2 * K));
  };
  for (cublasFillMode_t Uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const bool IsUpper = Uplo == CUBLAS_FILL_MODE_UPPER;
    DC.set(C);
    OK(Blas<T>::syrk(Handle, Uplo, CUBLAS_OP_N, N, K, &Alpha, DA.get(), N,
                     &Beta, DC.get(), N));
    CheckTriangle(DC.values(),
                  product(CUBLAS_OP_N, CUBLAS_OP_T, N, N, K, Alpha, A, N, A, N,
                          Beta, C, N),
                  IsUpper);
    DC.set(C);
    OK(Blas<T>::syr2k(Handle, Uplo, CUBLAS_OP_T, N, K, &Alpha, DA.get(), N,
                      DB.get(), N, &Beta, DC.get(), N));
    CheckTriangle(DC.values(),
                  product(CUBLAS_OP_T, CUBLAS_OP_N, N, N, K, Alpha, B, N, A, N,
                          One,
                          product(CUBLAS_OP_T, CUBLAS_OP_N, N, N, K, Alpha, A,
                                  N, B, N, Beta, C, N),
                          N),
                  IsUpper);
    DC.set(C);
    OK(Blas<T>::syrkx(Handle, Uplo, CUBLAS_OP_N, N, K, &Alpha, DA.get(), N,
                      DB.get(), N, &Beta, DC.get(), N));
    CheckTriangle(DC.values(),
                  product(CUBLAS_OP_N, CUBLAS_OP_T, N, N, K, Alpha, A, N, B, N,
                          Beta, C, N),
                  IsUpper);
    // A triangle times what solves it for a matrix is that matrix; the input of
    // the product stays.
    std::vector<T> Regular = A;
    for (int I = 0; I < N; ++I)
      Regular[I * (N + 1)] += T(4);
    DA.set(Regular);
    DC.set(C);
    OK(Blas<T>::trsm(Handle, CUBLAS_SIDE_LEFT, Uplo, CUBLAS_OP_N,
                     CUBLAS_DIAG_NON_UNIT, N, N, &One, DA.get(), N, DC.get(), N));
    const std::vector<T> Solved = DC.values();
    OK(Blas<T>::trmm(Handle, CUBLAS_SIDE_LEFT, Uplo, CUBLAS_OP_N,
                     CUBLAS_DIAG_NON_UNIT, N, N, &One, DA.get(), N, DC.get(), N,
                     DD.get(), N));
    CHECK(isNear(DD.values(), C, 100) && DC.values() == Solved);
    DA.set(A);
    // Only one triangle of a symmetric matrix is read.
    std::vector<T> Half = A, Whole = A;
    for (int J = 0; J < N; ++J)
      for (int I = 0; I < N; ++I)
        if (IsUpper ? I > J : I < J) {
          Half[I + J * N] = T(NAN);
          Whole[I + J * N] = A[J + I * N];
        }
    DA.set(Half);
    DC.set(C);
    OK(Blas<T>::symm(Handle, CUBLAS_SIDE_LEFT, Uplo, N, N, &Alpha, DA.get(), N,
                     DB.get(), N, &Beta, DC.get(), N));
    CHECK(isNear(DC.values(),
                 product(CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, Alpha, Whole, N, B,
                         N, Beta, C, N),
                 N));
    DA.set(A);
  }
  // Sums and scaled columns.
  OK(Blas<T>::geam(Handle, CUBLAS_OP_C, CUBLAS_OP_N, N, N, &Alpha, DA.get(), N,
                   &Beta, DB.get(), N, DD.get(), N));
  std::vector<T> Sum(N * N), Scaled(N * N);
  for (int J = 0; J < N; ++J)
    for (int I = 0; I < N; ++I) {
      Sum[I + J * N] = Alpha * conjugate(A[J + I * N]) + Beta * B[I + J * N];
      Scaled[I + J * N] = A[I + J * N] * B[J];
    }
  CHECK(isNear(DD.values(), Sum, 2));
  OK(Blas<T>::dgmm(Handle, CUBLAS_SIDE_RIGHT, N, N, DA.get(), N, DB.get(), 1,
                   DD.get(), N));
  CHECK(isNear(DD.values(), Scaled, 1));
}

template <typename T> static void hermitian() {
  const int N = 5, K = 3;
  const Real<T> Alpha = Real<T>(0.5), Beta = Real<T>(-2);
  const std::vector<T> A = randomVector<T>(N * K);
  std::vector<T> C = randomVector<T>(N * N);
  for (int I = 0; I < N; ++I)
    C[I * (N + 1)] = C[I * (N + 1)].real();
  Array<T> DA(A), DC(C);
  std::vector<T> Want = product(CUBLAS_OP_N, CUBLAS_OP_C, N, N, K, T(Alpha), A,
                                N, A, N, T(Beta), C, N);
  for (int J = 0; J < N; ++J)
    for (int I = J + 1; I < N; ++I)
      Want[I + J * N] = C[I + J * N];
  OK(Blas<T>::herk(Handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, N, K, &Alpha,
                   DA.get(), N, &Beta, DC.get(), N));
  CHECK(isNear(DC.values(), Want, K));
  DC.set(C);
  const T Factor = T(Alpha);
  OK(Blas<T>::herkx(Handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, N, K, &Factor,
                    DA.get(), N, DA.get(), N, &Beta, DC.get(), N));
  CHECK(isNear(DC.values(), Want, K));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         Blas<T>::herk(Handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, N, K,
                       &Alpha, DA.get(), N, &Beta, DC.get(), N));
}

template <typename T> static void all() {
  products<T>();
  batches<T>();
  triangles<T>();
}

int main() {
  begin();
  OK(cublasCreate_v2(&Handle));
  all<float>();
  all<double>();
  all<std::complex<float>>();
  all<std::complex<double>>();
  hermitian<std::complex<float>>();
  hermitian<std::complex<double>>();
  const std::vector<float> A = randomVector<float>(4);
  const float One = 1, Zero = 0;
  Array<float> DA(A), DC(4);
  OK(Wide<float>::gemm(Handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &One,
                       DA.get(), 2, DA.get(), 2, &Zero, DC.get(), 2));
  CHECK(isNear(DC.values(),
               product(CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, One, A, 2, A, 2, Zero,
                       A, 2),
               2));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         Wide<float>::gemm(Handle, CUBLAS_OP_N, CUBLAS_OP_N, int64_t(1) << 40, 2,
                           2, &One, DA.get(), int64_t(1) << 40, DA.get(), 2,
                           &Zero, DC.get(), int64_t(1) << 40));
  OK(cublasDestroy_v2(Handle));
  return finish();
}
