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
/// refuses code whose pushes and pops do not match. It proves that
///
///  * a block is entered with the same join and break entries on every path
///    that goes on to pop them;
///  * `join` finds the entry of the `joinat` that names its block on top;
///  * `break` runs inside a loop whose `breakaddr` is still on the stack;
///  * a divergent branch inside a loop lies below an entry pushed in the same
///    iteration, or one of its sides leaves: the stack does not grow with time.
///    Without that it becomes higher than there are instructions that push.
///
/// A function that others call is proved on its own, from an empty stack: ret
/// drops what the function itself has pushed, down to the entry of the call.
///
/// The deepest stack is stored for -v and the object. The rules are those of
/// heddle/ABI/DivergenceRules.h, which the interpreter follows while it runs.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaInstrInfo.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Tesla.h"
#include "heddle/ABI/DivergenceRules.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <set>
#include <vector>

#define DEBUG_TYPE "tesla-verify-stack"

using namespace llvm;
using heddle::abi::AtJoin;
using heddle::abi::EntryKind;
using heddle::abi::Leaving;
using heddle::abi::Scope;
using heddle::tesla::FlowKind;

namespace {

/// A join or break entry, and by its link what lies below. Equal stacks are the
/// same object. Without a kind it stands for any entries, where paths with
/// different ones meet: code that runs on them may only push on top, or leave
/// for good.
struct Entry {
  std::optional<EntryKind> Kind;
  const MachineBasicBlock *Target;
  const Entry *Below;
  /// The size of the stack with this entry on top; an unknown part counts as
  /// one.
  unsigned Size;

  bool sameAs(const Entry &E) const {
    return Kind == E.Kind && Target == E.Target;
  }
};

/// How many entries there are at most. Branch entries are counted, not listed:
/// how many of them lie on an entry depends on the side a lane took.
struct Depth {
  unsigned Entries = 0, Branches = 0;

  bool operator==(const Depth &D) const {
    return Entries == D.Entries && Branches == D.Branches;
  }
  Depth maximum(const Depth &D) const {
    return {std::max(Entries, D.Entries), std::max(Branches, D.Branches)};
  }
};

struct State {
  const Entry *Top = nullptr;
  Depth Deep;

