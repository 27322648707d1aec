//===- KernelSieve.h - Which kernels of a text can be compiled --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_KERNELSIEVE_H
#define HEDDLE_DRIVERAPI_KERNELSIEVE_H

#include "Compile.h"
#include "Image.h"
#include "heddle/Compiler/KernelJudge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"
#include <map>

namespace heddle::driver {

/// Finds the kernels that errors are about. It hears of kernels only where the
/// PTX is sound, so that all errors are of what cannot be compiled.
class KernelSieve final : public KernelJudge {
public:
  explicit KernelSieve(const llvm::SourceMgr &Sources) : Sources(Sources) {}

  void add(llvm::SMLoc Loc, llvm::StringRef Message) {
    if (!Loc.isValid()) {
      // A message without a place may be about any kernel.
      HasPlaces = false;
      return;
    }
    unsigned Buffer = Sources.FindBufferContainingLoc(Loc);
    Errors.emplace(
        Loc.getPointer(),
        logLine(Sources.getMemoryBuffer(Buffer)->getBufferIdentifier(),
                Sources.getLineAndColumn(Loc, Buffer).first, /*IsError=*/true,
                Message));
  }

  void setKernels(std::vector<KernelExtent> All) override {
    Kernels = std::move(All);
    for (auto [N, K] : llvm::enumerate(Kernels))
      Index[K.Name] = N;
  }
  bool isClean(llvm::StringRef Kernel) const override {
    auto Found = Index.find(Kernel);
    return Found == Index.end() || why(Kernels[Found->second]).empty();
  }

  /// The kernels without errors; of the others \p Refused is told.
  std::vector<std::string>
  clean(llvm::StringMap<RefusedKernel> &Refused) const {
    std::vector<std::string> Names;
    for (const KernelExtent &K : Kernels) {
      std::string Why = why(K);
      if (Why.empty())
        Names.push_back(K.Name);
      else
        Refused[K.Name].Why = std::move(Why);
    }
    return HasPlaces && !Refused.empty() ? Names : std::vector<std::string>();
  }

private:
  /// The lines about \p K.
  std::string why(const KernelExtent &K) const {
    std::string Lines;
    for (const llvm::SMRange &Body : K.Bodies)
      for (auto It = Errors.lower_bound(Body.Start.getPointer());
           It != Errors.end() && It->first <= Body.End.getPointer(); ++It)
        Lines += It->second;
    return Lines;
  }

  const llvm::SourceMgr &Sources;
  std::vector<KernelExtent> Kernels;
  llvm::StringMap<size_t> Index;
  /// By their places.
  std::multimap<const char *, std::string> Errors;
  bool HasPlaces = true;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_KERNELSIEVE_H
