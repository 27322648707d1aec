//===- TeslaNotes.cpp - Sections beside the code --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaNotes.h"
#include "Target/TeslaTargetMachine.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Intrinsics/ImageList.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"

using namespace llvm;
using namespace heddle;

void TeslaNotes::startSection(const Twine &Name) {
  Out.switchSection(Out.getContext().getELFSection(Name, ELF::SHT_PROGBITS, 0));
}

void TeslaNotes::emit(const Twine &Name, ArrayRef<char> Bytes) {
  startSection(Name);
  Out.emitBytes(StringRef(Bytes.data(), Bytes.size()));
}

void TeslaNotes::emitInfo(const object::KernelInfo &Info) {
  emit(object::InfoPrefix + Info.Name, object::encodeKernelInfo(Info));
}

void TeslaNotes::emitLines(StringRef Name, const MCSymbol *Kernel,
                           ArrayRef<LineMark> Lines) {
  startSection(object::LinesPrefix + Name);
  for (const LineMark &L : Lines) {
    Out.emitAbsoluteSymbolDiff(L.Label, Kernel, 4);
    Out.emitIntValue(L.Entry.Line, 4);
    Out.emitIntValue(L.Entry.Column, 4);
  }
}

void TeslaNotes::emitLiterals(StringRef Name, ArrayRef<uint32_t> Words) {
  if (Words.empty())
    return;
  startSection(object::LiteralsPrefix + Name);
  for (uint32_t Word : Words)
    Out.emitInt32(Word);
}

void TeslaNotes::emitRegisterNames(StringRef Name,
                                   const object::RegisterMap &Map) {
  emit(object::RegistersPrefix + Name, object::encodeRegisterMap(Map));
}

void TeslaNotes::emitImages(const Module &M) {
  std::vector<abi::ImageReference> Images = imagesOf(M);
  if (!Images.empty())
    emit(object::ImagesSection, object::encodeImages(Images));
}

/// Returns null if \p M lacks the flag.
static const MDString *textFlag(const Module &M, StringRef Flag) {
  return dyn_cast_or_null<MDString>(M.getModuleFlag(Flag));
}

void TeslaNotes::emitArch(const Module &M) {
  if (const MDString *Name = textFlag(M, abi::ArchFlag)) {
    startSection(object::ArchSection);
    Out.emitBytes(Name->getString());
  }
}

void TeslaNotes::emitGeometry(const Module &M, const TargetMachine &TM) {
  const MDString *Name = textFlag(M, abi::GeometryFlag);
  const abi::Geometry *G =
      Name ? abi::findGeometry(Name->getString()) : nullptr;
  if (G)
    emit(object::GeometrySection,
         object::encodeCompiledGeometry(
             {G->Name, *G, abi::launchLimits(teslaModel(TM), *G)}));
}

void TeslaNotes::emitSources(const object::SourceMap &Sources) {
  if (!Sources.empty())
    emit(object::SourceMapSection, object::encodeSourceMap(Sources));
}

void TeslaNotes::emitFiles(StringRef Source, ArrayRef<object::PTXFile> Files) {
  if (Source.empty())
    return;
  startSection(object::SourceSection);
  Out.emitBytes(Source);
  if (!Files.empty())
    emit(object::FilesSection, object::encodeFiles(Files));
}
