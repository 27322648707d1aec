//===- PTXControl.td - Control flow, barriers, warps -------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

def LabelOperand : Operand<"KLabel", NoType>;
def ListOperand : Operand<"KList", NoType>;

def : Form<OpBra, [OptUni], [LabelOperand]>;
let MinVersion = 60, MinTarget = 30 in
def : Form<OpBrxIdx, [OptUni], [SRegFixed<"U32">,
                                Operand<"KTargets", NoType>]>;
// Always four operands after parsing; see Instruction::Operands.
def : Form<OpCall, [OptUni],
           [ListOperand, Operand<"KFunction | KReg", NoType>, ListOperand,
            Opt<Operand<"KTargets | KSymbol", NoType>>]>;
def : Form<OpRet, [OptUni], []>;
def : Form<OpExit, [], []>;
def : Form<OpTrap, [], []>;
let MinTarget = 11 in
def : Form<OpBrkpt, [], []>;
let MinVersion = 14 in
def : Form<OpPmevent, [], [Operand<"KImm", Fixed<"U32">, "OFBelow16">]>;
let MinVersion = 30, MinTarget = 20 in
def : Form<OpPmevent, [Slot<GrpMask, [ModMask]>], [SImm<"U16">]>;
let MinVersion = 62, MinTarget = 70 in
def : Form<OpNanosleep, [Types<[ModU32]>], [S]>;

//===----------------------------------------------------------------------===//
// Barriers and fences
//===----------------------------------------------------------------------===//

def OptCta : OptSlot<GrpCta, [ModCta]>;
def OptAligned : OptSlot<GrpAligned, [ModAligned]>;
def BarrierNumber : Operand<"KReg | KImm", Fixed<"U32">, "OFBelow16">;
def ThreadCount : Operand<"KReg | KImm", Fixed<"U32">, "OFThreads">;
def BarSync : Slot<GrpBarrierOp, [ModSync]>;
def BarArrive : Slot<GrpBarrierOp, [ModArrive]>;
def BarRed : Slot<GrpBarrierOp, [ModRed]>;
def RedPopc : Slot<GrpReduceOp, [ModPopc]>;
def RedLogic : Slot<GrpReduceOp, [ModAnd, ModOr]>;

// bar is barrier.aligned, and older.
class BarrierKind<Opcode op, list<Slot> aligned, int version, int target,
                  int ctaTarget> {
  Opcode Op = op;
  list<Slot> Aligned = aligned;
  int Version = version;
  int Target = target;
  int CtaTarget = ctaTarget;
}
def BarKind : BarrierKind<OpBar, [], 20, 20, 20>;
def BarrierInstKind : BarrierKind<OpBarrier, [OptAligned], 60, 30, 30>;

foreach K = [BarKind, BarrierInstKind] in
let MinVersion = K.Version, MinTarget = K.Target,
    Raises = [Raise<ModCta, 78, K.CtaTarget>] in {
  def : Form<K.Op, !listconcat([OptCta, BarArrive], K.Aligned),
             [BarrierNumber, ThreadCount]>;
  foreach Result = [DFixed<"U32">, DPred] in {
    defvar Slots = !if(!eq(!cast<string>(Result), !cast<string>(DPred)),
                       [RedLogic], [RedPopc]);
    defvar Type = !if(!eq(!cast<string>(Result), !cast<string>(DPred)),
                      ModPred, ModU32);
    def : Form<K.Op, !listconcat([OptCta, BarRed], Slots, K.Aligned,
                                 [Types<[Type]>]),
               [Result, BarrierNumber, SNotPred]>;
    def : Form<K.Op, !listconcat([OptCta, BarRed], Slots, K.Aligned,
                                 [Types<[Type]>]),
               [Result, BarrierNumber, ThreadCount, SNotPred]>;
  }
}
let Raises = [Raise<ModCta, 78, 20>] in
def : Form<OpBar, [OptCta, BarSync], [BarrierNumber, Opt<ThreadCount>]>;
let MinVersion = 60, MinTarget = 30, Raises = [Raise<ModCta, 78, 30>] in {
  def : Form<OpBarrier, [OptCta, BarSync, OptAligned],
             [BarrierNumber, Opt<ThreadCount>]>;
  def : Form<OpBar, [Slot<GrpBarrierOp, [ModWarp]>, SyncSlot], [SB32]>;
}
let MinVersion = 78, MinTarget = 90,
    Raises = [Raise<ModRelease, 80, 90>, Raise<ModRelaxed, 80, 90>,
              Raise<ModAcquire, 80, 90>] in {
  def : Form<OpBarrierCluster, [BarArrive,
      OptSlot<GrpSemantics, [ModRelease, ModRelaxed]>, OptAligned], []>;
  def : Form<OpBarrierCluster, [Slot<GrpBarrierOp, [ModWait]>,
      OptSlot<GrpSemantics, [ModAcquire]>, OptAligned], []>;
}

