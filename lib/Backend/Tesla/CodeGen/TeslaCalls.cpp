//===- TeslaCalls.cpp - Device functions that are called ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaCalls.h"
#include "TeslaRegisterInfo.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Object/Module.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

bool llvm::isTeslaDeviceFunction(const Function &F) {
  return F.hasFnAttribute(TeslaKernelAttribute);
}

const Function &llvm::teslaKernelOf(const Function &F) {
  StringRef Name = F.getFnAttribute(TeslaKernelAttribute).getValueAsString();
  const Function *Kernel =
      Name.empty() ? nullptr : F.getParent()->getFunction(Name);
  return Kernel ? *Kernel : F;
}

/// A few registers must be left beside the arguments of a call.
unsigned llvm::teslaArgumentWords(const Function &F) {
  return std::clamp(TeslaRegisterInfo::registerBudget(F) / 2, 2u, 9u) - 1;
}

unsigned llvm::teslaWordsOf(const Type *T) {
  if (T->isVoidTy())
    return 0;
  if (auto *S = dyn_cast<StructType>(T)) {
    unsigned Words = 0;
    for (const Type *Member : S->elements())
      Words += teslaWordsOf(Member);
    return Words;
  }
  return T->isPointerTy() || T->getScalarSizeInBits() <= 32 ? 1 : 2;
}

