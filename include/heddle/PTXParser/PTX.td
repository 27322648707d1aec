//===- PTX.td - The instructions of PTX --------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one description of PTX syntax. Parser, checker and their messages work
// from the tables generated here; adding an instruction form is adding a record
// in one of the included files.
//
//===----------------------------------------------------------------------===//

include "heddle/PTXParser/PTXBase.td"
include "heddle/PTXParser/PTXMnemonics.td"
include "heddle/PTXParser/PTXTypes.td"
include "heddle/PTXParser/PTXNames.td"
include "heddle/PTXParser/PTXNamesMemory.td"
include "heddle/PTXParser/PTXNamesMatrix.td"
include "heddle/PTXParser/PTXOperands.td"
include "heddle/PTXParser/PTXArithmetic.td"
include "heddle/PTXParser/PTXCompareLogic.td"
include "heddle/PTXParser/PTXConvertMove.td"
include "heddle/PTXParser/PTXVideo.td"
include "heddle/PTXParser/PTXMemory.td"
include "heddle/PTXParser/PTXAtomics.td"
include "heddle/PTXParser/PTXControl.td"
include "heddle/PTXParser/PTXImage.td"
include "heddle/PTXParser/PTXMatrix.td"
include "heddle/PTXParser/PTXMma.td"
include "heddle/PTXParser/PTXTensor.td"
include "heddle/PTXParser/PTXCopy.td"
include "heddle/PTXParser/PTXBarrier.td"
include "heddle/PTXParser/PTXSpecialRegisters.td"
include "heddle/Support/Targets.td"

//===----------------------------------------------------------------------===//
// Generated tables
//===----------------------------------------------------------------------===//

// Enumerators are the record names: OpAdd, ModRn, GrpRounding, SRegTid.
def Opcode : GenericEnum { let FilterClass = "Opcode"; }
def Modifier : GenericEnum { let FilterClass = "Modifier"; }
def ModGroup : GenericEnum { let FilterClass = "ModGroup"; }
def SpecialRegister : GenericEnum { let FilterClass = "SpecialRegister"; }

def OpcodeTable : GenericTable {
  let FilterClass = "Opcode";
  let CppTypeName = "OpcodeInfo";
  let Fields = ["Enumerator", "Mnemonic"];
}
// For lib/PTXToLLVM.
def LifterTable : GenericTable {
  let FilterClass = "Opcode";
  let FilterClassField = "HasLifter";
  let CppTypeName = "Lifter";
  let Fields = ["Enumerator", "Lifter", "Guard"];
}
def ModifierTable : GenericTable {
  let FilterClass = "Modifier";
  let CppTypeName = "ModifierInfo";
  let Fields = ["Enumerator", "Text", "Type", "Space", "Number"];
}
def ScalarTypeTable : GenericTable {
  let FilterClass = "ScalarType";
  let CppTypeName = "ScalarTypeInfo";
  let Fields = ["Enumerator", "Text", "Width", "Kind", "IsDeclarable"];
}
def StateSpaceTable : GenericTable {
  let FilterClass = "StateSpace";
  let CppTypeName = "StateSpaceInfo";
  let Fields = ["Enumerator", "Text"];
}
def SpecialRegisterTable : GenericTable {
  let FilterClass = "SpecialRegister";
  let CppTypeName = "SpecialRegisterInfo";
  let Fields = ["Enumerator", "Name", "Type", "IsVector", "Count", "Reads16",
                "MinVersion", "MinTarget"];
}
// For lib/PTXToLLVM.
def SpecialRegisterReads : GenericTable {
  let FilterClass = "SpecialRegister";
  let FilterClassField = "IsReadable";
  let CppTypeName = "RegisterRead";
  let Fields = ["Enumerator", "Reads", "IsVector", "Count"];
}
def FarRegisterReads : GenericTable {
  let FilterClass = "SpecialRegister";
  let FilterClassField = "IsFar";
  let CppTypeName = "FarRegisterRead";
  let Fields = ["Enumerator", "Operation", "Number"];
}
def FormTable : GenericTable {
  let FilterClass = "Form";
  let CppTypeName = "InstForm";
  let Fields = ["Op", "MinVersion", "MinTarget", "LastVersion", "LastTarget",
                "IsBeyondManual",
                "Slots", "Operands", "RaiseList", "RuleList"];
  string TypeOf_Op = "Opcode";
  let PrimaryKey = ["Op"];
  let PrimaryKeyName = "formsOf";
  let PrimaryKeyReturnRange = true;
}
def TargetTable : GenericTable {
  let FilterClass = "Target";
  let CppTypeName = "TargetInfo";
  let Fields = ["Number", "MinVersion", "Suffixes"];
}
