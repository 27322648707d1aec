//===- TeslaInstrTx1Exchange.td - Warps of tx1 -------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values from lane to lane, and barriers for some of a CTA's threads.
//
//===----------------------------------------------------------------------===//

let Predicates = [HasWarpExchange], isConvergent = 1, hasSideEffects = 1 in {

// SubOp: a ShuffleKind. The third source is the clamp, and from bit 8 on the
// mask of the segment. $c: whether there is such a lane.
class ShuffleInst<bits<7> opc, bits<2> kind, string name, SrcKind lane = KReg32,
                  SrcKind clamp = KReg32>
    : Tx1Inst<SlotExchange, opc, SemExchangeShuffle,
              (outs GPR32:$dst, CC:$cdst),
              (ins GPR32:$src1, lane.Op:$src2, clamp.Op:$src3),
              "shfl "#name#" $cdst $dst $src1 $src2 $src3"> {
  bits<7> dst;
  bits<2> cdst;
  bits<7> src1;
  bits<7> src2;
  bits<7> src3;
  let Inst{8-2} = dst;
  let Inst{15-9} = src1;
  let Inst{22-16} = src2;
  let Inst{37-36} = cdst;
  let Inst{38} = 1;
  let Inst{52-46} = src3;
  let SubOp{1-0} = kind;
  let Ty = TyB32;
  let SrcTy = TyB32;
  let Kind1 = KindReg32;
  let Kind2 = lane.Kind;
  let Kind3 = clamp.Kind;
  let KindDst = KindReg32;
  let WritesCC = 1;
}
defvar ShuffleKinds = ["up", "down", "bfly", "idx"];
foreach k = !range(4) in {
  defvar name = ShuffleKinds[k];
  def SHFL_#!toupper(name) : ShuffleInst<k, k, name>;
  // With a constant clamp, as that of a whole warp is, and with a constant lane
  // or distance as well.
  def SHFL_#!toupper(name)#_rri
      : ShuffleInst<!add(64, k), k, name, KReg32, KImm7>;
  def SHFL_#!toupper(name)#_rii
      : ShuffleInst<!add(68, k), k, name, KImm7, KImm7>;
}

// The predicate field holds the input.
class LanesInst<bits<7> opc, SemKindValue sem, string text>
    : Tx1Inst<SlotExchange, opc, sem, (outs GPR32:$dst), (ins), text> {
  bits<7> dst;
  let Inst{8-2} = dst;
  let Ty = TyB32;
  let SrcTy = TyB32;
  let KindDst = KindReg32;
}
let isPredicable = 0 in
def BALLOT_B32 : LanesInst<4, SemExchangeBallot, "ballot b32 $dst">;
def ACTIVEMASK_B32 : LanesInst<5, SemExchangeActive, "activemask b32 $dst">;

// The last source has the lanes that belong together.
class FellowsInst<bits<7> opc, SemKindValue sem, Srcs k, DataTypeValue ty,
                  string text>
    : Tx1Alu<SlotExchange, opc, sem, KReg32, k, (ins), text> {
  let Ty = TyB32;
  let SrcTy = ty;
}
// A form with a $c that receives a second result.
class FellowsTest<bits<7> opc, SemKindValue sem, Srcs k, DataTypeValue ty,
                  string text>
    : FellowsInst<opc, sem, k, ty, text> {
  bits<2> cdst;
  let OutOperandList = (outs GPR32:$dst, CC:$cdst);
  let Inst{37-36} = cdst;
  let Inst{38} = 1;
  let WritesCC = 1;
}
defvar MatchWord = Srcs<KReg32, KReg32>;
defvar MatchPair = Srcs<KReg64, KReg32>;
def MATCH_ANY_B32 : FellowsInst<6, SemExchangeMatchAny, MatchWord, TyB32,
                                "match any b32 $dst $src1 $src2">;
def MATCH_ANY_B64 : FellowsInst<7, SemExchangeMatchAny, MatchPair, TyB64,
                                "match any b64 $dst $src1 $src2">;
def MATCH_ALL_B32 : FellowsTest<8, SemExchangeMatchAll, MatchWord, TyB32,
                                "match all b32 $cdst $dst $src1 $src2">;
def MATCH_ALL_B64 : FellowsTest<9, SemExchangeMatchAll, MatchPair, TyB64,
                                "match all b64 $cdst $dst $src1 $src2">;
def ELECT : FellowsTest<10, SemExchangeElect, Srcs<KReg32>, TyB32,
                        "elect $cdst $dst $src1">;

