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
/// A function may wait, and fence, for its caller: behind a call of one that
/// may do so, and at the start of one, all is taken as done.
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
  /// A fence is behind it on all ways.
  bool IsFenced = false;
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
  WgmmaFlow(const Function &F, Diagnostics &Diags)
      : Body(*F.Body), IsEntry(F.IsEntry), Diags(Diags) {}
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
  void order(const Instruction &I);
  void fence();
  void wait(unsigned NumPending);
  bool copiesWritten(const Instruction &I) const;
  bool rename(const Instruction &I);
  void touch(const Instruction &I);
  void look(const Instruction &I, const Operand &Op, bool IsWritten);
  void report(const Instruction &I, const Operand &Op, const Pending &P,
              llvm::StringRef What);
  void reportUnfenced(const Instruction &I, const Operand *Op);
  void reportShape(const Instruction &I, const Operand &Op, const Pending &P);

  const Block &Body;
  const bool IsEntry;
  Diagnostics &Diags;
  llvm::DenseMap<const Decl *, State> Labels;
  /// By the name of .branchtargets, which stands in front of its branches.
  llvm::DenseMap<const Decl *, const TargetsDirective *> Lists;
  State Now;
  /// Some product, and whether all of them have its guard.
  const Instruction *OfProducts = nullptr;
  bool HasOneGuard = true;
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
    Pending &Known = At->second;
    const bool IsSum = Known.IsAccumulator || P.IsAccumulator;
    const bool WasFenced = Known.IsFenced && P.IsFenced;
    IsNews |= IsNew || P.Age < Known.Age || IsSum != Known.IsAccumulator ||
              WasFenced != Known.IsFenced;
    if (Known.IsAccumulator == P.IsAccumulator ? P.Age < Known.Age
                                               : P.IsAccumulator)
      Known.Product = P.Product;
    Known.Age = std::min(Known.Age, P.Age);
    Known.IsAccumulator = IsSum;
    Known.IsFenced = WasFenced;
  }
  for (const Decl *R : Other.Written)
    IsNews |= Written.insert(R).second;
  return IsNews;
}

static bool isProduct(const Instruction &I) {
  return I.opcode() == OpWgmmaMmaAsync || I.opcode() == OpWgmmaMmaAsyncSp;
}

/// Whether \p I and \p J are executed by the same lanes, as far as one can see.
static bool haveSameGuard(const Instruction &I, const Instruction &J) {
  return I.Guard == J.Guard && I.GuardNegated == J.GuardNegated;
}

/// Whether a call of \p Callee leaves wgmma as it is. A function that calls
/// another one is not looked into.
static bool isWithoutWgmma(const Decl *Callee) {
  const auto *F = llvm::dyn_cast_or_null<Function>(Callee);
  while (F && F->Definition)
    F = F->Definition;
  if (!F || !F->Body)
    return false;
  bool IsWithout = true;
  forEachStmt(*F->Body, [&](const Stmt &S) {
    if (const auto *I = llvm::dyn_cast<Instruction>(&S))
      IsWithout &= !isProduct(*I) && I->opcode() != OpWgmmaFence &&
                   I->opcode() != OpWgmmaCommitGroup &&
                   I->opcode() != OpWgmmaWaitGroup && I->opcode() != OpCall;
  });
  return IsWithout;
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

void WgmmaFlow::reportShape(const Instruction &I, const Operand &Op,
                            const Pending &P) {
  if (!IsReporting || Reported == &I)
    return;
  Reported = &I;
  Diags.warning("wgmma-registers", Op.Range.Start,
                "'" + I.spelling() + "' takes register '" + Op.Base->Name +
                    "', which a product of another shape writes, and no "
                    "'wgmma.fence' is between the two",
                Op.Range);
  Diags.note(P.Product->NameRange.Start, "the product is this one",
             P.Product->NameRange);
}

/// A product in flight may be followed by another one with the same sums, but
/// not by one whose A they are. One of another shape needs a fence.
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
          IsSum && At != Now.Registers.end()) {
        const Pending &P = At->second;
        if (!P.IsAccumulator)
          report(I, Op, P, "written here");
        else if (!P.IsFenced &&
                 P.Product->modifier(GrpShape) != I.modifier(GrpShape))
          reportShape(I, Op, P);
      }
      if (Now.Written.contains(Op.Base))
        reportUnfenced(I, &Op);
      Now.Registers[Op.Base] = {&I, 0, IsSum, /*IsFenced=*/false};
    }
  }
}

