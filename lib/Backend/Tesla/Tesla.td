//===- Tesla.td - The Tesla target -------------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The single description of the chips: encoder, decoder, printer, assembler,
// instruction selection and the SM's decoder are all generated from it. "P.S" in
// comments means primary opcode w0[28:31] and secondary opcode w1[29:31].
//
//===----------------------------------------------------------------------===//

include "llvm/Target/Target.td"
include "llvm/TableGen/SearchableTable.td"
include "heddle/ABI/Operations.td"

include "TeslaSchedule.td"
include "TeslaFeatures.td"
include "TeslaTypes.td"
include "TeslaRegisterInfo.td"
include "TeslaOperands.td"
include "TeslaInstrFormats.td"
include "TeslaInstrMove.td"
include "TeslaInstrInteger.td"
include "TeslaInstrFloat.td"
include "TeslaInstrDouble.td"
include "TeslaInstrConvert.td"
include "TeslaInstrMemory.td"
include "TeslaInstrImmediate.td"
include "TeslaInstrShort.td"
include "TeslaInstrControl.td"
include "TeslaInstrTexture.td"
include "TeslaInstrTx1Formats.td"
include "TeslaInstrTx1Move.td"
include "TeslaInstrTx1Integer.td"
include "TeslaInstrTx1Wide.td"
include "TeslaInstrTx1Bits.td"
include "TeslaInstrTx1Exchange.td"
include "TeslaInstrTx1Float.td"
include "TeslaInstrTx1Half.td"
include "TeslaInstrTx1Convert.td"
include "TeslaInstrTx1Memory.td"
include "TeslaInstrTx1Atomic.td"
include "TeslaInstrTx1Host.td"
include "TeslaInstrTx1Texture.td"
include "TeslaInstrTx1Matrix.td"
include "TeslaInstrRelations.td"

def TeslaInstrInfo : InstrInfo {
  let guessInstructionProperties = 0;
}

def TeslaAsmParser : AsmParser {
  let ShouldEmitMatchRegisterName = 1;
  let ReportMultipleNearMisses = 0;
}

def TeslaAsmParserVariant : AsmParserVariant {
  let TokenizingCharacters = "()#[]";
  let SeparatorCharacters = " \t";
}

def TeslaAsmWriter : AsmWriter {
  string AsmWriterClassName = "InstPrinter";
  bit isMCAsmWriter = 1;
}

def Tesla : Target {
  let InstructionSet = TeslaInstrInfo;
  let AssemblyParsers = [TeslaAsmParser];
  let AssemblyParserVariants = [TeslaAsmParserVariant];
  let AssemblyWriters = [TeslaAsmWriter];
  let AllowRegisterRenaming = 1;
}

include "CodeGen/Select/TeslaOperations.td"
include "CodeGen/Select/TeslaIntrinsics.td"
include "CodeGen/Select/TeslaPatterns.td"
include "CodeGen/Select/TeslaPatternsTx1.td"
