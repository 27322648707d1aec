//===- LaunchBudget.cpp - Registers that launches have room for -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBudget.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Compiler/Compiler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle {
namespace {

/// Threads of a CTA that \p Attribute of \p F declares; 0 where it does not.
uint64_t declaredThreads(const Function &F, StringRef Attribute) {
  if (!F.hasFnAttribute(Attribute))
    return 0;
  SmallVector<StringRef, 3> Parts;
  F.getFnAttribute(Attribute).getValueAsString().split(Parts, ',');
  uint64_t Threads = 1;
  for (StringRef Part : Parts) {
    uint64_t N = 0;
    if (!Part.getAsInteger(10, N))
      Threads *= std::max<uint64_t>(N, 1);
  }
  return Threads;
}

/// Whether a launch that says \p Entry means \p Kernel.
bool means(StringRef Entry, StringRef Kernel) {
  if (Entry.empty() || Entry == Kernel)
    return true;
  std::string Full = demangle(Kernel);
  return Entry == Full || Entry == StringRef(Full).split('(').first;
}

} // namespace

void limitToLaunches(Module &M, const abi::Chip &Chip,
                     const CompileOptions &Options) {
  const abi::Geometry &G =
      Options.Geometry ? *Options.Geometry : abi::defaultGeometry(Chip);
  for (Function &F : M) {
    if (F.isDeclaration() || F.getCallingConv() != CallingConv::PTX_Kernel)
      continue;
    uint64_t Threads = std::max(declaredThreads(F, "heddle-maxntid"),
                                declaredThreads(F, "heddle-reqntid"));
    for (const PlannedLaunch &L : Options.Launches)
      if (means(L.Entry, F.getName()))
        Threads = std::max(Threads, L.Threads);
    // A launch that is too large for another reason is refused for that.
    if (Threads == 0 || Threads > G.MaxThreadsPerCTA)
      continue;
    uint32_t Room = abi::maxRegistersFor(G, Threads, /*CTAs=*/1);
    uint64_t Own = F.getFnAttributeAsParsedInteger("heddle-maxrregcount", 0);
    if (Room != 0 && Room < G.MaxRegistersPerThread && (Own == 0 || Own > Room))
      F.addFnAttr("heddle-maxrregcount", utostr(Room));
  }
}

} // namespace heddle