let MinVersion = 14, Raises = [Raise<ModSys, 20, 20>] in
def : Form<OpMembar, [Slot<GrpLevel, [ModCta, ModGl, ModSys]>], []>;
let MinVersion = 60, MinTarget = 70, Raises = [Raise<ModCluster, 78, 90>] in
def : Form<OpFence, [OptSlot<GrpSemantics, [ModSc, ModAcqRel, ModAcquire,
                                            ModRelease]>, Scope], []>;

//===----------------------------------------------------------------------===//
// Votes, shuffles, reductions of a warp
//===----------------------------------------------------------------------===//

def VotePred : Slot<GrpVoteMode, [ModAll, ModAny, ModUni]>;
def VoteBallot : Slot<GrpVoteMode, [ModBallot]>;
let MinVersion = 12, MinTarget = 12, LastVersion = 63, LastTarget = 62 in
def : Form<OpVote, [VotePred, Types<[ModPred]>], [D, SNotPred]>;
let MinVersion = 20, MinTarget = 20, LastVersion = 63, LastTarget = 62 in
def : Form<OpVote, [VoteBallot, Types<[ModB32]>], [D, SNotPred]>;
let MinVersion = 60, MinTarget = 30 in {
  def : Form<OpVote, [SyncSlot, VotePred, Types<[ModPred]>],
             [D, SNotPred, SB32]>;
  def : Form<OpVote, [SyncSlot, VoteBallot, Types<[ModB32]>],
             [D, SNotPred, SB32]>;
}

def ShuffleMode : Slot<GrpShuffleMode, [ModUp, ModDown, ModBfly, ModIdx]>;
let MinVersion = 30, MinTarget = 30, LastVersion = 63, LastTarget = 62 in
def : Form<OpShfl, [ShuffleMode, Types<[ModB32]>], [DPaired, S, SB32, SB32]>;
let MinVersion = 60, MinTarget = 30 in
def : Form<OpShfl, [SyncSlot, ShuffleMode, Types<[ModB32]>],
           [DPaired, S, SB32, SB32, SB32]>;

let MinVersion = 60, MinTarget = 70 in {
  def : Form<OpMatch, [Slot<GrpMatchMode, [ModAny]>, SyncSlot,
                       Types<[ModB32, ModB64]>], [DFixed<"B32">, S, SB32]>;
  def : Form<OpMatch, [Slot<GrpMatchMode, [ModAll]>, SyncSlot,
                       Types<[ModB32, ModB64]>],
             [Operand<"KReg | KSink", Fixed<"B32">, "OFDest | OFPair">, S,
              SB32]>;
}
let MinVersion = 62, MinTarget = 30 in
def : Form<OpActivemask, [Types<[ModB32]>], [D]>;
let MinVersion = 70, MinTarget = 80 in {
  def : Form<OpRedux, [SyncSlot, Slot<GrpReduceOp, [ModAdd, ModMin, ModMax]>,
                       Types<Int32s>], [D, S, SB32]>;
  def : Form<OpRedux, [SyncSlot, Slot<GrpReduceOp, [ModAnd, ModOr, ModXor]>,
                       Types<[ModB32]>], [D, S, SB32]>;
}
let MinVersion = 86, MinTarget = !add(Arch100, 100) in
def : Form<OpRedux, [SyncSlot, Slot<GrpReduceOp, [ModMin, ModMax]>,
                     OptSlot<GrpAbs, [ModAbs]>, OptNaN, Types<[ModF32]>],
           [D, S, SB32]>;
