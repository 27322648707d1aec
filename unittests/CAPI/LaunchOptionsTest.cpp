//===- LaunchOptionsTest.cpp - Who looks on at launches -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include <thread>
#include <vector>

using namespace heddle::capi;

namespace {

/// Each thread reads the word of a thread of the other warp. In bug nothing
/// orders that.
constexpr char Exchange[] = R"(.version 7.0
.target sm_75
.address_size 64
.shared .align 4 .b32 part[64];
.visible .entry bug(.param .u64 out) {
  .reg .b64 %a, %w; .reg .b32 %t, %o, %p, %i, %v;
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %p, part;
  mad.lo.u32 %i, %t, 4, %p;
  st.shared.u32 [%i], %t;
  xor.b32 %o, %t, 32;
  mad.lo.u32 %i, %o, 4, %p;
  ld.shared.u32 %v, [%i];
  mad.wide.u32 %w, %t, 4, %a;
  st.global.u32 [%w], %v;
  ret;
}
.visible .entry mended(.param .u64 out) {
  .reg .b64 %a, %w; .reg .b32 %t, %o, %p, %i, %v;
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %p, part;
  mad.lo.u32 %i, %t, 4, %p;
  st.shared.u32 [%i], %t;
  bar.sync 0;
  xor.b32 %o, %t, 32;
  mad.lo.u32 %i, %o, 4, %p;
  ld.shared.u32 %v, [%i];
  mad.wide.u32 %w, %t, 4, %a;
  st.global.u32 [%w], %v;
  ret;
}
)";

class LaunchOptions : public testing::Test {
protected:
  void SetUp() override { ASSERT_OK(heddleDeviceCreate(nullptr, &Device)); }
  void TearDown() override {
    heddleModuleDestroy(Module);
    heddleDeviceDestroy(Device);
  }

  heddleLaunchOptions_t options() {
    auto O = made<heddleLaunchOptions_t>();
    O.Report = [](void *To, const char *Text, size_t Size) {
      static_cast<std::string *>(To)->append(Text, Size);
    };
    O.ReportUser = &Report;
    return O;
  }

  void load(heddleDevice_t For) {
    auto O = made<heddleCompileOptions_t>();
    O.Device = For;
    heddleCompilation_t C = nullptr;
    ASSERT_OK(heddleCompile(Exchange, sizeof(Exchange), &O, &C));
    ASSERT_OK(heddleModuleLoadCompilation(Device, C, &Module));
    heddleCompilationDestroy(C);
  }

  void run(const char *Kernel) {
    heddleKernel_t K = nullptr;
    ASSERT_OK(heddleModuleGetKernel(Module, Kernel, &K));
    heddleAddress_t Out = 0;
    ASSERT_OK(heddleMalloc(Device, 256, "out", &Out));
    auto Config = made<heddleLaunchConfig_t>();
    Config.Grid[0] = 1;
    Config.Block[0] = 64;
    const void *Arguments[] = {&Out};
    EXPECT_OK(heddleLaunch(K, &Config, Arguments, nullptr));
    uint32_t Got[64] = {};
    EXPECT_OK(heddleCopyFromDevice(Device, Got, Out, sizeof(Got)));
    EXPECT_EQ(Got[0], 32u);
    EXPECT_OK(heddleFree(Device, Out));
  }

  heddleDevice_t Device = nullptr;
  heddleModule_t Module = nullptr;
  std::string Report;
};

TEST_F(LaunchOptions, RacesAreValues) {
  heddleLaunchOptions_t O = options();
  O.Check = "race";
  ASSERT_OK(heddleDeviceSetLaunchOptions(Device, &O));
  load(Device);
  run("mended");
  EXPECT_EQ(heddleDeviceGetNumFindings(Device), 0u);
  run("bug");
  ASSERT_EQ(heddleDeviceGetNumFindings(Device), 1u);
  auto F = made<heddleFinding_t>();
  EXPECT_EQ(heddleDeviceGetFinding(Device, 1, &F), heddleErrorNotFound);
  ASSERT_OK(heddleDeviceGetFinding(Device, 0, &F));
  EXPECT_STREQ(F.Rule, "race-shared");
  EXPECT_STREQ(F.Check, "race");
  EXPECT_STREQ(F.Kernel, "bug");
  EXPECT_EQ(F.Line, 14u);
  EXPECT_NE(std::string(F.Report).find("st.shared.u32 [%i], %t;"),
            std::string::npos)
      << F.Report;
  EXPECT_EQ(Report, "");
  EXPECT_OK(heddleDeviceFinish(Device));
  EXPECT_NE(Report.find("heddle: 1 finding"), std::string::npos) << Report;
  Report.clear();
  EXPECT_OK(heddleDeviceFinish(Device));
  EXPECT_EQ(Report, "");
}

