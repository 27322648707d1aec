//===- DeviceTest.cpp - Devices and their memory by the C API -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include <sys/mman.h>
#include <vector>

using namespace heddle::capi;

namespace {

TEST_F(CAPI, CopiesStayInBuffers) {
  heddleAddress_t A = 0;
  ASSERT_OK(heddleMalloc(Device, 8, nullptr, &A));
  char Bytes[9] = {};
  EXPECT_EQ(heddleCopyToDevice(Device, A, Bytes, 9), heddleErrorInvalidAddress);
  EXPECT_EQ(heddleCopyFromDevice(Device, Bytes, A + 1, 8),
            heddleErrorInvalidAddress);
  EXPECT_EQ(heddleCopyFromDevice(Device, Bytes, 0, 1),
            heddleErrorInvalidAddress);
  EXPECT_EQ(heddleCopyFromDevice(Device, Bytes, A, ~uint64_t(0)),
            heddleErrorInvalidAddress);
  EXPECT_OK(heddleCopyFromDevice(Device, nullptr, 0, 0));
  EXPECT_OK(heddleFill(Device, A, 0x01020304, 2, 4));
  EXPECT_OK(heddleFill(Device, A, 9, 1, 1));
  EXPECT_OK(heddleCopyOnDevice(Device, A + 2, A, 6));
  ASSERT_OK(heddleCopyFromDevice(Device, Bytes, A, 8));
  EXPECT_EQ(std::string(Bytes, 8), "\11\3\11\3\4\3\4\3");
  EXPECT_EQ(heddleFill(Device, A + 1, 0, 4, 1), heddleErrorInvalidValue);
  EXPECT_EQ(heddleFill(Device, A, 0, 3, 1), heddleErrorInvalidValue);
  EXPECT_EQ(heddleFill(Device, A, 0, 4, uint64_t(1) << 62),
            heddleErrorInvalidValue);
  auto Info = made<heddleBufferInfo_t>();
  ASSERT_OK(heddleGetBufferInfo(Device, A + 7, &Info));
  EXPECT_EQ(Info.Address, A);
  EXPECT_EQ(Info.Kind, heddleBufferAllocation);
  EXPECT_EQ(Info.HostPointer, reinterpret_cast<void *>(A));
  EXPECT_EQ(heddleGetBufferInfo(Device, A + 8, &Info), heddleErrorNotFound);
  EXPECT_EQ(heddleMalloc(Device, uint64_t(1) << 60, nullptr, &A),
            heddleErrorOutOfMemory);
  auto Calls = made<heddleVariable_t>();
  ASSERT_OK(heddleModuleGetVariable(Module, "calls", &Calls));
  EXPECT_EQ(heddleFree(Device, Calls.Address), heddleErrorNotFound);
}

/// What was registered is the caller's, who may unmap it too early.
TEST_F(CAPI, RegisteredMemoryThatIsGone) {
  constexpr size_t Size = 1 << 16;
  void *Data = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto Address = reinterpret_cast<uint64_t>(Data);
  ASSERT_OK(heddleHostRegister(Device, Data, Size, "mine"));
  std::vector<char> Copy(Size, 1);
  EXPECT_OK(heddleCopyToDevice(Device, Address, Copy.data(), Size));
  EXPECT_OK(scale(Address, 2, 100));
  munmap(static_cast<char *>(Data) + Size / 2, Size / 2);
  EXPECT_OK(heddleCopyFromDevice(Device, Copy.data(), Address, Size / 2));
  EXPECT_EQ(heddleCopyFromDevice(Device, Copy.data(), Address, Size),
            heddleErrorInvalidAddress);
  EXPECT_EQ(heddleCopyToDevice(Device, Address + Size - 4, Copy.data(), 4),
            heddleErrorInvalidAddress);
  EXPECT_EQ(heddleFill(Device, Address, 0, 4, Size / 4),
            heddleErrorInvalidAddress);
  EXPECT_EQ(scale(Address + Size / 2 - 4, 2, 2), heddleErrorFault);
  EXPECT_NE(message().find("is in buffer 'mine', which the host has unmapped"),
            std::string::npos)
      << message();
  EXPECT_OK(scale(Address, 2, 100));
  EXPECT_OK(heddleHostUnregister(Device, Data));
  munmap(Data, Size / 2);
}

TEST(CAPIDevice, RawMemory) {
  auto Options = made<heddleDeviceOptions_t>();
  Options.Addresses = heddleAddressesRaw;
  heddleDevice_t D = nullptr;
  ASSERT_OK(heddleDeviceCreate(&Options, &D));
  std::vector<char> Host(20000, 'x');
  auto Address = reinterpret_cast<uint64_t>(Host.data());
  EXPECT_OK(heddleFill(D, Address, 'y', 1, Host.size()));
  EXPECT_EQ(Host.back(), 'y');
  EXPECT_EQ(heddleFill(D, 16, 0, 1, 1), heddleErrorInvalidAddress);
  EXPECT_EQ(heddleCopyFromDevice(D, Host.data(), Address, uint64_t(1) << 46),
            heddleErrorInvalidAddress);
  heddleDeviceDestroy(D);
}

TEST(CAPIDevice, Options) {
  heddleDevice_t D = nullptr;
  auto Options = made<heddleDeviceOptions_t>();
  Options.StackBytes = (1 << 20) + 1;
  EXPECT_EQ(heddleDeviceCreate(&Options, &D), heddleErrorInvalidValue);
  Options.StackBytes = 1 << 20;
  Options.StallSeconds = -1;
  EXPECT_EQ(heddleDeviceCreate(&Options, &D), heddleErrorInvalidValue);
  Options.StallSeconds = 0;
  Options.Geometry = "nothing";
  EXPECT_EQ(heddleDeviceCreate(&Options, &D), heddleErrorInvalidValue);
  Options.Geometry = "tx1";
  Options.Addresses = heddleAddressModel_t(3);
  EXPECT_EQ(heddleDeviceCreate(&Options, &D), heddleErrorInvalidValue);
  Options.Addresses = heddleAddressesHost;
  ASSERT_OK(heddleDeviceCreate(&Options, &D));
  EXPECT_EQ(heddleDeviceSetStackBytes(D, ~0u), heddleErrorInvalidValue);
  EXPECT_OK(heddleDeviceSetStackBytes(D, 0));
  EXPECT_OK(heddleDeviceSetHeapBytes(D, ~uint64_t(0)));
  uint64_t Free = 0, Total = 0;
  EXPECT_OK(heddleDeviceGetMemoryInfo(D, &Free, &Total));
  EXPECT_EQ(Free, Total);
  heddleDeviceDestroy(D);
}

TEST(CAPIDevice, ArenaAndSilicon) {
  auto Options = made<heddleDeviceOptions_t>();
  Options.Addresses = heddleAddressesArena;
  heddleDevice_t Arena = nullptr, Host = nullptr;
  ASSERT_OK(heddleDeviceCreate(&Options, &Arena));
  ASSERT_OK(heddleDeviceCreate(nullptr, &Host));
  auto Compile = made<heddleCompileOptions_t>();
  Compile.Arch = "sm_13";
  heddleCompilation_t C = nullptr;
  std::string Text = ".version 1.4\n.target sm_13\n"
                     ".entry k(.param .u32 out) {\n"
                     ".reg .u32 %a;\nld.param.u32 %a, [out];\n"
                     "st.global.u32 [%a], 42;\nret;\n}\n";
  ASSERT_OK(heddleCompile(Text.data(), Text.size(), &Compile, &C));
  heddleModule_t M = nullptr;
  EXPECT_EQ(heddleModuleLoadCompilation(Host, C, &M), heddleErrorNotSupported);
  ASSERT_OK(heddleModuleLoadCompilation(Arena, C, &M));
  heddleCompilationDestroy(C);
  heddleAddress_t A = 0;
  ASSERT_OK(heddleMalloc(Arena, 4, "out", &A));
  EXPECT_LT(A, uint64_t(1) << 32);
  heddleKernel_t K = nullptr;
  ASSERT_OK(heddleModuleGetKernel(M, nullptr, &K));
  auto Config = made<heddleLaunchConfig_t>();
  Config.Grid[0] = Config.Block[0] = 1;
  const void *Arguments[] = {&A};
  EXPECT_OK(heddleLaunch(K, &Config, Arguments, nullptr));
  uint32_t Word = 0;
  EXPECT_OK(heddleCopyFromDevice(Arena, &Word, A, 4));
  EXPECT_EQ(Word, 42u);
  EXPECT_EQ(heddleHostRegister(Arena, &Word, 4, "w"), heddleErrorNotSupported);
  heddleModuleDestroy(M);
  heddleDeviceDestroy(Arena);
  heddleDeviceDestroy(Host);
}

} // namespace
