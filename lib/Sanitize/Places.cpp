//===- Places.cpp - Say where things are ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/Machine/FaultReport.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/LaunchConfig.h"
#include "heddle/Machine/Program.h"
#include "heddle/Object/KernelNames.h"

namespace heddle::sanitize {

static std::string plus(uint64_t Offset) {
  return " + " + std::to_string(Offset);
}

std::string sharedPlace(const object::KernelInfo &Info, uint64_t Address) {
  const object::SharedSymbol *Best = nullptr;
  for (const object::SharedSymbol &S : Info.SharedSymbols)
    if (S.Address <= Address && (!Best || S.Address >= Best->Address))
      Best = &S;
  if (Best)
    return ("shared variable '" + object::nameInPTX(Best->Name) + "'").str() +
           plus(Address - Best->Address);
  // Parameters of the kernel lie in front of its variables.
  for (const object::KernelParam &P : Info.Params)
    if (uint64_t Offset = Address - abi::SharedParams - P.Offset;
        Offset < P.Size)
      return "parameter '" + P.Name + "'" + plus(Offset);
  return "shared address " + abi::Address(Address).str();
}

std::string globalPlace(const sm::LaunchView &Launch, uint64_t Address) {
  const sm::Buffer *B = Launch.Memory.find(abi::Address(Address));
  if (!B)
    return "global address " + abi::Address(Address).str();
  uint64_t Offset = abi::Address(Address) - B->Address;
  switch (B->Kind) {
  case sm::Buffer::Variable:
    return ("variable '" + object::nameInPTX(B->Name) + "'").str() +
           plus(Offset);
  case sm::Buffer::Heap:
    if (auto Block = Launch.Memory.heap()->below(Address))
      return "a block of " + std::to_string(Block->Size) +
             " bytes of the device heap" + plus(Address - Block->Address);
    return "the device heap" + plus(Offset);
  case sm::Buffer::Allocation:
  case sm::Buffer::Registered:
    break;
  }
  if (auto N = sm::parameterOf(Launch.P, Launch.Config, B->Address))
    return "buffer '" + Launch.P.Kernel.Info.Params[*N].Name + "' (parameter " +
           std::to_string(*N) + ")" + plus(Offset);
  return "buffer '" + B->Name + "'" + plus(Offset);
}

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
