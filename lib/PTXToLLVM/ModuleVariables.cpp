//===- ModuleVariables.cpp - Variables with an address --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables of .shared, .global and .const and their initial values. A
/// variable of .const keeps its initial value only until the host writes
/// another, so no load of it may be folded.
///
//===----------------------------------------------------------------------===//

#include "ModuleLifter.h"
#include "heddle/ABI/AddressByte.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Limits.h"
#include "heddle/ABI/MappedDouble.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Intrinsics/VariableAttributes.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using ptx::ScalarType;
using ptx::StateSpace;

namespace {
/// A number of an initial value, and where it belongs.
struct Number {
  uint64_t Index;
  ptx::Init Value;
};
} // namespace

/// Appends the numbers of \p Value, whose first belongs at \p First. The braces
/// of level N enclose the items of dimension N, or of a vector.
static void flatten(const ptx::Variable &Var, const ptx::Init &Value,
                    unsigned Level, uint64_t First,
                    std::vector<Number> &Numbers) {
  if (Value.InitKind != ptx::Init::List) {
    Numbers.push_back({First, Value});
    return;
  }
  uint64_t Stride = 1;
  if (Level < Var.Dims.size()) {
    Stride = Var.VectorWidth;
    for (uint64_t Dim : Var.Dims.drop_front(Level + 1))
      Stride *= Dim;
  }
  for (const ptx::Init &Element : Value.Elements) {
    flatten(Var, Element, Level + 1, First, Numbers);
    First += Stride;
  }
}

/// The byte \p Byte of \p Value, a number or an address.
static ptx::Init byteOf(ptx::Init Value, unsigned Byte) {
  assert(Byte < 8 && "no element has more bytes");
  if (Value.InitKind == ptx::Init::Value) {
    Value.Bits = Value.Bits >> (8 * Byte) & 0xff;
    return Value;
  }
  if (Value.MaskByte < 0) {
    Value.MaskByte = Byte;
    return Value;
  }
  // The byte that a mask selects is the whole value.
  return Byte == 0 ? Value : ptx::Init();
}

/// The initial numbers that are written down, by place, or their bytes. All
/// others are zero.
static std::vector<Number> numbersOf(const ptx::Variable &Var, bool InBytes) {
  std::vector<Number> Numbers;
  if (Var.Initializer)
    flatten(Var, *Var.Initializer, 0, 0, Numbers);
  if (!InBytes)
    return Numbers;
  unsigned Size = storeSize(Var.Type);
  std::vector<Number> Bytes;
  for (const Number &N : Numbers)
    for (unsigned Byte = 0; Byte != Size; ++Byte)
      Bytes.push_back({N.Index * Size + Byte, byteOf(N.Value, Byte)});
  return Bytes;
}

/// Whether an element of \p Value is an address of 64 bits on tx1, of which the
/// 32 bits of its element keep the lower half.
static bool hasHalfAddress(const ptx::Init &Value) {
  const auto *Target = dyn_cast_or_null<ptx::Variable>(Value.Symbol);
  if (Target && Value.MaskByte < 0)
    return Target->Space == StateSpace::Global || Value.IsGeneric;
  return any_of(Value.Elements, hasHalfAddress);
}

/// An object has room for whole addresses and for bytes of them only.
bool ModuleLifter::isInBytes(const ptx::Variable &Var) const {
  return Var.Initializer && Var.Type == ScalarType::U32 &&
         abi::targetModel(Chip).GlobalPointerBits == 64 &&
         hasHalfAddress(*Var.Initializer);
}

/// An array of \p Element, or a packed struct of arrays where long runs of
/// zeros stand between the numbers or behind them: as one value each they cost
/// nothing.
static Type *wholeType(ArrayRef<Number> Numbers, uint64_t Count,
                       Type *Element) {
  constexpr uint64_t LongRun = 64;
  SmallVector<Type *, 8> Runs;
  uint64_t First = 0, Next = 0;
  auto AddRun = [&](uint64_t End) {
    if (End != First)
      Runs.push_back(ArrayType::get(Element, End - First));
    First = End;
  };
  for (const Number &N : Numbers) {
    assert(N.Index >= Next && N.Index < Count &&
           "the parser numbers initial values in their order and counts them");
    if (N.Index - Next >= LongRun) {
      AddRun(Next);
      AddRun(N.Index);
    }
    Next = N.Index + 1;
  }
  if (First != Next && Count - Next >= LongRun)
    AddRun(Next);
  AddRun(Count);
  if (Runs.size() <= 1)
    return ArrayType::get(Element, Count);
  return StructType::get(Element->getContext(), Runs, /*isPacked=*/true);
}

