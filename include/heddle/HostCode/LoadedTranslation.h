//===- LoadedTranslation.h - Host code that was made before -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs kernels by host code that somebody else made of them, as ptx-translate
/// does, and that is in the process already.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTCODE_LOADEDTRANSLATION_H
#define HEDDLE_HOSTCODE_LOADEDTRANSLATION_H

#include "heddle/Object/Module.h"
#include "heddle/SM/Launch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>

namespace heddle::sm {
class Translator;
} // namespace heddle::sm

namespace heddle::hostcode {

/// A kernel's host code. The memory that it refers to must live on.
struct LoadedKernel {
  llvm::StringRef Name;
  /// programKey() of what it was made of.
  llvm::StringRef Key;
  /// A KernelFunction.
  void (*Function)();
  /// The exits: for each the node, and whether the instruction faulted.
  llvm::ArrayRef<uint32_t> Exits;
};

/// A hash of all layouts that host code relies on. A build runs the host code
/// of another one only if both have the same.
llvm::StringRef interfaceKey();

/// Whether \p Code is of \p K in \p M, as it has been loaded, for \p Isa.
bool isOf(const LoadedKernel &Code, const object::Module &M,
          const object::Kernel &K, sm::HostIsa Isa);

/// Translates by looking up; a kernel that is not among \p Kernels, or has
/// another key now, is interpreted.
std::unique_ptr<sm::Translator>
makeLoadedTranslator(llvm::ArrayRef<LoadedKernel> Kernels);

} // namespace heddle::hostcode

#endif // HEDDLE_HOSTCODE_LOADEDTRANSLATION_H
