//===- SyncOperations.cpp - What a module says of order -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncOperations.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace heddle {

using namespace ptx;
using object::MemoryOrder;
using object::MemoryScope;
using object::SyncOperation;

/// What is said, or else \p Default.
static MemoryScope scopeOf(const Instruction &I, MemoryScope Default) {
  if (I.has(ModCta))
    return MemoryScope::Cta;
  if (I.has(ModGpu) || I.has(ModGl))
    return MemoryScope::Gpu;
  return I.has(ModSys) ? MemoryScope::System : Default;
}

static MemoryOrder orderOf(const Instruction &I, MemoryOrder Default) {
  if (I.has(ModAcquire))
    return MemoryOrder::Acquire;
  if (I.has(ModRelease))
    return MemoryOrder::Release;
  if (I.has(ModAcqRel) || I.has(ModSc))
    return MemoryOrder::AcquireRelease;
  return I.has(ModRelaxed) || I.has(ModVolatile) ? MemoryOrder::Relaxed
                                                 : Default;
}

/// Whether the first operand of \p I is what it makes. Who says so in vain
/// hides a writer from nobody.
static bool hasResult(const Instruction &I) {
  if (I.opcode() == OpBar || I.opcode() == OpBarrier)
    return I.has(ModRed);
  return I.opcode() != OpSt;
}

namespace {

/// The only instructions that write to registers of a function; null where
/// there are more.
class SoleWriters {
public:
  explicit SoleWriters(const ptx::Block &Body) {
    forEachStmt(Body, [&](const Stmt &S) {
      const auto *I = dyn_cast<Instruction>(&S);
      if (I && !I->Operands.empty() && hasResult(*I))
        add(I->Operands[0], *I);
    });
  }

  /// The instruction that makes what \p Op holds; null where that is not one.
  const Instruction *of(const ptx::Operand &Op) const {
    const Instruction *Writer =
        Op.isRegister() ? Writers.lookup(Op.reg()) : nullptr;
    return Writer && !Writer->Guard ? Writer : nullptr;
  }

private:
  void add(const ptx::Operand &To, const Instruction &I) {
    if (To.isRegister()) {
      auto [It, IsNew] = Writers.try_emplace(To.reg(), &I);
      if (!IsNew)
        It->second = nullptr;
    }
    for (const ptx::Operand &Part : To.Elements)
      add(Part, I);
    if (To.Second)
      add(*To.Second, I);
  }

  DenseMap<const Register *, const Instruction *> Writers;
};

/// Describes the instructions of a function.
class Describer {
public:
  explicit Describer(const ptx::Block &Body) : Writers(Body) {}

  /// False for an instruction that orders nothing.
  bool describe(const Instruction &I, SyncOperation &O) const;

private:
  void setMembers(const Instruction &I, SyncOperation &O) const;
  void describeExchange(const Instruction &I, SyncOperation &O) const;

  const SoleWriters Writers;
};

} // namespace

/// The member mask, which is the last operand of those that have one.
void Describer::setMembers(const Instruction &I, SyncOperation &O) const {
  O.IsSync = true;
  const ptx::Operand *Mask = &I.Operands.back();
  // Copies of copies; each has but one writer, so they end.
  for (unsigned Copies = 0; Copies != 4 && !Mask->isImmediate(); ++Copies) {
    const Instruction *Writer = Writers.of(*Mask);
    if (!Writer)
      return;
    O.IsOfActive = Writer->opcode() == OpActivemask;
    if (Writer->opcode() != OpMov)
      return;
    Mask = &Writer->Operands[1];
  }
  if (Mask->isImmediate())
    O.Members = uint32_t(Mask->Bits);
}

void Describer::describeExchange(const Instruction &I, SyncOperation &O) const {
  O.Kind = SyncOperation::Exchange;
  // redux and elect are always .sync.
  if (I.has(ModSync) || I.opcode() == OpRedux || I.opcode() == OpElect)
    setMembers(I, O);
}

bool Describer::describe(const Instruction &I, SyncOperation &O) const {
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
    O.Order = orderOf(I, MemoryOrder::Relaxed);
    O.Scope = scopeOf(I, MemoryScope::Gpu);
    return true;
  case OpFence:
  case OpMembar:
  case OpFenceProxy:
  case OpMembarProxy:
    O.Kind = SyncOperation::Fence;
    O.Order = orderOf(I, MemoryOrder::AcquireRelease);
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
    describeExchange(I, O);
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
