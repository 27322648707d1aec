//===- JobImage.cpp - Textures and surfaces in job files ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JobImage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace heddle::jobs {

using namespace runtime;

using abi::ImageKind;

namespace {

class ImageReader {
public:
  ImageReader(JSONFields &Fields, ImageSpec &S) : Fields(Fields), S(S) {}

  Error read();

private:
  Error readFormat();
  Error readSize();
  Error readSampler();
  Error readAddress();
  Error readBorder();
  Error readFilter(StringRef Name, texture::Filter &Out);
  Error readNumber(StringRef Name, uint64_t Max, uint32_t &Out);
  /// Reads a number that is finite, and maybe negative.
  Error readFloat(StringRef Name, float &Out);

  JSONFields &Fields;
  ImageSpec &S;
};

Error ImageReader::readFilter(StringRef Name, texture::Filter &Out) {
  std::string Text(texture::filterName(Out));
  if (Error E = Fields.readText(Name, Text))
    return E;
  std::optional<texture::Filter> Filter = texture::findFilter(Text);
  if (!Filter)
    return Fields.error(Name, "unknown filter '" + Text +
                                  "'; known: nearest, linear");
  Out = *Filter;
  return Error::success();
}

Error ImageReader::readNumber(StringRef Name, uint64_t Max, uint32_t &Out) {
  uint64_t Number = Out;
  if (Error E = Fields.readNumber(Name, Max, Number))
    return E;
  Out = uint32_t(Number);
  return Error::success();
}

Error ImageReader::readFloat(StringRef Name, float &Out) {
  const json::Value *V = Fields.find(Name);
  if (!V)
    return Error::success();
  std::optional<double> Number = V->getAsNumber();
  if (!Number)
    return Fields.error(Name, "expected a number");
  Out = float(*Number);
  return Error::success();
}

Error ImageReader::readFormat() {
  Expected<std::string> Kind = Fields.text("kind");
  if (!Kind)
    return Kind.takeError();
  std::optional<texture::Shape> Shape = texture::findShape(*Kind);
  if (!Shape)
    return Fields.error("kind", "unknown kind '" + *Kind +
                                    "'; known: linear, 1d, 2d, 3d, cube");
  S.Layout.Kind = *Shape;
  Expected<std::string> Format = Fields.text("format");
  if (!Format)
    return Format.takeError();
  std::optional<texture::ChannelType> Type = texture::findChannelType(*Format);
  if (!Type)
    return Fields.error("format", "unknown format '" + *Format +
                                      "'; known: u8, s8, u16, s16, u32, s32, "
                                      "f16, f32");
  S.Layout.Format.Type = *Type;
  uint32_t Channels = 1;
  if (Error E = readNumber("channels", 4, Channels))
    return E;
  S.Layout.Format.Channels = uint8_t(Channels);
  if (S.Kind == ImageKind::Surface)
    return Error::success();
  std::string Read = "element";
  if (Error E = Fields.readText("read", Read))
    return E;
  if (Read != "element" && Read != "normalized")
    return Fields.error("read", "expected \"element\" or \"normalized\"");
  if (Read == "normalized")
    S.Layout.Format.Read = texture::ReadMode::Normalized;
  return Fields.readFlag("srgb", S.Layout.Format.IsSRGB);
}

Error ImageReader::readSize() {
  Expected<uint64_t> Width = Fields.number("width", UINT32_MAX);
  if (!Width)
    return Width.takeError();
  S.Layout.Width = uint32_t(*Width);
  S.Layout.Height = S.Layout.Depth = 0;
  for (auto [Name, Out] : {std::pair("height", &S.Layout.Height),
                           std::pair("depth", &S.Layout.Depth),
                           std::pair("layers", &S.Layout.Layers),
                           std::pair("levels", &S.Layout.Levels)})
    if (Error E = readNumber(Name, UINT32_MAX, *Out))
      return E;
  return Fields.readNumber("pitch", UINT64_MAX, S.Layout.Pitch);
}

/// A mode for all axes, or a list of one for each.
Error ImageReader::readAddress() {
  const json::Value *V = Fields.find("address");
  if (!V)
    return Error::success();
  auto Mode = [](const json::Value &Value) {
    std::optional<StringRef> Text = Value.getAsString();
    return Text ? texture::findAddressMode(*Text) : std::nullopt;
  };
  constexpr char Known[] = "expected \"wrap\", \"mirror\", \"clamp\" or "
                           "\"border\", or a list of up to three of them";
  if (std::optional<texture::AddressMode> Same = Mode(*V)) {
    S.How.Address.fill(*Same);
    return Error::success();
  }
  const json::Array *List = V->getAsArray();
  if (!List || List->empty() || List->size() > 3)
    return Fields.error("address", Known);
  for (auto [N, Value] : enumerate(*List)) {
    std::optional<texture::AddressMode> Found = Mode(Value);
    if (!Found)
      return Fields.error("address", N, Known);
    S.How.Address[N] = *Found;
  }
  return Error::success();
}

Error ImageReader::readBorder() {
  if (!Fields.find("border"))
    return Error::success();
  SmallVector<uint32_t, 4> Words;
  auto Read = [&](const json::Value &V, size_t N) -> Error {
    std::optional<double> Number = V.getAsNumber();
    if (!Number)
      return Fields.error("border", N, "expected a number");
    Expected<uint32_t> Word = runtime::parseBorder(
        S.Layout.Format, V.getAsInteger() ? std::to_string(*V.getAsInteger())
                                          : formatv("{0:e17}", *Number).str());
    if (!Word)
      return Fields.error("border", N, toString(Word.takeError()));
    Words.push_back(*Word);
    return Error::success();
  };
  if (Error E = Fields.forEach("border", Read))
    return E;
  if (Error E = setBorder(S, Words))
    return Fields.error("border", toString(std::move(E)));
  return Error::success();
}

Error ImageReader::readSampler() {
  if (Error E = readAddress())
    return E;
  if (Error E = readFilter("filter", S.How.Texels))
    return E;
  if (Error E = readFilter("mip_filter", S.How.Levels))
    return E;
  S.SaysCoordinates = Fields.find("normalized") != nullptr;
  if (Error E = Fields.readFlag("normalized", S.How.IsNormalized))
    return E;
  for (auto [Name, Out] : {std::pair("level_bias", &S.How.LevelBias),
                           std::pair("min_level", &S.How.MinLevel),
                           std::pair("max_level", &S.How.MaxLevel)})
    if (Error E = readFloat(Name, *Out))
      return E;
  uint32_t Anisotropy = S.How.MaxAnisotropy;
  if (Error E = readNumber("anisotropy", texture::Sampler::AnisotropyLimit,
                           Anisotropy))
    return E;
  S.How.MaxAnisotropy = uint8_t(Anisotropy);
  return readBorder();
}

Error ImageReader::read() {
  Expected<std::string> Name = Fields.text("name");
  if (!Name)
    return Name.takeError();
  if (Name->empty())
    return Fields.error("name", "expected a name");
  S.Name = std::move(*Name);
  if (S.Kind != ImageKind::Sampler) {
    if (Error E = readFormat())
      return E;
    if (Error E = readSize())
      return E;
  }
  if (S.Kind != ImageKind::Surface)
    if (Error E = readSampler())
      return E;
  if (Error E = completeImage(S))
    return Fields.errorHere(toString(std::move(E)));
  return Error::success();
}

} // namespace

Error readImageSpec(JSONFields &Fields, ImageSpec &S) {
  return ImageReader(Fields, S).read();
}

} // namespace heddle::jobs