/// Counts \p Var, and reports when there is too much.
bool ModuleLifter::checkSize(const ptx::Variable &Var) {
  auto Refuse = [&](const Twine &Why) {
    Diags.error(Var.Range.Start, "variable '" + Var.Name + "' " + Why,
                Var.Range);
    return false;
  };
  bool IsConst = Var.Space == StateSpace::Const;
  uint64_t &End = IsConst ? ConstantBytes : GlobalBytes;
  End = SaturatingAdd(alignTo(End, alignmentOf(Var)), Var.byteSize());
  if (IsConst && End > abi::MaxConstantBytes)
    return Refuse("ends at byte " + Twine(End) +
                  " of constant memory, which has " +
                  Twine(abi::MaxConstantBytes));
  if (!IsConst && End > Options.MaxModuleBytes)
    return Refuse("brings the module's variables to " + Twine(End) +
                  " bytes; --max-module-bytes allows " +
                  Twine(Options.MaxModuleBytes));
  return true;
}

GlobalVariable *ModuleLifter::globalFor(const ptx::Variable &Var) {
  if (Var.Definition)
    return globalFor(*Var.Definition);
  auto [Entry, IsNew] = Globals.try_emplace(&Var, nullptr);
  if (!IsNew)
    return Entry->second;
  // An initial value may need further variables, even this one.
  GlobalVariable *Global = createVariable(Var);
  Globals[&Var] = Global;
  if (Global && Var.Space != StateSpace::Shared &&
      Var.Link != ptx::Linkage::Extern)
    Global->setInitializer(initialValue(Var, Global->getValueType()));
  return Global;
}

/// A function's own variable leaves a name at module scope to the variable that
/// has it there.
std::string ModuleLifter::nameFor(const ptx::Variable &Var) const {
  if (Var.Parent && ModuleNames.contains(Var.Name))
    return (Var.Parent->Name + "." + Var.Name).str();
  if (!Var.Parent && Var.Link == ptx::Linkage::Internal)
    return privateName(Var.Name, Var.Range);
  return Var.Name.str();
}

GlobalVariable *ModuleLifter::createShared(const ptx::Variable &Var) {
  bool IsDynamic = Var.Link == ptx::Linkage::Extern || Var.IsUnsized;
  auto *Bytes = ArrayType::get(Type::getInt8Ty(Context), Var.byteSize());
  return new GlobalVariable(
      M, Bytes, /*isConstant=*/false,
      IsDynamic ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage,
      IsDynamic ? nullptr : UndefValue::get(Bytes), nameFor(Var),
      /*InsertBefore=*/nullptr, GlobalValue::NotThreadLocal, abi::Shared);
}

/// No module here defines \p Var.
GlobalVariable *ModuleLifter::createExternal(const ptx::Variable &Var) {
  if (!Options.IsPart) {
    Diags.error(Var.Range.Start,
                "variable '" + Var.Name + "' is .extern, and " +
                    (Sources.size() > 1 ? "none of the modules defines it"
                                        : "no other module is given"),
                Var.Range);
    noteHidden(Var.Name);
    return nullptr;
  }
  bool IsConst = Var.Space == StateSpace::Const;
  auto *Bytes = ArrayType::get(Type::getInt8Ty(Context), Var.byteSize());
  auto *Global = new GlobalVariable(
      M, Bytes, IsConst, GlobalValue::ExternalLinkage, /*Initializer=*/nullptr,
      Var.Name, /*InsertBefore=*/nullptr, GlobalValue::NotThreadLocal,
      IsConst ? abi::Constant : abi::Global, /*isExternallyInitialized=*/true);
  Global->setAlignment(Align(Var.Align));
  return Global;
}

GlobalVariable *ModuleLifter::createVariable(const ptx::Variable &Var) {
  GlobalVariable *Global = nullptr;
  bool IsConst = Var.Space == StateSpace::Const;
  if (Var.Space == StateSpace::Shared) {
    Global = createShared(Var);
  } else if (!IsConst && Var.Space != StateSpace::Global) {
    unsupported(Var.Range,
                Twine(": a variable in .") + ptx::spaceName(Var.Space).str());
    return nullptr;
  } else if (Var.Link == ptx::Linkage::Extern) {
    return createExternal(Var);
  } else if (!checkSize(Var)) {
    return nullptr;
  } else {
    bool IsInternal = Var.Link == ptx::Linkage::Internal;
    // A mapped double still takes its eight bytes.
    bool IsMapped = Var.Type == ScalarType::F64 && mapsDoubles();
    bool InBytes = isInBytes(Var);
    Type *Element = InBytes    ? Type::getInt8Ty(Context)
                    : IsMapped ? Type::getInt64Ty(Context)
                               : typeOf(Var.Type);
    uint64_t Count =
        InBytes ? Var.byteSize() : Var.numElements() * Var.VectorWidth;
    Global = new GlobalVariable(
        M, wholeType(numbersOf(Var, InBytes), Count, Element), IsConst,
        IsInternal ? GlobalValue::InternalLinkage
                   : GlobalValue::ExternalLinkage,
        /*Initializer=*/nullptr, nameFor(Var), /*InsertBefore=*/nullptr,
        GlobalValue::NotThreadLocal, IsConst ? abi::Constant : abi::Global,
        /*isExternallyInitialized=*/true);
    if (Var.IsManaged)
      Global->addAttribute(ManagedAttribute);
  }
  Global->setAlignment(alignmentOf(Var));
  return Global;
}