void WgmmaFlow::fence() {
  Now.IsFenced = true;
  Now.Written.clear();
  for (auto &[R, P] : Now.Registers)
    P.IsFenced = true;
}

/// A fence, or what closes groups or waits for them.
void WgmmaFlow::order(const Instruction &I) {
  const State Before = Now;
  if (I.opcode() == OpWgmmaFence)
    fence();
  else if (I.opcode() == OpWgmmaCommitGroup)
    for (auto &[R, P] : Now.Registers)
      P.Age = std::min(P.Age + 1, 255u);
  else
    wait(unsigned(std::min<uint64_t>(I.Operands[0].Bits, 255)));
  // Where the products have its guard, it is there for whoever has them.
  if (I.Guard && !(HasOneGuard && haveSameGuard(I, *OfProducts)))
    Now.merge(Before);
}

void WgmmaFlow::wait(unsigned NumPending) {
  llvm::SmallVector<const Decl *, 32> Done;
  for (const auto &[R, P] : Now.Registers)
    if (P.Age > NumPending)
      Done.push_back(R);
  for (const Decl *R : Done)
    Now.Registers.erase(R);
}

/// Whether the mov \p I hands on what was written behind the last fence. A
/// constant is what compilers put into a register just in front of a use, and
/// parts that were ready in front of the fence are put together there.
bool WgmmaFlow::copiesWritten(const Instruction &I) const {
  const Operand &From = I.Operands[1];
  return (From.baseRegister() && Now.Written.contains(From.Base)) ||
         llvm::any_of(From.Elements, [&](const Operand &Part) {
           return Part.baseRegister() && Now.Written.contains(Part.Base);
         });
}

/// Whether \p I copies a register, whose name the other one then is. A sum in
/// flight becomes another name of what is in flight itself alone.
bool WgmmaFlow::rename(const Instruction &I) {
  if (I.opcode() != OpMov || I.Guard || !I.Operands[0].isRegister() ||
      !I.Operands[1].isRegister() || I.Operands[1].Component >= 0)
    return false;
  const Decl *To = I.Operands[0].Base, *From = I.Operands[1].Base;
  if (auto At = Now.Registers.find(From); At != Now.Registers.end()) {
    const Pending P = At->second;
    Now.Registers[To] = P;
  } else if (Now.Registers.contains(To)) {
    return false;
  }
  if (copiesWritten(I))
    Now.Written.insert(To);
  else
    Now.Written.erase(To);
  return true;
}

void WgmmaFlow::look(const Instruction &I, const Operand &Op, bool IsWritten) {
  if (const Register *R = Op.baseRegister()) {
    auto At = Now.Registers.find(R);
    const bool IsResult = IsWritten && Op.isRegister();
    if (At != Now.Registers.end() && (IsResult || At->second.IsAccumulator))
      report(I, Op, At->second, IsResult ? "written here" : "read here");
    if (IsResult && (I.opcode() != OpMov || copiesWritten(I)))
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
  case OpWgmmaCommitGroup:
  case OpWgmmaWaitGroup:
    return order(I);
  case OpCall:
    touch(I);
    if (isWithoutWgmma(I.Operands[1].Base))
      return;
    Now.Registers.clear();
    return fence();
  default:
    if (!rename(I))
      touch(I);
    return goOn(I);
  }
}

bool WgmmaFlow::walk() {
  Now = State();
  Now.IsReached = true;
  Now.IsFenced = !IsEntry;
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
  forEachStmt(Body, [&](const Stmt &S) {
    const auto *I = llvm::dyn_cast<Instruction>(&S);
    if (!I || !isProduct(*I))
      return;
    HasOneGuard &= !OfProducts || haveSameGuard(*I, *OfProducts);
    OfProducts = I;
  });
  if (!OfProducts)
    return;
  while (walk())
    ;
  IsReporting = true;
  walk();
}

void ptx::checkWgmmaRegisters(const Function &F, Diagnostics &Diags) {
  WgmmaFlow(F, Diags).run();
}
