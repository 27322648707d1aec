//===- PTXMemory.td - Loads, stores, atomics, address conversion *- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

defvar ScopeMods = [ModCta, ModCluster, ModGpu, ModSys];
defvar ClusterRaises = [Raise<ModCluster, 78, 90>,
                        Raise<ModSharedCta, 78>,
                        Raise<ModSharedCluster, 78, 90>];
def Scope : Slot<GrpScope, ScopeMods>;
def OptScope : OptSlot<GrpScope, ScopeMods>;
def OptV24 : OptSlot<GrpVector, [ModV2, ModV4]>;
def LoadSpace : OptSlot<GrpSpace, [ModConst, ModGlobal, ModLocal, ModParam,
                                   ModShared, ModSharedCta, ModSharedCluster,
                                   ModParamEntry, ModParamFunc]>;
def StoreSpace : OptSlot<GrpSpace, [ModGlobal, ModLocal, ModParam, ModShared,
                                    ModSharedCta, ModSharedCluster,
                                    ModParamFunc]>;
def SharingSpace : OptSlot<GrpSpace, [ModGlobal, ModShared, ModSharedCta,
                                      ModSharedCluster]>;
def OptEvict : OptSlot<GrpEvict, [ModL1EvictNormal, ModL1EvictUnchanged,
                                  ModL1EvictFirst, ModL1EvictLast,
                                  ModL1NoAllocate]>;
def OptPrefetch : OptSlot<GrpPrefetch, [ModL264B, ModL2128B, ModL2256B]>;
defvar HintRaises = [Raise<ModL264B, 74, 75>, Raise<ModL2128B, 74, 75>,
                     Raise<ModL2256B, 74, 80>,
                     Raise<ModL1EvictNormal, 74, 70>,
                     Raise<ModL1EvictUnchanged, 74, 70>,
                     Raise<ModL1EvictFirst, 74, 70>,
                     Raise<ModL1EvictLast, 74, 70>,
                     Raise<ModL1NoAllocate, 74, 70>];
defvar MemoryRaises = !listconcat(
    [Raise<ModWeak, 60, 70>, Raise<ModParamEntry, 83>,
     Raise<ModParamFunc, 83>], ClusterRaises, HintRaises);

//===----------------------------------------------------------------------===//
// ld and st
//===----------------------------------------------------------------------===//

let Raises = MemoryRaises in {
  foreach Extra = [[OptSlot<GrpCache, [ModCa, ModCg, ModCs, ModLu, ModCv]>],
                   [OptEvict]] in
  def : Form<OpLd, !listconcat([OptSlot<GrpSemantics, [ModWeak]>, LoadSpace],
                               Extra, [OptPrefetch, OptV24, Types<Accessible>]),
             [DLoad, Address]>;
  let MinVersion = 11 in
  def : Form<OpLd, [Slot<GrpSemantics, [ModVolatile]>, LoadSpace, OptPrefetch,
                    OptV24, Types<Accessible>], [DLoad, Address]>;
  let MinVersion = 60, MinTarget = 70 in
  def : Form<OpLd, [Slot<GrpSemantics, [ModRelaxed, ModAcquire]>, Scope,
                    SharingSpace, OptEvict, OptPrefetch, OptV24,
                    Types<Accessible>], [DLoad, Address]>;
  let MinVersion = 40, MinTarget = 32 in
  def : Form<OpLd, [Slot<GrpSpace, [ModGlobal]>,
                    OptSlot<GrpCache, [ModCa, ModCg, ModCs]>,
                    Slot<GrpNonCoherent, [ModNc]>, OptEvict, OptPrefetch,
                    OptV24, Types<Accessible>], [DLoad, Address]>;
  let MinVersion = 20, MinTarget = 20 in
  def : Form<OpLdu, [OptSlot<GrpSpace, [ModGlobal]>, OptV24,
                     Types<Accessible>], [DLoad, Address]>;

  foreach Extra = [[OptSlot<GrpCache, [ModWb, ModCg, ModCs, ModWt]>],
                   [OptEvict]] in
  def : Form<OpSt, !listconcat([OptSlot<GrpSemantics, [ModWeak]>, StoreSpace],
                               Extra, [OptV24, Types<Accessible>]),
             [Address, SStore]>;
  let MinVersion = 11 in
  def : Form<OpSt, [Slot<GrpSemantics, [ModVolatile]>, StoreSpace, OptV24,
                    Types<Accessible>], [Address, SStore]>;
  let MinVersion = 60, MinTarget = 70 in
  def : Form<OpSt, [Slot<GrpSemantics, [ModRelaxed, ModRelease]>, Scope,
                    SharingSpace, OptEvict, OptV24, Types<Accessible>],
             [Address, SStore]>;
}

