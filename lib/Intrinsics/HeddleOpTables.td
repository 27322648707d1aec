//===- HeddleOpTables.td - Tables of the operations --------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables that heddle/Intrinsics/HeddleOps.h makes of HeddleOps.td.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"
include "heddle/Intrinsics/HeddleOps.td"

def HeddleType : GenericEnum {
  let FilterClass = "HeddleType";
  let ValueField = "Value";
}

class HeddleTypeRow<HeddleType type> {
  bits<8> Key = type.Value;
  bits<32> MaxImmediate = type.MaxImmediate;
}
foreach type = HeddleTypes in
  def TypeRow#type : HeddleTypeRow<type>;

def HeddleTypeTable : GenericTable {
  let FilterClass = "HeddleTypeRow";
  let CppTypeName = "HeddleTypeInfo";
  let Fields = ["Key", "MaxImmediate"];
  let PrimaryKey = ["Key"];
  let PrimaryKeyName = "lookupHeddleType";
}

def HeddleEffect : GenericEnum {
  let FilterClass = "HeddleEffect";
}

def HeddleSelection : GenericEnum {
  let FilterClass = "HeddleSelection";
}

def HeddleOpEnum : GenericEnum {
  let FilterClass = "HeddleOp";
}

// A list of types in a number, four bits each from the lowest on.
class Packed<list<HeddleType> types> {
  bits<32> Bits = !foldl(0, !range(!size(types)), sum, i,
                         !or(sum, !shl(types[i].Value, !mul(4, i))));
}

class HeddleOpRow<HeddleOp op> {
  HeddleOp Op = op;
  string Name = op.Name;
  bits<32> Results = Packed<op.Results>.Bits;
  bits<32> Params = Packed<op.Params>.Bits;
  HeddleEffect Effect = op.Effect;
  bit Convergent = op.Convergent;
  bit Divergent = op.Divergent;
  string Needs = !if(!empty(op.Needs), "", !head(op.Needs).Name);
  HeddleSelection Selection = op.Selection;
}
foreach op = HeddleOps in
  def Row#op : HeddleOpRow<op>;

def HeddleOpTable : GenericTable {
  let FilterClass = "HeddleOpRow";
  let CppTypeName = "HeddleOpInfo";
  let Fields = ["Op", "Name", "Results", "Params", "Effect", "Convergent",
                "Divergent", "Needs", "Selection"];
  string TypeOf_Op = "HeddleOpEnum";
  // The key that rows are sorted by.
  let PrimaryKey = ["Op"];
  let PrimaryKeyName = "lookupHeddleOpRow";
  string TypeOf_Effect = "HeddleEffect";
  string TypeOf_Selection = "HeddleSelection";
}

def lookupHeddleOp : SearchIndex {
  let Table = HeddleOpTable;
  let Key = ["Name"];
}
