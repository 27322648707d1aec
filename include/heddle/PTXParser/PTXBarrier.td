//===- PTXBarrier.td - mbarrier, clusters, fences ----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// mbarrier
//===----------------------------------------------------------------------===//

def ClusterScope : OptSlot<GrpScope, [ModCta, ModCluster]>;
def CtaSharedSpace : OptSlot<GrpSpace, [ModShared, ModSharedCta]>;
def AnySharedSpace : OptSlot<GrpSpace, [ModShared, ModSharedCta,
                                        ModSharedCluster]>;
def ClusterSpace : Slot<GrpSpace, [ModSharedCluster]>;
class Order<list<Modifier> mods> : OptSlot<GrpSemantics, mods>;
// A scope stands behind its semantics, and .relaxed does not stand alone.
class OrderRules<list<Modifier> mods> {
  list<Rule> Rules = [Needs<ModCta, mods>, Needs<ModCluster, mods>,
                      Needs<ModRelaxed, [ModCta, ModCluster]>,
                      Needs<ModRelease, [ModCta, ModCluster]>,
                      Needs<ModAcquire, [ModCta, ModCluster]>];
}
class OrderRaises<int target> {
  list<Raise> List = [Raise<ModSharedCta, 78>, Raise<ModRelease, 80, target>,
                      Raise<ModAcquire, 80, target>,
                      Raise<ModRelaxed, 80, 90>, Raise<ModCta, 80, target>,
                      Raise<ModCluster, 80, 90>];
}
defvar RelaxedSince86 = [Raise<ModRelaxed, 86, 90>];
def MB64 : Types<[ModB64]>;
def DStateOrSink : Operand<"KReg | KSink", TLast, "OFDest">;
def SinkOnly : Operand<"KSink", NoType, "OFDest">;

let MinVersion = 70, MinTarget = 80, Raises = OrderRaises<80>.List in {
  def : Form<OpMbarrierInit, [CtaSharedSpace, MB64], [Address, SB32]>;
  def : Form<OpMbarrierInval, [CtaSharedSpace, MB64], [Address]>;
  def : Form<OpMbarrierPendingCount, [MB64], [DFixed<"B32">, SReg]>;
}
let MinVersion = 80, MinTarget = 90, Raises = OrderRaises<80>.List,
    Rules = OrderRules<[ModRelaxed]>.Rules in
foreach Op = [OpMbarrierExpectTx, OpMbarrierCompleteTx] in
def : Form<Op, [Order<[ModRelaxed]>, ClusterScope, AnySharedSpace, MB64],
           [Address, SB32]>;

def ExpectTx : Slot<GrpArriveMode, [ModExpectTx]>;
def NoCompleteSlot : Slot<GrpArriveMode, [ModNoComplete]>;
foreach Op = [OpMbarrierArrive, OpMbarrierArriveDrop] in
let Raises = !listconcat(OrderRaises<80>.List, RelaxedSince86),
    Rules = OrderRules<[ModRelease, ModRelaxed]>.Rules in {
  defvar Release = Order<[ModRelease, ModRelaxed]>;
  let MinVersion = 70, MinTarget = 80 in {
    def : Form<Op, [Release, ClusterScope, CtaSharedSpace, MB64],
               [DStateOrSink, Address]>;
    let MinVersion = 78, MinTarget = 90 in
    def : Form<Op, [Release, ClusterScope, CtaSharedSpace, MB64],
               [DStateOrSink, Address, SB32]>;
    def : Form<Op, [NoCompleteSlot, Order<[ModRelease]>,
                    OptSlot<GrpScope, [ModCta]>, CtaSharedSpace, MB64],
               [D, Address, SB32]>;
  }
  let MinVersion = 80, MinTarget = 90 in {
    def : Form<Op, [Release, ClusterScope, ClusterSpace, MB64],
               [SinkOnly, Address, Opt<SB32>]>;
    def : Form<Op, [ExpectTx, Release, ClusterScope, CtaSharedSpace, MB64],
               [DStateOrSink, Address, SB32]>;
    def : Form<Op, [ExpectTx, Release, ClusterScope, ClusterSpace, MB64],
               [SinkOnly, Address, SB32]>;
  }
}

class WaitKind<Opcode op, int version, int parityVersion, int target,
               list<Operand> hint> {
  Opcode Op = op;
  int Version = version;
  int ParityVersion = parityVersion;
  int Target = target;
  list<Operand> Hint = hint;
}
foreach K = [WaitKind<OpMbarrierTestWait, 70, 71, 80, []>,
             WaitKind<OpMbarrierTryWait, 78, 78, 90, [Opt<SB32>]>] in
