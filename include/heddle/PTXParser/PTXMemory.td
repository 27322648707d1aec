//===- PTXMemory.td - Loads, stores, atomics, cvta ---------*- tablegen -*-===//
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
                     Raise<ModL1NoAllocate, 74, 70>,
                     Raise<ModL2CacheHint, 74, 80>];
defvar MemoryRaises = !listconcat(
    [Raise<ModWeak, 60, 70>, Raise<ModParamEntry, 83>,
     Raise<ModParamFunc, 83>], ClusterRaises, HintRaises);

//===----------------------------------------------------------------------===//
// ld and st
//===----------------------------------------------------------------------===//

defvar Words = [ModB32, ModU32, ModS32, ModF32];
defvar Doubles = [ModB64, ModU64, ModS64, ModF64];
defvar EvictL1 = [ModL1EvictNormal, ModL1EvictUnchanged, ModL1EvictFirst,
                  ModL1EvictLast, ModL1NoAllocate];
def OptHint : OptSlot<GrpCacheHint, [ModL2CacheHint]>;
def HintOperand : With<ModL2CacheHint, SRegFixed<"B64">>;
def OptEvictL2 : OptSlot<GrpEvictL2, [ModL2EvictNormal, ModL2EvictFirst,
                                      ModL2EvictLast]>;

def SStoreSome : Operand<"KVector | KReg", TLast,
                         "OFWider | OFVector | OFSinks">;

defvar OtherSpaces = [ModConst, ModLocal, ModParam, ModParamEntry,
                      ModParamFunc, ModShared, ModSharedCta, ModSharedCluster];
// Only global memory moves 256 bits at once.
defvar WideRules = [Excludes<ModNone, OtherSpaces>];

// The value of a load or store: up to 128 bits, 256 bits, or 128 bits in one
// register. The last two are recent, and only 256 bits have a priority in L2.
class Moved<list<Slot> slots, list<Rule> rules, int version, int target,
            bit wide = 0> {
  list<Slot> Slots = slots;
  list<Rule> Rules = rules;
  int Version = version;
  int Target = target;
  Operand Value = !if(wide, SStoreSome, SStore);
  list<Slot> Evict = !if(wide, [OptEvict, OptEvictL2]<Slot>, [OptEvict]<Slot>);
}
def UpTo128 : Moved<[OptSlot<GrpVector, [ModV2, ModV4, ModV8]>,
                     Types<Accessible>],
                    [Excludes<ModV4, Doubles>,
                     Excludes<ModV8, !listconcat(Words, Doubles)>], 10, 10>;
def EightWords : Moved<[Slot<GrpVector, [ModV8]>, Types<Words>], WideRules, 88,
                       100, 1>;
def FourDoubles : Moved<[Slot<GrpVector, [ModV4]>, Types<Doubles>], WideRules,
                        88, 100, 1>;
def One128 : Moved<[Types<[ModB128]>], [], 83, 70>;
defvar AllMoved = [UpTo128, EightWords, FourDoubles, One128];

// One way of loading or storing: which slots stand before what is moved.
class Access<list<Slot> slots, int version, int target, bit evicts = 0,
             bit hints = 0> {
  list<Slot> Slots = slots;
  int Version = version;
  int Target = target;
  // Takes priorities of eviction.
  bit Evicts = evicts;
  // Takes a cache policy.
  bit Hints = hints;
}
def OptWeak : OptSlot<GrpSemantics, [ModWeak]>;
def Volatile : Slot<GrpSemantics, [ModVolatile]>;
def OptGlobal : OptSlot<GrpSpace, [ModGlobal]>;
def GlobalSlot : Slot<GrpSpace, [ModGlobal]>;
def NonCoherent : Slot<GrpNonCoherent, [ModNc]>;
class Caches<list<Modifier> mods> : OptSlot<GrpCache, mods>;
defvar StoreSpaces = [ModLocal, ModParam, ModParamFunc, ModShared, ModSharedCta,
                      ModSharedCluster];

class PerMoved<Access access, Moved moved> {
  list<Slot> Slots = !listconcat(access.Slots,
                                 !if(access.Evicts, moved.Evict, []<Slot>),
                                 !if(access.Hints, [OptHint]<Slot>, []<Slot>));
  int Version = !if(!lt(access.Version, moved.Version), moved.Version,
                    access.Version);
  int Target = !if(!lt(access.Target, moved.Target), moved.Target,
                   access.Target);
}

defvar LoadAccesses = [
  Access<[OptWeak, LoadSpace, Caches<[ModCa, ModCg, ModCs, ModLu, ModCv]>], 10,
         10, 0, 1>,
  Access<[OptWeak, OptGlobal], 74, 70, 1, 1>,
  Access<[Volatile, SharingSpace], 11, 10>,
  Access<[Slot<GrpSemantics, [ModRelaxed, ModAcquire]>, Scope, SharingSpace],
         60, 70, 1, 1>,
  Access<[GlobalSlot, Caches<[ModCa, ModCg, ModCs]>, NonCoherent], 31, 32, 0, 1>,
  Access<[GlobalSlot, NonCoherent], 74, 70, 1, 1>];
