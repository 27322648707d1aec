//===- LaunchTest.cpp - Launches by the C API -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

using namespace heddle::capi;

namespace {

TEST_F(CAPI, LaunchOnAnAllocation) {
  std::vector<float> Data(100, 3);
  heddleAddress_t A = 0;
  ASSERT_OK(heddleMalloc(Device, 400, "data", &A));
  EXPECT_OK(heddleCopyToDevice(Device, A, Data.data(), 400));
  heddleResult_t R = nullptr;
  ASSERT_OK(scale(A, 2, 100, &R));
  EXPECT_OK(heddleCopyFromDevice(Device, Data.data(), A, 400));
  for (float F : Data)
    EXPECT_EQ(F, 7);
  uint64_t Warp = 0, Thread = 0, Issued = 0;
  EXPECT_OK(heddleResultGetInstructions(R, &Warp, &Thread));
  EXPECT_GT(Warp, 4 * 8u);
  EXPECT_GT(Thread, Warp);
  for (size_t N = 0; N != heddleGetNumCounters(); ++N)
    if (heddleGetCounterName(N) == std::string("issued"))
      EXPECT_OK(heddleResultGetCounter(R, N, &Issued));
  EXPECT_EQ(Issued, Warp);
  EXPECT_EQ(heddleResultGetCounter(R, heddleGetNumCounters(), &Issued),
            heddleErrorNotFound);
  auto Fault = made<heddleFault_t>();
  EXPECT_EQ(heddleResultGetFault(R, &Fault), heddleErrorNotFound);
  heddleResultDestroy(R);

  auto Calls = made<heddleVariable_t>();
  ASSERT_OK(heddleModuleGetVariable(Module, "calls", &Calls));
  EXPECT_EQ(Calls.Size, 4u);
  EXPECT_EQ(Calls.Space, heddleSpaceGlobal);
  uint32_t Count = 0;
  EXPECT_OK(heddleCopyFromDevice(Device, &Count, Calls.Address, 4));
  EXPECT_EQ(Count, 100u);

  EXPECT_OK(heddleFree(Device, A));
  EXPECT_EQ(heddleFree(Device, A), heddleErrorNotFound);
  EXPECT_EQ(scale(A, 2, 100), heddleErrorFault);
  EXPECT_NE(message().find("inside freed buffer"), std::string::npos)
      << message();
}

constexpr char Spin[] = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry spin(.param .u64 p) {
  .reg .b64 %a; .reg .b32 %v; .reg .pred %q;
  ld.param.u64 %a, [p];
again:
  ld.volatile.global.u32 %v, [%a];
  setp.eq.u32 %q, %v, 0;
  @%q bra again;
  st.global.u32 [%a+4], %v;
  ret;
}
)";

TEST_F(CAPI, LaunchesThatGoOn) {
  heddleCompilation_t C = compile(Spin);
  heddleModule_t M = nullptr;
  heddleKernel_t K = nullptr;
  ASSERT_OK(heddleModuleLoadCompilation(Device, C, &M));
  heddleCompilationDestroy(C);
  ASSERT_OK(heddleModuleGetKernel(M, nullptr, &K));
  heddleAddress_t A = 0;
  ASSERT_OK(heddleMalloc(Device, 8, "words", &A));
  auto Config = made<heddleLaunchConfig_t>();
  Config.Grid[0] = 3;
  Config.Block[0] = 32;
  heddleLaunch_t L = nullptr;
  EXPECT_EQ(heddleLaunchStart(K, nullptr, &A, 8, &L), heddleErrorInvalidValue);
  EXPECT_EQ(heddleLaunchStart(K, &Config, &A, 7, &L), heddleErrorInvalidValue);
  EXPECT_EQ(heddleLaunchStart(K, &Config, &A, 8, nullptr),
            heddleErrorInvalidValue);
  EXPECT_EQ(heddleLaunchWait(nullptr, 0, nullptr), heddleErrorInvalidValue);
  heddleLaunchInterrupt(nullptr);
  heddleLaunchDestroy(nullptr);

  ASSERT_OK(heddleLaunchStart(K, &Config, &A, 8, &L));
  heddleResult_t R = nullptr;
  EXPECT_EQ(heddleLaunchWait(L, 0, &R), heddleErrorNotReady);
  EXPECT_EQ(heddleLaunchWait(L, 0.01, &R), heddleErrorNotReady);
  EXPECT_EQ(R, nullptr);
  uint32_t Word = 9;
  EXPECT_OK(heddleCopyToDevice(Device, A, &Word, 4));
  EXPECT_OK(heddleLaunchWait(L, 1e300, &R));
  ASSERT_NE(R, nullptr);
  heddleResultDestroy(R);
  EXPECT_OK(heddleCopyFromDevice(Device, &Word, A + 4, 4));
  EXPECT_EQ(Word, 9u);
  EXPECT_EQ(heddleLaunchWait(L, -1, &R), heddleErrorInvalidValue);
  heddleLaunchInterrupt(L);
  heddleLaunchDestroy(L);

  Word = 0;
  EXPECT_OK(heddleCopyToDevice(Device, A, &Word, 4));
  ASSERT_OK(heddleLaunchStart(K, &Config, &A, 8, &L));
  EXPECT_EQ(heddleLaunchWait(L, 0.25, nullptr), heddleErrorNotReady);
  heddleLaunchInterrupt(L);
  EXPECT_EQ(heddleLaunchWait(L, -1, nullptr), heddleErrorInterrupted);
  EXPECT_NE(message().find("block ("), std::string::npos) << message();
  heddleLaunchDestroy(L);
  // Nobody waits.
  ASSERT_OK(heddleLaunchStart(K, &Config, &A, 8, &L));
  heddleLaunchInterrupt(L);
  heddleLaunchDestroy(L);
  heddleModuleDestroy(M);
}

