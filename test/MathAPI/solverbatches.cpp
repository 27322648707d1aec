// The interface of cuSOLVER with sizes of 64 bits, and batches, against the functions
// with a letter: the same numbers, and what is wrong.
//
// REQUIRES: cusolver
// RUN: %math %s -lcusolver -lcuda -o %t && %t 2>&1 | FileCheck %s
// CHECK: cusolverDnDpotrfBatched: fault: A has 128 bytes at 0x{{[0-9A-Fa-f]+}}, 64 bytes before the end of its allocation of 64
// CHECK: done
#include "check.h"
#include "solver_types.h"

using Status = cusolverStatus_t;
using Handle = cusolverDnHandle_t;
using Params = cusolverDnParams_t;
using Fill = cublasFillMode_t;
using Mode = cusolverEigMode_t;
using Type = cudaDataType_t;
using Long = int64_t;

extern "C" {
Status cusolverDnCreate(Handle *);
Status cusolverDnDestroy(Handle);
Status cusolverDnCreateParams(Params *);
Status cusolverDnDestroyParams(Params);
Status cusolverDnSetAdvOptions(Params, cusolverDnFunction_t, cusolverAlgMode_t);
Status cusolverDnXpotrf_bufferSize(Handle, Params, Fill, Long, Type, const void *, Long, Type, size_t *, size_t *);
Status cusolverDnXpotrf(Handle, Params, Fill, Long, Type, void *, Long, Type, void *, size_t, void *, size_t, int *);
Status cusolverDnXpotrs(Handle, Params, Fill, Long, Long, Type, const void *, Long, Type, void *, Long, int *);
Status cusolverDnXgetrf(Handle, Params, Long, Long, Type, void *, Long, Long *, Type, void *, size_t, void *, size_t,
                        int *);
Status cusolverDnXgetrs(Handle, Params, cublasOperation_t, Long, Long, Type, const void *, Long, const Long *, Type,
                        void *, Long, int *);
Status cusolverDnXgeqrf(Handle, Params, Long, Long, Type, void *, Long, Type, void *, Type, void *, size_t, void *,
                        size_t, int *);
Status cusolverDnXsyevd(Handle, Params, Mode, Fill, Long, Type, void *, Long, Type, void *, Type, void *, size_t,
                        void *, size_t, int *);
Status cusolverDnXsyevBatched(Handle, Params, Mode, Fill, Long, Type, void *, Long, Type, void *, Type, void *, size_t,
                              void *, size_t, int *, Long);
Status cusolverDnXgesvd(Handle, Params, signed char, signed char, Long, Long, Type, void *, Long, Type, void *, Type,
                        void *, Long, Type, void *, Long, Type, void *, size_t, void *, size_t, int *);
Status cusolverDnXtrtri(Handle, Fill, cublasDiagType_t, Long, Type, void *, Long, void *, size_t, void *, size_t,
                        int *);
}

template <typename T> struct Calls;
#define CALLS(L, T, KIND, TYPE, REAL)                                                                                  \
  extern "C" {                                                                                                         \
  Status cusolverDn##L##potrf(Handle, Fill, int, T *, int, T *, int, int *);                                           \
  Status cusolverDn##L##geqrf(Handle, int, int, T *, int, T *, T *, int, int *);                                       \
  Status cusolverDn##L##potrfBatched(Handle, Fill, int, T **, int, int *, int);                                        \
  Status cusolverDn##L##potrsBatched(Handle, Fill, int, int, T **, int, T **, int, int *, int);                        \
  Status cusolverDn##L##KIND##evjBatched(Handle, Mode, Fill, int, T *, int, Real<T> *, T *, int, int *, syevjInfo_t,   \
                                         int);                                                                         \
  Status cusolverDn##L##gesvdjBatched(Handle, Mode, int, int, T *, int, Real<T> *, T *, int, T *, int, T *, int,       \
                                      int *, gesvdjInfo_t, int);                                                       \
  }                                                                                                                    \
  template <> struct Calls<T> {                                                                                        \
    static constexpr auto potrf = cusolverDn##L##potrf;                                                                \
    static constexpr auto geqrf = cusolverDn##L##geqrf;                                                                \
    static constexpr auto potrfBatched = cusolverDn##L##potrfBatched;                                                  \
    static constexpr auto potrsBatched = cusolverDn##L##potrsBatched;                                                  \
    static constexpr auto evjBatched = cusolverDn##L##KIND##evjBatched;                                                \
    static constexpr auto gesvdjBatched = cusolverDn##L##gesvdjBatched;                                                \
    static constexpr Type Of = TYPE, OfReal = REAL;                                                                    \
  };
