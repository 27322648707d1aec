//===- TeslaInstrRelations.td - From one form to another ---*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TableGen makes a function llvm::Tesla::NAME(Opcode) of each record here; it
// returns -1 where there is no such form. A form that is added to a family is
// found without a change here. MCTargetDesc/TeslaForms.h is what to call.
//
// A form says what an instruction can hold, not whether the operands at hand
// fit: offsets, registers below $r64 and operands that the other form has not
// are for the caller to look at.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Another source: \p from is what it is, \p to what it becomes. All others
// stay.
//===----------------------------------------------------------------------===//

class SourceMapping<int source, string from, string to> : InstrMapping {
  let FilterClass = "FormOf";
  let RowFields = !listconcat(
      ["Family", "Writes", "IsShort"],
      !filter(f, ["Source1", "Source2", "Source3"], !ne(f, "Source"#source)));
  let ColFields = ["Source"#source];
  let KeyCol = [from];
  let ValueCols = [[to]];
}
def getSharedSource1 : SourceMapping<1, "r", "s">;
def getImmSource1 : SourceMapping<1, "r", "i">;
def getConstSource2 : SourceMapping<2, "r", "c">;
def getImmSource2 : SourceMapping<2, "r", "i">;
def getConstSource3 : SourceMapping<3, "r", "c">;
// And back.
def getSource1OfShared : SourceMapping<1, "s", "r">;
def getSource1OfImm : SourceMapping<1, "i", "r">;
def getSource2OfConst : SourceMapping<2, "c", "r">;
def getSource2OfImm : SourceMapping<2, "i", "r">;
def getSource3OfConst : SourceMapping<3, "c", "r">;

//===----------------------------------------------------------------------===//
// Other results: a destination register, a $c, or both
//===----------------------------------------------------------------------===//

class ResultMapping<Results from, Results to> : InstrMapping {
  let FilterClass = "FormOf";
  let RowFields = ["Family", "IsShort", "Source1", "Source2", "Source3"];
  let ColFields = ["Writes"];
  let KeyCol = [from.Name];
  let ValueCols = [[to.Name]];
}
def getBothOfDst : ResultMapping<ResDst, ResBoth>;
def getDstOfBoth : ResultMapping<ResBoth, ResDst>;
def getCCOfBoth : ResultMapping<ResBoth, ResCC>;
def getBothOfCC : ResultMapping<ResCC, ResBoth>;

//===----------------------------------------------------------------------===//
// Other order: src1 - src2 and src2 - src1
//===----------------------------------------------------------------------===//

class DifferenceMapping<string from, string to> : InstrMapping {
  let FilterClass = "AddInst";
  let RowFields = ["Ty", "Writes", "IsShort", "Source1", "Source2"];
  let ColFields = ["Operation"];
  let KeyCol = [from];
  let ValueCols = [[to]];
}
def getSubROfSub : DifferenceMapping<"SUB", "SUBR">;
def getSubOfSubR : DifferenceMapping<"SUBR", "SUB">;

//===----------------------------------------------------------------------===//
// Other length: the same sources and results in one word or two
//===----------------------------------------------------------------------===//

class LengthMapping<bit from, bit to> : InstrMapping {
  let FilterClass = "FormOf";
  let RowFields = ["Family", "Writes", "Source1", "Source2", "Source3"];
  let ColFields = ["IsShort"];
  let KeyCol = [!cast<string>(from)];
  let ValueCols = [[!cast<string>(to)]];
}
def getShort : LengthMapping<0, 1>;
def getLong : LengthMapping<1, 0>;

//===----------------------------------------------------------------------===//
// l[] and g[]
//===----------------------------------------------------------------------===//

// Maps a load to the store of the same access.
def getStoreOf : InstrMapping {
  let FilterClass = "LgInst";
  let RowFields = ["Access", "Space"];
  let ColFields = ["mayLoad"];
  let KeyCol = ["1"];
  let ValueCols = [["0"]];
}
// Maps an access of global memory to that of local memory.
def getLocalOf : InstrMapping {
  let FilterClass = "LgInst";
  let RowFields = ["Access", "mayLoad"];
  let ColFields = ["Space"];
  let KeyCol = ["g"];
  let ValueCols = [["l"]];
}

//===----------------------------------------------------------------------===//
// Instructions of the code generator
//===----------------------------------------------------------------------===//

// Maps an instruction of the code generator to the one that is emitted.
def getEmittedAs : InstrMapping {
  let FilterClass = "SameWord";
  let RowFields = ["Word"];
  let ColFields = ["isCodeGenOnly"];
  let KeyCol = ["1"];
  let ValueCols = [["0"]];
}
