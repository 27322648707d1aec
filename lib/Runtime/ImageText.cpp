//===- ImageText.cpp - Images as options describe them --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// KIND,FORMAT,SIZE,WORD..., as in "2d,u8x4,64x48,linear,wrap/clamp". A sampler
// has the last words only, which are in any order.
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/Elements.h"
#include "heddle/Runtime/Image.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace heddle::runtime {

using abi::ImageKind;

Expected<uint32_t> parseBorder(const texture::TextureFormat &Format,
                               StringRef Text) {
  const bool IsSigned = Format.Type == texture::ChannelType::S8 ||
                        Format.Type == texture::ChannelType::S16 ||
                        Format.Type == texture::ChannelType::S32;
  const ElementType Type = Format.givesFloats() ? ElementType::F32
                           : IsSigned           ? ElementType::S32
                                                : ElementType::U32;
  SmallVector<uint8_t, 4> Bytes;
  if (Error E = parseElement(Type, Text, Bytes))
    return std::move(E);
  return uint32_t(loadBits(Type, Bytes.data()));
}

Error setBorder(ImageSpec &S, ArrayRef<uint32_t> Words) {
  const unsigned Channels =
      S.Kind == ImageKind::Sampler ? 4 : S.Layout.Format.Channels;
  if (Words.size() != 4 && Words.size() != Channels)
    return createStringError(
        "a border has " + (Channels < 4 ? Twine(Channels) + " or " : "").str() +
        "4 numbers, not " + Twine(Words.size()));
  S.How.Border.fill(0);
  copy(Words, S.How.Border.begin());
  return Error::success();
}

namespace {

class SpecReader {
public:
  SpecReader(ImageSpec &Spec) : S(Spec) {}

  Error read(StringRef Text);

private:
  Error readFormat(StringRef Text);
  Error readSize(StringRef Text);
  /// Reads one of the words behind the size.
  Error readWord(StringRef Word);
  Error readValue(StringRef Name, StringRef Value, StringRef Word);
  /// The modes of x, y and z; one is for all.
  bool readAddress(StringRef Text);
  Error readBorder(StringRef Text);
  /// Checks that \p Word, which sets \p What, is of the image's kind and the
  /// only one that sets it.
  Error check(StringRef What, StringRef Word);

  ImageSpec &S;
  /// For each setting, the word that set it.
  StringMap<StringRef> Said;
};

Error unknown(StringRef What, StringRef Text) {
  return createStringError("'" + Text + "' is no " + What);
}

/// Whether images of \p Kind have the setting \p What.
bool isOf(ImageKind Kind, StringRef What) {
  if (is_contained({"layers", "levels", "pitch"}, What))
    return Kind != ImageKind::Sampler;
  if (is_contained({"unorm", "srgb"}, What))
    return Kind == ImageKind::Texture;
  return Kind != ImageKind::Surface;
}

Error SpecReader::check(StringRef What, StringRef Word) {
  if (!isOf(S.Kind, What))
    return createStringError("'" + Word + "' says nothing of a " +
                             imageKindName(S.Kind));
  auto [Before, IsNew] = Said.try_emplace(What, Word);
  if (IsNew)
    return Error::success();
  if (Before->second == Word)
    return createStringError("'" + Word + "' is there twice");
  return createStringError("'" + Word + "' does not go with '" +
                           Before->second + "'");
}

/// "f32", "u8x4"
Error SpecReader::readFormat(StringRef Text) {
  auto [Type, Channels] = Text.split('x');
  std::optional<texture::ChannelType> Found = texture::findChannelType(Type);
  std::optional<uint64_t> Count =
      Text.contains('x') ? parseNumber(Channels, 4) : 1;
  if (!Found || !Count)
    return unknown("format, as f32 or u8x4 are", Text);
  S.Layout.Format.Type = *Found;
  S.Layout.Format.Channels = uint8_t(*Count);
  return Error::success();
}

/// "64", "64x48", "8x8x8"
Error SpecReader::readSize(StringRef Text) {
  uint32_t *Sizes[] = {&S.Layout.Width, &S.Layout.Height, &S.Layout.Depth};
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, 'x');
  if (Parts.size() > 3)
    return unknown("size, as 64x48 is", Text);
  S.Layout.Height = S.Layout.Depth = 0;
  for (auto [N, Part] : enumerate(Parts)) {
    std::optional<uint64_t> Number = parseNumber(Part, UINT32_MAX);
    // 0 stands for a size that is not said.
    if (!Number || *Number == 0)
      return unknown("size, as 64x48 is", Text);
    *Sizes[N] = uint32_t(*Number);
  }
  return Error::success();
}

bool SpecReader::readAddress(StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, '/');
  if (Parts.size() > 3)
    return false;
  for (unsigned N = 0; N != 3; ++N) {
    std::optional<texture::AddressMode> Mode =
        texture::findAddressMode(Parts[std::min<size_t>(N, Parts.size() - 1)]);
    if (!Mode)
      return false;
    S.How.Address[N] = *Mode;
  }
  return true;
}

