//===- KernelNamesTest.cpp - How users name kernels -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Object/KernelNames.h"
#include "gtest/gtest.h"

using namespace heddle::object;

TEST(KernelNames, Fit) {
  EXPECT_EQ(fitName("_Z1fiPf", "_Z1fiPf"), NameFit::Exact);
  EXPECT_EQ(fitName("f(int, float*)", "_Z1fiPf"), NameFit::Full);
  EXPECT_EQ(fitName("f", "_Z1fiPf"), NameFit::Short);
  EXPECT_EQ(fitName("f(int)", "_Z1fiPf"), NameFit::None);
  EXPECT_EQ(fitName("", "_Z1fiPf"), NameFit::None);
  EXPECT_EQ(fitName("f", "f"), NameFit::Exact);
  EXPECT_EQ(fitName("f", "g"), NameFit::None);
}
