//===- TeslaInstrTx1Texture.td - Textures and surfaces -----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses to images by handles. heddle/ABI/ImageAccess.h says what the registers
// hold and what the bits of $what mean:
//
//   w0 [23:27] what, the low five bits      w1 [22:25] what, the high four
//                                           w1 [26:28] which instruction
//
//===----------------------------------------------------------------------===//

class ImageInst<bits<7> opc, SemKindValue sem, dag outs, dag operands,
                string asm> : Tx1Inst<SlotTexture, opc, sem, outs,
                                      !con(operands, (ins UImm9:$what)), asm> {
  bits<7> dst;
  bits<7> src1;
  bits<7> src2;
  bits<7> src3;
  bits<9> what;
  let Inst{15-9} = src1;
  let Inst{27-23} = what{4-0};
  let Inst{57-54} = what{8-5};
  let Latency = LatTexture;
  let Predicates = [HasImages];
}

// The texture's and the sampler's handle, coordinates, and what else there is;
// \p more: whether there is something.
class TexHandleInst<bits<7> opc, string name, bit more>
    : ImageInst<opc, SemTextureSample, (outs GPR128:$dst),
                !con((ins GPR128:$src1, GPR128:$src2),
                     !if(more, (ins GPR128:$src3), (ins))),
                name#" $what $dst $src1 $src2"#!if(more, " $src3", "")> {
  let Inst{8-2} = dst;
  let Inst{22-16} = src2;
  let Inst{52-46} = !if(more, src3, 0);
  let SubOp{0} = more;
  let Kind1 = KindQuad;
  let Kind2 = KindQuad;
  let Kind3 = !if(more, KindQuad, KindNone);
  let KindDst = KindQuad;
  let mayLoad = 1;
}
def TEXH : TexHandleInst<0, "texh", 0>;
def TEXH_MORE : TexHandleInst<1, "texh more", 1>;
// Coordinates, and then the texel; handles, and the gradients.
def TEXH_GRAD : ImageInst<2, SemTextureSample, (outs GPR128:$dst),
                          (ins GPR128:$block, GPR128:$src1, GPR128:$src2,
                               GPR128:$src3),
                          "texh grad $what $dst $src1 $src2 $src3"> {
  let Inst{8-2} = dst;
  let Inst{22-16} = src2;
  let Inst{52-46} = src3;
  let SubOp = 2;
  let Kind1 = KindQuad;
  let Kind2 = KindQuad;
  let Kind3 = KindQuad;
  let KindDst = KindQuad;
  let mayLoad = 1;
  let Constraints = "$dst = $block";
}

// The handle, and the level.
def TXQ : ImageInst<3, SemTextureQuery, (outs GPR32:$dst),
                    (ins GPR64:$src1, GPR32:$src2),
                    "txq $what $dst $src1 $src2"> {
  let Inst{8-2} = dst;
  let Inst{22-16} = src2;
  let Kind1 = KindPair;
  let Kind2 = KindReg32;
  let KindDst = KindReg32;
  let mayLoad = 1;
}

// The handle, and coordinates.
def SULD : ImageInst<4, SemSurfaceLoad, (outs GPR128:$dst),
                     (ins GPR64:$src1, GPR128:$src2),
                     "suld $what $dst $src1 $src2"> {
  let Inst{8-2} = dst;
  let Inst{22-16} = src2;
  let Kind1 = KindPair;
  let Kind2 = KindQuad;
  let KindDst = KindQuad;
  let mayLoad = 1;
}
class SurfaceWrite<bits<7> opc, SemKindValue sem, string name>
    : ImageInst<opc, sem, (outs),
                (ins GPR64:$src1, GPR128:$src2, GPR128:$src3),
                name#" $what $src1 $src2 $src3"> {
  let Inst{8-2} = 127;
  let Inst{22-16} = src2;
  let Inst{52-46} = src3;
  let Kind1 = KindPair;
  let Kind2 = KindQuad;
  let Kind3 = KindQuad;
  let mayStore = 1;
}
def SUST : SurfaceWrite<5, SemSurfaceStore, "sust">;
let mayLoad = 1 in {
  def SURED_32 : SurfaceWrite<6, SemSurfaceReduce, "sured b32">;
  let SubOp = 1 in
  def SURED_64 : SurfaceWrite<7, SemSurfaceReduce, "sured b64">;
}
