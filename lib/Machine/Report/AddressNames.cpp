//===- AddressNames.cpp - What addresses are called -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/AddressNames.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/LaunchConfig.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/Object/KernelNames.h"

namespace heddle::sm {

std::optional<unsigned>
parameterOf(const Program &P, const LaunchConfig &Config, abi::Address A) {
  llvm::ArrayRef<object::KernelParam> Params = P.Kernel.Info.Params;
  for (unsigned N = 0; N != Params.size(); ++N) {
    uint32_t Offset = Params[N].Offset;
    const unsigned Bytes = P.Module.Target->GlobalPointerBits / 8;
    if (Params[N].Size < Bytes ||
        uint64_t(Offset) + Bytes > Config.Params.size())
      continue;
    uint64_t Value = 0;
    for (unsigned B = 0; B != Bytes; ++B)
      Value |= uint64_t(Config.Params[Offset + B]) << (8 * B);
    if (abi::Address(Value) == A)
      return N;
  }
  return std::nullopt;
}

std::string BufferName::text() const {
  std::string Text = (IsVariable ? "variable '" : "buffer '") + Name + "'";
  if (Parameter)
    Text += " (parameter " + std::to_string(*Parameter) + ")";
  return Text;
}

BufferName nameOf(const Program &P, const LaunchConfig &Config,
                  const Buffer &B) {
  if (B.Kind == Buffer::Variable)
    return {object::nameInPTX(B.Name).str(), std::nullopt, true};
  if (std::optional<unsigned> N = parameterOf(P, Config, B.Address))
    return {P.Kernel.Info.Params[*N].Name, N};
  return {B.Name, std::nullopt};
}

std::optional<SharedPlace> sharedVariableBelow(const object::KernelInfo &Info,
                                               uint64_t Address) {
  const object::SharedSymbol *Best = nullptr;
  for (const object::SharedSymbol &S : Info.SharedSymbols)
    if (S.Address <= Address && (!Best || S.Address >= Best->Address))
      Best = &S;
  if (!Best)
    return std::nullopt;
  return SharedPlace{object::nameInPTX(Best->Name), Address - Best->Address};
}

static std::string plus(uint64_t Offset) {
  return " + " + std::to_string(Offset);
}

std::string sharedPlaceText(const object::KernelInfo &Info, uint64_t Address) {
  if (std::optional<SharedPlace> V = sharedVariableBelow(Info, Address))
    return ("shared variable '" + V->Name + "'").str() + plus(V->Offset);
  // Parameters of the kernel lie in front of its variables.
  for (const object::KernelParam &P : Info.Params)
    if (uint64_t Offset = Address - abi::SharedParams - P.Offset;
        Offset < P.Size)
      return "parameter '" + P.Name + "'" + plus(Offset);
  return "shared address " + abi::Address(Address).str();
}

std::string globalPlaceText(const LaunchView &Launch, uint64_t Address) {
  const Buffer *B = Launch.Memory.find(abi::Address(Address));
  if (!B)
    return "global address " + abi::Address(Address).str();
  const uint64_t Offset = abi::Address(Address) - B->Address;
  if (B->Kind == Buffer::Heap) {
    if (auto Block = Launch.Memory.heap()->below(Address))
      return "a block of " + std::to_string(Block->Size) +
             " bytes of the device heap" + plus(Address - Block->Address);
    return "the device heap" + plus(Offset);
  }
  return nameOf(Launch.P, Launch.Config, *B).text() + plus(Offset);
}

} // namespace heddle::sm
