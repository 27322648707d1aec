//===- Assemble.cpp - Text to words ---------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaMC.h"
#include "heddle/Backend/TargetTables.h"
#include "heddle/Backend/Tesla.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FormattedStream.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace heddle;

static std::unique_ptr<MCStreamer>
createStreamer(MCContext &Ctx, const tesla::TargetTables &Tables,
               const MCToolOptions &Options, raw_pwrite_stream &OS) {
  const Target &T = Tables.Target;
  const Triple &TT = Ctx.getTargetTriple();
  if (Options.Output == FileType::Null)
    return std::unique_ptr<MCStreamer>(T.createNullStreamer(Ctx));
  std::unique_ptr<MCCodeEmitter> Emitter(
      T.createMCCodeEmitter(*Tables.Instructions, Ctx));
  std::unique_ptr<MCAsmBackend> Backend(
      T.createMCAsmBackend(*Tables.Chip, *Tables.Registers, MCTargetOptions()));
  if (Options.Output == FileType::Asm) {
    MCInstPrinter *Printer = T.createMCInstPrinter(
        TT, 0, *Tables.AsmInfo, *Tables.Instructions, *Tables.Registers);
    auto Formatted = std::make_unique<formatted_raw_ostream>(OS);
    if (!Options.ShowEncoding)
      Emitter.reset();
    return std::unique_ptr<MCStreamer>(
        T.createAsmStreamer(Ctx, std::move(Formatted), Printer,
                            std::move(Emitter), std::move(Backend)));
  }
  std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(OS);
  return std::unique_ptr<MCStreamer>(
      T.createMCObjectStreamer(TT, Ctx, std::move(Backend), std::move(Writer),
                               std::move(Emitter), *Tables.Chip));
}

bool heddle::assemble(SourceMgr &Sources, const MCToolOptions &Options,
                      raw_pwrite_stream &OS) {
  tesla::initializeAsmParser();
  tesla::TargetTables Tables(Options.Chip);
  MCTargetOptions MCOptions;
  // Encodings are comments.
  MCOptions.ShowMCEncoding = MCOptions.AsmVerbose = Options.ShowEncoding;
  std::unique_ptr<MCContext> Context =
      Tables.createContext(&Sources, &MCOptions);
  MCContext &Ctx = *Context;
  MCObjectFileInfo ObjectFile;
  ObjectFile.initMCObjectFileInfo(Ctx, /*PIC=*/false);
  Ctx.setObjectFileInfo(&ObjectFile);

  std::unique_ptr<MCStreamer> Out = createStreamer(Ctx, Tables, Options, OS);
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(Sources, Ctx, *Out, *Tables.AsmInfo));
  std::unique_ptr<MCTargetAsmParser> TargetParser(
      Tables.Target.createMCAsmParser(*Tables.Chip, *Parser,
                                      *Tables.Instructions, MCOptions));
  Parser->setTargetParser(*TargetParser);
  return !Parser->Run(/*NoInitialTextSection=*/false) && !Ctx.hadError();
}
