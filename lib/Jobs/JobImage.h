//===- JobImage.h - Textures and surfaces in job files ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_JOBS_JOBIMAGE_H
#define HEDDLE_LIB_JOBS_JOBIMAGE_H

#include "JSONFields.h"
#include "heddle/Runtime/Image.h"

namespace heddle::jobs {

/// Reads what \p S, whose kind is known, is; contents apart.
llvm::Error readImageSpec(JSONFields &Fields, runtime::ImageSpec &S);

} // namespace heddle::jobs

#endif // HEDDLE_LIB_JOBS_JOBIMAGE_H