CALLS(S, float, sy, CUDA_R_32F, CUDA_R_32F)
CALLS(D, double, sy, CUDA_R_64F, CUDA_R_64F)
CALLS(C, std::complex<float>, he, CUDA_C_32F, CUDA_R_32F)
CALLS(Z, std::complex<double>, he, CUDA_C_64F, CUDA_R_64F)

static Handle H;
static Params P;
constexpr int N = 6, Count = 3;
constexpr Fill Lower = CUBLAS_FILL_MODE_LOWER;

/// A positive matrix, by columns.
template <typename T> static std::vector<T> positive() {
  const std::vector<T> B = randomVector<T>(N * N);
  std::vector<T> A(N * N);
  for (int R = 0; R < N; ++R)
    for (int C = 0; C < N; ++C) {
      T Sum = R == C ? T(N) : T();
      for (int K = 0; K < N; ++K)
        Sum += B[size_t(K * N + R)] * conjugate(B[size_t(K * N + C)]);
      A[size_t(C * N + R)] = Sum;
    }
  return A;
}

/// A x.
template <typename T> static std::vector<T> product(const std::vector<T> &A, const std::vector<T> &X) {
  std::vector<T> B(N);
  for (int R = 0; R < N; ++R)
    for (int K = 0; K < N; ++K)
      B[size_t(R)] += A[size_t(K * N + R)] * X[size_t(K)];
  return B;
}

template <typename T> static bool areNear(const std::vector<T> &A, const std::vector<T> &B) {
  for (size_t I = 0; I < A.size(); ++I)
    if (!(std::abs(A[I] - B[I]) < 2e-3 * (1 + std::abs(B[I]))))
      return false;
  return A.size() == B.size();
}