let MinVersion = 20, MinTarget = 20 in {
  def : Form<OpPrefetch, [OptSlot<GrpSpace, [ModGlobal, ModLocal]>,
                          Slot<GrpLevel, [ModL1, ModL2]>], [Address]>;
  def : Form<OpPrefetchu, [Slot<GrpLevel, [ModL1]>], [Address]>;
}

//===----------------------------------------------------------------------===//
// Address conversion
//===----------------------------------------------------------------------===//

defvar WindowMods = [ModConst, ModGlobal, ModLocal, ModShared, ModSharedCta,
                     ModSharedCluster, ModParam, ModParamEntry];
defvar WindowRaises = [Raise<ModConst, 31, 20>, Raise<ModSharedCta, 78, 20>,
                       Raise<ModSharedCluster, 78, 90>,
                       Raise<ModParam, 77, 70>, Raise<ModParamEntry, 83, 70>];
let MinVersion = 20, MinTarget = 20, Raises = WindowRaises in {
  def : Form<OpCvta, [Slot<GrpSpace, WindowMods>, Types<[ModU32, ModU64]>],
             [D, Operand<"KReg | KSymbol", TLast>]>;
  def : Form<OpCvta, [Slot<GrpTo, [ModTo]>, Slot<GrpSpace, WindowMods>,
                      Types<[ModU32, ModU64]>], [D, SReg]>;
  def : Form<OpIsspacep, [Slot<GrpSpace, WindowMods>],
             [DPred, Operand<"KReg", NoType, "OFAddress">]>;
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

// What an operation is defined for.
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
    [Raise<ModShared, 12, 12>, Raise<ModRelaxed, 60, 70>,
     Raise<ModAcquire, 60, 70>, Raise<ModRelease, 60, 70>,
     Raise<ModAcqRel, 60, 70>, Raise<ModCta, 50, 60>, Raise<ModGpu, 50, 60>,
     Raise<ModSys, 50, 60>], ClusterRaises);
def AtomSemantics : OptSlot<GrpSemantics, [ModRelaxed, ModAcquire, ModRelease,
                                           ModAcqRel]>;
def RedSemantics : OptSlot<GrpSemantics, [ModRelaxed, ModRelease]>;

foreach C = [AtomLogic, AtomLogic64, AtomExch, AtomExch64, AtomAdd, AtomAdd64,
             AtomAddF32, AtomAddF64, AtomCount, AtomMinMax, AtomMinMax64] in {
  defvar AtomMinTarget = !if(!lt(C.Target, 11), 11, C.Target);
  let Raises = AtomRaises, MinVersion = C.Version, MinTarget = AtomMinTarget in
  def : Form<OpAtom, [AtomSemantics, OptScope, SharingSpace,
                      Slot<GrpAtomOp, C.Ops>, Types<C.Types>],
             [DOrSink, Address, S]>;
  if !not(C.OnlyAtom) then
  let Raises = AtomRaises, MinTarget = AtomMinTarget,
      MinVersion = !if(!lt(C.Version, 12), 12, C.Version) in
  def : Form<OpRed, [RedSemantics, OptScope, SharingSpace,
                     Slot<GrpAtomOp, C.Ops>, Types<C.Types>], [Address, S]>;
}
let Raises = !listconcat(AtomRaises, [Raise<ModB64, 12, 12>,
                                      Raise<ModB16, 63, 70>]),
    MinTarget = 11 in
def : Form<OpAtom, [AtomSemantics, OptScope, SharingSpace,
                    Slot<GrpAtomOp, [ModCas]>, Types<Bits>],
           [DOrSink, Address, S, S]>;
let MinVersion = 62, MinTarget = 60, Raises = AtomRaises in
foreach Op = [OpAtom, OpRed] in
def : Form<Op, [!if(!eq(Op, OpAtom), AtomSemantics, RedSemantics), OptScope,
                SharingSpace, Slot<GrpAtomOp, [ModAdd]>,
                Slot<GrpNoFtz, [ModNoftz]>,
                Types<[ModF16, ModF16x2, ModBF16, ModBF16x2]>],
           !if(!eq(Op, OpAtom), [DOrSink, Address, SReg], [Address, SReg])>;
