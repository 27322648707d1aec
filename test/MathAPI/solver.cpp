// Factorizations, solutions, eigenvalues and singular values of all types, by what
// they are: products give the matrix again. What is wrong.
//
// REQUIRES: cusolver
// RUN: %math %s -lcusolver -lcuda -o %t && %t 2>&1 | FileCheck %s
// CHECK: cusolverDnDpotrf: fault: A has 128 bytes at 0x{{[0-9A-Fa-f]+}}, 64 bytes before the end of its allocation of 64
// CHECK: done
#include "check.h"
#include "solver_types.h"

extern "C" {
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t);
cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t *);
cusolverStatus_t cusolverDnXgeev();
cusolverStatus_t cusolverDnDpotrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int, double *, int, int *);
}

/// The functions of one type, by their names without its letter.
template <typename T> struct Calls;
#define CALLS(L, T, O, S)                                                                                              \
  extern "C" {                                                                                                         \
  cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t, int, int, T *, int, T *, int *, int *);                    \
  cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t, cublasOperation_t, int, int, const T *, int, const int *,  \
                                        T *, int, int *);                                                              \
  cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t, cublasFillMode_t, int, T *, int, T *, int, int *);         \
  cusolverStatus_t cusolverDn##L##potri(cusolverDnHandle_t, cublasFillMode_t, int, T *, int, T *, int, int *);         \
  cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t, cublasFillMode_t, int, int, const T *, int, T *, int,      \
                                        int *);                                                                        \
  cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t, int, int, T *, int, T *, T *, int, int *);                 \
  cusolverStatus_t cusolverDn##L##O##gqr(cusolverDnHandle_t, int, int, int, T *, int, const T *, T *, int, int *);     \
  cusolverStatus_t cusolverDn##L##O##mqr(cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, int, int, int,       \
                                         const T *, int, const T *, T *, int, T *, int, int *);                        \
  cusolverStatus_t cusolverDn##L##S##evd(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int, T *, int,       \
                                         Real<T> *, T *, int, int *);                                                  \
  cusolverStatus_t cusolverDn##L##gesvd(cusolverDnHandle_t, signed char, signed char, int, int, T *, int, Real<T> *,   \
                                        T *, int, T *, int, T *, int, Real<T> *, int *);                               \
  cusolverStatus_t cusolverDn##L##gesvdj(cusolverDnHandle_t, cusolverEigMode_t, int, int, int, T *, int, Real<T> *,    \
                                         T *, int, T *, int, T *, int, int *, gesvdjInfo_t);                           \
  }                                                                                                                    \
  template <> struct Calls<T> {                                                                                        \
    static constexpr auto getrf = cusolverDn##L##getrf;                                                                \
    static constexpr auto getrs = cusolverDn##L##getrs;                                                                \
    static constexpr auto potrf = cusolverDn##L##potrf;                                                                \
    static constexpr auto potri = cusolverDn##L##potri;                                                                \
    static constexpr auto potrs = cusolverDn##L##potrs;                                                                \
    static constexpr auto geqrf = cusolverDn##L##geqrf;                                                                \
    static constexpr auto orgqr = cusolverDn##L##O##gqr;                                                               \
    static constexpr auto ormqr = cusolverDn##L##O##mqr;                                                               \
    static constexpr auto syevd = cusolverDn##L##S##evd;                                                               \
    static constexpr auto gesvd = cusolverDn##L##gesvd;                                                                \
    static constexpr auto gesvdj = cusolverDn##L##gesvdj;                                                              \
  };
CALLS(S, float, or, sy)
CALLS(D, double, or, sy)
CALLS(C, std::complex<float>, un, he)
CALLS(Z, std::complex<double>, un, he)

static cusolverDnHandle_t H;
constexpr int N = 7, M = 9;

