//===- TeslaLegality.cpp - Refuse what cannot be selected -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks at every instruction before selection and reports, with its PTX line,
/// each one that the chip cannot run. Selection itself would abort.
///
//===----------------------------------------------------------------------===//

#include "Emit/TeslaVariables.h"
#include "Select/TeslaCalls.h"
#include "Select/TeslaIntrinsics.h"
#include "Target/TeslaSubtarget.h"
#include "Target/TeslaTargetMachine.h"
#include "Tesla.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Intrinsics/Unsupported.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Pass.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "tesla-legality"

using namespace llvm;
using namespace heddle;

namespace {

class TeslaLegality : public FunctionPass {
public:
  static char ID;
  TeslaLegality() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla legality check"; }
  bool runOnFunction(Function &F) override;
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<TargetPassConfig>();
    AU.setPreservesAll();
  }

private:
  void refuse(const Instruction &I, const Twine &Why);
  void checkSignature(const Function &F);
  void check(const Instruction &I);
  bool checkTypes(const Instruction &I);
  void checkArithmetic(const BinaryOperator &I);
  void checkAccess(const Instruction &I, unsigned AddressSpace, bool IsStore);
  void checkAtomicAccess(const Instruction &I, Type *T);
  void checkCall(const CallBase &Call);
  void checkOperation(const CallBase &Call, HeddleOp Op);
  bool checkImmediates(const CallBase &Call, const HeddleOpInfo &Info,
                       const std::string &Name);
  void checkGlobals(const Instruction &I);

  void checkAtomic(const Instruction &I, unsigned AddressSpace, Type *T);
  bool isKnownIntrinsic(const IntrinsicInst &I) const;

  const TeslaSubtarget *Subtarget = nullptr;
  std::string Chip;
};

} // namespace

char TeslaLegality::ID = 0;

INITIALIZE_PASS(TeslaLegality, DEBUG_TYPE, "Tesla legality check", false, false)

FunctionPass *llvm::createTeslaLegalityPass() { return new TeslaLegality(); }

void llvm::checkTeslaLegality(Module &M, TeslaTargetMachine &TM) {
  checkTeslaVariables(M);
  legacy::PassManager PM;
  PM.add(TM.createPassConfig(PM));
  PM.add(createTeslaLegalityPass());
  PM.run(M);
}

void TeslaLegality::refuse(const Instruction &I, const Twine &Why) {
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": refuses" << I << ": " << Why << '\n');
  reportUnsupported(I, Why);
}

static std::string lowestWith(abi::Feature F) {
  return abi::describeChip(abi::lowestChipWith(F));
}

/// A type the chip can hold in registers or move through memory.
static bool isHoldable(Type *T, const TeslaSubtarget &ST) {
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return isHoldable(V->getElementType(), ST);
  if (T->isDoubleTy())
    return ST.hasF64();
  return T->isVoidTy() || T->isFloatTy() || T->isPointerTy() ||
         T->isLabelTy() || T->isMetadataTy() ||
         (T->isIntegerTy() &&
          T->getIntegerBitWidth() <= (ST.hasWideIntegers() ? 128u : 64u));
}

static std::string typeName(Type *T) {
  std::string S;
  raw_string_ostream OS(S);
  T->print(OS);
  return S;
}

bool TeslaLegality::checkTypes(const Instruction &I) {
  auto Bad = [&](Type *T) -> bool {
    if (isHoldable(T, *Subtarget))
      return false;
    if (T->isDoubleTy())
      refuse(I, "f64 is not supported on " + Chip +
                    "; the lowest chip that has it is " +
                    lowestWith(abi::Feature::F64));
    else
      refuse(I, "values of type '" + typeName(T) + "' are not supported on " +
                    Chip);
    return true;
  };
  // Aggregates come only from intrinsics with overflow, checked as calls.
  if (!I.getType()->isStructTy() && Bad(I.getType()))
    return false;
  for (const Value *Op : I.operands())
    if (!isa<Function>(Op) && !Op->getType()->isStructTy() &&
        Bad(Op->getType()))
      return false;
  return true;
}

