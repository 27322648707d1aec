//===- Sampler.cpp - How a texture is sampled -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/Sampler.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::texture {

static constexpr llvm::StringLiteral AddressModes[] = {"wrap", "mirror",
                                                       "clamp", "border"};
static constexpr llvm::StringLiteral Filters[] = {"nearest", "linear"};

llvm::StringRef addressModeName(AddressMode M) {
  return AddressModes[unsigned(M)];
}

std::optional<AddressMode> findAddressMode(llvm::StringRef Name) {
  const auto *Found = llvm::find(AddressModes, Name);
  if (Found == std::end(AddressModes))
    return std::nullopt;
  return AddressMode(Found - AddressModes);
}

llvm::StringRef filterName(Filter F) { return Filters[unsigned(F)]; }

std::optional<Filter> findFilter(llvm::StringRef Name) {
  const auto *Found = llvm::find(Filters, Name);
  if (Found == std::end(Filters))
    return std::nullopt;
  return Filter(Found - Filters);
}

} // namespace heddle::texture
