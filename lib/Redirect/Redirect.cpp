//===- Redirect.cpp - Leads a loaded object to Heddle's runtime -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Redirect.h"
#include "Binding.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::redirect {

namespace {
/// Pages of the object that take jumps, writable while this is there: never
/// at the time when they can be executed. Nobody does, as the object has not
/// been given its symbols yet.
class WritablePages {
public:
  WritablePages(uint64_t Begin, uint64_t End, int Protection)
      : Begin(Begin & ~(pageSize() - 1)), End(End), Protection(Protection) {
    IsOpen = !protect(PROT_READ | PROT_WRITE);
  }
  WritablePages(const WritablePages &) = delete;
  WritablePages &operator=(const WritablePages &) = delete;
  ~WritablePages() {
    if (IsOpen && protect(Protection))
      giveUp("the protection of a program's code cannot be set back");
  }
  bool isOpen() const { return IsOpen; }

private:
  static uint64_t pageSize() { return sysconf(_SC_PAGESIZE); }
  int protect(int To) const {
    return mprotect(reinterpret_cast<void *>(Begin), End - Begin, To);
  }

  uint64_t Begin, End;
  int Protection;
  bool IsOpen;
};
} // namespace

/// All that NVIDIA's runtime has beside its interface is named so. A file that
/// lacks these lacks part of the interface, too.
static constexpr std::string_view InternalPrefix = "libcudart_static_";

static bool isRuntimeOwn(const ElfSymbol &S) {
  return S.IsLocal && S.Name.starts_with(InternalPrefix);
}

/// Returns whether the file has constants that NVIDIA's runtime alone has.
static bool hasRuntimeTexts(const ElfFile &File) {
  return File.hasText("cuGetProcAddress_v2") &&
         File.hasText("cudaErrorCudartUnloading") &&
         File.hasText("libcuda.so.1");
}

/// Whether \p File, no symbol of which is the runtime's, has it all the same.
static bool mayHaveRuntime(const ElfFile &File, bool IsProgram) {
  // All of a large library is not read for this.
  return (IsProgram || File.hasSection(".nv_fatbin")) && hasRuntimeTexts(File);
}

static const Elf64_Phdr *segmentOf(const std::vector<Elf64_Phdr> &Segments,
                                   uint64_t Address) {
  for (const Elf64_Phdr &S : Segments)
    if (S.p_type == PT_LOAD && Address >= S.p_vaddr &&
        Address - S.p_vaddr < S.p_filesz)
      return &S;
  return nullptr;
}

/// Writes \p Patches, all of which are in one segment. The problem, or nothing.
static const char *write(const std::vector<Patch> &Patches,
                         const std::vector<Elf64_Phdr> &Segments,
                         uint64_t Bias) {
  uint64_t Begin = ~uint64_t(0), End = 0;
  for (const Patch &P : Patches) {
    Begin = std::min(Begin, P.Address);
    End = std::max(End, P.Address + P.Code.size());
  }
  const Elf64_Phdr *Segment = segmentOf(Segments, Begin);
  if (!Segment || segmentOf(Segments, End - 1) != Segment ||
      !(Segment->p_flags & PF_X))
    return "its functions are not in one segment of code";
  int Protection = PROT_EXEC | (Segment->p_flags & PF_R ? PROT_READ : 0) |
                   (Segment->p_flags & PF_W ? PROT_WRITE : 0);
  WritablePages Pages(Begin + Bias, End + Bias, Protection);
  if (!Pages.isOpen())
    return "its code cannot be changed";
  for (const Patch &P : Patches)
    std::memcpy(reinterpret_cast<void *>(P.Address + Bias), P.Code.data(),
                P.Code.size());
  __builtin___clear_cache(reinterpret_cast<char *>(Begin + Bias),
                          reinterpret_cast<char *>(End + Bias));
  return nullptr;
}

