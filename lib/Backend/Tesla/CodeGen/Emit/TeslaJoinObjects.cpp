//===- TeslaJoinObjects.cpp - One object of the kernels of several --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Joins objects whose kernels were generated apart, each from the whole module
/// without the other kernels:
///
///   .text.a .heddle.info.a .data.v     .text.a .heddle.info.a
///   .text.b .heddle.info.b .data.v  ->  .text.b .heddle.info.b .data.v
///
/// Sections and symbols go through the streamer that the printer uses, in the
/// order in which it would have met them, so that the bytes are those of an
/// object which was made at once.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaTargetStreamer.h"
#include "Target/TeslaTargetMachine.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Object/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetLoweringObjectFileImpl.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCELFStreamer.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCFragment.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Object/ELFObjectFile.h"
#include <cassert>

using namespace llvm;
using namespace heddle;
using llvm::object::ELFObjectFileBase;
using llvm::object::ELFRelocationRef;
using llvm::object::ELFSectionRef;
using llvm::object::ELFSymbolRef;
using llvm::object::RelocationRef;
using llvm::object::SectionRef;

namespace {

/// The object of some of the kernels, which this process has just written.
class Part {
public:
  explicit Part(StringRef Bytes);

  /// Those that hold something, in the file's order.
  ArrayRef<SectionRef> sections() const { return Sections; }
  ArrayRef<ELFSymbolRef> symbolsOf(SectionRef S) const {
    return lookup(Symbols, S);
  }
  ArrayRef<RelocationRef> relocationsOf(SectionRef S) const {
    return lookup(Relocations, S);
  }
  const ELFObjectFileBase &object() const { return *Object; }

private:
  template <class T> using BySection = DenseMap<uint64_t, SmallVector<T, 2>>;
  template <class T>
  static ArrayRef<T> lookup(const BySection<T> &Map, SectionRef S) {
    auto It = Map.find(S.getIndex());
    return It == Map.end() ? ArrayRef<T>() : ArrayRef<T>(It->second);
  }

  std::unique_ptr<ELFObjectFileBase> Object;
  SmallVector<SectionRef, 0> Sections;
  BySection<ELFSymbolRef> Symbols;
  BySection<RelocationRef> Relocations;
};

class ObjectJoiner {
public:
  ObjectJoiner(MCContext &Context, MCELFStreamer &OS)
      : Context(Context), OS(OS) {}

  /// Writes the kernels of \p P.
  void kernels(const Part &P);
  /// Writes what else the module has, as \p P has it.
  void others(const Part &P);
  /// Writes the sections in front of the first kernel and the file's name.
  void start(const Part &P);

private:
  void section(const Part &P, SectionRef S);
  MCSymbol *declare(ELFSymbolRef S);
  /// A fixup of the byte that comes next.
  void relocate(const RelocationRef &R);
  void bytes(ELFSectionRef S, uint64_t Begin, uint64_t End);

  MCContext &Context;
  MCELFStreamer &OS;
};

template <class T> T known(Expected<T> Value) {
  return cantFail(std::move(Value), "an object of our own is well formed");
}

StringRef nameOf(SectionRef S) { return known(S.getName()); }

bool isOfKernel(SectionRef S) {
  return any_of(ArrayRef<StringRef>{heddle::object::TextPrefix,
                                    heddle::object::InfoPrefix,
                                    heddle::object::LinesPrefix,
                                    heddle::object::LiteralsPrefix,
                                    heddle::object::RegistersPrefix},
                [&](StringRef P) { return nameOf(S).starts_with(P); });
}

/// Whether the writer makes the section itself.
bool isTable(ELFSectionRef S) {
  switch (S.getType()) {
  case ELF::SHT_NULL:
  case ELF::SHT_STRTAB:
  case ELF::SHT_SYMTAB:
  case ELF::SHT_RELA:
    return true;
  default:
    return false;
  }
}

} // namespace

