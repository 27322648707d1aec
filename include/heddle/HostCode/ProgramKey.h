//===- ProgramKey.h - Which program host code is of -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host code has the addresses of variables in it, and relies on the layouts of
/// what it gets. A key tells whether it is of the program at hand.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTCODE_PROGRAMKEY_H
#define HEDDLE_HOSTCODE_PROGRAMKEY_H

#include "heddle/HostCode/LoadedTranslation.h"
#include <string>

namespace heddle::sm {
class Executable;
} // namespace heddle::sm

namespace heddle::hostcode {

/// Tells apart all kernels whose host code differs: by their instructions and
/// constants, the host's instruction set, and interfaceKey().
std::string programKey(const sm::Executable &E);

} // namespace heddle::hostcode

#endif // HEDDLE_HOSTCODE_PROGRAMKEY_H
