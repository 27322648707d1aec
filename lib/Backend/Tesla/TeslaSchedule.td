//===- TeslaSchedule.td - How long results take ------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The latencies that one warp sees, in slots of issue: four SP clocks, in which
// the 32 lanes of a warp go through eight processors. A LatencyValue of
// TeslaTypes.td names its SchedWrite.
//
// A warp waits only for operands, and other warps run meanwhile. So within a
// warp it only matters that a load is far ahead of its use; other warps decide
// which unit is busy.
//
// Reference: tesla-sm.md section 2; where it has a range, the upper end.
//
//===----------------------------------------------------------------------===//

foreach name = ["Alu", "AluMemory", "Sfu", "Double", "Shared", "Const", "Local",
                "Global", "Texture", "Control", "Barrier"] in
  def Write#name : SchedWrite;

def TeslaSchedModel : SchedMachineModel {
  let IssueWidth = 1;
  // Not an in-order model, though the chip is in order: LLVM would let a warp
  // run ahead at the cost of registers, and registers are warps.
  let MicroOpBufferSize = 32;
  let LoadLatency = 9;
  let HighLatency = 112;
  let CompleteModel = 0;
}

let SchedModel = TeslaSchedModel in {
def UnitSP : ProcResource<1>;
def UnitSFU : ProcResource<1>;
def UnitDouble : ProcResource<1>;

// \p clocks: SP clocks, of which a slot has four.
class Takes<SchedWrite write, ProcResource unit, int clocks, int busy = 4>
    : WriteRes<write, [unit]> {
  let Latency = !div(!add(clocks, 3), 4);
  let ReleaseAtCycles = [!div(busy, 4)];
}
def : Takes<WriteAlu, UnitSP, 24>;
def : Takes<WriteAluMemory, UnitSP, 36>;
def : Takes<WriteSfu, UnitSFU, 28, 16>;
def : Takes<WriteDouble, UnitDouble, 48, 32>;
def : Takes<WriteShared, UnitSP, 38>;
def : Takes<WriteConst, UnitSP, 24>;
def : Takes<WriteLocal, UnitSP, 450>;
def : Takes<WriteGlobal, UnitSP, 450>;
def : Takes<WriteTexture, UnitSP, 500>;
def : Takes<WriteControl, UnitSP, 4>;
def : Takes<WriteBarrier, UnitSP, 20>;
}
