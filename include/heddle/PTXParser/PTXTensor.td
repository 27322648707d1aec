//===- PTXTensor.td - wgmma and tcgen05 --------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// A predicate, or 0 or 1, as ptxas takes it.
def SNotPred01 : In<0, 1, SNotPred>;
def SDesc : SFixed<"U64">;
def SImm01 : In<0, 1, SImm<"U32">>;
def SImmSign : Operand<"KImm", Fixed<"S32">, "OFNonZero"> {
  let Min = -1;
  let Max = 1;
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

let MinVersion = 80, MinTarget = !add(Arch90, 90) in {
  foreach Op = [OpWgmmaFence, OpWgmmaCommitGroup] in
  def : Form<Op, [SyncSlot, AlignedSlot], []>;
  def : Form<OpWgmmaWaitGroup, [SyncSlot, AlignedSlot], [SImm<"U32">]>;
}

class WgmmaShape<int k, list<int> columns> {
  list<Modifier> Mods =
      !foreach(n, columns, !cast<Modifier>("ModM64n" # n # "k" # k));
}
defvar IntColumns = !listconcat([8, 16, 24], !range(32, 257, 16));

// K of the dense form; the sparse one has twice as much.
class Wgmma<int k, Modifier d, list<Modifier> a, list<Modifier> b,
            int scales, int transposes, list<int> columns = WgmmaColumns,
            int selectors = 1, int version = 80> {
  int K = k;
  Modifier D = d;
  list<Slot> Types = [Elements<[d]>, Elements<a>, Elements<b>];
  list<Operand> Scales = !if(scales, [SImmSign, SImmSign]<Operand>,
                             []<Operand>);
  list<Operand> TransposeBoth = !if(transposes, [SImm01, SImm01]<Operand>,
                                    []<Operand>);
  list<Operand> TransposeB = !if(transposes, [SImm01]<Operand>, []<Operand>);
  list<int> Columns = columns;
  list<Slot> Sat = !if(!or(!eq(d, ModF16), !eq(d, ModF32)), []<Slot>,
                       [OptMmaSat]<Slot>);
  Operand Result = !cond(!eq(d, ModF16): VecOf<GrpShape, DFixed<"U32">, 1, 4>,
                         !eq(d, ModF32): VecOf<GrpShape, DFixed<"F32">, 1, 2>,
                         true: VecOf<GrpShape, DFixed<"U32">, 1, 2>);
  int Selectors = selectors;
  int Version = version;
}
defvar WgmmaForms = [
  Wgmma<16, ModF16, [ModF16], [ModF16], 1, 1, WgmmaColumns, 2>,
  Wgmma<16, ModF32, [ModF16], [ModF16], 1, 1, WgmmaColumns, 2>,
  Wgmma<16, ModF32, [ModBF16], [ModBF16], 1, 1, WgmmaColumns, 2>,
  Wgmma<8, ModF32, [ModTF32], [ModTF32], 1, 0, WgmmaColumns, 2>,
  Wgmma<32, ModF16, Fp8Types, Fp8Types, 1, 0>,
  Wgmma<32, ModF32, Fp8Types, Fp8Types, 1, 0>,
  Wgmma<32, ModS32, [ModS8], [ModS8], 0, 0, IntColumns>,
  Wgmma<32, ModS32, [ModU8], [ModU8], 0, 0, IntColumns>,
  Wgmma<32, ModS32, ByteTypes, ByteTypes, 0, 0, IntColumns, 1, 84>];

let MinTarget = !add(Arch90, 90) in {
  foreach W = WgmmaForms in {
    defvar WgmmaHead = [SyncSlot, AlignedSlot];
    defvar DenseSlots = !listconcat(WgmmaHead,
        [Shape<WgmmaShape<W.K, W.Columns>.Mods>], W.Types, W.Sat);
    let MinVersion = W.Version in {
      def : Form<OpWgmmaMmaAsync, DenseSlots,
                 !listconcat([W.Result, SDesc, SDesc, SNotPred01], W.Scales,
                             W.TransposeBoth)>;
      def : Form<OpWgmmaMmaAsync, DenseSlots,
                 !listconcat([W.Result, Frag<4>, SDesc, SNotPred01], W.Scales,
                             W.TransposeB)>;
    }
    defvar SparseSlots = !listconcat(WgmmaHead,
        [Shape<WgmmaShape<!mul(W.K, 2), W.Columns>.Mods>], W.Types, W.Sat);
    defvar Meta = [SRegFixed<"B32">, Selector<W.Selectors>, SNotPred01];
    let MinVersion = !if(!lt(W.Version, 82), 82, W.Version) in {
      def : Form<OpWgmmaMmaAsyncSp, SparseSlots,
                 !listconcat([W.Result, SDesc, SDesc], Meta, W.Scales,
                             W.TransposeBoth)>;
      def : Form<OpWgmmaMmaAsyncSp, SparseSlots,
                 !listconcat([W.Result, Frag<4>, SDesc], Meta, W.Scales,
                             W.TransposeB)>;
    }
  }
  let MinVersion = 80 in
  foreach A = [SDesc, Frag<4>] in
  def : Form<OpWgmmaMmaAsync, [SyncSlot, AlignedSlot,
                               Shape<WgmmaShape<256, IntColumns>.Mods>,
                               Elements<[ModS32]>, Elements<[ModB1]>,
                               Elements<[ModB1]>, Slot<GrpBitOp, [ModAnd]>,
                               Slot<GrpPopc, [ModPopc]>],
             [VecOf<GrpShape, DFixed<"U32">, 1, 2>, A, SDesc, SNotPred01]>;
}

//===----------------------------------------------------------------------===//
// tcgen05: allocation, copies, synchronisation
//===----------------------------------------------------------------------===//

def CtaGroup : Slot<GrpCtaGroup, [ModCtaGroup1, ModCtaGroup2]>;
def TensorAddress : Operand<"KAddress", NoType, "OFTensor | OFAnySpace">;
def OptSharedCta : OptSlot<GrpSpace, [ModSharedCta]>;
def Columns : Operand<"KReg | KImm", Fixed<"U32">, "OFPowerOf2"> {
  let Min = 32;
  let Max = 512;
}
defvar TensorTarget = !add(Arch100, 100);
defvar AllCounts = [ModX1, ModX2, ModX4, ModX8, ModX16, ModX32, ModX64,
                    ModX128];

// A shape, the counts it has, and registers for each.
class TensorShape<list<Modifier> shapes, int registers,
                  list<Modifier> counts = AllCounts,
                  list<Operand> offset = []> {
  list<Modifier> Shapes = shapes;
  int Registers = registers;
  list<Modifier> Counts = counts;
  list<Operand> Offset = offset;
}
let MinVersion = 86, MinTarget = TensorTarget in {
  def : Form<OpTcgen05Alloc, [CtaGroup, SyncSlot, AlignedSlot, OptSharedCta,
                              Elements<[ModB32]>], [Address, Columns]>;
  def : Form<OpTcgen05Dealloc, [CtaGroup, SyncSlot, AlignedSlot,
                                Elements<[ModB32]>],
             [SB32, Columns]>;
  def : Form<OpTcgen05RelinquishAllocPermit, [CtaGroup, SyncSlot, AlignedSlot],
             []>;
  foreach S = [TensorShape<[Mod16x64b, Mod32x32b], 1>,
               TensorShape<[Mod16x128b], 2, !listremove(AllCounts, [ModX128])>,
               TensorShape<[Mod16x256b], 4,
                           !listremove(AllCounts, [ModX64, ModX128])>,
               TensorShape<[Mod16x32bx2], 1, AllCounts, [SImm<"U32">]>] in {
    def : Form<OpTcgen05Ld, [SyncSlot, AlignedSlot, Shape<S.Shapes>,
                             Times<S.Counts>,
                             OptSlot<GrpPack, [ModPack16b]>,
                             Elements<[ModB32]>],
               !listconcat([VecOf<GrpCount, DFixed<"B32">, S.Registers>,
                            TensorAddress], S.Offset)>;
    def : Form<OpTcgen05St, [SyncSlot, AlignedSlot, Shape<S.Shapes>,
                             Times<S.Counts>,
                             OptSlot<GrpPack, [ModUnpack16b]>,
                             Elements<[ModB32]>],
               !listconcat([TensorAddress], S.Offset,
                           [VecOf<GrpCount, SRegFixed<"B32">,
                                  S.Registers>])>;
  }
  foreach Op = [OpTcgen05WaitLd, OpTcgen05WaitSt] in
  def : Form<Op, [SyncSlot, AlignedSlot], []>;
  foreach Op = [OpTcgen05FenceBeforeThreadSync,
                OpTcgen05FenceAfterThreadSync] in
  def : Form<Op, [], []>;
  let MinTarget = !add(TensorTarget, ArchOnlyA) in
  def : Form<OpTcgen05Shift, [CtaGroup, Slot<GrpShiftDirection, [ModDown]>],
             [TensorAddress]>;
  defvar OptFormats = [OptSlot<GrpElement, [ModB8x16]>,
                       OptSlot<GrpPack, [ModB6x16P32, ModB4x16P64]>];
  foreach S = [[Shape<[Mod128x256b, Mod4x256b, Mod128x128b]>]<Slot>,
               [Shape<[Mod64x128b]>,
                Slot<GrpMultiple, [ModWarpx20213, ModWarpx20123]>]<Slot>,
               [Shape<[Mod32x128b]>, Slot<GrpMultiple, [ModWarpx4]>]<Slot>] in
  let Rules = [Needs<ModB8x16, [ModB6x16P32, ModB4x16P64]>,
               Needs<ModB6x16P32, [ModB8x16]>,
               Needs<ModB4x16P64, [ModB8x16]>] in
  def : Form<OpTcgen05Cp, !listconcat([CtaGroup], S, OptFormats),
             [TensorAddress, SDesc]>;
  let Rules = []<Rule> in
  def : Form<OpTcgen05Commit, [CtaGroup,
                               Slot<GrpCompletion, [ModMbarrierArriveOne]>,
                               OptSlot<GrpSpace, [ModSharedCluster]>,
                               OptSlot<GrpMulticast, [ModMulticastCluster]>,
                               Elements<[ModB64]>],
             [Address, With<ModMulticastCluster, SRegFixed<"B16">>]>;
}

let MinVersion = 88, MinTarget = !add(Arch100, 103) in
foreach S = [TensorShape<[Mod32x32b], 1, !listremove(AllCounts, [ModX1])>,
             TensorShape<[Mod16x32bx2], 1, !listremove(AllCounts, [ModX1]),
                         [SImm<"U32">]>] in {
  defvar LdRedSlots = [SyncSlot, AlignedSlot, Shape<S.Shapes>,
                       Times<S.Counts>,
                       Slot<GrpReduceOp, [ModMin, ModMax]>];
  def : Form<OpTcgen05LdRed, !listconcat(LdRedSlots,
                 [OptSlot<GrpAbs, [ModAbs]>, OptNaN, Elements<[ModF32]>]),
             !listconcat([VecOf<GrpCount, DFixed<"F32">>, DFixed<"F32">,
                          TensorAddress], S.Offset)>;
  def : Form<OpTcgen05LdRed, !listconcat(LdRedSlots,
                 [Elements<[ModU32, ModS32]>]),
             !listconcat([VecOf<GrpCount, DFixed<"B32">>, DFixed<"B32">,
                          TensorAddress], S.Offset)>;
}

//===----------------------------------------------------------------------===//
// tcgen05.mma
//===----------------------------------------------------------------------===//

defvar Uses = ["fill", "use", "lastuse", "discard"];
class CollectorOf<list<string> buffers>
    : OptSlot<GrpCollector,
              !foldl([]<Modifier>, buffers, all, b,
                     !listconcat(all, !foreach(u, Uses,
                         !cast<Modifier>("ModCollector_" # b # "_" # u))))>;
def CollectorA : CollectorOf<["a"]>;
def CollectorB : CollectorOf<["b0", "b1", "b2", "b3"]>;
def OptAShift : OptSlot<GrpAShift, [ModAshift]>;
defvar AShiftRules = [Excludes<ModAshift, [ModCollector_a_fill,
                                           ModCollector_a_use]>];
// The lanes of the result that are left as they are: four registers a CTA.
def DisabledLanes : VecOf<GrpCtaGroup, SRegFixed<"B32">, 4>;
def InstrDesc : SFixed<"B32">;
def ScaleInput : In<0, 15, SImm<"U32">>;

// A comes from a descriptor or from tensor memory.
class SourceA<Operand a, list<Slot> shift> {
  Operand A = a;
  list<Slot> Shift = shift;
}
class SparseOp<Opcode op, list<Operand> meta> {
  Opcode Op = op;
  list<Operand> Meta = meta;
}
class TensorKind<list<Modifier> kinds, int target, bit scales> {
  list<Modifier> Kinds = kinds;
  int Target = target;
  bit Scales = scales;
}
defvar IntTarget = !add(TensorTarget, ArchOnlyA);
let MinVersion = 86 in {
  foreach A = [SourceA<SDesc, []>, SourceA<TensorAddress, [OptAShift]>] in
  foreach Sp = [SparseOp<OpTcgen05Mma, []>,
                SparseOp<OpTcgen05MmaSp, [TensorAddress]>] in
  let Rules = AShiftRules in
  foreach K = [TensorKind<[ModKindF16, ModKindTf32], TensorTarget, 1>,
               TensorKind<[ModKindF8f6f4], TensorTarget, 0>,
               TensorKind<[ModKindI8], IntTarget, 0>] in {
    defvar MmaSlots = !listconcat([CtaGroup, Kind<K.Kinds>], A.Shift,
                                  [CollectorA]);
    defvar MmaStart = !listconcat([TensorAddress, A.A, SDesc], Sp.Meta,
                                  [InstrDesc]);
    foreach Lanes = [[]<Operand>, [DisabledLanes]<Operand>] in {
      let MinTarget = K.Target in
      def : Form<Sp.Op, MmaSlots, !listconcat(MmaStart, Lanes, [SNotPred01])>;
      if K.Scales then
      let MinTarget = TensorTarget in
      def : Form<Sp.Op, MmaSlots,
                 !listconcat(MmaStart, Lanes, [SNotPred01, ScaleInput])>;
    }
  }
  foreach A = [SourceA<SDesc, []>, SourceA<TensorAddress, []>] in
  foreach Sp = [SparseOp<OpTcgen05MmaWs, []>,
                SparseOp<OpTcgen05MmaWsSp, [TensorAddress]>] in
  foreach K = [TensorKind<[ModKindF16, ModKindTf32, ModKindF8f6f4],
                          TensorTarget, 0>,
               TensorKind<[ModKindI8], IntTarget, 0>] in
  let MinTarget = K.Target in
  def : Form<Sp.Op, [Slot<GrpCtaGroup, [ModCtaGroup1]>, Kind<K.Kinds>,
                     CollectorB],
             !listconcat([TensorAddress, A.A, SDesc], Sp.Meta,
                         [InstrDesc, SNotPred01, Opt<SFixed<"B64">>])>;
}

// Scales of blocks: the kind says how many may be meant.
class TensorScale<Modifier kind, Slot vec, int version, int target> {
  Modifier Kind = kind;
  Slot Vec = vec;
  int Version = version;
  int Target = target;
}
class ScaleVec<list<Modifier> mods> : Slot<GrpScaleVec, mods>;
class OptScaleVec<list<Modifier> mods> : OptSlot<GrpScaleVec, mods>;
foreach A = [SDesc, TensorAddress] in
foreach Sp = [SparseOp<OpTcgen05Mma, []>,
              SparseOp<OpTcgen05MmaSp, [TensorAddress]>] in
foreach T = [
  TensorScale<ModKindMxf8f6f4, ScaleVec<[ModScaleVec1X]>, 86, IntTarget>,
  TensorScale<ModKindMxf4, ScaleVec<[ModScaleVec2X]>, 86, IntTarget>,
  TensorScale<ModKindMxf8f6f4, OptScaleVec<[ModBlock32]>, 88, TensorTarget>,
  TensorScale<ModKindMxf4, OptScaleVec<[ModBlock32]>, 88, TensorTarget>,
  TensorScale<ModKindMxf4nvf4, ScaleVec<[ModBlock16, ModBlock32]>, 88,
              TensorTarget>,
  TensorScale<ModKindMxf4nvf4, ScaleVec<[ModScaleVec2X, ModScaleVec4X]>, 87,
              IntTarget>] in
let MinVersion = T.Version, MinTarget = T.Target in
def : Form<Sp.Op, [CtaGroup, Kind<[T.Kind]>,
                   Slot<GrpBlockScale, [ModBlockScale]>, T.Vec, CollectorA],
           !listconcat([TensorAddress, A, SDesc], Sp.Meta,
                       [InstrDesc, TensorAddress, TensorAddress, SNotPred01])>;
