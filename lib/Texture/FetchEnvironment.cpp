//===- FetchEnvironment.cpp - Host floating-point state of fetches --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/TextureUnit.h"
#if !defined(HEDDLE_HAS_FLOAT_CONTROL)
#include <cfenv>
#endif

namespace heddle::texture {

#if defined(HEDDLE_HAS_FLOAT_CONTROL)
FetchEnvironment::FetchEnvironment() : Saved(readFloatControl()) {
  writeFloatControl(floatControlFor(FloatRounding::Nearest, false));
}
FetchEnvironment::~FetchEnvironment() { writeFloatControl(Saved); }
#else
// Denormals are kept wherever nobody has asked for less, and nobody does.
FetchEnvironment::FetchEnvironment() : Saved(unsigned(std::fegetround())) {
  std::fesetround(FE_TONEAREST);
}
FetchEnvironment::~FetchEnvironment() { std::fesetround(int(Saved)); }
#endif

} // namespace heddle::texture
