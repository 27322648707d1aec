//===- PTXMatrix.td - wmma, mma, ldmatrix ------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

class Elements<list<Modifier> mods> : Slot<GrpElement, mods>;
class Shape<list<Modifier> mods> : Slot<GrpShape, mods>;
def AlignedSlot : Slot<GrpAligned, [ModAligned]>;
def AnyLayout : Slot<GrpLayout, [ModRow, ModCol]>;
def RowLayout : Slot<GrpLayout, [ModRow]>;
def ColLayout : Slot<GrpLayout, [ModCol]>;
def MatrixSpace : OptSlot<GrpSpace, [ModGlobal, ModShared, ModSharedCta]>;
def SharedSpace : OptSlot<GrpSpace, [ModShared, ModSharedCta]>;
defvar SharedCtaSince78 = Raise<ModSharedCta, 78>;
defvar OptWmmaRounding = OptRounding;

// Registers of fragments. .f16 and narrower come in bit registers; .u32 is what
// keeps float registers out.
class Frag<int count, string type = "U32"> : Vec<count, SRegFixed<type>>;
class DFrag<int count, string type = "U32"> : Vec<count, DFixed<type>>;

//===----------------------------------------------------------------------===//
// wmma
//===----------------------------------------------------------------------===//

defvar HalfWmma = 70;
defvar IntegerWmma = 72;
defvar Wmma16 = [ModM16n16k16, ModM8n32k16, ModM32n8k16];

// The fragments of a shape and type: their letters, their layouts, and the
// number and type of their registers.
class Fragment<list<Modifier> names, list<Modifier> shapes,
               list<Modifier> types, int count, string type = "U32",
               int version = 63, int target = IntegerWmma,
               Slot layout = AnyLayout> {
  list<Modifier> Names = names;
  list<Modifier> Shapes = shapes;
  list<Modifier> Types = types;
  int Count = count;
  string Type = type;
  int Version = version;
  int Target = target;
  Slot Layout = layout;
}
defvar InputFragments = [
  Fragment<[ModA, ModB], Wmma16, [ModF16], 8, "U32", 63, HalfWmma>,
  Fragment<[ModA, ModB], [ModM16n16k16], [ModS8, ModU8], 2>,
  Fragment<[ModA], [ModM8n32k16], [ModS8, ModU8], 1>,
  Fragment<[ModB], [ModM8n32k16], [ModS8, ModU8], 4>,
  Fragment<[ModA], [ModM32n8k16], [ModS8, ModU8], 4>,
  Fragment<[ModB], [ModM32n8k16], [ModS8, ModU8], 1>,
  Fragment<[ModA, ModB], [ModM16n16k16], [ModBF16], 4, "U32", 70, 80>,
  Fragment<[ModA], [ModM8n32k16], [ModBF16], 2, "U32", 70, 80>,
  Fragment<[ModB], [ModM8n32k16], [ModBF16], 8, "U32", 70, 80>,
  Fragment<[ModA], [ModM32n8k16], [ModBF16], 8, "U32", 70, 80>,
  Fragment<[ModB], [ModM32n8k16], [ModBF16], 2, "U32", 70, 80>,
  Fragment<[ModA, ModB], [ModM16n16k8], [ModTF32], 4, "U32", 70, 80>,
  Fragment<[ModA, ModB], [ModM8n8k4], [ModF64], 1, "F64", 70, 80>,
  Fragment<[ModA], [ModM8n8k32], [ModS4, ModU4], 1, "U32", 63, 75, RowLayout>,
  Fragment<[ModB], [ModM8n8k32], [ModS4, ModU4], 1, "U32", 63, 75, ColLayout>,
  Fragment<[ModA], [ModM8n8k128], [ModB1], 1, "U32", 63, 75, RowLayout>,
  Fragment<[ModB], [ModM8n8k128], [ModB1], 1, "U32", 63, 75, ColLayout>];
// Results: c to load, d to store.
class Results<Modifier name> {
  list<Fragment> List = [
    Fragment<[name], Wmma16, [ModF16], 4, "U32", 63, HalfWmma>,
    Fragment<[name], Wmma16, [ModF32], 8, "F32", 63, HalfWmma>,
    Fragment<[name], Wmma16, [ModS32], 8>,
    Fragment<[name], [ModM16n16k8], [ModF32], 8, "F32", 70, 80>,
    Fragment<[name], [ModM8n8k4], [ModF64], 2, "F64", 70, 80>,
    Fragment<[name], [ModM8n8k32, ModM8n8k128], [ModS32], 2, "U32", 63, 75>];
}