/// By columns.
template <typename T> struct Matrix {
  int Rows, Cols;
  std::vector<T> V;
  Matrix(int Rows, int Cols) : Rows(Rows), Cols(Cols), V(size_t(Rows * Cols)) {}
  Matrix(int Rows, int Cols, std::vector<T> V) : Rows(Rows), Cols(Cols), V(std::move(V)) {}
  T &at(int R, int C) { return V[size_t(C * Rows + R)]; }
  static Matrix random(int Rows, int Cols) {
    Matrix A(Rows, Cols);
    for (T &X : A.V)
      X = randomValue<T>();
    return A;
  }
  Matrix adjoint() {
    Matrix A(Cols, Rows);
    for (int R = 0; R < Rows; ++R)
      for (int C = 0; C < Cols; ++C)
        A.at(C, R) = conjugate(at(R, C));
    return A;
  }
  Matrix operator*(Matrix B) {
    Matrix P(Rows, B.Cols);
    for (int R = 0; R < Rows; ++R)
      for (int C = 0; C < B.Cols; ++C)
        for (int K = 0; K < Cols; ++K)
          P.at(R, C) += at(R, K) * B.at(K, C);
    return P;
  }
  bool isNear(const Matrix &B) const {
    for (size_t I = 0; I < V.size(); ++I)
      if (!(std::abs(V[I] - B.V[I]) < 1e-3))
        return false;
    return V.size() == B.V.size();
  }
};

template <typename T> static void all() {
  using F = Calls<T>;
  Array<int> Info(1), Pivots(N);
  Array<T> Space(64);
  const auto succeeds = [&](cusolverStatus_t S) {
    OK(S);
    CHECK(Info.values()[0] == 0);
  };
  // A x = b, with and without exchanges of rows, and of the adjoint matrix.
  auto A = Matrix<T>::random(N, N), B = Matrix<T>::random(N, 2);
  for (int I = 0; I < N; ++I)
    A.at(I, I) += T(N);
  for (bool Exchanges : {true, false})
    for (cublasOperation_t Op : {CUBLAS_OP_N, CUBLAS_OP_C}) {
      Array<T> DA(A.V), DB(B.V);
      int *P = Exchanges ? Pivots.get() : nullptr;
      succeeds(F::getrf(H, N, N, DA.get(), N, Space.get(), P, Info.get()));
      succeeds(F::getrs(H, Op, N, 2, DA.get(), N, P, DB.get(), N, Info.get()));
      Matrix<T> X(N, 2, DB.values());
      CHECK(((Op == CUBLAS_OP_N ? A : A.adjoint()) * X).isNear(B));
    }
  // A positive matrix: solved, inverted, and its eigenvalues.
  auto S = A.adjoint() * A;
  for (cublasFillMode_t U : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    Array<T> DA(S.V), DB(B.V);
    succeeds(F::potrf(H, U, N, DA.get(), N, Space.get(), 64, Info.get()));
    succeeds(F::potrs(H, U, N, 2, DA.get(), N, DB.get(), N, Info.get()));
    CHECK((S * Matrix<T>(N, 2, DB.values())).isNear(B));
    succeeds(F::potri(H, U, N, DA.get(), N, Space.get(), 64, Info.get()));
    Matrix<T> I(N, N, DA.values());
    for (int R = 0; R < N; ++R)
      for (int C = 0; C < R; ++C)
        (U == CUBLAS_FILL_MODE_LOWER ? I.at(C, R) : I.at(R, C)) =
            conjugate(U == CUBLAS_FILL_MODE_LOWER ? I.at(R, C) : I.at(C, R));
    CHECK((S * I * B).isNear(B));
    Array<T> DV(S.V);
    Array<Real<T>> W(N);
    succeeds(F::syevd(H, CUSOLVER_EIG_MODE_VECTOR, U, N, DV.get(), N, W.get(), Space.get(), 64, Info.get()));
    Matrix<T> V(N, N, DV.values()), D(N, N);
    for (int K = 0; K < N; ++K) {
      D.at(K, K) = W.values()[size_t(K)];
      CHECK(K == 0 || W.values()[size_t(K)] >= W.values()[size_t(K) - 1]);
    }
    auto Again = V * D * V.adjoint();
    for (T &X : Again.V)
      X /= T(N * N);
    auto Wanted = S;
    for (T &X : Wanted.V)
      X /= T(N * N);
    CHECK(Again.isNear(Wanted));
  }
  // Q and R of a matrix with more rows than columns, Q also as a factor.
  auto R = Matrix<T>::random(M, N);
  Array<T> DR(R.V), Tau(N);
  succeeds(F::geqrf(H, M, N, DR.get(), M, Tau.get(), Space.get(), 64, Info.get()));
  Matrix<T> Upper(N, N), Factored(M, N, DR.values());
  for (int I = 0; I < N; ++I)
    for (int J = I; J < N; ++J)
      Upper.at(I, J) = Factored.at(I, J);
  Array<T> DC(R.V);
  succeeds(F::ormqr(H, CUBLAS_SIDE_LEFT, CUBLAS_OP_C, M, N, N, DR.get(), M, Tau.get(), DC.get(), M, Space.get(), 64,
                    Info.get()));
  Matrix<T> QR(M, N, DC.values());
  for (int I = 0; I < M; ++I)
    for (int J = 0; J < N; ++J)
      CHECK(std::abs(QR.at(I, J) - (I < N ? Upper.at(I, J) : T())) < 1e-3);
  succeeds(F::orgqr(H, M, N, N, DR.get(), M, Tau.get(), Space.get(), 64, Info.get()));
  CHECK((Matrix<T>(M, N, DR.values()) * Upper).isNear(R));
  // Singular values, with the right vectors as rows and as columns.
  for (bool Jacobi : {false, true}) {
    Array<T> DA(R.V), U(M * N), V(N * N);
    Array<Real<T>> Values(N);
    gesvdjInfo_t Parameters;
    OK(cusolverDnCreateGesvdjInfo(&Parameters));
    succeeds(Jacobi ? F::gesvdj(H, CUSOLVER_EIG_MODE_VECTOR, 1, M, N, DA.get(), M, Values.get(), U.get(), M, V.get(), N,
                                Space.get(), 64, Info.get(), Parameters)
                    : F::gesvd(H, 'S', 'S', M, N, DA.get(), M, Values.get(), U.get(), M, V.get(), N, Space.get(), 64,
                               nullptr, Info.get()));
    Matrix<T> D(N, N), Right(N, N, V.values());
    for (int K = 0; K < N; ++K)
      D.at(K, K) = Values.values()[size_t(K)];
    CHECK((Matrix<T>(M, N, U.values()) * D * (Jacobi ? Right.adjoint() : Right)).isNear(R));
  }
}