  bool operator==(const State &S) const {
    return Top == S.Top && Deep == S.Deep;
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
  const Entry *push(std::optional<EntryKind> Kind,
                    const MachineBasicBlock *Target, const Entry *Below);
  const Entry *merge(const Entry *A, const Entry *B);
  void step(MachineBasicBlock &MBB);
  void enter(const MachineBasicBlock &From, MachineBasicBlock *To,
             const State &S);
  void noteCall(const Function &Callee, unsigned Depth);
  void fail(const MachineInstr &MI, const Twine &Why);
  bool canPop(const MachineInstr &MI, const State &S);
  void number();

  MachineFunction *MF = nullptr;
  BumpPtrAllocator Allocator;
  DenseMap<std::pair<const Entry *, std::pair<const void *, unsigned>>,
           const Entry *>
      Stacks;
  /// The most that lies below an entry.
  DenseMap<const Entry *, Depth> Underneath;
  DenseMap<const MachineBasicBlock *, State> In;
  DenseMap<const MachineBasicBlock *, unsigned> Number;
  std::vector<MachineBasicBlock *> Order;
  /// Numbers of blocks to run, in reverse post-order.
  std::set<unsigned> Work;
  /// Instructions that push: more is never there without a loop.
  Depth Pushes;
  unsigned Deepest = 0;
  /// The last run over all blocks, which reports.
  bool IsFinal = false;
  bool HasFailed = false;
};

} // namespace

char TeslaStackVerifier::ID = 0;

INITIALIZE_PASS(TeslaStackVerifier, DEBUG_TYPE,
                "Tesla divergence stack verifier", false, false)

FunctionPass *llvm::createTeslaStackVerifierPass() {
  return new TeslaStackVerifier();
}

/// A branch entry holds lanes that no other one holds, and one at least goes
/// on.
static constexpr unsigned MaxBranches = 31;

static unsigned sizeOf(const Entry *E) { return E ? E->Size : 0; }

static unsigned depthOf(const State &S) {
  return S.Deep.Entries + std::min(S.Deep.Branches, MaxBranches);
}

const Entry *TeslaStackVerifier::push(std::optional<EntryKind> Kind,
                                      const MachineBasicBlock *Target,
                                      const Entry *Below) {
  const unsigned Key = Kind ? unsigned(*Kind) + 1 : 0;
  const Entry *&E = Stacks[{Below, {Target, Key}}];
  if (!E)
    E = new (Allocator) Entry{Kind, Target, Below, sizeOf(Below) + 1};
  return E;
}

/// The entries that two stacks have in common at the bottom and at the top,
/// with an unknown part in between.
const Entry *TeslaStackVerifier::merge(const Entry *A, const Entry *B) {
  if (A == B)
    return A;
  const Entry *Low = A, *Other = B;
  while (Low != Other) {
    const Entry *&Higher = sizeOf(Low) >= sizeOf(Other) ? Low : Other;
    Higher = Higher->Below;
  }
  SmallVector<const Entry *, 8> Above;
  for (; A != Low && B != Low && A->sameAs(*B); A = A->Below, B = B->Below)
    Above.push_back(A);
  if (!Low || Low->Kind)
    Low = push(std::nullopt, nullptr, Low);
  for (const Entry *E : reverse(Above))
    if (E->Kind || Low->Kind)
      Low = push(E->Kind, E->Target, Low);
  return Low;
}

static std::string blockName(const MachineBasicBlock &MBB) {
  return ("%bb." + Twine(MBB.getNumber())).str();
}

/// The place of \p MI, or of the nearest instruction before or behind it.
static DebugLoc placeOf(const MachineInstr &MI) {
  if (MI.getDebugLoc())
    return MI.getDebugLoc();
  MachineBasicBlock &MBB = *const_cast<MachineBasicBlock *>(MI.getParent());
  auto At = const_cast<MachineInstr &>(MI).getIterator();
  if (DebugLoc DL = MBB.findPrevDebugLoc(At))
    return DL;
  for (MachineFunction::iterator I = MBB.getIterator();
       I != MBB.getParent()->end(); ++I)
    if (DebugLoc DL = I->findDebugLoc(I->instr_begin()))
      return DL;
  return DebugLoc();
}

void TeslaStackVerifier::fail(const MachineInstr &MI, const Twine &Why) {
  if (!IsFinal || HasFailed)
    return;
  HasFailed = true;
  MF->getFunction().getContext().diagnose(DiagnosticInfoUnsupported(
      MF->getFunction(), "divergence stack: " + Why, placeOf(MI)));
}

/// \p S comes from \p From to \p To.
void TeslaStackVerifier::enter(const MachineBasicBlock &From,
                               MachineBasicBlock *To, const State &S) {
  if (!(S.Deep.maximum(Pushes) == Pushes))
    return fail(From.empty() ? To->front() : From.back(),
                "it grows without bound around " + blockName(*To));
  auto [It, New] = In.try_emplace(To, S);
  State Merged = It->second;
  if (!New) {
    Merged.Top = merge(Merged.Top, S.Top);
    Merged.Deep = Merged.Deep.maximum(S.Deep);
    if (It->second == Merged)
      return;
    It->second = Merged;
  }
  Work.insert(Number.lookup(To));
}

/// The effect of \p MI on the flow of control beside its own work.
static FlowKind flowOf(const MachineInstr &MI) {
  if (MI.getOpcode() == Tesla::JOIN_NOP)
    return FlowKind::Join;
  if (MI.getOpcode() == Tesla::EXIT_NOP)
    return FlowKind::Exit;
  int Flow = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::flow);
  return Flow < 0 ? FlowKind::None : FlowKind(MI.getOperand(Flow).getImm());
}

/// Keeps the deepest of the calls of one function.
void TeslaStackVerifier::noteCall(const Function &Callee, unsigned Depth) {
  auto &Calls = MF->getInfo<TeslaMachineFunctionInfo>()->Calls;
  auto *Known = find_if(Calls, [&](auto &C) { return C.first == &Callee; });
  if (Known == Calls.end())
    Calls.push_back({&Callee, Depth});
  else
    Known->second = std::max(Known->second, Depth);
}

/// Whether \p MI, which carries a join, finds its entry on top.
bool TeslaStackVerifier::canPop(const MachineInstr &MI, const State &S) {
  const MachineBasicBlock &MBB = *MI.getParent();
  if (!S.Top)
    fail(MI, "join without joinat");
  else if (!S.Top->Kind)
    fail(MI, "join reached with different stacks");
  else if (atJoin(*S.Top->Kind) == AtJoin::Mismatch)
    fail(MI, "join finds a break entry");
  else if (S.Top->Target != &MBB)
    fail(MI, "join in " + blockName(MBB) + " finds the entry of " +
                 blockName(*S.Top->Target));
  else
    return true;
  return false;
}

