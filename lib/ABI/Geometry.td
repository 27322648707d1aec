//===- Geometry.td - What one SM has room for --------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows behind heddle/ABI/Geometry.h. Figures of compute capability 1.x:
// NVIDIA CUDA C Programming Guide 4.2, chapter 4 and appendix F, and the CUDA
// occupancy calculator. The textbook's SM: Patterson & Hennessy, appendix C.
// Later capabilities: the calculator and the CUDA C++ Programming Guide, table
// of technical specifications, unless a row says that it has no source.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"

class Geometry<string name> {
  string Name = name;
  // Whether the launch state and the parameters of a CTA take of its shared
  // memory.
  bit LaunchStateInShared = 1;
  bits<32> RegistersPerSM = 8192;
  bits<32> RegisterUnit = 256;
  // Registers are rounded up to the unit for a warp rather than for a CTA.
  bit RegistersByWarp = 0;
  bits<32> WarpGranularity = 2;
  bits<32> MaxWarps = 24;
  bits<32> MaxThreads = 768;
  bits<32> MaxCTAs = 8;
  bits<32> SharedBytes = 16384;
  bits<32> SharedUnit = 512;
  // Shared bytes that the system takes from each CTA beside its own.
  bits<32> ReservedShared = 0;
  bits<32> MaxSharedPerCTA = 16384;
  bits<32> MaxRegistersPerThread = 124;
  bits<32> MaxThreadsPerCTA = 512;
  bits<32> MaxBlockX = 512;
  bits<32> MaxBlockY = 512;
  bits<32> MaxBlockZ = 64;
  bits<32> MaxGridX = 65535;
  bits<32> MaxGridY = 65535;
  bits<32> MaxGridZ = 1;
}

class GT200Geometry<string name> : Geometry<name> {
  let RegistersPerSM = 16384;
  let RegisterUnit = 512;
  let MaxWarps = 32;
  let MaxThreads = 1024;
}

// 8 SPs with 1024 registers each.
def : Geometry<"g80">;
def : Geometry<"g84">;
// 2048 registers an SP.
def : GT200Geometry<"gt215">;
def : GT200Geometry<"gt200">;

// The simplified SM that the textbook reckons with.
def : Geometry<"textbook"> {
  let MaxWarps = 16;
  let MaxThreads = 512;
}

// Room for what PTX after 1.4 takes for granted.
def : GT200Geometry<"tx1"> {
  let MaxThreadsPerCTA = 1024;
  let MaxBlockX = 1024;
  let MaxBlockY = 1024;
  // Enough for 1024 threads, whatever a kernel takes.
  let RegistersPerSM = 131072;
  let RegistersByWarp = 1;
  let RegisterUnit = 256;
  let WarpGranularity = 4;
  let MaxWarps = 64;
  let MaxThreads = 2048;
  let MaxCTAs = 32;
  // 227 KiB of a CTA's own, and a KiB for its launch state and parameters.
  let SharedBytes = 233472;
  let MaxSharedPerCTA = 233472;
  let MaxGridX = 0x7fffffff;
  let MaxGridZ = 65535;
}

// The chips after 1.3.
class LaterGeometry<string name> : Geometry<name> {
  let LaunchStateInShared = 0;
  let RegistersByWarp = 1;
  let MaxThreadsPerCTA = 1024;
  let MaxBlockX = 1024;
  let MaxBlockY = 1024;
  let MaxGridX = 0x7fffffff;
  let MaxGridZ = 65535;
  let MaxSharedPerCTA = 49152;
}

class FermiGeometry<string name> : LaterGeometry<name> {
  let RegistersPerSM = 32768;
  let RegisterUnit = 64;
  let MaxWarps = 48;
  let MaxThreads = 1536;
  let SharedBytes = 49152;
  let SharedUnit = 128;
  let MaxRegistersPerThread = 63;
  let MaxGridX = 65535;
}

class KeplerGeometry<string name> : LaterGeometry<name> {
  let RegistersPerSM = 65536;
  let RegisterUnit = 256;
  let WarpGranularity = 4;
  let MaxWarps = 64;
  let MaxThreads = 2048;
  let MaxCTAs = 16;
  let SharedBytes = 49152;
  let SharedUnit = 256;
  let MaxRegistersPerThread = 255;
}

class MaxwellGeometry<string name> : KeplerGeometry<name> {
  let MaxCTAs = 32;
  let SharedBytes = 65536;
}

