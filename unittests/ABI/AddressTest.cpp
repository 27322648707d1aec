//===- AddressTest.cpp - Addresses in global memory -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Address.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <type_traits>

using namespace heddle::abi;

namespace {

static_assert(!std::is_convertible_v<uint64_t, Address> &&
                  !std::is_convertible_v<Address, uint64_t>,
              "an address is no number");

TEST(Address, IsReckonedInBytes) {
  Address A(0x1'0000'0000);
  EXPECT_EQ((A + 16).value(), 0x1'0000'0010u);
  EXPECT_EQ(A + 16 - A, 16u);
  EXPECT_TRUE(A < A + 1 && Address() < A);
  EXPECT_EQ((A + uint64_t(-16)).value(), 0xffff'fff0u);
}

TEST(Address, WrapsAsPointersDo) {
  Address Beyond(0x1'0000'0010);
  EXPECT_EQ(Beyond.wrapped(32), Address(0x10));
  EXPECT_EQ(Beyond.wrapped(64), Beyond);
  EXPECT_EQ((Address(0x100) + uint64_t(-0x101)).wrapped(32),
            Address(0xffff'ffff));
}

TEST(Address, IsAWordOfTheChip) {
  EXPECT_EQ(Address(UINT32_MAX).chipWord(), UINT32_MAX);
#if !defined(NDEBUG) && GTEST_HAS_DEATH_TEST
  EXPECT_DEATH((void)Address(0x1'0000'0000).chipWord(), "cannot reach");
#endif
}

TEST(Address, IsWrittenInOneWay) {
  Address A(0xFEDCBA9876);
  std::string Text;
  llvm::raw_string_ostream(Text) << A << ' ' << Address();
  EXPECT_EQ(Text, "0xfedcba9876 0x0");
  EXPECT_EQ(A.str(), "0xfedcba9876");
}

} // namespace