/// \p Word is both with "=" between.
Error SpecReader::readValue(StringRef Name, StringRef Value, StringRef Word) {
  auto Number = [&](auto &Out, uint64_t Max) -> Error {
    std::optional<uint64_t> N = parseNumber(Value, Max);
    if (!N)
      return createStringError("'" + Word + "': expected a number up to " +
                               Twine(Max));
    Out = static_cast<std::remove_reference_t<decltype(Out)>>(*N);
    return Error::success();
  };
  auto Real = [&](float &Out) -> Error {
    double V;
    if (Value.getAsDouble(V))
      return createStringError("'" + Word + "': expected a number");
    Out = float(V);
    return Error::success();
  };
  if (Name == "layers")
    return Number(S.Layout.Layers, UINT32_MAX);
  if (Name == "levels")
    return Number(S.Layout.Levels, UINT32_MAX);
  if (Name == "pitch")
    return Number(S.Layout.Pitch, UINT64_MAX);
  if (Name == "anisotropy")
    return Number(S.How.MaxAnisotropy, texture::Sampler::AnisotropyLimit);
  if (Name == "bias")
    return Real(S.How.LevelBias);
  if (Name == "min-level")
    return Real(S.How.MinLevel);
  if (Name == "max-level")
    return Real(S.How.MaxLevel);
  if (Name == "border")
    return readBorder(Value);
  if (Name != "mip")
    return unknown("option of an image", Word);
  std::optional<texture::Filter> F = texture::findFilter(Value);
  if (!F)
    return createStringError("'" + Word + "': expected nearest or linear");
  S.How.Levels = *F;
  return Error::success();
}

Error SpecReader::readWord(StringRef Word) {
  if (Word.contains('=')) {
    auto [Name, Value] = Word.split('=');
    if (Error E = readValue(Name, Value, Word))
      return E;
    return check(Name, Word);
  }
  if (std::optional<texture::Filter> F = texture::findFilter(Word)) {
    S.How.Texels = *F;
    return check("filter", Word);
  }
  if (Word == "normalized" || Word == "unnormalized") {
    S.SaysCoordinates = true;
    S.How.IsNormalized = Word == "normalized";
    return check("coordinates", Word);
  }
  if (Word == "unorm")
    S.Layout.Format.Read = texture::ReadMode::Normalized;
  else if (Word == "srgb")
    S.Layout.Format.IsSRGB = true;
  else if (readAddress(Word))
    return check("address", Word);
  else
    return unknown("option of an image", Word);
  return check(Word, Word);
}

Error SpecReader::readBorder(StringRef Text) {
  SmallVector<StringRef, 4> Parts;
  Text.split(Parts, '/');
  SmallVector<uint32_t, 4> Words;
  for (StringRef Part : Parts) {
    Expected<uint32_t> Word = parseBorder(S.Layout.Format, Part);
    if (!Word)
      return createStringError("'border=" + Text +
                               "': " + toString(Word.takeError()));
    Words.push_back(*Word);
  }
  if (Error E = setBorder(S, Words))
    return createStringError("'border=" + Text +
                             "': " + toString(std::move(E)));
  return Error::success();
}

Error SpecReader::read(StringRef Text) {
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ',');
  ArrayRef<StringRef> Rest = Parts;
  if (S.Kind != ImageKind::Sampler) {
    if (Parts.size() < 3)
      return unknown("KIND,FORMAT,SIZE[,OPTION...], as 2d,f32,64x48,linear is",
                     Text);
    std::optional<texture::Shape> Shape = texture::findShape(Parts[0]);
    if (!Shape)
      return unknown("kind of image; known: linear, 1d, 2d, 3d, cube",
                     Parts[0]);
    S.Layout.Kind = *Shape;
    if (Error E = readFormat(Parts[1]))
      return E;
    if (Error E = readSize(Parts[2]))
      return E;
    Rest = Rest.drop_front(3);
  }
  // The border's numbers are of the type that the other words make.
  auto IsBorder = [](StringRef Word) { return Word.starts_with("border="); };
  for (bool ForBorder : {false, true})
    for (StringRef Word : Rest)
      if (IsBorder(Word) == ForBorder)
        if (Error E = readWord(Word))
          return E;
  return completeImage(S);
}

} // namespace

Expected<ImageSpec> parseImageSpec(ImageKind Kind, StringRef Name,
                                   StringRef Text) {
  ImageSpec S;
  S.Kind = Kind;
  S.Name = Name.str();
  if (Error E = SpecReader(S).read(Text))
    return createStringError(imageKindName(Kind) + " '" + Name +
                             "': " + toString(std::move(E)));
  return S;
}

} // namespace heddle::runtime