// The shared memory of a CTA is what it may opt in to.
class AmpereGeometry<string name> : MaxwellGeometry<name> {
  let SharedUnit = 128;
  let ReservedShared = 1024;
}

def : FermiGeometry<"sm_20">;
def : FermiGeometry<"sm_21">;
def : KeplerGeometry<"sm_30"> { let MaxRegistersPerThread = 63; }
def : KeplerGeometry<"sm_32">;
def : KeplerGeometry<"sm_35">;
def : KeplerGeometry<"sm_37"> {
  let RegistersPerSM = 131072;
  let SharedBytes = 114688;
}
def : MaxwellGeometry<"sm_50">;
def : MaxwellGeometry<"sm_52"> { let SharedBytes = 98304; }
def : MaxwellGeometry<"sm_53">;
def : MaxwellGeometry<"sm_60"> { let WarpGranularity = 2; }
def : MaxwellGeometry<"sm_61"> { let SharedBytes = 98304; }
def : MaxwellGeometry<"sm_62">;
def : MaxwellGeometry<"sm_70"> {
  let SharedBytes = 98304;
  let MaxSharedPerCTA = 98304;
}
def : MaxwellGeometry<"sm_72"> {
  let SharedBytes = 98304;
  let MaxSharedPerCTA = 98304;
}
def : MaxwellGeometry<"sm_75"> {
  let MaxWarps = 32;
  let MaxThreads = 1024;
  let MaxCTAs = 16;
  let MaxSharedPerCTA = 65536;
}
def : AmpereGeometry<"sm_80"> {
  let SharedBytes = 167936;
  let MaxSharedPerCTA = 166912;
}
def : AmpereGeometry<"sm_86"> {
  let MaxWarps = 48;
  let MaxThreads = 1536;
  let MaxCTAs = 16;
  let SharedBytes = 102400;
  let MaxSharedPerCTA = 101376;
}
def : AmpereGeometry<"sm_87"> {
  let MaxWarps = 48;
  let MaxThreads = 1536;
  let MaxCTAs = 16;
  let SharedBytes = 167936;
  let MaxSharedPerCTA = 166912;
}
// Without a source: ptxas knows it, the guide's table has no column for it. As
// 8.7, the other one that is embedded.
def : AmpereGeometry<"sm_88"> {
  let MaxWarps = 48;
  let MaxThreads = 1536;
  let MaxCTAs = 16;
  let SharedBytes = 167936;
  let MaxSharedPerCTA = 166912;
}
def : AmpereGeometry<"sm_89"> {
  let MaxWarps = 48;
  let MaxThreads = 1536;
  let MaxCTAs = 24;
  let SharedBytes = 102400;
  let MaxSharedPerCTA = 101376;
}

// 227 KiB of the CTA's own.
class HopperGeometry<string name> : AmpereGeometry<name> {
  let SharedBytes = 233472;
  let MaxSharedPerCTA = 232448;
}

// The guide has columns for 10.x and 12.x. What sets 10.1, which became 11.0,
// apart from 10.x is without a source.
class ThorGeometry<string name> : HopperGeometry<name> {
  let MaxWarps = 48;
  let MaxThreads = 1536;
  let MaxCTAs = 24;
}

class BlackwellConsumerGeometry<string name> : AmpereGeometry<name> {
  let MaxWarps = 48;
  let MaxThreads = 1536;
  let MaxCTAs = 24;
  let SharedBytes = 102400;
  let MaxSharedPerCTA = 101376;
}

def : HopperGeometry<"sm_90">;
def : HopperGeometry<"sm_100">;
def : ThorGeometry<"sm_101">;
def : HopperGeometry<"sm_103">;
def : ThorGeometry<"sm_110">;
def : BlackwellConsumerGeometry<"sm_120">;
def : BlackwellConsumerGeometry<"sm_121">;

def GeometryTable : GenericTable {
  let FilterClass = "Geometry";
  let CppTypeName = "Geometry";
  let Fields = ["Name", "LaunchStateInShared", "RegistersPerSM", "RegisterUnit",
                "RegistersByWarp", "WarpGranularity", "MaxWarps", "MaxThreads",
                "MaxCTAs", "SharedBytes", "SharedUnit", "ReservedShared",
                "MaxSharedPerCTA", "MaxRegistersPerThread", "MaxThreadsPerCTA",
                "MaxBlockX", "MaxBlockY", "MaxBlockZ", "MaxGridX", "MaxGridY",
                "MaxGridZ"];
}
