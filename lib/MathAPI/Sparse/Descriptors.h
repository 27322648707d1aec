//===- Descriptors.h - Vectors and matrices of cuSPARSE ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_SPARSE_DESCRIPTORS_H
#define HEDDLE_MATHAPI_SPARSE_DESCRIPTORS_H

/// \file
/// Descriptors say where something lies; its memory is the program's. Work in a
/// stream has copies of them.

#include "../Common/DeviceWork.h"
#include "../Common/Handles.h"
#include "Numbers.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle::math {

struct SparseVector {
  int64_t Size = 0, Count = 0;
  IndexArray Indices;
  NumberArray Values;
};

struct DenseVector {
  int64_t Size = 0;
  NumberArray Values;
};

struct DenseMatrix {
  int64_t Rows = 0, Cols = 0, Leading = 0;
  cusparseOrder_t Order = CUSPARSE_ORDER_COL;
  NumberArray Values;
  int Batches = 1;
  int64_t BatchStride = 0;

  int64_t indexOf(int64_t Row, int64_t Col) const {
    return Order == CUSPARSE_ORDER_COL ? Col * Leading + Row
                                       : Row * Leading + Col;
  }
  DenseMatrix batch(int64_t Which) const;
};

struct SparseMatrix {
  cusparseFormat_t Format = CUSPARSE_FORMAT_CSR;
  /// Extents of the matrix in elements, also where blocks make it.
  int64_t Rows = 0, Cols = 0;
  /// Entries, of which a block is one.
  int64_t Count = 0;
  /// The starts of rows (CSR, BSR) or columns (CSC), or the rows of a list of
  /// entries (COO).
  IndexArray Offsets;
  IndexArray Indices;
  NumberArray Values;
  int64_t BlockRows = 1, BlockCols = 1;
  cusparseOrder_t BlockOrder = CUSPARSE_ORDER_ROW;
  /// Blocks in each row of blocks of the format ELL.
  int64_t EllBlocks = 0;
  int Batches = 1;
  int64_t OffsetsStride = 0, EntriesStride = 0;
  /// For solvers; by default the lower triangle.
  cusparseFillMode_t Fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t Diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;

  bool hasOffsets() const {
    return Format == CUSPARSE_FORMAT_CSR || Format == CUSPARSE_FORMAT_CSC ||
           Format == CUSPARSE_FORMAT_BSR;
  }
  /// Rows of the array of offsets.
  int64_t lines() const {
    return Format == CUSPARSE_FORMAT_CSC ? Cols : Rows / BlockRows;
  }
  SparseMatrix batch(int64_t Which) const;
};

using SparseVectors = Handles<SparseVector, cusparseSpVecDescr_t>;
using DenseVectors = Handles<DenseVector, cusparseDnVecDescr_t>;
using SparseMatrices = Handles<SparseMatrix, cusparseSpMatDescr_t>;
using DenseMatrices = Handles<DenseMatrix, cusparseDnMatDescr_t>;

/// Memory of an array that starts \p Offset elements behind its beginning.
inline NumberArray advance(NumberArray A, int64_t Offset) {
  A.Data = static_cast<char *>(A.Data) + Offset * int64_t(elementBytes(A.Type));
  return A;
}
inline IndexArray advance(IndexArray A, int64_t Offset) {
  A.Data = static_cast<char *>(A.Data) + Offset * A.elementBytes();
  return A;
}

/// Calls \p Body with row, column and index into the values of each entry, in
/// the order of memory. The matrix must be sound.
template <typename Fn> void forEachEntry(const SparseMatrix &M, Fn Body) {
  const auto InBlock = [&](int64_t Row, int64_t Col, int64_t Block) {
    const int64_t First = Block * M.BlockRows * M.BlockCols;
    for (int64_t R = 0; R != M.BlockRows; ++R)
      for (int64_t C = 0; C != M.BlockCols; ++C)
        Body(Row * M.BlockRows + R, Col * M.BlockCols + C,
             First + (M.BlockOrder == CUSPARSE_ORDER_ROW
                          ? R * M.BlockCols + C
                          : C * M.BlockRows + R));
  };
  const auto InLines = [&](auto Entry) {
    for (int64_t Line = 0, End = M.lines(); Line != End; ++Line)
      for (int64_t I = M.Offsets[Line], Last = M.Offsets[Line + 1]; I < Last;
           ++I)
        Entry(Line, M.Indices[I], I);
  };
  switch (M.Format) {
  case CUSPARSE_FORMAT_CSR:
    InLines(Body);
    break;
  case CUSPARSE_FORMAT_CSC:
    InLines([&](int64_t Col, int64_t Row, int64_t I) { Body(Row, Col, I); });
    break;
  case CUSPARSE_FORMAT_BSR:
    InLines(InBlock);
    break;
  case CUSPARSE_FORMAT_COO:
    for (int64_t I = 0; I != M.Count; ++I)
      Body(M.Offsets[I], M.Indices[I], I);
    break;
  case CUSPARSE_FORMAT_BLOCKED_ELL:
    // Values lie by rows of the matrix of blocks, an absent one has index -1.
    for (int64_t Row = 0; Row != M.Rows; ++Row)
      for (int64_t B = 0; B != M.EllBlocks; ++B) {
        const int64_t At = Row / M.BlockRows * M.EllBlocks + B;
        if (M.Indices.isAbsent(At))
          continue;
        const int64_t Col = M.Indices[At];
        for (int64_t C = 0; C != M.BlockCols; ++C)
          Body(Row, Col * M.BlockCols + C,
               (Row * M.EllBlocks + B) * M.BlockCols + C);
      }
    break;
  }
}

/// For work that runs: whether all arrays are memory of the device, and all
/// entries in the matrix. What is not is reported for the call \p Name.
bool isSound(const char *Name, const char *Which, const SparseMatrix &M);
bool isSound(const char *Name, const char *Which, const SparseVector &V);
bool isSound(const char *Name, const char *Which, const DenseVector &V);
bool isSound(const char *Name, const char *Which, const DenseMatrix &M);
/// Does so before there are entries: only the array of offsets is looked at.
bool hasOffsetsArray(const char *Name, const char *Which,
                     const SparseMatrix &M);

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_SPARSE_DESCRIPTORS_H
