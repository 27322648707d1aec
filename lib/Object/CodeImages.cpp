//===- CodeImages.cpp - Machine code inside other files -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/CodeImages.h"
#include "Cubin.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/FatBinary/FatBinary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cassert>
#include <cinttypes>
#include <optional>

using namespace llvm;

namespace heddle::object {
namespace {

/// The first word of the structure by which CUDA 1.x to 3.x registered code. It
/// holds pointers to strings and ELF files, which follow it in a program's
/// data.
constexpr uint32_t OldFatMagic = 0x1ee55a01;

std::optional<uint32_t> wordAt(StringRef Bytes, uint64_t At) {
  if (At > Bytes.size() || Bytes.size() - At < 4)
    return std::nullopt;
  return support::endian::read32le(Bytes.data() + At);
}

std::optional<uint16_t> machineOf(StringRef Bytes) {
  constexpr size_t At = offsetof(ELF::Elf64_Ehdr, e_machine);
  if (!Bytes.starts_with(StringRef(ELF::ElfMagic)) || Bytes.size() < At + 2)
    return std::nullopt;
  return support::endian::read16le(Bytes.data() + At);
}

/// Whether an ELF file of NVIDIA's for these chips begins here.
bool beginsELF(StringRef Bytes) {
  return machineOf(Bytes) == ELF::EM_CUDA && isElfCubin(Bytes);
}

/// Whether a text file for some chip begins here: a program may have the word
/// alone, too.
bool beginsText(StringRef Bytes) {
  if (!Bytes.consume_front("architecture"))
    return false;
  Bytes = Bytes.ltrim();
  if (!Bytes.consume_front("{"))
    return false;
  Bytes = Bytes.ltrim();
  if (!Bytes.consume_front("sm_1"))
    return false;
  return !Bytes.empty() && isDigit(Bytes.front()) &&
         Bytes.drop_front().ltrim().starts_with("}");
}

/// The NN of sm_NN; 0 where \p Bytes, which begin as code, do not say it.
unsigned capabilityOf(StringRef Bytes) {
  if (beginsELF(Bytes)) {
    const bool Is64 = Bytes[ELF::EI_CLASS] == ELF::ELFCLASS64;
    return wordAt(Bytes, Is64 ? 0x30 : 0x24).value_or(0) & 0xff;
  }
  const size_t At = Bytes.find("sm_");
  unsigned Number = 0;
  StringRef Digits = Bytes.substr(At == StringRef::npos ? Bytes.size() : At + 3)
                         .take_while(isDigit);
  return Digits.getAsInteger(10, Number) ? 0 : Number;
}

/// A string in a program ends with a zero.
StringRef extentOfText(StringRef Bytes) {
  return Bytes.take_until([](char C) { return C == 0; });
}

} // namespace

uint64_t bytesOfELF(StringRef Bytes) {
  if (Bytes.size() <= ELF::EI_CLASS)
    return Bytes.size();
  const bool Is64 = Bytes[ELF::EI_CLASS] == ELF::ELFCLASS64;
  auto Read = [&](uint64_t At, unsigned Size) -> uint64_t {
    if (At > Bytes.size() || Bytes.size() - At < Size)
      return 0;
    const char *Data = Bytes.data() + At;
    return Size == 2   ? support::endian::read16le(Data)
           : Size == 4 ? support::endian::read32le(Data)
                       : support::endian::read64le(Data);
  };
  const unsigned Word = Is64 ? 8 : 4;
  uint64_t End = Is64 ? sizeof(ELF::Elf64_Ehdr) : sizeof(ELF::Elf32_Ehdr);
  auto Cover = [&](uint64_t Start, uint64_t Size) {
    End = std::max(End, SaturatingAdd(Start, Size));
  };
  const uint64_t Programs = Read(Is64 ? 0x20 : 0x1c, Word),
                 Sections = Read(Is64 ? 0x28 : 0x20, Word);
  const unsigned Sizes = Is64 ? 0x36 : 0x2a;
  Cover(Programs, Read(Sizes, 2) * Read(Sizes + 2, 2));
  const uint64_t Entry = Read(Sizes + 4, 2), Count = Read(Sizes + 6, 2);
  Cover(Sections, Entry * Count);
  for (uint64_t N = 0; N != Count; ++N) {
    const uint64_t At = SaturatingAdd(Sections, N * Entry);
    if (At >= Bytes.size())
      break;
    if (Read(At + 4, 4) != ELF::SHT_NOBITS)
      Cover(Read(At + (Is64 ? 0x18 : 0x10), Word),
            Read(At + (Is64 ? 0x20 : 0x14), Word));
  }
  return End;
}

namespace {

StringRef extentOfELF(StringRef Bytes) {
  return Bytes.take_front(bytesOfELF(Bytes));
}

class Finder {
public:
  explicit Finder(StringRef Bytes) : File(Bytes) {}
  std::vector<CodeImage> find();

private:
  /// Looks at what begins at \p At; returns how many bytes to go on.
  uint64_t lookAt(uint64_t At);
  /// As lookAt(), of a fat binary; 1 where it is none.
  uint64_t lookInto(uint64_t At);
  void add(StringRef Bytes, uint64_t Offset);

