//===- MatmulPlan.cpp - What a product of cuBLASLt may be -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/Elements.h"
#include "Matmul.h"
#include <algorithm>
#include <cassert>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace heddle::math {
namespace {

/// Computations that differ in how exact they may be are the same here.
cublasComputeType_t plainCompute(int32_t Compute) {
  switch (cublasComputeType_t(Compute)) {
  case CUBLAS_COMPUTE_16F_PEDANTIC:
    return CUBLAS_COMPUTE_16F;
  case CUBLAS_COMPUTE_32F_PEDANTIC:
    return CUBLAS_COMPUTE_32F;
  case CUBLAS_COMPUTE_64F_PEDANTIC:
  case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
    return CUBLAS_COMPUTE_64F;
  case CUBLAS_COMPUTE_32I_PEDANTIC:
    return CUBLAS_COMPUTE_32I;
  case CUBLAS_COMPUTE_32F_FAST_16BF:
  case CUBLAS_COMPUTE_32F_FAST_TF32:
  case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
    return CUBLAS_COMPUTE_32F_FAST_16F;
  case CUBLAS_COMPUTE_16F:
  case CUBLAS_COMPUTE_32F:
  case CUBLAS_COMPUTE_64F:
  case CUBLAS_COMPUTE_32I:
  case CUBLAS_COMPUTE_32F_FAST_16F:
    break;
  }
  return cublasComputeType_t(Compute);
}

/// A row of the table in the documentation of cublasLtMatmul.
struct TypeRow {
  cublasComputeType_t Compute;
  cudaDataType_t Scale, In, Out;
};
constexpr TypeRow TypeRows[] = {
    {CUBLAS_COMPUTE_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F},
    {CUBLAS_COMPUTE_32I, CUDA_R_32I, CUDA_R_8I, CUDA_R_32I},
    {CUBLAS_COMPUTE_32I, CUDA_R_32F, CUDA_R_8I, CUDA_R_8I},
    {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16BF, CUDA_R_16BF},
    {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_16F},
    {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_8I, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16BF, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    {CUBLAS_COMPUTE_32F_FAST_16F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F_FAST_16F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    {CUBLAS_COMPUTE_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
    {CUBLAS_COMPUTE_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
};

/// Whether floats of 8 bits make D from C.
bool goTogetherAsEightBits(cudaDataType_t A, cudaDataType_t B, cudaDataType_t C,
                           cudaDataType_t D) {
  if (!isEightBitFloat(A) || !isEightBitFloat(B) ||
      (A == CUDA_R_8F_E5M2 && B == CUDA_R_8F_E5M2))
    return false;
  if (C == D)
    return C == CUDA_R_32F || C == CUDA_R_16F || C == CUDA_R_16BF;
  const bool HasE5M2 = A == CUDA_R_8F_E5M2 || B == CUDA_R_8F_E5M2;
  return (C == CUDA_R_16F || C == CUDA_R_16BF) &&
         (D == CUDA_R_8F_E4M3 || (HasE5M2 && D == CUDA_R_8F_E5M2));
}

bool isFloatType(cudaDataType_t Type) {
  return Type == CUDA_R_16F || Type == CUDA_R_16BF || Type == CUDA_R_32F ||
         Type == CUDA_R_64F;
}

/// Takes a layout, if it is one that this library knows.
MatrixView viewOf(Verdict &V, cublasLtMatrixLayout_t Place, int64_t &Batch) {
  const std::optional<LtLayout> L = read<LtLayout>(Place);
  V.require(L.has_value(), "a layout is none");
  if (!L)
    return {};
  V.support(L->Order == CUBLASLT_ORDER_COL || L->Order == CUBLASLT_ORDER_ROW,
            "an order of elements that is neither by columns nor by rows");
  V.support(L->Rows <= INT_MAX && L->Cols <= INT_MAX && L->LD <= INT_MAX,
            "a matrix is too large");
  V.support(L->PlaneOffset == 0, "planes of complex numbers");
  V.support(L->BatchMode == 0, "batches of pointers");
  V.require(L->Batch >= 1, "a number of matrices below 1");
  constexpr int64_t FarthestStride = int64_t(1) << 47;
  V.require(std::abs(L->BatchStride) <= FarthestStride,
            "a stride of matrices that no memory has");
  if (!V.isGood())
    return {};
  MatrixView View;
  const bool ByRows = L->Order == CUBLASLT_ORDER_ROW;
  View.Type = cudaDataType_t(L->Type);
  View.Rows = int64_t(L->Rows);
  View.Cols = int64_t(L->Cols);
  View.RowStep = ByRows ? L->LD : 1;
  View.ColStep = ByRows ? 1 : L->LD;
  View.BatchStep = L->BatchStride;
  const int64_t Lines = ByRows ? View.Rows : View.Cols;
  const int64_t Line = ByRows ? View.Cols : View.Rows;
  V.require(L->LD >= std::max<int64_t>(Line, 1),
            "a leading dimension is smaller than a line of its matrix");
  View.Reach = Lines && Line ? (Lines - 1) * L->LD + Line : 0;
  V.require(Batch == 0 || Batch == L->Batch,
            "the matrices have different numbers of batches");
  Batch = L->Batch;
  return View;
}

Operand operandOf(const char *Name, const MatrixView &View, const void *Data,
                  int64_t Batch) {
  const uint64_t Bytes = elementBytes(View.Type);
  assert(Bytes && Batch >= 1 && "an operand that plan() has not taken");
  const int64_t Before = View.BatchStep < 0 ? (Batch - 1) * View.BatchStep : 0;
  return {Name, static_cast<const char *>(Data) + Before * int64_t(Bytes),
          bytesOf(Batch, View.BatchStep, View.Reach, Bytes)};
}

} // namespace

bool Matmul::writesRelu() const {
  return hasEpilogue(CUBLASLT_EPILOGUE_RELU | CUBLASLT_EPILOGUE_AUX_BIT);
}

bool Matmul::isBiasWritten() const {
  return (Desc.Epilogue &
          (CUBLASLT_EPILOGUE_BGRAD_BIT | CUBLASLT_EPILOGUE_BGRADA |
           CUBLASLT_EPILOGUE_BGRADB)) != 0;
}

bool Matmul::readsC() const {
  if (Desc.Pointers == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO)
    return false;
  if (Beta.Place)
    return true;
  const cudaDataType_t Scale = cudaDataType_t(Desc.Scale);
  if (!isComplexType(Scale))
    return loadElement(Scale, Beta.get(), 0) != 0;
  const cudaDataType_t Part = Scale == CUDA_C_32F ? CUDA_R_32F : CUDA_R_64F;
  return loadElement(Part, Beta.get(), 0) != 0 ||
         loadElement(Part, Beta.get(), 1) != 0;
}

void Matmul::checkTypes(Verdict &V) {
  const cublasComputeType_t Compute = plainCompute(Desc.Compute);
  const bool IsRow = std::any_of(
      std::begin(TypeRows), std::end(TypeRows), [&](const TypeRow &R) {
        return R.Compute == Compute && int32_t(R.Scale) == Desc.Scale &&
               R.In == A.Type && R.In == B.Type && R.Out == C.Type &&
               R.Out == D.Type;
      });
  V.support(IsRow ||
                (Compute == CUBLAS_COMPUTE_32F && Desc.Scale == CUDA_R_32F &&
                 goTogetherAsEightBits(A.Type, B.Type, C.Type, D.Type)),
            "these types do not go together");
}

void Matmul::checkShapes(Verdict &V) const {
  V.require(A.Rows == M && B.Cols == N && A.Cols == B.Rows && C.Rows == M &&
                C.Cols == N,
            "the shapes of the matrices do not go together");
  V.support(Desc.TransC == int32_t(CUBLAS_OP_N), "a transposed result");
  V.support(Desc.Fill == 2, "a triangle of the result");
  V.require(Desc.Pointers >= CUBLASLT_POINTER_MODE_HOST &&
                Desc.Pointers <=
                    CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST,
            "a pointer mode that is none");
  V.support(!Desc.Emulation, "a descriptor of an emulation");
}

void Matmul::checkEpilogue(Verdict &V) {
  const unsigned Bits = Desc.Epilogue & ~unsigned(CUBLASLT_EPILOGUE_DEFAULT);
  constexpr unsigned Bias = CUBLASLT_EPILOGUE_BIAS;
  constexpr unsigned Aux = CUBLASLT_EPILOGUE_AUX_BIT;
  constexpr unsigned Grad = CUBLASLT_EPILOGUE_BGRAD_BIT;
  switch (Bits) {
  case 0:
  case Bias:
  case CUBLASLT_EPILOGUE_RELU:
  case CUBLASLT_EPILOGUE_RELU | Bias:
  case CUBLASLT_EPILOGUE_RELU | Aux:
  case CUBLASLT_EPILOGUE_RELU | Aux | Bias:
  case CUBLASLT_EPILOGUE_DRELU:
  case CUBLASLT_EPILOGUE_DRELU | Grad:
  case CUBLASLT_EPILOGUE_GELU:
  case CUBLASLT_EPILOGUE_GELU | Bias:
  case CUBLASLT_EPILOGUE_GELU | Aux:
  case CUBLASLT_EPILOGUE_GELU | Aux | Bias:
  case CUBLASLT_EPILOGUE_DGELU:
  case CUBLASLT_EPILOGUE_DGELU | Grad:
  case CUBLASLT_EPILOGUE_BGRADA:
  case CUBLASLT_EPILOGUE_BGRADB:
    break;
  default:
    V.require(false, "an epilogue that is none");
  }
  V.support(!Bits || (!isComplexType(D.Type) && D.Type != CUDA_R_32I),
            "an epilogue for results that are no real numbers");
  const bool IsEight = isEightBitFloat(A.Type);
  cudaDataType_t Usual = D.Type;
  if (D.Type == CUDA_R_8I)
    Usual = CUDA_R_32F;
  else if (IsEight && D.Type == CUDA_R_32F)
    Usual = CUDA_R_16BF;
  else if (isEightBitFloat(D.Type))
    Usual = C.Type;
  BiasType = Desc.BiasType == -1 ? Usual : cudaDataType_t(Desc.BiasType);
  AuxType = Desc.AuxType == -1 ? D.Type : cudaDataType_t(Desc.AuxType);
  if ((Bits & Bias) || isBiasWritten()) {
    V.support(isFloatType(BiasType), "a bias of this type");
    V.require(Desc.BiasStride >= 0, "a stride of the biases below 0");
  }
  if (!(Bits & Aux))
    return;
  const bool IsMask = writesRelu() || hasEpilogue(CUBLASLT_EPILOGUE_DRELU);
  V.support(Desc.AuxLD <= INT_MAX, "the auxiliary matrix is too large");
  V.require(Desc.AuxLD >= M && Desc.AuxLD % (IsMask ? 128 : 8) == 0,
            "a leading dimension of the auxiliary matrix that is none");
  V.require(Desc.AuxStride >= 0 && Desc.AuxStride % (IsMask ? 128 : 8) == 0,
            "a stride of the auxiliary matrices that is none");
  V.support(
      IsMask || isFloatType(AuxType) ||
          (isEightBitFloat(AuxType) && hasEpilogue(CUBLASLT_EPILOGUE_GELU)),
      "an auxiliary matrix of this type");
}

void Matmul::checkScales(Verdict &V) const {
  auto Check = [&](const void *Place, int32_t Mode, const MatrixView &View,
                   bool MayBeVector) {
    V.require(!Place || isEightBitFloat(View.Type),
              "a scale for a matrix that has no elements of 8 bits");
    V.support(
        !Place || Mode == CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F ||
            (MayBeVector && Mode == CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F),
        "scales of blocks");
  };
  Check(Desc.ScaleA, Desc.ModeA, A, true);
  Check(Desc.ScaleB, Desc.ModeB, B, true);
  Check(Desc.ScaleC, Desc.ModeC, C, false);
  Check(Desc.ScaleD, Desc.ModeD, D, false);
  Check(Desc.LargestD, 0, D, false);
  MatrixView Aux;
  Aux.Type = AuxType;
  Check(Desc.ScaleAux, Desc.ModeAux, Aux, false);
  Check(Desc.LargestAux, 0, Aux, false);
  V.support(!Desc.ScaleOut, "scales that are results");
}

Verdict Matmul::plan(cublasLtMatmulDesc_t DescPlace,
                     cublasLtMatrixLayout_t LayoutA,
                     cublasLtMatrixLayout_t LayoutB,
                     cublasLtMatrixLayout_t LayoutC,
                     cublasLtMatrixLayout_t LayoutD) {
  Verdict V;
  const std::optional<LtMatmulDesc> Found = read<LtMatmulDesc>(DescPlace);
  V.require(Found.has_value(), "a descriptor of the product is none");
  A = viewOf(V, LayoutA, Batch);
  B = viewOf(V, LayoutB, Batch);
  C = viewOf(V, LayoutC, Batch);
  D = viewOf(V, LayoutD, Batch);
  if (!V.isGood())
    return V;
  Desc = *Found;
  for (int32_t Trans : {Desc.TransA, Desc.TransB})
    V.require(cublasOperation_t(Trans) <= CUBLAS_OP_C,
              "an operation on a matrix that is none");
  if (Desc.TransA != int32_t(CUBLAS_OP_N))
    A = A.transposed();
  if (Desc.TransB != int32_t(CUBLAS_OP_N))
    B = B.transposed();
  M = D.Rows;
  N = D.Cols;
  K = A.Cols;
  checkTypes(V);
  checkShapes(V);
  checkEpilogue(V);
  checkScales(V);
  return V;
}

Verdict Matmul::takeFactors(const void *AlphaPlace, const void *BetaPlace) {
  Verdict V;
  const int32_t Mode = Desc.Pointers;
  const unsigned Bytes = elementBytes(cudaDataType_t(Desc.Scale));
  assert(Bytes && Bytes <= sizeof(LtFactor::Value) &&
         "plan() takes no factors of other types");
  auto Take = [&](LtFactor &Factor, const void *Place, bool OnDevice,
                  bool IsVector, int64_t BatchStep) {
    V.require(Place != nullptr, "a factor is null");
    if (OnDevice) {
      Factor.Place = Place;
      Factor.RowStep = IsVector ? 1 : 0;
      Factor.BatchStep = BatchStep;
    } else if (Place) {
      std::memcpy(Factor.Value.data(), Place, Bytes);
    }
  };
  Take(Alpha, AlphaPlace, Mode != CUBLASLT_POINTER_MODE_HOST,
       Mode >= CUBLASLT_POINTER_MODE_DEVICE_VECTOR,
       Mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST
           ? Desc.AlphaStride
           : 0);
  V.require(Desc.AlphaStride >= 0, "a stride of factors below 0");
  if (Mode != CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO)
    Take(Beta, BetaPlace,
         Mode == CUBLASLT_POINTER_MODE_DEVICE ||
             Mode == CUBLASLT_POINTER_MODE_DEVICE_VECTOR,
         Mode == CUBLASLT_POINTER_MODE_DEVICE_VECTOR, 0);
  return V;
}

llvm::SmallVector<Operand, 16> Matmul::operands() const {
  llvm::SmallVector<Operand, 16> All;
  const uint64_t Factor = elementBytes(cudaDataType_t(Desc.Scale));
  auto AddFactor = [&](const char *Name, const LtFactor &F) {
    if (F.Place)
      All.push_back({Name, F.Place,
                     bytesOf(Batch, F.BatchStep, F.RowStep ? M : 1, Factor)});
  };
  auto AddScale = [&](const char *Name, const void *Place, int64_t Count) {
    if (Place)
      All.push_back({Name, Place, uint64_t(Count) * sizeof(float)});
  };
  AddFactor("alpha", Alpha);
  AddFactor("beta", Beta);
  All.push_back(operandOf("A", A, DataA, Batch));
  All.push_back(operandOf("B", B, DataB, Batch));
  if (readsC())
    All.push_back(operandOf("C", C, DataC, Batch));
  All.push_back(operandOf("D", D, DataD, Batch));
  if (hasEpilogue(CUBLASLT_EPILOGUE_BIAS) || isBiasWritten())
    All.push_back({"the bias", Desc.Bias,
                   bytesOf(Batch, Desc.BiasStride,
                           hasEpilogue(CUBLASLT_EPILOGUE_BGRADB) ? N : M,
                           elementBytes(BiasType))});
  if (hasEpilogue(CUBLASLT_EPILOGUE_AUX_BIT)) {
    const bool IsMask = writesRelu() || hasEpilogue(CUBLASLT_EPILOGUE_DRELU);
    const uint64_t Elements = bytesOf(Batch, Desc.AuxStride,
                                      M && N ? (N - 1) * Desc.AuxLD + M : 0, 1);
    All.push_back(
        {"the auxiliary matrix", Desc.Aux,
         IsMask ? Elements / 8 + (Elements % 8 != 0)
                : bytesOf(1, 0, int64_t(Elements), elementBytes(AuxType))});
  }
  constexpr int32_t Outer = CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F;
  AddScale("the scale of A", Desc.ScaleA, Desc.ModeA == Outer ? M : 1);
  AddScale("the scale of B", Desc.ScaleB, Desc.ModeB == Outer ? N : 1);
  AddScale("the scale of C", Desc.ScaleC, 1);
  AddScale("the scale of D", Desc.ScaleD, 1);
  AddScale("the largest of D", Desc.LargestD, 1);
  AddScale("the scale of the auxiliary matrix", Desc.ScaleAux, 1);
  AddScale("the largest of the auxiliary matrix", Desc.LargestAux, 1);
  return All;
}

} // namespace heddle::math