template <typename T> static void wide() {
  using F = Calls<T>;
  constexpr Type Of = F::Of, OfReal = F::OfReal;
  Array<int> Info(1);
  Array<T> Space(256);
  Array<Long> Pivots(N);
  const std::vector<T> A = positive<T>(), B = randomVector<T>(N);
  size_t OnDevice = 0, OnHost = 1;
  OK(cusolverDnXpotrf_bufferSize(H, P, Lower, N, Of, nullptr, N, Of, &OnDevice, &OnHost));
  CHECK(OnDevice != 0 && OnHost == 0);
  {
    Array<T> DA(A), DB(B), Same(A);
    OK(cusolverDnXpotrf(H, P, Lower, N, Of, DA.get(), N, Of, Space.get(), OnDevice, nullptr, 0, Info.get()));
    OK(F::potrf(H, Lower, N, Same.get(), N, Space.get(), 64, Info.get()));
    CHECK(DA.values() == Same.values());
    OK(cusolverDnXpotrs(H, P, Lower, N, 1, Of, DA.get(), N, Of, DB.get(), N, Info.get()));
    CHECK(areNear(product(A, DB.values()), B));
    // The triangle's inverse times the triangle's first column.
    std::vector<T> L = DA.values();
    OK(cusolverDnXtrtri(H, Lower, CUBLAS_DIAG_NON_UNIT, N, Of, DA.get(), N, nullptr, 0, nullptr, 0, Info.get()));
    std::vector<T> Inverse = DA.values(), First(L.begin(), L.begin() + N), Unit(N);
    for (int C = 0; C < N; ++C)
      for (int R = 0; R < C; ++R)
        Inverse[size_t(C * N + R)] = T();
    Unit[0] = T(1);
    CHECK(areNear(product(Inverse, First), Unit));
  }
  for (bool Exchanges : {true, false}) {
    Array<T> DA(A), DB(B);
    Long *Rows = Exchanges ? Pivots.get() : nullptr;
    OK(cusolverDnXgetrf(H, P, N, N, Of, DA.get(), N, Rows, Of, Space.get(), 64, nullptr, 0, Info.get()));
    OK(cusolverDnXgetrs(H, P, CUBLAS_OP_N, N, 1, Of, DA.get(), N, Rows, Of, DB.get(), N, Info.get()));
    CHECK(areNear(product(A, DB.values()), B));
  }
  {
    Array<T> DA(A), Same(A), Tau(N), SameTau(N);
    OK(cusolverDnXgeqrf(H, P, N, N, Of, DA.get(), N, Of, Tau.get(), Of, Space.get(), 64, nullptr, 0, Info.get()));
    OK(F::geqrf(H, N, N, Same.get(), N, SameTau.get(), Space.get(), 64, Info.get()));
    CHECK(DA.values() == Same.values() && Tau.values() == SameTau.values());
  }
  // Eigenvalues are singular values here, in the other order.
  Array<T> DA(A), Other(A), U(N * N), VT(N * N);
  Array<Real<T>> W(N), S(N);
  OK(cusolverDnXsyevd(H, P, CUSOLVER_EIG_MODE_VECTOR, Lower, N, Of, DA.get(), N, OfReal, W.get(), Of, Space.get(), 64,
                      nullptr, 0, Info.get()));
  OK(cusolverDnXgesvd(H, P, 'A', 'A', N, N, Of, Other.get(), N, OfReal, S.get(), Of, U.get(), N, Of, VT.get(), N, Of,
                      Space.get(), 64, nullptr, 0, Info.get()));
  std::vector<Real<T>> Up = W.values(), Down = S.values();
  CHECK(areNear(Up, std::vector<Real<T>>(Down.rbegin(), Down.rend())));
  const std::vector<T> Vectors = DA.values(), V(Vectors.end() - N, Vectors.end());
  std::vector<T> Scaled(V);
  for (T &X : Scaled)
    X *= Up.back();
  CHECK(areNear(product(A, V), Scaled));
  // The first size whose workspace is no int.
  const Long Large = 32767;
  STATUS(CUSOLVER_STATUS_INVALID_VALUE,
         cusolverDnXsyevd(H, P, CUSOLVER_EIG_MODE_VECTOR, Lower, Large, Of, DA.get(), Large, OfReal, W.get(), Of,
                          Space.get(), 64, nullptr, 0, Info.get()));
}