/// Leads the functions among \p All to slots. The problem, or an empty string.
static std::string lead(const ElfFile &File, const std::vector<ElfSymbol> &All,
                        uint64_t Bias) {
  std::vector<Redirected> Functions;
  for (const ElfSymbol &S : All) {
    if (S.IsFunction && S.Name == "cudaGetDeviceProperties_v2")
      return "it is of CUDA 12, whose structures differ from those of CUDA 13";
    if (S.IsFunction && isExported(S.Name))
      Functions.push_back({S, 0});
  }
  if (Functions.empty())
    return "";
  Slot *Slots = makeSlots(Functions.size());
  for (size_t I = 0; I != Functions.size(); ++I) {
    Slots[I].Name = strndup(Functions[I].Function.Name.data(),
                            Functions[I].Function.Name.size());
    Functions[I].Slot = reinterpret_cast<uint64_t>(&Slots[I]);
  }
  Plan P = planJumps(HostMachine, Functions, All);
  if (!P.Problem.empty())
    return P.Problem;
  const char *Problem = write(P.Patches, File.segments(), Bias);
  return Problem ? Problem : "";
}

/// Leads functions of NVRTC that give machine code to those that give PTX,
/// which NVRTC makes for every architecture: programs hand both to the driver
/// in the same way. Returns why that cannot be; empty if it can.
static std::string leadCompiler(const ElfFile &File, uint64_t Bias) {
  constexpr std::string_view Pairs[][2] = {
      {"nvrtcGetCUBIN", "nvrtcGetPTX"},
      {"nvrtcGetCUBINSize", "nvrtcGetPTXSize"}};
  const std::vector<ElfSymbol> All = File.symbols(/*Dynamic=*/true);
  const auto find = [&](std::string_view Name) -> const ElfSymbol * {
    for (const ElfSymbol &S : All)
      if (S.IsFunction && S.Name == Name)
        return &S;
    return nullptr;
  };
  std::vector<Patch> Patches;
  for (const auto &[From, To] : Pairs) {
    const ElfSymbol *F = find(From), *T = find(To);
    if (!F || !T)
      return "it has no " + std::string(F ? To : From);
    std::optional<std::string> Code =
        nearJump(HostMachine, F->Address, T->Address);
    if (!Code || F->Size < Code->size())
      return "there is no room for a jump at '" + std::string(From) + "'";
    Patches.push_back({F->Address, *Code});
  }
  const char *Problem = write(Patches, File.segments(), Bias);
  return Problem ? Problem : "";
}

/// Whether \p Path is that of NVRTC, whatever its version.
static bool isCompiler(std::string_view Path) {
  const std::string_view Name = Path.substr(Path.rfind('/') + 1);
  return Name.starts_with("libnvrtc.so") || Name.starts_with("libnvrtc.alt.so");
}

/// \p Object has a runtime that is not ours, and \p Why it stays.
static void refuse(const std::string &Object, const std::string &Why,
                   bool IsProgram) {
  std::string Message =
      "'" + Object +
      "' has NVIDIA's CUDA runtime in it, which runs on "
      "NVIDIA's driver only, and cannot be led to Heddle's: " +
      Why +
      ". Ways to build it:\n"
      "  1. as nvcc does by default, but not stripped (no -s, no 'strip', no "
      "'install -s')\n"
      "  2. over the shared runtime: 'nvcc -cudart shared', NVCC_APPEND_FLAGS="
      "\"-cudart shared\" in the\n     environment, or with CMake "
      "-DCMAKE_CUDA_RUNTIME_LIBRARY=Shared\n"
      "  3. over Heddle's libraries: 'nvcc -L" +
      libraryFolder().substr(0, libraryFolder().size() - 1) + "'";
  if (IsProgram)
    giveUp(Message);
  say(Message);
}

void redirectObject(const char *Path, uint64_t Bias, bool IsProgram) {
  std::optional<ElfFile> File = ElfFile::open(Path);
  if (!File)
    return;
  if (isCompiler(Path)) {
    if (std::string Problem = leadCompiler(*File, Bias); !Problem.empty())
      say("'" + std::string(Path) +
          "' gives machine code, which is no input here: " + Problem);
    return;
  }
  std::string Object = Path;
  char Self[4096];
  if (IsProgram) {
    ssize_t Length = readlink(Path, Self, sizeof(Self));
    if (Length > 0)
      Object.assign(Self, Length);
  }
  std::vector<ElfSymbol> All = File->symbols(/*Dynamic=*/false);
  if (std::none_of(All.begin(), All.end(), isRuntimeOwn)) {
    if (mayHaveRuntime(*File, IsProgram))
      refuse(Object, "its symbols were taken from it (.symtab)", IsProgram);
    return;
  }
  std::string Problem = lead(*File, All, Bias);
  if (!Problem.empty())
    refuse(Object, Problem, IsProgram);
}

} // namespace heddle::redirect
