//===- OperationMapTest.cpp - Who may run, and what names are -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/OperationMap.h"
#include "heddle/Object/KernelNames.h"
#include "gtest/gtest.h"

namespace heddle::object {
namespace {

TEST(OperationMap, FollowsCalls) {
  OperationMap Map;
  Map.Calls = {{"", "pointed"}, {"a", "b"},       {"b", "a"},
               {"b", "c"},      {"indirect", ""}, {"other", "d"}};
  auto Reached = Map.functionsOf("a");
  EXPECT_EQ(Reached.size(), 3u);
  EXPECT_TRUE(Reached.contains("a") && Reached.contains("b") &&
              Reached.contains("c"));
  EXPECT_TRUE(Map.functionsOf("indirect").contains("pointed"));
  EXPECT_EQ(Map.functionsOf("none").size(), 1u);
}

TEST(NameInPTX, LeavesOutWhatTellsVariablesApart) {
  EXPECT_EQ(nameInPTX("s"), "s");
  EXPECT_EQ(nameInPTX("s.1"), "s");
  EXPECT_EQ(nameInPTX("function.s"), "s");
  EXPECT_EQ(nameInPTX("function.s.12"), "s");
  EXPECT_EQ(nameInPTX("s1"), "s1");
  EXPECT_EQ(nameInPTX("$s_1"), "$s_1");
  EXPECT_EQ(nameInPTX(""), "");
}

} // namespace
} // namespace heddle::object
