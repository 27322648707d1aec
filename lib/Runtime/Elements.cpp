//===- Elements.cpp - Typed views of buffers ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/Elements.h"
#include "heddle/ABI/MappedDouble.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <cmath>

using namespace llvm;

namespace heddle::runtime {
namespace {

struct ElementRow {
  ElementType Type;
  const char *Name;
  uint8_t Size;
  /// 'u', 's', 'b' or 'f'
  char Class;
};

constexpr ElementRow Rows[] = {
    {ElementType::U8, "u8", 1, 'u'},   {ElementType::S8, "s8", 1, 's'},
    {ElementType::B8, "b8", 1, 'b'},   {ElementType::U16, "u16", 2, 'u'},
    {ElementType::S16, "s16", 2, 's'}, {ElementType::B16, "b16", 2, 'b'},
    {ElementType::F16, "f16", 2, 'f'}, {ElementType::U32, "u32", 4, 'u'},
    {ElementType::S32, "s32", 4, 's'}, {ElementType::B32, "b32", 4, 'b'},
    {ElementType::F32, "f32", 4, 'f'}, {ElementType::U64, "u64", 8, 'u'},
    {ElementType::S64, "s64", 8, 's'}, {ElementType::B64, "b64", 8, 'b'},
    {ElementType::F64, "f64", 8, 'f'},
};

const ElementRow &row(ElementType Type) {
  const ElementRow &R = Rows[static_cast<unsigned>(Type)];
  assert(R.Type == Type && "rows are in the enum's order");
  return R;
}

const fltSemantics &semantics(ElementType Type) {
  switch (elementSize(Type)) {
  case 2:
    return APFloat::IEEEhalf();
  case 4:
    return APFloat::IEEEsingle();
  }
  return APFloat::IEEEdouble();
}

Error badValue(ElementType Type, StringRef Text) {
  return createStringError("'" + Text + "' is not a value of type " +
                           elementName(Type));
}

Expected<uint64_t> parseFloatBits(ElementType Type, StringRef Text) {
  StringRef Digits = Text;
  bool IsPattern = Type == ElementType::F64
                       ? Digits.consume_front_insensitive("0d")
                       : Digits.consume_front_insensitive("0f");
  if (IsPattern) {
    uint64_t Bits;
    if (Digits.size() != elementSize(Type) * 2 || Digits.getAsInteger(16, Bits))
      return badValue(Type, Text);
    return Bits;
  }
  APFloat Value(semantics(Type));
  Expected<APFloat::opStatus> Status =
      Value.convertFromString(Text, APFloat::rmNearestTiesToEven);
  if (!Status) {
    consumeError(Status.takeError());
    return badValue(Type, Text);
  }
  return Value.bitcastToAPInt().getZExtValue();
}

Expected<uint64_t> parseIntegerBits(ElementType Type, StringRef Text) {
  unsigned Width = elementSize(Type) * 8;
  uint64_t Mask = maskTrailingOnes<uint64_t>(Width);
  if (isSigned(Type)) {
    std::optional<int64_t> Value = parseSignedNumber(Text);
    if (!Value || !isIntN(Width, *Value))
      return badValue(Type, Text);
    return static_cast<uint64_t>(*Value) & Mask;
  }
  std::optional<uint64_t> Value = parseNumber(Text, Mask);
  if (!Value)
    return badValue(Type, Text);
  return *Value;
}

} // namespace

std::optional<ElementType> parseElementType(StringRef Name) {
  for (const ElementRow &R : Rows)
    if (Name == R.Name)
      return R.Type;
  return std::nullopt;
}

StringRef elementName(ElementType Type) { return row(Type).Name; }
unsigned elementSize(ElementType Type) { return row(Type).Size; }
bool isFloat(ElementType Type) { return row(Type).Class == 'f'; }
bool isSigned(ElementType Type) { return row(Type).Class == 's'; }

Error parseElement(ElementType Type, StringRef Text,
                   SmallVectorImpl<uint8_t> &Out) {
  Expected<uint64_t> Bits =
      isFloat(Type) ? parseFloatBits(Type, Text) : parseIntegerBits(Type, Text);
  if (!Bits)
    return Bits.takeError();
  appendBits(Type, *Bits, Out);
  return Error::success();
}

uint64_t loadBits(ElementType Type, const uint8_t *Bytes) {
  switch (elementSize(Type)) {
  case 1:
    return *Bytes;
  case 2:
    return support::endian::read16le(Bytes);
  case 4:
    return support::endian::read32le(Bytes);
  }
  return support::endian::read64le(Bytes);
}

void appendBits(ElementType Type, uint64_t Bits,
                SmallVectorImpl<uint8_t> &Out) {
  uint8_t Bytes[8];
  support::endian::write64le(Bytes, Bits);
  Out.append(Bytes, Bytes + elementSize(Type));
}

void mapDouble(MutableArrayRef<uint8_t> Bytes) {
  assert(Bytes.size() == elementSize(ElementType::F64) && "no double");
  uint64_t Bits = loadBits(ElementType::F64, Bytes.data());
  support::endian::write64le(Bytes.data(), abi::mappedDouble(Bits));
}

double loadFloat(ElementType Type, const uint8_t *Bytes) {
  APFloat Value(semantics(Type),
                APInt(elementSize(Type) * 8, loadBits(Type, Bytes)));
  return Value.convertToDouble();
}

std::string formatElement(ElementType Type, const uint8_t *Bytes) {
  std::string Text;
  raw_string_ostream OS(Text);
  uint64_t Bits = loadBits(Type, Bytes);
  unsigned Size = elementSize(Type);
  switch (row(Type).Class) {
  case 'f': {
    double Value = loadFloat(Type, Bytes);
    if (std::isnan(Value))
      return "nan";
    OS << format(Size == 8 ? "%.17g" : Size == 4 ? "%.9g" : "%.5g", Value);
    return Text;
  }
  case 's':
    OS << SignExtend64(Bits, Size * 8);
    return Text;
  case 'b':
    OS << format_hex(Bits, Size * 2 + 2);
    return Text;
  }
  OS << Bits;
  return Text;
}

} // namespace heddle::runtime
