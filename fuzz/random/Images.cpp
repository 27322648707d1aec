//===- Images.cpp - Textures and surfaces of programs ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Images.h"
#include "Program.h"
#include "Random.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::ptxrandom {

using abi::ImageGeometry;
using texture::ChannelType;
using texture::Shape;
using texture::TextureLayout;

ImageGeometry geometryOf(const TextureLayout &L) {
  switch (L.Kind) {
  case Shape::Linear:
  case Shape::OneD:
    return L.Layers ? ImageGeometry::OneDArray : ImageGeometry::OneD;
  case Shape::TwoD:
    return L.Layers ? ImageGeometry::TwoDArray : ImageGeometry::TwoD;
  case Shape::ThreeD:
    return ImageGeometry::ThreeD;
  case Shape::Cube:
    return L.Layers ? ImageGeometry::CubeArray : ImageGeometry::Cube;
  }
  llvm_unreachable("covered switch");
}

const char *geometryName(ImageGeometry G) {
  static const char *const Names[] = {"1d",  "2d",  "3d",   "cube",
                                      "a1d", "a2d", "acube"};
  return Names[unsigned(G)];
}

unsigned coordinatesOf(ImageGeometry G) {
  static constexpr unsigned Counts[] = {1, 2, 3, 3, 1, 2, 3};
  return Counts[unsigned(G)];
}

bool hasLayer(ImageGeometry G) { return G >= ImageGeometry::OneDArray; }

bool isCube(ImageGeometry G) {
  return G == ImageGeometry::Cube || G == ImageGeometry::CubeArray;
}

const char *ImageAccess::mnemonic() const {
  static const char *const Names[] = {"tex",  "tld4", "txq",
                                      "suld", "sust", "sured"};
  return Names[Op];
}

/// Each thread's part is a row, a layer or a plane, or a piece of the only row.
TextureLayout layoutOf(const Program &P, size_t Number) {
  const ProgramImage &I = P.Images[Number];
  TextureLayout L = I.Layout;
  if (!I.IsOwn)
    return L;
  const uint32_t Threads = P.Threads * P.Blocks;
  const uint32_t Texels = ThreadBytes / L.Format.texelBytes();
  // Of what has two dimensions in each part.
  constexpr uint32_t Rows = ThreadBytes / OwnBytes;
  L.Width = Texels;
  switch (L.Kind) {
  case Shape::Linear:
  case Shape::OneD:
    if (L.Layers)
      L.Layers = Threads;
    else
      L.Width *= Threads;
    return L;
  case Shape::TwoD:
    L.Height = L.Layers ? Rows : Threads;
    if (!L.Layers) {
      L.Pitch = ThreadBytes;
      return L;
    }
    L.Width /= Rows;
    L.Layers = Threads;
    return L;
  case Shape::ThreeD:
    L.Width /= Rows;
    L.Height = Rows;
    L.Depth = Threads;
    return L;
  case Shape::Cube:
    break;
  }
  llvm_unreachable("no own cubes");
}

std::vector<uint8_t> imageBytes(const Program &P, size_t Number) {
  Random Source(P.Seed * 0x10005 + Number);
  const TextureLayout &L = P.Images[Number].Layout;
  std::vector<uint8_t> Bytes(L.bytes());
  for (uint8_t &Byte : Bytes)
    Byte = uint8_t(Source.next() >> 32);
  // Most floats are near 1; else sums would be of one texel only.
  const bool IsFloat =
      L.Format.Type == ChannelType::F16 || L.Format.Type == ChannelType::F32;
  const unsigned Step = L.Format.channelBytes();
  for (size_t I = Step - 1; IsFloat && I < Bytes.size(); I += Step)
    if (!Source.percent(6))
      Bytes[I] = uint8_t((Bytes[I] & 0x80) | (0x3c + Source.below(6)));
  return Bytes;
}

} // namespace heddle::ptxrandom
