//===- ChooseInlining.cpp - choose-inlining -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Marks device functions alwaysinline or noinline, before anything changes
/// them, so that the choice is the same at every -O level.
///
/// Some cannot be called: addresses are resolved within a function, so those
/// that have to do with generic ones are inlined, and so are those that end the
/// thread, since only a kernel can.
///
//===----------------------------------------------------------------------===//

#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "choose-inlining"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumInlined, "Device functions to be inlined");
ALWAYS_ENABLED_STATISTIC(NumCalled, "Device functions to be called");

namespace heddle {
namespace {

/// A call costs about as much as this many operations: its operands are moved,
/// and what lives across it goes to other registers or to memory.
constexpr unsigned SmallFunction = 40;

/// No kernel may become larger by inlining. Passes over code of this size take
/// about a minute.
constexpr uint64_t MostOperations = 1 << 18;

/// The properties of a function, and its callees.
struct Facts {
  /// Operations, with those of the functions that are inlined into it once that
  /// is settled.
  uint64_t Operations = 0;
  bool HasGenericAccess = false;
  bool EndsThread = false;
  bool IsInlined = false;
  /// The callees, and how often each is called.
  MapVector<Function *, unsigned> Callees;
};

class Chooser {
public:
  Chooser(Module &M, InlineMode Mode) : M(M), Mode(Mode) {}
  bool run();

private:
  void look(Function &F);
  void sortCalleesFirst();
  void inlineTreesWithGenericAccess();
  void inlineWhatEndsThreads();
  bool isWorthInlining(const Function &F) const;
  std::string whyInlined(const Function &F) const;
  std::string whyCalled(const Function &F) const;
  void remark(Function &F) const;
  void choose(Function &F);
  void refuseGrowth(Function &F);

  Module &M;
  InlineMode Mode;
  bool IsRefused = false;
  MapVector<Function *, Facts> All;
  /// Called before callers, as far as there is no recursion.
  SmallVector<Function *, 16> Order;
  SmallPtrSet<const Function *, 16> MustInline;
};

} // namespace

static bool isGenericAccess(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    Pointer = RMW->getPointerOperand();
  else if (auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
    Pointer = CAS->getPointerOperand();
  return Pointer &&
         Pointer->getType()->getPointerAddressSpace() == abi::Generic;
}

/// Registers are memory still, and moving values around in it is no work.
static bool isOperation(const Instruction &I) {
  if (isa<AllocaInst, DbgInfoIntrinsic>(I) || I.isTerminator())
    return false;
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return !Pointer || !isa<AllocaInst>(Pointer);
}

/// Whether a generic access of \p F must be traced to where its address is
/// from.
static bool mustResolve(const Function &F) {
  const abi::Chip *Chip = abi::findChip(attributes::TargetChip.get(F));
  return !Chip || !Chip->has(abi::Feature::GenericAddresses);
}

void Chooser::look(Function &F) {
  Facts &Of = All[&F];
  bool MustResolve = mustResolve(F);
  for (Instruction &I : instructions(F)) {
    Of.HasGenericAccess |= MustResolve && isGenericAccess(I);
    Of.Operations += isOperation(I);
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee)
      continue;
    Of.EndsThread |= heddleOpOf(*Call) == HeddleOp::Exit;
    if (!Callee->isDeclaration())
      ++Of.Callees[Callee];
  }
}

void Chooser::sortCalleesFirst() {
  SmallPtrSet<Function *, 16> Seen;
  /// Functions and the ordinal of the next callee to look at.
  SmallVector<std::pair<Function *, unsigned>, 16> Path;
  for (auto &[Root, RootFacts] : All) {
    if (Seen.insert(Root).second)
      Path.push_back({Root, 0});
    while (!Path.empty()) {
      auto &[F, Next] = Path.back();
      const auto &Callees = All[F].Callees;
      if (Next == Callees.size()) {
        Order.push_back(F);
        Path.pop_back();
      } else if (Function *Callee = (Callees.begin() + Next++)->first;
                 Seen.insert(Callee).second) {
        Path.push_back({Callee, 0});
      }
    }
  }
}

/// A generic address can come from any function around the one that uses it.
void Chooser::inlineTreesWithGenericAccess() {
  SmallPtrSet<Function *, 16> Lead;
  for (Function *F : Order) {
    const Facts &Of = All[F];
    if (Of.HasGenericAccess ||
        any_of(Of.Callees, [&](auto &C) { return Lead.contains(C.first); }))
      Lead.insert(F);
  }
  SmallVector<Function *, 16> Worklist;
  for (auto &[Root, Of] : All)
    if (Root->use_empty() && Lead.contains(Root))
      Worklist.push_back(Root);
  while (!Worklist.empty()) {
    Function *F = Worklist.pop_back_val();
    if (MustInline.insert(F).second)
      for (auto &[Callee, Count] : All[F].Callees)
        Worklist.push_back(Callee);
  }
}

void Chooser::inlineWhatEndsThreads() {
  for (Function *F : Order) {
    Facts &Of = All[F];
    Of.EndsThread |=
        any_of(Of.Callees, [&](auto &C) { return All[C.first].EndsThread; });
    if (Of.EndsThread)
      MustInline.insert(F);
  }
}

/// Knows the size of \p F with what is inlined into it: small functions that
/// call each other add up.
bool Chooser::isWorthInlining(const Function &F) const {
  switch (Mode) {
  case InlineMode::All:
    return true;
  case InlineMode::None:
    return false;
  case InlineMode::Auto:
    break;
  }
  if (F.hasFnAttribute(Attribute::NoInline))
    return false;
  return F.hasFnAttribute(Attribute::AlwaysInline) || F.hasOneUse() ||
         All.lookup(const_cast<Function *>(&F)).Operations <= SmallFunction;
}

std::string Chooser::whyInlined(const Function &F) const {
  if (All.lookup(const_cast<Function *>(&F)).EndsThread)
    return "it ends the thread, which only a kernel can";
  if (MustInline.contains(&F))
    return "generic addresses are resolved within a function";
  if (Mode == InlineMode::All)
    return "--inline=all asks for it";
  if (F.hasFnAttribute(Attribute::AlwaysInline))
    return "it is marked to be";
  if (F.hasOneUse())
    return "it is called in one place";
  return "its " +
         std::to_string(All.lookup(const_cast<Function *>(&F)).Operations) +
         " operations are not more than " + std::to_string(SmallFunction);
}

std::string Chooser::whyCalled(const Function &F) const {
  if (All.lookup(const_cast<Function *>(&F))
          .Callees.contains(const_cast<Function *>(&F)))
    return "it calls itself";
  if (Mode == InlineMode::None)
    return "--inline=none asks for it";
  if (F.hasFnAttribute(Attribute::NoInline))
    return "it is marked .noinline";
  return "its " +
         std::to_string(All.lookup(const_cast<Function *>(&F)).Operations) +
         " operations are more than " + std::to_string(SmallFunction) +
         ", and it is called in " + std::to_string(F.getNumUses()) +
         " places; --inline=all inlines it";
}

/// Remarks at each call why \p F is inlined or not; the inliner remarks that it
/// was. Must be called before attributes change.
void Chooser::remark(Function &F) const {
  bool IsInlined = All.lookup(&F).IsInlined;
  for (User *U : F.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledFunction() != &F)
      continue;
    OptimizationRemarkEmitter ORE(Call->getFunction());
    auto Fill = [&](auto R) {
      R << "'" << ore::NV("Callee", F.getName())
        << (IsInlined ? "' is inlined: " : "' is called, not inlined: ")
        << ore::NV("Reason", IsInlined ? whyInlined(F) : whyCalled(F));
      return R;
    };
    if (IsInlined)
      ORE.emit([&] {
        return Fill(OptimizationRemarkAnalysis(DEBUG_TYPE, "Inlined", Call));
      });
    else
      ORE.emit([&] {
        return Fill(OptimizationRemarkMissed(DEBUG_TYPE, "Called", Call));
      });
  }
}

