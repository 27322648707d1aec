//===- IntrinsicsTest.cpp - LLVM's intrinsics on every chip ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Holds LLVMIntrinsics.def against LLVM's own list, and compiles what it calls
/// selected: each for every chip, in all types that the row is for.
///
//===----------------------------------------------------------------------===//

#include "llvm/IR/Intrinsics.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace heddle {
namespace {

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

enum Operands { Integers, Scalars, Bytes, Orders, Floats };
enum Reason {
  FrontEnds,
  Libraries,
  FastMath,
  OtherPasses,
  Vectorizers,
  Themselves
};

struct SelectedRow {
  Intrinsic::ID ID;
  Operands Types;
};

const SelectedRow SelectedRows[] = {
#define LLVM_SELECTED(NAME, OPERANDS) {Intrinsic::NAME, OPERANDS},
#include "heddle/Intrinsics/LLVMIntrinsics.def"
};

const Intrinsic::ID OtherRows[] = {
#define LLVM_DROPPED(NAME) Intrinsic::NAME,
#define LLVM_ABSENT(NAME, WHY) (static_cast<void>(WHY), Intrinsic::NAME),
#include "heddle/Intrinsics/LLVMIntrinsics.def"
};

const StringRef Families[] = {
#define LLVM_ABSENT_FAMILY(PREFIX, WHY)                                        \
  (static_cast<void>(WHY), StringRef("llvm." PREFIX)),
#include "heddle/Intrinsics/LLVMIntrinsics.def"
};

TEST(Intrinsics, EachHasOneRow) {
  for (Intrinsic::ID ID = 1; ID != Intrinsic::num_intrinsics; ++ID) {
    if (Function::isTargetIntrinsic(ID))
      continue;
    StringRef Name = Intrinsic::getBaseName(ID);
    auto IsFamily = [&](StringRef Prefix) { return Name.starts_with(Prefix); };
    auto IsSelected = [&](const SelectedRow &R) { return R.ID == ID; };
    EXPECT_EQ(count_if(SelectedRows, IsSelected) + count(OtherRows, ID) +
                  count_if(Families, IsFamily),
              1)
        << Name.str();
  }
}

TEST(Intrinsics, EachFamilyHasMembers) {
  for (StringRef Prefix : Families) {
    bool Found = false;
    for (Intrinsic::ID ID = 1; ID != Intrinsic::num_intrinsics; ++ID)
      Found |= Intrinsic::getBaseName(ID).starts_with(Prefix);
    EXPECT_TRUE(Found) << Prefix.str();
  }
}

//===----------------------------------------------------------------------===//
// Compiling them
//===----------------------------------------------------------------------===//

/// Kernels that call intrinsics, for one chip.
class Calls {
public:
  explicit Calls(const abi::Chip &Chip) : Chip(Chip), M("calls", Context) {
    M.setTargetTriple(abi::targetModel(Chip).Triple);
    Global = PointerType::get(Context, abi::Global);
  }

  void add(const SelectedRow &Row);
  /// What a compiler says that is asked for an object; empty if it makes one.
  std::string compile(unsigned Level) const;

private:
  Type *integer(unsigned Bits) { return IntegerType::get(Context, Bits); }
  Type *vector(Type *T, unsigned Count) {
    return FixedVectorType::get(T, Count);
  }
  bool isWide() const { return Chip.has(abi::Feature::WideIntegers); }
  SmallVector<Type *> integers();
  SmallVector<Type *> floats();
  SmallVector<SmallVector<Type *, 2>> overloads(Operands Types);
  void addKernels(Intrinsic::ID ID, ArrayRef<Type *> Overload);
  void addKernel(Function &Callee, uint64_t Immediate);
  Value *argument(IRBuilder<> &B, Function &Callee, unsigned N,
                  uint64_t Immediate);

  const abi::Chip &Chip;
  LLVMContext Context;
  Module M;
  Type *Global;
};

} // namespace

SmallVector<Type *> Calls::integers() {
  SmallVector<Type *> Types;
  for (unsigned Bits : {1, 7, 8, 16, 24, 31, 32, 33, 48, 63, 64})
    Types.push_back(integer(Bits));
  if (isWide())
    Types.push_back(integer(128));
  return Types;
}

SmallVector<Type *> Calls::floats() {
  SmallVector<Type *> Types = {Type::getFloatTy(Context)};
  if (Chip.has(abi::Feature::F64))
    Types.push_back(Type::getDoubleTy(Context));
  for (Type *T : SmallVector<Type *>(Types))
    for (unsigned Count : {2, 4})
      Types.push_back(vector(T, Count));
  return Types;
}

