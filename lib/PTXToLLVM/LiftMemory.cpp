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
  if (I.space() == StateSpace::Param)
    return paramPointer(I, Address, Bytes);
  unsigned AS = addressSpace(I.space());
  int64_t Offset = Address.Offset;
  const Variable *Var = Address.baseVariable();
  // Within a .local variable, so that the optimizer can promote it. An address
  // beyond it goes the other way, through an integer: as a displaced pointer
  // LLVM would take the access for undefined and drop it.
  if (Var && AS == abi::Local && Var->Parent && Offset >= 0 &&
      uint64_t(Offset) + Bytes <= Var->byteSize())
    return Builder.CreateConstGEP1_32(Builder.getInt8Ty(), Locals[Var->Id],
                                      Offset);
  if (Address.baseRegister())
    return registerPointer(Address, AS);
  Value *Base = Address.Base ? addressOf(*Address.Base, Address.Range)
                             : Builder.getInt32(0);
  Base = Builder.CreateAdd(Base, Builder.getInt32(Offset));
  return Builder.CreateIntToPtr(Base, Builder.getPtrTy(AS));
}

/// The address in a register, the offset added, as a pointer.
Value *FunctionLifter::registerPointer(const Operand &Address,
                                       unsigned AddressSpace) {
  Operand Register = Address;
  Register.OpKind = Operand::RegisterOp;
  Value *Base = read(Register, ScalarType::U32);
  Base = Builder.CreateAdd(Base, Builder.getInt32(Address.Offset));
  return Builder.CreateIntToPtr(Base, Builder.getPtrTy(AddressSpace));
}

/// What the .param variable that \p Op names lies in; null for a kernel's
/// parameter and for other operands.
Value *FunctionLifter::paramMemory(const Operand &Op) {
  return ParamMemory.lookup(Op.baseVariable());
}

/// Where a register that holds the address of a parameter points: kernels have
/// theirs in shared memory, functions in their frame.
unsigned FunctionLifter::paramSpace() const {
  return Source.IsEntry ? abi::Shared : abi::Local;
}

/// A place within a .param variable of a device function or of a call.
Value *FunctionLifter::paramPointer(const Instruction &I,
                                    const Operand &Address, unsigned Bytes) {
  Value *Memory = paramMemory(Address);
  if (!Memory && Address.baseRegister())
    return registerPointer(Address, paramSpace());
  if (!Memory) {
    unsupported(I, ": an address that is not a parameter's name");
    return nullptr;
  }
  const Variable &Var = *Address.baseVariable();
  if (Address.Offset < 0 || Address.Offset + uint64_t(Bytes) > Var.byteSize()) {
    Parent.Diags.error(Address.Range.Start,
                       "access beyond the end of parameter '" + Var.Name + "'",
                       Address.Range);
    return nullptr;
  }
  return Builder.CreateConstGEP1_32(Builder.getInt8Ty(), Memory,
                                    Address.Offset);
}

