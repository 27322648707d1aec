//===- TestKernel.h - Machine code to decode --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_MACHINE_TESTKERNEL_H
#define HEDDLE_UNITTESTS_MACHINE_TESTKERNEL_H

#include "heddle/ABI/Geometry.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/Program.h"
#include <vector>

namespace heddle::sm::test {

/// A kernel of words, on line N+1 the Nth of them.
struct TestKernel {
  TestKernel(std::initializer_list<std::array<uint32_t, 2>> Words,
             unsigned Registers = 4)
      : TestKernel(llvm::ArrayRef(Words.begin(), Words.end()), Registers) {}
  explicit TestKernel(llvm::ArrayRef<std::array<uint32_t, 2>> Words,
                      unsigned Registers = 4) {
    Module.ComputeCapability = 10;
    Kernel.Info.Name = "k";
    Kernel.Info.Registers = Registers;
    Kernel.Info.SharedBytes = 0x60;
    uint32_t Line = 0;
    for (const std::array<uint32_t, 2> &Word : Words) {
      Kernel.Lines.push_back({uint32_t(Kernel.Code.size()), ++Line, 1});
      for (uint32_t Half : Word)
        for (unsigned N = 0; N != 4; ++N)
          Kernel.Code.push_back(uint8_t(Half >> (8 * N)));
    }
    P = llvm::cantFail(decodeKernel(Module, Kernel));
    Config.Geometry = abi::findGeometry("g80");
    Config.Block = {32, 1, 1};
  }

  std::unique_ptr<Cta> cta() {
    std::unique_ptr<Cta> C = Cta::create(*P, Memory, Config);
    C->start(0);
    return C;
  }

  object::Module Module;
  object::Kernel Kernel;
  ProgramPtr P;
  GlobalMemory Memory;
  LaunchConfig Config;
};

// Words, as ptx-objdump shows them.
// mov b32 $r1 b32 s[0x10]
inline constexpr std::array<uint32_t, 2> MovParam = {0x1000c805, 0x0423c780};
// and b32 $r2 $r0 0xffff
inline constexpr std::array<uint32_t, 2> AndTid = {0xd03f0009, 0x00000fff};
// shl b32 $r0 $r2 0x2
inline constexpr std::array<uint32_t, 2> Scale = {0x30020401, 0xc4100780};
// add b32 $r0 $r0 $r1
inline constexpr std::array<uint32_t, 2> AddBase = {0x20000001, 0x04004780};
// ld b32 $r1 g14[$r0]
inline constexpr std::array<uint32_t, 2> LoadGlobalWord = {0xd00e0005,
                                                           0x80c00780};
// shl $a1 $r2 0x2
inline constexpr std::array<uint32_t, 2> ScaleAddress = {0x00020405,
                                                         0xc0000780};
// st b32 s[$a1+0x18] $r1
inline constexpr std::array<uint32_t, 2> StoreSharedWord = {0x04000c01,
                                                            0xe4204780};
// bar inc wait 0x0 0xfff
inline constexpr std::array<uint32_t, 2> WaitForAll = {0x861ffe03, 0x00000000};
// exit st b32 g14[$r0] $r1
inline constexpr std::array<uint32_t, 2> StoreAndExit = {0xd00e0005,
                                                         0xa0c00781};

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_MACHINE_TESTKERNEL_H
