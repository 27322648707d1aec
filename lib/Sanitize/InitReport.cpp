//===- InitReport.cpp - Tell of values that nobody wrote ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitChecker.h"
#include "Places.h"
#include "heddle/Machine/AddressNames.h"
#include "heddle/Machine/LaunchConfig.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sanitize {

using sm::Issue;
using sm::Space;

static std::string accessName(const Issue &E) {
  const sm::AccessKind OfImage = E.I.imageAccess();
  if (E.I.isAtomic() || OfImage == sm::AccessKind::Atomic)
    return "atomic";
  return E.I.isStore() || OfImage == sm::AccessKind::Store ? "write" : "read";
}

Rule InitChecker::ruleOf(const Origin &From) const {
  switch (From.Where) {
  case Space::Shared:
    return Rule::InitShared;
  case Space::Local:
    return Rule::InitLocal;
  case Space::Global:
    return Rule::InitGlobal;
  case Space::None:
  case Space::Const:
  case Space::Generic:
    break;
  }
  return Notes[From.Index].Undefined->IsVariable ? Rule::InitLocal
                                                 : Rule::InitRegister;
}

std::string InitChecker::placeOf(const Origin &From, unsigned Lane) const {
  uint64_t Address = From.Address[Lane];
  if (From.Open[Lane])
    Address += unsigned(llvm::countr_zero(From.Open[Lane]));
  switch (From.Where) {
  case Space::Shared:
    return sm::sharedPlaceText(Launch->P.Kernel.Info, Address);
  case Space::Local:
    return "local address " + abi::Address(Address).str();
  case Space::Global:
    return sm::globalPlaceText(*Launch, Address);
  case Space::None:
  case Space::Const:
  case Space::Generic:
    break;
  }
  const object::UndefinedValue &V = *Notes[From.Index].Undefined;
  return (V.IsVariable ? "local variable '" : "register '") + V.Name + "'";
}

std::string InitChecker::missing(const Origin &From, unsigned Lane) const {
  switch (From.Where) {
  case Space::Shared:
    return "a write to it by a thread of the block, before it is read, is "
           "missing";
  case Space::Local:
    return "a write to it by the thread, before it is read, is missing";
  case Space::Global:
    return "a write to it by the host or a kernel, before it is read, is "
           "missing";
  case Space::None:
  case Space::Const:
  case Space::Generic:
    break;
  }
  return "a write to " + placeOf(From, Lane) +
         " on the way to where it is read is missing";
}

FindingSide InitChecker::originSide(const CtaState &C, const Origin &From,
                                    unsigned Lane) const {
  FindingSide S =
      sideAt(*Launch, From.Index, C.Number, From.Warp * sm::Lanes + Lane);
  if (From.Where == Space::None) {
    S.IsPlace = true;
    S.What = placeOf(From, Lane) + ", which nothing was written to";
    return S;
  }
  S.What = "read";
  S.Bytes = From.Bytes;
  S.Values = "of " + placeOf(From, Lane) + ", which nobody has written";
  const auto Open = unsigned(llvm::popcount(From.Open[Lane]));
  if (Open < From.Bytes)
    S.Values += ": " + std::to_string(Open) + " of its " +
                std::to_string(From.Bytes) + " bytes";
  return S;
}

void InitChecker::report(const Issue &E, const CtaState &C, unsigned Lane,
                         Use How, OriginRef Ref, unsigned Bytes) {
  const Origin &From = C.Origins[Ref >> LaneBits];
  const unsigned FromLane = Ref & (sm::Lanes - 1);
  auto LineAt = [&](uint32_t Index) { return lineAt(*Launch, Index); };
  To.add(ruleOf(From), Launch->P.Kernel.Info.Name, E.Index, From.Index,
         {LineAt(E.Index), LineAt(From.Index)}, [&] {
           Finding F;
           F.TheRule = ruleOf(From);
           F.Kernel = Launch->P.Kernel.Info.Name;
           F.Place = placeOf(From, FromLane);
           F.Missing = missing(From, FromLane);
           FindingSide S = sideAt(*Launch, E.Index, C.Number,
                                  E.W.number() * sm::Lanes + Lane);
           F.SourceName = S.File;
           S.Bytes = Bytes;
           switch (How) {
           case Use::Branch:
             F.Message = "branch on an undefined value";
             S.What = "branch";
             break;
           case Use::Predicate:
             S.What = accessName(E);
             F.Message = S.What + " under an undefined predicate";
             break;
           case Use::Address:
             S.What = accessName(E);
             F.Message = S.What + " at an undefined address";
             break;
           case Use::Store:
             F.Message = "undefined value is written to global memory";
             S.What = "write";
             break;
           case Use::Atomic:
             F.Message = "atomic operation on an undefined value";
             S.What = "atomic";
             break;
           case Use::Barrier:
             F.Message = "barrier with an undefined operand";
             S.What = "barrier";
             break;
           case Use::Members:
             F.Message = "member mask that is undefined";
             S.What = "exchange";
             break;
           case Use::Host:
             F.Message = "undefined value is passed to a service of the host";
             S.What = "call";
             break;
           }
           F.Sides.push_back(std::move(S));
           F.Sides.push_back(originSide(C, From, FromLane));
           return F;
         });
}

} // namespace heddle::sanitize
