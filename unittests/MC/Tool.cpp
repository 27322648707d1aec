//===- Tool.cpp - The machine code layer as functions ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool.h"
#include "heddle/Backend/Tesla.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace heddle;
using namespace heddle::test;

/// One word or two.
static uint64_t wordOf(ArrayRef<char> Bytes) {
  return Bytes.size() == 4 ? support::endian::read32le(Bytes.data())
                           : support::endian::read64le(Bytes.data());
}

namespace {
/// Keeps the words of the instructions it is given.
class RecordingStreamer : public MCStreamer {
public:
  RecordingStreamer(MCContext &StreamCtx, const MCCodeEmitter &E,
                    std::vector<uint64_t> &Out)
      : MCStreamer(StreamCtx), Emitter(E), Words(Out) {}

  void emitInstruction(const MCInst &Inst,
                       const MCSubtargetInfo &Chip) override {
    SmallVector<char, 8> Bytes;
    SmallVector<MCFixup, 1> Fixups;
    Emitter.encodeInstruction(Inst, Bytes, Fixups, Chip);
    Words.push_back(wordOf(Bytes));
  }
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}
  void emitZerofill(MCSection *, MCSymbol *, uint64_t, Align, SMLoc) override {}

private:
  const MCCodeEmitter &Emitter;
  std::vector<uint64_t> &Words;
};
} // namespace

Tool::Tool(StringRef Chip, StringRef Features)
    : Decoder(Chip, Features), Ctx(tables().createContext(nullptr, &Options)) {
  tesla::initializeAsmParser();
  // Errors are counted, not printed.
  Ctx->setDiagnosticHandler([](const SMDiagnostic &, bool, const SourceMgr &,
                               std::vector<const MDNode *> &) {});
  Emitter.reset(tables().Target.createMCCodeEmitter(instructions(), *Ctx));
}

Tool::~Tool() = default;

Tool::Assembled Tool::assemble(StringRef Text) {
  Assembled Result;
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text), SMLoc());
  Sources.setDiagHandler(
      [](const SMDiagnostic &D, void *Context) {
        auto &First = *static_cast<std::string *>(Context);
        if (First.empty())
          First = D.getMessage();
      },
      &Result.Error);
  std::unique_ptr<MCContext> Context =
      tables().createContext(&Sources, &Options);
  MCContext &AsmCtx = *Context;
  MCObjectFileInfo ObjectFile;
  ObjectFile.initMCObjectFileInfo(AsmCtx, /*PIC=*/false);
  AsmCtx.setObjectFileInfo(&ObjectFile);
  std::unique_ptr<MCCodeEmitter> AsmEmitter(
      tables().Target.createMCCodeEmitter(instructions(), AsmCtx));
  RecordingStreamer Out(AsmCtx, *AsmEmitter, Result.Words);
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(Sources, AsmCtx, Out, *tables().AsmInfo));
  std::unique_ptr<MCTargetAsmParser> TargetParser(
      tables().Target.createMCAsmParser(chip(), *Parser, instructions(),
                                        Options));
  Parser->setTargetParser(*TargetParser);
  if (Parser->Run(/*NoInitialTextSection=*/false) && Result.Error.empty())
    Result.Error = "failed without a message";
  return Result;
}

std::optional<MCInst> Tool::decode(uint64_t Word, std::string *Reason) {
  uint8_t Bytes[8];
  support::endian::write64le(Bytes, Word);
  MCInst Inst;
  uint64_t Size;
  std::string Comment;
  raw_string_ostream OS(Comment);
  bool Good = Decoder.decode(Inst, Size, Bytes, 0, OS);
  if (Reason)
    *Reason = Comment;
  if (!Good)
    return std::nullopt;
  return Inst;
}

std::string Tool::print(const MCInst &Inst) { return Decoder.text(Inst, 0); }

std::optional<uint64_t> Tool::encode(const MCInst &Inst) {
  SmallVector<char, 8> Bytes;
  SmallVector<MCFixup, 1> Fixups;
  Ctx->reset();
  Emitter->encodeInstruction(Inst, Bytes, Fixups, chip());
  if (Ctx->hadError())
    return std::nullopt;
  return wordOf(Bytes);
}