template <typename T> static void batches() {
  using F = Calls<T>;
  Array<int> Info(Count);
  Array<T> Space(64);
  std::vector<T> A, B;
  for (int I = 0; I < Count; ++I) {
    const std::vector<T> Each = positive<T>(), Right = randomVector<T>(N);
    A.insert(A.end(), Each.begin(), Each.end());
    B.insert(B.end(), Right.begin(), Right.end());
  }
  const auto Part = [](const std::vector<T> &V, int I, int Size) {
    return std::vector<T>(V.begin() + I * Size, V.begin() + (I + 1) * Size);
  };
  {
    Array<T> DA(A), DB(B);
    std::vector<T *> PA, PB;
    for (int I = 0; I < Count; ++I) {
      PA.push_back(DA.get() + I * N * N);
      PB.push_back(DB.get() + I * N);
    }
    Array<T *> ListA(PA), ListB(PB);
    OK(F::potrfBatched(H, Lower, N, ListA.get(), N, Info.get(), Count));
    OK(F::potrsBatched(H, Lower, N, 1, ListA.get(), N, ListB.get(), N, Info.get(), Count));
    for (int I = 0; I < Count; ++I)
      CHECK(areNear(product(Part(A, I, N * N), Part(DB.values(), I, N)), Part(B, I, N)));
    STATUS(CUSOLVER_STATUS_INVALID_VALUE,
           F::potrsBatched(H, Lower, N, 2, ListA.get(), N, ListB.get(), N, Info.get(), Count));
  }
  Array<T> One(A), Two(A), Three(A), U(N * N * Count), V(N * N * Count);
  Array<Real<T>> W(N * Count), W2(N * Count), S(N * Count);
  OK(F::evjBatched(H, CUSOLVER_EIG_MODE_VECTOR, Lower, N, One.get(), N, W.get(), Space.get(), 64, Info.get(), nullptr,
                   Count));
  OK(cusolverDnXsyevBatched(H, P, CUSOLVER_EIG_MODE_VECTOR, Lower, N, F::Of, Two.get(), N, F::OfReal, W2.get(), F::Of,
                            Space.get(), 64, nullptr, 0, Info.get(), Count));
  CHECK(One.values() == Two.values() && W.values() == W2.values());
  OK(F::gesvdjBatched(H, CUSOLVER_EIG_MODE_VECTOR, N, N, Three.get(), N, S.get(), U.get(), N, V.get(), N, Space.get(),
                      64, Info.get(), nullptr, Count));
  for (int I = 0; I < Count; ++I) {
    // A v = s u, for the largest.
    const std::vector<T> Right = Part(V.values(), I * N, N), Left = Part(U.values(), I * N, N);
    std::vector<T> Scaled(Left);
    for (T &X : Scaled)
      X *= S.values()[size_t(I * N)];
    CHECK(areNear(product(Part(A, I, N * N), Right), Scaled));
    CHECK(std::abs(S.values()[size_t(I * N)] - W.values()[size_t(I * N + N - 1)]) < 1e-2);
  }
  STATUS(CUSOLVER_STATUS_INVALID_VALUE,
         F::gesvdjBatched(H, CUSOLVER_EIG_MODE_VECTOR, 33, N, Three.get(), 33, S.get(), U.get(), 33, V.get(), N,
                          Space.get(), 64, Info.get(), nullptr, 1));
}

int main() {
  OK(cusolverDnCreate(&H));
  OK(cusolverDnCreateParams(&P));
  OK(cusolverDnSetAdvOptions(P, CUSOLVERDN_GETRF, CUSOLVER_ALG_0));
  wide<float>();
  wide<double>();
  wide<std::complex<float>>();
  wide<std::complex<double>>();
  batches<float>();
  batches<double>();
  batches<std::complex<float>>();
  batches<std::complex<double>>();
  Array<double> A(8);
  Array<int> Info(1);
  // Work in other types, sizes beyond LAPACK's, what is not the device's.
  STATUS(CUSOLVER_STATUS_NOT_SUPPORTED, cusolverDnXpotrf(H, P, Lower, 2, CUDA_R_64F, A.get(), 2, CUDA_R_32F, nullptr,
                                                         0, nullptr, 0, Info.get()));
  STATUS(CUSOLVER_STATUS_NOT_SUPPORTED, cusolverDnXpotrf(H, P, Lower, 2, CUDA_R_16F, A.get(), 2, CUDA_R_16F, nullptr,
                                                         0, nullptr, 0, Info.get()));
  STATUS(CUSOLVER_STATUS_INVALID_VALUE, cusolverDnXpotrf(H, P, Lower, Long(1) << 31, CUDA_R_64F, A.get(),
                                                         Long(1) << 31, CUDA_R_64F, nullptr, 0, nullptr, 0,
                                                         Info.get()));
  OK(cusolverDnDestroyParams(P));
  STATUS(CUSOLVER_STATUS_INVALID_VALUE, cusolverDnDestroyParams(P));
  Array<double *> List(std::vector<double *>{A.get()});
  STATUS(CUSOLVER_STATUS_EXECUTION_FAILED, cusolverDnDpotrfBatched(H, Lower, 4, List.get(), 4, Info.get(), 1));
  OK(cusolverDnDestroy(H));
  return finish();
}
