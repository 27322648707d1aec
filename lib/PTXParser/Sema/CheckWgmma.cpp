//===- CheckWgmma.cpp - Registers that wgmma is not done with -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// wgmma.mma_async reads and writes its registers until a wgmma.wait_group has
/// waited for its group: until then nothing else may touch its accumulators, or
/// write the registers of its A. Registers that others wrote are in front of it
/// only behind a wgmma.fence (PTX ISA, "Asynchronous warpgroup-level matrix
/// instructions"). Here wgmma is done when it is issued, so no run would show
/// what is missing.
///
/// Compilers copy accumulators from one virtual register to another and leave
/// it to the assembler to make them one: such a copy is a further name.
///
//===----------------------------------------------------------------------===//

#include "CheckWgmma.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace heddle;
using namespace heddle::ptx;

namespace {

/// The wgmma that a register belongs to.
struct Pending {
  const Instruction *Product = nullptr;
  /// Groups that were closed since, its own among them; 0: its own is open.
  unsigned Age = 0;
  bool IsAccumulator = false;
};

/// What is known at a place, by all ways to it.
struct State {
  bool IsReached = false;
  bool IsFenced = false;
  llvm::DenseMap<const Decl *, Pending> Registers;
  /// Those that were written since the last fence.
  llvm::DenseSet<const Decl *> Written;

  /// Adds what is known on another way; whether that was news.
  bool merge(const State &Other);
};

/// Goes over a body until no label learns of a further way to it.
class WgmmaFlow {
public:
  WgmmaFlow(const Block &Of, Diagnostics &Diags) : Body(Of), Diags(Diags) {}
  void run();

private:
  bool walk();
  void pass(const Instruction &I);
  void goOn(const Instruction &I);
  void goTo(const Decl *Target) {
    if (Now.IsReached)
      HasNews |= Labels[Target].merge(Now);
  }
  void multiply(const Instruction &I);
  void wait(unsigned NumPending);
  bool rename(const Instruction &I);
  void touch(const Instruction &I);
  void look(const Instruction &I, const Operand &Op, bool IsWritten);
  void report(const Instruction &I, const Operand &Op, const Pending &P,
              llvm::StringRef What);
  void reportUnfenced(const Instruction &I, const Operand *Op);

  const Block &Body;
  Diagnostics &Diags;
  llvm::DenseMap<const Decl *, State> Labels;
  /// By the name of .branchtargets, which stands in front of its branches.
  llvm::DenseMap<const Decl *, const TargetsDirective *> Lists;
  State Now;
  bool HasNews = false;
  bool IsReporting = false;
  /// One report an instruction is enough.
  const Instruction *Reported = nullptr;
};

} // namespace

bool State::merge(const State &Other) {
  if (!IsReached) {
    *this = Other;
    return true;
  }
  bool IsNews = IsFenced && !Other.IsFenced;
  IsFenced &= Other.IsFenced;
  for (const auto &[R, P] : Other.Registers) {
    auto [At, IsNew] = Registers.try_emplace(R, P);
    if (!IsNew && P.Age < At->second.Age) {
      At->second = P;
      IsNew = true;
    }
    IsNews |= IsNew;
  }
  for (const Decl *R : Other.Written)
    IsNews |= Written.insert(R).second;
  return IsNews;
}

static bool isProduct(const Instruction &I) {
  return I.opcode() == OpWgmmaMmaAsync || I.opcode() == OpWgmmaMmaAsyncSp;
}

static llvm::ArrayRef<Operand> accumulators(const Instruction &I) {
  assert(isProduct(I) && !I.Operands.empty() && "only a product has a sum");
  return I.Operands[0].Elements;
}

/// The registers of A; none where it is in memory.
static llvm::ArrayRef<Operand> factors(const Instruction &I) {
  return I.Operands[1].OpKind == Operand::ListOp ? I.Operands[1].Elements
                                                 : llvm::ArrayRef<Operand>();
}

void WgmmaFlow::reportUnfenced(const Instruction &I, const Operand *Op) {
  if (!IsReporting || Reported == &I)
    return;
  Reported = &I;
  if (Op)
    Diags.warning("wgmma-registers", Op->Range.Start,
                  "'" + I.spelling() + "' takes register '" + Op->Base->Name +
                      "', which was written behind the last 'wgmma.fence'",
                  Op->Range);
  else
    Diags.warning("wgmma-registers", I.NameRange.Start,
                  "no 'wgmma.fence' is in front of the first '" + I.spelling() +
                      "'",
                  I.NameRange);
}

void WgmmaFlow::report(const Instruction &I, const Operand &Op,
                       const Pending &P, llvm::StringRef What) {
  if (!IsReporting || Reported == &I)
    return;
  Reported = &I;
  Diags.warning("wgmma-registers", Op.Range.Start,
                "register '" + Op.Base->Name + "' is " + What +
                    ", and no 'wgmma.wait_group' on the way has waited for the "
                    "product that " +
                    (P.IsAccumulator ? "writes it" : "reads it"),
                Op.Range);
  Diags.note(P.Product->NameRange.Start, "the product is this one",
             P.Product->NameRange);
}

