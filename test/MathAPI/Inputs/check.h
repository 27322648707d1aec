// What the tests of the libraries share: memory of the device, and checks.

#ifndef HEDDLE_TEST_MATHAPI_CHECK_H
#define HEDDLE_TEST_MATHAPI_CHECK_H

#include "cuda.h"
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

inline int Failures = 0;

#define CHECK(C)                                                               \
  do {                                                                         \
    if (!(C)) {                                                                \
      ++Failures;                                                              \
      std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #C);              \
    }                                                                          \
  } while (0)
#define STATUS(WANTED, CALL)                                                   \
  do {                                                                         \
    const int Got = int(CALL);                                                 \
    if (Got != int(WANTED)) {                                                  \
      ++Failures;                                                              \
      std::printf("%s:%d: %s is %d\n", __FILE__, __LINE__, #CALL, Got);        \
    }                                                                          \
  } while (0)
#define OK(CALL) STATUS(0, CALL)

inline int finish() {
  std::puts(Failures ? "failed" : "done");
  return Failures != 0;
}

template <typename T> struct RealOf {
  using Type = T;
};
template <typename T> struct RealOf<std::complex<T>> {
  using Type = T;
};
template <typename T> using Real = typename RealOf<T>::Type;
template <typename T>
inline constexpr bool IsComplex = !std::is_same_v<T, Real<T>>;

template <typename T> T conjugate(T V) {
  if constexpr (IsComplex<T>)
    return std::conj(V);
  else
    return V;
}

/// An array of the device. The host reads and writes it by copies.
template <typename T> struct Array {
  CUdeviceptr Address = 0;
  size_t Size;

  explicit Array(size_t N) : Size(N) {
    OK(cuMemAlloc(&Address, N * sizeof(T)));
  }
  explicit Array(const std::vector<T> &V) : Array(V.size()) { set(V); }
  Array(const Array &) = delete;
  ~Array() { cuMemFree(Address); }
  T *get() const { return reinterpret_cast<T *>(Address); }
  void set(const std::vector<T> &V) {
    OK(cuMemcpyHtoD(Address, V.data(), V.size() * sizeof(T)));
  }
  std::vector<T> values() const {
    std::vector<T> V(Size);
    OK(cuMemcpyDtoH(V.data(), Address, Size * sizeof(T)));
    return V;
  }
};

inline std::mt19937 Random(1);

template <typename T> T randomValue() {
  std::uniform_real_distribution<Real<T>> Of(-1, 1);
  if constexpr (IsComplex<T>) {
    const Real<T> Re = Of(Random);
    return {Re, Of(Random)};
  } else {
    return Of(Random);
  }
}

template <typename T> std::vector<T> randomVector(size_t N) {
  std::vector<T> V(N);
  for (T &Each : V)
    Each = randomValue<T>();
  return V;
}

/// Whether the results agree as far as sums of \p Terms terms may.
template <typename T>
bool isNear(const std::vector<T> &Got, const std::vector<T> &Want, int Terms) {
  const Real<T> Bound =
      Real<T>(Terms + 4) * 8 * std::numeric_limits<Real<T>>::epsilon();
  for (size_t I = 0; I < Want.size(); ++I)
    if (!(std::abs(Got[I] - Want[I]) <=
          Bound * std::max(Real<T>(1), Real<T>(std::abs(Want[I])))))
      return false;
  return Got.size() == Want.size();
}

/// Makes a context current.
inline void begin() {
  CUcontext Context;
  OK(cuInit(0));
  OK(cuDevicePrimaryCtxRetain(&Context, 0));
  OK(cuCtxSetCurrent(Context));
}

#endif // HEDDLE_TEST_MATHAPI_CHECK_H
