// Solutions with sparse matrices of all types, by what they are: the product with the
// matrix is the right side. Orders, permuted matrices, and what is wrong.
//
// REQUIRES: cusolver
// RUN: %math %s -lcusolver -lcuda -o %t && %t 2>&1 | FileCheck %s
// CHECK: cusolverSpDcsrlsvqr: fault: b has 1120 bytes at 0x{{[0-9A-Fa-f]+}}, 64 bytes before the end of its allocation of 64
// CHECK: done
#include "check.h"
#include "solver_types.h"
#include "sparse_types.h"
#include <algorithm>

extern "C" {
cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t);
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t, int, int, cusparseMatDescr_t, const int *, const int *,
                                         const int *, int *);
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t, int, int, cusparseMatDescr_t, const int *, const int *,
                                          int *);
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t, int, int, int, cusparseMatDescr_t, int *, int *,
                                        const int *, const int *, int *, void *);
}

template <typename T>
using Solve = cusolverStatus_t(cusolverSpHandle_t, int, int, cusparseMatDescr_t, const T *, const int *, const int *,
                               const T *, Real<T>, int, T *, int *);

template <typename T> struct Calls;
#define CALLS(L, T)                                                                                                    \
  extern "C" Solve<T> cusolverSp##L##csrlsvluHost, cusolverSp##L##csrlsvqrHost, cusolverSp##L##csrlsvqr,               \
      cusolverSp##L##csrlsvcholHost, cusolverSp##L##csrlsvchol;                                                        \
  template <> struct Calls<T> {                                                                                        \
    static constexpr Solve<T> *OnHost[] = {cusolverSp##L##csrlsvluHost, cusolverSp##L##csrlsvqrHost,                   \
                                           cusolverSp##L##csrlsvcholHost};                                             \
    static constexpr Solve<T> *OnDevice[] = {cusolverSp##L##csrlsvqr, cusolverSp##L##csrlsvchol};                      \
  };
CALLS(S, float)
CALLS(D, double)
CALLS(C, std::complex<float>)
CALLS(Z, std::complex<double>)

static cusolverSpHandle_t H;
constexpr int Side = 12, N = Side * Side - 4;

/// A plate's five points, with indices from Base on; the last rows are left out,
/// and numbers are shuffled, so that entries are far from the diagonal.
template <typename T> struct Matrix {
  std::vector<int> Starts, Columns;
  std::vector<T> Values;
  int Base;

  Matrix(bool IsHermitian, int Base) : Base(Base) {
    const auto number = [](int X, int Y) { return (Y * Side + X) * 37 % (Side * Side); };
    std::vector<std::vector<std::pair<int, T>>> Rows(N);
    for (int Y = 0; Y < Side; ++Y)
      for (int X = 0; X < Side; ++X) {
        const int Row = number(X, Y);
        if (Row >= N)
          continue;
        Rows[size_t(Row)].push_back({Row, T(9)});
        for (auto [DX, DY] : {std::pair(1, 0), std::pair(0, 1)})
          if (X + DX < Side && Y + DY < Side)
            if (const int Column = number(X + DX, Y + DY); Column < N) {
              const T V = randomValue<T>();
              Rows[size_t(Row)].push_back({Column, V});
              Rows[size_t(Column)].push_back({Row, IsHermitian ? conjugate(V) : V * T(2)});
            }
      }
    Starts.push_back(Base);
    for (auto &Row : Rows) {
      std::sort(Row.begin(), Row.end(), [](auto &L, auto &R) { return L.first < R.first; });
      for (auto &[Column, V] : Row) {
        Columns.push_back(Column + Base);
        Values.push_back(V);
      }
      Starts.push_back(Base + int(Columns.size()));
    }
  }
  int count() const { return int(Columns.size()); }
  /// How far A x is from \p B.
  Real<T> error(const std::vector<T> &X, const std::vector<T> &B) const {
    Real<T> Worst = 0;
    for (size_t Row = 0; Row != N; ++Row) {
      T Sum = B[Row];
      for (int E = Starts[Row] - Base; E != Starts[Row + 1] - Base; ++E)
        Sum -= Values[size_t(E)] * X[size_t(Columns[size_t(E)] - Base)];
      Worst = std::max(Worst, Real<T>(std::abs(Sum)));
    }
    return Worst;
  }
};

template <typename T> static void solves() {
  const Real<T> Bound = sizeof(Real<T>) == 4 ? Real<T>(1e-4) : Real<T>(1e-12);
  std::vector<T> B(N);
  for (T &Each : B)
    Each = randomValue<T>();
  for (int Base : {0, 1})
    for (int K = 0; K != 3; ++K) {
      const Matrix<T> A(/*IsHermitian=*/K == 2, Base);
      std::vector<T> X(N);
      int Singularity = 5;
      OK(Calls<T>::OnHost[K](H, N, A.count(), nullptr, A.Values.data(), A.Starts.data(), A.Columns.data(), B.data(),
                             Real<T>(1e-12), K % 2, X.data(), &Singularity));
      CHECK(Singularity == -1);
      CHECK(A.error(X, B) < Bound);
      if (K == 0)
        continue;
      Array<T> Values(A.Values), Right(B), Solution(N);
      Array<int> Starts(A.Starts), Columns(A.Columns);
      Singularity = 5;
      OK(Calls<T>::OnDevice[K - 1](H, N, A.count(), nullptr, Values.get(), Starts.get(), Columns.get(), Right.get(),
                                   Real<T>(1e-12), 0, Solution.get(), &Singularity));
      CHECK(Singularity == -1);
      CHECK(A.error(Solution.values(), B) < Bound);
    }
}

static void orders() {
  const Matrix<double> A(true, 1);
  int IsSymmetric = 0;
  OK(cusolverSpXcsrissymHost(H, N, A.count(), nullptr, A.Starts.data(), A.Starts.data() + 1, A.Columns.data(),
                             &IsSymmetric));
  CHECK(IsSymmetric == 1);
  std::vector<int> Order(N), Starts = A.Starts, Columns = A.Columns, Map(size_t(A.count()));
  OK(cusolverSpXcsrsymrcmHost(H, N, A.count(), nullptr, A.Starts.data(), A.Columns.data(), Order.data()));
  for (size_t I = 0; I != Map.size(); ++I)
    Map[I] = int(I);
  OK(cusolverSpXcsrpermHost(H, N, N, A.count(), nullptr, Starts.data(), Columns.data(), Order.data(), Order.data(),
                            Map.data(), Map.data()));
  int Width = 0;
  for (int Row = 0; Row != N; ++Row)
    for (int E = Starts[size_t(Row)] - 1; E != Starts[size_t(Row) + 1] - 1; ++E) {
      const int Column = Columns[size_t(E)] - 1, From = Map[size_t(E)];
      Width = std::max(Width, std::abs(Row - Column));
      // The entry is where it was, by the order.
      CHECK(A.Columns[size_t(From)] - 1 == Order[size_t(Column)]);
      CHECK(A.Starts[size_t(Order[size_t(Row)])] - 1 <= From && From < A.Starts[size_t(Order[size_t(Row)]) + 1] - 1);
    }
  CHECK(Width <= 2 * Side);
}

static void misuse() {
  // A row without entries, and one that is negative.
  const std::vector<int> Starts = {0, 1, 1}, Columns = {0};
  const std::vector<double> Values = {-4}, B = {1, 2};
  std::vector<double> X(2);
  int Singularity = -1;
  const auto run = [&](Solve<double> *Call, int Count) {
    return Call(H, 2, Count, nullptr, Values.data(), Starts.data(), Columns.data(), B.data(), 1e-12, 0, X.data(),
                &Singularity);
  };
  OK(run(cusolverSpDcsrlsvluHost, 1));
  CHECK(Singularity >= 0);
  Singularity = -1;
  OK(run(cusolverSpDcsrlsvcholHost, 1));
  CHECK(Singularity >= 0);
  STATUS(3, run(cusolverSpDcsrlsvluHost, 2));
  STATUS(1, cusolverSpDcsrlsvluHost(nullptr, 2, 1, nullptr, Values.data(), Starts.data(), Columns.data(), B.data(), 0,
                                    0, X.data(), &Singularity));
  // Memory that ends too early.
  const Matrix<double> A(true, 0);
  Array<double> DeviceValues(A.Values), Short(8), Solution(N);
  Array<int> DeviceStarts(A.Starts), DeviceColumns(A.Columns);
  std::fflush(stdout);
  STATUS(6, cusolverSpDcsrlsvqr(H, N, A.count(), nullptr, DeviceValues.get(), DeviceStarts.get(), DeviceColumns.get(),
                                Short.get(), 0, 0, Solution.get(), &Singularity));
}

int main() {
  OK(cusolverSpCreate(&H));
  solves<float>();
  solves<double>();
  solves<std::complex<float>>();
  solves<std::complex<double>>();
  orders();
  misuse();
  OK(cusolverSpDestroy(H));
  return finish();
}