/// A product in flight may be followed by another one with the same sums, but
/// not by one whose A they are.
void WgmmaFlow::multiply(const Instruction &I) {
  for (const Operand &Op : factors(I))
    look(I, Op, /*IsWritten=*/false);
  if (!Now.IsFenced)
    reportUnfenced(I, nullptr);
  for (llvm::ArrayRef<Operand> Taken : {accumulators(I), factors(I)}) {
    const bool IsSum = Taken.data() == accumulators(I).data();
    for (const Operand &Op : Taken) {
      if (!Op.isRegister())
        continue;
      if (auto At = Now.Registers.find(Op.Base);
          IsSum && At != Now.Registers.end() && !At->second.IsAccumulator)
        report(I, Op, At->second, "written here");
      if (Now.Written.contains(Op.Base))
        reportUnfenced(I, &Op);
      Now.Registers[Op.Base] = {&I, 0, IsSum};
    }
  }
}

void WgmmaFlow::wait(unsigned NumPending) {
  llvm::SmallVector<const Decl *, 32> Done;
  for (const auto &[R, P] : Now.Registers)
    if (P.Age > NumPending)
      Done.push_back(R);
  for (const Decl *R : Done)
    Now.Registers.erase(R);
}

/// Whether \p I copies a register, whose name the other one then is.
bool WgmmaFlow::rename(const Instruction &I) {
  if (I.opcode() != OpMov || I.Guard || !I.Operands[0].isRegister() ||
      !I.Operands[1].isRegister() || I.Operands[1].Component >= 0)
    return false;
  const Decl *To = I.Operands[0].Base, *From = I.Operands[1].Base;
  Now.Registers.erase(To);
  if (auto At = Now.Registers.find(From); At != Now.Registers.end()) {
    const Pending P = At->second;
    Now.Registers[To] = P;
  }
  return true;
}

void WgmmaFlow::look(const Instruction &I, const Operand &Op, bool IsWritten) {
  if (const Register *R = Op.baseRegister()) {
    auto At = Now.Registers.find(R);
    const bool IsResult = IsWritten && Op.isRegister();
    if (At != Now.Registers.end() && (IsResult || At->second.IsAccumulator))
      report(I, Op, At->second, IsResult ? "written here" : "read here");
    // A constant is what compilers put into a register just in front of a use.
    if (IsResult && I.opcode() != OpMov)
      Now.Written.insert(R);
  }
  for (const Operand &Element : Op.Elements)
    look(I, Element, IsWritten && Op.OpKind == Operand::ListOp);
  if (Op.Second)
    look(I, *Op.Second, IsWritten);
}

void WgmmaFlow::touch(const Instruction &I) {
  for (const auto &[N, Op] : llvm::enumerate(I.Operands)) {
    // A call's first list is its results.
    const bool IsWritten =
        N == 0 &&
        (I.opcode() == OpCall || (I.Form->Operands.size() != 0 &&
                                  I.Form->Operands.begin()->Flags & OFDest));
    look(I, Op, IsWritten);
  }
}

void WgmmaFlow::goOn(const Instruction &I) {
  switch (I.opcode()) {
  case OpBra:
    goTo(I.Operands[0].Base);
    break;
  case OpBrxIdx:
    if (const TargetsDirective *List = Lists.lookup(I.Operands[1].Base))
      for (const Decl *Target : List->Targets)
        goTo(Target);
    break;
  case OpExit:
  case OpRet:
  case OpTrap:
    break;
  default:
    return;
  }
  if (!I.Guard)
    Now = State();
}

void WgmmaFlow::pass(const Instruction &I) {
  switch (I.opcode()) {
  case OpWgmmaMmaAsync:
  case OpWgmmaMmaAsyncSp:
    return multiply(I);
  case OpWgmmaFence:
    Now.IsFenced = true;
    Now.Written.clear();
    return;
  case OpWgmmaCommitGroup:
    for (auto &[R, P] : Now.Registers)
      P.Age = std::min(P.Age + 1, 255u);
    return;
  case OpWgmmaWaitGroup:
    return wait(unsigned(std::min<uint64_t>(I.Operands[0].Bits, 255)));
  default:
    if (!rename(I))
      touch(I);
    return goOn(I);
  }
}

bool WgmmaFlow::walk() {
  Now = State();
  Now.IsReached = true;
  HasNews = false;
  forEachStmt(Body, [&](const Stmt &S) {
    if (const auto *L = llvm::dyn_cast<LabelStatement>(&S)) {
      goTo(L->L);
      Now = Labels[L->L];
    } else if (const auto *T = llvm::dyn_cast<TargetsDirective>(&S)) {
      Lists[T->Name] = T;
    } else if (const auto *I = llvm::dyn_cast<Instruction>(&S)) {
      if (Now.IsReached)
        pass(*I);
    }
  });
  return HasNews;
}

void WgmmaFlow::run() {
  while (walk())
    ;
  IsReporting = true;
  walk();
}

void ptx::checkWgmmaRegisters(const Block &Body, Diagnostics &Diags) {
  bool HasProduct = false;
  forEachStmt(Body, [&](const Stmt &S) {
    const auto *I = llvm::dyn_cast<Instruction>(&S);
    HasProduct |= I && isProduct(*I);
  });
  if (HasProduct)
    WgmmaFlow(Body, Diags).run();
}
