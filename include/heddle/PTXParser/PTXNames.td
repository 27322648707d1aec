//===- PTXNames.td - Modifiers and what their slots mean ---*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// No modifier at all: what a slot that is left out holds.
def ModNone : Modifier<"">;

// Rounding.
def ModRna : Modifier<"rna">;
def ModRs : Modifier<"rs">;
def ModRn : Modifier<"rn">;
def ModRz : Modifier<"rz">;
def ModRm : Modifier<"rm">;
def ModRp : Modifier<"rp">;

// IntRounding.
def ModRni : Modifier<"rni">;
def ModRzi : Modifier<"rzi">;
def ModRmi : Modifier<"rmi">;
def ModRpi : Modifier<"rpi">;

// Arithmetic.
def ModSat : Modifier<"sat">;
def ModFtz : Modifier<"ftz">;
def ModApprox : Modifier<"approx">;
def ModFull : Modifier<"full">;
def ModLo : Modifier<"lo">;
def ModHi : Modifier<"hi">;
def ModWide : Modifier<"wide">;
def ModCc : Modifier<"cc">;
def ModRelu : Modifier<"relu">;
def ModNaN : Modifier<"NaN">;
def ModXorsign : Modifier<"xorsign">;
def ModAbs : Modifier<"abs">;
def ModShiftamt : Modifier<"shiftamt">;
def ModNoftz : Modifier<"noftz">;

// Compare.
def ModEq : Modifier<"eq">;
def ModNe : Modifier<"ne">;
def ModLt : Modifier<"lt">;
def ModLe : Modifier<"le">;
def ModGt : Modifier<"gt">;
def ModGe : Modifier<"ge">;
def ModLs : Modifier<"ls">;
def ModHs : Modifier<"hs">;
def ModEqu : Modifier<"equ">;
def ModNeu : Modifier<"neu">;
def ModLtu : Modifier<"ltu">;
def ModLeu : Modifier<"leu">;
def ModGtu : Modifier<"gtu">;
def ModGeu : Modifier<"geu">;
def ModNum : Modifier<"num">;
def ModNan : Modifier<"nan">;

// Operations.
def ModAnd : Modifier<"and">;
def ModOr : Modifier<"or">;
def ModXor : Modifier<"xor">;
def ModNot : Modifier<"not">;
def ModExch : Modifier<"exch">;
def ModInc : Modifier<"inc">;
def ModDec : Modifier<"dec">;
def ModCas : Modifier<"cas">;
def ModMin : Modifier<"min">;
def ModMax : Modifier<"max">;
def ModPopc : Modifier<"popc">;
def ModAdd : Modifier<"add">;

// Spaces.
class SpaceName<string text, StateSpace space> : Modifier<text> {
  let Space = space.Enumerator;
}
def ModGlobal : SpaceName<"global", Global>;
def ModShared : SpaceName<"shared", Shared>;
def ModLocal : SpaceName<"local", Local>;
def ModConst : SpaceName<"const", Const>;
def ModParam : SpaceName<"param", Param>;
def ModSharedCta : SpaceName<"shared::cta", Shared>;
def ModSharedCluster : SpaceName<"shared::cluster", Shared>;
def ModParamEntry : SpaceName<"param::entry", Param>;
def ModParamFunc : SpaceName<"param::func", Param>;

// Vectors.
foreach N = [2, 4, 8] in
def ModV#N : Modifier<"v"#N> { let Number = N; }

