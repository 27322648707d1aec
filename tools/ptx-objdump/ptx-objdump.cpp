//===- ptx-objdump.cpp - Shows what an object holds -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 2 usage or file error.
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Decompile/Decompile.h"
#include "heddle/Inspect/Listing.h"
#include "heddle/Inspect/ResourceReport.h"
#include "heddle/Object/CodeImages.h"
#include "heddle/Object/EmbeddedPTX.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OptionTable.h"
#include "heddle/Support/Tool.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;
using namespace heddle;

namespace {

struct DumpOptions {
  bool Disassemble = false;
  bool Headers = false;
  bool Structure = false;
  bool PTX = false;
  /// 0: none is taken out.
  uint64_t Extract = 0;
  std::vector<std::string> SourcePaths;
  std::string Input;
};

Error setDisassemble(DumpOptions &To, StringRef Name, const ParsedOption &O) {
  return setFlag(Name, O, To.Disassemble);
}
Error setHeaders(DumpOptions &To, StringRef Name, const ParsedOption &O) {
  return setFlag(Name, O, To.Headers);
}

Error setStructure(DumpOptions &To, StringRef Name, const ParsedOption &O) {
  return setFlag(Name, O, To.Structure);
}
Error setPTX(DumpOptions &To, StringRef Name, const ParsedOption &O) {
  return setFlag(Name, O, To.PTX);
}
Error setExtract(DumpOptions &To, StringRef Name, const ParsedOption &O) {
  if (StringRef(O.Value).getAsInteger(10, To.Extract) || To.Extract == 0)
    return createStringError("option '--" + Name +
                             "' takes the number of a module, not '" + O.Value +
                             "'");
  return Error::success();
}

constexpr OptionSetter<DumpOptions> Rows[] = {
    {{0, "d", OptionRow::Flag, "", "disassemble (the default)"},
     setDisassemble},
    {{0, "disassemble", OptionRow::Flag}, setDisassemble},
    {{0, "x", OptionRow::Flag, "", "variables, parameters, resources"},
     setHeaders},
    {{0, "info", OptionRow::Flag}, setHeaders},
    {{0, "cfg", OptionRow::Flag, "", "blocks, loops, and where they go"},
     setStructure},
    {{0, "ptx", OptionRow::Flag, "", "PTX 1.4 that computes the same"}, setPTX},
    {{0, "extract", OptionRow::Value, "=N",
      "the N-th module of a program or a fat binary, as it is"},
     setExtract},
    {{0, "source", OptionRow::Value, "=FILE.ptx",
      "show the lines of this file; once for each that was linked"},
     [](DumpOptions &To, StringRef, const ParsedOption &O) {
       return setText(O.Value, To.SourcePaths.emplace_back());
     }},
};

OptionTable<DumpOptions> table() { return {Rows, 1}; }

Expected<DumpOptions> parseOptions(const ParsedCommandLine &Parsed) {
  DumpOptions Options;
  if (Error E = table().applyAll(Parsed.Options, Options))
    return std::move(E);
  Options.Disassemble |= !Options.Headers && !Options.Structure && !Options.PTX;
  if (Parsed.Files.size() != 1)
    return createStringError("expected one object file");
  Options.Input = Parsed.Files.front();
  return Options;
}

void printHeaders(const object::Module &M, const object::Kernel &K,
                  const inspect::Disassembler &D) {
  for (const object::KernelParam &P : K.Info.Params)
    outs() << fmt::format("param {}: .{} {}, {} bytes at {}\n",
                          &P - K.Info.Params.data(), P.Type, P.Name, P.Size,
                          P.Offset);
  inspect::CodeSize Size{inspect::countInstructions(K, D),
                         static_cast<unsigned>(K.Code.size()),
                         static_cast<unsigned>(K.Literals.size())};
  const abi::Chip &Chip = *abi::findChip(M.ComputeCapability);
  inspect::printResourceReport(K.Info, Size, /*Budget=*/nullptr,
                               abi::reportedName(Chip), M.occupancyGeometry(),
                               outs());
}

void printVariables(const object::Module &M) {
  for (const object::Variable &V : M.Variables)
    outs() << fmt::format(
        "variable {}: .global, {} bytes aligned to {}, {}\n", V.Name, V.Size,
        V.Align,
        V.Parts.empty() ? "zero"
        : V.Parts.size() == 1
            ? "initialized"
            : fmt::format("initialized in {} parts", V.Parts.size()));
  for (const object::ConstantSymbol &S : M.ConstantSymbols)
    outs() << fmt::format("variable {}: .const, {} bytes at c0[{:#x}]\n",
                          S.Name, S.Size, S.Offset);
}

/// Slots are counted for each kind.
void printImages(const object::Module &M) {
  static constexpr StringLiteral Kinds[] = {"texture", "sampler", "surface"};
  unsigned Slots[std::size(Kinds)] = {};
  for (const abi::ImageReference &I : M.Images) {
    const auto Kind = unsigned(I.Kind);
    outs() << fmt::format("{} {}: {}\n", Kinds[Kind].str(), Slots[Kind]++,
                          I.Name);
  }
}

/// "0x0008: address of gtab + 4"
void printRelocations(const object::Module &M, const object::Kernel &K) {
  for (const object::Relocation &R : K.Relocations)
    outs() << fmt::format("relocation {:#06x}: address of {}{:+d}\n", R.Offset,
                          M.Variables[R.Variable].Name, R.Addend);
}

/// An object that ptxas-lite -c made has PTX instead of code.
void printPart(const object::Module &M, const DumpOptions &Options) {
  if (Options.Headers) {
    const object::Part &P = *M.ToLink;
    outs() << fmt::format("to be linked: {}, for {}{}{}", M.SourceName,
                          abi::findChip(M.ComputeCapability)->Name,
                          P.FuseMulAdd ? ", with --fmad" : "",
                          P.FmaAsMad ? ", with --fma-as-mad" : "");
    if (P.MaxRegisters != 0)
      outs() << fmt::format(", at most {} registers", P.MaxRegisters);
    outs() << '\n';
  }
  if (Options.Disassemble)
    outs() << M.ToLink->Text;
}

/// Prints the description of an object with nothing but variables, if these.
void printNoKernels(const object::Module &M, const DumpOptions &Options) {
  outs() << fmt::format("// {}, for {}", Options.Input,
                        abi::findChip(M.ComputeCapability)->Name);
  if (!M.SourceName.empty())
    outs() << ", from " << M.SourceName;
  outs() << "\n// no kernels\n";
}

/// Writes the bytes of a module that the file holds.
Error extract(StringRef File, const DumpOptions &Options) {
  std::vector<object::CodeImage> Images = object::findCodeImages(File);
  if (Options.Extract > Images.size())
    return createStringError(fmt::format(
        "'{}' holds {} modules for sm_10 to sm_13; there is none with number "
        "{}",
        Options.Input, Images.size(), Options.Extract));
  outs() << Images[Options.Extract - 1].Bytes;
  return Error::success();
}

Error dump(const DumpOptions &Options) {
  auto File = readInputFile(Options.Input);
  if (!File)
    return File.takeError();
  std::vector<std::unique_ptr<MemoryBuffer>> SourceFiles;
  SmallVector<StringRef, 1> Sources;
  for (StringRef Path : Options.SourcePaths) {
    auto SourceFile = readInputFile(Path);
    if (!SourceFile)
      return SourceFile.takeError();
    SourceFiles.push_back(std::move(*SourceFile));
    Sources.push_back(SourceFiles.back()->getBuffer());
  }
  // Whoever asked for line numbers has the PTX in the object.
  const std::string Embedded = object::embeddedPTX((*File)->getBuffer());
  if (Sources.empty() && !Embedded.empty())
    Sources.push_back(Embedded);
  if (Options.Extract)
    return extract((*File)->getBuffer(), Options);
  Expected<object::Module> M = object::readModule((*File)->getMemBufferRef());
  if (!M)
    return createStringError("'" + Options.Input +
                             "': " + toString(M.takeError()));
  if (M->ToLink) {
    printPart(*M, Options);
    return Error::success();
  }
  auto D = inspect::Disassembler::create(*M);
  if (!D)
    return D.takeError();
  if (M->Kernels.empty())
    printNoKernels(*M, Options);
  if (Options.Headers) {
    printVariables(*M);
    printImages(*M);
  }
  for (const object::Kernel &K : M->Kernels) {
    if (Options.Headers) {
      printHeaders(*M, K, **D);
      printRelocations(*M, K);
    }
    if (Options.Disassemble)
      inspect::printListing(*M, K, **D, Sources, outs());
    if (Options.Structure)
      if (Error E = decompile::printStructure(*M, K, outs()))
        return createStringError("'" + Options.Input +
                                 "': " + toString(std::move(E)));
  }
  if (!Options.PTX)
    return Error::success();
  Expected<std::string> Text = decompile::decompile(*M);
  if (!Text)
    return createStringError("'" + Options.Input +
                             "': " + toString(Text.takeError()));
  outs() << *Text;
  return Error::success();
}

ToolInfo dumpInfo() {
  ToolInfo Info;
  Info.Name = "ptx-objdump";
  Info.Summary = "shows what is in an object for NVIDIA's Tesla chips";
  Info.Usage = "ptx-objdump [-d] [-x] [--cfg] [--ptx] FILE.cubin\n";
  Info.Description = "Disassembles the kernels of an object that ptxas-lite, "
                     "or an old NVIDIA compiler,\nwrote, and lists their "
                     "parameters, variables and resources.\n";
  Info.Rows = table().rows();
  Info.ExitCodes = {{0, "done"}, {2, "usage or file error"}};
  return Info;
}

} // namespace

static int run(int argc, char **argv) {
  Tool Self(dumpInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse();
  if (!Parsed)
    return Self.exitCode();
  Expected<DumpOptions> Options = parseOptions(*Parsed);
  if (!Options)
    return Self.failUsage(Options.takeError());
  if (Error E = dump(*Options))
    return Self.fail(std::move(E));
  return 0;
}

int main(int argc, char **argv) {
  ToolProcess Process("ptx-objdump");
  return Process.finish(run(argc, argv));
}
