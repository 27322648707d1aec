//===- CubinAttributes.cpp - What .nv.info.NAME says ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of attributes: a byte for the format, a byte for the number, two bytes
// for the value, or for the bytes that follow.
//
//===----------------------------------------------------------------------===//

#include "CubinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace llvm;

namespace heddle::object {
namespace {

/// The format of an attribute in .nv.info, which is in front of its number.
enum AttributeFormat : uint8_t { HasNone = 1, HasByte, HasHalf, HasBytes };
enum AttributeNumber : uint8_t {
  ImageSlot = 0x02,
  ParamOffsets = 0x0b,
  SyncStack = 0x0d,
  ParamInfo = 0x17,
  ParamSize = 0x18,
};

/// The attributes of a launch, before parameters have their sizes.
struct Found {
  CubinAttributes Of;
  /// CUDA 3.x tells where parameters start, and no sizes.
  std::vector<uint32_t> Offsets;
  /// The size of the parameter block, if an attribute has it.
  std::optional<uint32_t> ParamBytes;
};

/// A parameter of so many bytes, which may be anything.
KernelParam paramAt(uint32_t Ordinal, uint32_t Offset, uint32_t Size) {
  KernelParam P;
  P.Name = "param" + std::to_string(Ordinal);
  P.Offset = Offset;
  P.Size = Size;
  const bool IsScalar = Size <= 8 && isPowerOf2_32(Size);
  P.Type = IsScalar ? "b" + std::to_string(8 * Size) : "b8";
  P.Align = IsScalar ? Size : 1;
  return P;
}

/// KPARAM_INFO: u32, u16 ordinal, u16 offset, u32 whose bits from 18 on are the
/// size.
Error takeParam(StringRef Value, Found &To) {
  if (Value.size() != 12)
    return createStringError("a parameter has " + Twine(Value.size()) +
                             " bytes of description, not 12");
  DataExtractor Data(Value, /*IsLittleEndian=*/true, 4);
  DataExtractor::Cursor At(4);
  const uint16_t Ordinal = Data.getU16(At), Offset = Data.getU16(At);
  const uint32_t Size = Data.getU32(At) >> 18;
  cantFail(At.takeError());
  To.Of.Params.push_back(paramAt(Ordinal, Offset, Size));
  return Error::success();
}

Error takeAttribute(uint8_t Number, StringRef Value, Found &To) {
  DataExtractor Data(Value, /*IsLittleEndian=*/true, 4);
  DataExtractor::Cursor At(0);
  switch (Number) {
  case ParamInfo:
    return takeParam(Value, To);
  case ParamOffsets:
    for (uint64_t N = 0; N + 4 <= Value.size(); N += 4)
      To.Offsets.push_back(Data.getU32(At));
    break;
  case ParamSize:
    if (Value.size() >= 2)
      To.ParamBytes = Data.getU16(At);
    break;
  case SyncStack:
    if (Value.size() == 8) {
      (void)Data.getU16(At);
      To.Of.StackDepth = Data.getU16(At);
    }
    break;
  case ImageSlot: {
    if (Value.size() != 8)
      return createStringError("a texture without symbol and number");
    const uint32_t Symbol = Data.getU32(At), Slot = Data.getU32(At);
    To.Of.Textures.push_back({Symbol, Slot});
    break;
  }
  default: // Attributes that say nothing about a launch.
    break;
  }
  return At.takeError();
}

/// A parameter of CUDA 3.x ends where the next one starts.
void sizeParams(Found &To) {
  if (!To.Of.Params.empty() || To.Offsets.empty())
    return;
  llvm::sort(To.Offsets);
  for (auto [N, Offset] : enumerate(To.Offsets)) {
    const uint32_t Next = N + 1 == To.Offsets.size() ? To.ParamBytes.value_or(0)
                                                     : To.Offsets[N + 1];
    // The last one is taken for a word where nothing tells its end.
    const uint32_t Size = Next > Offset ? Next - Offset : 4;
    To.Of.Params.push_back(paramAt(uint32_t(N), Offset, Size));
  }
}

} // namespace

Expected<CubinAttributes> readCubinAttributes(StringRef Bytes) {
  Found To;
  while (!Bytes.empty()) {
    if (Bytes.size() < 4)
      return createStringError("they end within one");
    const uint8_t Format = uint8_t(Bytes[0]), Number = uint8_t(Bytes[1]);
    const unsigned Half = uint8_t(Bytes[2]) | unsigned(uint8_t(Bytes[3])) << 8;
    StringRef Value = Bytes.substr(2, 2);
    Bytes = Bytes.drop_front(4);
    if (Format == HasBytes) {
      if (Half > Bytes.size())
        return createStringError("they end within one");
      Value = Bytes.take_front(Half);
      Bytes = Bytes.drop_front(Half);
    }
    if (Error E = takeAttribute(Number, Value, To))
      return std::move(E);
  }
  sizeParams(To);
  // A size alone does not tell how many there are, unless it is 0.
  To.Of.KnowsParams = !To.Of.Params.empty() || To.ParamBytes == 0u;
  llvm::sort(To.Of.Params, [](const KernelParam &A, const KernelParam &B) {
    return A.Offset < B.Offset;
  });
  return std::move(To.Of);
}

} // namespace heddle::object