TEST_F(CAPI, TimeLimits) {
  auto Config = made<heddleLaunchConfig_t>();
  Config.Grid[0] = Config.Block[0] = 1;
  uint64_t Data = 0;
  float Factor = 1;
  uint32_t N = 0;
  const void *Arguments[] = {&Data, &Factor, &N};
  for (double Limit : {1e9, 1e10, 1e300, HUGE_VAL}) {
    Config.TimeLimit = Limit;
    EXPECT_OK(heddleLaunch(Kernel, &Config, Arguments, nullptr));
  }
  for (double Limit : {-1.0, -HUGE_VAL, double(NAN)}) {
    Config.TimeLimit = Limit;
    EXPECT_EQ(heddleLaunch(Kernel, &Config, Arguments, nullptr),
              heddleErrorInvalidValue);
  }
}

TEST_F(CAPI, Faults) {
  std::vector<float> Data(100, 1);
  auto Address = reinterpret_cast<uint64_t>(Data.data());
  ASSERT_OK(heddleHostRegister(Device, Data.data(), 200, "half"));
  heddleResult_t R = nullptr;
  EXPECT_EQ(scale(Address, 1, 100, &R), heddleErrorFault);
  auto Fault = made<heddleFault_t>();
  ASSERT_OK(heddleResultGetFault(R, &Fault));
  EXPECT_EQ(Fault.Kind, heddleFaultOobGlobal);
  EXPECT_STREQ(heddleGetFaultName(Fault.Kind), "oob_global");
  EXPECT_STREQ(Fault.Kernel, "scale");
  EXPECT_STREQ(Fault.File, "<ptx>");
  EXPECT_EQ(Fault.Line, 19u);
  EXPECT_TRUE(Fault.HasPlace && Fault.HasAddress);
  EXPECT_EQ(Fault.Address, Address + 200);
  EXPECT_EQ(Fault.Thread[0], 50u);
  EXPECT_EQ(Fault.Block[0], 0u);
  EXPECT_NE(std::string(Fault.Report).find("ld.global.f32 %v, [%w];"),
            std::string::npos)
      << Fault.Report;
  EXPECT_EQ(message(), Fault.Report);
  heddleResultDestroy(R);

  heddleKernel_t Stop = nullptr;
  ASSERT_OK(heddleModuleGetKernel(Module, "stop", &Stop));
  auto Config = made<heddleLaunchConfig_t>();
  Config.Grid[0] = Config.Block[0] = 1;
  ASSERT_EQ(heddleLaunch(Stop, &Config, nullptr, &R), heddleErrorFault);
  ASSERT_OK(heddleResultGetFault(R, &Fault));
  EXPECT_EQ(Fault.Kind, heddleFaultTrap);
  heddleResultDestroy(R);
  // The device is as good as before.
  EXPECT_OK(scale(Address, 1, 50));
}

TEST_F(CAPI, RefusedLaunches) {
  heddleResult_t R = nullptr;
  EXPECT_EQ(scale(0, 1, 0, &R, 0), heddleErrorInvalidLaunch);
  auto Fault = made<heddleFault_t>();
  ASSERT_OK(heddleResultGetFault(R, &Fault));
  EXPECT_EQ(Fault.Kind, heddleFaultLaunchGridSize);
  EXPECT_FALSE(Fault.HasPlace);
  heddleResultDestroy(R);
  EXPECT_EQ(scale(0, 1, 0, nullptr, 1, 0), heddleErrorInvalidLaunch);
  EXPECT_EQ(scale(0, 1, 0, nullptr, 1, 1025), heddleErrorInvalidLaunch);
  EXPECT_EQ(scale(0, 1, 0, nullptr, ~0u, 1), heddleErrorInvalidLaunch);
  auto Config = made<heddleLaunchConfig_t>();
  Config.Grid[0] = Config.Block[0] = 1;
  EXPECT_EQ(heddleLaunch(Kernel, &Config, nullptr, nullptr),
            heddleErrorInvalidValue);
  const void *Missing[] = {nullptr, nullptr, nullptr};
  EXPECT_EQ(heddleLaunch(Kernel, &Config, Missing, nullptr),
            heddleErrorInvalidValue);
  EXPECT_NE(message().find("no value for parameter"), std::string::npos)
      << message();
  EXPECT_EQ(heddleLaunchPacked(Kernel, &Config, Missing, 15, nullptr),
            heddleErrorInvalidValue);
  EXPECT_EQ(heddleLaunchPacked(Kernel, nullptr, Missing, 24, nullptr),
            heddleErrorInvalidValue);
}

