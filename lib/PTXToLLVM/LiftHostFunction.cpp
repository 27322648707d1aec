//===- LiftHostFunction.cpp - Functions that the host provides ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// CUDA's device functions that no module defines: each is a service of the
/// host.
///
//===----------------------------------------------------------------------===//

#include "LiftCall.h"
#include "LiftMemory.h"
#include "heddle/ABI/HostServices.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle {

using abi::HostService;

namespace {
struct HostFunction {
  HostService Service;
  unsigned Params;
};
} // namespace

static std::optional<HostFunction> findHostFunction(StringRef Name) {
  return StringSwitch<std::optional<HostFunction>>(Name)
      .Case("vprintf", HostFunction{HostService::Print, 2})
      .Case("__assertfail", HostFunction{HostService::Assert, 5})
      .Case("malloc", HostFunction{HostService::Allocate, 1})
      .Case("free", HostFunction{HostService::Free, 1})
      .Default(std::nullopt);
}

Value *callHost(LiftContext &C, HostService Service, Value *A, Value *B) {
  return C.op(HeddleOp::HostCall,
              {A, B, C.Builder.getInt32(unsigned(Service))});
}

/// The record in memory of the arguments of __assertfail: (condition, file,
/// line, function, size of a character).
static Value *assertRecord(LiftContext &C, ArrayRef<Value *> Args) {
  static_assert(sizeof(abi::AssertRecord) == 4 * 8, "four words in a row");
  Type *I64 = C.Builder.getInt64Ty();
  AllocaInst *Record =
      C.Frame.allocate(sizeof(abi::AssertRecord), 8, "assertion");
  Value *const Fields[] = {Args[0], Args[1], Args[3], Args[2]};
  for (auto [N, V] : enumerate(Fields))
    C.Builder.CreateAlignedStore(
        V, C.Builder.CreateConstGEP1_32(I64, Record, unsigned(N)), Align(8));
  return genericAddress(C, Record);
}

bool liftHostFunction(LiftContext &C, const ptx::Instruction &I,
                      const ptx::Function &Callee) {
  const ptx::Function &Known = Callee.Definition ? *Callee.Definition : Callee;
  std::optional<HostFunction> Host = findHostFunction(Callee.Name);
  if (Known.Body || !Host || !C.Parent.Chip.has(abi::Feature::HostCalls))
    return false;
  CallFormals Formals = {Callee.Returns, Callee.Params};
  bool AreValues = all_of(Formals.Params, [](const ptx::Decl *Formal) {
    return valueType(*Formal).has_value();
  });
  if (Formals.Params.size() != Host->Params || !AreValues) {
    C.unsupported(I, ": a function of the host with other parameters");
    return true;
  }
  if (!CallSite::fits(C, I, Formals))
    return true;
  CallSite Site(C, I, Formals);
  Type *I64 = C.Builder.getInt64Ty();
  SmallVector<Value *, 5> Args;
  for (Value *V : Site.arguments())
    Args.push_back(C.fitBits(V, I64));
  Value *Zero = C.Builder.getInt64(0);
  if (Host->Service == HostService::Assert)
    Args = {assertRecord(C, Args)};
  Site.takeResult(
      callHost(C, Host->Service, Args[0], Args.size() > 1 ? Args[1] : Zero));
  return true;
}

} // namespace heddle
