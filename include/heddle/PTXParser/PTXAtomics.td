//===- PTXAtomics.td - atom, red, multimem -----------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The types for which operations are defined, and their requirements.
class AtomClass<list<Modifier> ops, list<Modifier> types, bit onlyAtom = 0,
                int version = 10, int target = 10> {
  list<Modifier> Ops = ops;
  list<Modifier> Types = types;
  bit OnlyAtom = onlyAtom;
  int Version = version;
  int Target = target;
}
def AtomLogic : AtomClass<[ModAnd, ModOr, ModXor], [ModB32]>;
def AtomLogic64 : AtomClass<[ModAnd, ModOr, ModXor], [ModB64], 0, 31, 32>;
def AtomExch : AtomClass<[ModExch], [ModB32], 1>;
def AtomExch64 : AtomClass<[ModExch], [ModB64], 1, 12, 12>;
def AtomAdd : AtomClass<[ModAdd], [ModU32, ModS32]>;
def AtomAdd64 : AtomClass<[ModAdd], [ModU64], 0, 12, 12>;
def AtomAddF32 : AtomClass<[ModAdd], [ModF32], 0, 20, 20>;
def AtomAddF64 : AtomClass<[ModAdd], [ModF64], 0, 50, 60>;
def AtomCount : AtomClass<[ModInc, ModDec], [ModU32]>;
def AtomMinMax : AtomClass<[ModMin, ModMax], [ModU32, ModS32]>;
def AtomMinMax64 : AtomClass<[ModMin, ModMax], [ModU64, ModS64], 0, 31, 32>;

defvar AtomRaises = !listconcat(
    [Raise<ModShared, 12, 12>, Raise<ModSharedCta, 78, 12>,
     Raise<ModRelaxed, 60, 70>,
     Raise<ModAcquire, 60, 70>, Raise<ModRelease, 60, 70>,
     Raise<ModAcqRel, 60, 70>, Raise<ModCta, 50, 60>, Raise<ModGpu, 50, 60>,
     Raise<ModSys, 50, 60>, Raise<ModL2CacheHint, 74, 80>],
    ClusterRaises);
defvar HintRules = [Excludes<ModL2CacheHint, [ModShared, ModSharedCta,
                                             ModSharedCluster]>];
def AtomSemantics : OptSlot<GrpSemantics, [ModRelaxed, ModAcquire, ModRelease,
                                           ModAcqRel]>;
def RedSemantics : OptSlot<GrpSemantics, [ModRelaxed, ModRelease]>;

foreach C = [AtomLogic, AtomLogic64, AtomExch, AtomExch64, AtomAdd, AtomAdd64,
             AtomAddF32, AtomAddF64, AtomCount, AtomMinMax, AtomMinMax64] in {
  defvar AtomMinTarget = !if(!lt(C.Target, 11), 11, C.Target);
  let Raises = AtomRaises, Rules = HintRules,
      MinVersion = C.Version, MinTarget = AtomMinTarget in
  def : Form<OpAtom, [AtomSemantics, OptScope, SharingSpace,
                      Slot<GrpAtomOp, C.Ops>, OptHint, Types<C.Types>],
             [DOrSink, Address, S, HintOperand]>;
  if !not(C.OnlyAtom) then
  let Raises = AtomRaises, Rules = HintRules, MinTarget = AtomMinTarget,
      MinVersion = !if(!lt(C.Version, 12), 12, C.Version) in
  def : Form<OpRed, [RedSemantics, OptScope, SharingSpace,
                     Slot<GrpAtomOp, C.Ops>, OptHint, Types<C.Types>],
             [Address, S, HintOperand]>;
}
let Raises = !listconcat(AtomRaises, [Raise<ModB64, 12, 12>,
                                      Raise<ModB16, 63, 70>]),
    MinTarget = 11 in
def : Form<OpAtom, [AtomSemantics, OptScope, SharingSpace,
                    Slot<GrpAtomOp, [ModCas]>, Types<Bits>],
           [DOrSink, Address, S, S]>;
let Raises = !listconcat(AtomRaises, [Raise<ModSys, 84, 90>]),
    MinVersion = 83, MinTarget = 90, Rules = HintRules in {
  def : Form<OpAtom, [AtomSemantics, OptScope, SharingSpace,
                      Slot<GrpAtomOp, [ModCas]>, Types<[ModB128]>],
             [DOrSink, Address, SReg, SReg]>;
  def : Form<OpAtom, [AtomSemantics, OptScope, SharingSpace,
                      Slot<GrpAtomOp, [ModExch]>, OptHint, Types<[ModB128]>],
             [DOrSink, Address, SReg, HintOperand]>;
}