Part::Part(StringRef Bytes) {
  std::unique_ptr<llvm::object::ObjectFile> Read =
      known(llvm::object::ObjectFile::createELFObjectFile(
          MemoryBufferRef(Bytes, "part")));
  Object.reset(cast<ELFObjectFileBase>(Read.release()));
  for (SectionRef S : Object->sections()) {
    if (!isTable(S))
      Sections.push_back(S);
    llvm::object::section_iterator To = known(S.getRelocatedSection());
    if (To != Object->section_end())
      append_range(Relocations[To->getIndex()], S.relocations());
  }
  for (ELFSymbolRef S : Object->symbols()) {
    llvm::object::section_iterator In = known(S.getSection());
    if (In != Object->section_end())
      Symbols[In->getIndex()].push_back(S);
  }
  for (auto &[Index, Of] : Symbols)
    sort(Of, [](ELFSymbolRef A, ELFSymbolRef B) {
      auto Key = [](ELFSymbolRef S) {
        return std::pair(known(S.getValue()), S.getRawDataRefImpl().d.b);
      };
      return Key(A) < Key(B);
    });
  for (auto &[Index, Of] : Relocations)
    assert(is_sorted(Of,
                     [](const RelocationRef &A, const RelocationRef &B) {
                       return A.getOffset() < B.getOffset();
                     }) &&
           "the writer sorts relocations");
}

MCSymbol *ObjectJoiner::declare(ELFSymbolRef S) {
  MCSymbol *Symbol = Context.getOrCreateSymbol(known(S.getName()));
  switch (S.getBinding()) {
  case ELF::STB_GLOBAL:
    OS.emitSymbolAttribute(Symbol, MCSA_Global);
    break;
  case ELF::STB_WEAK:
    OS.emitSymbolAttribute(Symbol, MCSA_Weak);
    break;
  default:
    OS.emitSymbolAttribute(Symbol, MCSA_Local);
  }
  if (S.getOther() == ELF::STV_HIDDEN)
    OS.emitSymbolAttribute(Symbol, MCSA_Hidden);
  else if (S.getOther() == ELF::STV_PROTECTED)
    OS.emitSymbolAttribute(Symbol, MCSA_Protected);
  if (S.getELFType() == ELF::STT_FUNC)
    OS.emitSymbolAttribute(Symbol, MCSA_ELF_TypeFunction);
  else if (S.getELFType() == ELF::STT_OBJECT)
    OS.emitSymbolAttribute(Symbol, MCSA_ELF_TypeObject);
  return Symbol;
}

void ObjectJoiner::relocate(const RelocationRef &R) {
  const MCExpr *To = MCSymbolRefExpr::create(
      Context.getOrCreateSymbol(known(R.getSymbol()->getName())), Context);
  if (int64_t Addend = known(ELFRelocationRef(R).getAddend()))
    To = MCBinaryExpr::createAdd(To, MCConstantExpr::create(Addend, Context),
                                 Context);
  OS.visitUsedExpr(*To);
  MCDataFragment &Data = *OS.getOrCreateDataFragment();
  Data.getFixups().push_back(
      MCFixup::create(uint32_t(Data.getContents().size()), To,
                      MCFixupKind(FirstLiteralRelocationKind + R.getType())));
}

void ObjectJoiner::bytes(ELFSectionRef S, uint64_t Begin, uint64_t End) {
  assert(Begin <= End && "labels and relocations ascend");
  if (Begin == End)
    return;
  if (S.getType() == ELF::SHT_NOBITS)
    OS.emitZeros(End - Begin);
  else
    OS.emitBytes(known(S.getContents()).slice(Begin, End));
}

