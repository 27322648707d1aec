//===- ModuleTest.cpp - Modules and kernels by the C API ------------------===//
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

TEST_F(CAPI, ConstantsCanBeSet) {
  auto Bias = made<heddleVariable_t>();
  ASSERT_OK(heddleModuleGetVariable(Module, "bias", &Bias));
  EXPECT_EQ(Bias.Space, heddleSpaceConst);
  float Value = -2;
  EXPECT_OK(heddleCopyToDevice(Device, Bias.Address, &Value, 4));
  float Data = 10;
  ASSERT_OK(heddleHostRegister(Device, &Data, 4, nullptr));
  ASSERT_OK(scale(reinterpret_cast<uint64_t>(&Data), 3, 1));
  EXPECT_EQ(Data, 28);
  EXPECT_OK(heddleHostUnregister(Device, &Data));
  EXPECT_EQ(heddleHostUnregister(Device, &Data), heddleErrorNotFound);
}

TEST_F(CAPI, KernelsAndTheirParts) {
  EXPECT_EQ(heddleModuleGetNumKernels(Module), 2u);
  EXPECT_STREQ(heddleModuleGetChip(Module), "tx1");
  heddleKernel_t K = nullptr;
  EXPECT_OK(heddleModuleGetKernelAt(Module, 0, &K));
  EXPECT_EQ(K, Kernel);
  EXPECT_EQ(heddleKernelGetModule(K), Module);
  EXPECT_EQ(heddleModuleGetKernelAt(Module, 2, &K), heddleErrorNotFound);
  EXPECT_EQ(heddleModuleGetKernel(Module, "other", &K), heddleErrorNotFound);
  EXPECT_NE(message().find("'scale', 'stop'"), std::string::npos) << message();
  EXPECT_EQ(heddleModuleGetKernel(Module, nullptr, &K), heddleErrorNotFound);

  auto Info = made<heddleKernelInfo_t>();
  ASSERT_OK(heddleKernelGetInfo(Kernel, &Info));
  EXPECT_STREQ(Info.Name, "scale");
  EXPECT_EQ(Info.NumParameters, 3u);
  EXPECT_EQ(Info.ParameterBytes, 16u);
  EXPECT_EQ(Info.SharedBytes, 0u);
  EXPECT_EQ(Info.MaxThreadsPerBlock, 1024u);
  EXPECT_GT(Info.Registers, 0u);
  auto P = made<heddleParameter_t>();
  ASSERT_OK(heddleKernelGetParameter(Kernel, 1, &P));
  EXPECT_STREQ(P.Type, "f32");
  EXPECT_EQ(P.Offset, 8u);
  EXPECT_EQ(heddleKernelGetParameter(Kernel, 3, &P), heddleErrorNotFound);

  auto O = made<heddleOccupancy_t>();
  ASSERT_OK(heddleKernelGetOccupancy(Kernel, 256, 0, &O));
  EXPECT_EQ(O.ActiveWarps, O.ActiveCTAs * 8);
  EXPECT_EQ(O.MaxWarps, 64u);
  EXPECT_EQ(heddleKernelGetOccupancy(Kernel, 0, 0, &O),
            heddleErrorInvalidValue);
  ASSERT_OK(heddleKernelGetOccupancy(Kernel, 32, 100 << 10, &O));
  EXPECT_EQ(O.ActiveCTAs, 2u);
  EXPECT_STREQ(O.Limiters, "shared memory");

  const char *Listing = nullptr;
  ASSERT_OK(heddleKernelGetListing(Kernel, &Listing));
  EXPECT_NE(std::string(Listing).find("fma.rn.f32 %v, %v, %f, %k;"),
            std::string::npos)
      << Listing;
  EXPECT_EQ(heddleModuleGetNumVariables(Module), 2u);
}

TEST_F(CAPI, ModulesKeepTheirDevice) {
  heddleDeviceDestroy(Device);
  Device = nullptr;
  EXPECT_EQ(scale(64, 1, 1), heddleErrorFault);
}

} // namespace