TEST_F(LaunchOptions, CodeThatWasNotMadeForChecksIsSaidNotToBeChecked) {
  heddleLaunchOptions_t O = options();
  O.Check = "race";
  ASSERT_OK(heddleDeviceSetLaunchOptions(Device, &O));
  load(nullptr);
  run("bug");
  run("bug");
  EXPECT_EQ(heddleDeviceGetNumFindings(Device), 0u);
  EXPECT_EQ(Report,
            "heddle: kernel 'bug' is not checked: its module was not compiled "
            "from PTX for the checks that this run wants\n");
}

TEST_F(LaunchOptions, HostCodeRuns) {
  heddleLaunchOptions_t O = options();
  O.Engine = "translated";
  const heddleSetting_t More[] = {
      {"emit", "host-llvm"}, {"no-cache", "true"}, {"perf-map", "/dev/null"}};
  O.Settings = More;
  O.NumSettings = 3;
  ASSERT_OK(heddleDeviceSetLaunchOptions(Device, &O));
  load(Device);
  run("mended");
  EXPECT_NE(Report.find("define "), std::string::npos) << Report;
}

TEST_F(LaunchOptions, SmallLaunchesGetNoHostCode) {
  heddleLaunchOptions_t O = options();
  const heddleSetting_t More[] = {{"verbose", "true"}};
  O.Settings = More;
  O.NumSettings = 1;
  ASSERT_OK(heddleDeviceSetLaunchOptions(Device, &O));
  load(Device);
  run("mended");
  EXPECT_EQ(Report, "");
}

/// It throws, as a caller's that is written in C++ may.
void throwing(void *User, const char *, size_t) {
  static_cast<std::string *>(User)->at(1000);
}

TEST_F(LaunchOptions, WhatTheReportThrowsIsAnError) {
  heddleLaunchOptions_t O = options();
  O.Check = "race";
  O.Report = throwing;
  ASSERT_OK(heddleDeviceSetLaunchOptions(Device, &O));
  load(Device);
  run("bug");
  EXPECT_EQ(heddleDeviceFinish(Device), heddleErrorHost);
  EXPECT_NE(message().find("has thrown"), std::string::npos) << message();
}

TEST_F(LaunchOptions, ThreadsAskForFindings) {
  heddleLaunchOptions_t O = options();
  O.Check = "race";
  ASSERT_OK(heddleDeviceSetLaunchOptions(Device, &O));
  load(Device);
  run("bug");
  std::vector<std::thread> Threads;
  for (unsigned N = 0; N != 4; ++N)
    Threads.emplace_back([&] {
      for (unsigned K = 0; K != 200; ++K) {
        auto F = made<heddleFinding_t>();
        EXPECT_EQ(heddleDeviceGetFinding(Device, 0, &F), heddleSuccess);
        EXPECT_EQ(F.Line, 14u);
        EXPECT_STREQ(F.Kernel, "bug");
      }
    });
  for (std::thread &T : Threads)
    T.join();
}

TEST_F(LaunchOptions, MistakesAreTold) {
  heddleLaunchOptions_t O = options();
  O.Check = "rice";
  EXPECT_EQ(heddleDeviceSetLaunchOptions(Device, &O), heddleErrorInvalidValue);
  EXPECT_NE(message().find("not 'rice'"), std::string::npos) << message();
  O.Check = nullptr;
  const heddleSetting_t Unknown = {"chek", "race"};
  O.Settings = &Unknown;
  EXPECT_OK(heddleDeviceSetLaunchOptions(Device, &O));
  O.NumSettings = 1;
  EXPECT_EQ(heddleDeviceSetLaunchOptions(Device, &O), heddleErrorInvalidValue);
  EXPECT_NE(message().find("did you mean 'check'?"), std::string::npos)
      << message();
  O.NumSettings = 0;
  O.Trace = "/nowhere/at/all";
  EXPECT_EQ(heddleDeviceSetLaunchOptions(Device, &O), heddleErrorHost);
  load(Device);
  O.Trace = nullptr;
  EXPECT_EQ(heddleDeviceSetLaunchOptions(Device, &O), heddleErrorInvalidValue);
  EXPECT_EQ(heddleDeviceSetLaunchOptions(Device, nullptr),
            heddleErrorInvalidValue);
}

} // namespace