void ObjectJoiner::section(const Part &P, SectionRef Section) {
  ELFSectionRef S(Section);
  MCSectionELF *To =
      Context.getELFSection(nameOf(S), S.getType(), unsigned(S.getFlags()));
  OS.switchSection(To);
  To->ensureMinAlignment(S.getAlignment());
  ArrayRef<ELFSymbolRef> Symbols = P.symbolsOf(S);
  ArrayRef<RelocationRef> Relocations = P.relocationsOf(S);
  uint64_t Done = 0;
  while (!Symbols.empty() || !Relocations.empty()) {
    const uint64_t NextSymbol =
        Symbols.empty() ? UINT64_MAX : known(Symbols.front().getValue());
    const bool IsSymbol =
        Relocations.empty() || NextSymbol <= Relocations.front().getOffset();
    const uint64_t At = IsSymbol ? NextSymbol : Relocations.front().getOffset();
    bytes(S, Done, At);
    Done = At;
    if (IsSymbol) {
      MCSymbol *Symbol = declare(Symbols.front());
      OS.emitLabel(Symbol);
      OS.emitELFSize(Symbol, MCConstantExpr::create(
                                 int64_t(Symbols.front().getSize()), Context));
      Symbols = Symbols.drop_front();
    } else {
      relocate(Relocations.front());
      Relocations = Relocations.drop_front();
    }
  }
  bytes(S, Done, S.getSize());
}

void ObjectJoiner::start(const Part &P) {
  for (ELFSymbolRef S : P.object().symbols())
    if (S.getELFType() == ELF::STT_FILE)
      OS.emitFileDirective(known(S.getName()));
  for (SectionRef S : P.sections()) {
    if (isOfKernel(S))
      return;
    section(P, S);
  }
}

void ObjectJoiner::kernels(const Part &P) {
  // The printer meets a function at its first call, which leaves no relocation
  // behind: the table has the order.
  DenseSet<uint64_t> Kernels;
  StringSet<> Used;
  for (SectionRef S : P.sections()) {
    if (!isOfKernel(S))
      continue;
    Kernels.insert(S.getIndex());
    for (const RelocationRef &R : P.relocationsOf(S))
      Used.insert(known(R.getSymbol()->getName()));
  }
  for (ELFSymbolRef S : P.object().symbols()) {
    llvm::object::section_iterator In = known(S.getSection());
    StringRef Name = known(S.getName());
    if (Used.contains(Name) ||
        (In != P.object().section_end() && Kernels.contains(In->getIndex())))
      OS.getAssembler().registerSymbol(*Context.getOrCreateSymbol(Name));
  }
  for (SectionRef S : P.sections())
    if (isOfKernel(S))
      section(P, S);
}

void ObjectJoiner::others(const Part &P) {
  bool IsBehind = false;
  for (SectionRef S : P.sections()) {
    if (isOfKernel(S))
      IsBehind = true;
    else if (IsBehind)
      section(P, S);
  }
}

void heddle::tesla::joinObjects(ArrayRef<StringRef> Parts,
                                TargetMachine &Target, raw_pwrite_stream &OS) {
  assert(!Parts.empty() && "the first has what the module has once");
  auto &LTM = static_cast<TeslaTargetMachine &>(Target);
  MachineModuleInfo MMI(&LTM);
  MCContext &Context = MMI.getContext();
  auto *Sections = LTM.getObjFileLowering();
  Sections->Initialize(Context, LTM);
  Context.setObjectFileInfo(Sections);
  std::unique_ptr<MCStreamer> Streamer = cantFail(
      LTM.createMCStreamer(OS, nullptr, CodeGenFileType::ObjectFile, Context));
  auto &ELFStreamer = static_cast<MCELFStreamer &>(*Streamer);
  std::vector<Part> Read;
  for (StringRef Bytes : Parts)
    Read.emplace_back(Bytes);
  ObjectJoiner Joiner(Context, ELFStreamer);
  Joiner.start(Read.front());
  for (const Part &P : Read) {
    Joiner.kernels(P);
    static_cast<TeslaTargetELFStreamer *>(Streamer->getTargetStreamer())
        ->addFlags(P.object().getPlatformFlags());
  }
  Joiner.others(Read.front());
  Streamer->finish();
}
