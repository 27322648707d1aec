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

// The result of a read, with or without the predicate that tells whether the
// texel is resident.
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
  // The first coordinate of an array is the number of the layer.
  bit IsArray = !or(!eq(geometry, ModA1d), !eq(geometry, ModA2d),
                    !eq(geometry, ModAcube));
  string Flags = !if(IsArray, "OFTexture | OFLayer", "OFTexture");
}
defvar CoordTypes = [ModS32, ModF32];
defvar TexShapes = [
  TexShape<Mod1d, 1, CoordTypes, 12, 10, 1, 1>,
  TexShape<Mod2d, 2, CoordTypes, 12, 10, 2, 2>,
  TexShape<Mod3d, 4, CoordTypes, 12, 10, 4, 4, 0>,
  TexShape<ModA1d, 2, CoordTypes, 23, 10, 1, 1>,
  TexShape<ModA2d, 4, CoordTypes, 23, 10, 2, 2>,
  TexShape<ModCube, 4, [ModF32], 30, 10, 4>,
  TexShape<ModAcube, 4, [ModF32], 30, 20, 4>,
  TexShape<Mod2dms, 4, [ModS32], 32, 30, 0, 2, 0>,
  TexShape<ModA2dms, 4, [ModS32], 32, 30, 0, 2, 0>];

// Operands that may follow the address: an offset, a depth, or both.
// Coordinates with a depth are numbers of .f32. If both may be scalars, the
// class of the operand tells them apart.
def Depth : Operand<"KReg | KImm", Fixed<"F32">, "OFNotInteger">;
class Tail<TexShape shape, bit offset, bit depth> {
  list<Operand> Operands = !listconcat(
      !if(offset, [Coords<shape.Offsets, "S32">]<Operand>, []<Operand>),
      !if(depth, !if(!eq(shape.Offsets, 1), [Depth]<Operand>,
                     [SFixed<"F32">]<Operand>), []<Operand>));
  list<Modifier> Types = !if(depth, [ModF32], shape.Types);
  bit Exists = !and(!or(!not(offset), !ne(shape.Offsets, 0)),
                    !or(!not(depth), shape.Compares));
  bit IsLate = !or(offset, depth);
}
class Later<int version, int than> {
  int Version = !if(!lt(version, than), than, version);
}

defvar TexelRaises = [Raise<ModV2, 42, 53>, Raise<ModF16, 42, 53>,
                      Raise<ModF16x2, 42, 53>];
foreach T = TexShapes in
foreach End = [Tail<T, 0, 0>, Tail<T, 0, 1>, Tail<T, 1, 0>, Tail<T, 1, 1>] in
if End.Exists then {
  defvar Texels = [Slot<GrpVector, [ModV4]>,
                   Types<[ModU32, ModS32, ModF16, ModF32]>,
                   Types<End.Types>]<Slot>;
  defvar PairTexels = [Slot<GrpVector, [ModV2]>, Types<[ModF16x2]>,
                       Types<End.Types>]<Slot>;
  defvar Where = Image<T.Coordinates, TLast, T.Flags>;
  defvar Version = Later<T.Version, !if(End.IsLate, 43, 10)>.Version;
  defvar Target = Later<T.Target, !if(End.IsLate, 30, 10)>.Version;
  foreach Read = [Texels, PairTexels] in
  let Raises = TexelRaises in {
    let MinVersion = Version, MinTarget = Target in
    def : Form<OpTex, !listconcat([Geometry<[T.Mod]>], Read),
               !listconcat([DTexels, Where], End.Operands)>;
    let MinTarget = Later<Target, 20>.Version in {
      let MinVersion = Later<Version, 31>.Version in
      def : Form<OpTex, !listconcat([Slot<GrpMipMode, [ModBase]>,
                                     Geometry<[T.Mod]>], Read),
                 !listconcat([DTexels, Where], End.Operands)>;
      if !ne(T.Gradients, 0) then {
        let MinVersion = Later<Version, 31>.Version in
        foreach Coord = End.Types in {
          defvar LevelRead = [Slot<GrpMipMode, [ModLevel]>, Geometry<[T.Mod]>,
                              Read[0], Read[1], Types<[Coord]>]<Slot>;
          defvar Level = SFixed<!if(!eq(Coord, ModF32), "F32", "S32")>;
          def : Form<OpTex, LevelRead,
                     !listconcat([DTexels, Where, Level], End.Operands)>;
        }
        let MinVersion = Later<Version, !if(!eq(T.Offsets, 0), 43, 31)>.Version in
        def : Form<OpTex, !listconcat([Slot<GrpMipMode, [ModGrad]>,
                                       Geometry<[T.Mod]>], Read),
                   !listconcat([DTexels, Where, Gradient<T.Gradients>,
                                Gradient<T.Gradients>], End.Operands)>;
      }
    }
  }
}