void TeslaLegality::checkArithmetic(const BinaryOperator &I) {
  bool Wide = I.getType()->getScalarSizeInBits() > 32;
  bool ByConstant = isa<ConstantInt>(I.getOperand(1));
  StringRef Name = I.getOpcodeName();
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
    // Flushing and rounding are spelled out by intrinsics.
    return refuse(I, "plain '" + Name + "' is not supported on " + Chip);
  case Instruction::Mul:
    if (Wide && !Subtarget->hasWideIntegers())
      refuse(I, "64-bit '" + Name + "' has not been expanded for " + Chip);
    return;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    if (Wide || !ByConstant || cast<ConstantInt>(I.getOperand(1))->isZero())
      refuse(I, "'" + Name + "' has not been expanded for " + Chip);
    return;
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    if (Wide && !ByConstant && !Subtarget->hasWideIntegers())
      refuse(I, "64-bit '" + Name + "' has not been expanded for " + Chip);
    return;
  default: // Over LLVM's opcodes: additions and logic.
    return;
  }
}

void TeslaLegality::checkAccess(const Instruction &I, unsigned AddressSpace,
                                bool IsStore) {
  switch (AddressSpace) {
  case abi::Global:
  case abi::Shared:
  case abi::Local:
    return;
  case abi::Constant:
    if (IsStore)
      refuse(I, "constant memory cannot be written");
    return;
  default:
    if (AddressSpace == abi::Generic && Subtarget->hasGenericAddresses())
      return;
    return refuse(I, "the address space of this access is not known, and " +
                         Chip + " has no generic addresses");
  }
}

/// A load or store of type \p T that is atomic: one access, and no more.
void TeslaLegality::checkAtomicAccess(const Instruction &I, Type *T) {
  uint64_t Bits = I.getModule()->getDataLayout().getTypeSizeInBits(T);
  const uint64_t Most = Subtarget->hasWideIntegers() ? 64 : 32;
  if (I.isAtomic() && (Bits > Most || !isPowerOf2_64(Bits) || Bits < 8))
    refuse(I, "an atomic access of type '" + typeName(T) +
                  "' is not supported on " + Chip);
}

void TeslaLegality::checkAtomic(const Instruction &I, unsigned AddressSpace,
                                Type *T) {
  bool IsHeld = T->isIntegerTy(32) || T->isIntegerTy(64) || T->isFloatTy() ||
                T->isDoubleTy();
  if (Subtarget->hasWiderAtomics() && IsHeld)
    return;
  if (AddressSpace != abi::Global)
    return refuse(
        I, "atomics outside global memory have not been expanded for " + Chip);
  bool Is64 = T->isIntegerTy(64);
  if (Is64 && isa<AtomicRMWInst>(I)) {
    auto Op = cast<AtomicRMWInst>(I).getOperation();
    Is64 = Op == AtomicRMWInst::Add || Op == AtomicRMWInst::Xchg;
  }
  if (!T->isIntegerTy(32) && !Is64)
    return refuse(I, "this atomic on values of type '" + typeName(T) +
                         "' is not supported on " + Chip);
  if (Is64 && !Subtarget->hasGlobalAtomics64())
    return refuse(I, "64-bit atomics are not supported on " + Chip +
                         "; the lowest chip that has them is " +
                         lowestWith(abi::Feature::GlobalAtomics64));
  if (!Is64 && !Subtarget->hasGlobalAtomics())
    refuse(I, "atomics are not supported on " + Chip +
                  "; the lowest chip that has them is " +
                  lowestWith(abi::Feature::GlobalAtomics));
}

/// Intrinsics that selection knows, or drops.
bool TeslaLegality::isKnownIntrinsic(const IntrinsicInst &I) const {
  switch (I.getIntrinsicID()) { // Over LLVM's intrinsics.
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return Subtarget->hasWideIntegers() || !I.getType()->isIntegerTy() ||
           I.getType()->getIntegerBitWidth() <= 32 ||
           isa<ConstantInt>(I.getArgOperand(2));
  case Intrinsic::umul_with_overflow:
  case Intrinsic::smul_with_overflow:
    // Only for pairs; the optimizer expands them for other chips.
    return Subtarget->hasWideIntegers();
  case Intrinsic::experimental_constrained_fpext:
    // The node of an extension is what it becomes.
    return true;
  case Intrinsic::nvvm_barrier_n: {
    auto *Id = dyn_cast<ConstantInt>(I.getArgOperand(0));
    return Id && Id->getZExtValue() < 16;
  }
  default:
    return isTeslaIntrinsic(I.getIntrinsicID(), *Subtarget);
  }
}

