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
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"

class Geometry<string name> {
  string Name = name;
  bits<32> RegistersPerSM = 8192;
  bits<32> RegisterUnit = 256;
  bits<32> WarpGranularity = 2;
  bits<32> MaxWarps = 24;
  bits<32> MaxThreads = 768;
  bits<32> MaxCTAs = 8;
  bits<32> SharedBytes = 16384;
  bits<32> SharedUnit = 512;
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
  let RegistersPerSM = 65536;
  let SharedBytes = 49152;
  let MaxGridX = 0x7fffffff;
  let MaxGridZ = 65535;
}

def GeometryTable : GenericTable {
  let FilterClass = "Geometry";
  let CppTypeName = "Geometry";
  let Fields = ["Name", "RegistersPerSM", "RegisterUnit", "WarpGranularity",
                "MaxWarps", "MaxThreads", "MaxCTAs", "SharedBytes",
                "SharedUnit", "MaxRegistersPerThread", "MaxThreadsPerCTA",
                "MaxBlockX", "MaxBlockY", "MaxBlockZ", "MaxGridX", "MaxGridY",
                "MaxGridZ"];
}
