//===- PTXImage.td - Textures and surfaces -----------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

class Geometry<list<Modifier> mods> : Slot<GrpGeometry, mods>;

// `[t, {x, y}]`.
class Image<int count, TypeRule type, string kind>
    : Operand<"KCoords", type, kind> {
  let Count = count;
}
def TextureHandle : Operand<"KAddress", NoType, "OFTexture">;
def SurfaceHandle : Operand<"KAddress", NoType, "OFSurface">;
def SamplerHandle : Operand<"KAddress", NoType, "OFSampler">;

// What a read returns, and whether the texel was there.
def DTexels : Operand<"KVector | KReg", TFirst,
                      "OFDest | OFVector | OFPair | OFRegisters">;
class Coords<int count, string type>
    : Operand<"KVector | KReg | KImm", Fixed<type>, "OFVector | OFSingle"> {
  let Count = count;
}

class Gradient<int count> : Operand<"KVector", Fixed<"F32">> {
  let Count = count;
}

//===----------------------------------------------------------------------===//
// tex
//===----------------------------------------------------------------------===//

// How a texture is addressed: coordinates, their gradients, an offset and a
// depth to compare with, which not all have.
class TexShape<Modifier geometry, int coords, list<Modifier> types,
               int version = 15, int target = 10, int gradients = 0,
               int offsets = 0, bit compares = 1> {
  Modifier Mod = geometry;
  int Coordinates = coords;
  list<Modifier> Types = types;
  int Version = version;
  int Target = target;
  int Gradients = gradients;
  int Offsets = offsets;
  bit Compares = compares;
}
defvar CoordTypes = [ModS32, ModF32];
def OptDepth : Opt<SFixed<"F32">>;
defvar TexShapes = [
  TexShape<Mod1d, 1, CoordTypes, 15, 10, 1, 1>,
  TexShape<Mod2d, 2, CoordTypes, 15, 10, 2, 2>,
  TexShape<Mod3d, 4, CoordTypes, 15, 10, 4, 4, 0>,
  TexShape<ModA1d, 2, CoordTypes, 23, 10, 1, 1>,
  TexShape<ModA2d, 4, CoordTypes, 23, 10, 2, 2>,
  TexShape<ModCube, 4, [ModF32], 30, 10, 4>,
  TexShape<ModAcube, 4, [ModF32], 30, 20, 4>,
  TexShape<Mod2dms, 4, [ModS32], 32, 30, 0, 2, 0>,
  TexShape<ModA2dms, 4, [ModS32], 32, 30, 0, 2, 0>];

defvar TexelRaises = [Raise<ModV2, 42, 53>, Raise<ModF16, 42, 53>,
                      Raise<ModF16x2, 42, 53>];
class Tail<list<Operand> operands> { list<Operand> Operands = operands; }
foreach T = TexShapes in {
  defvar Texels = [Slot<GrpVector, [ModV4]>,
                   Types<[ModU32, ModS32, ModF16, ModF32]>,
                   Types<T.Types>]<Slot>;
  defvar PairTexels = [Slot<GrpVector, [ModV2]>, Types<[ModF16x2]>,
                       Types<T.Types>]<Slot>;
  defvar Where = Image<T.Coordinates, TLast, "OFTexture">;
  // Behind the address: nothing, an offset, a depth, or both.
  defvar Tails = !listconcat(
      [Tail<!if(T.Compares, [OptDepth]<Operand>, []<Operand>)>],
      !if(!eq(T.Offsets, 0), []<Tail>,
          [Tail<!listconcat([Coords<T.Offsets, "S32">],
                            !if(T.Compares, [OptDepth]<Operand>,
                                []<Operand>))>]<Tail>));
  foreach Read = [Texels, PairTexels] in
  foreach End = Tails in
  let Raises = TexelRaises in {
    let MinVersion = T.Version, MinTarget = T.Target in
    def : Form<OpTex, !listconcat([Geometry<[T.Mod]>], Read),
               !listconcat([DTexels, Where], End.Operands)>;
    let MinVersion = !if(!lt(T.Version, 31), 31, T.Version),
        MinTarget = !if(!lt(T.Target, 20), 20, T.Target) in
    def : Form<OpTex, !listconcat([Slot<GrpMipMode, [ModBase]>,
                                   Geometry<[T.Mod]>], Read),
               !listconcat([DTexels, Where], End.Operands)>;
    let MinVersion = 31, MinTarget = 20 in
    if !ne(T.Gradients, 0) then {
      foreach Coord = T.Types in {
        defvar LevelRead = [Slot<GrpMipMode, [ModLevel]>, Geometry<[T.Mod]>,
                            Read[0], Read[1], Types<[Coord]>]<Slot>;
        def : Form<OpTex, LevelRead,
                   !listconcat([DTexels, Where, SFixed<!if(!eq(Coord, ModF32),
                                                           "F32", "B32")>],
                               End.Operands)>;
      }
      let MinVersion = !if(!lt(T.Offsets, 1), 43, 31) in
      def : Form<OpTex, !listconcat([Slot<GrpMipMode, [ModGrad]>,
                                     Geometry<[T.Mod]>], Read),
                 !listconcat([DTexels, Where, Gradient<T.Gradients>,
                              Gradient<T.Gradients>], End.Operands)>;
    }
  }
}

