//===- HostMode.cpp - What the host's float unit is to do -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMode.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sm {

static bool isHostArithmetic(Operation Op) {
  switch (Op) {
  case Operation::IeeeAdd:
  case Operation::IeeeMul:
  case Operation::IeeeFma:
  case Operation::IeeeDiv:
  case Operation::IeeeRcp:
  case Operation::IeeeSqrt:
    return true;
  default: // Over all units.
    return false;
  }
}

std::optional<HostMode> hostModeOf(const DecodedInst &I, HostMode Now) {
  HostMode Denormals = I.has(FlushDenormals) ? 0 : KeepsDenormals;
  switch (I.unit()) {
  case Unit::Move:
  case Unit::Integer:
  case Unit::Wide:
  case Unit::Bits:
  case Unit::Exchange:
  // The handlers of matrix products set the mode themselves.
  case Unit::Matrix:
  case Unit::Flow:
    return std::nullopt;
  case Unit::Texture:
    // Filters of a whole warp. What is done lane by lane sees to itself.
    if (I.Op == Operation::TextureSample ||
        (I.Op == Operation::TextureFetch && !(I.Sub[1] & FetchInteger)))
      return KeepsDenormals;
    return std::nullopt;
  case Unit::Memory:
    if (!I.isAtomic())
      return std::nullopt;
    return GuestMode;
  case Unit::Ieee:
    // Nothing is rounded.
    if (I.Op == Operation::IeeeSet)
      return (Now & KeepsDenormals) == Denormals ? Now : Denormals;
    // Minima and maxima are found by integers.
    if (!isHostArithmetic(I.Op))
      return std::nullopt;
    return HostMode(I.Sub[1] | Denormals);
  case Unit::Function:
    // Normal numbers only, rounded to nearest.
    return Now == KeepsDenormals ? KeepsDenormals : GuestMode;
  case Unit::Half:
  case Unit::Format:
  case Unit::Float:
  case Unit::Double:
  case Unit::Sfu:
  case Unit::Convert:
    return GuestMode;
  }
  llvm_unreachable("covered switch");
}

} // namespace heddle::sm
