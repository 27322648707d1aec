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

#include "Block.h"
#include "HostIsa.h"
#include "Program.h"
#include "heddle/ABI/Geometry.h"

namespace heddle::sm::test {

class HandProgram {
public:
  explicit HandProgram(unsigned Registers = 16, HostIsa Isa = HostIsa::Best)
      : P((Kernel.Info.Name = "k", Kernel.Info.Registers = Registers,
           Kernel.Info.SharedBytes = Kernel.Info.DynamicSharedOffset = 0x20,
           Module.SourceName = "k.ptx", Module),
          Kernel, handlersFor(Isa)) {}

  /// Index of the next instruction.
  uint32_t here() const { return uint32_t(P.Code.size()); }

  DecodedInst &add(HandlerPair Body) {
    DecodedInst &I = P.Code.emplace_back();
    I.Body = Body;
    I.Address = (here() - 1) * 8;
    return I;
  }
  DecodedInst &flow(FlowKind Kind, uint32_t Target = NoTarget) {
    DecodedInst &I = add({});
    I.Flow = Kind;
    I.Target = Target;
    return I;
  }
  DecodedInst &nop() { return add(P.Table.Move(MoveOp::Nop)); }
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
    DecodedInst &I = add(P.Table.Move(MoveOp::Mov32));
    I.DstRow = uint16_t(Dst);
    I.Src[0] = constant(Value);
    return I;
  }
  /// $c0 := $r{Src} CONDITION Value, unsigned
  DecodedInst &compare(uint8_t Subset, unsigned Src, uint32_t Value) {
    DecodedInst &I = add(P.Table.Integer(IntegerOp::Set32));
    I.Src[0].Row = uint16_t(Src);
    I.Src[1] = constant(Value);
    I.Sub[0] = Subset;
    I.Flags = WritesCondition;
    I.DstRow = P.scratchRow(BucketRow);
    return I;
  }
  DecodedInst &add32(unsigned Dst, unsigned Src, uint32_t Value) {
    DecodedInst &I = add(P.Table.Integer(IntegerOp::Add32));
    I.DstRow = uint16_t(Dst);
    I.Src[0].Row = uint16_t(Src);
    I.Src[1] = constant(Value);
    return I;
  }
  DecodedInst &storeGlobal(unsigned Address, unsigned Data,
                           MemType T = MemType::B32) {
    DecodedInst &I = add(P.Table.Memory(MemoryOp::StoreGlobal));
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
  /// The same with schedule, threads, counters or trace from \p C.
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
    return llvm::cantFail(launch(P, Memory, C));
  }

  object::Module Module;
  object::Kernel Kernel;
  Program P;
  GlobalMemory Memory;
  std::vector<uint8_t> Params;
  uint32_t DynamicShared = 0;

private:
  bool Finished = false;
};

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_HANDPROGRAM_H
