//===- ElfCubin.cpp - Cubins of CUDA 3.0 to 6.5 ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   .text.NAME            code; sh_info has the registers in its upper byte
//                         and the number of the kernel's symbol below; sh_flags
//                         has the barriers from bit 20 on
//   .nv.info.NAME         attributes: what is known of parameters
//   .nv.shared.NAME       16 bytes, parameters, static shared variables
//   .nv.local.NAME        bytes of local memory of a thread
//   .nv.constant1.NAME    literals
//   .nv.constant0         the module's constants, and symbols for them
//   .nv.constant14        addresses of global variables, by relocations
//   .nv.global[.init]     global variables, and symbols for them
//
// Offsets in the file are not aligned, so everything is read byte by byte.
//
//===----------------------------------------------------------------------===//

#include "Cubin.h"
#include "CubinAttributes.h"
#include "CubinLines.h"
#include "ElfSections.h"
#include "heddle/Object/EmbeddedPTX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace heddle::object {
namespace {

constexpr uint8_t CudaOSABI = 0x33, TeslaABIVersion = 2;
constexpr uint64_t BankBytes = 0x10000;
/// Types of relocations of NVIDIA's: an address of 32 or 64 bits, of which
/// these chips have 32.
enum CudaRelocation : uint32_t {
  Cuda32 = 1,
  Cuda64,
  CudaGlobal32,
  CudaGlobal64
};

std::vector<uint8_t> bytesOf(const ElfSection *S) {
  if (!S)
    return {};
  return std::vector<uint8_t>(S->Bytes.bytes_begin(), S->Bytes.bytes_end());
}

class CubinReader {
public:
  explicit CubinReader(ElfSections Tables) : File(std::move(Tables)) {}
  Expected<Module> read();

private:
  Error readGlobals();
  Error addGlobal(uint32_t Section, StringRef Name, uint64_t Start,
                  uint64_t Size);
  Error readConstants();
  Error readRelocations();
  Expected<Relocation> addressOf(const ElfRelocation &R, uint32_t InPlace);
  Error relocateGlobal(const ElfRelocation &R);
  Error readKernel(const ElfSection &Text);
  Error readParams(const ElfSection &About, KernelInfo &Info);
  Error addTexture(const CubinAttributes::Texture &T);
  void readLines();
  void readLines(StringRef Name, StringRef OnlyFile);
  Kernel *kernelAt(const ElfSymbol &S);

  /// The bytes from \p S to the next symbol of its section, or its end.
  uint64_t sizeOf(const ElfSymbol &S, const ElfSection &In) const;
  /// Whether \p S may be a variable.
  static bool isData(const ElfSymbol &S) {
    return !S.Name.empty() &&
           (S.Type == ELF::STT_OBJECT || S.Type == ELF::STT_NOTYPE);
  }

