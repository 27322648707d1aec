//===- PTXMma.td - mma and mma.sp --------------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

defvar MmaHead = [SyncSlot, AlignedSlot];
defvar RowCol = [RowLayout, ColLayout];
class Kind<list<Modifier> mods> : Slot<GrpKind, mods>;

// Registers of d and c by the type of the accumulator.
class Accumulators<Modifier type, int halves, int words> {
  Modifier Mod = type;
  int Count = !if(!eq(type, ModF16), halves, words);
  string Type = !cond(!eq(type, ModF32): "F32", !eq(type, ModF64): "F64",
                      true: "U32");
}

//===----------------------------------------------------------------------===//
// Dense
//===----------------------------------------------------------------------===//

// Only m8n8k4 of halves chooses its layouts.
let MinVersion = 64, MinTarget = 70 in
foreach D = [Accumulators<ModF16, 4, 8>, Accumulators<ModF32, 4, 8>] in
foreach C = [Accumulators<ModF16, 4, 8>, Accumulators<ModF32, 4, 8>] in
if !not(!and(!eq(D.Mod, ModF16), !eq(C.Mod, ModF32))) then
def : Form<OpMma, !listconcat(MmaHead,
        [Shape<[ModM8n8k4]>, AnyLayout, AnyLayout, Elements<[D.Mod]>,
         Elements<[ModF16]>, Elements<[ModF16]>, Elements<[C.Mod]>]),
      [DFrag<D.Count, D.Type>, Frag<2>, Frag<2>, Frag<C.Count, C.Type>]>;

class DenseMma<Modifier shape, int a, int b, list<Modifier> accumulators,
               list<Modifier> aTypes, list<Modifier> bTypes, int version,
               int target, list<Slot> before = [], list<Slot> after = [],
               int d = 4, string abType = "U32", list<Raise> raises = []> {
  Modifier Shape = shape;
  int A = a;
  int B = b;
  list<Modifier> Accumulators = accumulators;
  list<Modifier> ATypes = aTypes;
  list<Modifier> BTypes = bTypes;
  int Version = version;
  int Target = target;
  list<Slot> Before = before;
  list<Slot> After = after;
  int D = d;
  string ABType = abType;
  list<Raise> Raises = raises;
}
defvar Fp8Types = [ModE4M3, ModE5M2];
defvar F8F6F4Types = [ModE4M3, ModE5M2, ModE3m2, ModE2m3,
                      ModE2m1];
defvar BitOpSlots = [Slot<GrpBitOp, [ModXor, ModAnd]>,
                     Slot<GrpPopc, [ModPopc]>];
defvar AndSince71 = [Raise<ModAnd, 71, 80>];
defvar Target120 = !add(Arch120, 120);

foreach M = [
  DenseMma<ModM16n8k8, 2, 1, [ModF16, ModF32], [ModF16], [ModF16], 65, 75>,
  DenseMma<ModM16n8k16, 4, 2, [ModF16, ModF32], [ModF16], [ModF16], 70, 80>,
  DenseMma<ModM16n8k4, 2, 1, [ModF32], [ModTF32], [ModTF32], 70, 80>,
  DenseMma<ModM16n8k8, 4, 2, [ModF32], [ModTF32], [ModTF32], 70, 80>,
  DenseMma<ModM16n8k8, 2, 1, [ModF32], [ModBF16], [ModBF16], 70, 80>,
  DenseMma<ModM16n8k16, 4, 2, [ModF32], [ModBF16], [ModBF16], 70, 80>,
  DenseMma<ModM16n8k32, 4, 2, [ModF32], Fp8Types, Fp8Types, 84, 89>,
  DenseMma<ModM16n8k32, 4, 2, [ModF16], Fp8Types, Fp8Types, 87, 89>,
  DenseMma<ModM16n8k16, 2, 1, [ModF16, ModF32], Fp8Types, Fp8Types, 87, 89>,
  DenseMma<ModM16n8k32, 4, 2, [ModF32], Fp8Types, Fp8Types, 86, FamilyTarget,
           [Kind<[ModKindF8f6f4]>]>,
  DenseMma<ModM16n8k32, 4, 2, [ModF16], Fp8Types, Fp8Types, 87, FamilyTarget,
           [Kind<[ModKindF8f6f4]>]>,
  DenseMma<ModM16n8k32, 4, 2, [ModF16, ModF32], F8F6F4Types, F8F6F4Types, 87,
           Target120, [Kind<[ModKindF8f6f4]>]>,
  DenseMma<ModM8n8k4, 1, 1, [ModF64], [ModF64], [ModF64], 70, 80,
           [OptRounding], [], 2, "F64">,
  DenseMma<ModM16n8k4, 2, 1, [ModF64], [ModF64], [ModF64], 78, 90,
           [OptRounding], [], 4, "F64">,
  DenseMma<ModM16n8k8, 4, 2, [ModF64], [ModF64], [ModF64], 78, 90,
           [OptRounding], [], 4, "F64">,
  DenseMma<ModM16n8k16, 8, 4, [ModF64], [ModF64], [ModF64], 78, 90,
           [OptRounding], [], 4, "F64">,
  DenseMma<ModM8n8k16, 1, 1, [ModS32], ByteTypes, ByteTypes, 65, 75,
           [OptMmaSat], [], 2>,
  DenseMma<ModM16n8k16, 2, 1, [ModS32], ByteTypes, ByteTypes, 70, 80,
           [OptMmaSat]>,
  DenseMma<ModM16n8k32, 4, 2, [ModS32], ByteTypes, ByteTypes, 70, 80,
           [OptMmaSat]>,
  DenseMma<ModM8n8k32, 1, 1, [ModS32], NibbleTypes, NibbleTypes, 65, 75,
           [OptMmaSat], [], 2>,
  DenseMma<ModM16n8k32, 2, 1, [ModS32], NibbleTypes, NibbleTypes, 70, 80,
           [OptMmaSat]>,
  DenseMma<ModM16n8k64, 4, 2, [ModS32], NibbleTypes, NibbleTypes, 70, 80,
           [OptMmaSat]>,
  DenseMma<ModM8n8k128, 1, 1, [ModS32], [ModB1], [ModB1], 70, 75, [],
           BitOpSlots, 2, "U32", AndSince71>,
  DenseMma<ModM16n8k128, 2, 1, [ModS32], [ModB1], [ModB1], 70, 80, [],
           BitOpSlots, 4, "U32", AndSince71>,
  DenseMma<ModM16n8k256, 4, 2, [ModS32], [ModB1], [ModB1], 70, 80, [],
           BitOpSlots, 4, "U32", AndSince71>] in
