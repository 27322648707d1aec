//===- Numbers.h - Numbers and indices of any type --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_SPARSE_NUMBERS_H
#define HEDDLE_MATHAPI_SPARSE_NUMBERS_H

#include "../Common/Elements.h"
#include "heddle-cuda/sparse_types.h"
#include <complex>
#include <cstring>
#include <type_traits>

namespace heddle::math {

template <typename T> inline constexpr bool IsComplexNumber = false;
template <typename T>
inline constexpr bool IsComplexNumber<std::complex<T>> = true;

template <typename T> constexpr cudaDataType_t typeOfNumber() {
  if (std::is_same_v<T, float>)
    return CUDA_R_32F;
  if (std::is_same_v<T, double>)
    return CUDA_R_64F;
  return std::is_same_v<T, std::complex<float>> ? CUDA_C_32F : CUDA_C_64F;
}

template <typename T> T conjugate(T X) {
  if constexpr (IsComplexNumber<T>)
    return std::conj(X);
  else
    return X;
}

/// An array of numbers of type \p Type, as those of type \p T. A complex \p T
/// takes complex numbers of both sizes and real ones.
struct NumberArray {
  cudaDataType_t Type = CUDA_R_32F;
  void *Data = nullptr;

  template <typename T> T load(int64_t I) const {
    if (Type == typeOfNumber<T>())
      return static_cast<const T *>(Data)[I];
    return convert<T>(size_t(I));
  }

  template <typename T> void store(int64_t I, T X) const {
    if (Type == typeOfNumber<T>()) {
      static_cast<T *>(Data)[I] = X;
      return;
    }
    if constexpr (IsComplexNumber<T>) {
      if (Type == CUDA_C_32F)
        static_cast<std::complex<float> *>(Data)[I] = std::complex<float>(X);
      else if (Type == CUDA_C_64F)
        static_cast<std::complex<double> *>(Data)[I] = std::complex<double>(X);
    } else {
      storeElement(Type, Data, size_t(I), double(X));
    }
  }

private:
  template <typename T> T convert(size_t I) const {
    if constexpr (IsComplexNumber<T>) {
      if (Type == CUDA_C_32F)
        return T(static_cast<const std::complex<float> *>(Data)[I]);
      if (Type == CUDA_C_64F)
        return T(static_cast<const std::complex<double> *>(Data)[I]);
      using Part = typename T::value_type;
      return T(Part(loadElement(Type, Data, I)));
    } else {
      return T(loadElement(Type, Data, I));
    }
  }
};

/// An array of indices that count from \p Base.
struct IndexArray {
  cusparseIndexType_t Type = CUSPARSE_INDEX_32I;
  cusparseIndexBase_t Base = CUSPARSE_INDEX_BASE_ZERO;
  void *Data = nullptr;

  /// Returns element \p I, which counts from zero.
  int64_t operator[](int64_t I) const {
    return (Type == CUSPARSE_INDEX_32I
                ? static_cast<const int32_t *>(Data)[I]
                : static_cast<const int64_t *>(Data)[I]) -
           Base;
  }
  /// Whether element \p I is -1 whatever the base, which stands for no block.
  bool isAbsent(int64_t I) const { return (*this)[I] + Base == -1; }
  void store(int64_t I, int64_t X) const {
    if (Type == CUSPARSE_INDEX_32I)
      static_cast<int32_t *>(Data)[I] = int32_t(X + Base);
    else
      static_cast<int64_t *>(Data)[I] = X + Base;
  }
  unsigned elementBytes() const { return Type == CUSPARSE_INDEX_32I ? 4 : 8; }
};

/// Calls \p Body with a number of the type that sums of \p Type have here;
/// returns whether there is such a type. Integers are exact in doubles.
template <typename Fn> bool withComputeType(cudaDataType_t Type, Fn Body) {
  switch (int(Type)) {
  case CUDA_R_32F:
    Body(float());
    return true;
  case CUDA_R_64F:
  case CUDA_R_32I:
    Body(double());
    return true;
  case CUDA_C_32F:
    Body(std::complex<float>());
    return true;
  case CUDA_C_64F:
    Body(std::complex<double>());
    return true;
  default:
    return false;
  }
}

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_SPARSE_NUMBERS_H
