//===- Image.cpp - Code that programs hand in -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "Compile.h"
#include "Driver.h"
#include "JitOptions.h"
#include "OldFatBinary.h"
#include "Report.h"
#include "heddle/FatBinary/FatBinary.h"
#include "heddle/Machine/HostPages.h"
#include "heddle/Object/CodeImages.h"
#include "heddle/Support/HostMemory.h"
#include "heddle/Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <utility>

using namespace llvm;

namespace heddle::driver {
namespace {

/// nvcc's host code registers fat binaries by these wrappers.
struct Wrapper {
  uint32_t Magic;
  uint32_t Version;
  const void *Container;
  /// In version 2, the containers of the linked parts, ended by a null.
  const void *const *Linked;
};

CUresult invalid(StringRef Why, JitOptions &Options) {
  Options.Errors += Why.str() + "\n";
  return CUDA_ERROR_INVALID_IMAGE;
}

CUresult invalid(Error Why, JitOptions &Options) {
  bool IsForMemory = false;
  std::string Text;
  handleAllErrors(std::move(Why), [&](const ErrorInfoBase &E) {
    IsForMemory = E.convertToErrorCode() == std::errc::not_enough_memory;
    Text = E.message();
  });
  CUresult R = invalid(Text, Options);
  return IsForMemory ? CUDA_ERROR_OUT_OF_MEMORY : R;
}

/// Adds a copy of \p Bytes.
CUresult keep(StringRef Bytes, StringRef Name, JitOptions &Options,
              std::vector<CodeInput> &Inputs) {
  if (Bytes.size() > MaxTextBytes)
    return invalid("an image has at most " + utostr(MaxTextBytes) + " bytes",
                   Options);
  if (!hasRoomFor(Bytes.size())) {
    Options.Errors += "no memory for a copy of the image\n";
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  Inputs.push_back({Bytes.str(), Name.str()});
  return CUDA_SUCCESS;
}

/// The ELF file at \p Data, as far as it can be read. The header tells where
/// the table of sections is, and that where they end.
StringRef objectAt(const void *Data) {
  StringRef Seen = readable(Data, sizeof(ELF::Elf64_Ehdr));
  for (int Step = 0; Step != 2; ++Step)
    Seen = readable(Data, object::bytesOfELF(Seen));
  return Seen;
}

CUresult findText(StringRef Text, StringRef Name, JitOptions &Options,
                  std::vector<CodeInput> &Inputs) {
  StringRef Start = Text.ltrim();
  if (Start.empty() || !isPrint(Start.front()))
    return invalid("the image is neither PTX nor a fat binary nor an object",
                   Options);
  return keep(Text, Name, Options, Inputs);
}

/// Whether \p Bytes begin with \p Magic. A text may end before all that can be
/// read, so that nothing is looked at behind the first byte that differs.
bool beginsWith(StringRef Bytes, StringRef Magic) {
  if (Bytes.size() < Magic.size())
    return false;
  for (size_t I = 0; I != Magic.size(); ++I)
    if (Bytes[I] != Magic[I])
      return false;
  return true;
}

bool beginsWith(StringRef Bytes, uint32_t Magic) {
  char Stored[sizeof Magic];
  support::endian::write32le(Stored, Magic);
  return beginsWith(Bytes, StringRef(Stored, sizeof Stored));
}

bool isELF(StringRef Bytes) {
  return beginsWith(Bytes, StringRef(ELF::ElfMagic));
}

/// Adds the machine code of an old compiler in \p Bytes that is for the device,
/// if that is an old one, too; of several that for the latest chip.
bool addMachineCode(StringRef Bytes, StringRef Name,
                    std::vector<CodeInput> &Inputs) {
  const Device &D = Driver::get().TheDevice;
  if (!D.isSilicon())
    return false;
  std::vector<object::CodeImage> Images = object::findCodeImages(Bytes);
  erase_if(Images, [&](const object::CodeImage &I) {
    return I.ComputeCapability > D.capability();
  });
  if (Images.empty())
    return false;
  auto Best = max_element(
      Images, [](const object::CodeImage &A, const object::CodeImage &B) {
        return A.ComputeCapability < B.ComputeCapability;
      });
  Inputs.push_back({std::move(Best->Bytes), Name.str()});
  return true;
}

CUresult searchContainer(StringRef Bytes, StringRef Name, JitOptions &Options,
                         std::vector<CodeInput> &Inputs) {
  Expected<std::vector<fatbinary::Entry>> Entries =
      fatbinary::readContainer(Bytes);
  if (!Entries)
    return invalid(Entries.takeError(), Options);
  if (addMachineCode(Bytes, Name, Inputs))
    return CUDA_SUCCESS;
  // Our own objects need no compiling.
  for (const fatbinary::Entry &E : *Entries) {
    if (E.Kind != fatbinary::Entry::Object)
      continue;
    Expected<std::string> Object = E.contents();
    if (!Object)
      return invalid(Object.takeError(), Options);
    if (!StringRef(*Object).contains(object::InfoPrefix))
      continue;
    Inputs.push_back({std::move(*Object), Name.str()});
    return CUDA_SUCCESS;
  }
  const fatbinary::Entry *Best =
      fatbinary::choosePTX(*Entries, Driver::get().TheDevice.capability());
  if (!Best) {
    bool HasPTX = any_of(*Entries, [](const fatbinary::Entry &E) {
      return E.Kind == fatbinary::Entry::PTX;
    });
    Options.Errors += HasPTX
                          ? "the fat binary's PTX is for newer devices than "
                            "this one (HEDDLE_DEVICE chooses another)\n"
                          : "the fat binary has no PTX: nvcc -arch=sm_NN puts "
                            "it there, but never for kernels that launch "
                            "kernels, which are not supported\n";
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  Expected<std::string> Text = Best->contents();
  if (!Text)
    return invalid(Text.takeError(), Options);
  Text->resize(StringRef(*Text).split('\0').first.size());
  Inputs.push_back({std::move(*Text), Name.str()});
  return CUDA_SUCCESS;
}

CUresult searchOldFatBinary(const void *Data, JitOptions &Options,
                            std::vector<CodeInput> &Inputs) {
  std::vector<OldEntry> Entries;
  if (!readOldFatBinary(Data, Entries))
    return invalid("the fat binary is cut off", Options);
  // Machine code goes before PTX, and later chips before earlier ones.
  const Device &D = Driver::get().TheDevice;
  auto Rank = [](const OldEntry &E) {
    return std::pair(!E.IsPTX, E.Architecture);
  };
  const OldEntry *Best = nullptr;
  for (const OldEntry &E : Entries)
    if (E.Architecture <= D.capability() && (E.IsPTX || D.isSilicon()) &&
        (!Best || Rank(*Best) < Rank(E)))
      Best = &E;
  if (Best)
    return keep(Best->Bytes, Best->IsPTX ? StringRef(UnnamedPTX) : "object",
                Options, Inputs);
  Options.Errors += "the fat binary has no code for the device (HEDDLE_DEVICE "
                    "chooses another)\n";
  return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

CUresult searchContainerAt(const void *Data, JitOptions &Options,
                           std::vector<CodeInput> &Inputs) {
  std::optional<uint64_t> Size = fatbinary::containerBytes(
      readable(Data, fatbinary::ContainerHeaderBytes));
  if (!Size)
    return invalid("the wrapper has no fat binary", Options);
  return searchContainer(readable(Data, *Size), UnnamedPTX, Options, Inputs);
}

CUresult searchWrapper(const Wrapper &W, JitOptions &Options,
                       std::vector<CodeInput> &Inputs) {
  if (W.Version == 1)
    return searchContainerAt(W.Container, Options, Inputs);
  if (W.Version != 2)
    return invalid("the wrapper of the fat binary has an unknown version",
                   Options);
  for (const void *const *Slot = W.Linked;; ++Slot) {
    const void *Container = nullptr;
    if (readable(Slot, sizeof Container).size() != sizeof Container)
      return invalid("the wrapper's list of fat binaries is cut off", Options);
    std::memcpy(&Container, Slot, sizeof Container);
    if (!Container)
      break;
    JitOptions Part;
    CUresult R = searchContainerAt(Container, Part, Inputs);
    if (R == CUDA_ERROR_NO_BINARY_FOR_GPU) {
      // Mostly several are left out for one reason.
      if (!StringRef(Options.LeftOut).contains(Part.Errors))
        Options.LeftOut += Part.Errors;
    } else if (R != CUDA_SUCCESS) {
      Options.Errors += Part.Errors;
      return R;
    }
  }
  if (!Inputs.empty())
    return CUDA_SUCCESS;
  if (Options.LeftOut.empty())
    return invalid("the wrapper has no fat binary", Options);
  Options.Errors += std::exchange(Options.LeftOut, "");
  return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

} // namespace

StringRef readable(const void *Data, uint64_t Size) {
  sm::HostPages Pages;
  auto Begin = reinterpret_cast<uint64_t>(Data);
  uint64_t End = Begin;
  while (End - Begin < Size) {
    sm::FarWindow W = Pages.find(End, /*IsWrite=*/false);
    if (!W.Size)
      break;
    End = W.Base + W.Size;
  }
  return StringRef(static_cast<const char *>(Data),
                   std::min(Size, End - Begin));
}

std::optional<StringRef> readableText(const void *Data) {
  sm::HostPages Pages;
  auto Begin = reinterpret_cast<uint64_t>(Data);
  for (uint64_t At = Begin;;) {
    sm::FarWindow W = Pages.find(At, /*IsWrite=*/false);
    if (!W.Size)
      return std::nullopt;
    uint64_t End = W.Base + W.Size;
    const void *Zero =
        std::memchr(reinterpret_cast<const void *>(At), 0, End - At);
    if (Zero)
      return StringRef(static_cast<const char *>(Data),
                       reinterpret_cast<uint64_t>(Zero) - Begin);
    At = End;
  }
}

CUresult refuseKernel(const Image &Code, StringRef Name) {
  auto Found = Code.Refused.find(Name);
  if (Found == Code.Refused.end()) {
    if (Code.LeftOut.Why.empty())
      return CUDA_ERROR_NOT_FOUND;
    if (!std::exchange(Code.LeftOut.WasReported, true))
      report(("heddle: kernel '" + Name +
              "' is in none of the program's parts that can be used; of "
              "others:\n" +
              Code.LeftOut.Why)
                 .str());
    explain(Code.LeftOut.Why);
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  const RefusedKernel &K = Found->second;
  if (!std::exchange(K.WasReported, true))
    report(("heddle: kernel '" + Name + "' cannot be used:\n" + K.Why).str());
  explain(K.Why);
  return CUDA_ERROR_INVALID_PTX;
}

bool CodeInput::isObject() const { return object::isELFOrTextCubin(Bytes); }

CUresult findCode(const void *Data, JitOptions &Options,
                  std::vector<CodeInput> &Inputs) {
  StringRef Start = readable(Data, sizeof(Wrapper));
  if (Start.empty())
    return CUDA_ERROR_INVALID_VALUE;
  if (beginsWith(Start, fatbinary::WrapperMagic) &&
      Start.size() == sizeof(Wrapper)) {
    Wrapper W;
    std::memcpy(&W, Data, sizeof W);
    return searchWrapper(W, Options, Inputs);
  }
  if (beginsWith(Start, fatbinary::ContainerMagic))
    return searchContainerAt(Data, Options, Inputs);
  if (isOldFatBinary(Start))
    return searchOldFatBinary(Data, Options, Inputs);
  if (isELF(Start))
    return keep(objectAt(Data), "object", Options, Inputs);
  std::optional<StringRef> Text = readableText(Data);
  if (!Text)
    return invalid("the image is neither a fat binary nor an object, and no "
                   "text: the memory ends before a zero byte does",
                   Options);
  return findText(*Text, UnnamedPTX, Options, Inputs);
}

CUresult findCode(StringRef Bytes, StringRef Name, JitOptions &Options,
                  std::vector<CodeInput> &Inputs) {
  if (beginsWith(Bytes, fatbinary::ContainerMagic))
    return searchContainer(Bytes, Name, Options, Inputs);
  // A file of the older kind is what it was in memory, strings and all; code is
  // in programs and objects of hosts, too.
  if (object::holdsCode(Bytes) && addMachineCode(Bytes, Name, Inputs))
    return CUDA_SUCCESS;
  if (isELF(Bytes))
    return keep(Bytes, Name, Options, Inputs);
  return findText(Bytes.split('\0').first, Name, Options, Inputs);
}

CUresult readImage(const void *Data, JitOptions &Options,
                   std::shared_ptr<const Image> &Result) {
  std::vector<CodeInput> Inputs;
  CUresult R = findCode(Data, Options, Inputs);
  if (R != CUDA_SUCCESS)
    return R;
  R = makeImage(std::move(Inputs), Options, Result);
  // Names that nobody defines may be theirs.
  if (R != CUDA_SUCCESS)
    Options.Errors += Options.LeftOut;
  return R;
}

CUresult readImage(StringRef Bytes, StringRef Name, JitOptions &Options,
                   std::shared_ptr<const Image> &Result) {
  std::vector<CodeInput> Inputs;
  CUresult R = findCode(Bytes, Name, Options, Inputs);
  return R == CUDA_SUCCESS ? makeImage(std::move(Inputs), Options, Result) : R;
}

bool readFile(const char *Path, std::string &Bytes) {
  Expected<std::unique_ptr<MemoryBuffer>> File =
      // A file, whatever it is called: "-" is not standard input here.
      readInputFile(StringRef(Path) == "-" ? "./-" : Path);
  if (!File) {
    explain(toString(File.takeError()));
    return false;
  }
  Bytes = (*File)->getBuffer().str();
  return true;
}

} // namespace heddle::driver
