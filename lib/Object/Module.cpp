//===- Module.cpp - Reads an object ---------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's ELF reader checks headers and bounds; this file checks what the
// sections mean together.
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/Module.h"
#include "Cubin.h"
#include "VariableReader.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Limits.h"
#include "heddle/ABI/TargetArch.h"
#include "heddle/Object/CodeImages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"
#include <algorithm>

using namespace llvm;
using llvm::object::ELF32LE;
using llvm::object::ELF64LE;

namespace heddle::object {
namespace {

constexpr uint32_t LineEntryBytes = 12;

/// The sections of one kernel, as they turn up.
struct KernelSections {
  std::optional<ArrayRef<uint8_t>> Text, Info, Lines, Literals, Registers;
};

struct Sections {
  // In the order of .text sections, which is the source's.
  std::vector<std::pair<std::string, KernelSections>> Kernels;
  StringMap<size_t> Index;
  std::optional<ArrayRef<uint8_t>> Arch, Geometry, Source, Files, SourceMap,
      Images, PTX, Part;

  KernelSections &kernel(StringRef Name) {
    auto [It, Inserted] = Index.try_emplace(Name, Kernels.size());
    if (Inserted)
      Kernels.emplace_back(Name.str(), KernelSections());
    return Kernels[It->second].second;
  }
};

Error setOnce(std::optional<ArrayRef<uint8_t>> &Slot, StringRef Name,
              ArrayRef<uint8_t> Bytes) {
  if (Slot)
    return malformed("two sections are called '" + Name + "'");
  Slot = Bytes;
  return Error::success();
}

template <typename ELFT>
Error addSection(Sections &Found, const ELFFile<ELFT> &File,
                 const typename ELFT::Shdr &Header) {
  Expected<StringRef> Name = File.getSectionName(Header);
  if (!Name)
    return malformed(Name.takeError());
  if (Header.sh_type != ELF::SHT_PROGBITS)
    return Error::success();
  Expected<ArrayRef<uint8_t>> Bytes = File.getSectionContents(Header);
  if (!Bytes)
    return malformed(Bytes.takeError());

  StringRef Kernel = *Name;
  if (Kernel.consume_front(TextPrefix))
    return setOnce(Found.kernel(Kernel).Text, *Name, *Bytes);
  if (Kernel.consume_front(InfoPrefix))
    return setOnce(Found.kernel(Kernel).Info, *Name, *Bytes);
  if (Kernel.consume_front(LinesPrefix))
    return setOnce(Found.kernel(Kernel).Lines, *Name, *Bytes);
  if (*Name == ArchSection)
    return setOnce(Found.Arch, *Name, *Bytes);
  if (*Name == GeometrySection)
    return setOnce(Found.Geometry, *Name, *Bytes);
  if (Kernel.consume_front(LiteralsPrefix))
    return setOnce(Found.kernel(Kernel).Literals, *Name, *Bytes);
  if (Kernel.consume_front(RegistersPrefix))
    return setOnce(Found.kernel(Kernel).Registers, *Name, *Bytes);
  if (*Name == SourceSection)
    return setOnce(Found.Source, *Name, *Bytes);
  if (*Name == FilesSection)
    return setOnce(Found.Files, *Name, *Bytes);
  if (*Name == SourceMapSection)
    return setOnce(Found.SourceMap, *Name, *Bytes);
  if (*Name == ImagesSection)
    return setOnce(Found.Images, *Name, *Bytes);
  if (*Name == PTXSection)
    return setOnce(Found.PTX, *Name, *Bytes);
  if (*Name == PartSection)
    return setOnce(Found.Part, *Name, *Bytes);
  return Error::success();
}

Expected<std::vector<LineEntry>> readLines(ArrayRef<uint8_t> Bytes) {
  if (Bytes.size() % LineEntryBytes != 0)
    return malformed("the line table ends inside an entry");
  std::vector<LineEntry> Lines;
  Lines.reserve(Bytes.size() / LineEntryBytes);
  for (; !Bytes.empty(); Bytes = Bytes.drop_front(LineEntryBytes)) {
    LineEntry L;
    L.Address = support::endian::read32le(Bytes.data());
    L.Line = support::endian::read32le(Bytes.data() + 4);
    L.Column = support::endian::read32le(Bytes.data() + 8);
    if (!Lines.empty() && L.Address < Lines.back().Address)
      return malformed("the line table is not sorted by address");
    Lines.push_back(L);
  }
  return Lines;
}

Expected<Kernel> readKernel(StringRef Name, const KernelSections &S,
                            bool IsWide) {
  if (!S.Text)
    return malformed("kernel '" + Name + "' has no section '" + TextPrefix +
                     Name + "'");
  if (!S.Info)
    return malformed("kernel '" + Name + "' has no section '" + InfoPrefix +
                     Name + "'");
  // Instructions are one or two words.
  if (S.Text->empty() || S.Text->size() % 4 != 0)
    return malformed("the code of kernel '" + Name +
                     "' is not a sequence of words");
  Kernel K;
  Expected<KernelInfo> Info = decodeKernelInfo(*S.Info, IsWide);
  if (!Info)
    return malformed("kernel '" + Name + "': " + toString(Info.takeError()));
  if (Info->Name != Name)
    return malformed("metadata of kernel '" + Name + "' speaks of '" +
                     Info->Name + "'");
  K.Info = std::move(*Info);
  K.Code = S.Text->vec();
  if (S.Literals) {
    if (S.Literals->size() > abi::MaxConstantBytes)
      return malformed("the literals of kernel '" + Name +
                       "' are more than a bank holds");
    K.Literals = S.Literals->vec();
  }
  if (S.Lines) {
    Expected<std::vector<LineEntry>> Lines = readLines(*S.Lines);
    if (!Lines)
      return Lines.takeError();
    K.Lines = std::move(*Lines);
  }
  if (S.Registers) {
    Expected<RegisterMap> Map = decodeRegisterMap(*S.Registers);
    if (!Map)
      return malformed("kernel '" + Name + "': " + toString(Map.takeError()));
    K.Registers = std::move(*Map);
  }
  return K;
}

/// Reads what all classes of ELF files have at the same place.
struct Identification {
  bool Is64Bit;
  uint16_t Machine;
  uint32_t Flags;
  uint8_t OSABI;
};

template <typename ELFT> Expected<Identification> identifyAs(StringRef Bytes) {
  if (Bytes.size() < sizeof(typename ELFT::Ehdr))
    return malformed("the file ends inside the ELF header");
  const auto &Header =
      *reinterpret_cast<const typename ELFT::Ehdr *>(Bytes.data());
  return Identification{ELFT::Is64Bits, Header.e_machine, Header.e_flags,
                        Header.e_ident[ELF::EI_OSABI]};
}

/// ELFFile trusts its caller with class and byte order.
Expected<Identification> identify(StringRef Bytes) {
  if (!Bytes.starts_with(StringRef("\177ELF", 4)))
    return createStringError("not an ELF object");
  if (Bytes.size() <= ELF::EI_DATA)
    return malformed("the file ends inside the ELF header");
  if (Bytes[ELF::EI_DATA] == ELF::ELFDATA2LSB &&
      Bytes[ELF::EI_CLASS] == ELF::ELFCLASS32)
    return identifyAs<ELF32LE>(Bytes);
  if (Bytes[ELF::EI_DATA] == ELF::ELFDATA2LSB &&
      Bytes[ELF::EI_CLASS] == ELF::ELFCLASS64)
    return identifyAs<ELF64LE>(Bytes);
  return createStringError(std::errc::invalid_argument,
                           "not an object of these chips: not a little-endian "
                           "ELF file");
}

/// Checks that header and chip belong together.
Error readHeader(Module &M, const Identification &Id,
                 const abi::TargetModel *Target) {
  auto CheckMachine = [&](unsigned Expected) -> Error {
    if (Id.Machine == Expected)
      return Error::success();
    return createStringError(std::errc::invalid_argument,
                             "not an object of these chips: ELF machine %u, "
                             "expected %u (EM_CUDA)",
                             unsigned(Id.Machine), Expected);
  };
  if (!Target)
    if (Error E = CheckMachine(abi::targetModels().front().Machine))
      return E;
  if (Id.OSABI != ELF::ELFOSABI_NONE)
    return createStringError(
        "not an object of these chips but machine code as NVIDIA's tools make "
        "it; 'cuobjdump -xptx all' takes PTX out of the program, 'nvcc -ptx' "
        "makes it");
  M.ComputeCapability = Id.Flags & FlagsChipMask;
  M.UsesExtensions = Id.Flags & FlagsExtension;
  M.MapsDoubles = Id.Flags & FlagsMappedDoubles;
  M.NarrowPointers = Id.Flags & FlagsNarrowPointers;
  M.IndependentLanes = Id.Flags & FlagsIndependentLanes;
  const abi::Chip *Chip = abi::findChip(M.ComputeCapability);
  if (!Chip ||
      Id.Flags & ~(FlagsChipMask | FlagsExtension | FlagsMappedDoubles |
                   FlagsNarrowPointers | FlagsIndependentLanes))
    return malformed("ELF flags 0x" + Twine::utohexstr(Id.Flags) +
                     " name no chip");
  M.Target = Target ? Target : &abi::targetModel(*Chip);
  if (Error E = CheckMachine(M.Target->Machine))
    return E;
  if (Id.Is64Bit != M.Target->isELF64())
    return createStringError(
        "not an object of these chips: a %u-bit ELF file, and those of %s, "
        "which is %s, have %u bits",
        Id.Is64Bit ? 64 : 32, Chip->Name, M.Target->Triple,
        M.Target->isELF64() ? 64 : 32);
  return Error::success();
}

} // namespace

LineEntry Kernel::lineOf(uint32_t Address) const {
  auto It = std::upper_bound(
      Lines.begin(), Lines.end(), Address,
      [](uint32_t A, const LineEntry &L) { return A < L.Address; });
  return It == Lines.begin() ? LineEntry() : *std::prev(It);
}

const abi::Geometry &Module::geometry() const {
  if (Geometry)
    return Geometry->SM;
  const abi::Chip *Chip = abi::findChip(ComputeCapability);
  assert(Chip && "a module of no chip");
  return abi::defaultGeometry(*Chip);
}

const abi::Geometry &Module::occupancyGeometry() const {
  const abi::Chip *Chip = abi::findChip(ComputeCapability);
  assert(Chip && "a module of no chip");
  return Geometry ? Geometry->SM : abi::occupancyGeometry(*Chip, Arch);
}

const Kernel *Module::findKernel(StringRef Name) const {
  for (const Kernel &K : Kernels)
    if (K.Info.Name == Name)
      return &K;
  return nullptr;
}

Module::Place Module::placeOf(uint32_t Line) const {
  auto Next = std::upper_bound(
      Files.begin(), Files.end(), Line,
      [](uint32_t L, const PTXFile &F) { return L < F.FirstLine; });
  if (Next == Files.begin())
    return {SourceName, Line};
  const PTXFile &F = *std::prev(Next);
  return {F.Name, Line - F.FirstLine + 1,
          static_cast<size_t>(&F - Files.data())};
}

std::string Module::lineText(uint32_t Line) const {
  Place P = placeOf(Line);
  std::string Text = "line " + std::to_string(P.Line);
  return Files.empty() ? Text : (Text + " of " + P.File).str();
}

/// Reads the sections of \p Found that belong to an object that is to be
/// linked.
static Error readPart(const Sections &Found, Module &M) {
  if (!Found.PTX || !Found.Part)
    return malformed("of sections '" + PTXSection + "' and '" + PartSection +
                     "' only one is there");
  Expected<Part> P = decodePart(*Found.Part);
  if (!P)
    return malformed(P.takeError());
  P->Text.assign(Found.PTX->begin(), Found.PTX->end());
  M.ToLink = std::move(*P);
  return Error::success();
}

/// The name must be one of those that the chip stands for.
static Error readArch(ArrayRef<uint8_t> Bytes, Module &M) {
  StringRef Name = toStringRef(Bytes);
  const abi::Chip *Chip = abi::findChip(Name);
  if (!abi::findTargetArch(Name) || !Chip || Chip->Silicon ||
      Chip->ComputeCapability != M.ComputeCapability)
    return malformed("its chip is not '" + Name + "'");
  M.Arch = Name.str();
  return Error::success();
}

/// Reads the sections of \p Bytes, whose header is checked, into \p M.
template <typename ELFT> static Error readSections(StringRef Bytes, Module &M) {
  Expected<ELFFile<ELFT>> File = ELFFile<ELFT>::create(Bytes);
  if (!File)
    return malformed(File.takeError());
  Expected<typename ELFT::ShdrRange> Headers = File->sections();
  if (!Headers)
    return malformed(Headers.takeError());
  Sections Found;
  for (const typename ELFT::Shdr &Header : *Headers)
    if (Error E = addSection(Found, *File, Header))
      return E;

  if (Found.Source)
    M.SourceName.assign(Found.Source->begin(), Found.Source->end());
  if (Found.PTX || Found.Part)
    return readPart(Found, M);
  if (Found.Files) {
    Expected<std::vector<PTXFile>> Files = decodeFiles(*Found.Files);
    if (!Files)
      return malformed(Files.takeError());
    M.Files = std::move(*Files);
  }
  if (Found.Arch)
    if (Error E = readArch(*Found.Arch, M))
      return E;
  if (Found.Geometry) {
    Expected<CompiledGeometry> G = decodeCompiledGeometry(*Found.Geometry);
    if (!G)
      return malformed(G.takeError());
    M.Geometry = std::move(*G);
  }
  if (Found.SourceMap) {
    Expected<SourceMap> Map = decodeSourceMap(*Found.SourceMap);
    if (!Map)
      return malformed(Map.takeError());
    M.Sources = std::move(*Map);
  }
  if (Found.Images) {
    Expected<std::vector<abi::ImageReference>> Images =
        decodeImages(*Found.Images);
    if (!Images)
      return malformed(Images.takeError());
    M.Images = std::move(*Images);
  }
  for (const auto &[Name, S] : Found.Kernels) {
    Expected<Kernel> K = readKernel(Name, S, M.Target->isELF64());
    if (!K)
      return K.takeError();
    M.Kernels.push_back(std::move(*K));
  }
  return readVariables(*File, *Headers, M);
}

bool isELFOrTextCubin(StringRef Bytes) {
  return Bytes.starts_with(StringRef("\177ELF", 4)) || isTextCubin(Bytes);
}

Expected<Module> readModule(MemoryBufferRef Buffer,
                            const abi::TargetModel *Target) {
  StringRef Bytes = Buffer.getBuffer();
  if (!Target && (isFatBinary(Bytes) || holdsCode(Bytes)))
    return readContainedModule(Bytes);
  if (isTextCubin(Bytes))
    return readTextCubin(Bytes);
  Expected<Identification> Id = identify(Bytes);
  if (!Id)
    return Id.takeError();
  if (!Target && Id->Machine == abi::targetModels().front().Machine &&
      isElfCubin(Bytes))
    return readElfCubin(Bytes);
  Module M;
  if (Error E = readHeader(M, *Id, Target))
    return std::move(E);
  if (Error E = Id->Is64Bit ? readSections<ELF64LE>(Bytes, M)
                            : readSections<ELF32LE>(Bytes, M))
    return std::move(E);
  return M;
}

} // namespace heddle::object
