//===- TeslaInstrControl.td - Control flow and the rest ----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The long control form, and the long instructions nop, pmevent and vote.
//
// w0 [0:1] 3  [11:26] target[2:17]  [28:31] opcode
// w1 [7:13] predicate  [14:19] target[18:23]
//
//===----------------------------------------------------------------------===//

// The condition of an instruction that has no predicate. The chip does not look
// at it, and compilers write 0 or `always`: one of them has no text, the other
// one stands in front, so that a word comes back from its text.
class Ignored<string suffix, bits<5> condition, dag operand = (ins),
              string text = ""> {
  string Suffix = suffix;
  bits<5> Condition = condition;
  dag Operand = operand;
  string Text = text;
}
defvar Conditions = [Ignored<"", 0xf>,
                     Ignored<"_never", 0, (ins Never:$ignored), "$ignored">];
defvar BarConditions = [Ignored<"", 0>, Ignored<"_always", 0xf,
                                                (ins Always:$ignored),
                                                "$ignored">];

class ControlInst<SemKindValue sem, bits<4> primary, dag operands, string asm,
                  Ignored c = Ignored<"", 0xf>>
    : TeslaInst<FormControl, sem, (outs), !con(operands, c.Operand),
                asm#c.Text> {
  let Inst{1-0} = 3;
  let Inst{31-28} = primary;
  let Inst{43-39} = c.Condition;
  let Latency = LatControl;
}

// Mixed into an instruction that can be predicated.
class PredControlInst<SemKindValue sem, bits<4> primary, dag operands,
                      string asm>
    : ControlInst<sem, primary, !con(operands, (ins Pred:$pred)),
                  asm#"$pred"> {
  bits<7> pred;
  let Inst{43-39} = pred{4-0};
  let Inst{45-44} = pred{6-5};
  let HasPred = 1;
  let isPredicable = 1;
}

class BraInst
    : PredControlInst<SemBra, 1, (ins BrTarget:$target), "bra $target">,
      SameWord<"bra"> {
  bits<22> target;
  let Inst{26-11} = target{15-0};
  let Inst{51-46} = target{21-16};
  let isBranch = 1;
  let isTerminator = 1;
}
def BRA : BraInst;
// An unconditional branch, which the code generator knows as a barrier. It has
// the same encoding.
let isCodeGenOnly = 1, isBarrier = 1, isPredicable = 0 in
def BRA_U : BraInst;

// No predicate: nvcc and the chip agree on that.
class TargetInst<SemKindValue sem, bits<4> primary, string name, Ignored c>
    : ControlInst<sem, primary, (ins BrTarget:$target), name#" $target", c> {
  bits<22> target;
  let Inst{26-11} = target{15-0};
  let Inst{51-46} = target{21-16};
  let hasSideEffects = 1;
}
foreach c = Conditions in {
  let isCall = 1, isConvergent = 1, mayLoad = 1, mayStore = 1 in {
    def CALL#c.Suffix : TargetInst<SemCall, 2, "call", c>;
    // Counts against the limit of calls that a launch sets, which is none here.
    def CALL_LIM#c.Suffix : TargetInst<SemCall, 2, "call lim", c> {
      let Inst{38} = 1;
    }
  }
  def BREAKADDR#c.Suffix : TargetInst<SemBreakAddr, 4, "breakaddr", c>;
  def JOINAT#c.Suffix : TargetInst<SemJoinAt, 10, "joinat", c>;
  let Predicates = [HasPreReturns] in
  def PRERET#c.Suffix : TargetInst<SemPreRet, 13, "preret", c>;
}

class RetInst : PredControlInst<SemRet, 3, (ins), "ret">, SameWord<"ret"> {
  let isTerminator = 1;
  let isReturn = 1;
}
def RET : RetInst;
// An unconditional return, which the code generator knows as a barrier. It has
// the same encoding.
let isCodeGenOnly = 1, isBarrier = 1, isPredicable = 0 in
def RET_U : RetInst;

