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

#include "LiftMemory.h"
#include "LiftCluster.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/GenericAddress.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;

namespace {
/// Elements that one load or store moves, and where.
struct AccessPart {
  ArrayRef<Operand> Elements;
  unsigned Offset;
  unsigned Bytes;
};
} // namespace

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

/// Whether \p I says more about ordering than a plain or volatile access does.
static bool isOrdered(const Instruction &I) {
  Modifier Semantics = I.modifier(GrpSemantics);
  return Semantics != ModNone && Semantics != ModWeak &&
         Semantics != ModVolatile;
}

/// Refuses orderings that PTX has since chips of other kinds, clusters where
/// the chip has none, and variables that other devices see under the same
/// address.
static bool checkAccess(LiftContext &C, const Instruction &I) {
  bool IsKnown =
      !isOrdered(I) || C.Parent.Chip.has(abi::Feature::WideAddresses);
  bool IsUnified = any_of(I.Operands, [](const Operand &Op) {
    return Op.OpKind == Operand::AddressOp && Op.IsUnified;
  });
  const bool IsOfCluster = I.has(ModSharedCluster) || I.has(ModCluster);
  if (IsKnown && !IsUnified &&
      (!IsOfCluster || C.Parent.Chip.has(abi::Feature::Tensors)))
    return true;
  C.unsupported(I);
  return false;
}

/// A volatile access happens as it is written, as does one that goes around the
/// caches.
static bool isVolatile(const Instruction &I) {
  return I.has(ModVolatile) || I.has(ModCv) || I.has(ModWt) || isOrdered(I);
}

/// The chip orders all accesses of a thread; so must the optimizer, around an
/// acquire or a release.
static void orderAccesses(LiftContext &C, const Instruction &I,
                          Modifier Semantics) {
  if (I.modifier(GrpSemantics) == Semantics)
    C.intrinsic(Intrinsic::nvvm_membar_sys, {});
}

/// \p Base, the offset added, as a pointer.
static Value *displaced(LiftContext &C, Value *Base, int64_t Offset,
                        unsigned AddressSpace) {
  Base = C.Builder.CreateAdd(
      Base, ConstantInt::getSigned(
                Base->getType(),
                SignExtend64(Offset, Base->getType()->getIntegerBitWidth())));
  return C.Builder.CreateIntToPtr(Base, C.Builder.getPtrTy(AddressSpace));
}

/// The address in a register, the offset added, as a pointer.
static Value *registerPointer(LiftContext &C, const Operand &Address,
                              unsigned AddressSpace) {
  Operand Register = Address;
  assert(Address.baseRegister() && "an address that is in no register");
  Register.OpKind = Operand::RegisterOp;
  Register.Offset = 0;
  bool IsWide =
      C.Parent.M.getDataLayout().getPointerSizeInBits(AddressSpace) == 64;
  Value *Base = C.read(Register, IsWide ? ScalarType::U64 : ScalarType::U32);
  return displaced(C, Base, Address.Offset, AddressSpace);
}

/// The space that a register with the address of a parameter points to:
/// parameters of kernels are in shared memory, those of functions in their
/// frame.
static unsigned paramSpace(const LiftContext &C) {
  return C.Source.IsEntry ? abi::Shared : abi::Local;
}

/// A place within a .param variable of a device function or of a call.
static Value *paramPointer(LiftContext &C, const Instruction &I,
                           const Operand &Address, unsigned Bytes) {
  Value *Memory = C.Frame.paramMemory(Address.baseVariable());
  if (!Memory && Address.baseRegister())
    return registerPointer(C, Address, paramSpace(C));
  if (!Memory) {
    C.unsupported(I, ": an address that is not a parameter's name");
    return nullptr;
  }
  const Variable &Var = *Address.baseVariable();
  if (Address.Offset < 0 || Address.Offset + uint64_t(Bytes) > Var.byteSize()) {
    C.error(Address.Range,
            "access beyond the end of parameter '" + Var.Name + "'");
    return nullptr;
  }
  return C.Builder.CreateConstGEP1_32(C.Builder.getInt8Ty(), Memory,
                                      Address.Offset);
}

