//===- Argument.cpp - Kernel arguments from text --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/Argument.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/Number.h"
#include "heddle/Support/SplitMix64.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FormatVariadic.h"
#include <limits>

using namespace llvm;

namespace heddle::runtime {
namespace {

/// Generators stop here: a buffer of the whole 32-bit address space.
constexpr uint64_t MaxBufferBytes = uint64_t(1) << 32;

Expected<uint64_t> parseCount(StringRef Text, StringRef What) {
  if (std::optional<uint64_t> Count = parseNumber(Text))
    return *Count;
  return createStringError("'" + Text + "' is not a number of " + What);
}

Error appendNumber(ElementType Type, uint64_t Value,
                   SmallVectorImpl<uint8_t> &Out) {
  if (isFloat(Type))
    return parseElement(Type, utostr(Value), Out);
  appendBits(Type, Value, Out);
  return Error::success();
}

/// A float in [0, 1) or any integer.
Error appendRandom(ElementType Type, SplitMix64 &R,
                   SmallVectorImpl<uint8_t> &Out) {
  uint64_t Bits = R.next();
  if (!isFloat(Type)) {
    appendBits(Type, Bits, Out);
    return Error::success();
  }
  // The value has as many random bits as the type holds exactly.
  unsigned Precision = elementSize(Type) == 2   ? 11
                       : elementSize(Type) == 4 ? 24
                                                : 53;
  return parseElement(
      Type, formatv("{0:x+}p-{1}", Bits >> (64 - Precision), Precision).str(),
      Out);
}

/// TYPE:iota:N, TYPE:fill:N:V, TYPE:rand:N:SEED.
Error generate(Argument &A, StringRef Generator, ArrayRef<StringRef> Fields) {
  ElementType Type = *A.Type;
  bool WantsValue = Generator != "iota";
  if (Fields.size() != (WantsValue ? 2u : 1u))
    return createStringError("'" + Generator + "' takes " +
                             (WantsValue ? "two fields" : "one field"));
  Expected<uint64_t> Count = parseCount(Fields[0], "elements");
  if (!Count)
    return Count.takeError();
  if (*Count > MaxBufferBytes / elementSize(Type))
    return createStringError("a buffer of " + Twine(*Count) +
                             " elements is larger than 4 GiB");
  SmallVector<uint8_t, 8> Fill;
  uint64_t Seed = 0;
  if (Generator == "fill") {
    if (Error E = parseElement(Type, Fields[1], Fill))
      return E;
  } else if (WantsValue) {
    std::optional<uint64_t> Number = parseNumber(Fields[1]);
    if (!Number)
      return createStringError("'" + Fields[1] + "' is not a seed");
    Seed = *Number;
  }
  SplitMix64 R(Seed);
  A.Bytes.reserve(*Count * elementSize(Type));
  for (uint64_t I = 0; I != *Count; ++I) {
    if (Generator == "fill") {
      A.Bytes.append(Fill.begin(), Fill.end());
      continue;
    }
    if (Error E = Generator == "iota" ? appendNumber(Type, I, A.Bytes)
                                      : appendRandom(Type, R, A.Bytes))
      return E;
  }
  return Error::success();
}

/// #I or #I+OFFSET
Error parseSameBuffer(Argument &A, StringRef Text) {
  A.Kind = Argument::SameBuffer;
  auto [IndexText, OffsetText] = Text.split('+');
  std::optional<uint64_t> Index = parseNumber(IndexText, UINT32_MAX);
  std::optional<uint64_t> Offset = 0;
  if (Text.contains('+'))
    Offset = parseNumber(OffsetText, UINT32_MAX);
  if (!Index || !Offset)
    return createStringError("'#" + Text +
                             "' is not a parameter's buffer; "
                             "expected #INDEX or #INDEX+OFFSET");
  A.BufferOf = static_cast<unsigned>(*Index);
  A.Offset = *Offset;
  return Error::success();
}

Error parseElements(Argument &A, StringRef Spec) {
  auto [TypeName, Rest] = Spec.split(':');
  A.Type = parseElementType(TypeName);
  if (!A.Type || !Spec.contains(':'))
    return createStringError(
        "'" + Spec +
        "' is not a buffer; expected @FILE, zeros:BYTES, "
        "undef:BYTES, TYPE:VALUES, TYPE:iota:N, TYPE:fill:N:VALUE, "
        "TYPE:rand:N:SEED or #INDEX");
  SmallVector<StringRef, 4> Fields;
  Rest.split(Fields, ':');
  if (Fields[0] == "iota" || Fields[0] == "fill" || Fields[0] == "rand")
    return generate(A, Fields[0], ArrayRef(Fields).drop_front());
  SmallVector<StringRef, 8> Values;
  Rest.split(Values, ',');
  for (StringRef Value : Values)
    if (Error E = parseElement(*A.Type, Value.trim(), A.Bytes))
      return E;
  return Error::success();
}

Error parseBuffer(Argument &A, StringRef Spec) {
  if (Spec.consume_front("#"))
    return parseSameBuffer(A, Spec);
  A.Kind = Argument::NewBuffer;
  A.IsUndefined = Spec.starts_with("undef:");
  if (Spec.consume_front("zeros:") || Spec.consume_front("undef:")) {
    Expected<uint64_t> Size = parseCount(Spec, "bytes");
    if (!Size)
      return Size.takeError();
    A.Size = *Size;
    return Error::success();
  }
  if (Spec.consume_front("@")) {
    Expected<SmallVector<uint8_t, 8>> Bytes = readBytes(Spec);
    if (!Bytes)
      return Bytes.takeError();
    A.Bytes = std::move(*Bytes);
    A.Path = Spec.str();
  } else if (Error E = parseElements(A, Spec)) {
    return E;
  }
  A.Size = A.Bytes.size();
  return Error::success();
}

Error parseKindAndValue(Argument &A, StringRef Text) {
  auto [Kind, Value] = Text.split('=');
  if (!Text.contains('='))
    return createStringError("expected KIND=VALUE, as in u32=7");
  if (Kind == "buf")
    return parseBuffer(A, Value);
  if (Kind == "bytes") {
    A.Kind = Argument::RawBytes;
    return parseHexBytes(Value, A.Bytes);
  }
  if (std::optional<abi::ImageKind> Handle = findHandleKind(Kind)) {
    A.Kind = Argument::Handle;
    A.ImageKind = *Handle;
    A.Image = Value.str();
    return Error::success();
  }
  A.Type = parseElementType(Kind);
  if (!A.Type)
    return createStringError("unknown kind '" + Kind + "'");
  return parseElement(*A.Type, Value, A.Bytes);
}

} // namespace

std::optional<abi::ImageKind> findHandleKind(StringRef Name) {
  return StringSwitch<std::optional<abi::ImageKind>>(Name)
      .Case("tex", abi::ImageKind::Texture)
      .Case("sampler", abi::ImageKind::Sampler)
      .Case("surf", abi::ImageKind::Surface)
      .Default(std::nullopt);
}

Expected<SmallVector<uint8_t, 8>> readBytes(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> File =
      readInputFile(Path, MaxBufferBytes);
  if (!File)
    return File.takeError();
  return SmallVector<uint8_t, 8>((*File)->getBuffer().bytes());
}

Error parseHexBytes(StringRef Text, SmallVectorImpl<uint8_t> &Out) {
  std::string Bytes;
  if (Text.size() % 2 != 0 || !tryGetFromHex(Text, Bytes))
    return createStringError("'" + Text.substr(0, 32) +
                             (Text.size() > 32 ? "..." : "") +
                             "' is not a sequence of hexadecimal bytes");
  Out.append(Bytes.begin(), Bytes.end());
  return Error::success();
}

Expected<Argument> parseContents(StringRef Text) {
  Argument A;
  if (Error E = parseBuffer(A, Text))
    return std::move(E);
  return A;
}

Expected<Argument> parseArgument(StringRef Text) {
  Argument A;
  if (Error E = parseKindAndValue(A, Text))
    return createStringError("argument '" + Text.substr(0, 60) +
                             "': " + toString(std::move(E)));
  return A;
}

} // namespace heddle::runtime
