//===- JobImage.h - Textures and surfaces in job files ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_RUNTIME_JOBIMAGE_H
#define HEDDLE_LIB_RUNTIME_JOBIMAGE_H

#include "JSONFields.h"
#include "heddle/Runtime/Image.h"

namespace heddle::runtime {

/// Reads what \p S, whose kind is known, is; contents apart.
llvm::Error readImageSpec(JSONFields &Fields, ImageSpec &S);

} // namespace heddle::runtime

#endif // HEDDLE_LIB_RUNTIME_JOBIMAGE_H
