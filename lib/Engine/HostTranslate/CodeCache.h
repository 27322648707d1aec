//===- CodeCache.h - Host code on disk --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps what kernels became for the next process. A folder that cannot be
/// read or written, or that others can write, keeps nothing, and that is all.
/// Files come to be under another name, so that processes can share a folder,
/// and say what they hold, so that one that is damaged counts as missing.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_CODECACHE_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_CODECACHE_H

#include "KernelBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include <optional>

namespace heddle::hosttranslate {

/// A kernel as an object file for the host, with the function KernelName.
struct CompiledKernel {
  std::unique_ptr<llvm::MemoryBuffer> Object;
  std::vector<KernelExit> Exits;
};

/// Tells apart all kernels whose code differs: by their instructions and
/// constants, by this translator and LLVM, and by the host's processor; and
/// code that says which lines it is for.
class CacheKeys {
public:
  CacheKeys(const sm::Executable &E, bool WithLines);

  /// Returns the name of the file with what covers \p Covered.
  std::string of(sm::Coverage Covered) const;

private:
  /// A hash of all but that, which takes long for large kernels.
  std::string OfKernel;
};

class CodeCache {
public:
  /// Without \p Path nothing is kept.
  explicit CodeCache(std::string Path) : Folder(std::move(Path)) {}

  std::optional<CompiledKernel> find(llvm::StringRef Key) const;
  bool has(llvm::StringRef Key) const;
  void store(llvm::StringRef Key, const CompiledKernel &Kernel) const;

private:
  const std::string Folder;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_CODECACHE_H
