//===- CAPITest.cpp - The C API -------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle-c/heddle.h"
#include "gtest/gtest.h"
#include <atomic>
#include <string>
#include <thread>
#include <vector>

extern "C" size_t heddleTestSizeInC(void);

namespace {

constexpr char Scale[] = R"(.version 7.0
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

std::string message() { return heddleGetLastErrorMessage(); }

template <class T> T made() {
  T Value;
  HEDDLE_INIT(Value);
  return Value;
}

heddleCompilation_t compile(const std::string &Text) {
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

TEST_F(CAPI, ModulesKeepTheirDevice) {
  heddleDeviceDestroy(Device);
  Device = nullptr;
  EXPECT_EQ(scale(64, 1, 1), heddleErrorFault);
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

} // namespace
