//===- LiftMemory.cpp - Loads and stores ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ld and st of all spaces. An address is an integer until the access: its low
/// 32 bits, the offset added, then a pointer into the space. Accesses to
/// parameters become uses of the function's arguments.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Support/Diagnostics.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

static unsigned addressSpace(StateSpace Space) {
  switch (Space) {
  case StateSpace::Global:
    return abi::Global;
  case StateSpace::Shared:
    return abi::Shared;
  case StateSpace::Const:
    return abi::Constant;
  case StateSpace::Local:
    return abi::Local;
  case StateSpace::Param:
    return abi::Param;
  case StateSpace::Generic:
  case StateSpace::Reg:
  case StateSpace::Tex:
    break;
  }
  return abi::Generic;
}

/// Refuses what says more about ordering than a plain or volatile access.
bool FunctionLifter::checkAccess(const Instruction &I) {
  Modifier Semantics = I.modifier(GrpSemantics);
  if (Semantics != ModNone && Semantics != ModWeak &&
      Semantics != ModVolatile) {
    unsupported(I);
    return false;
  }
  if (I.has(ModSharedCluster)) {
    unsupported(I);
    return false;
  }
  return true;
}

/// The address as a pointer into the access's space.
Value *FunctionLifter::pointer(const Instruction &I, const Operand &Address,
                               unsigned Bytes) {
  unsigned AS = addressSpace(I.space());
  auto *PointerType = Builder.getPtrTy(AS);
  int64_t Offset = Address.Offset;
  const Variable *Var = Address.baseVariable();
  // Within a .local variable, so that the optimizer can promote it. An address
  // beyond it goes the other way, through an integer: as a displaced pointer
  // LLVM would take the access for undefined and drop it.
  if (Var && AS == abi::Local && Var->Parent && Offset >= 0 &&
      uint64_t(Offset) + Bytes <= Var->byteSize())
    return Builder.CreateConstGEP1_32(Builder.getInt8Ty(), Locals[Var->Id],
                                      Offset);
  Value *Base = Builder.getInt32(0);
  if (Address.baseRegister()) {
    Operand Register = Address;
    Register.OpKind = Operand::RegisterOp;
    Base = read(Register, ScalarType::U32);
  } else if (Address.Base) {
    Base = addressOf(*Address.Base, Address.Range);
  }
  Base = Builder.CreateAdd(Base, Builder.getInt32(Offset));
  return Builder.CreateIntToPtr(Base, PointerType);
}

/// A read of (part of) a parameter.
void FunctionLifter::liftLdParam(const Instruction &I) {
  const Operand &Address = I.Operands[1];
  const Variable *Var = Address.baseVariable();
  if (!Var || !Var->IsParameter || Address.baseRegister())
    return unsupported(I, ": an address that is not a parameter's name");
  auto Targets = elements(I.Operands[0], I.type());
  unsigned Size = storeSize(I.type());
  uint64_t End = Address.Offset + uint64_t(Size) * Targets.size();
  if (Address.Offset < 0 || End > Var->byteSize())
    return Parent.Diags.error(Address.Range.Start,
                              "access beyond the end of parameter '" +
                                  Var->Name + "'",
                              Address.Range);
  Value *Argument = Target.getArg(Var->Index);
  for (auto [Index, To] : enumerate(Targets)) {
    Value *V = Argument;
    if (unsigned Shift = 8 * (Address.Offset + Index * Size)) {
      V = fitBits(V, Builder.getIntNTy(8 * Var->byteSize()));
      V = Builder.CreateLShr(V, Shift);
    }
    write(To, fitBits(V, Parent.typeOf(I.type())));
  }
}

static unsigned accessWidth(ArrayRef<ptx::Operand> Elements, ScalarType Type) {
  return Elements.size() * storeSize(Type);
}

void FunctionLifter::liftLd(const Instruction &I) {
  if (I.space() == StateSpace::Param)
    return liftLdParam(I);
  if (!checkAccess(I))
    return;
  auto Targets = elements(I.Operands[0], I.type());
  unsigned Bytes = accessWidth(Targets, I.type());
  Type *Element = Parent.typeOf(I.type());
  Type *T = Element;
  if (Targets.size() > 1)
    T = FixedVectorType::get(Element, Targets.size());
  Value *V = Builder.CreateAlignedLoad(T, pointer(I, I.Operands[1], Bytes),
                                       Align(Bytes), I.has(ModVolatile));
  // What was never stored in .local is some value, not undefined behaviour.
  if (I.space() == StateSpace::Local)
    V = Builder.CreateFreeze(V);
  if (Targets.size() == 1)
    return write(Targets.front(), V);
  for (auto [Index, To] : enumerate(Targets))
    if (To.OpKind != Operand::SinkOp)
      write(To, Builder.CreateExtractElement(V, Index));
}

void FunctionLifter::liftSt(const Instruction &I) {
  if (I.space() == StateSpace::Param)
    return unsupported(I);
  if (!checkAccess(I))
    return;
  auto Sources = elements(I.Operands[1], I.type());
  unsigned Bytes = accessWidth(Sources, I.type());
  Value *V = nullptr;
  if (Sources.size() == 1) {
    V = read(Sources.front());
  } else {
    auto *T = FixedVectorType::get(Parent.typeOf(I.type()), Sources.size());
    V = Constant::getNullValue(T);
    for (auto [Index, From] : enumerate(Sources))
      V = Builder.CreateInsertElement(V, read(From), Index);
  }
  Builder.CreateAlignedStore(V, pointer(I, I.Operands[0], Bytes), Align(Bytes),
                             I.has(ModVolatile));
}

/// A hint about caches that the chip does not have.
void FunctionLifter::liftIgnored(const Instruction &) {}

} // namespace heddle
