//===- Fixture.h - What tests of the C API share ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_CAPI_FIXTURE_H
#define HEDDLE_UNITTESTS_CAPI_FIXTURE_H

#include "heddle-c/heddle.h"
#include "gtest/gtest.h"
#include <string>

namespace heddle::capi {

inline constexpr char Scale[] = R"(.version 7.0
.target sm_75
.address_size 64
.global .align 4 .u32 calls;
.const .align 4 .f32 bias = 0f3F800000;
.visible .entry scale(.param .u64 data, .param .f32 factor, .param .u32 n) {
  .reg .b64 %a, %w; .reg .b32 %c, %b, %t, %i, %n; .reg .f32 %v, %f, %k;
  .reg .pred %p;
  ld.param.u64 %a, [data];
  ld.param.f32 %f, [factor];
  ld.param.u32 %n, [n];
  mov.u32 %c, %ctaid.x;
  mov.u32 %b, %ntid.x;
  mov.u32 %t, %tid.x;
  mad.lo.u32 %i, %c, %b, %t;
  setp.ge.u32 %p, %i, %n;
  @%p bra done;
  mad.wide.u32 %w, %i, 4, %a;
  ld.global.f32 %v, [%w];
  ld.const.f32 %k, [bias];
  fma.rn.f32 %v, %v, %f, %k;
  st.global.f32 [%w], %v;
  red.global.add.u32 [calls], 1;
done:
  ret;
}
.visible .entry stop() {
  trap;
  ret;
}
)";

#define EXPECT_OK(CALL) EXPECT_EQ(CALL, heddleSuccess) << message()
#define ASSERT_OK(CALL) ASSERT_EQ(CALL, heddleSuccess) << message()

inline std::string message() { return heddleGetLastErrorMessage(); }

template <class T> T made() {
  T Value;
  HEDDLE_INIT(Value);
  return Value;
}

inline heddleCompilation_t compile(const std::string &Text) {
  heddleCompilation_t C = nullptr;
  EXPECT_OK(heddleCompile(Text.data(), Text.size(), nullptr, &C));
  return C;
}

/// A device with the module of Scale.
class CAPI : public testing::Test {
protected:
  void open(heddleAddressModel_t Addresses) {
    auto Options = made<heddleDeviceOptions_t>();
    Options.Addresses = Addresses;
    ASSERT_OK(heddleDeviceCreate(&Options, &Device));
    heddleCompilation_t C = compile(Scale);
    ASSERT_NE(C, nullptr);
    ASSERT_OK(heddleModuleLoadCompilation(Device, C, &Module));
    heddleCompilationDestroy(C);
    ASSERT_OK(heddleModuleGetKernel(Module, "scale", &Kernel));
  }
  void SetUp() override { open(heddleAddressesHost); }
  void TearDown() override {
    heddleModuleDestroy(Module);
    heddleDeviceDestroy(Device);
  }

  heddleError_t scale(uint64_t Data, float Factor, uint32_t N,
                      heddleResult_t *Out = nullptr, uint32_t Grid = 2,
                      uint32_t Block = 64) {
    auto Config = made<heddleLaunchConfig_t>();
    Config.Grid[0] = Grid;
    Config.Block[0] = Block;
    Config.Count = 1;
    const void *Arguments[] = {&Data, &Factor, &N};
    return heddleLaunch(Kernel, &Config, Arguments, Out);
  }

  heddleDevice_t Device = nullptr;
  heddleModule_t Module = nullptr;
  heddleKernel_t Kernel = nullptr;
};

} // namespace heddle::capi

#endif // HEDDLE_UNITTESTS_CAPI_FIXTURE_H
