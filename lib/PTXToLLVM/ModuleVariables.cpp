//===- ModuleVariables.cpp - Variables with an address --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables of .shared, .global and .const and their initial values. One of
/// .const keeps its initial value only until the host writes another, so no
/// load of it may be folded.
///
//===----------------------------------------------------------------------===//

#include "ModuleLifter.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/MappedDouble.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle {

using ptx::ScalarType;
using ptx::StateSpace;

GlobalVariable *ModuleLifter::globalFor(const ptx::Variable &Var) {
  auto [Entry, IsNew] = Globals.try_emplace(&Var, nullptr);
  if (!IsNew)
    return Entry->second;
  // An initial value may need further variables, even this one.
  GlobalVariable *Global = createVariable(Var);
  Globals[&Var] = Global;
  if (Global && Var.Space != StateSpace::Shared &&
      Var.Link != ptx::Linkage::Extern)
    Global->setInitializer(
        initialValue(Var, cast<ArrayType>(Global->getValueType())));
  return Global;
}

/// A function's own variable leaves the names at module scope to those who have
/// them there.
std::string ModuleLifter::nameFor(const ptx::Variable &Var) const {
  if (Var.Parent && ModuleNames.contains(Var.Name))
    return (Var.Parent->Name + "." + Var.Name).str();
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
    Diags.error(Var.Range.Start,
                "variable '" + Var.Name +
                    "' is defined in another module, and modules are not "
                    "linked",
                Var.Range);
    return nullptr;
  } else {
    bool IsInternal = Var.Link == ptx::Linkage::Internal;
    // A mapped double still takes its eight bytes.
    bool IsMapped = Var.Type == ScalarType::F64 && mapsDoubles();
    Type *Element = IsMapped ? Type::getInt64Ty(Context) : typeOf(Var.Type);
    uint64_t Count = Var.numElements() * Var.VectorWidth;
    Global = new GlobalVariable(
        M, ArrayType::get(Element, Count), IsConst,
        IsInternal ? GlobalValue::InternalLinkage
                   : GlobalValue::ExternalLinkage,
        /*Initializer=*/nullptr, nameFor(Var), /*InsertBefore=*/nullptr,
        GlobalValue::NotThreadLocal, IsConst ? abi::Constant : abi::Global,
        /*isExternallyInitialized=*/true);
  }
  Global->setAlignment(Align(Var.Align));
  return Global;
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
  if (isa_and_nonnull<ptx::Function>(Value.Symbol)) {
    refuseFunctionAddress(Value.Range);
    return Constant::getNullValue(T);
  }
  const auto *Target = dyn_cast_or_null<ptx::Variable>(Value.Symbol);
  if (!Target || !T->isIntegerTy() || Value.MaskByte >= 0) {
    unsupported(Value.Range, " as an initial value");
    return Constant::getNullValue(T);
  }
  GlobalVariable *Global = globalFor(*Target);
  if (!Global)
    return Constant::getNullValue(T);
  Constant *Address = ConstantExpr::getGetElementPtr(
      Type::getInt8Ty(Context), Global,
      ConstantInt::getSigned(Type::getInt32Ty(Context), Value.Offset));
  return ConstantExpr::getPtrToInt(Address, T);
}

/// Fills \p Elements from \p Value, whose first number belongs at \p First. The
/// braces of level N enclose the items of dimension N, or of a vector.
void ModuleLifter::flatten(const ptx::Variable &Var, const ptx::Init &Value,
                           unsigned Level, uint64_t First, Type *T,
                           MutableArrayRef<Constant *> Elements) {
  if (Value.InitKind != ptx::Init::List) {
    Elements[First] = initialElement(Value, T);
    return;
  }
  uint64_t Stride = 1;
  if (Level < Var.Dims.size()) {
    Stride = Var.VectorWidth;
    for (uint64_t Dim : Var.Dims.drop_front(Level + 1))
      Stride *= Dim;
  }
  for (const ptx::Init &Element : Value.Elements) {
    flatten(Var, Element, Level + 1, First, T, Elements);
    First += Stride;
  }
}

Constant *ModuleLifter::initialValue(const ptx::Variable &Var,
                                     ArrayType *Elements) {
  if (!Var.Initializer)
    return Constant::getNullValue(Elements);
  Type *T = Elements->getElementType();
  SmallVector<Constant *, 16> Values(Elements->getNumElements(),
                                     Constant::getNullValue(T));
  flatten(Var, *Var.Initializer, 0, 0, T, Values);
  return ConstantArray::get(Elements, Values);
}

} // namespace heddle
