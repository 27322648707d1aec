//===- Features.td - Chips and what they can do ------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that says what a chip has. From it come heddle/ABI/Chips.h, the
// back end's processors, subtarget features and predicates (TeslaFeatures.td),
// every message about the lowest chip with something, and docs/chips.md.
//
// A feature is named for what it lets a program do. An instruction says which
// one it needs, never which chip.
//
// Sources: tesla-isa.md section 6, for the silicon.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_FEATURES_TD
#define HEDDLE_ABI_FEATURES_TD

class Feature<string name, string summary> {
  /// As in an -mattr of LLVM's tools: "global-atomics".
  string Name = name;
  /// The ability that the feature stands for, for the docs.
  string Summary = summary;
}

defset list<Feature> Features = {
  // Features that some of the silicon has.
  def FarSharedLoads : Feature<"far-shared-loads",
    "`ld` from `s[]` with an offset of 16 bits">;
  def Breakpoints : Feature<"breakpoints", "`brkpt`">;
  def GlobalAtomics : Feature<"global-atomics",
    "atomics on 32-bit integers of `g[]`">;
  def GlobalAtomics64 : Feature<"global-atomics-64",
    "`add`, `exch` and `cas` on 64-bit words of `g[]`">;
  def SharedLocks : Feature<"shared-locks",
    "loads and stores of `s[]` that lock and unlock a word, of which atomics "
    "on 32-bit integers are made">;
  def Votes : Feature<"votes", "`vote.all`, `vote.any` and `vote.uni`">;
  def SaturatingMul : Feature<"saturating-mul", "`mul.sat.f32`">;
  def F64 : Feature<"f64",
    "double precision, and conversions of 64-bit integers">;
  def PreReturns : Feature<"pre-returns", "`preret`">;

  // Features that only PTX after 1.4 needs.
  def BitCounts : Feature<"bit-counts",
    "`popc`, `clz` and `brev` of 64 bits, and `bfind`">;
  def BitFields : Feature<"bit-fields", "`bfe`, `bfi`, `bmsk` and `szext`">;
  def Permutes : Feature<"permutes", "`prmt` and `shf`">;
  def ThreeInputLogic : Feature<"three-input-logic", "`lop3`">;
  def DotProducts : Feature<"dot-products", "`dp2a` and `dp4a`">;
  def SpecialRegisters : Feature<"special-registers",
    "special registers that PTX after 1.4 has, and grids of more than 65,535 "
    "CTAs in a row">;
  def FullMultiplication : Feature<"full-multiplication",
    "products of 32-bit integers in one instruction">;
  def WideIntegers : Feature<"wide-integers",
    "arithmetic on 64-bit integers in register pairs">;
  def WideAddresses : Feature<"wide-addresses",
    "64-bit addresses of global memory">;
  def GenericAddresses : Feature<"generic-addresses",
    "accesses whose address says which space they go to">;
  def SharedAtomics : Feature<"shared-atomics", "atomics on `s[]`">;
  def WiderAtomics : Feature<"wider-atomics",
    "atomics on floats and 16-bit words, and all that there are on 64-bit "
    "integers">;
  def WarpExchange : Feature<"warp-exchange",
    "`shfl`, `match`, `redux`, `activemask`, `fns` and `vote.ballot`">;
  def PartialBarriers : Feature<"partial-barriers",
    "barriers for some of a CTA's threads, those named by a register, and those "
    "that reduce or do not wait">;
  def Sleep : Feature<"sleep", "`nanosleep`">;
  def EventMasks : Feature<"event-masks", "`pmevent.mask`">;
  def IeeeFloat : Feature<"ieee-float",
    "f32 with denormals, all roundings and a fused multiply-add">;
  def DirectedRounding : Feature<"directed-rounding",
    "f32 arithmetic rounded up and down">;
  def HalfArithmetic : Feature<"half-arithmetic",
    "arithmetic in f16 and narrower formats">;
  def PackedIntegers : Feature<"packed-integers",
    "arithmetic on pairs of 16-bit integers">;
  def HostCalls : Feature<"host-calls",
    "calls of the host: output, the device heap, failed assertions">;
  def Images : Feature<"images",
    "textures and surfaces by handles, with levels, layers and gradients">;
  def Tensors : Feature<"tensors",
    "`mma`, `wmma`, `ldmatrix`, `stmatrix`, `movmatrix`, `cp.async` and "
    "`mbarrier`">;
  def CallStack : Feature<"call-stack",
    "frames on a stack in `l[]`, for functions that call themselves">;
}

class Chip<string name, string smName, int cc, bit silicon, string geometry,
           list<Feature> features, string triple = "tesla-nvidia-cuda"> {
  string Name = name;
  string SmName = smName;
  bits<32> ComputeCapability = cc;
  bit Silicon = silicon;
  string GeometryName = geometry;
  // The triple of its TargetModel.
  string Triple = triple;
  list<Feature> Has = features;
}

defvar SM11Features = [FarSharedLoads, Breakpoints, GlobalAtomics];
defvar SM12Features = !listconcat(SM11Features, [
  GlobalAtomics64, SharedLocks, Votes, SaturatingMul
]);

defset list<Chip> Chips = {
  def : Chip<"g80", "sm_10", 10, 1, "g80", []>;
  def : Chip<"g84", "sm_11", 11, 1, "g84", SM11Features>;
  def : Chip<"gt215", "sm_12", 12, 1, "gt215",
             !listconcat(SM12Features, [PreReturns])>;
  def : Chip<"gt200", "sm_13", 13, 1, "gt200",
             !listconcat(SM12Features, [F64])>;
  def : Chip<"tx1", "sm_20", 20, 0, "tx1",
             !filter(f, Features, !ne(f, PreReturns)), "tesla64-nvidia-cuda">;
}

#endif // HEDDLE_ABI_FEATURES_TD
