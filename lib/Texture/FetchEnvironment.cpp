//===- FetchEnvironment.cpp - Host floating-point state of fetches --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/TextureUnit.h"
#if defined(__x86_64__)
#include <immintrin.h>
#else
#include <cfenv>
#endif

namespace heddle::texture {

#if defined(__x86_64__)
FetchEnvironment::FetchEnvironment() : Saved(_mm_getcsr()) {
  _mm_setcsr(_MM_MASK_MASK | _MM_ROUND_NEAREST);
}
FetchEnvironment::~FetchEnvironment() { _mm_setcsr(Saved); }
#else
// Denormals are kept wherever nobody has asked for less, and nobody does.
FetchEnvironment::FetchEnvironment() : Saved(unsigned(std::fegetround())) {
  std::fesetround(FE_TONEAREST);
}
FetchEnvironment::~FetchEnvironment() { std::fesetround(int(Saved)); }
#endif

} // namespace heddle::texture