// Halves, and vectors of floating-point numbers: red has no result.
def DAtomVector : Operand<"KVector | KReg | KSink", TLast,
                          "OFDest | OFVector">;
def SAtomVector : Operand<"KVector | KReg", TLast, "OFVector | OFRegisters">;
class AtomKind<Opcode op, Slot semantics, list<Operand> result> {
  Opcode Op = op;
  Slot Semantics = semantics;
  list<Operand> Result = result;
}
defvar HalfTypes = [ModF16, ModF16x2, ModBF16, ModBF16x2];
def AtomNoFtz : Slot<GrpNoFtz, [ModNoftz]>;
foreach K = [AtomKind<OpAtom, AtomSemantics, [DAtomVector]>,
             AtomKind<OpRed, RedSemantics, []>] in {
  let MinVersion = 62, MinTarget = 60, Rules = HintRules,
      Raises = !listconcat(AtomRaises, [Raise<ModF16, 63, 70>,
                                        Raise<ModBF16, 78, 90>,
                                        Raise<ModBF16x2, 78, 90>]) in
  def : Form<K.Op, [K.Semantics, OptScope, SharingSpace,
                    Slot<GrpAtomOp, [ModAdd]>, AtomNoFtz, OptHint,
                    Types<HalfTypes>],
             !listconcat(K.Result, [Address, SReg, HintOperand])>;
  let MinVersion = 81, MinTarget = 90 in {
    def : Form<K.Op, [K.Semantics, OptScope, OptGlobal,
                      Slot<GrpAtomOp, [ModAdd]>, OptHint,
                      Slot<GrpVector, [ModV2, ModV4]>, Types<[ModF32]>],
               !listconcat(K.Result, [Address, SAtomVector, HintOperand])>;
    let Rules = [Excludes<ModV8, [ModF16x2, ModBF16x2]>] in
    def : Form<K.Op, [K.Semantics, OptScope, OptGlobal,
                      Slot<GrpAtomOp, [ModAdd, ModMin, ModMax]>, AtomNoFtz,
                      OptHint, Slot<GrpVector, [ModV2, ModV4, ModV8]>,
                      Types<HalfTypes>],
               !listconcat(K.Result, [Address, SAtomVector, HintOperand])>;
  }
}

//===----------------------------------------------------------------------===//
// Addresses of several devices at once
//===----------------------------------------------------------------------===//

class MultiKind<Opcode op, list<Modifier> semantics, list<Operand> front,
                list<Operand> back, list<Operand> floats> {
  Opcode Op = op;
  list<Modifier> Semantics = semantics;
  list<Operand> Front = front;
  list<Operand> Back = back;
  // The result of a sum of floats.
  list<Operand> FrontOfFloats = floats;
}
def DMulti : Operand<"KVector | KReg", TLast, "OFDest | OFVector">;
// A single float may stand in braces, a single integer may not.
def DMultiFloat : Copy<DMulti, " | OFSingle">;
defvar MultiKinds = [
  MultiKind<OpMultimemLdReduce, [ModRelaxed, ModAcquire], [DMulti], [],
            [DMultiFloat]>,
  MultiKind<OpMultimemRed, [ModRelaxed, ModRelease], [],
            [Operand<"KVector | KReg | KImm", TLast, "OFVector">], []>];
// The order of a multimem operation: none, or both semantics and scope.
class MultiOrder<list<Slot> slots> { list<Slot> Slots = slots; }
class MultiOrders<list<Modifier> semantics, bit weak> {
  list<MultiOrder> List = [
    MultiOrder<!if(weak, [OptWeak]<Slot>, []<Slot>)>,
    MultiOrder<[Slot<GrpSemantics, semantics>, Scope]>];
}
defvar IntegerWords = [ModB32, ModU32, ModS32, ModB64, ModU64, ModS64];
defvar MultiRules = [Excludes<ModV2, [ModE4M3x2, ModE4M3, ModE5M2, ModF64]>,
                     Excludes<ModV4, [ModE5M2x2, ModE4M3, ModE5M2, ModF64]>,
                     Excludes<ModV8, [ModF16x2, ModBF16x2, ModF32, ModF64,
                                      ModE5M2x2, ModE4M3x4, ModE5M2x4]>];
defvar FloatTypes8 = [ModE5M2x2, ModE5M2x4, ModE4M3x2, ModE4M3x4];
defvar FloatTarget8 = !add(Arch100, Arch120, 100);
def V248 : Slot<GrpVector, [ModV2, ModV4, ModV8]>;
def OptV248 : OptSlot<GrpVector, [ModV2, ModV4, ModV8]>;

