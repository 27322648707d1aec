//===- Matmul.cpp - What a product of cuBLASLt computes -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"
#include "../Blas/Routines.h"
#include "../Common/Elements.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <type_traits>
#include <vector>

namespace heddle::math {
namespace {

/// The type in which a sum of type \p W is scaled.
template <typename W>
using Wide = std::conditional_t<IsComplex<W>, Complex64, double>;

template <typename T>
T loadNumber(cudaDataType_t Type, const void *Data, int64_t Index) {
  if constexpr (IsComplex<T>) {
    const cudaDataType_t Part = Type == CUDA_C_32F ? CUDA_R_32F : CUDA_R_64F;
    return T(Real<T>(loadElement(Part, Data, size_t(2 * Index))),
             Real<T>(loadElement(Part, Data, size_t(2 * Index + 1))));
  } else {
    return T(loadElement(Type, Data, size_t(Index)));
  }
}

template <typename T>
void storeNumber(cudaDataType_t Type, void *Data, int64_t Index, T Value) {
  if constexpr (IsComplex<T>) {
    const cudaDataType_t Part = Type == CUDA_C_32F ? CUDA_R_32F : CUDA_R_64F;
    storeElement(Part, Data, size_t(2 * Index), Value.real());
    storeElement(Part, Data, size_t(2 * Index + 1), Value.imag());
  } else {
    storeElement(Type, Data, size_t(Index), Value);
  }
}

/// Returns matrix \p Batch of \p View by columns without gaps.
template <typename W>
std::vector<W> gather(const MatrixView &View, const void *Data, int64_t Batch,
                      bool IsConjugate) {
  assert(View.Rows >= 0 && View.Cols >= 0 &&
         isComplexType(View.Type) == IsComplex<W> &&
         "the plan says how the elements are read");
  std::vector<W> All(size_t(View.Rows * View.Cols));
  W *To = All.data();
  for (int64_t J = 0; J < View.Cols; ++J)
    for (int64_t I = 0; I < View.Rows; ++I, ++To) {
      *To = loadNumber<W>(View.Type, Data, View.index(I, J, Batch));
      if constexpr (IsComplex<W>)
        if (IsConjugate)
          *To = std::conj(*To);
    }
  return All;
}

double scaleAt(const void *Place, int32_t Mode, int64_t Index) {
  if (!Place)
    return 1;
  const bool IsVector = Mode == CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F;
  return loadElement(CUDA_R_32F, Place, IsVector ? size_t(Index) : 0);
}

/// The approximation by the hyperbolic tangent, and its derivative.
constexpr double GeluScale = 0.7978845608028654, GeluCube = 0.044715;
double gelu(double X) {
  return 0.5 * X * (1 + std::tanh(GeluScale * (X + GeluCube * X * X * X)));
}
double geluSlope(double X) {
  const double T = std::tanh(GeluScale * (X + GeluCube * X * X * X));
  return 0.5 * (1 + T) +
         0.5 * X * (1 - T * T) * GeluScale * (1 + 3 * GeluCube * X * X);
}

/// The work on each sum of real numbers, in matrix \p Batch.
class Epilogue {
public:
  Epilogue(const Matmul &P, int64_t Batch)
      : P(P), Batch(Batch), RowSums(P.isBiasWritten() ? size_t(P.M) : 0),
        AuxScale(scaleAt(P.Desc.ScaleAux, 0, 0)) {}

  double apply(double X, int64_t Row, int64_t Col) {
    const LtMatmulDesc &D = P.Desc;
    if (P.hasEpilogue(CUBLASLT_EPILOGUE_BIAS))
      X += loadElement(P.BiasType, D.Bias, size_t(Batch * D.BiasStride + Row));
    const int64_t Place = Batch * D.AuxStride + Col * D.AuxLD + Row;
    if (P.hasEpilogue(CUBLASLT_EPILOGUE_RELU)) {
      if (P.writesRelu())
        setBit(Place, X > 0);
      // A NaN is not changed.
      X = X < 0 ? 0 : X;
    } else if (P.hasEpilogue(CUBLASLT_EPILOGUE_GELU)) {
      if (P.hasEpilogue(CUBLASLT_EPILOGUE_AUX_BIT)) {
        LargestAux = std::max(LargestAux, std::fabs(X));
        storeElement(P.AuxType, D.Aux, size_t(Place), X * AuxScale);
      }
      X = gelu(X);
    } else if (P.hasEpilogue(CUBLASLT_EPILOGUE_DRELU)) {
      X = hasBit(Place) ? X : 0;
    } else if (P.hasEpilogue(CUBLASLT_EPILOGUE_DGELU)) {
      X *= geluSlope(loadElement(P.AuxType, D.Aux, size_t(Place)));
    }
    if (P.hasEpilogue(CUBLASLT_EPILOGUE_BGRAD_BIT))
      RowSums[size_t(Row)] += X;
    Largest = std::max(Largest, std::fabs(X));
    return X;
  }

