//===- PartitionLoadTest.cpp - Who camps on a partition -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PartitionLoad.h"
#include "gtest/gtest.h"

using namespace heddle::timing;

namespace {

constexpr Ticks Length = ticksOf(Clock(4));

/// Buffers of 4096 bytes, the first at 4096; nothing is below.
PartitionLoad::Range rangeOf(uint64_t Address) {
  const uint64_t First = Address / 4096 * 4096;
  return First ? PartitionLoad::Range{First, First + 4095}
               : PartitionLoad::Range{1, 0};
}

/// Adds transfers of the buffer at \p Address in each of \p Stretches
/// stretches, each in the partition that \p Where says.
template <class FnT>
void fill(PartitionLoad &L, uint64_t Address, unsigned Stretches, FnT Where) {
  for (unsigned N = 0; N != Stretches; ++N)
    for (unsigned K = 0; K != 64; ++K)
      L.add(Where(N, K), Address, Length, ticksOf(Clock(4096 * N + 8 * K)));
}

TEST(PartitionLoad, SpreadWorkDoesNotCamp) {
  PartitionLoad L(8, rangeOf);
  fill(L, 4096, 10, [](unsigned, unsigned K) { return K % 8; });
  L.finish();
  EXPECT_EQ(L.busiest(), 10 * 8 * Length);
  EXPECT_DOUBLE_EQ(L.camper().Ways, 1);
}

TEST(PartitionLoad, OneAtATimeCampsThoughAllHaveAsMuch) {
  PartitionLoad L(8, rangeOf);
  fill(L, 8192, 16, [](unsigned N, unsigned) { return N % 8; });
  L.finish();
  EXPECT_EQ(L.busiest(), 16 * 64 * Length);
  EXPECT_TRUE(L.camper().IsBuffer);
  EXPECT_EQ(L.camper().Address, 8192u);
  EXPECT_DOUBLE_EQ(L.camper().Ways, 8);
}

TEST(PartitionLoad, TheBufferThatCampsIsTold) {
  // Two partitions take turns, which is four times their share.
  PartitionLoad Both(8, rangeOf);
  for (unsigned N = 0; N != 4; ++N)
    for (unsigned K = 0; K != 64; ++K) {
      const Ticks End = ticksOf(Clock(4096 * N + 8 * K));
      Both.add(K % 8, 4096, Length, End);
      Both.add(K % 2, 8192, Length, End);
    }
  Both.finish();
  EXPECT_EQ(Both.camper().Address, 8192u);
  EXPECT_DOUBLE_EQ(Both.camper().Ways, 4);
}

TEST(PartitionLoad, MemoryInNoBufferHasNoName) {
  PartitionLoad L(8, rangeOf);
  fill(L, 64, 2, [](unsigned, unsigned) { return 3; });
  L.close(ticksOf(Clock(4096)));
  L.finish();
  EXPECT_FALSE(L.camper().IsBuffer);
  EXPECT_DOUBLE_EQ(L.camper().Ways, 8);
}

TEST(PartitionLoad, APartitionMayBeBehindTheFirst) {
  PartitionLoad L(2, rangeOf);
  L.add(0, 4096, Length, ticksOf(Clock(2 * 4096)));
  L.add(1, 4096, Length, ticksOf(Clock(4096 - 8)));
  L.finish();
  EXPECT_EQ(L.busiest(), 2 * Length);
}

TEST(PartitionLoad, NothingMovedIsNoCamping) {
  PartitionLoad L(8, rangeOf);
  L.finish();
  EXPECT_EQ(L.busiest(), 0u);
  EXPECT_DOUBLE_EQ(L.camper().Ways, 1);
}

} // namespace