uint64_t TeslaFrames::baseOf(const Function &F, Align A) const {
  uint64_t Base = 0;
  for (const User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      Base = std::max(Base, Ends.lookup(Call->getFunction()));
  return alignTo(Base, A);
}

//===----------------------------------------------------------------------===//
// Private copies
//===----------------------------------------------------------------------===//

/// The function with a body that \p I calls; else null.
static Function *calleeOf(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && !Callee->isDeclaration() &&
                 Callee->getCallingConv() != CallingConv::PTX_Kernel
             ? Callee
             : nullptr;
}

namespace {

/// The functions that one kernel calls.
class CallTree {
public:
  explicit CallTree(Function &Kernel) : Kernel(Kernel) {}

  /// Finds them; false, after a report, when there is recursion.
  bool find() { return visit(Kernel); }
  bool isTrivial() const { return Bottom.size() == 1; }
  void makePrivate();

private:
  bool visit(Function &F);
  Function *copy(Function &F);
  void redirect(CallBase &Call);
  void noteThreadIndices();

  Function &Kernel;
  /// Called before callers; the kernel comes last.
  SmallSetVector<Function *, 8> Bottom;
  SmallPtrSet<Function *, 8> Active;
  MapVector<Function *, Function *> Copies;
};

} // namespace

bool CallTree::visit(Function &F) {
  Active.insert(&F);
  for (Instruction &I : instructions(F)) {
    Function *Callee = calleeOf(I);
    if (!Callee || Bottom.contains(Callee))
      continue;
    if (Active.contains(Callee)) {
      F.getContext().diagnose(DiagnosticInfoUnsupported(
          F,
          "recursion is not supported: this call leads back to '" +
              Callee->getName() + "'",
          I.getDebugLoc()));
      return false;
    }
    if (!visit(*Callee))
      return false;
  }
  Active.erase(&F);
  Bottom.insert(&F);
  return true;
}

/// How many of the arguments of \p F go in registers.
static unsigned argumentsInRegisters(const Function &F, unsigned Room) {
  unsigned Words = 0, Count = 0, CountWithPointer = 0;
  for (const Argument &A : F.args()) {
    Words += teslaWordsOf(A.getType());
    Count += Words <= Room;
    CountWithPointer += Words < Room;
  }
  return Words <= Room ? Count : CountWithPointer;
}

/// The arguments of \p F from \p First on, in memory.
static StructType *argumentMemory(const Function &F, unsigned First) {
  SmallVector<Type *, 8> Types;
  for (const Argument &A : drop_begin(F.args(), First))
    Types.push_back(A.getType());
  return StructType::get(F.getContext(), Types);
}

Function *CallTree::copy(Function &F) {
  LLVMContext &Context = F.getContext();
  Module &M = *F.getParent();
  unsigned Direct = argumentsInRegisters(F, teslaArgumentWords(Kernel));
  bool HasMemory = Direct != F.arg_size();
  SmallVector<Type *, 8> Types;
  for (unsigned I = 0; I != Direct; ++I)
    Types.push_back(F.getArg(I)->getType());
  if (HasMemory)
    Types.push_back(PointerType::get(Context, heddle::abi::Local));
  Function *New = Function::Create(
      FunctionType::get(F.getReturnType(), Types, false),
      GlobalValue::InternalLinkage, Kernel.getName() + "." + F.getName(), M);

  ValueToValueMapTy Map;
  SmallVector<Instruction *, 16> Loads;
  StructType *Memory = HasMemory ? argumentMemory(F, Direct) : nullptr;
  for (Argument &A : F.args()) {
    unsigned N = A.getArgNo();
    if (N < Direct) {
      New->getArg(N)->setName(A.getName());
      Map[&A] = New->getArg(N);
      continue;
    }
    Type *Index = Type::getInt32Ty(Context);
    auto *Place = GetElementPtrInst::Create(
        Memory, New->getArg(Direct),
        {ConstantInt::get(Index, 0), ConstantInt::get(Index, N - Direct)});
    auto *Load =
        new LoadInst(A.getType(), Place, A.getName(), /*isVolatile=*/false,
                     M.getDataLayout().getABITypeAlign(A.getType()));
    Loads.append({Place, Load});
    Map[&A] = Load;
  }
  SmallVector<ReturnInst *, 2> Returns;
  CloneFunctionInto(New, &F, Map, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  for (Instruction *I : reverse(Loads))
    I->insertInto(&New->getEntryBlock(), New->getEntryBlock().begin());
  New->addFnAttr(TeslaKernelAttribute, Kernel.getName());
  New->setSection((heddle::object::TextPrefix + Kernel.getName()).str());
  for (StringRef Name : {"target-cpu", "heddle-maxrregcount"})
    if (Kernel.hasFnAttribute(Name))
      New->addFnAttr(Kernel.getFnAttribute(Name));
  return New;
}

/// Makes \p Call one of the copy.
void CallTree::redirect(CallBase &Call) {
  Function *Old = Call.getCalledFunction(), *New = Copies.lookup(Old);
  SmallVector<Value *, 8> Args(Call.args());
  unsigned Direct = argumentsInRegisters(*Old, teslaArgumentWords(Kernel));
  IRBuilder<> Builder(&Call);
  if (Direct != Args.size()) {
    StructType *Memory = argumentMemory(*Old, Direct);
    BasicBlock &Entry = Call.getFunction()->getEntryBlock();
    auto *Slot =
        new AllocaInst(Memory, heddle::abi::Local, "arguments", Entry.begin());
    for (unsigned N = Direct; N != Args.size(); ++N)
      Builder.CreateStore(Args[N],
                          Builder.CreateStructGEP(Memory, Slot, N - Direct));
    Args.truncate(Direct);
    Args.push_back(Slot);
  }
  CallInst *Other = Builder.CreateCall(New, Args);
  Other->setDebugLoc(Call.getDebugLoc());
  Other->takeName(&Call);
  Call.replaceAllUsesWith(Other);
  Call.eraseFromParent();
}

static bool readsThreadIndex(const Instruction &I) {
  if (const Function *Callee = calleeOf(I))
    return Callee->hasFnAttribute(TeslaReadsTidAttribute);
  auto *II = dyn_cast<IntrinsicInst>(&I);
  if (!II)
    return false;
  Intrinsic::ID ID = II->getIntrinsicID();
  return ID == Intrinsic::nvvm_read_ptx_sreg_tid_x ||
         ID == Intrinsic::nvvm_read_ptx_sreg_tid_y ||
         ID == Intrinsic::nvvm_read_ptx_sreg_tid_z;
}

/// Called before callers: what a function calls is known when it is looked at.
void CallTree::noteThreadIndices() {
  for (auto &[Old, New] : Copies)
    if (any_of(instructions(*New), readsThreadIndex))
      New->addFnAttr(TeslaReadsTidAttribute);
}

void CallTree::makePrivate() {
  for (Function *F : drop_end(Bottom.getArrayRef()))
    Copies[F] = copy(*F);
  SmallVector<CallBase *, 16> Calls;
  auto Collect = [&](Function &F) {
    for (Instruction &I : instructions(F))
      if (Function *Callee = calleeOf(I); Callee && Copies.contains(Callee))
        Calls.push_back(cast<CallBase>(&I));
  };
  Collect(Kernel);
  for (auto &[Old, New] : Copies)
    Collect(*New);
  for (CallBase *Call : Calls)
    redirect(*Call);
  noteThreadIndices();
  // Callers first, as their frames come first.
  auto &Functions = Kernel.getParent()->getFunctionList();
  for (auto &[Old, New] : Copies) {
    New->removeFromParent();
    Functions.insertAfter(Kernel.getIterator(), New);
  }
}

/// Functions whose last call was unreachable would pass for kernels.
static void eraseUncalled(Module &M) {
  auto IsUncalled = [](const Function &F) {
    return F.hasLocalLinkage() && F.use_empty() &&
           F.getCallingConv() != CallingConv::PTX_Kernel;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : make_early_inc_range(M))
      if (IsUncalled(F)) {
        F.eraseFromParent();
        Changed = true;
      }
  }
}

void llvm::makeTeslaCalleesPrivate(Module &M) {
  eraseUncalled(M);
  SmallSetVector<Function *, 8> Called;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (Function *Callee = calleeOf(I))
        Called.insert(Callee);
  if (Called.empty())
    return;
  SmallVector<Function *, 8> Kernels;
  for (Function &F : M)
    if (!F.isDeclaration() && !Called.contains(&F))
      Kernels.push_back(&F);
  bool Failed = false;
  for (Function *Kernel : Kernels) {
    CallTree Tree(*Kernel);
    if (!Tree.find())
      Failed = true;
    else if (!Tree.isTrivial())
      Tree.makePrivate();
  }
  if (Failed)
    return;
  // Nothing calls the originals any more but each other.
  for (Function *F : Called)
    F->deleteBody();
  for (Function *F : Called)
    if (F->use_empty())
      F->eraseFromParent();
}
