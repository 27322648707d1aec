//===- TeslaPrivateCallees.cpp - Copies of functions for each kernel ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Why each kernel has copies of what it calls is told in TeslaCalls.h.
///
//===----------------------------------------------------------------------===//

#include "Select/TeslaCalls.h"
#include "Select/TeslaPassing.h"
#include "Target/TeslaRegisterInfo.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Intrinsics/Unsupported.h"
#include "heddle/Object/Module.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

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

  /// Finds them; false, after a report, when there is recursion that the chip
  /// cannot do.
  bool find();
  bool isTrivial() const { return Bottom.size() == 1; }
  void makePrivate();

private:
  Function *copy(Function &F);
  AllocaInst *passingSlot(Function &Caller, StructType *T);
  void redirect(CallBase &Call);
  bool mayRecurse(Instruction &Call, Function &Callee);
  void noteThreadIndices();
  void noteStackFrames();

  Function &Kernel;
  /// Called before callers; the kernel comes last.
  SmallSetVector<Function *, 8> Bottom;
  SmallPtrSet<Function *, 8> Active;
  /// The functions that calls lead back to: each cycle has one of them at
  /// least.
  SmallSetVector<Function *, 4> Recursive;
  MapVector<Function *, Function *> Copies;
  DenseMap<std::pair<Function *, StructType *>, AllocaInst *> Slots;
};

} // namespace

/// Notes that \p Call leads back to \p Callee; false, after a report, when the
/// kernel cannot have a stack for its frames.
bool CallTree::mayRecurse(Instruction &Call, Function &Callee) {
  const heddle::abi::Chip *Chip =
      heddle::abi::findChip(heddle::attributes::TargetChip.get(Kernel));
  if (!Chip || !Chip->has(heddle::abi::Feature::CallStack)) {
    heddle::reportUnsupported(
        Call, "recursion is not supported: this call leads back to '" +
                  Callee.getName() + "'");
    return false;
  }
  unsigned Budget = TeslaRegisterInfo::registerBudget(Kernel);
  if (Budget < TeslaRegistersForStack) {
    heddle::reportUnsupported(
        Call, "recursion needs at least " + Twine(TeslaRegistersForStack) +
                  " registers, and kernel '" + Kernel.getName() + "' has " +
                  Twine(Budget));
    return false;
  }
  Recursive.insert(&Callee);
  return true;
}

bool CallTree::find() {
  /// The functions that are being looked at, each called by the one before.
  SmallVector<std::pair<Function *, inst_iterator>, 8> Path;
  auto Enter = [&](Function &F) {
    Active.insert(&F);
    Path.push_back({&F, inst_begin(F)});
  };
  Enter(Kernel);
  while (!Path.empty()) {
    auto &[F, Next] = Path.back();
    if (Next == inst_end(*F)) {
      Active.erase(F);
      Bottom.insert(F);
      Path.pop_back();
      continue;
    }
    Instruction &I = *Next++;
    Function *Callee = calleeOf(I);
    if (!Callee || Bottom.contains(Callee))
      continue;
    if (Active.contains(Callee)) {
      if (!mayRecurse(I, *Callee))
        return false;
      continue;
    }
    Enter(*Callee);
  }
  return true;
}

static Value *memberOf(IRBuilder<> &Builder, const TeslaPassing &How,
                       Value *Memory, unsigned N) {
  return Builder.CreateStructGEP(How.Memory, Memory, N);
}

/// Stores the results of \p Return that do not go in registers.
static void storeResults(ReturnInst &Return, const Function &Old,
                         const TeslaPassing &How, Value *Memory) {
  unsigned Count = teslaResultTypes(Old).size();
  if (How.DirectResults == Count)
    return;
  IRBuilder<> Builder(&Return);
  Value *All = Return.getReturnValue();
  bool IsStruct = All->getType()->isStructTy();
  auto Result = [&](unsigned N) {
    return IsStruct ? Builder.CreateExtractValue(All, N) : All;
  };
  for (unsigned N = How.DirectResults; N != Count; ++N)
    Builder.CreateStore(
        Result(N), memberOf(Builder, How, Memory, How.resultMember(Old, N)));
  SmallVector<Value *, 4> Direct;
  for (unsigned N = 0; N != How.DirectResults; ++N)
    Direct.push_back(Result(N));
  if (Direct.empty())
    Builder.CreateRetVoid();
  else if (Direct.size() == 1)
    Builder.CreateRet(Direct.front());
  else
    Builder.CreateAggregateRet(Direct.data(), Direct.size());
  Return.eraseFromParent();
}

