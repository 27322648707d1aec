//===- HostMode.cpp - What the host's float unit is to do -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/SM/HostMode.h"
#include "heddle/ABI/ConvertOps.inc"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "heddle/ABI/TextureOps.inc"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sm {

static bool isHostArithmetic(IeeeOp Op) {
  switch (Op) {
  case IeeeOp::Add:
  case IeeeOp::Mul:
  case IeeeOp::Fma:
  case IeeeOp::Div:
  case IeeeOp::Rcp:
  case IeeeOp::Sqrt:
    return true;
  case IeeeOp::Min:
  case IeeeOp::Max:
  case IeeeOp::Set:
    return false;
  }
  llvm_unreachable("covered switch");
}

static std::optional<HostMode> hostModeOfDouble(const DecodedInst &I,
                                                HostMode Now) {
  switch (DoubleOp(numberOf(I.Op))) {
  case DoubleOp::Add:
  case DoubleOp::Mul:
  case DoubleOp::Fma:
    return HostMode(I.Sub[0] | KeepsDenormals);
  case DoubleOp::Set:
    // Nothing is rounded.
    return HostMode(Now | KeepsDenormals);
  // By integers.
  case DoubleOp::Min:
  case DoubleOp::Max:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
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
    if (I.is(TextureOp::Sample) ||
        (I.is(TextureOp::Fetch) && !(I.Sub[1] & FetchInteger)))
      return KeepsDenormals;
    return std::nullopt;
  case Unit::Memory:
    if (!I.isAtomic())
      return std::nullopt;
    return GuestMode;
  case Unit::Ieee:
    // Nothing is rounded.
    if (I.is(IeeeOp::Set))
      return (Now & KeepsDenormals) == Denormals ? Now : Denormals;
    // Minima and maxima are found by integers.
    if (!isHostArithmetic(IeeeOp(numberOf(I.Op))))
      return std::nullopt;
    return HostMode(I.Sub[1] | Denormals);
  case Unit::Function:
    // Normal numbers only, rounded to nearest.
    return Now == KeepsDenormals ? KeepsDenormals : GuestMode;
  case Unit::Double:
    return hostModeOfDouble(I, Now);
  case Unit::Convert:
    // Rounded to nearest if at all, and sources flushed where they have to be.
    if (Now == KeepsDenormals)
      return Now;
    return I.is(ConvertOp::Wide) ? KeepsDenormals : GuestMode;
  case Unit::Half:
  case Unit::Format:
  case Unit::Float:
  case Unit::Sfu:
    return GuestMode;
  }
  llvm_unreachable("covered switch");
}

} // namespace heddle::sm