foreach Type = M.Accumulators in
let MinVersion = M.Version, MinTarget = M.Target, Raises = M.Raises in {
  defvar Acc = Accumulators<Type, 2, M.D>;
  def : Form<OpMma, !listconcat(MmaHead, [Shape<[M.Shape]>], RowCol, M.Before,
                                [Elements<[Type]>, Elements<M.ATypes>,
                                 Elements<M.BTypes>, Elements<[Type]>],
                                M.After),
             [DFrag<Acc.Count, Acc.Type>, Frag<M.A, M.ABType>,
              Frag<M.B, M.ABType>, Frag<Acc.Count, Acc.Type>]>;
}

//===----------------------------------------------------------------------===//
// Sparse
//===----------------------------------------------------------------------===//

class SparseMma<Modifier shape, int ab, int selectors,
                list<Modifier> accumulators, list<Modifier> aTypes,
                list<Modifier> bTypes, int version, int target,
                list<Slot> before = []> {
  Modifier Shape = shape;
  int AB = ab;
  // The selector is below this.
  int Selectors = selectors;
  list<Modifier> Accumulators = accumulators;
  list<Modifier> ATypes = aTypes;
  list<Modifier> BTypes = bTypes;
  int Version = version;
  int Target = target;
  list<Slot> Before = before;
}
class Selector<int count> : In<0, !sub(count, 1), SImm<"U32">> {
  let FlagText = "OFRange";
}
defvar HalfAccumulators = [ModF16, ModF32];
defvar PlainSparse = [
  SparseMma<ModM16n8k16, 2, 4, HalfAccumulators, [ModF16], [ModF16], 71, 80>,
  SparseMma<ModM16n8k32, 4, 4, [ModF16], [ModF16], [ModF16], 71, 80>,
  SparseMma<ModM16n8k32, 4, 2, [ModF32], [ModF16], [ModF16], 71, 80>,
  SparseMma<ModM16n8k16, 2, 4, [ModF32], [ModBF16], [ModBF16], 71, 80>,
  SparseMma<ModM16n8k32, 4, 2, [ModF32], [ModBF16], [ModBF16], 71, 80>,
  SparseMma<ModM16n8k8, 2, 4, [ModF32], [ModTF32], [ModTF32], 71, 80>,
  SparseMma<ModM16n8k16, 4, 2, [ModF32], [ModTF32], [ModTF32], 71, 80>,
  SparseMma<ModM16n8k64, 4, 1, [ModF32], Fp8Types, Fp8Types, 84, 89>,
  SparseMma<ModM16n8k32, 2, 2, [ModS32], ByteTypes, ByteTypes, 71, 80,
            [OptMmaSat]>,
  SparseMma<ModM16n8k64, 4, 1, [ModS32], ByteTypes, ByteTypes, 71, 80,
            [OptMmaSat]>,
  SparseMma<ModM16n8k64, 2, 2, [ModS32], NibbleTypes, NibbleTypes, 71, 80,
            [OptMmaSat]>,
  SparseMma<ModM16n8k128, 4, 1, [ModS32], NibbleTypes, NibbleTypes, 71, 80,
            [OptMmaSat]>];