Align ModuleLifter::alignmentOf(const ptx::Variable &Var) const {
  Align Declared(Var.Align);
  bool IsDynamic = Var.Space == StateSpace::Shared &&
                   (Var.Link == ptx::Linkage::Extern || Var.IsUnsized);
  if (Var.Space == StateSpace::Global || (!IsDynamic && Var.byteSize() < 16) ||
      !Chip.has(abi::Feature::WideAddresses))
    return Declared;
  return std::max(Declared, Align(16));
}

/// The value of one element: a number or an address.
Constant *ModuleLifter::initialElement(const ptx::Init &Value, Type *T) {
  if (Value.InitKind == ptx::Init::Value) {
    bool IsMapped =
        mapsDoubles() && Value.IsFloat && T->getPrimitiveSizeInBits() == 64;
    APInt Bits(64, IsMapped ? abi::mappedDouble(Value.Bits) : Value.Bits);
    Bits = Bits.trunc(T->getPrimitiveSizeInBits());
    if (T->isIntegerTy())
      return ConstantInt::get(T, Bits);
    return ConstantFP::get(Context, APFloat(T->getFltSemantics(), Bits));
  }
  if (auto *F = dyn_cast_or_null<ptx::Function>(Value.Symbol)) {
    if (!Chip.has(abi::Feature::HostCalls) || !T->isIntegerTy()) {
      refuseFunctionAddress(Value.Range);
      return Constant::getNullValue(T);
    }
    uint64_t Address = functionAddress(*F, Value.Range) + Value.Offset;
    if (Value.MaskByte >= 0)
      Address = Address >> (8 * Value.MaskByte) & 0xff;
    return ConstantInt::get(T, Address);
  }
  const auto *Target = dyn_cast_or_null<ptx::Variable>(Value.Symbol);
  if (!Target || !T->isIntegerTy()) {
    unsupported(Value.Range, " as an initial value");
    return Constant::getNullValue(T);
  }
  GlobalVariable *Global = globalFor(*Target);
  if (!Global)
    return Constant::getNullValue(T);
  Constant *Address = ConstantExpr::getGetElementPtr(
      Type::getInt8Ty(Context), Global,
      ConstantInt::getSigned(Type::getInt32Ty(Context), Value.Offset));
  // A window address has more bits than one of the space.
  bool IsWindow = Value.IsGeneric && Chip.has(abi::Feature::GenericAddresses) &&
                  Target->Space != ptx::StateSpace::Global;
  if (Value.MaskByte >= 0)
    Address = ConstantExpr::getAddrSpaceCast(
        Address,
        PointerType::get(Context, Value.MaskByte + (IsWindow ? abi::GenericByte0
                                                             : abi::Byte0)));
  else if (IsWindow)
    Address = ConstantExpr::getAddrSpaceCast(
        Address, PointerType::get(Context, abi::Generic));
  return ConstantExpr::getPtrToInt(Address, T);
}

Constant *ModuleLifter::initialValue(const ptx::Variable &Var, Type *Whole) {
  std::vector<Number> Numbers = numbersOf(Var, isInBytes(Var));
  const Number *Next = Numbers.data(), *End = Next + Numbers.size();
  if (Next == End)
    return Constant::getNullValue(Whole);
  uint64_t First = 0;
  auto Fill = [&](ArrayType *T) -> Constant * {
    uint64_t Count = T->getNumElements(), Last = First + Count;
    if (Next == End || Next->Index >= Last) {
      First = Last;
      return Constant::getNullValue(T);
    }
    SmallVector<Constant *, 16> Values(
        Count, Constant::getNullValue(T->getElementType()));
    for (; Next != End && Next->Index < Last; ++Next)
      Values[Next->Index - First] =
          initialElement(Next->Value, T->getElementType());
    First = Last;
    return ConstantArray::get(T, Values);
  };
  auto *Runs = dyn_cast<StructType>(Whole);
  if (!Runs) {
    Constant *Value = Fill(cast<ArrayType>(Whole));
    assert(Next == End && "a number behind the end of its variable");
    return Value;
  }
  SmallVector<Constant *, 8> Parts;
  for (Type *Run : Runs->elements())
    Parts.push_back(Fill(cast<ArrayType>(Run)));
  assert(Next == End && "a number behind the end of its variable");
  return ConstantStruct::get(Runs, Parts);
}

} // namespace heddle