/// Unknown entries may be what a break leaves for.
static bool hasOpenBreak(const Entry *E) {
  while (E && E->Kind && scopeOf(Leaving::Break, *E->Kind) == Scope::Passed)
    E = E->Below;
  return E;
}

/// Follows the block from what is known at its start; without a successor
/// where it fails.
void TeslaStackVerifier::step(MachineBasicBlock &MBB) {
  State S = In.lookup(&MBB);
  for (MachineInstr &MI : MBB) {
    if (flowOf(MI) == FlowKind::Join) {
      if (!canPop(MI, S))
        return;
      S.Deep = Underneath.lookup(S.Top);
      S.Top = S.Top->Below;
    }
    switch (MI.getOpcode()) {
    case Tesla::JOINAT:
    case Tesla::BREAKADDR: {
      bool IsBreak = MI.getOpcode() == Tesla::BREAKADDR;
      MachineBasicBlock *Target = MI.getOperand(0).getMBB();
      if (IsBreak)
        enter(MBB, Target, S);
      S.Top = push(IsBreak ? EntryKind::Break : EntryKind::Join, Target, S.Top);
      Depth &Known = Underneath[S.Top];
      Depth Now = Known.maximum(S.Deep);
      // Blocks that have popped this entry have to be run again.
      if (!(Now == Known) && !IsBreak && In.count(Target))
        Work.insert(Number.lookup(Target));
      Known = Now;
      ++S.Deep.Entries;
      break;
    }
    case Tesla::BREAK:
      if (!hasOpenBreak(S.Top))
        return fail(MI, "break without breakaddr");
      if (TeslaInstrInfo::isAlways(MI))
        return;
      break;
    case Tesla::CALL:
      // The callee's own proof is that it leaves the stack as it was.
      if (IsFinal && MI.getOperand(0).isGlobal())
        noteCall(cast<Function>(*MI.getOperand(0).getGlobal()), depthOf(S));
      break;
    case Tesla::RET:
      if (TeslaInstrInfo::isAlways(MI))
        return;
      break;
    case Tesla::BRA_DIV:
      ++S.Deep.Branches;
      [[fallthrough]];
    case Tesla::BRA:
    case Tesla::BRA_U:
      enter(MBB, MI.getOperand(0).getMBB(), S);
      if (MI.isBarrier())
        return;
      break;
    default: // Over LLVM's opcodes: all others leave the stack alone.
      break;
    }
    Deepest = std::max(Deepest, depthOf(S));
    if (flowOf(MI) == FlowKind::Exit ||
        (MI.isReturn() && TeslaInstrInfo::isAlways(MI)))
      return;
  }
  if (MachineBasicBlock *Next = MBB.getNextNode())
    enter(MBB, Next, S);
}

/// Numbers the blocks, so that a block is run when all ways into it are known,
/// back edges aside.
void TeslaStackVerifier::number() {
  Number.clear();
  Order.clear();
  Pushes = {};
  ReversePostOrderTraversal<MachineFunction *> RPOT(MF);
  auto Add = [&](MachineBasicBlock *B) {
    if (Number.try_emplace(B, Order.size()).second)
      Order.push_back(B);
  };
  for (MachineBasicBlock *B : RPOT)
    Add(B);
  for (MachineBasicBlock &B : *MF) {
    Add(&B);
    for (const MachineInstr &MI : B) {
      unsigned Opcode = MI.getOpcode();
      Pushes.Branches += Opcode == Tesla::BRA_DIV;
      Pushes.Entries += Opcode == Tesla::JOINAT || Opcode == Tesla::BREAKADDR;
    }
  }
}

bool TeslaStackVerifier::runOnMachineFunction(MachineFunction &Fn) {
  if (Fn.empty())
    return false;
  MF = &Fn;
  In.clear();
  Stacks.clear();
  Underneath.clear();
  Allocator.Reset();
  Deepest = 0;
  IsFinal = HasFailed = false;
  number();
  In[&Fn.front()] = State();
  Work.insert(Number.lookup(&Fn.front()));
  while (!Work.empty()) {
    MachineBasicBlock *MBB = Order[*Work.begin()];
    Work.erase(Work.begin());
    step(*MBB);
  }
  // A stack that is wrong on the way may be right in the end, and a report
  // belongs to the first block in order.
  IsFinal = true;
  for (MachineBasicBlock *MBB : Order)
    if (In.count(MBB) && !HasFailed)
      step(*MBB);
  Work.clear();
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << Fn.getName() << " has up to "
                    << Deepest << " entries on its stack\n");
  Fn.getInfo<TeslaMachineFunctionInfo>()->StackDepth = Deepest;
  return false;
}
