//===- TeslaStackVerifier.cpp - Prove the divergence stack balanced -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows every path of a function with an abstract divergence stack and
/// refuses code whose pushes and pops do not match. What is proved:
///
///  * a block is entered with the same join and break entries on every path
///    that goes on to pop them;
///  * `join` finds the entry of the `joinat` that names its block on top;
///  * `break` runs inside a loop whose `breakaddr` is still on the stack;
///  * a divergent branch inside a loop lies below an entry pushed in the same
///    iteration, or one of its sides leaves: the stack does not grow with time.
///
/// A function that others call is proved on its own, from an empty stack: ret
/// drops what the function itself has pushed, down to the entry of the call.
///
/// The deepest stack is stored for -v and the object. The interpreter checks
/// the same rules while it runs.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Tesla.h"
#include "TeslaInstrInfo.h"
#include "TeslaMachineFunctionInfo.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

#define DEBUG_TYPE "tesla-verify-stack"

using namespace llvm;

namespace {

/// A join or break entry. Branch entries are counted, not listed: how many of
/// them lie on an entry depends on the side a lane took. Unknown stands for
/// whatever lies above the common entries where different paths meet: code that
/// runs on it may only push on top of it, or leave for good.
struct Entry {
  enum KindTy { Join, Break, Unknown } Kind;
  const MachineBasicBlock *Target;
  /// Deepest stack, branch entries included, just below this entry.
  unsigned DepthBelow;

  bool sameAs(const Entry &E) const {
    return Kind == E.Kind && Target == E.Target;
  }
};

struct State {
  SmallVector<Entry, 4> Entries;
  unsigned Depth = 0;

  /// Takes in what another path brings.
  void merge(const State &S);
  bool operator==(const State &S) const {
    return Depth == S.Depth &&
           equal(Entries, S.Entries, [](const Entry &A, const Entry &B) {
             return A.sameAs(B) && A.DepthBelow == B.DepthBelow;
           });
  }
};

class TeslaStackVerifier : public MachineFunctionPass {
public:
  static char ID;
  TeslaStackVerifier() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override {
    return "Tesla divergence stack verifier";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &Fn) override;

private:
  /// Runs \p MBB; false after a report.
  bool step(MachineBasicBlock &MBB, State S);
  bool flowInto(const MachineBasicBlock &From, const MachineInstr *MI,
                MachineBasicBlock *To, const State &S);
  void noteCall(const Function &Callee, unsigned Depth);
  bool fail(const MachineInstr &MI, const Twine &Why);

  MachineFunction *MF = nullptr;
  DenseMap<const MachineBasicBlock *, State> In;
  /// What each way into a block brings: by its instruction, or by the block it
  /// falls out of.
  DenseMap<const MachineBasicBlock *,
           SmallVector<std::pair<const void *, State>, 2>>
      Into;
  SmallVector<MachineBasicBlock *, 16> Work;
  unsigned Deepest = 0;
};

} // namespace

char TeslaStackVerifier::ID = 0;

INITIALIZE_PASS(TeslaStackVerifier, DEBUG_TYPE,
                "Tesla divergence stack verifier", false, false)

FunctionPass *llvm::createTeslaStackVerifierPass() {
  return new TeslaStackVerifier();
}

void State::merge(const State &S) {
  size_t Common = 0;
  while (Common < Entries.size() && Common < S.Entries.size() &&
         Entries[Common].sameAs(S.Entries[Common])) {
    Entries[Common].DepthBelow =
        std::max(Entries[Common].DepthBelow, S.Entries[Common].DepthBelow);
    ++Common;
  }
  Depth = std::max(Depth, S.Depth);
  if (Common == Entries.size() && Common == S.Entries.size())
    return;
  // An unknown part that both share swallows what differs above it.
  if (Common && Entries[Common - 1].Kind == Entry::Unknown)
    --Common;
  Entries.truncate(Common);
  Entries.push_back({Entry::Unknown, nullptr, Depth});
}

/// More entries than any launch provides: the stack grows with every turn of
/// some loop.
static constexpr unsigned DepthLimit = 256;

static std::string blockName(const MachineBasicBlock &MBB) {
  return ("%bb." + Twine(MBB.getNumber())).str();
}

bool TeslaStackVerifier::fail(const MachineInstr &MI, const Twine &Why) {
  MF->getFunction().getContext().diagnose(DiagnosticInfoUnsupported(
      MF->getFunction(), "divergence stack: " + Why, MI.getDebugLoc()));
  return false;
}