  StringRef File;
  std::vector<CodeImage> Images;
};

void Finder::add(StringRef Bytes, uint64_t Offset) {
  assert(!Bytes.empty() && Offset < File.size() &&
         "code of no byte of the file");
  // Programs have some code twice, in a string and in an entry.
  if (none_of(Images, [&](const CodeImage &I) { return I.Bytes == Bytes; }))
    Images.push_back({Bytes.str(), Offset, capabilityOf(Bytes)});
}

uint64_t Finder::lookInto(uint64_t At) {
  StringRef Rest = File.drop_front(At);
  Expected<std::vector<fatbinary::Entry>> Entries =
      fatbinary::readContainer(Rest);
  if (!Entries) {
    consumeError(Entries.takeError());
    return 1;
  }
  for (const fatbinary::Entry &E : *Entries) {
    if (E.Kind == fatbinary::Entry::PTX)
      continue;
    Expected<std::string> Contents = E.contents();
    if (!Contents)
      consumeError(Contents.takeError());
    else if (beginsELF(*Contents))
      add(extentOfELF(*Contents), At);
    else if (beginsText(*Contents))
      add(extentOfText(*Contents), At);
  }
  return *fatbinary::containerBytes(Rest);
}

uint64_t Finder::lookAt(uint64_t At) {
  StringRef Rest = File.drop_front(At);
  StringRef Code;
  if (wordAt(Rest, 0) == fatbinary::ContainerMagic)
    return lookInto(At);
  if (beginsELF(Rest))
    Code = extentOfELF(Rest);
  else if (beginsText(Rest))
    Code = extentOfText(Rest);
  else
    return 1;
  assert(!Code.empty() && "an image without a byte would be found for ever");
  add(Code, At);
  return Code.size();
}

std::vector<CodeImage> Finder::find() {
  // The first byte of each thing that code can begin with.
  constexpr char Starts[] = {'\x7f', 'a', '\x50'};
  for (uint64_t At = 0; At < File.size();) {
    At = File.find_first_of(StringRef(Starts, sizeof(Starts)), At);
    if (At >= File.size())
      break;
    At += lookAt(At);
  }
  return std::move(Images);
}

/// Whether \p Bytes begin as a file that may hold code and is none itself.
bool isCodeContainer(StringRef Bytes) {
  std::optional<uint16_t> Machine = machineOf(Bytes);
  return isFatBinary(Bytes) || Bytes.starts_with("MZ") ||
         Bytes.starts_with("!<arch>\n") ||
         (Machine && none_of(abi::targetModels(), [&](const auto &T) {
            return T.Machine == *Machine;
          }));
}

/// "sm_10 with _Z3addPf and 2 more"
std::string describe(const Module &M) {
  std::string Text = "sm_" + utostr(M.ComputeCapability);
  if (M.Kernels.empty())
    return Text + " without kernels";
  Text += " with " + M.Kernels.front().Info.Name;
  if (M.Kernels.size() > 1)
    Text += " and " + utostr(M.Kernels.size() - 1) + " more";
  return Text;
}

std::vector<StringRef> kernelNames(const Module &M) {
  std::vector<StringRef> Names;
  for (const Kernel &K : M.Kernels)
    Names.push_back(K.Info.Name);
  llvm::sort(Names);
  return Names;
}

} // namespace

bool isFatBinary(StringRef Bytes) {
  std::optional<uint32_t> First = wordAt(Bytes, 0);
  return First == fatbinary::ContainerMagic || First == OldFatMagic;
}

std::vector<CodeImage> findCodeImages(StringRef Bytes) {
  return Finder(Bytes).find();
}

bool holdsCode(StringRef Bytes) {
  return isCodeContainer(Bytes) && !findCodeImages(Bytes).empty();
}

Expected<Module> readContainedModule(StringRef Bytes) {
  std::vector<CodeImage> Images = findCodeImages(Bytes);
  if (Images.empty())
    return createStringError(std::errc::invalid_argument,
                             "the file holds no machine code for sm_10 to "
                             "sm_13, or it is damaged");
  std::vector<Module> Modules;
  for (const CodeImage &Image : Images) {
    Expected<Module> M = readModule(MemoryBufferRef(Image.Bytes, "image"));
    if (!M)
      return createStringError(std::errc::invalid_argument,
                               "the machine code at offset %" PRIu64 ": %s",
                               Image.Offset, toString(M.takeError()).c_str());
    Modules.push_back(std::move(*M));
  }
  const auto Best = max_element(Modules, [](const Module &A, const Module &B) {
    return A.ComputeCapability < B.ComputeCapability;
  });
  if (all_of(Modules, [&](const Module &M) {
        return kernelNames(M) == kernelNames(*Best);
      }))
    return std::move(*Best);
  std::string Found;
  for (auto [N, M] : enumerate(Modules))
    Found += (N ? "; " : "") + utostr(N + 1) + " for " + describe(M);
  return createStringError(std::errc::invalid_argument,
                           "the file holds machine code of %zu modules: %s; "
                           "'ptx-objdump --extract=N' takes one out",
                           Modules.size(), Found.c_str());
}

std::vector<std::string> assumptionsOf(const Kernel &K) {
  if (K.Info.KnowsParams)
    return {};
  return {"the file says nothing of the parameters of kernel '" + K.Info.Name +
          "': arguments are laid out as C lays them out, pointers with four "
          "bytes"};
}

} // namespace heddle::object