TEST_F(CAPI, SeveralThreads) {
  std::atomic<unsigned> Wrong = 0;
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != 4; ++T)
    Threads.emplace_back([&, T] {
      std::vector<float> Data(128, 1);
      auto Address = reinterpret_cast<uint64_t>(Data.data());
      Wrong += heddleHostRegister(Device, Data.data(), 512, "t") != 0;
      for (unsigned Round = 0; Round != 50; ++Round) {
        Wrong += scale(Address, 0, 128) != heddleSuccess;
        Wrong += scale(Address + 4 * (T + 1), 1, 200) != heddleErrorFault;
      }
      Wrong += heddleHostUnregister(Device, Data.data()) != 0;
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
}

TEST(CAPIOutput, GoesWhereItIsSent) {
  const std::string Text = R"(.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 hello[7] = {104, 101, 108, 108, 111, 10, 0};
.entry k() {
  .reg .b64 %f; .reg .b32 %r;
  mov.u64 %f, hello;
  cvta.global.u64 %f, %f;
  {
  .param .b64 p0; .param .b64 p1; .param .b32 q;
  st.param.b64 [p0], %f;
  st.param.b64 [p1], 0;
  call.uni (q), vprintf, (p0, p1);
  ld.param.b32 %r, [q];
  }
  ret;
}
)";
  heddleDevice_t D = nullptr;
  ASSERT_OK(heddleDeviceCreate(nullptr, &D));
  std::string Output;
  ASSERT_OK(heddleDeviceSetOutput(
      D,
      [](void *User, const char *Bytes, size_t Size) {
        static_cast<std::string *>(User)->append(Bytes, Size);
      },
      &Output));
  heddleCompilation_t C = compile(Text);
  heddleModule_t M = nullptr;
  ASSERT_OK(heddleModuleLoadCompilation(D, C, &M));
  heddleCompilationDestroy(C);
  heddleKernel_t K = nullptr;
  ASSERT_OK(heddleModuleGetKernelAt(M, 0, &K));
  auto Config = made<heddleLaunchConfig_t>();
  Config.Grid[0] = 1;
  Config.Block[0] = 2;
  EXPECT_OK(heddleLaunch(K, &Config, nullptr, nullptr));
  EXPECT_EQ(Output, "hello\nhello\n");
  heddleModuleDestroy(M);
  heddleDeviceDestroy(D);
}

/// It throws, as a caller's that is written in C++ may.
void throwing(void *User, const char *, size_t) {
  std::string Text;
  Text.insert(*static_cast<size_t *>(User), "x");
}

TEST(CAPILaunch, OutputThatThrows) {
  constexpr char Prints[] = R"(.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 text[3] = {104, 105, 0};
.visible .entry k() {
  .reg .b64 %f;
  mov.u64 %f, text;
  cvta.global.u64 %f, %f;
  { .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %f; st.param.b64 [a], %f;
    call (r), vprintf, (f, a); }
  ret;
}
)";
  heddleDevice_t D = nullptr;
  heddleModule_t M = nullptr;
  heddleKernel_t K = nullptr;
  size_t Far = 7;
  ASSERT_OK(heddleDeviceCreate(nullptr, &D));
  ASSERT_OK(heddleDeviceSetOutput(D, throwing, &Far));
  heddleCompilation_t C = compile(Prints);
  ASSERT_OK(heddleModuleLoadCompilation(D, C, &M));
  ASSERT_OK(heddleModuleGetKernel(M, nullptr, &K));
  auto Config = made<heddleLaunchConfig_t>();
  Config.Grid[0] = Config.Block[0] = 1;
  EXPECT_EQ(heddleLaunchPacked(K, &Config, nullptr, 0, nullptr),
            heddleErrorHost);
  EXPECT_NE(message().find("has thrown"), std::string::npos) << message();
  Far = 0;
  EXPECT_OK(heddleLaunchPacked(K, &Config, nullptr, 0, nullptr));
  heddleCompilationDestroy(C);
  heddleModuleDestroy(M);
  heddleDeviceDestroy(D);
}

} // namespace
