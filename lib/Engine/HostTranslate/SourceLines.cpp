//===- SourceLines.cpp - PTX lines of host code ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace heddle::hosttranslate {

SourceLines::SourceLines(Function &F, const sm::Program &Prog)
    : P(Prog), B(*F.getParent()) {
  Module &M = *F.getParent();
  if (!M.getModuleFlag("Debug Info Version"))
    M.addModuleFlag(Module::Warning, "Debug Info Version",
                    DEBUG_METADATA_VERSION);
  const object::Module::Place Start =
      P.Module.placeOf(P.Code.empty() ? 0 : P.Code.front().Line);
  DIFile *File = fileOf(Start.File);
  // PTX has no number in DWARF.
  B.createCompileUnit(dwarf::DW_LANG_lo_user, File, "Heddle",
                      /*isOptimized=*/true, /*Flags=*/"", /*RV=*/0,
                      /*SplitName=*/"", DICompileUnit::LineTablesOnly);
  Whole = B.createFunction(
      File, P.Kernel.Info.Name, F.getName(), File, Start.Line,
      B.createSubroutineType(B.getOrCreateTypeArray({})), Start.Line,
      DINode::FlagZero,
      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
  F.setSubprogram(Whole);
}

DIFile *SourceLines::fileOf(StringRef Path) {
  return B.createFile(sys::path::filename(Path), sys::path::parent_path(Path));
}

DebugLoc SourceLines::of(uint32_t PC) {
  const uint32_t Line = P.Code[PC].Line;
  if (!Line)
    return {};
  const object::Module::Place Place = P.Module.placeOf(Line);
  DIScope *Scope = Whole;
  // Other files of a program that was linked.
  if (DIFile *File = fileOf(Place.File); File != Whole->getFile())
    Scope = B.createLexicalBlockFile(Whole, File);
  return DILocation::get(Whole->getContext(), Place.Line, 0, Scope);
}

} // namespace heddle::hosttranslate
