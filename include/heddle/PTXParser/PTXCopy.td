//===- PTXCopy.td - Asynchronous and tensor copies ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

class To<list<Modifier> mods> : Slot<GrpSpace, mods>;
class From<list<Modifier> mods> : Slot<GrpSourceSpace, mods>;
def Source : AddressIn<GrpSourceSpace>;
def CompleteTx : Slot<GrpCompletion, [ModMbarrierCompleteTxBytes]>;
def BulkGroup : Slot<GrpCompletion, [ModBulkGroup]>;
def OptMulticast : OptSlot<GrpMulticast, [ModMulticastCluster]>;
def MulticastMask : With<ModMulticastCluster, SFixed<"B16">>;
def BulkSize : Operand<"KReg | KImm", Fixed<"B32">> { let Step = 16; }
defvar Since78 = [Raise<ModSharedCta, 78>];

//===----------------------------------------------------------------------===//
// Copies by one thread
//===----------------------------------------------------------------------===//

class CopySize<int min> : In<min, 16, SImm<"U32">> {
  let FlagText = "OFPowerOf2";
}
let MinVersion = 70, MinTarget = 80,
    Raises = [Raise<ModL2CacheHint, 74>,
                                   Raise<ModL264B, 74>, Raise<ModL2128B, 74>,
                                   Raise<ModL2256B, 74>] in {
  foreach Mode = [ModCa, ModCg] in {
    defvar AsyncSlots = [Slot<GrpCache, [Mode]>, To<[ModShared, ModSharedCta]>,
                         From<[ModGlobal]>, OptHint, OptPrefetch];
    defvar AsyncOperands = [Address, Source,
                            CopySize<!if(!eq(Mode, ModCg), 16, 4)>];
    // How much there is to read, or whether to read nothing.
    let MinVersion = 75 in
    def : Form<OpCpAsync, AsyncSlots,
               !listconcat(AsyncOperands,
                           [Operand<"KPred", Fixed<"Pred">, "OFNegatable">,
                            HintOperand])>;
    def : Form<OpCpAsync, AsyncSlots,
               !listconcat(AsyncOperands, [HintOperand])>;
    def : Form<OpCpAsync, AsyncSlots,
               !listconcat(AsyncOperands,
                           [Operand<"KReg | KImm", Fixed<"B32">, "OFNotPred">,
                            HintOperand])>;
  }
}
let MinVersion = 70, MinTarget = 80, Raises = Since78 in {
  def : Form<OpCpAsyncCommitGroup, [], []>;
  def : Form<OpCpAsyncWaitAll, [], []>;
  def : Form<OpCpAsyncWaitGroup, [], [SImm<"U32">]>;
  def : Form<OpCpAsyncMbarrierArrive, [OptSlot<GrpNoInc, [ModNoinc]>,
                                       SharedSpace, Types<[ModB64]>],
             [Address]>;
}

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