defvar StoreAccesses = [
  Access<[OptWeak, StoreSpace, Caches<[ModWb, ModCg, ModCs, ModWt]>], 10, 10,
         0, 1>,
  Access<[OptWeak, OptGlobal], 74, 70, 1, 1>,
  Access<[Volatile, SharingSpace], 11, 10>,
  Access<[Slot<GrpSemantics, [ModRelaxed, ModRelease]>, Scope, SharingSpace],
         60, 70, 1, 1>];

let Raises = MemoryRaises in {
  foreach M = AllMoved in {
    foreach A = LoadAccesses in {
      defvar L = PerMoved<A, M>;
      let MinVersion = L.Version, MinTarget = L.Target,
          Rules = !listconcat(M.Rules,
              [Excludes<ModL264B, OtherSpaces>,
               Excludes<ModL2128B, OtherSpaces>,
               Excludes<ModL2256B, OtherSpaces>,
               Excludes<ModL2CacheHint, OtherSpaces>]) in
      def : Form<OpLd, !listconcat(L.Slots, [OptPrefetch], M.Slots),
                 [DLoad, Address, HintOperand]>;
    }
    foreach A = StoreAccesses in {
      defvar W = PerMoved<A, M>;
      let MinVersion = W.Version, MinTarget = W.Target,
          Rules = !listconcat(M.Rules,
                              [Excludes<ModL2CacheHint, StoreSpaces>]) in
      def : Form<OpSt, !listconcat(W.Slots, M.Slots),
                 [Address, M.Value, HintOperand]>;
    }
  }
  let MinVersion = 82, MinTarget = 70, Raises = [Raise<ModB128, 84, 70>] in {
    defvar Mmio = [Slot<GrpProxy, [ModMmio]>,
                   Slot<GrpSemantics, [ModRelaxed]>, Slot<GrpScope, [ModSys]>,
                   OptGlobal, Types<!listconcat(Accessible, [ModB128])>];
    def : Form<OpLd, Mmio, [DLoad, Address]>;
    def : Form<OpSt, Mmio, [Address, SStore]>;
  }
  let MinVersion = 20, MinTarget = 20 in
  foreach M = [UpTo128, One128] in
  let Rules = !listconcat(M.Rules, [Excludes<ModNone, [ModV8]>]),
      MinVersion = !if(!lt(M.Version, 20), 20, M.Version),
      MinTarget = !if(!lt(M.Target, 20), 20, M.Target) in
  def : Form<OpLdu, !listconcat([OptGlobal], M.Slots), [DLoad, Address]>;
}

let MinVersion = 20, MinTarget = 20 in {
  def : Form<OpPrefetch, [OptSlot<GrpSpace, [ModGlobal, ModLocal]>,
                          Slot<GrpLevel, [ModL1, ModL2]>], [Address]>;
  def : Form<OpPrefetchu, [Slot<GrpLevel, [ModL1]>], [Address]>;
}
let MinVersion = 74, MinTarget = 80 in {
  def : Form<OpPrefetch, [GlobalSlot, Slot<GrpEvictL2, [ModL2EvictLast,
                                                    ModL2EvictNormal]>],
             [Address]>;
  def : Form<OpApplypriority, [OptGlobal, Slot<GrpEvictL2,
                                               [ModL2EvictNormal]>],
             [Address, In<128, 128, SImm<"U32">>]>;
  def : Form<OpDiscard, [OptGlobal, Slot<GrpLevel, [ModL2]>],
             [Address, In<128, 128, SImm<"U32">>]>;
}
let MinVersion = 80, MinTarget = 90 in
def : Form<OpPrefetch, [OptSlot<GrpSpace, [ModConst, ModParam]>,
                        Slot<GrpLevel, [ModTensormap]>], [Address]>;

// Cache policies.
defvar PolicySlots = [
    Slot<GrpPrimary, [ModL2EvictLast, ModL2EvictNormal, ModL2EvictFirst,
                      ModL2EvictUnchanged]>,
    OptSlot<GrpPolicySecond, [ModL2EvictFirst, ModL2EvictUnchanged]>,
    Types<[ModB64]>];
let MinVersion = 74, MinTarget = 80 in {
  def : Form<OpCreatepolicy, !listconcat([Slot<GrpPolicy, [ModFractional]>],
                                         PolicySlots),
             [D, Opt<SFixed<"F32">>]>;
  def : Form<OpCreatepolicy, !listconcat([Slot<GrpPolicy, [ModRange]>,
                                          OptGlobal], PolicySlots),
             [D, Address, SB32, SB32]>;
  def : Form<OpCreatepolicy, [Slot<GrpPolicy, [ModCvt]>,
                              Slot<GrpLevel, [ModL2]>, Types<[ModB64]>],
             [D, S]>;
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
