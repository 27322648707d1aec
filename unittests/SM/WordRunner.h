//===- WordRunner.h - Words through the interpreter -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes machine words as the interpreter does and executes one of them on
/// the state that the judge has, too.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_WORDRUNNER_H
#define HEDDLE_UNITTESTS_SM_WORDRUNNER_H

#include "FloatEnvironment.h"
#include "heddle/Machine/Program.h"
#include "heddle/Model/WordJudge.h"
#include "heddle/SM/Executable.h"
#include <cstring>

namespace heddle::sm::test {

using model::Judgement;
using model::JudgeWarp;
using model::judgeWord;

struct Word {
  uint32_t W0 = 0, W1 = 0;
  bool isShort() const { return (W0 & 1) == 0; }
};

class WordRunner {
public:
  WordRunner(HostIsa Isa, const std::vector<Word> &Words) {
    for (const Word &W : Words)
      // Short forms come in pairs: the second is the same again.
      for (uint32_t V : {W.W0, W.isShort() ? W.W0 : W.W1})
        for (unsigned N = 0; N != 4; ++N)
          Kernel.Code.push_back(uint8_t(V >> (8 * N)));
    Kernel.Info.Name = "k";
    Kernel.Info.Registers = 128;
    Module.ComputeCapability = 13;
    P = llvm::cantFail(decodeKernel(Module, Kernel));
    E = makeExecutable(*P, Isa);
    for (const BoundInst &I : E->Code)
      if (I.Address % 8 == 0 && I.Address < Kernel.Code.size())
        First.push_back(&I);
    for (unsigned N = 0; N != 16; ++N)
      Banks[N] = {0, 0, nullptr};
    prepare();
  }

  /// The instruction of word \p N.
  const DecodedInst &instruction(size_t N) const { return *First[N]; }
  std::string text(size_t N) { return instructionText(*P, First[N]->Address); }

  /// Takes over all of \p W.
  void set(const JudgeWarp &W) {
    setRegisters(W);
    Shared = W.Shared;
    Global = W.Global;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      std::memcpy(&Local[Lane * JudgeWarp::LocalBytes], W.Local[Lane].data(),
                  JudgeWarp::LocalBytes);
    interleaveLocal();
    for (unsigned N = 0; N != 16; ++N)
      Banks[N] = {0, uint32_t(W.Const[N].size()),
                  const_cast<uint8_t *>(W.Const[N].data())};
    L.Shared = Shared.data();
    L.SharedBytes = uint32_t(Shared.size());
  }
  /// The same without memory.
  void setRegisters(const JudgeWarp &W) {
    for (unsigned N = 0; N != 128; ++N)
      std::memcpy(Rows[N].Words.data(), W.R[N].data(), sizeof(W.R[N]));
    std::memset(L.Condition, 0, sizeof(L.Condition));
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      for (unsigned N = 0; N != 5; ++N)
        L.AddressRegs[N][Lane] = W.A[N][Lane];
      for (unsigned N = 0; N != 4; ++N)
        for (unsigned Bit = 0; Bit != 4; ++Bit)
          L.Condition[N][Bit] |= uint32_t(W.C[N][Lane] >> Bit & 1) << Lane;
    }
    L.Active = W.Active;
    for (unsigned N = 0; N != 5; ++N)
      L.Shapes[N] = shapeOf(W.A[N]);
  }

  /// False: it faulted.
  bool run(size_t N) {
    FloatEnvironment Guest;
    HostModes Host;
    return E->Table.Execute(First[N], 1, L, Host) == 1;
  }