// Before PTX 6.3 .aligned was not written.
let MinVersion = 60, MinTarget = HalfWmma, LastVersion = 62,
    Raises = [SharedCtaSince78, Raise<ModM32n8k16, 61>,
              Raise<ModM8n32k16, 61>] in {
  foreach F = !listconcat(InputFragments, Results<ModC>.List) in
  if !eq(F.Target, HalfWmma) then
  def : Form<OpWmmaLoad, [Slot<GrpFragment, F.Names>, SyncSlot, F.Layout,
                          Shape<F.Shapes>, MatrixSpace, Elements<F.Types>],
             [DFrag<F.Count, F.Type>, Address, Opt<SB32>]>;
  foreach F = Results<ModD>.List in
  if !eq(F.Target, HalfWmma) then
  def : Form<OpWmmaStore, [Slot<GrpFragment, F.Names>, SyncSlot, F.Layout,
                           Shape<F.Shapes>, MatrixSpace, Elements<F.Types>],
             [Address, Frag<F.Count, F.Type>, Opt<SB32>]>;
}
let Raises = [SharedCtaSince78] in {
  foreach F = !listconcat(InputFragments, Results<ModC>.List) in
  let MinVersion = F.Version, MinTarget = F.Target in
  def : Form<OpWmmaLoad, [Slot<GrpFragment, F.Names>, SyncSlot, AlignedSlot,
                          F.Layout, Shape<F.Shapes>, MatrixSpace,
                          Elements<F.Types>],
             [DFrag<F.Count, F.Type>, Address, Opt<SB32>]>;
  foreach F = Results<ModD>.List in
  let MinVersion = F.Version, MinTarget = F.Target in
  def : Form<OpWmmaStore, [Slot<GrpFragment, F.Names>, SyncSlot, AlignedSlot,
                           F.Layout, Shape<F.Shapes>, MatrixSpace,
                           Elements<F.Types>],
             [Address, Frag<F.Count, F.Type>, Opt<SB32>]>;
}

// Counts of the registers of a, b, c and d.
class Mma<list<Modifier> shapes, int a, int b, list<Slot> types, int d,
          string dType = "U32", int version = 63, int target = IntegerWmma,
          int c = d, string cType = dType, string abType = "U32"> {
  list<Modifier> Shapes = shapes;
  list<Slot> Types = types;
  int Version = version;
  int Target = target;
  list<Operand> Operands = [DFrag<d, dType>, Frag<a, abType>, Frag<b, abType>,
                            Frag<c, cType>];
}
def OptMmaSat : OptSlot<GrpSatFinite, [ModSatfinite]>;
class Same<Modifier d, Modifier ab> {
  list<Slot> Types = [Elements<[d]>, Elements<[ab]>, Elements<[ab]>,
                      Elements<[d]>];
}
defvar ByteTypes = [ModS8, ModU8];
defvar NibbleTypes = [ModS4, ModU4];
class IntTypes<list<Modifier> a, list<Modifier> b> {
  list<Slot> Types = [Elements<[ModS32]>, Elements<a>, Elements<b>,
                      Elements<[ModS32]>];
}

let Raises = [Raise<ModAnd, 71, 80>] in {
  foreach M = !listconcat(
    [Mma<[ModM16n16k16], 4, 4, Same<ModF32, ModBF16>.Types, 8, "F32", 70, 80>,
     Mma<[ModM8n32k16], 2, 8, Same<ModF32, ModBF16>.Types, 8, "F32", 70, 80>,
     Mma<[ModM32n8k16], 8, 2, Same<ModF32, ModBF16>.Types, 8, "F32", 70, 80>,
     Mma<[ModM16n16k8], 4, 4, Same<ModF32, ModTF32>.Types, 8, "F32", 70, 80>,
     Mma<[ModM8n8k4], 1, 1,
         !listconcat([OptWmmaRounding], Same<ModF64, ModF64>.Types), 2, "F64",
         70, 80, 2, "F64", "F64">],
    !foreach(T, ByteTypes,
             Mma<[ModM16n16k16], 2, 2,
                 !listconcat(Same<ModS32, T>.Types, [OptMmaSat]), 8>),
    !foreach(T, ByteTypes,
             Mma<[ModM8n32k16], 1, 4,
                 !listconcat(Same<ModS32, T>.Types, [OptMmaSat]), 8>),
    !foreach(T, ByteTypes,
             Mma<[ModM32n8k16], 4, 1,
                 !listconcat(Same<ModS32, T>.Types, [OptMmaSat]), 8>)) in
  let MinVersion = M.Version, MinTarget = M.Target in
  def : Form<OpWmmaMma, !listconcat([SyncSlot, AlignedSlot, AnyLayout,
                                     AnyLayout, Shape<M.Shapes>], M.Types),
             M.Operands>;
  // Until PTX 6.4 .satfinite did nothing for halves, and before 6.3 .aligned
  // was not written.
  foreach D = [ModF16, ModF32] in
  foreach C = [ModF16, ModF32] in {
    defvar Layouts = [AnyLayout, AnyLayout, Shape<Wmma16>, Elements<[D]>,
                      Elements<[C]>]<Slot>;
    defvar Halves = [DFrag<!if(!eq(D, ModF16), 4, 8),
                           !if(!eq(D, ModF16), "U32", "F32")>,
                     Frag<8>, Frag<8>,
                     Frag<!if(!eq(C, ModF16), 4, 8),
                          !if(!eq(C, ModF16), "U32", "F32")>]<Operand>;
    defvar NoEffect = Slot<GrpSatFinite, [ModSatfinite]>;
    defvar MayHaveNoEffect = OptSlot<GrpSatFinite, [ModSatfinite]>;
    let MinTarget = HalfWmma in {
      let MinVersion = 63 in
      def : Form<OpWmmaMma, !listconcat([SyncSlot, AlignedSlot], Layouts),
                 Halves>;
      let MinVersion = 63, LastVersion = 64 in
      def : Form<OpWmmaMma, !listconcat([SyncSlot, AlignedSlot], Layouts,
                                        [NoEffect]), Halves>;
      let MinVersion = 60, LastVersion = 62,
          Raises = [Raise<ModM32n8k16, 61>, Raise<ModM8n32k16, 61>] in
      def : Form<OpWmmaMma, !listconcat([SyncSlot], Layouts,
                                        [MayHaveNoEffect]), Halves>;
    }
  }
  let MinVersion = 63, MinTarget = 75 in {
    foreach T = NibbleTypes in
    def : Form<OpWmmaMma, !listconcat([SyncSlot, AlignedSlot, RowLayout,
                                       ColLayout, Shape<[ModM8n8k32]>],
                                      Same<ModS32, T>.Types, [OptMmaSat]),
               [DFrag<2>, Frag<1>, Frag<1>, Frag<2>]>;
    def : Form<OpWmmaMma, !listconcat([Slot<GrpBitOp, [ModXor, ModAnd]>,
                                       Slot<GrpPopc, [ModPopc]>, SyncSlot,
                                       AlignedSlot, RowLayout, ColLayout,
                                       Shape<[ModM8n8k128]>],
                                      Same<ModS32, ModB1>.Types),
               [DFrag<2>, Frag<1>, Frag<1>, Frag<2>]>;
  }
}

