//===- LoadedTranslation.cpp - Host code that was made before -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/LoadedTranslation.h"
#include "heddle/HostCode/ProgramKey.h"
#include "heddle/HostCode/TranslatedKernel.h"
#include "heddle/SM/Executable.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace heddle::hostcode {

namespace {

class LoadedTranslator final : public sm::Translator {
public:
  explicit LoadedTranslator(ArrayRef<LoadedKernel> Kernels) {
    for (const LoadedKernel &K : Kernels)
      ByName[K.Name] = K;
  }

  std::unique_ptr<sm::TranslatedProgram> translate(const sm::Executable &E,
                                                   sm::Coverage) const override;

private:
  StringMap<LoadedKernel> ByName;
};

std::unique_ptr<sm::TranslatedProgram>
LoadedTranslator::translate(const sm::Executable &E,
                            sm::Coverage Wanted) const {
  // Programs have no code for warps of fewer than 32 threads in them.
  if (Wanted == sm::Coverage::Short)
    return nullptr;
  auto It = ByName.find(E.P.Kernel.Info.Name);
  if (It == ByName.end() || It->second.Key != programKey(E))
    return nullptr;
  const LoadedKernel &K = It->second;
  std::optional<FlowGraph> G = graphOf(E.P, sm::Coverage::Complete);
  if (!G)
    return nullptr;
  std::vector<KernelExit> Exits;
  for (size_t N = 0; N + 1 < K.Exits.size(); N += 2)
    Exits.push_back({K.Exits[N], K.Exits[N + 1] != 0});
  return makeTranslatedKernel(E, std::move(*G), sm::Coverage::Complete, Exits,
                              reinterpret_cast<KernelFunction>(K.Function));
}

} // namespace

bool isOf(const LoadedKernel &Code, const object::Module &M,
          const object::Kernel &K, sm::HostIsa Isa) {
  Expected<sm::ProgramPtr> P = sm::decodeKernel(M, K);
  if (!P) {
    // Launching it says what is wrong.
    consumeError(P.takeError());
    return false;
  }
  return Code.Key == programKey(sm::Executable(**P, Isa));
}

std::unique_ptr<sm::Translator>
makeLoadedTranslator(ArrayRef<LoadedKernel> Kernels) {
  return std::make_unique<LoadedTranslator>(Kernels);
}

} // namespace heddle::hostcode
