//===- DescriptorCalls.h - Objects of descriptors ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_SPARSE_DESCRIPTORCALLS_H
#define HEDDLE_MATHAPI_SPARSE_DESCRIPTORCALLS_H

#include "SparseCall.h"

/// X(name in functions, class, handle) for each kind of descriptor.
#define HEDDLE_DESCRIPTORS(X)                                                  \
  X(SpVec, SparseVector, cusparseSpVecDescr_t)                                 \
  X(DnVec, DenseVector, cusparseDnVecDescr_t)                                  \
  X(SpMat, SparseMatrix, cusparseSpMatDescr_t)                                 \
  X(DnMat, DenseMatrix, cusparseDnMatDescr_t)

namespace heddle::math {

/// Runs \p Body with the object of a descriptor.
template <typename T, typename H, typename Fn>
cusparseStatus_t withObject(H Handle, Fn Body) {
  std::shared_ptr<T> Object = Handles<T, H>::get().find(Handle);
  if (!Object)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return Body(*Object);
}

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_SPARSE_DESCRIPTORCALLS_H