/// A read of (part of) a parameter of a kernel that is a value.
void FunctionLifter::liftLdParam(const Instruction &I) {
  const Operand &Address = I.Operands[1];
  const Variable *Var = Address.baseVariable();
  if (!Var || !Var->IsParameter)
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

/// The parts of an access that moves \p Elements: all at once, or, as mapped
/// doubles keep their eight bytes, one by one.
SmallVector<FunctionLifter::AccessPart, 4>
FunctionLifter::accessParts(const Instruction &I,
                            ArrayRef<Operand> Elements) const {
  unsigned Size = storeSize(I.type());
  if (I.type() != ScalarType::F64 || !Parent.mapsDoubles())
    return {{Elements, 0, unsigned(Elements.size() * Size)}};
  SmallVector<AccessPart, 4> Parts;
  for (unsigned Index = 0; Index != Elements.size(); ++Index)
    Parts.push_back({Elements.slice(Index, 1), Index * Size, Size});
  return Parts;
}

void FunctionLifter::liftLd(const Instruction &I) {
  bool IsParam = I.space() == StateSpace::Param;
  const Operand &Address = I.Operands[1];
  if (IsParam && !paramMemory(Address) && !Address.baseRegister())
    return liftLdParam(I);
  if (!checkAccess(I))
    return;
  auto Targets = elements(I.Operands[0], I.type());
  for (const AccessPart &Part : accessParts(I, Targets))
    loadPart(I, Part);
}

/// How a vector of small integers, \p Part of an access, goes through memory:
/// as words, so that it is one access with the alignment of the whole. Null: as
/// what it is.
static Type *packedType(Type *Element, size_t Count) {
  unsigned Bits = Element->isIntegerTy() ? Element->getIntegerBitWidth() : 32;
  if (Count == 1 || Bits >= 32)
    return nullptr;
  unsigned Total = Bits * unsigned(Count);
  Type *Word = IntegerType::get(Element->getContext(), std::min(Total, 32u));
  return Total <= 32 ? Word : FixedVectorType::get(Word, Total / 32);
}

/// Where element \p Index of \p Bits bits lies in a packed vector.
static std::pair<unsigned, unsigned> packedPlace(size_t Index, unsigned Bits) {
  return {unsigned(Index) * Bits / 32, unsigned(Index) * Bits % 32};
}

Value *FunctionLifter::unpack(Value *Packed, size_t Index, Type *Element) {
  auto [Word, Shift] = packedPlace(Index, Element->getIntegerBitWidth());
  Value *V = Packed;
  if (Packed->getType()->isVectorTy())
    V = Builder.CreateExtractElement(V, Word);
  return Builder.CreateTrunc(Builder.CreateLShr(V, Shift), Element);
}

Value *FunctionLifter::pack(ArrayRef<Operand> Elements, Type *Element,
                            Type *To) {
  Type *WordType = To->getScalarType();
  SmallVector<Value *, 2> Words;
  for (auto [Index, From] : enumerate(Elements)) {
    auto [Word, Shift] = packedPlace(Index, Element->getIntegerBitWidth());
    Value *V =
        Builder.CreateShl(Builder.CreateZExt(read(From), WordType), Shift);
    if (Word == Words.size())
      Words.push_back(V);
    else
      Words[Word] = Builder.CreateOr(Words[Word], V);
  }
  if (!To->isVectorTy())
    return Words.front();
  Value *All = Constant::getNullValue(To);
  for (auto [Index, V] : enumerate(Words))
    All = Builder.CreateInsertElement(All, V, Index);
  return All;
}

void FunctionLifter::loadPart(const Instruction &I, const AccessPart &Part) {
  Type *Element = Parent.typeOf(I.type()), *T = Element;
  Type *Packed = packedType(Element, Part.Elements.size());
  if (Packed)
    T = Packed;
  else if (Part.Elements.size() > 1)
    T = FixedVectorType::get(T, Part.Elements.size());
  Operand Address = I.Operands[1];
  Address.Offset += Part.Offset;
  Value *Pointer = pointer(I, Address, Part.Bytes);
  if (!Pointer)
    return;
  LoadInst *Load = Builder.CreateAlignedLoad(T, Pointer, Align(Part.Bytes),
                                             I.has(ModVolatile));
  // Nothing writes a kernel's parameters.
  if (I.space() == StateSpace::Param &&
      Load->getPointerAddressSpace() == abi::Shared)
    Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Context, {}));
  Value *V = Load;
  // What was never stored in .local is some value, not undefined behaviour.
  if (I.space() == StateSpace::Local || I.space() == StateSpace::Param)
    V = Builder.CreateFreeze(V);
  if (Part.Elements.size() == 1)
    return write(Part.Elements.front(), V);
  for (auto [Index, To] : enumerate(Part.Elements))
    if (To.OpKind != Operand::SinkOp)
      write(To, Packed ? unpack(V, Index, Element)
                       : Builder.CreateExtractElement(V, Index));
}

void FunctionLifter::liftSt(const Instruction &I) {
  if (!checkAccess(I))
    return;
  if (I.space() == StateSpace::Param && Source.IsEntry &&
      I.Operands[0].baseRegister())
    return Parent.Diags.error(I.NameRange.Start,
                              "the parameters of a kernel cannot be written",
                              I.NameRange);
  auto Sources = elements(I.Operands[1], I.type());
  for (const AccessPart &Part : accessParts(I, Sources))
    storePart(I, Part);
}

void FunctionLifter::storePart(const Instruction &I, const AccessPart &Part) {
  Value *V = nullptr;
  if (Part.Elements.size() == 1) {
    V = read(Part.Elements.front());
  } else if (Type *Packed =
                 packedType(Parent.typeOf(I.type()), Part.Elements.size())) {
    V = pack(Part.Elements, Parent.typeOf(I.type()), Packed);
  } else {
    auto *T =
        FixedVectorType::get(Parent.typeOf(I.type()), Part.Elements.size());
    V = Constant::getNullValue(T);
    for (auto [Index, From] : enumerate(Part.Elements))
      V = Builder.CreateInsertElement(V, read(From), Index);
  }
  Operand Address = I.Operands[0];
  Address.Offset += Part.Offset;
  if (Value *Pointer = pointer(I, Address, Part.Bytes))
    Builder.CreateAlignedStore(V, Pointer, Align(Part.Bytes),
                               I.has(ModVolatile));
}

/// A hint about caches that the chip does not have.
void FunctionLifter::liftIgnored(const Instruction &) {}

} // namespace heddle