let MinVersion = 80, MinTarget = 90 in {
  let MinVersion = 86 in
  def : Form<OpCpAsyncBulk, [To<[ModSharedCta]>, From<[ModGlobal]>, CompleteTx,
                             OptHint],
             [Address, Source, BulkSize, AnyAddress, HintOperand]>;
  def : Form<OpCpAsyncBulk, [To<[ModSharedCluster]>, From<[ModGlobal]>,
                             CompleteTx, OptMulticast, OptHint],
             [Address, Source, BulkSize, AnyAddress, MulticastMask,
              HintOperand]>;
  def : Form<OpCpAsyncBulk, [To<[ModSharedCluster]>, From<[ModSharedCta]>,
                             CompleteTx],
             [Address, Source, BulkSize, AnyAddress]>;
  let Raises = [Raise<ModCpMask, 86, 100>] in
  def : Form<OpCpAsyncBulk, [To<[ModGlobal]>, From<[ModSharedCta]>, BulkGroup,
                             OptHint, OptSlot<GrpByteMask, [ModCpMask]>],
             [Address, Source, BulkSize, HintOperand,
              With<ModCpMask, SFixed<"B16">>]>;
  def : Form<OpCpAsyncBulkPrefetch, [Slot<GrpLevel, [ModL2]>,
                                     From<[ModGlobal]>, OptHint],
             [Source, BulkSize, HintOperand]>;
  def : Form<OpCpAsyncBulkCommitGroup, [], []>;
  def : Form<OpCpAsyncBulkWaitGroup, [OptSlot<GrpRead, [ModRead]>],
             [SImm<"U32">]>;

  foreach C = [AtomClass<[ModAnd, ModOr, ModXor], [ModB32]>,
               AtomClass<[ModAdd], [ModU32, ModS32, ModU64]>,
               AtomClass<[ModInc, ModDec], [ModU32]>,
               AtomClass<[ModMin, ModMax], [ModU32, ModS32]>] in
  def : Form<OpCpReduceAsyncBulk, [To<[ModSharedCluster]>,
                                   From<[ModSharedCta]>, CompleteTx,
                                   Slot<GrpAtomOp, C.Ops>, Types<C.Types>],
             [Address, Source, BulkSize, AnyAddress]>;
  foreach C = [AtomClass<[ModAnd, ModOr, ModXor], [ModB32, ModB64]>,
               AtomClass<[ModAdd], [ModU32, ModS32, ModU64, ModF32, ModF64]>,
               AtomClass<[ModInc, ModDec], [ModU32]>,
               AtomClass<[ModMin, ModMax], [ModU32, ModS32, ModU64, ModS64,
                                            ModF16, ModBF16]>] in
  def : Form<OpCpReduceAsyncBulk, [To<[ModGlobal]>, From<[ModSharedCta]>,
                                   BulkGroup, OptHint,
                                   Slot<GrpAtomOp, C.Ops>, Types<C.Types>],
             [Address, Source, BulkSize, HintOperand]>;
  def : Form<OpCpReduceAsyncBulk, [To<[ModGlobal]>, From<[ModSharedCta]>,
                                   BulkGroup, OptHint,
                                   Slot<GrpAtomOp, [ModAdd]>, AtomNoFtz,
                                   Types<[ModF16, ModBF16]>],
             [Address, Source, BulkSize, HintOperand]>;
}

//===----------------------------------------------------------------------===//
// Copies of tiles of tensors
//===----------------------------------------------------------------------===//