int main() {
  STATUS(CUSOLVER_STATUS_NOT_INITIALIZED, cusolverDnDestroy(H));
  OK(cusolverDnCreate(&H));
  all<float>();
  all<double>();
  all<std::complex<float>>();
  all<std::complex<double>>();
  STATUS(CUSOLVER_STATUS_NOT_SUPPORTED, cusolverDnXgeev());
  int Size = 0;
  OK(cusolverDnDpotrf_bufferSize(H, CUBLAS_FILL_MODE_LOWER, 4, nullptr, 4, &Size));
  CHECK(Size > 0);
  Array<double> A(8), S(64);
  Array<int> Info(1);
  STATUS(CUSOLVER_STATUS_INVALID_VALUE,
         cusolverDnDpotrf(H, CUBLAS_FILL_MODE_LOWER, 4, A.get(), 3, S.get(), 64, Info.get()));
  using C = std::complex<float>;
  Array<C> Q(4), Tau(2), X(4), Work(64);
  STATUS(CUSOLVER_STATUS_INVALID_VALUE,
         cusolverDnCunmqr(H, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, 2, 2, 2, Q.get(), 2, Tau.get(), X.get(), 2, Work.get(),
                          64, Info.get()));
  STATUS(CUSOLVER_STATUS_EXECUTION_FAILED,
         cusolverDnDpotrf(H, CUBLAS_FILL_MODE_LOWER, 4, A.get(), 4, S.get(), 64, Info.get()));
  return finish();
}
