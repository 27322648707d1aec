//===- PTXSpecialRegisters.td - Registers to read only -----*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

class VectorRegister<string name, int version = 10, int target = 10>
    : SpecialRegister<name, "U32", version, target> {
  let IsVector = 1;
}

let Reads16 = 1 in {
def SRegTid : VectorRegister<"tid"> {
  let Reads = "read.ptx.sreg.tid";
}
def SRegNTid : VectorRegister<"ntid"> {
  let Reads = "read.ptx.sreg.ntid";
}
def SRegCtaId : VectorRegister<"ctaid"> {
  let Reads = "read.ptx.sreg.ctaid";
}
def SRegNCtaId : VectorRegister<"nctaid"> {
  let Reads = "read.ptx.sreg.nctaid";
}
} // Reads16 = 1
// A grid without clusters is one of clusters of one CTA.
def SRegClusterId : VectorRegister<"clusterid", 78, 90> {
  let Reads = "read.ptx.sreg.ctaid";
}
def SRegNClusterId : VectorRegister<"nclusterid", 78, 90> {
  let Reads = "read.ptx.sreg.nctaid";
}
def SRegClusterCtaId : VectorRegister<"cluster_ctaid", 78, 90>, AlwaysIs<0>;
def SRegClusterNCtaId : VectorRegister<"cluster_nctaid", 78, 90>, AlwaysIs<1>;

def SRegLaneId : SpecialRegister<"laneid", "U32", 13>, FarRegister<"sreg.lane", 19> {
  let Reads = "read.ptx.sreg.laneid";
}
def SRegWarpId : SpecialRegister<"warpid", "U32", 13>, FarRegister<"sreg", 20> {
  let Reads = "read.ptx.sreg.warpid";
}
def SRegNWarpId : SpecialRegister<"nwarpid", "U32", 20, 20>, FarRegister<"sreg", 21> {
  let Reads = "read.ptx.sreg.nwarpid";
}
def SRegSmId : SpecialRegister<"smid", "U32", 13>, FarRegister<"sreg", 22> {
  let Reads = "read.ptx.sreg.smid";
}
def SRegNSmId : SpecialRegister<"nsmid", "U32", 20, 20>, FarRegister<"sreg", 23> {
  let Reads = "read.ptx.sreg.nsmid";
}
// Read as 64, 32 or 16 bits.
let Reads16 = 1 in
def SRegGridId : SpecialRegister<"gridid", "U64"> {
  let Reads = "read.ptx.sreg.gridid";
}
def SRegClusterCtaRank : SpecialRegister<"cluster_ctarank", "U32", 78, 90>, AlwaysIs<0>;
def SRegClusterNCtaRank : SpecialRegister<"cluster_nctarank", "U32", 78, 90>, AlwaysIs<1>;
def SRegIsExplicitCluster
    : SpecialRegister<"is_explicit_cluster", "Pred", 78, 90>, AlwaysIs<0>;

def SRegLaneMaskEq : SpecialRegister<"lanemask_eq", "U32", 20, 20>,
                     FarRegister<"sreg.lane", 25>;
def SRegLaneMaskLe : SpecialRegister<"lanemask_le", "U32", 20, 20>,
                     FarRegister<"sreg.lane", 27>;
def SRegLaneMaskLt : SpecialRegister<"lanemask_lt", "U32", 20, 20>,
                     FarRegister<"sreg.lane", 26>;
def SRegLaneMaskGe : SpecialRegister<"lanemask_ge", "U32", 20, 20>,
                     FarRegister<"sreg.lane", 29>;
def SRegLaneMaskGt : SpecialRegister<"lanemask_gt", "U32", 20, 20>,
                     FarRegister<"sreg.lane", 28>;

def SRegClock : SpecialRegister<"clock", "U32"> {
  let Reads = "read.ptx.sreg.clock";
}
def SRegClockHi : SpecialRegister<"clock_hi", "U32", 50, 20>,
                     FarRegister<"clock64", 32>;
def SRegClock64 : SpecialRegister<"clock64", "U64", 20, 20>,
                     FarRegister<"clock64", 0>;
def SRegGlobalTimer : SpecialRegister<"globaltimer", "U64", 31, 30>,
                     FarRegister<"globaltimer", 0>;
def SRegGlobalTimerLo : SpecialRegister<"globaltimer_lo", "U32", 31, 30>,
                     FarRegister<"globaltimer", 0>;
def SRegGlobalTimerHi : SpecialRegister<"globaltimer_hi", "U32", 31, 30>,
                     FarRegister<"globaltimer", 32>;

let Count = 4 in
def SRegPm : SpecialRegister<"pm", "U32", 13> {
  let Reads = "read.ptx.sreg.pm";
}
foreach I = 4...7 in
def SRegPm#I : SpecialRegister<"pm"#I, "U32", 30, 20>, AlwaysIs<0>;
foreach I = 0...7 in
def SRegPm#I#_64 : SpecialRegister<"pm"#I#"_64", "U64", 40, 50>, AlwaysIs<0>;
let Count = 32 in
def SRegEnvReg : SpecialRegister<"envreg", "B32">, AlwaysIs<0>;

def SRegReservedSmemBegin
    : SpecialRegister<"reserved_smem_offset_begin", "U32", 76, 80>, AlwaysIs<0>;
def SRegReservedSmemEnd
    : SpecialRegister<"reserved_smem_offset_end", "U32", 76, 80>, AlwaysIs<0>;
def SRegReservedSmemCap
    : SpecialRegister<"reserved_smem_offset_cap", "U32", 76, 80>, AlwaysIs<0>;
def SRegReservedSmem0
    : SpecialRegister<"reserved_smem_offset_0", "U32", 76, 80>, AlwaysIs<0>;
def SRegReservedSmem1
    : SpecialRegister<"reserved_smem_offset_1", "U32", 76, 80>, AlwaysIs<0>;
def SRegTotalSmemSize : SpecialRegister<"total_smem_size", "U32", 41, 20>,
                     FarRegister<"sreg", 34>;
def SRegAggrSmemSize : SpecialRegister<"aggr_smem_size", "U32", 81, 90>,
                     FarRegister<"sreg", 34>;
def SRegDynamicSmemSize : SpecialRegister<"dynamic_smem_size", "U32", 41, 20>,
                     FarRegister<"sreg", 33>;
def SRegCurrentGraphExec : SpecialRegister<"current_graph_exec", "U64", 80, 50>, AlwaysIs<0>;