/// Whether those operands of an operation are constants, and in range, that
/// have to be.
bool TeslaLegality::checkImmediates(const CallBase &Call,
                                    const HeddleOpInfo &Info,
                                    const std::string &Name) {
  bool AllGood = true;
  for (auto [N, Type] : enumerate(Info.params())) {
    std::optional<uint32_t> Max = maxImmediate(Type);
    if (!Max)
      continue;
    auto *Given = dyn_cast<ConstantInt>(Call.getArgOperand(N));
    if (Given && Given->getValue().ule(*Max))
      continue;
    AllGood = false;
    refuse(Call, "operand " + Twine(N + 1) + " of " + Name +
                     " must be a constant from 0 to " + Twine(*Max));
  }
  return AllGood;
}

/// Checks the properties that lowering takes for granted, and whether the chip
/// has the operation.
void TeslaLegality::checkOperation(const CallBase &Call, HeddleOp Op) {
  const HeddleOpInfo &Info = heddleOpInfo(Op);
  std::string Name = ("'" + Call.getCalledFunction()->getName() + "'").str();
  FunctionType *Right = heddleOpType(Call.getContext(), Op);
  if (Call.getFunctionType() != Right)
    return refuse(Call, Name + " is declared as '" +
                            typeName(Call.getFunctionType()) +
                            "', but it is '" + typeName(Right) + "'");
  if (!checkImmediates(Call, Info, Name))
    return;
  if (Info.Selection == HeddleSelection::Replaced)
    return refuse(Call, Name + " has not been expanded for " + Chip);
  if (!Info.Needs.empty() &&
      !Subtarget->checkFeatures(("+" + Info.Needs).str()))
    return refuse(Call, Name + " is not supported on " + Chip +
                            "; the lowest chip that has it is " +
                            lowestWith(*abi::findFeature(Info.Needs)));
}

void TeslaLegality::checkCall(const CallBase &Call) {
  if (std::optional<HeddleOp> Op = heddleOpOf(Call))
    return checkOperation(Call, *Op);
  if (auto *I = dyn_cast<IntrinsicInst>(&Call)) {
    if (!isKnownIntrinsic(*I))
      refuse(Call, "'" + I->getCalledFunction()->getName() +
                       "' is not supported on " + Chip);
    return;
  }
  const Function *Callee = Call.getCalledFunction();
  if (auto *Other = dyn_cast<Function>(Call.getCalledOperand());
      Other && !Callee)
    return refuse(Call, "'" + Other->getName() + "' is called as '" +
                            typeName(Call.getFunctionType()) +
                            "', but declared as '" +
                            typeName(Other->getFunctionType()) + "'");
  if (!Callee)
    return refuse(Call, "indirect calls are not supported on " + Chip);
  // A callee with a body that is no kernel is part of a recursion, which has
  // been refused.
  if (Callee->isDeclaration() ||
      Callee->getCallingConv() == CallingConv::PTX_Kernel)
    refuse(Call,
           "'" + Callee->getName() + "' cannot be called: " +
               (Callee->isDeclaration() ? "it has no body" : "it is a kernel"));
}

/// Why \p GV has no place on a chip, if so.
static std::optional<std::string> whyNoVariable(const GlobalVariable &GV) {
  auto Message = [&](const Twine &Why) {
    return ("the variable '" + GV.getName() + "' " + Why).str();
  };
  switch (GV.getAddressSpace()) {
  case abi::Shared:
    return std::nullopt;
  case abi::Global:
  case abi::Constant:
    if (GV.isDeclaration())
      return Message(
          "is defined in another module, and modules are not linked");
    return std::nullopt;
  default:
    return Message("is not in shared, global or constant memory");
  }
}

