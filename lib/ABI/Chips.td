//===- Chips.td - The chips code can be made for -----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows behind heddle/ABI/Chips.h.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"

class Chip<string name, string smName, int cc, bit silicon, string geometry> {
  string Name = name;
  string SmName = smName;
  bits<32> ComputeCapability = cc;
  bit Silicon = silicon;
  string GeometryName = geometry;
}

def : Chip<"g80", "sm_10", 10, 1, "g80">;
def : Chip<"g84", "sm_11", 11, 1, "g84">;
def : Chip<"gt215", "sm_12", 12, 1, "gt215">;
def : Chip<"gt200", "sm_13", 13, 1, "gt200">;
def : Chip<"tx1", "sm_20", 20, 0, "tx1">;

def ChipTable : GenericTable {
  let FilterClass = "Chip";
  let CppTypeName = "Chip";
  let Fields = ["Name", "SmName", "ComputeCapability", "Silicon",
                "GeometryName"];
  let PrimaryKey = ["ComputeCapability"];
  let PrimaryKeyName = "lookupChip";
}