// Four texels of one component.
def Component : Slot<GrpComponent, [ModR, ModG, ModB, ModA]>;
defvar FourTexels = [Slot<GrpVector, [ModV4]>, Types<[ModU32, ModS32, ModF32]>,
                     Types<[ModF32]>]<Slot>;
foreach T = [TexShape<Mod2d, 2, [], 22, 20, 0, 2>,
             TexShape<ModA2d, 4, [], 43, 30, 0, 2>,
             TexShape<ModCube, 4, [], 43, 30>,
             TexShape<ModAcube, 4, [], 43, 30>] in
let MinVersion = T.Version, MinTarget = T.Target in {
  defvar Where4 = Image<T.Coordinates, TLast, "OFTexture">;
  defvar Slots4 = !listconcat([Component, Geometry<[T.Mod]>], FourTexels);
  def : Form<OpTld4, Slots4, [DTexels, Where4, OptDepth]>;
  if !ne(T.Offsets, 0) then
  def : Form<OpTld4, Slots4, [DTexels, Where4, Coords<T.Offsets, "S32">,
                              OptDepth]>;
}

//===----------------------------------------------------------------------===//
// Surfaces
//===----------------------------------------------------------------------===//

def Unformatted : Slot<GrpSurfaceMode, [ModB]>;
def Formatted : Slot<GrpSurfaceMode, [ModP]>;
def OutOfBounds : Slot<GrpClamp, [ModTrap, ModClamp, ModZero]>;
def DSurface : Operand<"KReg | KVector", TLast, "OFDest | OFVector | OFWider">;
def SSurface : Operand<"KReg | KVector | KImm", TLast, "OFVector | OFWider">;
defvar BoundsRaises = [Raise<ModClamp, 20>, Raise<ModZero, 20>];
defvar LoadCaches = [ModCa, ModCg, ModCs, ModCv];
defvar StoreCaches = [ModWb, ModCg, ModCs, ModWt];
defvar SurfaceCacheRaises = [Raise<ModCa, 20, 20>, Raise<ModCg, 20, 20>,
                             Raise<ModCs, 20, 20>, Raise<ModCv, 20, 20>,
                             Raise<ModWb, 20, 20>, Raise<ModWt, 20, 20>];