//===----------------------------------------------------------------------===//
// ldmatrix, stmatrix, movmatrix
//===----------------------------------------------------------------------===//

class Times<list<Modifier> counts> : Slot<GrpCount, counts>;
def Trans : Slot<GrpTrans, [ModTrans]>;
def OptTrans : OptSlot<GrpTrans, [ModTrans]>;
class ByCount<int mul> : VecOf<GrpCount, DFixed<"B32">, mul>;
defvar FamilyTarget = !add(Arch100, Arch120, 100);
def Unpacked : Elements<[ModB8x16]>;
def PackedBits : Elements<[ModB6x16P32, ModB4x16P64]>;

let Raises = [SharedCtaSince78] in {
  let MinVersion = 65, MinTarget = 75 in
  def : Form<OpLdmatrix, [SyncSlot, AlignedSlot, Shape<[ModM8n8]>,
                          Times<[ModX1, ModX2, ModX4]>, OptTrans, SharedSpace,
                          Elements<[ModB16]>], [ByCount<1>, Address]>;
  let MinVersion = 86, MinTarget = FamilyTarget in {
    def : Form<OpLdmatrix, [SyncSlot, AlignedSlot, Shape<[ModM16n16]>,
                            Times<[ModX1, ModX2]>, Trans, SharedSpace,
                            Elements<[ModB8]>], [ByCount<2>, Address]>;
    def : Form<OpLdmatrix, [SyncSlot, AlignedSlot, Shape<[ModM16n16]>,
                            Times<[ModX1, ModX2]>, Trans, SharedSpace,
                            Unpacked, PackedBits], [ByCount<2>, Address]>;
    def : Form<OpLdmatrix, [SyncSlot, AlignedSlot, Shape<[ModM8n16]>,
                            Times<[ModX1, ModX2, ModX4]>, SharedSpace,
                            Unpacked, PackedBits], [ByCount<1>, Address]>;
    def : Form<OpStmatrix, [SyncSlot, AlignedSlot, Shape<[ModM16n8]>,
                            Times<[ModX1, ModX2, ModX4]>, Trans, SharedSpace,
                            Elements<[ModB8]>],
               [Address, VecOf<GrpCount, SRegFixed<"B32">>]>;
  }
  let MinVersion = 78, MinTarget = 90 in
  def : Form<OpStmatrix, [SyncSlot, AlignedSlot, Shape<[ModM8n8]>,
                          Times<[ModX1, ModX2, ModX4]>, OptTrans, SharedSpace,
                          Elements<[ModB16]>],
             [Address, VecOf<GrpCount, SRegFixed<"B32">>]>;
}
let MinVersion = 78, MinTarget = 75 in
def : Form<OpMovmatrix, [SyncSlot, AlignedSlot, Shape<[ModM8n8]>, Trans,
                         Elements<[ModB16]>],
           [DFixed<"B32">, SRegFixed<"B32">]>;
