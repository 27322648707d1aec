//===- Functions.cpp - Addresses of functions -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables may hold addresses of functions, which the loader has written as
/// those of the compiled code. What stands where an initializer names a
/// function is the function's address, whatever number that is.
///
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <cstring>

namespace heddle::judge {

using namespace ptx;

/// Calls \p Visit with each function that \p I names, and its offset.
static void
forFunctions(const Variable &V, const Init &I, uint64_t Offset, size_t Depth,
             llvm::function_ref<void(const Function *, uint64_t)> Visit) {
  if (I.InitKind == Init::Address) {
    if (const auto *F = llvm::dyn_cast_or_null<Function>(I.Symbol))
      Visit(F, Offset);
    return;
  }
  uint64_t Stride = V.elementSize();
  for (size_t N = Depth + 1; N < V.Dims.size(); ++N)
    Stride *= V.Dims[N];
  for (const Init &E : I.Elements) {
    forFunctions(V, E, Offset, Depth + 1, Visit);
    Offset += Stride;
  }
}

void Machine::noteFunctions() {
  for (const Variable *V : How.Module->Variables) {
    if (!V->Initializer || V->Definition)
      continue;
    const auto Bytes = unsigned(V->elementSize());
    if (Bytes > 8)
      continue;
    forFunctions(
        *V, *V->Initializer, 0, 0, [&](const Function *F, uint64_t Offset) {
          const uint8_t *At = nullptr;
          if (V->Space == StateSpace::Global) {
            if (std::optional<uint64_t> Base = How.GlobalAddress(V->Name))
              At = How.Global(*Base + Offset, Bytes, /*IsWrite=*/false);
          } else if (std::optional<uint32_t> Base =
                         How.ConstantOffset(V->Name)) {
            if (*Base + Offset + Bytes <= How.Constants.size())
              At = How.Constants.data() + *Base + Offset;
          }
          if (!At)
            return;
          uint64_t Value = 0;
          std::memcpy(&Value, At, Bytes);
          FunctionsAt[Value] = F->Definition ? F->Definition : F;
        });
  }
}

uint64_t Machine::addressOf(const Function &F) {
  const Function *Of = F.Definition ? F.Definition : &F;
  for (const auto &[Value, Is] : FunctionsAt)
    if (Is == Of)
      return Value;
  // No buffer is there, nor a window.
  constexpr uint64_t First = 0xb0000000;
  const uint64_t Value = First + 16 * uint64_t(Of->Id);
  FunctionsAt[Value] = Of;
  return Value;
}

const Function *Machine::functionAt(uint64_t Address) const {
  auto Found = FunctionsAt.find(Address);
  return Found == FunctionsAt.end() ? nullptr : Found->second;
}

} // namespace heddle::judge