/// Warns of an offset or address that no address of the chip can keep.
static void checkOffset(LiftContext &C, const Operand &Address) {
  constexpr int64_t Beyond = int64_t(1) << 32;
  int64_t Offset = Address.Offset;
  if (C.Parent.Chip.has(abi::Feature::WideAddresses) ||
      (Offset > -Beyond && Offset < Beyond))
    return;
  const char *What = Address.Base ? "offset " : "address ";
  C.Parent.Diags.warning("offset-truncated", Address.Range.Start,
                         "addresses of this chip have 32 bits: of " +
                             Twine(What) + Twine(Offset) + " " +
                             Twine(uint32_t(Offset)) + " is left",
                         Address.Range);
}

/// The address as a pointer into the access's space.
Value *pointer(LiftContext &C, const Instruction &I, const Operand &Address,
               unsigned Bytes) {
  if (I.space() == StateSpace::Param)
    return paramPointer(C, I, Address, Bytes);
  // A variable is the own CTA's.
  if (I.has(ModSharedCluster) && !Address.baseVariable())
    return C.Builder.CreateIntToPtr(
        genericOfCluster(C, clusterAddressIn(C, Address)),
        C.Builder.getPtrTy());
  return pointerInto(C, I.space(), Address, Bytes);
}

Value *pointerInto(LiftContext &C, StateSpace Space, const Operand &Address,
                   unsigned Bytes) {
  checkOffset(C, Address);
  unsigned AS = addressSpace(Space);
  int64_t Offset = Address.Offset;
  const Variable *Var = Address.baseVariable();
  // An address within a .local variable stays a pointer into it, so that the
  // optimizer can promote the variable. An address beyond it goes through an
  // integer: as a displaced pointer LLVM would take the access for undefined
  // and drop it.
  if (Var && AS == abi::Local && Offset >= 0 &&
      uint64_t(Offset) + Bytes <= Var->byteSize())
    return C.Builder.CreateConstGEP1_32(C.Builder.getInt8Ty(),
                                        C.Frame.local(*Var), Offset);
  if (Address.baseRegister())
    return registerPointer(C, Address, AS);
  Value *Base = Address.Base ? C.addressOf(*Address.Base, Address.Range)
                             : C.Builder.getInt32(0);
  return displaced(C, Base, Offset, AS);
}

/// Bytes that one access moves at most.
static constexpr unsigned MaxAccess = 16;

/// The parts of an access that moves \p Elements: all at once, or as many as an
/// access moves. Mapped doubles keep their eight bytes and go one by one, and
/// so do the elements of a store that leaves some of them out.
static SmallVector<AccessPart, 4>
accessParts(LiftContext &C, const Instruction &I, ArrayRef<Operand> Elements) {
  unsigned Size = storeSize(I.type());
  assert(isPowerOf2_32(Size) && !Elements.empty() &&
         "an access of no size that memory has");
  bool IsMapped = I.type() == ScalarType::F64 && C.Parent.mapsDoubles();
  bool HasGaps = I.opcode() == OpSt && any_of(Elements, [](const Operand &Op) {
                   return Op.OpKind == Operand::SinkOp;
                 });
  size_t Count = std::max(MaxAccess / Size, 1u);
  if (IsMapped || HasGaps)
    Count = 1;
  SmallVector<AccessPart, 4> Parts;
  for (size_t Index = 0; Index < Elements.size(); Index += Count) {
    ArrayRef<Operand> Some =
        Elements.slice(Index, std::min(Count, Elements.size() - Index));
    Parts.push_back(
        {Some, unsigned(Index * Size), unsigned(Some.size() * Size)});
  }
  return Parts;
}

