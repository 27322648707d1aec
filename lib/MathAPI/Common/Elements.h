//===- Elements.h - Elements of any type as numbers -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_COMMON_ELEMENTS_H
#define HEDDLE_MATHAPI_COMMON_ELEMENTS_H

#include "heddle-cuda/library_types.h"
#include <cstddef>
#include <cstdint>

namespace heddle::math {

/// Bytes of an element; 0 if there is no such type.
unsigned elementBytes(cudaDataType_t Type);
bool isComplexType(cudaDataType_t Type);

/// Returns element \p Index of \p Data, which has real numbers or integers of
/// \p Type; each is a double exactly.
double loadElement(cudaDataType_t Type, const void *Data, size_t Index);
/// Stores \p Value as element \p Index: the nearest number, the even one of
/// two. Integers, and numbers of eight bits, are the nearest that there are.
void storeElement(cudaDataType_t Type, void *Data, size_t Index, double Value);

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_COMMON_ELEMENTS_H
