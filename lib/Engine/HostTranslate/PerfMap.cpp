//===- PerfMap.cpp - Names of host code for perf --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerfMap.h"
#include "KernelBuilder.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using llvm::object::ELFSymbolRef;
using llvm::object::ObjectFile;
using llvm::object::SectionedAddress;

namespace heddle::hosttranslate {

namespace {

/// The functions of an object file that lie in one section.
class PerfMapWriter {
public:
  PerfMapWriter(raw_ostream &To, const ObjectFile &Obj, const sm::Program &Prog)
      : OS(To), P(Prog), Dwarf(DWARFContext::create(Obj)) {}

  /// \p F starts at \p Address in memory.
  void write(const ELFSymbolRef &F, SectionedAddress At, uint64_t Address);

private:
  /// A name for what \p Place says.
  std::string nameOf(const DILineInfo &Place) const;
  void range(uint64_t Begin, uint64_t End, StringRef Name) {
    if (Begin != End)
      OS << format_hex_no_prefix(Begin, 1) << ' '
         << format_hex_no_prefix(End - Begin, 1) << ' ' << Name << '\n';
  }

  raw_ostream &OS;
  const sm::Program &P;
  const std::unique_ptr<DWARFContext> Dwarf;
};

std::string PerfMapWriter::nameOf(const DILineInfo &Place) const {
  std::string Name = P.Kernel.Info.Name;
  if (!Place.Line)
    return Name;
  if (!P.Module.Files.empty())
    Name += ":" + Place.FileName;
  return Name + ":" + std::to_string(Place.Line);
}

void PerfMapWriter::write(const ELFSymbolRef &F, SectionedAddress At,
                          uint64_t Address) {
  DILineInfoSpecifier Wanted(DILineInfoSpecifier::FileLineInfoKind::RawValue,
                             DILineInfoSpecifier::FunctionNameKind::None);
  std::string Name = nameOf({});
  uint64_t Begin = Address;
  for (const auto &[Where, Place] :
       Dwarf->getLineInfoForAddressRange(At, F.getSize(), Wanted)) {
    std::string Next = nameOf(Place);
    if (Next == Name)
      continue;
    const uint64_t Now = Address + (Where - At.Address);
    range(Begin, Now, Name);
    Begin = Now;
    Name = std::move(Next);
  }
  range(Begin, Address + F.getSize(), Name);
}

} // namespace

Error writePerfMap(raw_ostream &OS, MemoryBufferRef Object,
                   const sm::Program &P, uint64_t Address) {
  Expected<std::unique_ptr<ObjectFile>> Obj =
      ObjectFile::createELFObjectFile(Object);
  if (!Obj)
    return Obj.takeError();
  struct Found {
    ELFSymbolRef Symbol;
    SectionedAddress At;
  };
  std::vector<Found> Functions;
  std::optional<SectionedAddress> Kernel;
  for (const ELFSymbolRef Symbol : (*Obj)->symbols()) {
    if (Symbol.getELFType() != ELF::STT_FUNC)
      continue;
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    Expected<uint64_t> Value = Symbol.getValue();
    if (!Value)
      return Value.takeError();
    Expected<llvm::object::section_iterator> Section = Symbol.getSection();
    if (!Section)
      return Section.takeError();
    if (*Section == (*Obj)->section_end())
      continue;
    Functions.push_back({Symbol, {*Value, (*Section)->getIndex()}});
    if (*Name == KernelName)
      Kernel = Functions.back().At;
  }
  PerfMapWriter Writer(OS, **Obj, P);
  // Sections stay whole when they are loaded.
  for (const Found &F : Functions)
    if (Kernel && F.At.SectionIndex == Kernel->SectionIndex)
      Writer.write(F.Symbol, F.At, Address + F.At.Address - Kernel->Address);
  OS.flush();
  return Error::success();
}

} // namespace heddle::hosttranslate