let MinVersion = 81, MinTarget = 90, Rules = MultiRules in {
  foreach K = MultiKinds in
  foreach O = MultiOrders<K.Semantics, !empty(K.Back)>.List in {
    foreach C = [AtomClass<[ModAdd], [ModU32, ModS32, ModU64]>,
                 AtomClass<[ModMin, ModMax], [ModU32, ModS32, ModU64, ModS64]>,
                 AtomClass<[ModAnd, ModOr, ModXor], [ModB32, ModB64]>] in
    def : Form<K.Op, !listconcat(O.Slots, [OptGlobal, Slot<GrpAtomOp, C.Ops>,
                                           Types<C.Types>]),
               !listconcat(K.Front, [Address], K.Back)>;
    defvar Acc32 = !if(!empty(K.Back), [OptSlot<GrpAccumulator, [ModAccF32]>],
                       []<Slot>);
    defvar Multi = !listconcat(K.FrontOfFloats, [Address], K.Back);
    // Halves stand in vectors, pairs alone as well.
    let Raises = [Raise<ModAccF32, 82, 90>] in {
      def : Form<K.Op, !listconcat(O.Slots, [OptGlobal,
                                             Slot<GrpAtomOp, [ModAdd]>], Acc32,
                                   [V248, Types<HalfTypes>]), Multi>;
      def : Form<K.Op, !listconcat(O.Slots, [OptGlobal,
                                             Slot<GrpAtomOp, [ModAdd]>], Acc32,
                                   [Types<[ModF16x2, ModBF16x2]>]), Multi>;
    }
    def : Form<K.Op, !listconcat(O.Slots, [OptGlobal,
                                           Slot<GrpAtomOp, [ModAdd]>, OptV24,
                                           Types<[ModF32, ModF64]>]), Multi>;
    def : Form<K.Op, !listconcat(O.Slots, [OptGlobal,
                                           Slot<GrpAtomOp, [ModMin, ModMax]>,
                                           V248, Types<HalfTypes>]), Multi>;
    if !empty(K.Back) then {
      def : Form<K.Op, !listconcat(O.Slots,
                                   [OptGlobal,
                                    Slot<GrpAtomOp, [ModMin, ModMax]>,
                                    Types<[ModF16x2, ModBF16x2]>]), Multi>;
      let MinVersion = 86, MinTarget = FloatTarget8,
          Rules = !listconcat(MultiRules,
                              [Excludes<ModAccF16, [ModMin, ModMax]>]) in {
        def : Form<K.Op, !listconcat(O.Slots,
                     [OptGlobal, Slot<GrpAtomOp, [ModAdd, ModMin, ModMax]>,
                      OptSlot<GrpAccumulator, [ModAccF16]>, V248,
                      Types<FloatTypes8>]), Multi>;
        def : Form<K.Op, !listconcat(O.Slots,
                     [OptGlobal, Slot<GrpAtomOp, [ModAdd, ModMin, ModMax]>,
                      OptSlot<GrpAccumulator, [ModAccF16]>,
                      Types<[ModE4M3x4, ModE5M2x4]>]), Multi>;
      }
    }
  }
  foreach O = MultiOrders<[ModRelaxed, ModRelease], 1>.List in {
    defvar StoreOperands = [Address,
                            Operand<"KVector | KReg | KImm", TLast,
                                    "OFVector | OFSingle">];
    def : Form<OpMultimemSt, !listconcat(O.Slots, [OptGlobal,
                 Types<IntegerWords>]),
               [Address, Operand<"KReg | KImm", TLast>]>;
    def : Form<OpMultimemSt, !listconcat(O.Slots, [OptGlobal,
                 Types<[ModF32, ModF64]>]), StoreOperands>;
    def : Form<OpMultimemSt, !listconcat(O.Slots, [OptGlobal,
                 Slot<GrpVector, [ModV2, ModV4]>, Types<[ModF32]>]),
               StoreOperands>;
    def : Form<OpMultimemSt, !listconcat(O.Slots, [OptGlobal, V248,
                 Types<HalfTypes>]), StoreOperands>;
    def : Form<OpMultimemSt, !listconcat(O.Slots, [OptGlobal,
                 Types<[ModF16x2, ModBF16x2]>]), StoreOperands>;
    let MinVersion = 86, MinTarget = FloatTarget8 in {
      def : Form<OpMultimemSt, !listconcat(O.Slots, [OptGlobal, V248,
                   Types<FloatTypes8>]), StoreOperands>;
      def : Form<OpMultimemSt, !listconcat(O.Slots, [OptGlobal,
                   Types<[ModE4M3x4, ModE5M2x4]>]), StoreOperands>;
    }
  }
}
