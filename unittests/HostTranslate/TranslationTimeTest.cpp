//===- TranslationTimeTest.cpp - How much host code is expected -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslationTime.h"
#include "HandProgram.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

/// The size that is expected of a kernel of \p Stores stores of \p T, and of
/// one more that ends it, if any.
uint64_t sizeOf(unsigned Stores, bool AtEnd = false, MemType T = MemType::B32) {
  HandProgram H;
  for (unsigned N = 0; N != Stores; ++N)
    H.storeGlobal(1, 2, T);
  if (AtEnd)
    H.storeGlobal(1, 2, T).Exit = true;
  else
    H.exit();
  H.P.finish();
  const auto G = hostcode::FlowGraph::build(H.P, {}, Coverage::Usual);
  if (!G) {
    ADD_FAILURE() << "no graph";
    return 0;
  }
  return hosttranslate::expectedSize(*G, H.P, HostIsa::AVX2);
}

TEST(TranslationTime, WhatScattersCountsOnce) {
  const uint64_t First = sizeOf(1) - sizeOf(0), Second = sizeOf(2) - sizeOf(1);
  EXPECT_LT(Second, First / 2);
  EXPECT_EQ(sizeOf(8) - sizeOf(7), Second);
}

TEST(TranslationTime, CallsOfHandlersAreShort) {
  const uint64_t Narrow = sizeOf(1, false, MemType::U8) - sizeOf(0);
  EXPECT_LT(Narrow, sizeOf(2) - sizeOf(1));
}

TEST(TranslationTime, WhatEndsTheKernelIsTheInterpreters) {
  EXPECT_LT(sizeOf(0, /*AtEnd=*/true), sizeOf(1));
}

} // namespace
