//===- TeslaInstrTx1Exchange.td - Warps of tx1 -------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values from lane to lane.
//
//===----------------------------------------------------------------------===//

let Predicates = [HasWarpExchange], isConvergent = 1, hasSideEffects = 1 in {

// SubOp: a ShuffleKind. The third source is the clamp, and from bit 8 on the
// mask of the segment. $c: whether there is such a lane.
class ShuffleInst<bits<7> kind, string name>
    : Tx1Inst<SlotExchange, kind, SemExchangeShuffle,
              (outs GPR32:$dst, CC:$cdst),
              (ins GPR32:$src1, GPR32:$src2, GPR32:$src3),
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
  let SubOp{1-0} = kind{1-0};
  let Ty = TyB32;
  let SrcTy = TyB32;
  let Kind1 = KindReg32;
  let Kind2 = KindReg32;
  let Kind3 = KindReg32;
  let KindDst = KindReg32;
  let WritesCC = 1;
}
def SHFL_UP : ShuffleInst<0, "up">;
def SHFL_DOWN : ShuffleInst<1, "down">;
def SHFL_BFLY : ShuffleInst<2, "bfly">;
def SHFL_IDX : ShuffleInst<3, "idx">;

} // Predicates = [HasWarpExchange]
