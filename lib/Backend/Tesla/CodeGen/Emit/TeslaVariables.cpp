//===- TeslaVariables.cpp - Contents of module variables ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaVariables.h"
#include "heddle/ABI/AddressByte.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/GenericAddress.h"
#include "heddle/ABI/Limits.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <cassert>

using namespace llvm;
using namespace heddle;

namespace {

class ImageBuilder {
public:
  ImageBuilder(const GlobalVariable &GV, const TeslaConstantLayout &Constants,
               TeslaImage &Image)
      : GV(GV), DL(GV.getDataLayout()), Constants(Constants), Image(Image) {}

  Error put(const Constant &C, uint64_t Offset);

private:
  Error putAddress(const Constant &C, uint64_t Offset);
  /// The place in the image of the bytes from \p Offset on, for which there is
  /// room then. Offsets ascend.
  uint64_t place(uint64_t Offset, uint64_t NumBytes);
  uint64_t putBits(const APInt &Bits, uint64_t Offset);
  Error refuse(const Twine &Why) const {
    return createStringError("the initial value of variable '" + GV.getName() +
                             "' " + Why);
  }

  const GlobalVariable &GV;
  const DataLayout &DL;
  const TeslaConstantLayout &Constants;
  TeslaImage &Image;
};

} // namespace

uint64_t ImageBuilder::place(uint64_t Offset, uint64_t NumBytes) {
  // Zeros that are cheaper to store than one more part is to describe.
  constexpr uint64_t FewZeros = 1024, PartAlign = 8;
  SmallVector<char, 0> &Bytes = Image.Bytes;
  uint64_t End = 0;
  if (!Image.Parts.empty())
    End = Image.Parts.back().Offset + Bytes.size() - Image.Parts.back().Begin;
  assert((Image.Parts.empty() || Offset >= Image.Parts.back().Offset) &&
         "offsets ascend");
  if (Offset >= End + FewZeros) {
    Bytes.resize(alignTo(Bytes.size(), PartAlign));
    Image.Parts.push_back({alignDown(Offset, PartAlign), Bytes.size()});
  } else if (Image.Parts.empty()) {
    Image.Parts.push_back({0, 0});
  }
  uint64_t At = Image.Parts.back().Begin + Offset - Image.Parts.back().Offset;
  // Zeros behind the last number stay out.
  if (Bytes.size() < At + NumBytes)
    Bytes.resize(At + NumBytes);
  return At;
}

uint64_t ImageBuilder::putBits(const APInt &Bits, uint64_t Offset) {
  uint64_t At = place(Offset, divideCeil(Bits.getBitWidth(), 8));
  for (unsigned I = 0; I < Bits.getBitWidth(); I += 8)
    Image.Bytes[At + I / 8] = static_cast<char>(
        Bits.extractBitsAsZExtValue(std::min(8u, Bits.getBitWidth() - I), I));
  return At;
}

Error ImageBuilder::putAddress(const Constant &C, uint64_t Offset) {
  GlobalValue *Base = nullptr;
  APInt Addend;
  uint64_t Size = DL.getTypeStoreSize(C.getType());
  // The lifter writes the generic address of a constant so, and one byte of an
  // address.
  const Constant *Place = &C;
  auto *Number = dyn_cast<ConstantExpr>(&C);
  auto *Cast = Number ? dyn_cast<ConstantExpr>(Number->getOperand(0)) : nullptr;
  bool IsCast = Cast && Cast->getOpcode() == Instruction::AddrSpaceCast;
  unsigned To = IsCast ? Cast->getType()->getPointerAddressSpace() : 0;
  int Byte = To >= abi::Byte0 ? int(To - abi::Byte0) % 8 : -1;
  bool IsGeneric = IsCast && (To == abi::Generic || To >= abi::GenericByte0);
  if (IsCast)
    Place = Cast->getOperand(0);
  // The function only walks down the expression, and changes nothing.
  if (!IsConstantOffsetFromGlobal(const_cast<Constant *>(Place), Base, Addend,
                                  DL))
    return refuse("is neither a number nor an address");
  const auto *Variable = dyn_cast<GlobalVariable>(Base);
  if (!Variable)
    return refuse("is the address of '" + Base->getName() +
                  "', which is no variable");
  if (Byte < 0 && (Size < 4 || Offset % 4 != 0))
    return refuse("has an address in a place that is no aligned word");
  int64_t Distance = Addend.getSExtValue();
  if (auto *It = Constants.Address.find(Variable);
      It != Constants.Address.end()) {
    uint32_t Address = uint32_t(It->second + Distance);
    uint64_t Whole =
        (IsGeneric ? abi::windowBase(abi::ConstWindowWord) : 0) | Address;
    if (Byte >= 0)
      putBits(APInt(8, Whole >> (8 * Byte) & 0xff), Offset);
    else if (IsGeneric && Size == 8)
      putBits(APInt(64, abi::windowBase(abi::ConstWindowWord) | Address),
              Offset);
    else
      putBits(APInt(32, Address), Offset);
    return Error::success();
  }
  if (Variable->getAddressSpace() != abi::Global || Variable->isDeclaration())
    return refuse("is the address of '" + Variable->getName() +
                  "', which is the same for no two kernels");
  const unsigned PointerBits = DL.getPointerSizeInBits(abi::Global);
  uint64_t At = putBits(APInt(Byte < 0 ? PointerBits : 8, 0), Offset);
  if (Byte < int(PointerBits / 8))
    Image.Addresses.push_back({At, Variable, static_cast<int32_t>(Distance),
                               static_cast<int8_t>(Byte)});
  return Error::success();
}