SmallVector<SmallVector<Type *, 2>> Calls::overloads(Operands Types) {
  SmallVector<SmallVector<Type *, 2>> All;
  switch (Types) {
  case Integers:
    for (auto [Bits, Count] :
         {std::pair(1, 4), {8, 4}, {16, 3}, {32, 2}, {64, 2}})
      All.push_back({vector(integer(Bits), Count)});
    [[fallthrough]];
  case Scalars:
    for (Type *T : integers())
      All.push_back({T});
    break;
  case Bytes:
    for (unsigned Bits : {16, 32, 48, 64})
      All.push_back({integer(Bits)});
    break;
  case Orders:
    for (Type *T : integers())
      for (unsigned Bits : {2, 8, 32, 64})
        All.push_back({integer(Bits), T});
    break;
  case Floats:
    for (Type *T : floats())
      All.push_back({T});
    break;
  }
  return All;
}

void Calls::add(const SelectedRow &Row) {
  for (ArrayRef<Type *> Overload : overloads(Row.Types))
    addKernels(Row.ID, Overload);
}

/// One for each value of a parameter that must be constant.
void Calls::addKernels(Intrinsic::ID ID, ArrayRef<Type *> Overload) {
  Function &Callee = *Intrinsic::getDeclaration(&M, ID, Overload);
  if (ID != Intrinsic::is_fpclass) {
    for (uint64_t Immediate : {0, 1})
      addKernel(Callee, Immediate);
    return;
  }
  // Single classes, what LLVM has names for, and their opposites.
  SmallVector<uint64_t> Tests = {fcNan,
                                 fcInf,
                                 fcNormal,
                                 fcSubnormal,
                                 fcZero,
                                 fcPosFinite,
                                 fcFinite,
                                 fcPositive,
                                 fcAllFlags,
                                 fcInf | fcNan,
                                 fcZero | fcSubnormal,
                                 fcZero | fcNan,
                                 fcPosNormal | fcPosSubnormal};
  for (uint64_t Class = 1; Class < fcAllFlags; Class *= 2)
    Tests.push_back(Class);
  for (uint64_t Test : Tests) {
    addKernel(Callee, Test);
    addKernel(Callee, Test ^ fcAllFlags);
  }
}

/// Reads it from memory, so that nothing is known of it.
Value *Calls::argument(IRBuilder<> &B, Function &Callee, unsigned N,
                       uint64_t Immediate) {
  Type *T = Callee.getArg(N)->getType();
  if (Callee.hasParamAttribute(N, Attribute::ImmArg))
    return ConstantInt::get(T, Immediate);
  Value *From = B.GetInsertBlock()->getParent()->getArg(0);
  return B.CreateAlignedLoad(T, From, Align(16), /*isVolatile=*/true);
}

void Calls::addKernel(Function &Callee, uint64_t Immediate) {
  Type *Void = Type::getVoidTy(Context);
  auto *F = Function::Create(FunctionType::get(Void, {Global}, false),
                             GlobalValue::ExternalLinkage, "k", M);
  F->setCallingConv(CallingConv::PTX_Kernel);
  IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
  SmallVector<Value *, 3> Args;
  for (const Argument &A : Callee.args())
    Args.push_back(argument(B, Callee, A.getArgNo(), Immediate));
  Value *Result = B.CreateCall(&Callee, Args);
  auto Store = [&](Value *V) {
    B.CreateAlignedStore(V, F->getArg(0), Align(16), /*isVolatile=*/true);
  };
  if (!Result->getType()->isStructTy())
    Store(Result);
  else
    for (unsigned N : {0, 1})
      Store(B.CreateExtractValue(Result, N));
  B.CreateRetVoid();
}

std::string Calls::compile(unsigned Level) const {
  std::string Text, Log;
  raw_string_ostream OS(Text), LogOS(Log);
  if (verifyModule(M, &LogOS))
    return Log;
  M.print(OS, nullptr);
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text, "calls.ll"),
                             SMLoc());
  Diagnostics Diags(Sources, LogOS);
  CompileOptions Options;
  Options.Arch = Chip.Name;
  Options.OptLevel = Level;
  Options.InputIsIR = true;
  auto Result = compilePTX(Options, Diags);
  if (!Result)
    return toString(Result.takeError());
  if (*Result && !(*Result)->Output.empty() && Log.empty())
    return "";
  return Log.empty() ? "no object" : Log;
}

TEST(Intrinsics, SelectedOnEveryChip) {
  for (const abi::Chip *Chip : abi::targetChips())
    for (const SelectedRow &Row : SelectedRows) {
      Calls All(*Chip);
      All.add(Row);
      for (unsigned Level : {0, 3})
        EXPECT_EQ(All.compile(Level), "")
            << Intrinsic::getBaseName(Row.ID).str() << " on " << Chip->Name
            << " at -O" << Level;
    }
}

} // namespace heddle
