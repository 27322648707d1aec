//===- CodeNotes.cpp - What the code of a PTX file costs ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/LanguageServer/CodeNotes.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Inspect/Listing.h"
#include "heddle/Object/Module.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace heddle;
using namespace heddle::lsp;
using llvm::StringRef;

static constexpr unsigned UsualThreads = 256;

static KernelNote noteKernel(const KernelReport &Report,
                             const abi::Geometry *Geometry) {
  const object::KernelInfo &Info = Report.Info;
  KernelNote Note;
  Note.Name = Info.Name;
  Note.Registers = Info.Registers;
  Note.Pressure = Report.Pressure.Peak;
  const auto &Declared = Info.ReqNtid[0] != 0 ? Info.ReqNtid : Info.MaxNtid;
  Note.Threads =
      Declared[0] == 0 ? UsualThreads : Declared[0] * Declared[1] * Declared[2];
  if (!Geometry)
    return Note;
  abi::Occupancy Result =
      abi::computeOccupancy(*Geometry, Note.Threads, Info.Registers,
                            uint32_t(object::sharedBytesOn(Info, *Geometry)));
  Note.Occupancy = Result.percent();
  Note.Limits = Result.limiterNames();
  return Note;
}

static void noteLines(const object::Module &M, CodeNotes &Notes) {
  llvm::Expected<std::unique_ptr<inspect::Disassembler>> D =
      inspect::Disassembler::create(M);
  if (!D) {
    llvm::consumeError(D.takeError());
    return;
  }
  std::map<unsigned, LineNote> Lines;
  for (const object::Kernel &K : M.Kernels)
    (*D)->disassemble(K.Code, [&](const inspect::Disassembler::Instruction &I) {
      unsigned Line = K.lineOf(I.Address).Line;
      if (Line == 0)
        return;
      LineNote &Note = Lines[Line - 1];
      Note.Line = Line - 1;
      Note.Instructions.push_back(inspect::singleSpaced(I.Text));
    });
  for (auto &[Line, Note] : Lines)
    Notes.Lines.push_back(std::move(Note));
}

CodeNotes heddle::lsp::noteCode(StringRef Text, StringRef Name) {
  CodeNotes Notes;
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(Text, Name),
                             {});
  Diagnostics Quiet(Sources, llvm::nulls());
  CompileOptions Options;
  Options.FallbackArch = "tx1";
  auto Compiled = compilePTX(Options, Quiet);
  if (!Compiled) {
    llvm::consumeError(Compiled.takeError());
    return Notes;
  }
  if (!*Compiled)
    return Notes;
  for (const KernelReport &Report : (*Compiled)->Kernels)
    Notes.Kernels.push_back(noteKernel(Report, (*Compiled)->Geometry));
  llvm::Expected<object::Module> M = object::readModule(
      {StringRef((*Compiled)->Output.data(), (*Compiled)->Output.size()),
       Name});
  if (M)
    noteLines(*M, Notes);
  else
    llvm::consumeError(M.takeError());
  return Notes;
}
