// Levels 1 and 2: vectors, forward and backward, and matrices in all storages.
//
// REQUIRES: cublas
// RUN: %math %s -lcublas -lcuda -o %t && %t | FileCheck %s
// CHECK: done
#include "blas.h"

static cublasHandle_t Handle;

/// The elements of a vector in its order.
template <typename T>
static std::vector<T> elements(const std::vector<T> &V, int N, int Inc) {
  std::vector<T> Result;
  for (int I = 0; I < N; ++I)
    Result.push_back(V[Inc > 0 ? I * Inc : (I - N + 1) * Inc]);
  return Result;
}

template <typename T> static T dotOf(const std::vector<T> &X, const std::vector<T> &Y) {
  T Sum = T();
  for (size_t I = 0; I < X.size(); ++I)
    Sum += X[I] * Y[I];
  return Sum;
}

template <typename T> static void vectors(int IncX, int IncY) {
  const int N = 13, Room = N * 3;
  const T Alpha = randomValue<T>();
  const std::vector<T> X = randomVector<T>(Room), Y = randomVector<T>(Room);
  Array<T> DX(X), DY(Y), DResult(1);
  const std::vector<T> EX = elements(X, N, IncX), EY = elements(Y, N, IncY);
  std::vector<T> Sum = EY;
  for (int I = 0; I < N; ++I)
    Sum[I] += Alpha * EX[I];
  OK(Blas<T>::axpy(Handle, N, &Alpha, DX.get(), IncX, DY.get(), IncY));
  CHECK(isNear(elements(DY.values(), N, IncY), Sum, 1));
  OK(Blas<T>::copy(Handle, N, DX.get(), IncX, DY.get(), IncY));
  CHECK(elements(DY.values(), N, IncY) == EX);
  DY.set(Y);
  OK(Blas<T>::swap(Handle, N, DX.get(), IncX, DY.get(), IncY));
  CHECK(elements(DY.values(), N, IncY) == EX &&
        elements(DX.values(), N, IncX) == EY);
  DX.set(X);
  DY.set(Y);
  T Dot = T(7);
  if constexpr (IsComplex<T>) {
    OK(Blas<T>::dotu(Handle, N, DX.get(), IncX, DY.get(), IncY, &Dot));
    CHECK(isNear<T>({Dot}, {dotOf(EX, EY)}, N));
    std::vector<T> Conjugates = EX;
    for (T &Each : Conjugates)
      Each = std::conj(Each);
    OK(Blas<T>::dotc(Handle, N, DX.get(), IncX, DY.get(), IncY, &Dot));
    CHECK(isNear<T>({Dot}, {dotOf(Conjugates, EY)}, N));
  } else {
    OK(Blas<T>::dot(Handle, N, DX.get(), IncX, DY.get(), IncY, &Dot));
    CHECK(isNear<T>({Dot}, {dotOf(EX, EY)}, N));
    OK(cublasSetPointerMode_v2(Handle, CUBLAS_POINTER_MODE_DEVICE));
    OK(Blas<T>::dot(Handle, N, DX.get(), IncX, DY.get(), IncY, DResult.get()));
    OK(cublasSetPointerMode_v2(Handle, CUBLAS_POINTER_MODE_HOST));
    CHECK(DResult.values()[0] == Dot);
  }
  Real<T> Norm = 0, Size = 0, Squares = 0, Sizes = 0;
  int Most = 0, Least = 0, WantMost = 0, WantLeast = 0;
  auto SizeOf = [&](int I) {
    if constexpr (IsComplex<T>)
      return std::abs(EX[I].real()) + std::abs(EX[I].imag());
    else
      return std::abs(EX[I]);
  };
  for (int I = 0; I < N; ++I) {
    Squares += std::norm(EX[I]);
    Sizes += SizeOf(I);
    WantMost = SizeOf(I) > SizeOf(WantMost) ? I : WantMost;
    WantLeast = SizeOf(I) < SizeOf(WantLeast) ? I : WantLeast;
  }
  const bool Goes = IncX > 0;
  OK(Blas<T>::nrm2(Handle, N, DX.get(), IncX, &Norm));
  OK(Blas<T>::asum(Handle, N, DX.get(), IncX, &Size));
  OK(Blas<T>::amax(Handle, N, DX.get(), IncX, &Most));
  OK(Blas<T>::amin(Handle, N, DX.get(), IncX, &Least));
  CHECK(isNear<Real<T>>({Norm, Size}, {Goes ? std::sqrt(Squares) : 0, Goes ? Sizes : 0}, N));
  CHECK(Most == (Goes ? WantMost + 1 : 0) && Least == (Goes ? WantLeast + 1 : 0));
  // A rotation keeps the sum of squares, and one back gives the vectors.
  Real<T> Cosine;
  T Sine, A = X[0], B = Y[0];
  OK(Blas<T>::rotg(Handle, &A, &B, &Cosine, &Sine));
  OK(Blas<T>::rot(Handle, N, DX.get(), IncX, DY.get(), IncY, &Cosine, &Sine));
  CHECK(std::abs(Cosine * X[0] + Sine * Y[0] - A) < 1e-5);
  const T Back = -Sine;
  OK(Blas<T>::rot(Handle, N, DX.get(), IncX, DY.get(), IncY, &Cosine, &Back));
  CHECK(isNear(elements(DX.values(), N, IncX), EX, 20));
  if (Goes) {
    OK(Blas<T>::scal(Handle, N, &Alpha, DY.get(), IncX));
    DY.set(Y);
  }
}

