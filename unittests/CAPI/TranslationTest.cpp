//===- TranslationTest.cpp - Modules with host code -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "heddle-c/translated.h"
#include "heddle/HostCode/LoadedTranslation.h"

using namespace heddle::capi;

namespace {

/// A translation of the fixture's module, without kernels.
class Translation : public CAPI {
protected:
  void SetUp() override {
    CAPI::SetUp();
    Of.StructSize = sizeof(Of);
    Of.Interface = Interface.c_str();
    Of.HostIsa = "portable";
    Compiled = compile(Scale);
    size_t Size = 0;
    ASSERT_OK(heddleCompilationGetObject(Compiled, &Of.Object, &Size));
    Of.ObjectSize = Size;
  }
  heddleError_t load() {
    return heddleModuleLoadTranslation(Device, &Of, &Loaded);
  }
  void TearDown() override {
    heddleModuleDestroy(Loaded);
    heddleCompilationDestroy(Compiled);
    CAPI::TearDown();
  }

  const std::string Interface = heddle::hostcode::interfaceKey().str();
  heddleTranslation_t Of = {};
  heddleCompilation_t Compiled = nullptr;
  heddleModule_t Loaded = nullptr;
};

TEST_F(Translation, KernelsWithoutCodeAreInterpreted) {
  ASSERT_OK(load());
  heddleKernel_t K = nullptr;
  ASSERT_OK(heddleModuleGetKernelAt(Loaded, 0, &K));
  EXPECT_FALSE(heddleKernelIsTranslated(K));
  EXPECT_FALSE(heddleKernelIsTranslated(nullptr));
}

TEST_F(Translation, CodeOfAnotherKernelIsNotTaken) {
  heddleKernel_t K = nullptr;
  ASSERT_OK(heddleModuleGetKernelAt(Module, 0, &K));
  auto Info = made<heddleKernelInfo_t>();
  ASSERT_OK(heddleKernelGetInfo(K, &Info));
  heddleTranslatedKernel_t Row = {Info.Name, "another key", nullptr, nullptr,
                                  0};
  Of.Kernels = &Row;
  Of.NumKernels = 1;
  ASSERT_OK(load());
  ASSERT_OK(heddleModuleGetKernelAt(Loaded, 0, &K));
  EXPECT_FALSE(heddleKernelIsTranslated(K));
}

TEST_F(Translation, OtherVersionsAreRefused) {
  Of.Interface = "something else";
  EXPECT_EQ(load(), heddleErrorNotSupported);
  EXPECT_EQ(message(), "the translation is by a ptx-translate of another "
                       "version");
  Of.Interface = Interface.c_str();
  --Of.StructSize;
  EXPECT_EQ(load(), heddleErrorNotSupported);
}

TEST_F(Translation, OtherHostsAreNamed) {
  Of.HostIsa = "mmx";
  EXPECT_EQ(load(), heddleErrorNotSupported);
  EXPECT_EQ(message(), "the translation is for hosts with mmx, which this one "
                       "has not");
}

TEST_F(Translation, NullIsRefused) {
  EXPECT_EQ(heddleModuleLoadTranslation(nullptr, &Of, &Loaded),
            heddleErrorInvalidValue);
  EXPECT_EQ(heddleModuleLoadTranslation(Device, nullptr, &Loaded),
            heddleErrorInvalidValue);
  EXPECT_EQ(heddleModuleLoadTranslation(Device, &Of, nullptr),
            heddleErrorInvalidValue);
}

} // namespace