// Memory.
def ModWeak : Modifier<"weak">;
def ModVolatile : Modifier<"volatile">;
def ModRelaxed : Modifier<"relaxed">;
def ModAcquire : Modifier<"acquire">;
def ModRelease : Modifier<"release">;
def ModAcqRel : Modifier<"acq_rel">;
def ModSc : Modifier<"sc">;
def ModMmio : Modifier<"mmio">;
def ModCta : Modifier<"cta">;
def ModCluster : Modifier<"cluster">;
def ModGpu : Modifier<"gpu">;
def ModSys : Modifier<"sys">;
def ModGl : Modifier<"gl">;
def ModCa : Modifier<"ca">;
def ModCg : Modifier<"cg">;
def ModCs : Modifier<"cs">;
def ModLu : Modifier<"lu">;
def ModCv : Modifier<"cv">;
def ModWb : Modifier<"wb">;
def ModWt : Modifier<"wt">;
def ModNc : Modifier<"nc">;
def ModTo : Modifier<"to">;
def ModL1 : Modifier<"L1">;
def ModL2 : Modifier<"L2">;
def ModL1EvictNormal : Modifier<"L1::evict_normal">;
def ModL1EvictUnchanged : Modifier<"L1::evict_unchanged">;
def ModL1EvictFirst : Modifier<"L1::evict_first">;
def ModL1EvictLast : Modifier<"L1::evict_last">;
def ModL1NoAllocate : Modifier<"L1::no_allocate">;
def ModL264B : Modifier<"L2::64B">;
def ModL2128B : Modifier<"L2::128B">;
def ModL2256B : Modifier<"L2::256B">;
def ModL2EvictLast : Modifier<"L2::evict_last">;
def ModL2EvictNormal : Modifier<"L2::evict_normal">;

// Lanes.
def ModAll : Modifier<"all">;
def ModAny : Modifier<"any">;
def ModUni : Modifier<"uni">;
def ModBallot : Modifier<"ballot">;
def ModSync : Modifier<"sync">;
def ModAligned : Modifier<"aligned">;
def ModArrive : Modifier<"arrive">;
def ModRed : Modifier<"red">;
def ModWait : Modifier<"wait">;
def ModUp : Modifier<"up">;
def ModDown : Modifier<"down">;
def ModBfly : Modifier<"bfly">;
def ModIdx : Modifier<"idx">;
def ModWarp : Modifier<"warp">;

// Video.
def ModPo : Modifier<"po">;
def ModShr7 : Modifier<"shr7">;
def ModShr15 : Modifier<"shr15">;

// Shifts.
def ModL : Modifier<"l">;
def ModR : Modifier<"r">;
def ModClamp : Modifier<"clamp">;
def ModWrap : Modifier<"wrap">;
def ModF4e : Modifier<"f4e">;
def ModB4e : Modifier<"b4e">;
def ModRc8 : Modifier<"rc8">;
def ModEcl : Modifier<"ecl">;
def ModEcr : Modifier<"ecr">;
def ModRc16 : Modifier<"rc16">;

// Tests.
def ModFinite : Modifier<"finite">;
def ModInfinite : Modifier<"infinite">;
def ModNumber : Modifier<"number">;
def ModNotanumber : Modifier<"notanumber">;
def ModNormal : Modifier<"normal">;
def ModSubnormal : Modifier<"subnormal">;

// Misc.
def ModMask : Modifier<"mask">;

// The groups of slots.
def GrpNone : ModGroup;
def GrpType : ModGroup;
def GrpRounding : ModGroup;
def GrpIntRounding : ModGroup;
def GrpSat : ModGroup;
def GrpFtz : ModGroup;
def GrpApprox : ModGroup;
def GrpMulMode : ModGroup;
def GrpCarry : ModGroup;
def GrpRelu : ModGroup;
def GrpNaN : ModGroup;
def GrpXorSign : ModGroup;
def GrpAbs : ModGroup;
def GrpShiftAmount : ModGroup;
def GrpNoFtz : ModGroup;
def GrpCompare : ModGroup;
def GrpBoolOp : ModGroup;
def GrpSpace : ModGroup;
def GrpVector : ModGroup;
def GrpSemantics : ModGroup;
def GrpScope : ModGroup;
def GrpCache : ModGroup;
def GrpEvict : ModGroup;
def GrpPrefetch : ModGroup;
def GrpLevel : ModGroup;
def GrpNonCoherent : ModGroup;
def GrpTo : ModGroup;
def GrpAtomOp : ModGroup;
def GrpVoteMode : ModGroup;
def GrpUniform : ModGroup;
def GrpSync : ModGroup;
def GrpAligned : ModGroup;
def GrpBarrierOp : ModGroup;
def GrpReduceOp : ModGroup;
def GrpShuffleMode : ModGroup;
def GrpShiftDirection : ModGroup;
def GrpShiftMode : ModGroup;
def GrpPrmtMode : ModGroup;
def GrpTest : ModGroup;
def GrpMatchMode : ModGroup;
def GrpCta : ModGroup;
def GrpProxy : ModGroup;
def GrpMask : ModGroup;
