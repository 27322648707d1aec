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
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Object/KernelNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include <cassert>

using namespace llvm;

namespace heddle {
bool meansKernel(StringRef Entry, StringRef Kernel) {
  return Entry.empty() ||
         object::fitName(Entry, Kernel) != object::NameFit::None;
}

uint64_t launchThreads(const Function &F, const CompileOptions &Options) {
  assert(!F.isDeclaration() && "only kernels with a body are launched");
  uint64_t Threads =
      std::max(attributes::MaxNTid.count(F), attributes::ReqNTid.count(F));
  for (const PlannedLaunch &L : Options.Launches)
    if (meansKernel(L.Entry, F.getName()))
      Threads = std::max(Threads, L.Threads);
  return Threads;
}

/// Reports at the line of kernel \p F.
static SMLoc placeOf(const Function &F, const Diagnostics &Diags) {
  const DISubprogram *Kernel = F.getSubprogram();
  return Diags.locFor(Kernel ? Kernel->getLine() : 0, 1);
}

/// The number of CTAs that .minnctapersm of \p F asks for.
static uint32_t wantedCTAs(const Function &F, uint64_t Threads,
                           Diagnostics &Diags) {
  uint64_t CTAs = attributes::MinCTAsPerSM.get(F, 1);
  if (CTAs > 1 && Threads == 0) {
    Diags.warning("minnctapersm", placeOf(F, Diags),
                  "'.minnctapersm' of kernel '" + F.getName() +
                      "' has no effect without .maxntid or .reqntid");
    return 1;
  }
  return static_cast<uint32_t>(std::min<uint64_t>(CTAs, UINT32_MAX));
}

/// Warns of what is declared and no launch can have.
static void checkDeclared(const Function &F, const abi::Geometry &G,
                          Diagnostics &Diags) {
  for (const auto &[Directive, Attribute] :
       {std::pair("maxntid", attributes::MaxNTid),
        std::pair("reqntid", attributes::ReqNTid)}) {
    uint64_t Threads = Attribute.count(F);
    if (Threads > G.MaxThreadsPerCTA)
      Diags.warning("launch-bounds", placeOf(F, Diags),
                    "'." + Twine(Directive) + "' of kernel '" + F.getName() +
                        "' asks for " + Twine(Threads) +
                        " threads a CTA; geometry " + G.Name + " allows " +
                        Twine(G.MaxThreadsPerCTA));
  }
  uint64_t Registers = attributes::MaxNReg.get(F);
  if (Registers > G.MaxRegistersPerThread)
    Diags.warning("launch-bounds", placeOf(F, Diags),
                  "'.maxnreg' of kernel '" + F.getName() + "' asks for " +
                      Twine(Registers) + " registers a thread; geometry " +
                      G.Name + " allows " + Twine(G.MaxRegistersPerThread));
}

void limitToLaunches(Module &M, const abi::Chip &Chip,
                     const CompileOptions &Options, Diagnostics &Diags) {
  const abi::Geometry &G =
      Options.Geometry ? *Options.Geometry : abi::defaultGeometry(Chip);
  if (Options.MaxRegisters > G.MaxRegistersPerThread)
    Diags.warning("launch-bounds", SMLoc(),
                  "--maxrregcount asks for " + Twine(Options.MaxRegisters) +
                      " registers a thread; geometry " + G.Name + " allows " +
                      Twine(G.MaxRegistersPerThread));
  for (Function &F : M) {
    if (F.isDeclaration() || F.getCallingConv() != CallingConv::PTX_Kernel)
      continue;
    checkDeclared(F, G, Diags);
    uint64_t Own = attributes::RegisterBudget.get(F);
    if (Own != 0 && Own < MinRegisterBudget)
      Diags.error(placeOf(F, Diags),
                  "kernel '" + F.getName() + "' is allowed " + Twine(Own) +
                      (Own == 1 ? " register" : " registers") +
                      "; code needs at least " + Twine(MinRegisterBudget));
    // A geometry may have fewer registers than the machine can name.
    auto Limit = [&](uint32_t Most) {
      if (Most < abi::MaxRegisters && (Own == 0 || Own > Most))
        attributes::RegisterBudget.set(F, Most);
    };
    Limit(G.MaxRegistersPerThread);
    uint64_t Threads = launchThreads(F, Options);
    uint32_t CTAs = wantedCTAs(F, Threads, Diags);
    // A launch that is too large for another reason is refused for that.
    if (Threads == 0 || Threads > G.MaxThreadsPerCTA)
      continue;
    uint32_t Room = abi::maxRegistersFor(G, Threads, CTAs);
    if (Room == 0 && CTAs > 1) {
      Diags.warning("minnctapersm", placeOf(F, Diags),
                    "'.minnctapersm " + Twine(CTAs) + "' of kernel '" +
                        F.getName() + "' has no effect: " + Twine(CTAs) +
                        " CTAs of " + Twine(Threads) +
                        " threads do not fit on geometry " + G.Name +
                        ", which holds " + Twine(G.MaxThreads) +
                        " threads and " + Twine(G.MaxCTAs) + " CTAs");
      Room = abi::maxRegistersFor(G, Threads, 1);
    }
    if (Room != 0)
      Limit(Room);
  }
}

void checkSharedMemory(const Function &F, const object::KernelInfo &Info,
                       const abi::Geometry &G, const CompileOptions &Options,
                       Diagnostics &Diags) {
  uint64_t Wanted = attributes::MinCTAsPerSM.get(F, 1);
  uint64_t Threads = launchThreads(F, Options);
  if (Wanted <= 1 || Threads == 0 ||
      object::sharedBytesOn(Info, G) <= abi::maxSharedFor(G, Wanted))
    return;
  Diags.warning(
      "minnctapersm", placeOf(F, Diags),
      "'.minnctapersm " + Twine(Wanted) + "' of kernel '" + F.getName() +
          "': a CTA uses " + Twine(object::sharedBytesOn(Info, G)) +
          " bytes of the " + Twine(G.SharedBytes) +
          " bytes of shared memory that an SM of geometry " + G.Name + " has");
}

void checkLocalMemory(const Function &F, const object::KernelInfo &Info,
                      Diagnostics &Diags) {
  if (Info.LocalBytes <= abi::UsualLocalBytes)
    return;
  Diags.warning("local-memory", placeOf(F, Diags),
                "kernel '" + F.getName() + "' uses " + Twine(Info.LocalBytes) +
                    " bytes of local memory; CUDA gives a thread of these "
                    "chips " +
                    Twine(abi::UsualLocalBytes));
}

} // namespace heddle