/// \p S leaves by \p MI, or without one by falling out of \p From. What it
/// brought before is forgotten: it came from a state that is no longer current.
bool TeslaStackVerifier::flowInto(const MachineBasicBlock &From,
                                  const MachineInstr *MI, MachineBasicBlock *To,
                                  const State &S) {
  if (S.Depth > DepthLimit)
    return fail(MI ? *MI : From.back(),
                "it grows without bound around " + blockName(*To));
  const void *Edge = MI ? static_cast<const void *>(MI) : &From;
  auto &Ways = Into[To];
  auto Way = find_if(Ways, [&](const auto &W) { return W.first == Edge; });
  if (Way == Ways.end())
    Ways.push_back({Edge, S});
  else
    Way->second = S;
  State Merged = Ways.front().second;
  for (const auto &W : drop_begin(Ways))
    Merged.merge(W.second);
  auto [It, New] = In.try_emplace(To, Merged);
  if (!New && It->second == Merged)
    return true;
  It->second = std::move(Merged);
  Work.push_back(To);
  return true;
}

static bool carriesJoin(const MachineInstr &MI) {
  if (MI.getOpcode() == Tesla::JOIN_NOP)
    return true;
  int Flow = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::flow);
  return Flow >= 0 &&
         MI.getOperand(Flow).getImm() == int64_t(heddle::tesla::FlowKind::Join);
}

/// Keeps the deepest of the calls of one function.
void TeslaStackVerifier::noteCall(const Function &Callee, unsigned Depth) {
  auto &Calls = MF->getInfo<TeslaMachineFunctionInfo>()->Calls;
  auto Known = find_if(Calls, [&](auto &C) { return C.first == &Callee; });
  if (Known == Calls.end())
    Calls.push_back({&Callee, Depth});
  else
    Known->second = std::max(Known->second, Depth);
}

bool TeslaStackVerifier::step(MachineBasicBlock &MBB, State S) {
  for (MachineInstr &MI : MBB) {
    if (carriesJoin(MI)) {
      if (S.Entries.empty())
        return fail(MI, "join without joinat");
      if (S.Entries.back().Kind == Entry::Unknown)
        return fail(MI, "join reached with different stacks");
      if (S.Entries.back().Kind == Entry::Break)
        return fail(MI, "join finds a break entry");
      if (S.Entries.back().Target != &MBB)
        return fail(MI, "join in " + blockName(MBB) + " finds the entry of " +
                            blockName(*S.Entries.back().Target));
      S.Depth = S.Entries.pop_back_val().DepthBelow;
    }
    switch (MI.getOpcode()) {
    case Tesla::JOINAT:
    case Tesla::BREAKADDR: {
      bool IsBreak = MI.getOpcode() == Tesla::BREAKADDR;
      MachineBasicBlock *Target = MI.getOperand(0).getMBB();
      if (IsBreak && !flowInto(MBB, &MI, Target, S))
        return false;
      S.Entries.push_back(
          {IsBreak ? Entry::Break : Entry::Join, Target, S.Depth++});
      break;
    }
    case Tesla::BREAK:
      if (none_of(S.Entries,
                  [](const Entry &E) { return E.Kind != Entry::Join; }))
        return fail(MI, "break without breakaddr");
      if (TeslaInstrInfo::isAlways(MI))
        return true;
      break;
    case Tesla::CALL:
      // The callee's own proof is that it leaves the stack as it was.
      if (MI.getOperand(0).isGlobal())
        noteCall(cast<Function>(*MI.getOperand(0).getGlobal()), S.Depth);
      break;
    case Tesla::RET:
      if (TeslaInstrInfo::isAlways(MI))
        return true;
      break;
    case Tesla::BRA_DIV:
      ++S.Depth;
      [[fallthrough]];
    case Tesla::BRA:
    case Tesla::BRA_U:
      if (!flowInto(MBB, &MI, MI.getOperand(0).getMBB(), S))
        return false;
      if (MI.isBarrier())
        return true;
      break;
    default: // Over LLVM's opcodes: all others leave the stack alone.
      break;
    }
    Deepest = std::max(Deepest, S.Depth);
    if (MI.isReturn() && TeslaInstrInfo::isAlways(MI))
      return true;
  }
  MachineBasicBlock *Next = MBB.getNextNode();
  return !Next || flowInto(MBB, nullptr, Next, S);
}

bool TeslaStackVerifier::runOnMachineFunction(MachineFunction &Fn) {
  MF = &Fn;
  In.clear();
  Into.clear();
  Deepest = 0;
  In[&Fn.front()] = State();
  Work.assign(1, &Fn.front());
  while (!Work.empty()) {
    MachineBasicBlock *MBB = Work.pop_back_val();
    if (!step(*MBB, In[MBB])) {
      Work.clear();
      break;
    }
  }
  Fn.getInfo<TeslaMachineFunctionInfo>()->StackDepth = Deepest;
  return false;
}
