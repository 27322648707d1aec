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
#include "ChipKernels.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/IR/Intrinsics.h"
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

SmallVector<SmallVector<Type *, 2>> overloads(ChipKernels &Kernels,
                                              Operands Types) {
  SmallVector<SmallVector<Type *, 2>> All;
  auto AddEach = [&](ArrayRef<Type *> Of) {
    for (Type *T : Of)
      All.push_back({T});
  };
  switch (Types) {
  case Integers:
    AddEach(Kernels.vectorsOfIntegers());
    [[fallthrough]];
  case Scalars:
    AddEach(Kernels.integers());
    break;
  case Bytes:
    for (unsigned Bits : {16, 32, 48, 64})
      All.push_back({Kernels.integer(Bits)});
    break;
  case Orders:
    for (Type *T : Kernels.integers())
      for (unsigned Bits : {2, 8, 32, 64})
        All.push_back({Kernels.integer(Bits), T});
    break;
  case Floats:
    AddEach(Kernels.floats());
    break;
  }
  return All;
}

/// Adds a call with \p Immediate where the parameter must be constant.
void addCall(ChipKernels &Kernels, Function &Callee, uint64_t Immediate) {
  Kernels.add([&](IRBuilder<> &B) {
    SmallVector<Value *, 3> Args;
    for (const Argument &A : Callee.args())
      Args.push_back(Callee.hasParamAttribute(A.getArgNo(), Attribute::ImmArg)
                         ? ConstantInt::get(A.getType(), Immediate)
                         : Kernels.read(B, A.getType()));
    return B.CreateCall(&Callee, Args);
  });
}

/// Adds calls with each value of a parameter that must be constant.
void addCalls(ChipKernels &Kernels, Intrinsic::ID ID,
              ArrayRef<Type *> Overload) {
  Function &Callee =
      *Intrinsic::getDeclaration(&Kernels.module(), ID, Overload);
  if (ID != Intrinsic::is_fpclass) {
    for (uint64_t Immediate : {0, 1})
      addCall(Kernels, Callee, Immediate);
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
    addCall(Kernels, Callee, Test);
    addCall(Kernels, Callee, Test ^ fcAllFlags);
  }
}

TEST(Intrinsics, SelectedOnEveryChip) {
  for (const abi::Chip *Chip : abi::targetChips())
    for (const SelectedRow &Row : SelectedRows) {
      ChipKernels Kernels(*Chip);
      for (ArrayRef<Type *> Overload : overloads(Kernels, Row.Types))
        addCalls(Kernels, Row.ID, Overload);
      for (unsigned Level : {0, 3})
        EXPECT_EQ(Kernels.compile(Level), "")
            << Intrinsic::getBaseName(Row.ID).str() << " on " << Chip->Name
            << " at -O" << Level;
    }
}

} // namespace
} // namespace heddle
