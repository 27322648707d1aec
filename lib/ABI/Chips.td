//===- Chips.td - Tables of chips and their features -------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables that heddle/ABI/Chips.h makes of Features.td.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"
include "heddle/ABI/Features.td"
include "heddle/Support/Targets.td"

def Feature : GenericEnum {
  let FilterClass = "Feature";
}

// Rows come in the order of the enumerators: both are sorted by record name.
def FeatureTable : GenericTable {
  let FilterClass = "Feature";
  let CppTypeName = "FeatureInfo";
  let Fields = ["Name", "Summary"];
}

def ChipTable : GenericTable {
  let FilterClass = "Chip";
  let CppTypeName = "Chip";
  let Fields = ["Name", "SmName", "ComputeCapability", "Silicon",
                "GeometryName", "Triple"];
  let PrimaryKey = ["ComputeCapability"];
  let PrimaryKeyName = "lookupChip";
}

class FeatureOfChip<Chip chip, Feature feature> {
  bits<32> ComputeCapability = chip.ComputeCapability;
  Feature Has = feature;
}
foreach c = Chips in
  foreach f = c.Has in
    def : FeatureOfChip<c, f>;

def FeatureOfChipTable : GenericTable {
  let FilterClass = "FeatureOfChip";
  let CppTypeName = "FeatureOfChip";
  let Fields = ["ComputeCapability", "Has"];
  string TypeOf_Has = "Feature";
  let PrimaryKey = ["ComputeCapability", "Has"];
  let PrimaryKeyName = "lookupFeatureOfChip";
}

def TargetArchTable : GenericTable {
  let FilterClass = "Target";
  let CppTypeName = "TargetArch";
  let Fields = ["Number", "Suffixes"];
  // So that they are sorted.
  let PrimaryKey = ["Number"];
  let PrimaryKeyName = "lookupTargetArch";
}