// Before PTX 1.2 there were four coordinates, however many were used.
let LastVersion = 11 in
foreach Shape = [Mod1d, Mod2d, Mod3d] in
def : Form<OpTex, [Geometry<[Shape]>, Slot<GrpVector, [ModV4]>,
                   Types<[ModU32, ModS32, ModF32]>, Types<CoordTypes>],
           [DTexels, Image<4, TLast, "OFTexture">]>;

// Four texels of one component.
def Component : Slot<GrpComponent, [ModR, ModG, ModB, ModA]>;
defvar FourTexels = [Slot<GrpVector, [ModV4]>, Types<[ModU32, ModS32, ModF32]>,
                     Types<[ModF32]>]<Slot>;
foreach T = [TexShape<Mod2d, 2, [ModF32], 22, 20, 0, 2>,
             TexShape<ModA2d, 4, [ModF32], 43, 30, 0, 2>,
             TexShape<ModCube, 4, [ModF32], 43, 30>,
             TexShape<ModAcube, 4, [ModF32], 43, 30>] in
foreach End = [Tail<T, 0, 0>, Tail<T, 0, 1>, Tail<T, 1, 0>, Tail<T, 1, 1>] in
if End.Exists then
let MinVersion = Later<T.Version, !if(End.IsLate, 43, 10)>.Version,
    MinTarget = Later<T.Target, !if(End.IsLate, 30, 10)>.Version in
def : Form<OpTld4, !listconcat([Component, Geometry<[T.Mod]>], FourTexels),
           !listconcat([DTexels, Image<T.Coordinates, TLast, T.Flags>],
                       End.Operands)>;

//===----------------------------------------------------------------------===//
// Surfaces
//===----------------------------------------------------------------------===//

def Unformatted : Slot<GrpSurfaceMode, [ModB]>;
def Formatted : Slot<GrpSurfaceMode, [ModP]>;
def OutOfBounds : Slot<GrpClamp, [ModTrap, ModClamp, ModZero]>;
// A single value may stand in braces.
def DSurface : Operand<"KReg | KVector", TLast,
                       "OFDest | OFVector | OFSingle | OFWider">;
def SSurface : Operand<"KReg | KVector | KImm", TLast,
                       "OFVector | OFSingle | OFWider">;
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
  let MinVersion = !if(!lt(T.Version, 20), 20, T.Version), MinTarget = 20 in {
    foreach C = [AtomClass<[ModAdd], [ModU32, ModS32, ModU64]>,
                 AtomClass<[ModMin, ModMax], [ModU32, ModS32]>,
                 AtomClass<[ModAnd, ModOr], [ModB32]>] in
    def : Form<OpSured, [Unformatted, Slot<GrpAtomOp, C.Ops>,
                         Geometry<[T.Mod]>, Types<C.Types>, OutOfBounds],
               [Place, S]>;
    let MinVersion = 81, MinTarget = 50 in
    def : Form<OpSured, [Unformatted, Slot<GrpAtomOp, [ModMin, ModMax]>,
                         Geometry<[T.Mod]>, Types<[ModU64, ModS64]>,
                         OutOfBounds], [Place, S]>;
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
