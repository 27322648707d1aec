//===- SingleInst.h - Run one decoded instruction ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A warp's rows and a way to put 32 lanes of operands through one handler.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_SINGLEINST_H
#define HEDDLE_UNITTESTS_SM_SINGLEINST_H

#include "FloatEnvironment.h"
#include "heddle/ABI/ConvertOps.inc"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "heddle/Machine/LaneContext.h"
#include "heddle/SM/HostIsa.h"
#include <array>
#include <memory>
#include <vector>

namespace heddle::sm::test {

using Row = std::array<uint32_t, Lanes>;

/// Rows 0..2 (and 3, for pairs) are sources, row 4 is the destination.
class SingleInst {
public:
  static constexpr unsigned Rows = 16, Dst = 4;

  explicit SingleInst(HostIsa Isa) : Table(handlersFor(Isa)) {
    L.Base[WarpRows] = L.Base[ConstantRows] = Storage[0].data();
    L.Registers = Rows;
    L.Active = AllLanes;
    for (unsigned N = 0; N != 3; ++N)
      I.Src[N].Row = uint16_t(N);
    I.DstRow = Dst;
  }

  /// Runs \p H for the lanes of \p Mask, by the full-mask handler when all.
  bool run(HandlerPair H, uint32_t Mask = AllLanes) {
    FloatEnvironment Guest;
    FloatEnvironment::enter(modeOf(H));
    return Mask == AllLanes ? H.Full(I, L, Mask) : H.Masked(I, L, Mask);
  }

  Row &row(unsigned N) { return Storage[N]; }
  Row &dst() { return Storage[Dst]; }
  /// The four bits of $c0 of one lane.
  unsigned condition(unsigned Lane) const {
    unsigned R = 0;
    for (unsigned B = 0; B != 4; ++B)
      R |= (L.Condition[0][B] >> Lane & 1) << B;
    return R;
  }

  const HandlerTable &Table;
  DecodedInst I;
  LaneContext L = {};

private:
  /// As an Executable sets it for the operation that \p H does.
  HostMode modeOf(HandlerPair H) const {
    DecodedInst Copy = I;
    auto Does = [&](IeeeOp Op) {
      Copy.setOperation(operationOf(Op));
      return H.Full == Table.Ieee(Op).Full;
    };
#define HEDDLE_MODE(NAME)                                                      \
  if (Does(IeeeOp::NAME))                                                      \
    return hostModeOf(Copy, GuestMode).value_or(GuestMode);
    HEDDLE_IEEE_OPS(HEDDLE_MODE)
#undef HEDDLE_MODE
#define HEDDLE_MODE(NAME)                                                      \
  Copy.setOperation(operationOf(DoubleOp::NAME));                              \
  if (H.Full == Table.Double(DoubleOp::NAME).Full)                             \
    return hostModeOf(Copy, GuestMode).value_or(GuestMode);
    HEDDLE_DOUBLE_OPS(HEDDLE_MODE)
#undef HEDDLE_MODE
    if (H.Full == Table.Convert(ConvertOp::Wide).Full)
      return KeepsDenormals;
    return GuestMode;
  }

  alignas(64) std::array<Row, Rows> Storage = {};
};

/// The host ISAs this machine can run, for INSTANTIATE_TEST_SUITE_P.
inline std::vector<HostIsa> supportedIsas() {
  std::vector<HostIsa> R;
  for (HostIsa Isa : {
#define HEDDLE_HOST_ISA(NAME, TEXT) HostIsa::NAME,
#include "heddle/SM/HostIsas.def"
       })
    if (isSupported(Isa))
      R.push_back(Isa);
  return R;
}

/// A small generator with the same sequence everywhere.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}
  uint32_t next() {
    State = State * 6364136223846793005u + 1442695040888963407u;
    uint64_t X = State ^ State >> 29;
    return uint32_t(X * 0x9e3779b97f4a7c15u >> 32);
  }

private:
  uint64_t State;
};

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_SINGLEINST_H
