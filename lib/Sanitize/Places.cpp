//===- Places.cpp - Say where things are ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "heddle/Machine/FaultReport.h"
#include "heddle/Machine/LaunchConfig.h"
#include "heddle/Machine/Program.h"

namespace heddle::sanitize {

/// \p N as x, y and z.
static std::array<uint32_t, 3> tripleOf(uint64_t N, const sm::Dim3 &Size) {
  return {uint32_t(N % Size.X), uint32_t(N / Size.X % Size.Y),
          uint32_t(N / Size.X / Size.Y)};
}

uint32_t lineAt(const sm::LaunchView &Launch, uint32_t Index) {
  uint32_t Line = Launch.P.Kernel.lineOf(Launch.P.Code[Index].Address).Line;
  return Launch.P.Module.placeOf(Line).Line;
}

FindingSide sideAt(const sm::LaunchView &Launch, uint32_t Index, uint64_t Cta,
                   unsigned Thread) {
  const sm::DecodedInst &I = Launch.P.Code[Index];
  object::LineEntry Place = Launch.P.Kernel.lineOf(I.Address);
  FindingSide S;
  object::Module::Place InPTX = Launch.P.Module.placeOf(Place.Line);
  S.File = InPTX.File.str();
  S.Line = InPTX.Line;
  S.Column = Place.Column;
  S.Sources = sm::sourcesOf(Launch.P.Module.Sources, Place);
  S.PC = I.Address;
  S.Instruction = sm::instructionText(Launch.P, I.Address);
  S.Thread = tripleOf(Thread, Launch.Config.Block);
  S.Block = tripleOf(Cta, Launch.Config.Grid);
  return S;
}

} // namespace heddle::sanitize