/// Why the address of \p GV cannot be computed with, if so.
static std::optional<std::string> whyNoAddress(const GlobalValue &GV,
                                               StringRef Chip) {
  if (auto *Variable = dyn_cast<GlobalVariable>(&GV))
    return whyNoVariable(*Variable);
  if (isa<Function>(GV))
    return ("the address of the function '" + GV.getName() +
            "' is of no use: indirect calls are not supported on " + Chip)
        .str();
  return ("'" + GV.getName() + "' is neither a variable nor a function").str();
}

void TeslaLegality::checkGlobals(const Instruction &I) {
  SmallVector<const Value *, 8> Work;
  auto *Call = dyn_cast<CallBase>(&I);
  for (const Use &Operand : I.operands())
    if (!Call || !Call->isCallee(&Operand))
      Work.push_back(Operand);
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!isa<Constant>(V) || !Seen.insert(V).second)
      continue;
    auto *GV = dyn_cast<GlobalValue>(V);
    if (auto Why = GV ? whyNoAddress(*GV, Chip) : std::nullopt)
      return refuse(I, *Why);
    if (!GV)
      append_range(Work, cast<Constant>(V)->operands());
  }
}

void TeslaLegality::check(const Instruction &I) {
  if (!checkTypes(I))
    return;
  checkGlobals(I);
  if (auto *B = dyn_cast<BinaryOperator>(&I))
    return checkArithmetic(*B);
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    checkAtomicAccess(I, L->getType());
    return checkAccess(I, L->getPointerAddressSpace(), /*IsStore=*/false);
  }
  if (auto *S = dyn_cast<StoreInst>(&I)) {
    checkAtomicAccess(I, S->getValueOperand()->getType());
    return checkAccess(I, S->getPointerAddressSpace(), /*IsStore=*/true);
  }
  if (auto *A = dyn_cast<AtomicRMWInst>(&I))
    return checkAtomic(I, A->getPointerAddressSpace(), A->getType());
  if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
    return checkAtomic(I, X->getPointerAddressSpace(),
                       X->getCompareOperand()->getType());
  if (auto *C = dyn_cast<CallBase>(&I))
    return checkCall(*C);
  switch (I.getOpcode()) {
  case Instruction::Ret:
  case Instruction::Br:
  case Instruction::Unreachable:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::FNeg:
  case Instruction::Freeze:
  case Instruction::FPExt:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::BitCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::GetElementPtr:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::ShuffleVector:
    return;
  case Instruction::ExtractElement:
    if (isa<ConstantInt>(I.getOperand(1)))
      return;
    break;
  case Instruction::InsertElement:
    if (isa<ConstantInt>(I.getOperand(2)))
      return;
    break;
  case Instruction::Alloca:
    if (cast<AllocaInst>(I).getAddressSpace() != abi::Local)
      return refuse(I, "a variable of a lane is in addrspace(" +
                           Twine(abi::Local) + ")");
    if (cast<AllocaInst>(I).isStaticAlloca())
      return;
    break;
  default: // Over LLVM's opcodes.
    break;
  }
  refuse(I, Twine("'") + I.getOpcodeName() + "' is not supported on " + Chip);
}

void TeslaLegality::checkSignature(const Function &F) {
  const Instruction &First = F.front().front();
  for (const Argument &A : F.args())
    if (!isHoldable(A.getType(), *Subtarget))
      refuse(First, "parameter '" + A.getName() + "' of type '" +
                        typeName(A.getType()) + "' is not supported on " +
                        Chip);
  // A function that is called and has no conventions of its own is part of a
  // recursion that has been refused.
  bool IsKernel =
      F.getCallingConv() == CallingConv::PTX_Kernel || F.use_empty();
  if (IsKernel && !F.getReturnType()->isVoidTy() && !isTeslaDeviceFunction(F))
    refuse(First, "a kernel cannot return a value");
}

bool TeslaLegality::runOnFunction(Function &F) {
  const auto &TM = getAnalysis<TargetPassConfig>().getTM<TeslaTargetMachine>();
  Subtarget = TM.getSubtargetImpl(F);
  Chip = Subtarget->getCPU().str();
  checkSignature(F);
  for (const Instruction &I : instructions(F))
    check(I);
  return false;
}
