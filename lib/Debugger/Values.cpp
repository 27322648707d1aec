//===- Values.cpp - What a user asks for by name --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Values.h"
#include "heddle/Machine/RegisterValues.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <fmt/format.h>

using namespace llvm;

namespace heddle::debugger {

Expected<MemoryPart> parseMemory(StringRef Text, const View &V, WarpName Focus,
                                 uint64_t Usual) {
  auto [What, TypeName] = Text.trim().split(':');
  auto [Name, Index] = What.split('[');
  Expected<MemoryRange> Range = V.memory(Focus, Name.trim());
  if (!Range)
    return Range.takeError();
  MemoryPart Part;
  Part.Range = std::move(*Range);
  if (!TypeName.empty()) {
    std::optional<runtime::ElementType> Type =
        runtime::parseElementType(TypeName.trim());
    if (!Type)
      return createStringError("there is no type '" + TypeName + "'");
    Part.Range.Type = *Type;
  }
  uint64_t Count = Part.Range.Bytes.size() / Part.size();
  Part.End = std::min(Usual, Count);
  if (What.contains('[')) {
    if (!Index.consume_back("]"))
      return createStringError("']' is missing");
    auto [First, Last] = Index.split("..");
    if (First.getAsInteger(0, Part.First) ||
        (!Last.empty() && Last.getAsInteger(0, Part.End)))
      return createStringError("'" + Index + "' is no index: I or I..J");
    Part.End = Last.empty() ? Part.First + 1 : Part.End + 1;
  }
  if (Part.First >= Count || Part.End > Count || Part.First >= Part.End)
    return createStringError("'" + Name + "' has " + Twine(Count) +
                             " elements of type " +
                             runtime::elementName(Part.Range.Type));
  return Part;
}

std::string formatted(uint64_t Bits, unsigned Width, char Format) {
  Bits &= maskTrailingOnes<uint64_t>(Width);
  switch (Format) {
  case 'd':
    return std::to_string(SignExtend64(Bits, Width));
  case 'u':
    return std::to_string(Bits);
  case 't':
    return fmt::format("{:#b}", Bits);
  case 'c':
    return Bits >= 0x20 && Bits < 0x7f ? fmt::format("'{}'", char(Bits))
                                       : fmt::format("{:#x}", Bits);
  case 'f':
    if (Width == 32)
      return fmt::format("{}", bit_cast<float>(uint32_t(Bits)));
    if (Width == 64)
      return fmt::format("{}", bit_cast<double>(Bits));
    break;
  default:
    break;
  }
  return fmt::format("{:#x}", Bits);
}

static std::string memoryText(const MemoryPart &Part, char Format) {
  std::string Text;
  for (uint64_t I = Part.First; I != Part.End; ++I) {
    uint64_t Bits = 0;
    std::memcpy(&Bits, Part.Range.Bytes.data() + I * Part.size(),
                std::min(Part.size(), 8u));
    Text += Text.empty() ? "" : " ";
    Text += Format ? formatted(Bits, std::min(Part.size(), 8u) * 8, Format)
                   : Part.text(I);
  }
  return Text;
}

unsigned widthOf(StringRef Type) {
  if (Type == "pred")
    return 8;
  unsigned Bits = 0;
  StringRef Number = Type.drop_while(isAlpha);
  // An object that others have made may have any text for a type.
  if (Number.consumeInteger(10, Bits) || Bits == 0 || Bits > 64)
    return 64;
  return std::min(Number == "x2" ? 2 * Bits : Bits, 64u);
}

/// \p Text, which has no format, where one was asked for by \p Format.
static Expected<std::string> unformatted(StringRef What, StringRef Text,
                                         char Format) {
  // The reason why there is no value is of no format.
  if (Format && !(Text.starts_with("<") && Text.ends_with(">")))
    return createStringError("'" + What +
                             "' has no value that a format could show");
  return Text.str();
}

Expected<std::string> valueText(StringRef What, const View &V, WarpName Focus,
                                char Format) {
  What = What.trim();
  if (What.empty())
    return createStringError("there is nothing to look at: a register or a "
                             "name is missing");
  const bool IsRegister = What.starts_with("%") || What.starts_with("$");
  if (IsRegister && !V.find(Focus))
    return createStringError("no warp is in focus");
  if (V.find(Focus)) {
    std::optional<sm::NamedValue> Value = V.value(Focus, What);
    if (Value && Format)
      return sm::lanesText(V.place(Focus).Active, 0, [&](unsigned Lane) {
        return formatted(Value->Bits[Lane], widthOf(Value->Type), Format);
      });
    if (!IsRegister)
      if (std::optional<std::string> Text = V.local(Focus, What))
        return unformatted(What, *Text, Format);
    if (IsRegister || Value) {
      Expected<std::string> Text = V.evaluate(Focus, What);
      if (!Text)
        return Text.takeError();
      return unformatted(What, StringRef(*Text).split('=').second.trim(),
                         Format);
    }
  }
  Expected<MemoryPart> Part = parseMemory(What, V, Focus, 16);
  if (!Part)
    return Part.takeError();
  return memoryText(*Part, Format);
}

std::string messageText(StringRef Message, const View &V, WarpName Focus) {
  std::string Result;
  while (true) {
    auto [Before, Rest] = Message.split('{');
    Result += Before;
    if (Before.size() == Message.size())
      return Result;
    auto [What, Behind] = Rest.split('}');
    Expected<std::string> Text = valueText(What, V, Focus);
    Result += Text ? *Text : "<" + toString(Text.takeError()) + ">";
    Message = Behind;
  }
}

} // namespace heddle::debugger
