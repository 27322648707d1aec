//===- PackArguments.cpp - The kernel parameter block ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/LaunchState.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace llvm;

namespace heddle::runtime {
namespace {

sm::Fault argumentFault(sm::FaultKind Kind, const object::KernelInfo &Info,
                        const Twine &Message) {
  sm::Fault F;
  F.Kind = Kind;
  F.Kernel = Info.Name;
  F.Message = Message.str();
  return F;
}

std::string plural(size_t Count, StringRef Noun) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str();
}

/// Integers of one width stand for each other, untyped bits for everything;
/// a float is never taken for an integer.
bool accepts(ElementType Param, ElementType Arg) {
  if (elementSize(Param) != elementSize(Arg))
    return false;
  StringRef ParamName = elementName(Param), ArgName = elementName(Arg);
  return ParamName.front() == 'b' || ArgName.front() == 'b' ||
         isFloat(Param) == isFloat(Arg);
}

std::string describe(const ArgumentValue &A) {
  switch (A.Kind) {
  case ArgumentValue::Scalar:
    return elementName(A.Type).str();
  case ArgumentValue::RawBytes:
    return plural(A.Bytes.size(), "byte");
  case ArgumentValue::Pointer:
    return "a buffer";
  }
  llvm_unreachable("covered switch");
}

std::string describe(const object::KernelParam &P, bool IsArray) {
  if (IsArray)
    return (Twine("an array of ") + plural(P.Size, "byte")).str();
  return P.Type;
}

/// Whether \p P is a .texref, a .samplerref or a .surfref.
bool isHandle(const object::KernelParam &P) {
  return P.Type == "texref" || P.Type == "samplerref" || P.Type == "surfref";
}

bool fits(const ArgumentValue &A, const object::KernelParam &P, bool IsArray,
          std::optional<ElementType> Type, unsigned PointerBytes) {
  switch (A.Kind) {
  case ArgumentValue::Scalar:
    return Type && !IsArray && accepts(*Type, A.Type);
  case ArgumentValue::RawBytes:
    return A.Bytes.size() == P.Size;
  case ArgumentValue::Pointer:
    return Type && !IsArray && !isFloat(*Type) && P.Size >= PointerBytes;
  }
  llvm_unreachable("covered switch");
}

/// Lays out arguments as C would, if nothing is known of the parameters.
std::optional<sm::Fault> layOutArguments(unsigned PointerBytes,
                                         const object::KernelInfo &Info,
                                         ArrayRef<ArgumentValue> Arguments,
                                         SmallVectorImpl<uint8_t> &Block) {
  constexpr size_t MostAlign = 8;
  Block.clear();
  for (const ArgumentValue &A : Arguments) {
    const bool IsPointer = A.Kind == ArgumentValue::Pointer;
    const size_t Size = IsPointer ? PointerBytes : A.Bytes.size();
    // An array, or a structure, is mostly one of words.
    const size_t Align = A.Kind == ArgumentValue::RawBytes
                             ? PointerBytes
                             : std::clamp<size_t>(Size, 1, MostAlign);
    const size_t Offset = alignTo(Block.size(), Align);
    Block.resize(Offset + Size);
    if (IsPointer)
      object::storePointer(PointerBytes, &Block[Offset], A.Address);
    else
      std::copy(A.Bytes.begin(), A.Bytes.end(), Block.begin() + Offset);
  }
  assert(Info.SharedBytes >= abi::SharedParams && "no room for the header");
  const size_t Room = Info.SharedBytes - abi::SharedParams;
  if (Block.size() > Room)
    return argumentFault(sm::FaultKind::ArgumentCount, Info,
                         "the arguments take " + Twine(Block.size()) +
                             " bytes, and kernel '" + Info.Name +
                             "', whose file says nothing of parameters, has "
                             "room for " +
                             Twine(Room));
  return std::nullopt;
}

} // namespace

std::optional<sm::Fault> packArguments(unsigned PointerBytes,
                                       const object::KernelInfo &Info,
                                       ArrayRef<ArgumentValue> Arguments,
                                       SmallVectorImpl<uint8_t> &Block) {
  if (!Info.KnowsParams)
    return layOutArguments(PointerBytes, Info, Arguments, Block);
  size_t Wanted = Info.Params.size(), Given = Arguments.size();
  if (Given < Wanted)
    return argumentFault(
        sm::FaultKind::MissingArgument, Info,
        "kernel '" + Info.Name + "' takes " + plural(Wanted, "argument") +
            ", got " + Twine(Given) + "; none for parameter '" +
            Info.Params[Given].Name + "' (." + Info.Params[Given].Type + ")");
  if (Given > Wanted)
    return argumentFault(sm::FaultKind::ArgumentCount, Info,
                         "kernel '" + Info.Name + "' takes " +
                             plural(Wanted, "argument") + ", got " +
                             Twine(Given));

  size_t Size = 0;
  for (const object::KernelParam &P : Info.Params)
    Size = std::max<size_t>(Size, P.Offset + P.Size);
  Block.assign(Size, 0);

  for (size_t I = 0; I != Wanted; ++I) {
    const object::KernelParam &P = Info.Params[I];
    const ArgumentValue &A = Arguments[I];
    const bool IsHandle = isHandle(P);
    std::optional<ElementType> Type =
        IsHandle ? ElementType::U64 : parseElementType(P.Type);
    bool IsArray = !Type || P.Size != elementSize(*Type);
    if (!fits(A, P, IsArray, Type, PointerBytes) ||
        (IsHandle && A.Kind == ArgumentValue::Pointer))
      return argumentFault(sm::FaultKind::ArgumentType, Info,
                           "parameter " + Twine(I) + " '" + P.Name +
                               "' of kernel '" + Info.Name + "' is " +
                               describe(P, IsArray) + ", got " + describe(A));
    assert(P.Offset + P.Size <= Block.size() && "the block has room for all");
    if (A.Kind == ArgumentValue::Pointer)
      object::storePointer(PointerBytes, &Block[P.Offset], A.Address);
    else
      std::copy(A.Bytes.begin(), A.Bytes.end(), Block.begin() + P.Offset);
  }
  return std::nullopt;
}

} // namespace heddle::runtime