let isTerminator = 1, hasSideEffects = 1 in
def BREAK : PredControlInst<SemBreak, 5, (ins), "break">;

let hasSideEffects = 1 in {
  foreach c = Conditions in {
    def QUADON#c.Suffix : ControlInst<SemQuadOn, 6, (ins), "quadon", c>;
    def QUADPOP#c.Suffix : ControlInst<SemQuadPop, 7, (ins), "quadpop", c>;
    def TRAP#c.Suffix : ControlInst<SemTrap, 9, (ins), "trap", c>;
  }
  let Predicates = [HasBreakpoints] in
  def BRKPT : PredControlInst<SemBrkpt, 11, (ins), "brkpt">;
}

// Barrier: count this warp and wait for the others. The counted form is what
// nvcc writes on sm_10, without a predicate field; SubOp 1 means all warps.
class BarInst<dag count, string text, Ignored c>
    : ControlInst<SemBar, 8, !con((ins UImm4:$src1), count),
                  "bar inc wait $src1 "#text, c> {
  bits<4> src1;
  let Inst{24-21} = src1;
  let Inst{25} = 1;
  let Inst{26} = 1;
  let Kind1 = KindImm;
  let Latency = LatBarrier;
  let hasSideEffects = 1;
  let isConvergent = 1;
  let mayLoad = 1;
  let mayStore = 1;
}
class BarCount<Ignored c> : BarInst<(ins UImm12:$src2), "$src2", c> {
  bits<12> src2;
  let Inst{20-9} = src2;
  let Kind2 = KindImm;
}
class BarAll<Ignored c> : BarInst<(ins), "all", c> {
  let Inst{46} = 1;
  let SubOp{0} = 1;
}
foreach c = BarConditions in
  def BAR#c.Suffix : BarCount<c>;
foreach c = Conditions in
  def BAR_ALL#c.Suffix : BarAll<c>;

//===----------------------------------------------------------------------===//
// Long instructions without data
//===----------------------------------------------------------------------===//

let hasSideEffects = 1 in {
def NOP : LongInst<SemNop, 15, 7, (outs), (ins), "nop">;

def PMEVENT : LongInst<SemPmEvent, 15, 7, (outs), (ins UImm4:$src1),
                       "pmevent $src1"> {
  bits<4> src1;
  let Inst{13-10} = src1;
  let Inst{34} = 1;
  let Kind1 = KindImm;
}
}

// nop with the flow field set, where the code generator needs its properties.
class FlowNop<bits<2> opc, string text>
    : TeslaInst<FormLong, SemNop, (outs), (ins), text> {
  let Inst{1-0} = 1;
  let Inst{31-28} = 15;
  let Inst{33-32} = opc;
  let Inst{43-39} = 0xf;
  let Inst{63-61} = 7;
  let Latency = LatControl;
  let isCodeGenOnly = 1;
  let hasSideEffects = 1;
}
let isTerminator = 1, isBarrier = 1, isReturn = 1 in
def EXIT_NOP : FlowNop<1, "exit nop">;
def JOIN_NOP : FlowNop<2, "join nop">;
// The active lanes exit in the midst of a function; nobody comes to what follows.
let isConvergent = 1 in
def EXIT_LANES : FlowNop<1, "exit nop">;

// The input of a vote is its predicate. SubOp: 0 any, 1 all.
class VoteInst<bit all, string text>
    : LongInst<SemVote, 1, 3, (outs CC:$cdst), (ins),
               "vote "#text#" $cdst"> {
  bits<2> cdst;
  let Inst{9} = !not(all);
  let Inst{10} = all;
  let Inst{37-36} = cdst;
  let Inst{38} = 1;
  let SubOp{0} = all;
  let KindDst = KindCond;
  let WritesCC = 1;
  let isPredicable = 0;
  let isConvergent = 1;
  let hasSideEffects = 1;
}
let Predicates = [HasVotes] in {
  def VOTE_ANY : VoteInst<0, "any">;
  def VOTE_ALL : VoteInst<1, "all">;
}
