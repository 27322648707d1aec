//===- TeslaInstrTx1Host.td - Calls of the host ------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of a service of the host that runs the program, one call for each
// lane, in the order of the lanes. heddle/ABI/HostServices.def numbers the
// services and describes their two operands and the result.
//
//   w0 [23:26] service
//
//===----------------------------------------------------------------------===//

let Predicates = [HasHostCalls], hasSideEffects = 1, mayLoad = 1,
    mayStore = 1 in
def HCALL : Tx1Inst<SlotHost, 0, SemHostCall, (outs GPR64:$dst),
                    (ins GPR64:$src1, GPR64:$src2, UImm4:$service),
                    "hcall $service $dst $src1 $src2"> {
  bits<7> dst;
  bits<7> src1;
  bits<7> src2;
  bits<4> service;
  let Inst{8-2} = dst;
  let Inst{15-9} = src1;
  let Inst{22-16} = src2;
  let Inst{26-23} = service;
  let Ty = TyB64;
  let SrcTy = TyB64;
  let Kind1 = KindPair;
  let Kind2 = KindPair;
  let KindDst = KindPair;
  let Latency = LatControl;
}