defvar OrderedSparse = [
  SparseMma<ModM16n8k64, 4, 1, [ModF16], Fp8Types, Fp8Types, 87, Target120>,
  SparseMma<ModM16n8k64, 4, 1, [ModF32], Fp8Types, Fp8Types, 86, FamilyTarget,
            [Kind<[ModKindF8f6f4]>]>,
  SparseMma<ModM16n8k64, 4, 1, HalfAccumulators, F8F6F4Types, F8F6F4Types, 87,
            Target120, [Kind<[ModKindF8f6f4]>]>];

class SparseVariant<Opcode op, list<SparseMma> forms, int version> {
  Opcode Op = op;
  list<SparseMma> List = forms;
  int Version = version;
}
foreach V = [SparseVariant<OpMmaSp, PlainSparse, 71>,
             SparseVariant<OpMmaSpOrderedMetadata,
                           !listconcat(PlainSparse, OrderedSparse), 85>] in
foreach M = V.List in
foreach Type = M.Accumulators in
let MinVersion = !if(!lt(M.Version, V.Version), V.Version, M.Version),
    MinTarget = M.Target in {
  defvar SparseAcc = Accumulators<Type, 2, 4>;
  def : Form<V.Op, !listconcat(MmaHead, [Shape<[M.Shape]>], RowCol, M.Before,
                               [Elements<[Type]>, Elements<M.ATypes>,
                                Elements<M.BTypes>, Elements<[Type]>]),
             [DFrag<SparseAcc.Count, SparseAcc.Type>, Frag<M.AB>, Frag<M.AB>,
              Frag<SparseAcc.Count, SparseAcc.Type>, SRegFixed<"B32">,
              Selector<M.Selectors>]>;
}

//===----------------------------------------------------------------------===//
// With scales of blocks
//===----------------------------------------------------------------------===//

// {byte, thread}: which byte of the scales of which thread; the number of
// scales decides on the bytes.
class ScaleSelector<int maxByte, int step>
    : Operand<"KVector", Fixed<"U16">, "OFRange"> {
  let Count = 2;
  let Max = maxByte;
  let Step = step;
}
class ScaledMma<Modifier kind, Slot vec, list<Modifier> types,
                list<Modifier> scales, int dense, int sparse, int b,
                Operand selector> {
  list<Slot> Before = [Kind<[kind]>, Slot<GrpBlockScale, [ModBlockScale]>, vec];
  list<Modifier> Types = types;
  list<Modifier> Scales = scales;
  Modifier DenseShape = !cast<Modifier>("ModM16n8k" # dense);
  Modifier SparseShape = !cast<Modifier>("ModM16n8k" # sparse);
  int SparseTarget = !if(!eq(dense, 64), !add(ArchOnlyA, Target120), Target120);
  int B = b;
  list<Operand> Scaling = [SRegFixed<"B32">, selector, SRegFixed<"B32">,
                           selector];
}
let MinVersion = 87, MinTarget = Target120 in
foreach M = [
  ScaledMma<ModKindMxf4, OptSlot<GrpScaleVec, [ModScaleVec2X]>, [ModE2m1],
            [ModUe8m0], 64, 128, 2, ScaleSelector<2, 2>>,
  ScaledMma<ModKindMxf4nvf4, Slot<GrpScaleVec, [ModScaleVec2X]>, [ModE2m1],
            [ModUe8m0], 64, 128, 2, ScaleSelector<2, 2>>,
  ScaledMma<ModKindMxf4nvf4, Slot<GrpScaleVec, [ModScaleVec4X]>, [ModE2m1],
            [ModUe4m3], 64, 128, 2, ScaleSelector<0, 1>>,
  ScaledMma<ModKindMxf8f6f4, OptSlot<GrpScaleVec, [ModScaleVec1X]>,
            F8F6F4Types, [ModUe8m0], 32, 64, 2, ScaleSelector<3, 1>>] in {
  defvar ScaledTypes = [Elements<[ModF32]>, Elements<M.Types>,
                        Elements<M.Types>, Elements<[ModF32]>,
                        Slot<GrpScaleType, M.Scales>];
  def : Form<OpMma, !listconcat(MmaHead, [Shape<[M.DenseShape]>], RowCol,
                                M.Before, ScaledTypes),
             !listconcat([DFrag<4, "F32">, Frag<4>, Frag<M.B>, Frag<4, "F32">],
                         M.Scaling)>;
  let MinTarget = M.SparseTarget in
  def : Form<OpMmaSpOrderedMetadata,
             !listconcat(MmaHead, [Shape<[M.SparseShape]>], RowCol, M.Before,
                         ScaledTypes),
             !listconcat([DFrag<4, "F32">, Frag<4>, Frag<4>, Frag<4, "F32">,
                          SRegFixed<"B32">, Selector<1>], M.Scaling)>;
}
