//===- JobTensorMap.h - Tensor maps of job files ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_JOBS_JOBTENSORMAP_H
#define HEDDLE_LIB_JOBS_JOBTENSORMAP_H

#include "JSONFields.h"
#include "heddle/Jobs/Job.h"

namespace heddle::jobs {

/// Reads an argument of kind "tensormap".
llvm::Error readTensorMap(JSONFields &Fields, JobArgument &A);

} // namespace heddle::jobs

#endif // HEDDLE_LIB_JOBS_JOBTENSORMAP_H
