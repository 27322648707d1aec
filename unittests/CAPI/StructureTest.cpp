//===- StructureTest.cpp - The C API's structures and names ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

extern "C" size_t heddleTestSizeInC(void);

using namespace heddle::capi;

namespace {

/// Callers of an earlier version have shorter structures.
TEST(CAPIStructures, HaveTheCallersSize) {
  EXPECT_EQ(heddleTestSizeInC(), sizeof(heddleLaunchConfig_t));
  heddleCompilation_t C = nullptr;
  EXPECT_EQ(heddleCompile("x", 1, nullptr, &C), heddleErrorCompile);
  auto D = made<heddleDiagnostic_t>();
  D.StructSize = offsetof(heddleDiagnostic_t, Message);
  D.Message = "mine";
  ASSERT_OK(heddleCompilationGetDiagnostic(C, 0, &D));
  EXPECT_EQ(D.StructSize, offsetof(heddleDiagnostic_t, Message));
  EXPECT_STREQ(D.File, "<ptx>");
  EXPECT_STREQ(D.Message, "mine");
  D.StructSize = 0;
  EXPECT_EQ(heddleCompilationGetDiagnostic(C, 0, &D), heddleErrorInvalidValue);
  heddleCompilationDestroy(C);
}

TEST(CAPIErrors, HaveNames) {
  EXPECT_STREQ(heddleGetErrorName(heddleErrorFault), "heddleErrorFault");
  EXPECT_STREQ(heddleGetErrorString(heddleSuccess), "no error");
  EXPECT_EQ(heddleGetErrorName(heddleError_t(1000)), nullptr);
  EXPECT_EQ(heddleGetFaultName(heddleFaultKind_t(1000)), nullptr);
  EXPECT_STREQ(heddleGetVersion(), "0.1.0");
}

} // namespace
