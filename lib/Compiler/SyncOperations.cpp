//===- SyncOperations.cpp - What a module says of order -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncOperations.h"
#include "MaskOrigins.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace heddle {

using namespace ptx;
using object::MemoryOrder;
using object::MemoryScope;
using object::SyncOperation;

/// The scope that the instruction names, or else \p Default.
static MemoryScope scopeOf(const Instruction &I, MemoryScope Default) {
  if (I.has(ModCta))
    return MemoryScope::Cta;
  // There is no scope between the two.
  if (I.has(ModGpu) || I.has(ModGl) || I.has(ModCluster))
    return MemoryScope::Gpu;
  return I.has(ModSys) ? MemoryScope::System : Default;
}

static MemoryOrder orderOf(const Instruction &I, MemoryOrder Default) {
  if (I.has(ModAcquire))
    return MemoryOrder::Acquire;
  if (I.has(ModRelease))
    return MemoryOrder::Release;
  if (I.has(ModAcqRel))
    return MemoryOrder::AcquireRelease;
  if (I.has(ModSc))
    return MemoryOrder::SequentiallyConsistent;
  return I.has(ModRelaxed) || I.has(ModVolatile) ? MemoryOrder::Relaxed
                                                 : Default;
}

/// Returns the scope of an mbarrier, which CTAs of the cluster may share.
static MemoryScope scopeOfBarrier(const Instruction &I) {
  return I.has(ModCluster) || I.has(ModSharedCluster) ? MemoryScope::Gpu
                                                      : MemoryScope::Cta;
}

namespace {

/// Describes the instructions of a function.
class Describer {
public:
  explicit Describer(const ptx::Block &Body) : Masks(Body) {}

  /// False for an instruction that orders nothing.
  bool describe(const Instruction &I, SyncOperation &O) const;

private:
  void setMembers(const Instruction &I, SyncOperation &O) const;

  const MaskOrigins Masks;
};

} // namespace

void Describer::setMembers(const Instruction &I, SyncOperation &O) const {
  const ptx::Operand *Mask = memberMaskOf(I);
  O.IsSync = Mask != nullptr;
  if (!Mask)
    return;
  O.Members = Masks.constant(*Mask);
  // Lanes that agree are those of them that there are.
  O.IsOfActive = I.opcode() != OpMatch && Masks.isActiveMask(*Mask);
}

/// Two values that are one operand: an access of each (PTX ISA, "Packed
/// Data-types").
static bool isPacked(ScalarType Type) {
  return Type == ScalarType::F16x2 || Type == ScalarType::BF16x2;
}

static SyncOperation::VoteType voteOf(const Instruction &I) {
  if (I.opcode() != OpVote)
    return SyncOperation::NoVote;
  if (I.has(ModAny))
    return SyncOperation::VoteAny;
  if (I.has(ModAll))
    return SyncOperation::VoteAll;
  return I.has(ModUni) ? SyncOperation::VoteUni : SyncOperation::VoteBallot;
}

/// Whose groups \p I is about.
static SyncOperation::AgentType agentOf(const Instruction &I) {
  switch (I.opcode()) {
  case OpCpAsyncBulkCommitGroup:
  case OpCpAsyncBulkWaitGroup:
    return SyncOperation::BulkAgent;
  case OpWgmmaCommitGroup:
  case OpWgmmaWaitGroup:
    return SyncOperation::WgmmaAgent;
  default:
    return SyncOperation::CopyAgent;
  }
}

/// Describes work that goes on behind its thread's back, and waits for it;
/// false for other instructions.
static bool describeAsync(const Instruction &I, SyncOperation &O) {
  switch (I.opcode()) {
  case OpCpAsync:
    O.Kind = SyncOperation::AsyncWork;
    O.Agent = SyncOperation::CopyAgent;
    return true;
  case OpCpAsyncBulk:
  case OpCpAsyncBulkTensor:
  case OpCpReduceAsyncBulk:
  case OpCpReduceAsyncBulkTensor:
  case OpStAsync:
  case OpRedAsync:
  case OpClusterlaunchcontrolTryCancel:
    O.IsProxy = I.opcode() != OpStAsync && I.opcode() != OpRedAsync;
    if (I.has(ModBulkGroup)) {
      O.Kind = SyncOperation::AsyncWork;
      O.Agent = SyncOperation::BulkAgent;
      return true;
    }
    // The bytes that a copy completes release it to who waits for the phase.
    if (!I.has(ModMbarrierCompleteTxBytes))
      return false;
    O.Kind = SyncOperation::Completion;
    O.Agent = SyncOperation::BarrierAgent;
    O.Order = MemoryOrder::Release;
    O.Scope = MemoryScope::Gpu;
    return true;
  case OpWgmmaMmaAsync:
  case OpWgmmaMmaAsyncSp:
    O.Kind = SyncOperation::AsyncWork;
    O.Agent = SyncOperation::WgmmaAgent;
    O.IsProxy = true;
    return true;
  case OpCpAsyncCommitGroup:
  case OpCpAsyncBulkCommitGroup:
  case OpWgmmaCommitGroup:
    O.Kind = SyncOperation::AsyncCommit;
    O.Agent = agentOf(I);
    return true;
  case OpCpAsyncWaitAll:
  case OpCpAsyncWaitGroup:
  case OpCpAsyncBulkWaitGroup:
  case OpWgmmaWaitGroup:
    O.Kind = SyncOperation::AsyncWait;
    O.Agent = agentOf(I);
    O.IsOfReads = I.has(ModRead);
    O.IsOfAll = I.opcode() == OpCpAsyncWaitAll;
    if (!I.Operands.empty())
      O.Pending = uint8_t(
          std::min<uint64_t>(I.Operands[0].Bits, SyncOperation::MaxPending));
    return true;
  default:
    return false;
  }
}

