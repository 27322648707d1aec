//===- ImageText.cpp - Images as options describe them --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// KIND,FORMAT,SIZE,OPTION..., as in "2d,u8x4,64x48,linear,wrap/clamp". Of a
// sampler there are options only.
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/Elements.h"
#include "heddle/Runtime/Image.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/StringExtras.h"

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

namespace {

class SpecReader {
public:
  SpecReader(ImageSpec &Spec) : S(Spec) {}

  Error read(StringRef Text);

private:
  Error readFormat(StringRef Text);
  Error readSize(StringRef Text);
  Error readOption(StringRef Text);
  Error readValue(StringRef Name, StringRef Value);
  /// The modes of x, y and z; one is for all.
  bool readAddress(StringRef Text);
  Error readBorder(StringRef Text);

  ImageSpec &S;
  StringRef Border;
};

Error unknown(StringRef What, StringRef Text) {
  return createStringError("'" + Text + "' is no " + What);
}

/// "f32", "u8x4"
Error SpecReader::readFormat(StringRef Text) {
  auto [Type, Channels] = Text.split('x');
  std::optional<texture::ChannelType> Found = texture::findChannelType(Type);
  unsigned Count = 1;
  if (!Found || (Text.contains('x') && Channels.getAsInteger(10, Count)) ||
      Count > 4)
    return unknown("format, as f32 or u8x4 are", Text);
  S.Layout.Format.Type = *Found;
  S.Layout.Format.Channels = uint8_t(Count);
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
    if (!Number)
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

Error SpecReader::readValue(StringRef Name, StringRef Value) {
  auto Number = [&](auto &Out, uint64_t Max) -> Error {
    std::optional<uint64_t> N = parseNumber(Value, Max);
    if (!N)
      return createStringError("'" + Name + "=" + Value +
                               "': expected a number up to " + Twine(Max));
    Out = static_cast<std::remove_reference_t<decltype(Out)>>(*N);
    return Error::success();
  };
  auto Real = [&](float &Out) -> Error {
    double V;
    if (Value.getAsDouble(V))
      return createStringError("'" + Name + "=" + Value +
                               "': expected a number");
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
    return Number(S.How.MaxAnisotropy, 255);
  if (Name == "bias")
    return Real(S.How.LevelBias);
  if (Name == "min-level")
    return Real(S.How.MinLevel);
  if (Name == "max-level")
    return Real(S.How.MaxLevel);
  if (Name == "border") {
    Border = Value;
    return Error::success();
  }
  if (std::optional<texture::Filter> F = texture::findFilter(Value);
      Name == "mip" && F) {
    S.How.Levels = *F;
    return Error::success();
  }
  return unknown("option of an image", (Name + "=" + Value).str());
}

Error SpecReader::readOption(StringRef Text) {
  if (Text.contains('=')) {
    auto [Name, Value] = Text.split('=');
    return readValue(Name, Value);
  }
  if (std::optional<texture::Filter> F = texture::findFilter(Text)) {
    S.How.Texels = *F;
    return Error::success();
  }
  if (Text == "normalized")
    S.How.IsNormalized = true;
  else if (Text == "unorm")
    S.Layout.Format.Read = texture::ReadMode::Normalized;
  else if (Text == "srgb")
    S.Layout.Format.IsSRGB = true;
  else if (!readAddress(Text))
    return unknown("option of an image", Text);
  return Error::success();
}

/// Read when the format is known.
Error SpecReader::readBorder(StringRef Text) {
  SmallVector<StringRef, 4> Parts;
  Text.split(Parts, '/');
  if (Parts.size() > 4)
    return unknown("border, which has up to four parts,", Text);
  for (auto [N, Part] : enumerate(Parts)) {
    Expected<uint32_t> Word = parseBorder(S.Layout.Format, Part);
    if (!Word)
      return Word.takeError();
    S.How.Border[N] = *Word;
  }
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
  for (StringRef Option : Rest)
    if (Error E = readOption(Option))
      return E;
  if (!Border.empty())
    if (Error E = readBorder(Border))
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