// `[map, {coordinates}]`.
class Tile<int count> : Operand<"KCoords", Fixed<"S32">, "OFAnySpace"> {
  let Count = count;
}
class Offsets<int count> : Operand<"KVector", Fixed<"B16">> {
  let Count = count;
}
def OptCtaGroup : OptSlot<GrpCtaGroup, [ModCtaGroup1, ModCtaGroup2]>;
class ModeSlot<list<Modifier> mods> : Slot<GrpTensorMode, mods>;
class TensorMode<int dims, list<Slot> mode, int coords,
                 list<Operand> offsets, int version = 80, int target = 90> {
  Modifier Geometry = !cast<Modifier>("Mod" # dims # "d");
  list<Slot> Mode = mode;
  int Coordinates = coords;
  list<Operand> Offsets = offsets;
  int Version = version;
  int Target = target;
}
defvar TileModes = !foreach(d, [1, 2, 3, 4, 5],
    TensorMode<d, [OptSlot<GrpTensorMode, [ModTile]>], d, []>);
defvar LoadModes = !listconcat(TileModes,
    !foreach(d, [3, 4, 5], TensorMode<d, [ModeSlot<[ModIm2col]>], d,
                                      [Offsets<!sub(d, 2)>]>),
    !foreach(d, [3, 4, 5],
             TensorMode<d, [ModeSlot<[ModIm2colW, ModIm2colW128]>], d,
                        [Offsets<2>], 86, !add(Arch100, 100)>),
    [TensorMode<2, [ModeSlot<[ModTileGather4]>], 5, [], 86,
                !add(Arch100, 100)>]);
defvar NoOffsets = !foreach(d, [3, 4, 5],
    TensorMode<d, [ModeSlot<[ModIm2colNoOffs]>], d, []>);
defvar StoreModes = !listconcat(TileModes, NoOffsets,
    [TensorMode<2, [ModeSlot<[ModTileScatter4]>], 5, [], 86,
                !add(Arch100, 100)>]);

foreach T = LoadModes in {
  let MinTarget = T.Target,
      Raises = [Raise<ModCtaGroup1, 86, !add(Arch100, 100)>,
                Raise<ModCtaGroup2, 86, !add(Arch100, 100)>,
                Raise<ModIm2colW128, 86, !add(Arch100, 100)>] in {
    let MinVersion = T.Version in
    def : Form<OpCpAsyncBulkTensor,
               !listconcat([Geometry<[T.Geometry]>, To<[ModSharedCluster]>,
                            From<[ModGlobal]>], T.Mode,
                           [CompleteTx, OptMulticast, OptCtaGroup, OptHint]),
               !listconcat([Address, Tile<T.Coordinates>, AnyAddress],
                           T.Offsets, [MulticastMask, HintOperand])>;
    let MinVersion = 86,
        MinTarget = !if(!eq(T.Target, 90), 90, 100) in
    def : Form<OpCpAsyncBulkTensor,
               !listconcat([Geometry<[T.Geometry]>, To<[ModSharedCta]>,
                            From<[ModGlobal]>], T.Mode,
                           [CompleteTx, OptCtaGroup, OptHint]),
               !listconcat([Address, Tile<T.Coordinates>, AnyAddress],
                           T.Offsets, [HintOperand])>;
  }
  let MinVersion = T.Version, MinTarget = T.Target in
  def : Form<OpCpAsyncBulkPrefetchTensor,
             !listconcat([Geometry<[T.Geometry]>, Slot<GrpLevel, [ModL2]>,
                          From<[ModGlobal]>], T.Mode, [OptHint]),
             !listconcat([Tile<T.Coordinates>], T.Offsets, [HintOperand])>;
}
foreach T = StoreModes in
let MinVersion = T.Version, MinTarget = T.Target in
def : Form<OpCpAsyncBulkTensor,
           !listconcat([Geometry<[T.Geometry]>, To<[ModGlobal]>,
                        From<[ModSharedCta]>], T.Mode, [BulkGroup, OptHint]),
           [Tile<T.Coordinates>, Source, HintOperand]>;
let MinVersion = 80, MinTarget = 90 in
foreach T = !listconcat(TileModes, NoOffsets) in
def : Form<OpCpReduceAsyncBulkTensor,
           !listconcat([Geometry<[T.Geometry]>, To<[ModGlobal]>,
                        From<[ModSharedCta]>,
                        Slot<GrpAtomOp, [ModAdd, ModMin, ModMax, ModInc,
                                         ModDec, ModAnd, ModOr, ModXor]>],
                       T.Mode, [BulkGroup, OptHint]),
           [Tile<T.Coordinates>, Source, HintOperand]>;

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

class Field<list<Modifier> mods> : Slot<GrpField, mods>;
def DescriptorSpace : OptSlot<GrpSpace, [ModGlobal, ModSharedCta]>;
def Descriptor : Slot<GrpElement, [ModB1024]>;
def TileSlot : Slot<GrpTile, [ModTile]>;
defvar DescriptorTarget = !add(Arch90, Arch100, Arch120, 90);
class Replace<list<Modifier> fields, Modifier type, list<Operand> values,
              int version = 83, int target = DescriptorTarget> {
  list<Modifier> Fields = fields;
  Modifier Type = type;
  list<Operand> Values = values;
  int Version = version;
  int Target = target;
}
def Ordinal : In<0, 4, SImm<"U32">>;
foreach R = [
  Replace<[ModGlobalAddress], ModB64, [S]>,
  Replace<[ModRank], ModB32, [S]>,
  Replace<[ModBoxDim, ModGlobalDim, ModElementStride], ModB32, [Ordinal, S]>,
  Replace<[ModGlobalStride], ModB64, [Ordinal, S]>,
  Replace<[ModElemtype], ModB32, [In<0, 15, SImm<"U32">>]>,
  Replace<[ModInterleaveLayout], ModB32, [In<0, 2, SImm<"U32">>]>,
  Replace<[ModSwizzleMode], ModB32, [In<0, 4, SImm<"U32">>]>,
  Replace<[ModFillMode], ModB32, [In<0, 1, SImm<"U32">>]>,
  Replace<[ModSwizzleAtomicity], ModB32, [In<0, 3, SImm<"U32">>], 86,
          !add(Arch100, Arch120, 100)>] in
let MinVersion = R.Version, MinTarget = R.Target in
def : Form<OpTensormapReplace, [TileSlot, Field<R.Fields>, DescriptorSpace,
                                Descriptor, Types<[R.Type]>],
           !listconcat([Address], R.Values)>;
let MinVersion = 83, MinTarget = 90 in
def : Form<OpTensormapCpFenceproxy,
           [To<[ModGlobal]>, From<[ModSharedCta]>,
            Slot<GrpProxy, [ModTensormapGeneric]>,
            Slot<GrpSemantics, [ModRelease]>, Scope, SyncSlot, AlignedSlot],
           [Address, Source, In<128, 128, SImm<"U32">>]>;

//===----------------------------------------------------------------------===//
// Stores and reductions that signal an mbarrier
//===----------------------------------------------------------------------===//

def ToCluster : OptSlot<GrpSpace, [ModSharedCluster]>;
def OptMmio : OptSlot<GrpProxy, [ModMmio]>;
let MinVersion = 81, MinTarget = 90 in {
  let Rules = [Excludes<ModV4, Doubles>] in
  def : Form<OpStAsync, [OptWeak, ToCluster, CompleteTx, OptV24,
                         Types<!listconcat(Words, Doubles)>],
             [Address, SStore, AnyAddress]>;
  foreach C = [AtomClass<[ModAnd, ModOr, ModXor], [ModB32]>,
               AtomClass<[ModAdd], [ModU32, ModS32, ModU64, ModS64]>,
               AtomClass<[ModInc, ModDec], [ModU32]>,
               AtomClass<[ModMin, ModMax], [ModU32, ModS32]>] in
  def : Form<OpRedAsync, [Slot<GrpSemantics, [ModRelaxed]>,
                          Slot<GrpScope, [ModCluster]>, ToCluster, CompleteTx,
                          Slot<GrpAtomOp, C.Ops>, Types<C.Types>],
             [Address, S, AnyAddress]>;
}
let MinVersion = 87, MinTarget = 100 in {
  defvar ReleaseSlots = [OptMmio, Slot<GrpSemantics, [ModRelease]>,
                         Slot<GrpScope, [ModGpu, ModSys]>, OptGlobal];
  def : Form<OpStAsync, !listconcat(ReleaseSlots, [Types<Accessible>]),
             [Address, S]>;
  def : Form<OpRedAsync, !listconcat(ReleaseSlots,
                                     [Slot<GrpAtomOp, [ModAdd]>,
                                      Types<[ModU32, ModS32, ModU64,
                                             ModS64]>]),
             [Address, S]>;
}
def EightBytes : Operand<"KReg | KImm", Fixed<"U64">> { let Step = 8; }
let MinVersion = 86, MinTarget = 100 in
def : Form<OpStBulk, [OptWeak, OptSharedCta],
           [Address, EightBytes, Operand<"KImm", Fixed<"U32">, "OFRange">]>;
