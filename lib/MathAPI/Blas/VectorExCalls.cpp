//===- VectorExCalls.cpp - Vectors with types as arguments ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Half precision and the like: sums are doubles here, whatever type the caller
// allows for them, and are rounded once.
//
//===----------------------------------------------------------------------===//

#include "../Common/Elements.h"
#include "Call.h"
#include <cmath>
#include <initializer_list>

using namespace heddle::math;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// A vector or a factor whose elements have a type that is told.
struct TypedVector {
  cudaDataType_t Type;
  const void *Data;
  int64_t N, Inc;

  size_t at(int64_t I) const {
    return size_t(Inc > 0 ? I * Inc : (I - N + 1) * Inc);
  }
  double operator[](int64_t I) const { return loadElement(Type, Data, at(I)); }
  void set(int64_t I, double Value) const {
    storeElement(Type, const_cast<void *>(Data), at(I), Value);
  }
};

bool isRealFloat(cudaDataType_t Type) {
  return Type == CUDA_R_16F || Type == CUDA_R_16BF || Type == CUDA_R_32F ||
         Type == CUDA_R_64F;
}

void add(Call &C, const char *Which, const TypedVector &V) {
  C.support(isRealFloat(V.Type));
  C.counts({V.N});
  C.stride(V.Inc);
  C.memory(Which, V.Data, bytesOf(V.N, V.Inc, 1, elementBytes(V.Type)));
}

/// Reads a factor when the work runs, or now from the host.
std::function<double()> factor(Call &C, cudaDataType_t Type,
                               const void *Place) {
  C.require(Place != nullptr);
  C.support(isRealFloat(Type));
  if (C.hasDevicePointers()) {
    C.memory("alpha", Place, elementBytes(Type));
    return [=] { return loadElement(Type, Place, 0); };
  }
  const double Value = C.isValid() ? loadElement(Type, Place, 0) : 0;
  return [=] { return Value; };
}

void addResult(Call &C, cudaDataType_t Type, void *Place) {
  C.support(isRealFloat(Type));
  // As many bytes as an element has.
  switch (elementBytes(Type)) {
  case 2:
    return C.result("result", static_cast<uint16_t *>(Place));
  case 4:
    return C.result("result", static_cast<float *>(Place));
  default:
    return C.result("result", static_cast<double *>(Place));
  }
}

cublasStatus_t scale(Call &C, const void *Alpha, cudaDataType_t TypeAlpha,
                     const TypedVector &X) {
  const std::function<double()> A = factor(C, TypeAlpha, Alpha);
  add(C, "x", X);
  return C.run([=] {
    for (int64_t I = 0; I < X.N && X.Inc > 0; ++I)
      X.set(I, A() * X[I]);
  });
}

cublasStatus_t addScaled(Call &C, const void *Alpha, cudaDataType_t TypeAlpha,
                         const TypedVector &X, const TypedVector &Y) {
  const std::function<double()> A = factor(C, TypeAlpha, Alpha);
  add(C, "x", X);
  add(C, "y", Y);
  return C.run([=] {
    for (int64_t I = 0; I < X.N; ++I)
      Y.set(I, A() * X[I] + Y[I]);
  });
}

cublasStatus_t dot(Call &C, const TypedVector &X, const TypedVector &Y,
                   void *Result, cudaDataType_t TypeResult) {
  add(C, "x", X);
  add(C, "y", Y);
  addResult(C, TypeResult, Result);
  return C.run([=] {
    double Sum = 0;
    for (int64_t I = 0; I < X.N; ++I)
      Sum += X[I] * Y[I];
    storeElement(TypeResult, Result, 0, Sum);
  });
}

cublasStatus_t norm(Call &C, const TypedVector &X, void *Result,
                    cudaDataType_t TypeResult) {
  // Squares of doubles overflow.
  C.support(X.Type != CUDA_R_64F);
  add(C, "x", X);
  addResult(C, TypeResult, Result);
  return C.run([=] {
    double Sum = 0;
    for (int64_t I = 0; I < X.N && X.Inc > 0; ++I)
      Sum += X[I] * X[I];
    storeElement(TypeResult, Result, 0, std::sqrt(Sum));
  });
}

} // namespace

/// The calls, for indices of type I under names that end with WIDTH.
#define HEDDLE_VECTORS(I, WIDTH)                                               \
  HEDDLE_EXPORT cublasStatus_t cublasScalEx##WIDTH(                            \
      cublasHandle_t Handle, I N, const void *Alpha, cudaDataType_t TypeAlpha, \
      void *X, cudaDataType_t TypeX, I IncX, cudaDataType_t) {                 \
    Call C("cublasScalEx" #WIDTH, Handle);                                     \
    return scale(C, Alpha, TypeAlpha, {TypeX, X, N, IncX});                    \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasAxpyEx##WIDTH(                            \
      cublasHandle_t Handle, I N, const void *Alpha, cudaDataType_t TypeAlpha, \
      const void *X, cudaDataType_t TypeX, I IncX, void *Y,                    \
      cudaDataType_t TypeY, I IncY, cudaDataType_t) {                          \
    Call C("cublasAxpyEx" #WIDTH, Handle);                                     \
    return addScaled(C, Alpha, TypeAlpha, {TypeX, X, N, IncX},                 \
                     {TypeY, Y, N, IncY});                                     \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasDotEx##WIDTH(                             \
      cublasHandle_t Handle, I N, const void *X, cudaDataType_t TypeX, I IncX, \
      const void *Y, cudaDataType_t TypeY, I IncY, void *Result,               \
      cudaDataType_t TypeResult, cudaDataType_t) {                             \
    Call C("cublasDotEx" #WIDTH, Handle);                                      \
    return dot(C, {TypeX, X, N, IncX}, {TypeY, Y, N, IncY}, Result,            \
               TypeResult);                                                    \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasNrm2Ex##WIDTH(                            \
      cublasHandle_t Handle, I N, const void *X, cudaDataType_t TypeX, I IncX, \
      void *Result, cudaDataType_t TypeResult, cudaDataType_t) {               \
    Call C("cublasNrm2Ex" #WIDTH, Handle);                                     \
    return norm(C, {TypeX, X, N, IncX}, Result, TypeResult);                   \
  }

HEDDLE_VECTORS(int, )
HEDDLE_VECTORS(int64_t, _64)
