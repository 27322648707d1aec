//===- CompileTest.cpp - Compiling by the C API ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include <vector>

using namespace heddle::capi;

namespace {

TEST(CAPICompile, Diagnostics) {
  const std::string Text = ".version 7.0\n.target sm_75\n.address_size 64\n"
                           ".entry k() {\n  add.u32 %x, 1, 2;\n  ret\n}\n";
  heddleCompilation_t C = nullptr;
  auto Options = made<heddleCompileOptions_t>();
  Options.FileName = "k.ptx";
  ASSERT_EQ(heddleCompile(Text.data(), Text.size(), &Options, &C),
            heddleErrorCompile);
  ASSERT_NE(C, nullptr);
  ASSERT_GE(heddleCompilationGetNumDiagnostics(C), 1u);
  auto D = made<heddleDiagnostic_t>();
  ASSERT_OK(heddleCompilationGetDiagnostic(C, 0, &D));
  EXPECT_EQ(D.Severity, heddleSeverityError);
  EXPECT_STREQ(D.File, "k.ptx");
  EXPECT_GE(D.Line, 5u);
  EXPECT_NE(std::string(heddleCompilationGetLog(C)).find("k.ptx:"),
            std::string::npos);
  const void *Data = nullptr;
  size_t Size = 0;
  EXPECT_EQ(heddleCompilationGetObject(C, &Data, &Size), heddleErrorCompile);
  EXPECT_EQ(heddleCompilationGetDiagnostic(C, 99, &D), heddleErrorNotFound);
  heddleCompilationDestroy(C);
}

TEST(CAPICompile, BadInput) {
  heddleCompilation_t C = nullptr;
  EXPECT_EQ(heddleCompile(nullptr, 0, nullptr, &C), heddleErrorInvalidValue);
  EXPECT_EQ(message(), "heddleCompile: Text is null");
  auto Options = made<heddleCompileOptions_t>();
  Options.Arch = "g81";
  EXPECT_EQ(heddleCompile(Scale, 4, &Options, &C), heddleErrorInvalidValue);
  Options.Arch = nullptr;
  Options.Geometry = "nothing";
  EXPECT_EQ(heddleCompile(Scale, 4, &Options, &C), heddleErrorInvalidValue);
  Options.Geometry = nullptr;
  const char *Nowhere = "nowhere";
  Options.Entries = &Nowhere;
  Options.NumEntries = 1;
  EXPECT_EQ(heddleCompile(Scale, sizeof Scale, &Options, &C),
            heddleErrorNotFound);
  EXPECT_NE(message().find("no kernel is called 'nowhere'"), std::string::npos);
  Options.OptLevelPlusOne = 5;
  EXPECT_EQ(heddleCompile(Scale, 4, &Options, &C), heddleErrorInvalidValue);
  Options.StructSize = 0;
  EXPECT_EQ(heddleCompile(Scale, 4, &Options, &C), heddleErrorInvalidValue);
  EXPECT_EQ(C, nullptr);
  EXPECT_EQ(heddleCompile("", 0, nullptr, &C), heddleErrorCompile);
  heddleCompilationDestroy(C);
  heddleDevice_t D = nullptr;
  ASSERT_OK(heddleDeviceCreate(nullptr, &D));
  heddleModule_t M = nullptr;
  const std::string Garbage(1000, '\x7f');
  EXPECT_EQ(heddleModuleLoad(D, Garbage.data(), Garbage.size(), &M),
            heddleErrorInvalidObject);
  EXPECT_EQ(heddleModuleLoad(D, "", 0, &M), heddleErrorInvalidObject);
  heddleDeviceDestroy(D);
  heddleDeviceDestroy(nullptr);
  heddleModuleDestroy(nullptr);
}

TEST(CAPICompile, TruncatedObjects) {
  heddleCompilation_t C = compile(Scale);
  const void *Data = nullptr;
  size_t Size = 0;
  ASSERT_OK(heddleCompilationGetObject(C, &Data, &Size));
  heddleDevice_t D = nullptr;
  ASSERT_OK(heddleDeviceCreate(nullptr, &D));
  heddleModule_t M = nullptr;
  for (size_t Part = 1; Part < Size; Part += 61) {
    std::vector<char> Bytes(static_cast<const char *>(Data),
                            static_cast<const char *>(Data) + Part);
    EXPECT_EQ(heddleModuleLoad(D, Bytes.data(), Part, &M),
              heddleErrorInvalidObject);
  }
  EXPECT_OK(heddleModuleLoad(D, Data, Size, &M));
  heddleModuleDestroy(M);
  heddleDeviceDestroy(D);
  heddleCompilationDestroy(C);
}

} // namespace