/// A matrix of N by N, of which products are taken in each storage.
template <typename T> static void storages(cublasFillMode_t Uplo) {
  const int N = 6, K = 2;
  const bool IsUpper = Uplo == CUBLAS_FILL_MODE_UPPER;
  const T Alpha = randomValue<T>(), Beta = randomValue<T>();
  const std::vector<T> A = randomVector<T>(N * N), X = randomVector<T>(N),
                       Y = randomVector<T>(N);
  Array<T> DA(A), DX(X), DY(Y);
  auto Inside = [&](int I, int J) { return IsUpper ? I <= J : I >= J; };
  auto Near = [&](int I, int J) { return std::abs(I - J) <= K; };
  auto Times = [&](auto Element) {
    std::vector<T> Result(N);
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < N; ++J)
        Result[I] += Element(I, J) * X[J];
    return Result;
  };
  auto Scaled = [&](std::vector<T> Product) {
    for (int I = 0; I < N; ++I)
      Product[I] = Alpha * Product[I] + Beta * Y[I];
    return Product;
  };
  auto At = [&](int I, int J) { return A[I + J * N]; };
  auto Mirrored = [&](int I, int J) {
    return Inside(I, J) ? At(I, J) : At(J, I);
  };
  auto Adjoint = [&](int I, int J) {
    if constexpr (IsComplex<T>)
      return I == J ? T(At(I, I).real())
                    : Inside(I, J) ? At(I, J) : std::conj(At(J, I));
    else
      return Mirrored(I, J);
  };
  auto Triangle = [&](int I, int J) { return Inside(I, J) ? At(I, J) : T(); };
  std::vector<T> Packed, Band((K + 1) * N), Full((2 * K + 1) * N);
  for (int J = 0; J < N; ++J)
    for (int I = 0; I < N; ++I) {
      if (Inside(I, J))
        Packed.push_back(At(I, J));
      if (Inside(I, J) && Near(I, J))
        Band[(IsUpper ? K + I - J : I - J) + J * (K + 1)] = At(I, J);
      if (Near(I, J))
        Full[K + I - J + J * (2 * K + 1)] = At(I, J);
    }
  Array<T> DPacked(Packed), DBand(Band), DFull(Full);
  auto Check = [&](cublasStatus_t Status, const std::vector<T> &Want) {
    OK(Status);
    CHECK(isNear(DY.values(), Want, N));
    DY.set(Y);
  };
  Check(Blas<T>::gemv(Handle, CUBLAS_OP_N, N, N, &Alpha, DA.get(), N, DX.get(),
                      1, &Beta, DY.get(), 1),
        Scaled(Times(At)));
  Check(Blas<T>::gemv(Handle, CUBLAS_OP_C, N, N, &Alpha, DA.get(), N, DX.get(),
                      1, &Beta, DY.get(), 1),
        Scaled(Times([&](int I, int J) { return conjugate(At(J, I)); })));
  Check(Blas<T>::gbmv(Handle, CUBLAS_OP_N, N, N, K, K, &Alpha, DFull.get(),
                      2 * K + 1, DX.get(), 1, &Beta, DY.get(), 1),
        Scaled(Times([&](int I, int J) { return Near(I, J) ? At(I, J) : T(); })));
  Check(Blas<T>::symv(Handle, Uplo, N, &Alpha, DA.get(), N, DX.get(), 1, &Beta,
                      DY.get(), 1),
        Scaled(Times(Mirrored)));
  auto Banded = [&](int I, int J) { return Near(I, J) ? Adjoint(I, J) : T(); };
  if constexpr (IsComplex<T>) {
    Check(Blas<T>::hemv(Handle, Uplo, N, &Alpha, DA.get(), N, DX.get(), 1,
                        &Beta, DY.get(), 1),
          Scaled(Times(Adjoint)));
    Check(Blas<T>::hpmv(Handle, Uplo, N, &Alpha, DPacked.get(), DX.get(), 1,
                        &Beta, DY.get(), 1),
          Scaled(Times(Adjoint)));
    Check(Blas<T>::hbmv(Handle, Uplo, N, K, &Alpha, DBand.get(), K + 1,
                        DX.get(), 1, &Beta, DY.get(), 1),
          Scaled(Times(Banded)));
  } else {
    Check(Blas<T>::spmv(Handle, Uplo, N, &Alpha, DPacked.get(), DX.get(), 1,
                        &Beta, DY.get(), 1),
          Scaled(Times(Mirrored)));
    Check(Blas<T>::sbmv(Handle, Uplo, N, K, &Alpha, DBand.get(), K + 1,
                        DX.get(), 1, &Beta, DY.get(), 1),
          Scaled(Times(Banded)));
  }
  // Triangles: the product, and the solution that undoes it.
  auto CheckTriangle = [&](auto Multiply, auto Solve, const std::vector<T> &Want) {
    OK(Multiply());
    CHECK(isNear(DX.values(), Want, N));
    OK(Solve());
    CHECK(isNear(DX.values(), X, 10000));
    DX.set(X);
  };
  const auto Op = CUBLAS_OP_N;
  const auto Diag = CUBLAS_DIAG_NON_UNIT;
  CheckTriangle(
      [&] { return Blas<T>::trmv(Handle, Uplo, Op, Diag, N, DA.get(), N, DX.get(), 1); },
      [&] { return Blas<T>::trsv(Handle, Uplo, Op, Diag, N, DA.get(), N, DX.get(), 1); },
      Times(Triangle));
  CheckTriangle(
      [&] { return Blas<T>::tpmv(Handle, Uplo, Op, Diag, N, DPacked.get(), DX.get(), 1); },
      [&] { return Blas<T>::tpsv(Handle, Uplo, Op, Diag, N, DPacked.get(), DX.get(), 1); },
      Times(Triangle));
  CheckTriangle(
      [&] { return Blas<T>::tbmv(Handle, Uplo, Op, Diag, N, K, DBand.get(), K + 1, DX.get(), 1); },
      [&] { return Blas<T>::tbsv(Handle, Uplo, Op, Diag, N, K, DBand.get(), K + 1, DX.get(), 1); },
      Times([&](int I, int J) { return Near(I, J) ? Triangle(I, J) : T(); }));
  // Updates of one triangle.
  auto CheckUpdate = [&](cublasStatus_t Status, auto Update) {
    OK(Status);
    std::vector<T> Want = A;
    for (int J = 0; J < N; ++J)
      for (int I = 0; I < N; ++I)
        if (Inside(I, J))
          Want[I + J * N] += Update(I, J);
    CHECK(isNear(DA.values(), Want, 2));
    DA.set(A);
  };
  CheckUpdate(Blas<T>::syr(Handle, Uplo, N, &Alpha, DX.get(), 1, DA.get(), N),
              [&](int I, int J) { return Alpha * X[I] * X[J]; });
  CheckUpdate(Blas<T>::syr2(Handle, Uplo, N, &Alpha, DX.get(), 1, DY.get(), 1,
                            DA.get(), N),
              [&](int I, int J) { return Alpha * (X[I] * Y[J] + Y[I] * X[J]); });
  std::vector<T> Outer = A;
  for (int J = 0; J < N; ++J)
    for (int I = 0; I < N; ++I)
      Outer[I + J * N] += Alpha * X[I] * conjugate(Y[J]);
  if constexpr (IsComplex<T>)
    OK(Blas<T>::gerc(Handle, N, N, &Alpha, DX.get(), 1, DY.get(), 1, DA.get(), N));
  else
    OK(Blas<T>::ger(Handle, N, N, &Alpha, DX.get(), 1, DY.get(), 1, DA.get(), N));
  CHECK(isNear(DA.values(), Outer, 2));
}

template <typename T> static void all() {
  vectors<T>(1, 1);
  vectors<T>(2, 3);
  vectors<T>(-2, 1);
  storages<T>(CUBLAS_FILL_MODE_LOWER);
  storages<T>(CUBLAS_FILL_MODE_UPPER);
}

int main() {
  begin();
  OK(cublasCreate_v2(&Handle));
  all<float>();
  all<double>();
  all<std::complex<float>>();
  all<std::complex<double>>();
  OK(cublasDestroy_v2(Handle));
  return finish();
}
