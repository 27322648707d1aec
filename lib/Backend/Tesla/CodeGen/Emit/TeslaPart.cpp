//===- TeslaPart.cpp - Objects that are to be linked ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbols are there for nm, readelf and build systems; a link goes by the
// PTX.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaTargetStreamer.h"
#include "Target/TeslaTargetMachine.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Object/Module.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetLoweringObjectFileImpl.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbol.h"

using namespace llvm;
using namespace heddle;
using namespace heddle::tesla;

namespace {

class PartWriter {
public:
  PartWriter(MCContext &Context, MCStreamer &OS) : Context(Context), OS(OS) {}

  void bytes(StringRef Section, StringRef Contents) {
    OS.switchSection(Context.getELFSection(Section, ELF::SHT_PROGBITS, 0));
    OS.emitBytes(Contents);
  }
  void text(StringRef Text, ArrayRef<PartSymbol> Symbols);
  void variables(StringRef Section, unsigned Flags, unsigned AddressSpace,
                 ArrayRef<PartSymbol> Symbols);
  /// Writes the symbols without a section.
  void others(ArrayRef<PartSymbol> Symbols);

private:
  MCSymbol *declare(const PartSymbol &S);

  MCContext &Context;
  MCStreamer &OS;
};

bool hasSection(const PartSymbol &S) {
  return S.Binding != PartSymbol::Common && S.Binding != PartSymbol::Undefined;
}

} // namespace

MCSymbol *PartWriter::declare(const PartSymbol &S) {
  MCSymbol *Symbol = Context.getOrCreateSymbol(S.Name);
  if (S.Binding == PartSymbol::Weak)
    OS.emitSymbolAttribute(Symbol, MCSA_Weak);
  else if (S.Binding != PartSymbol::Local)
    OS.emitSymbolAttribute(Symbol, MCSA_Global);
  OS.emitSymbolAttribute(Symbol, S.IsFunction ? MCSA_ELF_TypeFunction
                                              : MCSA_ELF_TypeObject);
  return Symbol;
}

void PartWriter::text(StringRef Text, ArrayRef<PartSymbol> Symbols) {
  SmallVector<const PartSymbol *, 8> InOrder;
  for (const PartSymbol &S : Symbols)
    if (S.IsFunction && hasSection(S))
      InOrder.push_back(&S);
  llvm::sort(InOrder, [](const PartSymbol *A, const PartSymbol *B) {
    return A->Offset < B->Offset;
  });
  OS.switchSection(Context.getELFSection(object::PTXSection, ELF::SHT_PROGBITS,
                                         ELF::SHF_ALLOC | ELF::SHF_EXECINSTR));
  uint64_t Done = 0;
  for (const PartSymbol *S : InOrder) {
    OS.emitBytes(Text.slice(Done, S->Offset));
    OS.emitLabel(declare(*S));
    Done = S->Offset;
  }
  OS.emitBytes(Text.substr(Done));
}

void PartWriter::variables(StringRef Section, unsigned Flags,
                           unsigned AddressSpace,
                           ArrayRef<PartSymbol> Symbols) {
  bool IsOpen = false;
  for (const PartSymbol &S : Symbols) {
    if (S.IsFunction || S.AddressSpace != AddressSpace || !hasSection(S))
      continue;
    if (!std::exchange(IsOpen, true))
      OS.switchSection(Context.getELFSection(Section, ELF::SHT_NOBITS, Flags));
    OS.emitValueToAlignment(Align(S.Align));
    MCSymbol *Symbol = declare(S);
    OS.emitLabel(Symbol);
    OS.emitELFSize(Symbol, MCConstantExpr::create(int64_t(S.Size), Context));
    OS.emitZeros(S.Size);
  }
}

void PartWriter::others(ArrayRef<PartSymbol> Symbols) {
  for (const PartSymbol &S : Symbols) {
    if (hasSection(S))
      continue;
    MCSymbol *Symbol = declare(S);
    if (S.Binding == PartSymbol::Common)
      OS.emitCommonSymbol(Symbol, S.Size, Align(S.Align));
  }
}

void heddle::tesla::writePart(const object::Part &P,
                              ArrayRef<PartSymbol> Symbols, bool MapsDoubles,
                              const CodeGenOptions &Options,
                              raw_pwrite_stream &OS) {
  std::unique_ptr<TargetMachine> TM = createTargetMachine(Options);
  auto &LTM = static_cast<TeslaTargetMachine &>(*TM);
  MachineModuleInfo MMI(&LTM);
  MCContext &Context = MMI.getContext();
  auto *Sections = LTM.getObjFileLowering();
  Sections->Initialize(Context, LTM);
  Context.setObjectFileInfo(Sections);
  std::unique_ptr<MCStreamer> Streamer = cantFail(
      LTM.createMCStreamer(OS, nullptr, CodeGenFileType::ObjectFile, Context));
  if (MapsDoubles)
    static_cast<TeslaTargetELFStreamer *>(Streamer->getTargetStreamer())
        ->addFlags(object::FlagsMappedDoubles);
  PartWriter W(Context, *Streamer);
  W.text(P.Text, Symbols);
  constexpr unsigned Data = ELF::SHF_ALLOC | ELF::SHF_WRITE;
  W.variables(".bss", Data, abi::Global, Symbols);
  W.variables(object::ConstantSection, ELF::SHF_ALLOC, abi::Constant, Symbols);
  W.variables(object::SharedSection, Data, abi::Shared, Symbols);
  W.others(Symbols);
  SmallVector<char, 0> Bytes = object::encodePart(P);
  W.bytes(object::PartSection, StringRef(Bytes.data(), Bytes.size()));
  W.bytes(object::SourceSection, Options.SourceName);
  Streamer->finish();
}