Error ImageBuilder::put(const Constant &C, uint64_t Offset) {
  if (C.isNullValue() || isa<UndefValue>(C))
    return Error::success();
  if (auto *I = dyn_cast<ConstantInt>(&C)) {
    putBits(I->getValue(), Offset);
    return Error::success();
  }
  if (auto *F = dyn_cast<ConstantFP>(&C)) {
    putBits(F->getValueAPF().bitcastToAPInt(), Offset);
    return Error::success();
  }
  if (auto *S = dyn_cast<ConstantStruct>(&C)) {
    const StructLayout &Layout = *DL.getStructLayout(S->getType());
    for (unsigned I = 0; I != S->getNumOperands(); ++I)
      if (Error E = put(*S->getOperand(I), Offset + Layout.getElementOffset(I)))
        return E;
    return Error::success();
  }
  uint64_t Count = 0;
  if (auto *A = dyn_cast<ArrayType>(C.getType()))
    Count = A->getNumElements();
  else if (auto *V = dyn_cast<FixedVectorType>(C.getType()))
    Count = V->getNumElements();
  if (Count == 0)
    return putAddress(C, Offset);
  for (uint64_t I = 0; I != Count; ++I) {
    const Constant *Element = C.getAggregateElement(static_cast<unsigned>(I));
    if (!Element)
      return refuse("is neither a number nor an address");
    if (Error E =
            put(*Element, Offset + I * DL.getTypeAllocSize(Element->getType())))
      return E;
  }
  return Error::success();
}

Expected<TeslaImage> TeslaImage::build(const GlobalVariable &GV,
                                       const TeslaConstantLayout &Constants) {
  TeslaImage Image;
  assert(GV.hasInitializer() && "a declaration has no image");
  if (Error E = ImageBuilder(GV, Constants, Image).put(*GV.getInitializer(), 0))
    return std::move(E);
  return Image;
}

static std::optional<std::string>
whyNoObject(const GlobalVariable &GV, const TeslaConstantLayout &Constants) {
  const DataLayout &DL = GV.getDataLayout();
  auto Problem = [&](const Twine &Why) {
    return ("variable '" + GV.getName() + "' " + Why).str();
  };
  uint64_t Size = DL.getTypeAllocSize(GV.getValueType());
  if (GV.getAddressSpace() == abi::Constant) {
    uint64_t End = Constants.Address.lookup(&GV) + Size;
    if (End > abi::MaxConstantBytes)
      return Problem("ends at byte " + Twine(End) +
                     " of constant memory, which has " +
                     Twine(abi::MaxConstantBytes));
  } else if (Size > UINT32_MAX) {
    return Problem("of " + Twine(Size) + " bytes is larger than global memory");
  }
  // A variable of zeros can be large, and needs no image.
  if (GV.getInitializer()->isNullValue())
    return std::nullopt;
  Expected<TeslaImage> Image = TeslaImage::build(GV, Constants);
  if (!Image)
    return toString(Image.takeError());
  return std::nullopt;
}

void llvm::checkTeslaVariables(const Module &M) {
  TeslaConstantLayout Constants = TeslaConstantLayout::compute(M);
  for (const GlobalVariable &GV : M.globals()) {
    unsigned Space = GV.getAddressSpace();
    if (GV.isDeclaration() || (Space != abi::Global && Space != abi::Constant))
      continue;
    if (std::optional<std::string> Why = whyNoObject(GV, Constants))
      M.getContext().emitError(*Why);
  }
}