Function *CallTree::copy(Function &F) {
  LLVMContext &Context = F.getContext();
  Module &M = *F.getParent();
  TeslaPassing How(F, teslaArgumentWords(Kernel));
  SmallVector<Type *, 8> Types(
      F.getFunctionType()->params().take_front(How.DirectArguments));
  if (How.Memory)
    Types.push_back(PointerType::get(Context, heddle::abi::Local));
  Function *New = Function::Create(
      FunctionType::get(teslaDirectResult(F, How.DirectResults), Types, false),
      GlobalValue::InternalLinkage, Kernel.getName() + "." + F.getName(), M);

  ValueToValueMapTy Map;
  SmallVector<Instruction *, 16> Loads;
  Value *Memory = How.Memory ? New->getArg(How.DirectArguments) : nullptr;
  for (Argument &A : F.args()) {
    unsigned N = A.getArgNo();
    if (N < How.DirectArguments) {
      New->getArg(N)->setName(A.getName());
      Map[&A] = New->getArg(N);
      continue;
    }
    Type *Index = Type::getInt32Ty(Context);
    auto *Place = GetElementPtrInst::Create(
        How.Memory, Memory,
        {ConstantInt::get(Index, 0),
         ConstantInt::get(Index, N - How.DirectArguments)});
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
  for (ReturnInst *Return : Returns)
    storeResults(*Return, F, How, Memory);
  heddle::attributes::KernelOf.set(*New, Kernel.getName());
  New->setSection((heddle::object::TextPrefix + Kernel.getName()).str());
  heddle::attributes::TargetChip.copy(Kernel, *New);
  heddle::attributes::RegisterBudget.copy(Kernel, *New);
  return New;
}

/// Memory of \p Caller for the values of type \p T that pass through it. Calls
/// follow each other, so those that pass the same share it.
AllocaInst *CallTree::passingSlot(Function &Caller, StructType *T) {
  AllocaInst *&Slot = Slots[{&Caller, T}];
  if (!Slot)
    Slot = new AllocaInst(T, heddle::abi::Local, "passed",
                          Caller.getEntryBlock().begin());
  return Slot;
}

/// Makes \p Call one of the copy.
void CallTree::redirect(CallBase &Call) {
  Function *Old = Call.getCalledFunction(), *New = Copies.lookup(Old);
  SmallVector<Value *, 8> Args(Call.args());
  TeslaPassing How(*Old, teslaArgumentWords(Kernel));
  IRBuilder<> Builder(&Call);
  AllocaInst *Slot = nullptr;
  if (How.Memory) {
    Slot = passingSlot(*Call.getFunction(), How.Memory);
    for (unsigned N = How.DirectArguments; N != Args.size(); ++N)
      Builder.CreateStore(
          Args[N], memberOf(Builder, How, Slot, N - How.DirectArguments));
    Args.truncate(How.DirectArguments);
    Args.push_back(Slot);
  }
  CallInst *Other = Builder.CreateCall(New, Args);
  Other->setDebugLoc(Call.getDebugLoc());
  Value *Result = Other;
  SmallVector<Type *, 4> Results = teslaResultTypes(*Old);
  if (How.DirectResults != Results.size()) {
    bool IsStruct = Old->getReturnType()->isStructTy();
    bool IsStructStill = Other->getType()->isStructTy();
    Result = PoisonValue::get(Old->getReturnType());
    for (auto [N, T] : enumerate(Results)) {
      Value *V;
      if (N >= How.DirectResults)
        V = Builder.CreateLoad(
            T, memberOf(Builder, How, Slot, How.resultMember(*Old, N)));
      else
        V = IsStructStill ? Builder.CreateExtractValue(Other, N) : Other;
      Result = IsStruct ? Builder.CreateInsertValue(Result, V, N) : V;
    }
  }
  if (!Other->getType()->isVoidTy())
    Other->takeName(&Call);
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

static bool readsThreadIndex(const Instruction &I) {
  if (const Function *Callee = calleeOf(I))
    return heddle::attributes::ReadsTid.isSet(*Callee);
  auto *II = dyn_cast<IntrinsicInst>(&I);
  if (!II)
    return false;
  Intrinsic::ID ID = II->getIntrinsicID();
  return ID == Intrinsic::nvvm_read_ptx_sreg_tid_x ||
         ID == Intrinsic::nvvm_read_ptx_sreg_tid_y ||
         ID == Intrinsic::nvvm_read_ptx_sreg_tid_z;
}

/// Called before callers: what a function calls is known when it is looked at,
/// unless it leads back to it.
void CallTree::noteThreadIndices() {
  for (bool Changed = true; std::exchange(Changed, false);)
    for (auto &[Old, New] : Copies)
      if (!heddle::attributes::ReadsTid.isSet(*New) &&
          any_of(instructions(*New), readsThreadIndex)) {
        heddle::attributes::ReadsTid.set(*New);
        Changed = !Recursive.empty();
      }
}

/// Gives a function that is active above one which may be active twice a frame
/// on the stack, too: a static one would lie where the stack grows.
void CallTree::noteStackFrames() {
  SmallSetVector<Function *, 8> Found;
  for (Function *F : Recursive)
    Found.insert(Copies.lookup(F));
  for (unsigned N = 0; N != Found.size(); ++N) {
    heddle::attributes::OnStack.set(*Found[N]);
    for (Instruction &I : instructions(*Found[N]))
      if (Function *Callee = calleeOf(I))
        Found.insert(Callee);
  }
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
  noteStackFrames();
  // Callers first, as their frames come first.
  auto &Functions = Kernel.getParent()->getFunctionList();
  for (auto &[Old, New] : Copies) {
    New->removeFromParent();
    Functions.insertAfter(Kernel.getIterator(), New);
  }
}

/// Functions whose last call was unreachable would pass for kernels.
static void eraseUncalled(Module &M) {
  SetVector<Function *> Uncalled;
  auto Note = [&](Function &F) {
    if (F.hasLocalLinkage() && F.use_empty() &&
        F.getCallingConv() != CallingConv::PTX_Kernel)
      Uncalled.insert(&F);
  };
  for (Function &F : M)
    Note(F);
  while (!Uncalled.empty()) {
    Function *F = Uncalled.pop_back_val();
    SetVector<Function *> Callees;
    for (Instruction &I : instructions(*F))
      if (Function *Callee = calleeOf(I))
        Callees.insert(Callee);
    F->eraseFromParent();
    for (Function *Callee : Callees)
      if (Callee != F)
        Note(*Callee);
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
  // The originals are called only by each other.
  for (Function *F : Called)
    F->deleteBody();
  for (Function *F : Called)
    if (F->use_empty())
      F->eraseFromParent();
}