  /// Writes the gradient of the bias, for the operands of the product.
  template <typename W>
  void finish(const std::vector<W> &A, const std::vector<W> &B) {
    const bool OfB = P.hasEpilogue(CUBLASLT_EPILOGUE_BGRADB);
    if (OfB) {
      RowSums.assign(size_t(P.N), 0);
      for (size_t I = 0; I < B.size(); ++I)
        RowSums[I / size_t(P.K)] += double(B[I]);
    } else if (P.hasEpilogue(CUBLASLT_EPILOGUE_BGRADA)) {
      for (size_t I = 0; I < A.size(); ++I)
        RowSums[I % size_t(P.M)] += double(A[I]);
    }
    for (size_t I = 0; I < RowSums.size(); ++I)
      storeElement(P.BiasType, P.Desc.Bias,
                   size_t(Batch * P.Desc.BiasStride) + I, RowSums[I]);
  }

  double largest() const { return Largest; }
  double largestAux() const { return LargestAux; }

private:
  bool hasBit(int64_t Place) const {
    return (static_cast<const uint8_t *>(P.Desc.Aux)[Place / 8] >>
            (Place % 8)) &
           1;
  }
  void setBit(int64_t Place, bool Value) {
    uint8_t &Byte = static_cast<uint8_t *>(P.Desc.Aux)[Place / 8];
    const unsigned Bit = 1u << (Place % 8);
    Byte = uint8_t(Value ? Byte | Bit : Byte & ~Bit);
  }

  const Matmul &P;
  const int64_t Batch;
  std::vector<double> RowSums;
  const double AuxScale;
  double Largest = 0, LargestAux = 0;
};

/// Integers wrap around, where a double would lose their low bits.
double wrapped(double Alpha, double Sum, double Beta, double Old) {
  const uint64_t Bits = uint64_t(int64_t(Alpha)) * uint64_t(int64_t(Sum)) +
                        uint64_t(int64_t(Beta)) * uint64_t(int64_t(Old));
  return double(int32_t(uint32_t(Bits)));
}

} // namespace

template <typename W> void Matmul::runAs() const {
  assert(Batch >= 1 && A.Rows == M && A.Cols == K && B.Rows == K &&
         B.Cols == N && "a product that plan() has not taken");
  assert(isComplexType(cudaDataType_t(Desc.Scale)) == IsComplex<W> &&
         "factors are of the kind of the operands");
  const cudaDataType_t Scale = cudaDataType_t(Desc.Scale);
  const double FactorC = scaleAt(Desc.ScaleC, 0, 0);
  const double FactorD = scaleAt(Desc.ScaleD, 0, 0);
  double Largest = 0, LargestAux = 0;
  for (int64_t Each = 0; Each < Batch; ++Each) {
    const auto WideA = gather<W>(A, DataA, Each, Desc.TransA == CUBLAS_OP_C);
    const auto WideB = gather<W>(B, DataB, Each, Desc.TransB == CUBLAS_OP_C);
    std::vector<W> Sums(size_t(M * N));
    host::call(host::gemm<W>, 'N', 'N', M, N, K, W(1), WideA.data(),
               std::max<int64_t>(M, 1), WideB.data(), std::max<int64_t>(K, 1),
               W(0), Sums.data(), std::max<int64_t>(M, 1));
    Epilogue Then(*this, Each);
    for (int64_t J = 0; J < N; ++J)
      for (int64_t I = 0; I < M; ++I) {
        const auto Al = loadNumber<Wide<W>>(
            Scale, Alpha.get(), I * Alpha.RowStep + Each * Alpha.BatchStep);
        const auto Be =
            loadNumber<Wide<W>>(Scale, Beta.get(), I * Beta.RowStep);
        const auto Sum = Wide<W>(Sums[size_t(I + J * M)]);
        // A matrix that is multiplied by 0 is not read.
        const auto Old =
            Be == Wide<W>(0)
                ? Wide<W>(0)
                : loadNumber<Wide<W>>(C.Type, DataC, C.index(I, J, Each)) *
                      FactorC;
        auto X = Al == Wide<W>(0)
                     ? Be * Old
                     : Al * scaleAt(Desc.ScaleA, Desc.ModeA, I) *
                               scaleAt(Desc.ScaleB, Desc.ModeB, J) * Sum +
                           Be * Old;
        if constexpr (!IsComplex<W>)
          X = Scale == CUDA_R_32I ? wrapped(Al, Sum, Be, Old)
                                  : Then.apply(X, I, J);
        storeNumber(D.Type, DataD, D.index(I, J, Each), X * FactorD);
      }
    assert((!IsComplex<W> || !isBiasWritten()) &&
           "the plan has no epilogue for complex numbers");
    if constexpr (!IsComplex<W>)
      Then.finish(WideA, WideB);
    Largest = std::max(Largest, Then.largest());
    LargestAux = std::max(LargestAux, Then.largestAux());
  }
  if (Desc.LargestD)
    storeElement(CUDA_R_32F, Desc.LargestD, 0, Largest);
  if (Desc.LargestAux)
    storeElement(CUDA_R_32F, Desc.LargestAux, 0, LargestAux);
}

void Matmul::run() const {
  switch (A.Type) {
  case CUDA_C_32F:
    return runAs<Complex32>();
  case CUDA_C_64F:
    return runAs<Complex64>();
  case CUDA_R_64F:
  // Sums of products of integers of 8 bits are exact as doubles.
  case CUDA_R_8I:
    return runAs<double>();
  case CUDA_R_32F:
  case CUDA_R_16F:
  case CUDA_R_16BF:
  case CUDA_R_8F_E4M3:
  case CUDA_R_8F_E5M2:
  // These are no types of operands.
  case CUDA_R_8U:
  case CUDA_R_32I:
    return runAs<float>();
  }
}

} // namespace heddle::math