bool Describer::describe(const Instruction &I, SyncOperation &O) const {
  if (describeAsync(I, O))
    return true;
  if (I.vectorWidth() != 1)
    O.ElementBytes = uint8_t(bitWidth(I.type()) / 8);
  switch (I.opcode()) {
  case OpLd:
  case OpSt:
    O.Kind = SyncOperation::Access;
    O.Order = orderOf(I, MemoryOrder::Weak);
    O.Scope = scopeOf(I, MemoryScope::System);
    return O.Order != MemoryOrder::Weak;
  case OpAtom:
  case OpRed:
    O.Kind = SyncOperation::Atomic;
    O.IsReplacing = I.has(ModExch);
    O.IsOfHalf = bitWidth(I.type()) == 16;
    if (isPacked(I.type()))
      O.ElementBytes = uint8_t(bitWidth(I.type()) / 16);
    O.Order = orderOf(I, MemoryOrder::Relaxed);
    O.Scope = scopeOf(I, MemoryScope::Gpu);
    return true;
  case OpMbarrierInit:
    O.Kind = SyncOperation::WordInit;
    return true;
  case OpMbarrierInval:
    O.Kind = SyncOperation::WordInval;
    return true;
  case OpMbarrierArrive:
  case OpMbarrierArriveDrop:
  case OpMbarrierExpectTx:
  case OpMbarrierCompleteTx:
  case OpCpAsyncMbarrierArrive:
    // The arrival comes when the copies have, and releases them.
    if (I.opcode() == OpCpAsyncMbarrierArrive)
      O.Agent = SyncOperation::CopyAgent;
    O.Kind = SyncOperation::Atomic;
    O.Order = orderOf(I, MemoryOrder::Release);
    O.Scope = scopeOfBarrier(I);
    return true;
  // The work that the thread has asked for is behind it when it arrives.
  case OpTcgen05Commit:
    O.Kind = SyncOperation::Atomic;
    O.IsProxy = true;
    O.Order = MemoryOrder::Release;
    O.Scope = MemoryScope::Gpu;
    return true;
  case OpMbarrierTestWait:
  case OpMbarrierTryWait:
    O.Kind = SyncOperation::Atomic;
    O.Order = orderOf(I, MemoryOrder::Acquire);
    // Other CTAs of the cluster may have arrived.
    O.Scope = MemoryScope::Gpu;
    return true;
  case OpBarrierCluster:
    O.Kind = SyncOperation::Atomic;
    O.Order = orderOf(I, I.has(ModWait) ? MemoryOrder::Acquire
                                        : MemoryOrder::Release);
    O.Scope = MemoryScope::Gpu;
    return true;
  case OpFence:
  case OpMembar:
  case OpFenceProxy:
  case OpMembarProxy:
    O.Kind = SyncOperation::Fence;
    O.IsProxy = I.opcode() == OpFenceProxy;
    // From sm_70 on membar is another name for fence.sc, and below no weaker.
    O.Order =
        orderOf(I, I.opcode() == OpMembar ? MemoryOrder::SequentiallyConsistent
                                          : MemoryOrder::AcquireRelease);
    O.Scope = scopeOf(I, MemoryScope::System);
    return true;
  case OpBar:
  case OpBarrier:
    O.Kind = SyncOperation::Barrier;
    O.IsAligned = I.opcode() == OpBar || I.has(ModAligned);
    if (I.has(ModWarp)) {
      O.Kind = SyncOperation::WarpBarrier;
      setMembers(I, O);
    }
    return true;
  case OpShfl:
  case OpVote:
  case OpMatch:
  case OpRedux:
  case OpElect:
    O.Kind = SyncOperation::Exchange;
    O.Vote = voteOf(I);
    setMembers(I, O);
    return true;
  case OpActivemask:
    O.Kind = SyncOperation::ActiveMask;
    return true;
  default:
    return false;
  }
}

static void addOperations(const ptx::Module &Source, const Diagnostics &Diags,
                          std::vector<SyncOperation> &Operations) {
  for (const ptx::Function *F : Source.Functions) {
    if (!F->Body)
      continue;
    const Describer D(*F->Body);
    forEachStmt(*F->Body, [&](const Stmt &S) {
      const auto *I = dyn_cast<Instruction>(&S);
      SyncOperation O;
      if (!I || !D.describe(*I, O))
        return;
      std::tie(O.Line, O.Column) = Diags.position(I->NameRange.Start);
      Operations.push_back(O);
    });
  }
}

object::OperationMap syncOperationsOf(const ModuleList &Modules,
                                      const Diagnostics &Diags) {
  object::OperationMap Map;
  for (const auto &Source : Modules) {
    Map.Target = std::max<unsigned>(Map.Target, Source->Target);
    addOperations(*Source, Diags, Map.Operations);
  }
  // Functions may stand in another order than their bodies.
  llvm::sort(Map.Operations, [](const auto &A, const auto &B) {
    return std::pair(A.Line, A.Column) < std::pair(B.Line, B.Column);
  });
  return Map;
}

} // namespace heddle