let MinTarget = K.Target,
    Raises = !listconcat(OrderRaises<K.Target>.List, RelaxedSince86),
    Rules = OrderRules<[ModAcquire, ModRelaxed]>.Rules in {
  defvar WaitSlots = [Order<[ModAcquire, ModRelaxed]>, ClusterScope,
                      CtaSharedSpace, MB64];
  let MinVersion = K.Version in
  def : Form<K.Op, WaitSlots, !listconcat([DPred, Address, SReg], K.Hint)>;
  let MinVersion = K.ParityVersion in
  def : Form<K.Op, !listconcat([Slot<GrpParity, [ModParity]>], WaitSlots),
             !listconcat([DPred, Address, SB32], K.Hint)>;
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

def OptProxyAlias : Slot<GrpProxy, [ModAlias]>;
let MinVersion = 75 in {
  let MinTarget = 60 in
  def : Form<OpMembarProxy, [OptProxyAlias], []>;
  let MinTarget = 70 in
  def : Form<OpFenceProxy, [OptProxyAlias], []>;
}
def RestrictCluster : Slot<GrpRestrict, [ModSyncRestrictSharedCluster]>;
def RestrictCta : Slot<GrpRestrict, [ModSyncRestrictSharedCta]>;
def AcquireSlot : Slot<GrpSemantics, [ModAcquire]>;
def ReleaseSlot : Slot<GrpSemantics, [ModRelease]>;
def InCluster : Slot<GrpScope, [ModCluster]>;
let MinVersion = 80, MinTarget = 90 in {
  def : Form<OpFence, [Slot<GrpProxy, [ModMbarrierInit]>, ReleaseSlot,
                       InCluster], []>;
  def : Form<OpFenceProxy, [Slot<GrpProxy, [ModAsync]>,
                            OptSlot<GrpSpace, [ModGlobal, ModSharedCta,
                                               ModSharedCluster]>], []>;
}
let MinVersion = 83, MinTarget = 90 in {
  def : Form<OpFenceProxy, [Slot<GrpProxy, [ModTensormapGeneric]>, ReleaseSlot,
                            Scope], []>;
  def : Form<OpFenceProxy, [Slot<GrpProxy, [ModTensormapGeneric]>, AcquireSlot,
                            Scope],
             [AnyAddress, In<128, 128, SImm<"U32">>]>;
}
let MinVersion = 86, MinTarget = 90 in
foreach R = [[AcquireSlot, RestrictCluster, InCluster]<Slot>,
             [ReleaseSlot, RestrictCta, InCluster]<Slot>] in {
  def : Form<OpFence, R, []>;
  def : Form<OpFenceProxy, !listconcat([Slot<GrpProxy, [ModAsyncGeneric]>], R),
             []>;
}

//===----------------------------------------------------------------------===//
// Clusters, registers, the stack
//===----------------------------------------------------------------------===//

defvar AddressTypes = [ModU32, ModU64];
let MinVersion = 78, MinTarget = 90 in {
  def : Form<OpMapa, [Types<AddressTypes>], [D, SReg, SB32]>;
  def : Form<OpMapa, [ClusterSpace, Types<AddressTypes>],
             [D, Operand<"KReg | KSymbol", TLast>, SB32]>;
  def : Form<OpGetctarank, [Types<AddressTypes>], [DFixed<"B32">, SReg]>;
  def : Form<OpGetctarank, [ClusterSpace, Types<AddressTypes>],
             [DFixed<"B32">, Operand<"KReg | KSymbol", TLast>]>;
  def : Form<OpGriddepcontrol, [Slot<GrpAction, [ModLaunchDependents,
                                                 ModWait]>], []>;
}
let MinVersion = 80, MinTarget = 90 in
def : Form<OpElect, [SyncSlot],
           [Operand<"KReg | KSink", Fixed<"B32">,
                    "OFDest | OFPair | OFPairNeeded">, SB32]>;
let MinVersion = 80, MinTarget = !add(Arch90, Arch100, Arch120, 90) in
def : Form<OpSetmaxnreg, [Slot<GrpAction, [ModInc, ModDec]>, SyncSlot,
                          AlignedSlot, Types<[ModU32]>],
           [In<24, 256, SImm<"U32">, 8>]>;
def SAlign : Operand<"KImm", Fixed<"U32">, "OFPowerOf2 | OFOptional">;
let MinVersion = 73, MinTarget = 52 in {
  def : Form<OpStacksave, [Types<AddressTypes>], [D]>;
  def : Form<OpStackrestore, [Types<AddressTypes>], [SReg]>;
  def : Form<OpAlloca, [Types<AddressTypes>], [D, S, SAlign]>;
}

let MinVersion = 86, MinTarget = 100 in {
  let Raises = [Raise<ModMulticastClusterAll, 86,
                      !add(Arch100, Arch120, 100)>] in
  def : Form<OpClusterlaunchcontrolTryCancel,
             [Slot<GrpAsync, [ModAsync]>, OptSharedCta, CompleteTx,
              OptSlot<GrpMulticast, [ModMulticastClusterAll]>,
              Types<[ModB128]>], [Address, AnyAddress]>;
  def : Form<OpClusterlaunchcontrolQueryCancel,
             [Slot<GrpQuery, [ModIsCanceled]>, Types<[ModPred]>,
              Types<[ModB128]>], [DPred, SReg]>;
  def : Form<OpClusterlaunchcontrolQueryCancel,
             [Slot<GrpQuery, [ModGetFirstCtaid]>, Slot<GrpVector, [ModV4]>,
              Types<[ModB32]>, Types<[ModB128]>],
             [Operand<"KVector", TFirst, "OFDest | OFVector">, SReg]>;
  def : Form<OpClusterlaunchcontrolQueryCancel,
             [Slot<GrpQuery, [ModGetFirstCtaidX, ModGetFirstCtaidY,
                              ModGetFirstCtaidZ]>, Types<[ModB32]>,
              Types<[ModB128]>], [DFirst, SReg]>;
}
