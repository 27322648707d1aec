//===- TeslaInstrTexture.td - Texture fetches --------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f.0 texauto and texfetch. The registers are one block: sources first, then
// overwritten by the components that the mask enables.
//
//   w0 [2:8] block  [9:16] texture  [17:21] sampler  [22:23] sources - 1
//      [24] fetch (integer coordinates)  [25:26] mask x, y  [27] cube (0)
//   w1 [2] live  [3] derivatives  [14:15] mask z, w
//      [16:19] [20:23] [24:27] texel offset z, y, x
//
//===----------------------------------------------------------------------===//

class TexInst<bit fetch, string name>
    : LongInst<SemTex, 15, 0, (outs),
               (ins TexDst:$dst, TexSlot:$src1, SamplerSlot:$src2,
                TexSrc:$src3, TexOffset:$x, TexOffset:$y, TexOffset:$z,
                Live:$live, Deriv:$deriv),
               name#" ${live}${deriv}$dst $src1 $src2 $src3 $x $y $z"> {
  bits<11> dst;
  bits<8> src1;
  bits<5> src2;
  bits<2> src3;
  bits<4> x;
  bits<4> y;
  bits<4> z;
  bits<1> live;
  bits<1> deriv;
  let Inst{8-2} = dst{6-0};
  let Inst{16-9} = src1;
  let Inst{21-17} = src2;
  let Inst{23-22} = src3;
  let Inst{24} = fetch;
  let Inst{26-25} = dst{8-7};
  let Inst{34} = live;
  let Inst{35} = deriv;
  let Inst{47-46} = dst{10-9};
  let Inst{51-48} = z;
  let Inst{55-52} = y;
  let Inst{59-56} = x;
  let SubOp{0} = fetch;
  let Kind1 = KindImm;
  let Kind2 = KindImm;
  let Kind3 = KindImm;
  let Latency = LatTexture;
  let mayLoad = 1;
  // The block is read and written behind the operand's back.
  let hasSideEffects = 1;
}
def TEXAUTO : TexInst<0, "texauto">;
def TEXFETCH : TexInst<1, "texfetch">;
