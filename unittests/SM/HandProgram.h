//===- HandProgram.h - Programs put together by hand ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel from decoded instructions, for tests of what surrounds the
/// handlers: control flow, barriers, faults.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_HANDPROGRAM_H
#define HEDDLE_UNITTESTS_SM_HANDPROGRAM_H

#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/Program.h"
#include "heddle/Observe/CountingObserver.h"
#include "heddle/SM/Executable.h"
#include <type_traits>

namespace heddle::sm::test {

class HandProgram {
public:
  explicit HandProgram(unsigned Registers = 16, HostIsa Host = HostIsa::Best)
      : P((Kernel.Info.Name = "k", Kernel.Info.Registers = Registers,
           Kernel.Info.SharedBytes = Kernel.Info.DynamicSharedOffset = 0x20,
           Module.SourceName = "k.ptx", Module),
          Kernel),
        Isa(Host) {}

  /// Index of the next instruction.
  uint32_t here() const { return uint32_t(P.Code.size()); }

  /// \p Op: an operation, or the name that its unit has for it.
  template <class OpT> DecodedInst &add(OpT Op) {
    DecodedInst &I = P.Code.emplace_back();
    if constexpr (std::is_same_v<OpT, Operation>)
      I.setOperation(Op);
    else
      I.setOperation(operationOf(Op));
    I.Address = (here() - 1) * 8;
    return I;
  }
  DecodedInst &flow(FlowKind Kind, uint32_t Target = NoTarget) {
    DecodedInst &I = add(Kind);
    I.Flow = Kind;
    I.Target = Target;
    return I;
  }
  DecodedInst &nop() { return add(MoveOp::Nop); }
  DecodedInst &exit() {
    DecodedInst &I = nop();
    I.Exit = true;
    return I;
  }
  DecodedInst &join() {
    DecodedInst &I = nop();
    I.Join = true;
    return I;
  }
  DecodedInst &mov(unsigned Dst, uint32_t Value) {
    DecodedInst &I = add(MoveOp::Mov32);
    I.DstRow = uint16_t(Dst);
    I.Src[0] = constant(Value);
    return I;
  }
  /// $c0 := $r{Src} CONDITION Value, unsigned
  DecodedInst &compare(uint8_t Subset, unsigned Src, uint32_t Value) {
    DecodedInst &I = add(IntegerOp::Set32);
    I.Src[0].Row = uint16_t(Src);
    I.Src[1] = constant(Value);
    I.Sub[0] = Subset;
    I.Flags = WritesCondition;
    I.DstRow = P.scratchRow(BucketRow);
    return I;
  }
  DecodedInst &add32(unsigned Dst, unsigned Src, uint32_t Value) {
    DecodedInst &I = add(IntegerOp::Add32);
    I.DstRow = uint16_t(Dst);
    I.Src[0].Row = uint16_t(Src);
    I.Src[1] = constant(Value);
    return I;
  }
  DecodedInst &storeGlobal(unsigned Address, unsigned Data,
                           MemType T = MemType::B32) {
    DecodedInst &I = add(MemoryOp::StoreGlobal);
    I.Src[0].Row = uint16_t(Address);
    I.Src[1].Row = uint16_t(Data);
    I.Sub[1] = uint8_t(T);
    return I;
  }
  /// A branch taken where $c0 is true (not zero).
  DecodedInst &branchIf(uint32_t Target) {
    DecodedInst &I = flow(FlowKind::Branch, Target);
    I.Cond = 0x05;
    return I;
  }
  Source constant(uint32_t Value) { return {P.rowOf(Value), ConstantRows, 0}; }

  /// Launches with default limits; finishes the program the first time.
  LaunchResult run(Dim3 Grid, Dim3 Block, uint64_t Limit = 1000000) {
    return run(Grid, Block, LaunchConfig(), Limit);
  }
  /// The same with schedule, threads or observers from \p C.
  LaunchResult run(Dim3 Grid, Dim3 Block, LaunchConfig C,
                   uint64_t Limit = 1000000) {
    if (!Finished)
      P.finish();
    Finished = true;
    C.Grid = Grid;
    C.Block = Block;
    C.Geometry = abi::findGeometry("g80");
    C.MaxInstructions = Limit;
    C.Params = Params;
    C.DynamicSharedBytes = DynamicShared;
    return llvm::cantFail(launch(*makeExecutable(P, Isa), Memory, C));
  }

  /// The same with counters.
  LaunchResult count(Dim3 Grid, Dim3 Block, LaunchConfig C = LaunchConfig()) {
    CountingObserver Counting;
    C.Observers.push_back(&Counting);
    LaunchResult R = run(Grid, Block, C);
    Counting.addTo(R.Stats);
    return R;
  }

  object::Module Module;
  object::Kernel Kernel;
  Program P;
  GlobalMemory Memory;
  const HostIsa Isa;
  std::vector<uint8_t> Params;
  uint32_t DynamicShared = 0;

private:
  bool Finished = false;
};

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_HANDPROGRAM_H
