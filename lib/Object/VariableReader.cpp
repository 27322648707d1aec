//===- VariableReader.cpp - Reads variables and relocations ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A relocation is checked against the section it changes here, so that a loader
// can apply it without looking.
//
//===----------------------------------------------------------------------===//

#include "VariableReader.h"
#include "heddle/ABI/Limits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using llvm::object::ELF32LE;
using llvm::object::ELF64LE;

namespace heddle::object {
namespace {

template <typename ELFT> class VariableReader {
public:
  VariableReader(const ELFFile<ELFT> &File, typename ELFT::ShdrRange Headers,
                 Module &M)
      : File(File), Headers(Headers), M(M) {}

  Error run();

private:
  /// The owner of a section's relocations.
  struct Target {
    std::vector<Relocation> *List;
    uint32_t Bytes;
    /// Null for data.
    const Kernel *Code;
  };

  Error readSection(uint32_t Index);
  Error readParts(const typename ELFT::Shdr &Header, StringRef Name);
  /// The whole section at the start, where nothing else is said.
  Error checkParts();
  Error addVariable(StringRef Name, uint32_t Index, bool IsZero);
  Error readSymbols(const typename ELFT::Shdr &Table);
  Error readRelocations(const typename ELFT::Shdr &Table);
  Expected<Target> relocated(uint32_t Index);
  Expected<uint32_t> variableOf(const typename ELFT::Rela &R,
                                const typename ELFT::Shdr &Symbols) const;

  const ELFFile<ELFT> &File;
  typename ELFT::ShdrRange Headers;
  Module &M;
  /// Section number -> number of the variable.
  DenseMap<uint32_t, uint32_t> Sections;
  StringSet<> Names;
  /// Variables with contents in the file -> number.
  StringMap<uint32_t> Stored;
  std::optional<uint32_t> ConstantIndex;
};

template <typename ELFT>
Error VariableReader<ELFT>::addVariable(StringRef Name, uint32_t Index,
                                        bool IsZero) {
  const typename ELFT::Shdr &Header = Headers[Index];
  if (Name.empty() || !Names.insert(Name).second)
    return malformed("two variables are called '" + Name + "'");
  Variable V;
  V.Name = Name.str();
  V.Size = Header.sh_size;
  uint64_t Alignment = std::max<uint64_t>(1, Header.sh_addralign);
  if (!isPowerOf2_64(Alignment) || Alignment > UINT32_MAX)
    return malformed("variable '" + Name + "' is aligned to " +
                     Twine(Alignment) + " bytes");
  V.Align = static_cast<uint32_t>(Alignment);
  if (!IsZero) {
    Expected<ArrayRef<uint8_t>> Bytes = File.getSectionContents(Header);
    if (!Bytes)
      return malformed(Bytes.takeError());
    V.Init = Bytes->vec();
    Stored[Name] = M.Variables.size();
  }
  Sections[Index] = M.Variables.size();
  M.Variables.push_back(std::move(V));
  return Error::success();
}

/// Reads the parts of a variable. The variable has been read, with all others.
template <typename ELFT>
Error VariableReader<ELFT>::readParts(const typename ELFT::Shdr &Header,
                                      StringRef Name) {
  auto Of = Stored.find(Name);
  if (Of == Stored.end())
    return malformed("there are parts of '" + Name +
                     "', which is no variable with contents");
  Variable *V = &M.Variables[Of->second];
  if (!V->Parts.empty())
    return malformed("the parts of variable '" + Name + "' are given twice");
  Expected<ArrayRef<uint8_t>> Bytes = File.getSectionContents(Header);
  if (!Bytes)
    return malformed(Bytes.takeError());
  constexpr size_t EntryBytes = 16;
  if (Bytes->empty() || Bytes->size() % EntryBytes != 0)
    return malformed("the parts of variable '" + Name + "' are cut off");
  for (size_t I = 0; I != Bytes->size(); I += EntryBytes)
    V->Parts.push_back({support::endian::read64le(&(*Bytes)[I]),
                        support::endian::read64le(&(*Bytes)[I + 8])});
  return Error::success();
}

template <typename ELFT> Error VariableReader<ELFT>::checkParts() {
  for (Variable &V : M.Variables) {
    if (V.Parts.empty() && !V.Init.empty())
      V.Parts.push_back({0, V.Init.size()});
    uint64_t End = 0, Sum = 0;
    for (const VariablePart &Part : V.Parts) {
      if (Part.Offset < End || Part.Offset > V.Size ||
          Part.Size > V.Size - Part.Offset)
        return malformed("a part of variable '" + V.Name +
                         "' lies outside it, or in another part");
      End = Part.Offset + Part.Size;
      Sum += Part.Size;
    }
    if (Sum != V.Init.size())
      return malformed("the parts of variable '" + V.Name + "' have " +
                       Twine(Sum) + " bytes, and its section has " +
                       Twine(V.Init.size()));
  }
  return Error::success();
}

template <typename ELFT>
Error VariableReader<ELFT>::readSection(uint32_t Index) {
  const typename ELFT::Shdr &Header = Headers[Index];
  Expected<StringRef> Name = File.getSectionName(Header);
  if (!Name)
    return malformed(Name.takeError());
  StringRef Variable = *Name;
  if (Header.sh_type == ELF::SHT_PROGBITS && Variable.consume_front(DataPrefix))
    return addVariable(Variable, Index, /*IsZero=*/false);
  if (Header.sh_type == ELF::SHT_NOBITS && Variable.consume_front(ZeroPrefix))
    return addVariable(Variable, Index, /*IsZero=*/true);
  if (Header.sh_type != ELF::SHT_PROGBITS || *Name != ConstantSection)
    return Error::success();
  if (ConstantIndex)
    return malformed("two sections are called '" + ConstantSection + "'");
  ConstantIndex = Index;
  Expected<ArrayRef<uint8_t>> Bytes = File.getSectionContents(Header);
  if (!Bytes)
    return malformed(Bytes.takeError());
  if (Bytes->size() > abi::MaxConstantBytes)
    return malformed("constant memory of " + Twine(Bytes->size()) +
                     " bytes is larger than a bank");
  M.Constants = Bytes->vec();
  return Error::success();
}

template <typename ELFT>
Error VariableReader<ELFT>::readSymbols(const typename ELFT::Shdr &Table) {
  Expected<typename ELFT::SymRange> Symbols = File.symbols(&Table);
  if (!Symbols)
    return malformed(Symbols.takeError());
  Expected<StringRef> Strings = File.getStringTableForSymtab(Table);
  if (!Strings)
    return malformed(Strings.takeError());
  for (const typename ELFT::Sym &S : *Symbols) {
    // A section of data may leave out the zeros at the end of its variable.
    if (auto It = Sections.find(S.st_shndx); It != Sections.end() &&
                                             S.getType() == ELF::STT_OBJECT &&
                                             S.st_value == 0) {
      uint64_t &Size = M.Variables[It->second].Size;
      Size = std::max<uint64_t>(Size, S.st_size);
    }
    if (!ConstantIndex || S.st_shndx != *ConstantIndex ||
        S.getType() != ELF::STT_OBJECT)
      continue;
    Expected<StringRef> Name = S.getName(*Strings);
    if (!Name)
      return malformed(Name.takeError());
    if (!Names.insert(*Name).second)
      return malformed("two variables are called '" + *Name + "'");
    uint64_t Offset = S.st_value, Size = S.st_size;
    if (Offset > M.Constants.size() || Size > M.Constants.size() - Offset)
      return malformed("variable '" + *Name + "' lies outside constant memory");
    M.ConstantSymbols.push_back({Name->str(), static_cast<uint32_t>(Offset),
                                 static_cast<uint32_t>(Size)});
  }
  return Error::success();
}

template <typename ELFT>
Expected<typename VariableReader<ELFT>::Target>
VariableReader<ELFT>::relocated(uint32_t Index) {
  // First, for the largest numbers are no keys of a DenseMap.
  if (Index >= Headers.size())
    return malformed("relocations belong to no section");
  if (auto It = Sections.find(Index); It != Sections.end()) {
    Variable &V = M.Variables[It->second];
    return Target{&V.Relocations, static_cast<uint32_t>(V.Init.size()),
                  nullptr};
  }
  if (Index == ConstantIndex)
    return Target{&M.ConstantRelocations,
                  static_cast<uint32_t>(M.Constants.size()), nullptr};
  Expected<StringRef> Name = File.getSectionName(Headers[Index]);
  if (!Name)
    return malformed(Name.takeError());
  StringRef KernelName = *Name;
  if (KernelName.consume_front(TextPrefix))
    for (Kernel &K : M.Kernels)
      if (K.Info.Name == KernelName)
        return Target{&K.Relocations, static_cast<uint32_t>(K.Code.size()), &K};
  return malformed("section '" + *Name + "' has unresolved relocations");
}

template <typename ELFT>
Expected<uint32_t>
VariableReader<ELFT>::variableOf(const typename ELFT::Rela &R,
                                 const typename ELFT::Shdr &Symbols) const {
  Expected<const typename ELFT::Sym *> S =
      File.template getEntry<typename ELFT::Sym>(
          Symbols, R.getSymbol(/*isMips64EL=*/false));
  if (!S)
    return malformed(S.takeError());
  auto It = Sections.find((*S)->st_shndx);
  if (It == Sections.end() || (*S)->st_value != 0)
    return malformed("a relocation names no variable of this module");
  return It->second;
}

/// Bit 0 of the first word says that the instruction is long, and bits 0 and 1
/// of the second that it is an immediate form.
bool isImmediateForm(ArrayRef<uint8_t> Code) {
  return (Code[0] & 1) != 0 && (Code[4] & 3) == 3;
}

template <typename ELFT>
Error VariableReader<ELFT>::readRelocations(const typename ELFT::Shdr &Table) {
  if (Table.sh_size == 0)
    return Error::success();
  Expected<Target> To = relocated(Table.sh_info);
  if (!To)
    return To.takeError();
  if (Table.sh_type != ELF::SHT_RELA)
    return malformed("relocations without addends");
  Expected<typename ELFT::RelaRange> Relocations = File.relas(Table);
  if (!Relocations)
    return malformed(Relocations.takeError());
  Expected<const typename ELFT::Shdr *> Symbols =
      File.getSection(Table.sh_link);
  if (!Symbols)
    return malformed(Symbols.takeError());
  if ((*Symbols)->sh_type != ELF::SHT_SYMTAB)
    return malformed("relocations without a symbol table");
  for (const typename ELFT::Rela &R : *Relocations) {
    uint32_t Type = R.getType(/*isMips64EL=*/false);
    uint64_t Offset = R.r_offset;
    bool IsHigh =
        To->Code && M.Target->isELF64() && Type == RelocImmediateHigh32;
    unsigned PointerBytes = M.Target->GlobalPointerBits / 8;
    bool IsByte =
        !To->Code && Type >= RelocByte0 && Type < RelocByte0 + PointerBytes;
    if (!IsHigh && !IsByte &&
        Type != (To->Code ? RelocImmediate32 : dataRelocation(*M.Target)))
      return malformed("relocation of unknown type " + Twine(Type));
    unsigned Bytes = To->Code ? 8 : IsByte ? 1 : PointerBytes;
    if ((!IsByte && Offset % 4 != 0) || Offset > To->Bytes ||
        Bytes > To->Bytes - Offset)
      return malformed("a relocation lies outside its section");
    if (To->Code && !isImmediateForm(ArrayRef(To->Code->Code).slice(Offset)))
      return malformed("a relocation changes an instruction that has no "
                       "immediate");
    Expected<uint32_t> Variable = variableOf(R, **Symbols);
    if (!Variable)
      return Variable.takeError();
    To->List->push_back(
        {static_cast<uint32_t>(Offset), *Variable, R.r_addend, IsHigh,
         IsByte ? static_cast<int8_t>(Type - RelocByte0) : int8_t(-1)});
  }
  return Error::success();
}

template <typename ELFT> Error VariableReader<ELFT>::run() {
  for (uint32_t I = 0; I != Headers.size(); ++I)
    if (Error E = readSection(I))
      return E;
  for (const typename ELFT::Shdr &Header : Headers) {
    if (Header.sh_type == ELF::SHT_SYMTAB)
      if (Error E = readSymbols(Header))
        return E;
    if (Header.sh_type == ELF::SHT_REL || Header.sh_type == ELF::SHT_RELA)
      if (Error E = readRelocations(Header))
        return E;
    Expected<StringRef> Name = File.getSectionName(Header);
    if (!Name)
      return malformed(Name.takeError());
    if (StringRef Variable = *Name; Header.sh_type == ELF::SHT_PROGBITS &&
                                    Variable.consume_front(PartsPrefix))
      if (Error E = readParts(Header, Variable))
        return E;
  }
  return checkParts();
}

} // namespace

Error malformed(const Twine &Message) {
  return createStringError("malformed object: " + Message);
}

Error malformed(Error E) { return malformed(toString(std::move(E))); }

template <typename ELFT>
Error readVariables(const ELFFile<ELFT> &File, typename ELFT::ShdrRange Headers,
                    Module &M) {
  return VariableReader<ELFT>(File, Headers, M).run();
}

template Error readVariables(const ELFFile<ELF32LE> &, ELF32LE::ShdrRange,
                             Module &);
template Error readVariables(const ELFFile<ELF64LE> &, ELF64LE::ShdrRange,
                             Module &);

void storePointer(unsigned PointerBytes, uint8_t *Bytes, abi::Address A) {
  if (PointerBytes == 8)
    support::endian::write64le(Bytes, A.value());
  else
    support::endian::write32le(Bytes, A.chipWord());
}

uint64_t immediateBits(uint32_t Value) {
  return uint64_t(Value & 0x3f) << 16 | uint64_t(Value >> 6) << 34;
}

void patchImmediate(MutableArrayRef<uint8_t> Code, uint32_t Address) {
  uint64_t Bits = support::endian::read64le(Code.data());
  Bits = (Bits & ~immediateBits(UINT32_MAX)) | immediateBits(Address);
  support::endian::write64le(Code.data(), Bits);
}

} // namespace heddle::object
