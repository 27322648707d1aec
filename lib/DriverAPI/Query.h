//===- Query.h - Calls that read one thing of an object ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_QUERY_H
#define HEDDLE_DRIVERAPI_QUERY_H

#include "heddle-cuda/driver_types.h"
#include <memory>

namespace heddle::driver {

/// Finds the object of \p Handle with \p Find, and returns what \p Body returns
/// for it.
template <typename Handle, typename Object, typename Fn>
CUresult withObject(Handle H,
                    CUresult (*Find)(Handle, std::shared_ptr<Object> &),
                    Fn Body) {
  std::shared_ptr<Object> Found;
  if (CUresult R = Find(H, Found); R != CUDA_SUCCESS)
    return R;
  return Body(*Found);
}

/// Finds the object of \p Handle with \p Find, and writes to \p Result the
/// value that \p Read reads from it. Refuses a null \p Result before it looks
/// for the object.
template <typename T, typename Handle, typename Object, typename Fn>
CUresult query(T *Result, Handle H,
               CUresult (*Find)(Handle, std::shared_ptr<Object> &), Fn Read) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  return withObject(H, Find, [&](Object &Found) {
    *Result = Read(Found);
    return CUDA_SUCCESS;
  });
}

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_QUERY_H