  /// A variable's place in the file.
  struct Place {
    uint32_t Section;
    uint64_t Start;
  };
  ElfSections File;
  Module M;
  /// By the number of the variable.
  std::vector<Place> Places;
};

uint64_t CubinReader::sizeOf(const ElfSymbol &S, const ElfSection &In) const {
  if (S.Size != 0)
    return S.Size;
  uint64_t End = In.Size;
  for (const ElfSymbol &Other : File.Symbols)
    if (Other.Section == S.Section && Other.Value > S.Value)
      End = std::min(End, Other.Value);
  return End - std::min(End, S.Value);
}

bool isGlobalMemory(const ElfSection &S) {
  return S.Name == ".nv.global" || S.Name == ".nv.global.init";
}

Error CubinReader::addGlobal(uint32_t Section, StringRef Name, uint64_t Start,
                             uint64_t Size) {
  const ElfSection &In = File.Sections[Section];
  if (Start > In.Size || Size > In.Size - Start)
    return malformedCubin("variable '" + Name + "' ends beyond its section");
  if (Size > UINT32_MAX)
    return malformedCubin("variable '" + Name +
                          "' is larger than global memory");
  Variable V;
  V.Name = Name.str();
  V.Size = Size;
  V.Align = 16;
  if (In.Bytes.size() == In.Size && Size != 0) {
    StringRef Init = In.Bytes.substr(Start, Size);
    V.Parts.push_back({0, Size});
    V.Init.assign(Init.bytes_begin(), Init.bytes_end());
  }
  M.Variables.push_back(std::move(V));
  Places.push_back({Section, Start});
  return Error::success();
}

Error CubinReader::readGlobals() {
  for (const ElfSymbol &S : File.Symbols) {
    const ElfSection *In = File.sectionOf(S);
    if (!In || !isData(S) || !isGlobalMemory(*In))
      continue;
    if (Error E = addGlobal(S.Section, S.Name, S.Value, sizeOf(S, *In)))
      return E;
  }
  return Error::success();
}

Error CubinReader::readConstants() {
  const ElfSection *Bank = File.find(".nv.constant0");
  if (Bank && Bank->Size > BankBytes)
    return malformedCubin("constants of more than 64 KB");
  M.Constants = bytesOf(Bank);
  if (Bank)
    M.Constants.resize(Bank->Size);
  for (const ElfSymbol &S : File.Symbols) {
    if (!Bank || File.sectionOf(S) != Bank || !isData(S))
      continue;
    const uint64_t Size = sizeOf(S, *Bank);
    if (S.Value > Bank->Size || Size > Bank->Size - S.Value)
      return malformedCubin("constant '" + S.Name +
                            "' ends beyond its section");
    M.ConstantSymbols.push_back(
        {S.Name.str(), uint32_t(S.Value), uint32_t(Size)});
  }
  const ElfSection *Addresses = File.find(".nv.constant14");
  if (Addresses && Addresses->Bytes.size() > BankBytes)
    return malformedCubin("addresses of more than 64 KB");
  M.AddressTable = bytesOf(Addresses);
  return Error::success();
}

/// The variable and the offset in there that \p R stands for. Variables of a
/// file's own have no symbol, and are reached from the start of their section.
Expected<Relocation> CubinReader::addressOf(const ElfRelocation &R,
                                            uint32_t InPlace) {
  auto Refuse = [&](const Twine &Why) {
    return malformedCubin("a relocation at " + Twine(R.Offset) +
                          " of section '" + File.Sections[R.Section].Name +
                          "' " + Why);
  };
  if (R.Type < Cuda32 || R.Type > CudaGlobal64)
    return Refuse("has the type " + Twine(R.Type) + ", which is no address");
  const ElfSymbol *S =
      R.Symbol < File.Symbols.size() ? &File.Symbols[R.Symbol] : nullptr;
  const ElfSection *In = S ? File.sectionOf(*S) : nullptr;
  if (!In || !isGlobalMemory(*In))
    return Refuse("is of no variable");
  const int64_t Addend = R.Addend + int32_t(InPlace);
  const uint64_t Wanted =
      S->Value + (S->Type == ELF::STT_SECTION ? uint64_t(Addend) : 0);
  Relocation Made;
  // An address behind a variable is its own only where no other begins there.
  auto Find = [&](bool IsEnd) {
    for (uint32_t N = 0; N != M.Variables.size(); ++N)
      if (Places[N].Section == S->Section && Wanted >= Places[N].Start &&
          (Wanted - Places[N].Start < M.Variables[N].Size ||
           Wanted == Places[N].Start + (IsEnd ? M.Variables[N].Size : 0))) {
        Made.Variable = N;
        return true;
      }
    return false;
  };
  if (!Find(/*IsEnd=*/false) && !Find(/*IsEnd=*/true)) {
    if (Wanted > In->Size)
      return Refuse("is of no variable");
    if (Error E = addGlobal(S->Section, In->Name, 0, In->Size))
      return std::move(E);
    Made.Variable = uint32_t(M.Variables.size() - 1);
  }
  Made.Addend =
      int64_t(S->Value) + Addend - int64_t(Places[Made.Variable].Start);
  return Made;
}

/// An address in the first bytes of a variable.
Error CubinReader::relocateGlobal(const ElfRelocation &R) {
  for (uint32_t N = 0; N != M.Variables.size(); ++N) {
    Variable &V = M.Variables[N];
    if (Places[N].Section != R.Section || R.Offset < Places[N].Start ||
        V.Init.size() < 4 || R.Offset - Places[N].Start > V.Init.size() - 4)
      continue;
    const uint64_t Offset = R.Offset - Places[N].Start;
    Expected<Relocation> Made =
        addressOf(R, support::endian::read32le(&V.Init[Offset]));
    if (!Made)
      return Made.takeError();
    Made->Offset = uint32_t(Offset);
    M.Variables[N].Relocations.push_back(*Made);
  }
  return Error::success();
}

Error CubinReader::readRelocations() {
  for (const ElfRelocation &R : File.Relocations) {
    if (R.Section >= File.Sections.size() || R.Type == 0)
      continue;
    const ElfSection &In = File.Sections[R.Section];
    const bool IsConstant = In.Name == ".nv.constant0",
               IsTable = In.Name == ".nv.constant14";
    if (In.Name.starts_with(TextPrefix))
      return malformedCubin(
          "section '" + In.Name +
          "' has relocations, and code of these chips has none");
    if (isGlobalMemory(In)) {
      if (Error E = relocateGlobal(R))
        return E;
      continue;
    }
    if (!IsConstant && !IsTable)
      continue; // Of what is told of code, and runs not.
    std::vector<uint8_t> &Bank = IsTable ? M.AddressTable : M.Constants;
    if (Bank.size() < 4 || R.Offset > Bank.size() - 4)
      return malformedCubin("a relocation of section '" + In.Name +
                            "' lies beyond its end");
    Expected<Relocation> Made =
        addressOf(R, support::endian::read32le(&Bank[R.Offset]));
    if (!Made)
      return Made.takeError();
    Made->Offset = uint32_t(R.Offset);
    (IsTable ? M.AddressRelocations : M.ConstantRelocations).push_back(*Made);
  }
  return Error::success();
}

Error CubinReader::addTexture(const CubinAttributes::Texture &T) {
  if (T.Symbol >= File.Symbols.size())
    return malformedCubin("texture " + Twine(T.Slot) + " has no symbol");
  StringRef Name = File.Symbols[T.Symbol].Name;
  if (Name.empty())
    return Error::success();
  if (Error E = nameTexture(M, T.Slot, Name))
    return malformedCubin(toString(std::move(E)));
  return Error::success();
}

Error CubinReader::readParams(const ElfSection &About, KernelInfo &Info) {
  Expected<CubinAttributes> Attributes = readCubinAttributes(About.Bytes);
  if (!Attributes)
    return malformedCubin("attributes of kernel '" + Info.Name +
                          "': " + toString(Attributes.takeError()));
  Info.KnowsParams = Attributes->KnowsParams;
  Info.Params = std::move(Attributes->Params);
  Info.StackDepth = Attributes->StackDepth;
  for (const CubinAttributes::Texture &T : Attributes->Textures)
    if (Error E = addTexture(T))
      return E;
  return Error::success();
}

Error CubinReader::readKernel(const ElfSection &Text) {
  Kernel K;
  KernelInfo &Info = K.Info;
  Info.Name = Text.Name.drop_front(TextPrefix.size()).str();
  const std::string Behind = "." + Info.Name;
  Info.Registers = Text.Info >> 24;
  Info.Barriers = uint32_t(Text.Flags >> 20 & 0x1f);
  K.Code = bytesOf(&Text);
  auto SizeOf = [&](StringRef Prefix) -> uint64_t {
    const ElfSection *S = File.find((Prefix + Behind).str());
    return S ? S->Size : 0;
  };
  constexpr uint64_t MostShared = 0x4000, MostLocal = 0x10000;
  const uint64_t Shared = SizeOf(".nv.shared"), Local = SizeOf(".nv.local");
  if (Shared > MostShared || Local > MostLocal)
    return malformedCubin("kernel '" + Info.Name + "' has " + Twine(Shared) +
                          " bytes of shared and " + Twine(Local) +
                          " of local memory, more than the chips");
  // Kernels without parameters and variables may have none of it.
  Info.SharedBytes = std::max<uint32_t>(uint32_t(Shared), CubinParams);
  Info.LocalBytes = uint32_t(Local);
  K.Literals = bytesOf(File.find(".nv.constant1" + Behind));
  if (K.Literals.size() > BankBytes)
    return malformedCubin("literals of more than 64 KB");
  Info.KnowsParams = false;
  if (const ElfSection *About = File.find(".nv.info" + Behind))
    if (Error E = readParams(*About, Info))
      return E;
  if (Error E = finishCubinKernel(K))
    return malformedCubin(toString(std::move(E)));
  M.Kernels.push_back(std::move(K));
  return Error::success();
}

Kernel *CubinReader::kernelAt(const ElfSymbol &S) {
  const ElfSection *In = File.sectionOf(S);
  if (!In)
    return nullptr;
  for (Kernel &K : M.Kernels)
    if (In->Name == (TextPrefix + K.Info.Name).str())
      return &K;
  return nullptr;
}

/// The lines of the program's sources; without them those of the PTX that the
/// object holds. Code runs without its lines: those that make no sense are left
/// out.
void CubinReader::readLines() {
  readLines(".debug_line", "");
  if (M.Files.empty())
    readLines(".nv_debug_line_sass", EmbeddedPTXSection);
}

void CubinReader::readLines(StringRef Name, StringRef OnlyFile) {
  const ElfSection *Section = File.find(Name);
  if (!Section)
    return;
  Expected<DebugLines> Lines =
      readDebugLines(Section->Bytes, File.Is64 ? 8 : 4, OnlyFile);
  if (!Lines) {
    consumeError(Lines.takeError());
    return;
  }
  addLines(M, *Lines, [&](const LineSequence &S, uint64_t &Base) -> Kernel * {
    for (const ElfRelocation &R : File.Relocations)
      if (R.Section < File.Sections.size() &&
          &File.Sections[R.Section] == Section && R.Offset == S.AddressAt &&
          R.Symbol < File.Symbols.size()) {
        Base = File.Symbols[R.Symbol].Value + uint64_t(R.Addend);
        return kernelAt(File.Symbols[R.Symbol]);
      }
    return M.Kernels.size() == 1 ? &M.Kernels.front() : nullptr;
  });
}

Expected<Module> CubinReader::read() {
  if (Error E = startCubin(M, File.Flags & 0xff))
    return std::move(E);
  for (Error (CubinReader::*Step)() :
       {&CubinReader::readGlobals, &CubinReader::readConstants,
        &CubinReader::readRelocations})
    if (Error E = (this->*Step)())
      return std::move(E);
  for (const ElfSection &S : File.Sections)
    if (S.Name.starts_with(TextPrefix) && S.Type == ELF::SHT_PROGBITS)
      if (Error E = readKernel(S))
        return std::move(E);
  readLines();
  return std::move(M);
}

} // namespace

bool isElfCubin(StringRef Bytes) {
  if (Bytes.size() <= ELF::EI_ABIVERSION ||
      uint8_t(Bytes[ELF::EI_OSABI]) != CudaOSABI)
    return false;
  if (uint8_t(Bytes[ELF::EI_ABIVERSION]) == TeslaABIVersion)
    return true;
  // Later compilers count on; the flags begin with the chip.
  const size_t FlagsAt = Bytes[ELF::EI_CLASS] == ELF::ELFCLASS64 ? 0x30 : 0x24;
  return Bytes.size() > FlagsAt && Bytes[FlagsAt] >= 10 && Bytes[FlagsAt] <= 13;
}

Expected<Module> readElfCubin(StringRef Bytes) {
  Expected<ElfSections> Tables = readElfSections(Bytes);
  if (!Tables)
    return Tables.takeError();
  return CubinReader(std::move(*Tables)).read();
}

} // namespace heddle::object