// SubOp: a ReduceKind, and the bits of those of floats.
class ReduceInst<bits<4> kind, DataTypeValue ty, string name>
    : FellowsInst<!add(11, kind), SemExchangeReduce, MatchWord, ty,
                  "redux "#name#" "#ty.Text#" $dst $src1 $src2"> {
  let SubOp = kind;
}
def REDUX_ADD_U32 : ReduceInst<0, TyU32, "add">;
def REDUX_MIN_U32 : ReduceInst<1, TyU32, "min">;
def REDUX_MIN_S32 : ReduceInst<2, TyS32, "min">;
def REDUX_MAX_U32 : ReduceInst<3, TyU32, "max">;
def REDUX_MAX_S32 : ReduceInst<4, TyS32, "max">;
def REDUX_AND_B32 : ReduceInst<5, TyB32, "and">;
def REDUX_OR_B32 : ReduceInst<6, TyB32, "or">;
def REDUX_XOR_B32 : ReduceInst<7, TyB32, "xor">;
foreach largest = [0, 1] in
  foreach abs = [0, 1] in
    foreach nan = [0, 1] in
      def REDUX_#!if(largest, "MAX", "MIN")#!if(abs, "_ABS", "")
          #!if(nan, "_NAN", "")#_F32
          : ReduceInst<!add(8, !mul(largest, 4), !mul(abs, 2), nan), TyF32,
                       !if(largest, "max", "min")#!if(abs, " abs", "")
                           #!if(nan, " nan", "")>;

// Lanes that run apart meet those of the lanes in src1 that are still there.
// SubOp: whether that is for what the warp exchanges next, which would wait for
// all lanes by itself.
class WarpSyncInst<bits<7> opc, bit next>
    : Tx1Inst<SlotExchange, opc, SemExchangeSync, (outs), (ins GPR32:$src1),
              "warpsync"#!if(next, " next", "")#" $src1"> {
  bits<7> src1;
  let Inst{8-2} = 127;
  let Inst{15-9} = src1;
  let Kind1 = KindReg32;
  let SrcTy = TyB32;
  let SubOp{0} = next;
  let isPredicable = 0;
  let mayLoad = 1;
  let mayStore = 1;
}
def WARPSYNC_r : WarpSyncInst<27, 0>;
def WARPSYNC_NEXT_r : WarpSyncInst<28, 1>;

} // Predicates = [HasWarpExchange]

// At the barrier src1: threads src2, a multiple of 32, or all of the CTA. A
// reduction is of whether src3 is other than 0; its result is a count, or 0 or -1.
class BarThreads<bits<7> opc, bits<4> kind, Srcs k, bit reduces, string text>
    : Tx1Inst<SlotBarrier, opc, SemBarThreads,
              !if(reduces, (outs GPR32:$dst), (outs)), k.Ins,
              text#!if(reduces, " $dst", "")#" $src1"
                  #!if(!empty(k.K2.Letter), "", " $src2")
                  #!if(!empty(k.K3.Letter), "", " $src3")> {
  bits<7> dst;
  bits<7> src1;
  bits<7> src2;
  bits<7> src3;
  let Inst{8-2} = !if(reduces, dst, 127);
  let Inst{15-9} = src1;
  let Inst{22-16} = !if(!empty(k.K2.Letter), 0, src2);
  let Inst{52-46} = !if(!empty(k.K3.Letter), 0, src3);
  let Kind1 = k.K1.Kind;
  let Kind2 = k.K2.Kind;
  let Kind3 = k.K3.Kind;
  let KindDst = !if(reduces, KindReg32, KindNone);
  let Ty = !if(reduces, TyB32, TyNone);
  let SrcTy = TyB32;
  let SubOp = kind;
  let Latency = LatBarrier;
  let isPredicable = 0;
}
let Predicates = [HasPartialBarriers], isConvergent = 1, hasSideEffects = 1,
    mayLoad = 1, mayStore = 1 in {
  // SubOp: a BarrierKind.
  def BAR_SYNC_r : BarThreads<0, 0, Srcs<KReg32>, 0, "bar sync all">;
  def BAR_SYNC_rr : BarThreads<1, 0, Srcs<KReg32, KReg32>, 0, "bar sync">;
  def BAR_ARRIVE_rr : BarThreads<2, 1, Srcs<KReg32, KReg32>, 0, "bar arrive">;
  foreach kind = !range(3) in {
    defvar name = ["popc", "and", "or"][kind];
    def BAR_RED_#!toupper(name)#_r
        : BarThreads<!add(3, kind), !add(2, kind), Srcs<KReg32, KNone, KReg32>,
                     1, "bar red all "#name>;
    def BAR_RED_#!toupper(name)#_rr
        : BarThreads<!add(6, kind), !add(2, kind),
                     Srcs<KReg32, KReg32, KReg32>, 1, "bar red "#name>;
  }
}