defvar SurfaceTypes = [ModB8, ModB16, ModB32, ModB64];
foreach T = [TexShape<Mod1d, 1, []>, TexShape<Mod2d, 2, []>,
             TexShape<Mod3d, 4, [], 30, 20>, TexShape<ModA1d, 2, [], 30, 20>,
             TexShape<ModA2d, 4, [], 30, 20>] in {
  defvar Place = Image<T.Coordinates, Fixed<"S32">, "OFSurface">;
  let MinVersion = T.Version, MinTarget = T.Target,
      Raises = !listconcat(BoundsRaises, SurfaceCacheRaises),
      Rules = [Excludes<ModV4, [ModB64]>] in {
    def : Form<OpSuld, [Unformatted, Geometry<[T.Mod]>,
                        OptSlot<GrpCache, LoadCaches>, OptV24,
                        Types<SurfaceTypes>, OutOfBounds], [DSurface, Place]>;
    def : Form<OpSust, [Unformatted, Geometry<[T.Mod]>,
                        OptSlot<GrpCache, StoreCaches>, OptV24,
                        Types<SurfaceTypes>, OutOfBounds], [Place, SSurface]>;
  }
  defvar IsArray = !or(!eq(T.Mod, ModA1d), !eq(T.Mod, ModA2d));
  let MinVersion = !cond(IsArray: 41, !lt(T.Version, 20): 20,
                         true: T.Version),
      MinTarget = !if(IsArray, 30, 20) in
  def : Form<OpSust, [Formatted, Geometry<[T.Mod]>, OptV24, Types<[ModB32]>,
                      OutOfBounds], [Place, SSurface]>;
  if !not(IsArray) then
  let MinVersion = !if(!lt(T.Version, 20), 20, T.Version), MinTarget = 20,
      Raises = [Raise<ModS64, 81, 50>] in {
    foreach C = [AtomClass<[ModAdd], [ModU32, ModS32, ModU64]>,
                 AtomClass<[ModMin, ModMax], [ModU32, ModS32, ModU64, ModS64]>,
                 AtomClass<[ModAnd, ModOr], [ModB32]>] in
    def : Form<OpSured, [Unformatted, Slot<GrpAtomOp, C.Ops>,
                         Geometry<[T.Mod]>, Types<C.Types>, OutOfBounds],
               [Place, S]>;
    let Raises = [Raise<ModB64, 81, 50>] in
    foreach C = [AtomClass<[ModAdd, ModAnd, ModOr], [ModB32]>,
                 AtomClass<[ModMin, ModMax], [ModB32, ModB64]>] in
    def : Form<OpSured, [Formatted, Slot<GrpAtomOp, C.Ops>,
                         Geometry<[T.Mod]>, Types<C.Types>, OutOfBounds],
               [Place, S]>;
  }
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

class Query<list<Modifier> mods> : Slot<GrpQuery, mods>;
defvar QueryRaises = [Raise<ModChannelDataType, 21>,
                      Raise<ModChannelOrder, 21>, Raise<ModArraySize, 41>,
                      Raise<ModNumMipmapLevels, 41, 20>,
                      Raise<ModNumSamples, 41, 30>, Raise<ModMemoryLayout, 42>,
                      Raise<ModForceUnnormalizedCoords, 22>];
defvar FilterQueries = [ModFilterMode, ModAddrMode0, ModAddrMode1,
                        ModAddrMode2];
let MinVersion = 15, Raises = QueryRaises in {
  def : Form<OpTxq, [Query<[ModWidth, ModHeight, ModDepth, ModChannelDataType,
                            ModChannelOrder, ModNormalizedCoords, ModArraySize,
                            ModNumMipmapLevels, ModNumSamples]>,
                     Types<[ModB32]>], [D, TextureHandle]>;
  // The texture's own sampler, or, if they are independent, one by itself.
  def : Form<OpTxq, [Query<FilterQueries>, Types<[ModB32]>],
             [D, Operand<"KAddress", NoType, "OFTexture | OFSampler">]>;
  def : Form<OpTxq, [Query<[ModForceUnnormalizedCoords]>, Types<[ModB32]>],
             [D, SamplerHandle]>;
  def : Form<OpSuq, [Query<[ModWidth, ModHeight, ModDepth, ModChannelDataType,
                            ModChannelOrder, ModArraySize, ModMemoryLayout]>,
                     Types<[ModB32]>], [D, SurfaceHandle]>;
}
let MinVersion = 43, MinTarget = 30 in
def : Form<OpTxq, [Slot<GrpMipMode, [ModLevel]>,
                   Query<[ModWidth, ModHeight, ModDepth]>, Types<[ModB32]>],
           [D, TextureHandle, SB32]>;
let MinVersion = 40, MinTarget = 30 in
def : Form<OpIstypep, [Slot<GrpOpaqueType, [ModTexref, ModSamplerref,
                                            ModSurfref]>],
           [DPred, SRegFixed<"U64">]>;
