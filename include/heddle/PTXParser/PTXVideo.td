//===- PTXVideo.td - Video instructions --------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

def OptVideoSat : OptSlot<GrpSat, [ModSat]>;
def VideoOp : Slot<GrpReduceOp, [ModAdd, ModMin, ModMax]>;
def VideoCompare : Slot<GrpCompare, [ModEq, ModNe, ModLt, ModLe, ModGt, ModGe]>;

//===----------------------------------------------------------------------===//
// One byte or half of each source
//===----------------------------------------------------------------------===//

def DVideo : DFixed<"U32">;
def DPart : Operand<"KReg", Fixed<"U32">, "OFDest | OFPart">;
def SPart : Operand<"KReg | KImm", Fixed<"U32">, "OFPart | OFNoSum">;
def SPartMinus : Operand<"KReg | KImm", Fixed<"U32">,
                         "OFPart | OFMinus | OFNoSum">;
def SVideoMinus : Operand<"KReg | KImm", Fixed<"U32">, "OFMinus">;

// The result alone, combined with c, or put into a part of c.
class VideoKind<Opcode op, list<Slot> slots> {
  Opcode Op = op;
  list<Slot> Slots = slots;
}
defvar VideoTypes = [Types<Int32s>, Types<Int32s>, Types<Int32s>];
defvar ShiftSlots = [Types<Int32s>, Types<Int32s>, Types<[ModU32]>,
                     OptVideoSat, Slot<GrpShiftMode, [ModClamp, ModWrap]>];
defvar VideoKinds = !listconcat(
    !foreach(op, [OpVadd, OpVsub, OpVabsdiff, OpVmin, OpVmax],
             VideoKind<op, !listconcat(VideoTypes, [OptVideoSat])>),
    !foreach(op, [OpVshl, OpVshr], VideoKind<op, ShiftSlots>),
    [VideoKind<OpVset, [Types<Int32s>, Types<Int32s>, VideoCompare]>]);

let MinVersion = 20, MinTarget = 20 in {
  foreach K = VideoKinds in {
    def : Form<K.Op, K.Slots, [DVideo, SPart, SPart]>;
    def : Form<K.Op, K.Slots, [DPart, SPart, SPart, SU32]>;
    def : Form<K.Op, !listconcat(K.Slots, [VideoOp]),
               [DVideo, SPart, SPart, SU32]>;
  }
  defvar OptScale = OptSlot<GrpShiftAmount, [ModShr7, ModShr15]>;
  def : Form<OpVmad, !listconcat(VideoTypes, [OptVideoSat, OptScale]),
             [DVideo, SPartMinus, SPartMinus, SVideoMinus]>;
  def : Form<OpVmad, !listconcat(VideoTypes,
                                 [Slot<GrpCarry, [ModPo]>, OptVideoSat,
                                  OptScale]),
             [DVideo, SPart, SPart, SU32]>;
}

//===----------------------------------------------------------------------===//
// All halves or bytes
//===----------------------------------------------------------------------===//

class Lanes<string flag, list<Opcode> ops, Opcode set> {
  Operand Result = Operand<"KReg", Fixed<"U32">, "OFDest | " # flag>;
  Operand Source = Operand<"KReg", Fixed<"U32">, "OFNoSum | " # flag>;
  list<Opcode> Ops = ops;
  Opcode Set = set;
}
def InHalves : Lanes<"OFHalves", [OpVadd2, OpVsub2, OpVavrg2, OpVabsdiff2,
                                  OpVmin2, OpVmax2], OpVset2>;
def InBytes : Lanes<"OFBytes", [OpVadd4, OpVsub4, OpVavrg4, OpVabsdiff4,
                                OpVmin4, OpVmax4], OpVset4>;
def LaneSum : Slot<GrpReduceOp, [ModAdd]>;

let MinVersion = 30, MinTarget = 30 in
foreach L = [InHalves, InBytes] in {
  defvar LaneOperands = [L.Result, L.Source, L.Source,
                         Operand<"KReg", Fixed<"U32">, "OFNoSum">];
  foreach Op = L.Ops in {
    def : Form<Op, !listconcat(VideoTypes, [OptVideoSat]), LaneOperands>;
    def : Form<Op, !listconcat(VideoTypes, [LaneSum]), LaneOperands>;
  }
  defvar SetSlots = [Types<Int32s>, Types<Int32s>, VideoCompare];
  def : Form<L.Set, SetSlots, LaneOperands>;
  def : Form<L.Set, !listconcat(SetSlots, [LaneSum]), LaneOperands>;
}