/// The type in which a vector of \p Count small integers \p Element goes
/// through memory: words, so that it is one access with the alignment of the
/// whole. Null where the vector's own type will do.
static Type *packedType(Type *Element, size_t Count) {
  unsigned Bits = Element->isIntegerTy() ? Element->getIntegerBitWidth() : 32;
  if (Count == 1 || Bits >= 32)
    return nullptr;
  unsigned Total = Bits * unsigned(Count);
  Type *Word = IntegerType::get(Element->getContext(), std::min(Total, 32u));
  return Total <= 32 ? Word : FixedVectorType::get(Word, Total / 32);
}

/// The word, and the bit in it, of element \p Index of \p Bits bits in a packed
/// vector.
static std::pair<unsigned, unsigned> packedPlace(size_t Index, unsigned Bits) {
  return {unsigned(Index) * Bits / 32, unsigned(Index) * Bits % 32};
}

static Value *unpack(LiftContext &C, Value *Packed, size_t Index,
                     Type *Element) {
  auto [Word, Shift] = packedPlace(Index, Element->getIntegerBitWidth());
  Value *V = Packed;
  assert(Shift + Element->getIntegerBitWidth() <= 32 &&
         "an element across two words");
  if (Packed->getType()->isVectorTy())
    V = C.Builder.CreateExtractElement(V, Word);
  return C.Builder.CreateTrunc(C.Builder.CreateLShr(V, Shift), Element);
}

static Value *pack(LiftContext &C, ArrayRef<Operand> Elements, Type *Element,
                   Type *To) {
  Type *WordType = To->getScalarType();
  SmallVector<Value *, 2> Words;
  for (auto [Index, From] : enumerate(Elements)) {
    auto [Word, Shift] = packedPlace(Index, Element->getIntegerBitWidth());
    Value *V = C.Builder.CreateShl(C.Builder.CreateZExt(C.read(From), WordType),
                                   Shift);
    assert(Word <= Words.size() && "elements come in the order of their words");

    if (Word == Words.size())
      Words.push_back(V);
    else
      Words[Word] = C.Builder.CreateOr(Words[Word], V);
  }
  if (!To->isVectorTy())
    return Words.front();
  Value *All = Constant::getNullValue(To);
  for (auto [Index, V] : enumerate(Words))
    All = C.Builder.CreateInsertElement(All, V, Index);
  return All;
}

static void loadPart(LiftContext &C, const Instruction &I,
                     const AccessPart &Part) {
  Type *Element = C.typeOf(I.type()), *T = Element;
  Type *Packed = packedType(Element, Part.Elements.size());
  if (Packed)
    T = Packed;
  else if (Part.Elements.size() > 1)
    T = FixedVectorType::get(T, Part.Elements.size());
  Operand Address = I.Operands[1];
  Address.Offset += Part.Offset;
  Value *Pointer = pointer(C, I, Address, Part.Bytes);
  if (!Pointer)
    return;
  assert(isPowerOf2_32(Part.Bytes) && Part.Bytes <= MaxAccess &&
         "a part is one access");
  LoadInst *Load =
      C.Builder.CreateAlignedLoad(T, Pointer, Align(Part.Bytes), isVolatile(I));
  // Nothing writes a kernel's parameters.
  if (I.space() == StateSpace::Param &&
      Load->getPointerAddressSpace() == abi::Shared)
    Load->setMetadata(LLVMContext::MD_invariant_load,
                      MDNode::get(C.Context, {}));
  Value *V = Load;
  // A value in .local that was never stored is some value, not undefined
  // behaviour.
  if (I.space() == StateSpace::Local || I.space() == StateSpace::Param)
    V = C.Builder.CreateFreeze(V);
  if (Part.Elements.size() == 1)
    return C.write(Part.Elements.front(), V);
  for (auto [Index, To] : enumerate(Part.Elements))
    if (To.OpKind != Operand::SinkOp)
      C.write(To, Packed ? unpack(C, V, Index, Element)
                         : C.Builder.CreateExtractElement(V, Index));
}

