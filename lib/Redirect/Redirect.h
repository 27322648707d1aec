//===- Redirect.h - Leads a loaded object to Heddle's runtime ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_REDIRECT_REDIRECT_H
#define HEDDLE_REDIRECT_REDIRECT_H

#include <cstdint>

namespace heddle::redirect {

/// Looks for NVIDIA's runtime in the object that the file at \p Path is of,
/// loaded \p Bias above its own addresses, and leads its functions away.
/// \p IsProgram: the program itself, which is not to start if that is
/// impossible; without another object it can go on.
void redirectObject(const char *Path, uint64_t Bias, bool IsProgram);

} // namespace heddle::redirect

#endif // HEDDLE_REDIRECT_REDIRECT_H