/// Says which function grows too much.
void Chooser::refuseGrowth(Function &F) {
  IsRefused = true;
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F,
      "'" + F.getName() + "' grows beyond " + Twine(MostOperations) +
          " operations by inlining what it calls" +
          (Mode == InlineMode::All
               ? ", as --inline=all asks"
               : ", which generic addresses and the end of threads make "
                 "necessary"),
      DiagnosticLocation(F.getSubprogram())));
}

void Chooser::choose(Function &F) {
  assert(All.count(&F) && "nobody looked at the function");
  Facts &Of = All[&F];
  uint64_t Own = Of.Operations;
  for (auto &[Callee, Count] : Of.Callees)
    if (const Facts &Other = All[Callee]; Other.IsInlined)
      Of.Operations += Count * Other.Operations;
  if (Of.Operations > MostOperations && Of.Operations != Own && !IsRefused)
    refuseGrowth(F);
  if (F.use_empty())
    return;
  // Behind an error the rest need not take long.
  bool CallsItself = Of.Callees.contains(&F);
  Of.IsInlined = !IsRefused && !CallsItself &&
                 (MustInline.contains(&F) || isWorthInlining(F));
  remark(F);
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << F.getName()
                    << (Of.IsInlined ? " is inlined: " : " is called: ")
                    << (Of.IsInlined ? whyInlined(F) : whyCalled(F)) << '\n');
  F.removeFnAttr(Of.IsInlined ? Attribute::NoInline : Attribute::AlwaysInline);
  F.addFnAttr(Of.IsInlined ? Attribute::AlwaysInline : Attribute::NoInline);
  ++(Of.IsInlined ? NumInlined : NumCalled);
}

bool Chooser::run() {
  for (Function &F : M)
    if (!F.isDeclaration())
      look(F);
  sortCalleesFirst();
  inlineTreesWithGenericAccess();
  inlineWhatEndsThreads();
  for (Function *F : Order)
    choose(*F);
  if (IsRefused)
    for (Function *F : Order) {
      F->removeFnAttr(Attribute::AlwaysInline);
      F->addFnAttr(Attribute::NoInline);
    }
  return !All.empty();
}

PreservedAnalyses ChooseInliningPass::run(Module &M, ModuleAnalysisManager &) {
  return Chooser(M, Mode).run() ? PreservedAnalyses::none()
                                : PreservedAnalyses::all();
}

} // namespace heddle