  /// Empty, or what differs.
  std::string compare(const JudgeWarp &W, bool WithMemory) {
    for (unsigned N = 0; N != 128; ++N)
      for (unsigned Lane = 0;
           Lane != Lanes && std::memcmp(Rows[N].Words.data(), W.R[N].data(),
                                        sizeof(W.R[N])) != 0;
           ++Lane)
        if (Rows[N].Words[Lane] != W.R[N][Lane])
          return describe("$r" + std::to_string(N), Lane, Rows[N].Words[Lane],
                          W.R[N][Lane]);
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      for (unsigned N = 0; N != 5; ++N)
        if (uint16_t(L.AddressRegs[N][Lane]) != W.A[N][Lane])
          return describe("$a" + std::to_string(N), Lane,
                          L.AddressRegs[N][Lane], W.A[N][Lane]);
      for (unsigned N = 0; N != 4; ++N) {
        unsigned Got = 0;
        for (unsigned Bit = 0; Bit != 4; ++Bit)
          Got |= (L.Condition[N][Bit] >> Lane & 1) << Bit;
        if (Got != W.C[N][Lane])
          return describe("$c" + std::to_string(N), Lane, Got, W.C[N][Lane]);
      }
    }
    return WithMemory ? compareMemory(W) : "";
  }

private:
  void prepare() {
    L.Base[WarpRows] = Rows[0].Words.data();
    L.Base[ConstantRows] =
        const_cast<uint32_t *>(P->Constants.front().Words.data());
    L.Registers = 128;
    // As the chip does.
    L.AddressCut = 0xffff0000;
    Lock = NoLock;
    L.Locks = &Lock;
    L.NumWarps = 1;
    L.LocalBytes = JudgeWarp::LocalBytes;
    L.Local = LocalWords.data();
    L.Banks = Banks;
    L.GlobalMemory = this;
    L.FindGlobal = [](const void *Memory, uint32_t Address) {
      auto *Me = static_cast<const WordRunner *>(Memory);
      bool Inside = Address - JudgeWarp::GlobalBase < Me->Global.size();
      return Inside ? Window{JudgeWarp::GlobalBase, uint32_t(Me->Global.size()),
                             const_cast<uint8_t *>(Me->Global.data())}
                    : Window{0, 0, nullptr};
    };
  }
  /// What the interpreter may know of an $a register.
  static AddressShape shapeOf(const std::array<uint16_t, Lanes> &A) {
    bool IsUniform = true, IsWords = true;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      IsUniform &= A[Lane] == A[0];
      IsWords &= A[Lane] == A[0] + 4 * Lane;
    }
    return IsUniform ? AddressShape::Uniform
           : IsWords ? AddressShape::Words
                     : AddressShape::Other;
  }
  void interleaveLocal() {
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      for (unsigned N = 0; N != JudgeWarp::LocalBytes / 4; ++N)
        std::memcpy(&LocalWords[N * Lanes + Lane],
                    &Local[Lane * JudgeWarp::LocalBytes + N * 4], 4);
  }
  static std::string describe(const std::string &What, unsigned Lane,
                              uint32_t Got, uint32_t Want) {
    char Text[120];
    std::snprintf(Text, sizeof(Text), "%s of lane %u: got 0x%x, judged 0x%x",
                  What.c_str(), Lane, Got, Want);
    return Text;
  }
  std::string compareMemory(const JudgeWarp &W) {
    if (Shared != W.Shared)
      return "s[] differs";
    if (Global != W.Global)
      return "g[] differs";
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      for (unsigned N = 0; N != JudgeWarp::LocalBytes / 4; ++N)
        if (std::memcmp(&LocalWords[N * Lanes + Lane], &W.Local[Lane][N * 4],
                        4) != 0)
          return "l[] of lane " + std::to_string(Lane) + " differs";
    return "";
  }

  object::Module Module;
  object::Kernel Kernel;
  ProgramPtr P;
  ExecutablePtr E;
  std::vector<const BoundInst *> First;
  LaneContext L = {};
  std::array<ConstantRow, 128 + ScratchRows> Rows = {};
  std::vector<uint8_t> Shared, Global;
  std::vector<uint8_t> Local =
      std::vector<uint8_t>(Lanes * JudgeWarp::LocalBytes);
  alignas(64)
      std::array<uint32_t, Lanes * JudgeWarp::LocalBytes / 4> LocalWords = {};
  Window Banks[16];
  uint32_t Lock;
};

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_WORDRUNNER_H