static void storePart(LiftContext &C, const Instruction &I,
                      const AccessPart &Part) {
  Value *V = nullptr;
  if (Part.Elements.size() == 1) {
    V = C.read(Part.Elements.front());
  } else if (Type *Packed =
                 packedType(C.typeOf(I.type()), Part.Elements.size())) {
    V = pack(C, Part.Elements, C.typeOf(I.type()), Packed);
  } else {
    auto *T = FixedVectorType::get(C.typeOf(I.type()), Part.Elements.size());
    V = Constant::getNullValue(T);
    for (auto [Index, From] : enumerate(Part.Elements))
      V = C.Builder.CreateInsertElement(V, C.read(From), Index);
  }
  Operand Address = I.Operands[0];
  Address.Offset += Part.Offset;
  if (Value *Pointer = pointer(C, I, Address, Part.Bytes))
    C.Builder.CreateAlignedStore(V, Pointer, Align(Part.Bytes), isVolatile(I));
}

void liftLd(LiftContext &C, const Instruction &I) {
  bool IsParam = I.space() == StateSpace::Param;
  const Operand &Address = I.Operands[1];
  if (IsParam && (endsBeyondParameter(C, I) ||
                  (!C.Frame.paramMemory(Address.baseVariable()) &&
                   !Address.baseRegister())))
    return liftLdParam(C, I);
  if (!checkAccess(C, I))
    return;
  auto Targets = C.elements(I.Operands[0], I.type());
  for (const AccessPart &Part : accessParts(C, I, Targets))
    loadPart(C, I, Part);
  orderAccesses(C, I, ModAcquire);
}

void liftSt(LiftContext &C, const Instruction &I) {
  if (!checkAccess(C, I))
    return;
  if (I.space() == StateSpace::Param && C.Source.IsEntry &&
      I.Operands[0].baseRegister())
    return C.error(I.NameRange, "the parameters of a kernel cannot be written");
  orderAccesses(C, I, ModRelease);
  auto Sources = C.elements(I.Operands[1], I.type());
  for (const AccessPart &Part : accessParts(C, I, Sources))
    if (Part.Elements.front().OpKind != Operand::SinkOp)
      storePart(C, I, Part);
}

Value *genericAddress(LiftContext &C, Value *Pointer) {
  Type *I64 = C.Builder.getInt64Ty();
  uint32_t Window = 0;
  switch (Pointer->getType()->getPointerAddressSpace()) {
  case abi::Shared:
    Window = abi::SharedWindowWord;
    break;
  case abi::Local:
    Window = abi::LocalWindowWord;
    break;
  }
  Value *Address = C.Builder.CreatePtrToInt(Pointer, I64);
  return Window ? C.Builder.CreateOr(
                      Address, C.Builder.getInt64(abi::windowBase(Window)))
                : Address;
}

/// Hints that are younger than the silicon are no part of what it runs.
static bool checkHint(LiftContext &C, const Instruction &I) {
  if (C.Parent.Chip.has(abi::Feature::WideAddresses))
    return true;
  C.unsupported(I, ": it needs sm_" + Twine(I.Form->MinTarget % Arch90));
  return false;
}

/// A hint about caches that the chip does not have.
void liftIgnored(LiftContext &C, const Instruction &I) {
  if (I.opcode() != OpPrefetch && I.opcode() != OpPrefetchu)
    checkHint(C, I);
}

/// Launches run one after another: what a grid waits for has ended, and what
/// waits for it starts when it ends, however early it lets it go. Registers
/// that a warp gives away by setmaxnreg are nobody's either.
void liftGriddepcontrol(LiftContext &C, const Instruction &I) {
  checkHint(C, I);
}

/// The policy for a cache that the chip does not have is 0.
void liftCreatepolicy(LiftContext &C, const Instruction &I) {
  if (checkHint(C, I))
    C.writeResult(I, C.Builder.getInt64(0));
}

} // namespace heddle
