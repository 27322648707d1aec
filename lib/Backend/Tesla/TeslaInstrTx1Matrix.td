//===- TeslaInstrTx1Matrix.td - Matrices -------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of matrices by all lanes of a warp, and moves between layouts of
// their registers. $what is the number of a form of
// heddle/Matrix/MatrixForms.def, or of a row of MatrixMoves.def, in the fields
// that hold the access of image instructions:
//
//   w0 [23:27] what, the low five bits      w1 [22:25] what, the high four
//                                           w1 [26:28] which instruction
//
// Operands are quads. A form need not use all of one.
//
//===----------------------------------------------------------------------===//

class MatrixInst<bits<7> opc, SemKindValue sem, dag operands, string asm>
    : Tx1Inst<SlotMatrix, opc, sem, (outs GPR128:$dst),
              !con(operands, (ins UImm9:$what)), asm> {
  bits<7> dst;
  bits<7> src1;
  bits<7> src2;
  bits<7> src3;
  bits<9> what;
  let Inst{8-2} = dst;
  let Inst{15-9} = src1;
  let Inst{27-23} = what{4-0};
  let Inst{57-54} = what{8-5};
  let KindDst = KindQuad;
  let Kind1 = KindQuad;
  let Ty = TyB128;
  let SrcTy = TyB128;
}

let Predicates = [HasTensors], isConvergent = 1, hasSideEffects = 1 in {

// A, B and C. B may be a pair.
class MultiplyInst<bits<7> opc, RegisterClass b, OperandKindValue kind>
    : MatrixInst<opc, SemMatrixMultiply,
                 (ins GPR128:$src1, b:$src2, GPR128:$src3),
                 "mma $what $dst $src1 $src2 $src3"> {
  let Inst{22-16} = src2;
  let Inst{52-46} = src3;
  let Kind2 = kind;
  let Kind3 = KindQuad;
  let Latency = LatSfu;
}
def MMA_QUAD : MultiplyInst<0, GPR128, KindQuad>;
def MMA_PAIR : MultiplyInst<1, GPR64, KindPair>;

// C, and then D; A, B, and metadata, scale factors of A and of B, and selectors.
def MMA_MORE : MatrixInst<2, SemMatrixMultiplyMore,
                          (ins GPR128:$block, GPR128:$src1, GPR128:$src2,
                               GPR128:$src3),
                          "mma more $what $dst $src1 $src2 $src3"> {
  let Inst{22-16} = src2;
  let Inst{52-46} = src3;
  let Kind2 = KindQuad;
  let Kind3 = KindQuad;
  let Latency = LatSfu;
  let Constraints = "$dst = $block";
}

def MMOVE : MatrixInst<3, SemMatrixMove, (ins GPR128:$src1),
                       "mmove $what $dst $src1">;

// Operations on tensor memory, by heddle/ABI/TensorUnit.h. Sixteen words of
// operands, the first four of which become the result.
let mayLoad = 1, mayStore = 1 in {
class TensorInst<bits<7> opc, SemKindValue sem, string name>
    : MatrixInst<opc, sem, (ins GPR128:$block, GPR128:$src1, GPR128:$src2,
                                GPR128:$src3),
                 name # " $what $dst $src1 $src2 $src3"> {
  let Inst{22-16} = src2;
  let Inst{52-46} = src3;
  let Kind2 = KindQuad;
  let Kind3 = KindQuad;
  let Latency = LatSfu;
  let Constraints = "$dst = $block";
}
def TENSOR : TensorInst<4, SemTensorThread, "tensor">;
def TENSOR_WARP : TensorInst<5, SemTensorWarp, "tensor warp">;
} // mayLoad, mayStore

} // Predicates = [HasTensors]
