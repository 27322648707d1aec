//===- ObjectClassTest.cpp - Objects of either class, round trip ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels, symbols and relocations through the writer of the MC layer and the
// reader of lib/Object, for pointers of 32 and of 64 bits.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Backend/TargetTables.h"
#include "heddle/Object/Module.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInstBuilder.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbolELF.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace heddle::object;
using heddle::abi::TargetModel;

namespace {

class ObjectClassTest : public testing::TestWithParam<unsigned> {
protected:
  ObjectClassTest() {
    Model.GlobalPointerBits = GetParam();
    Context->setObjectFileInfo(&ObjectFile);
    ObjectFile.initMCObjectFileInfo(*Context, /*PIC=*/false);
    Context->setDiagnosticHandler(
        [this](const SMDiagnostic &D, bool, const SourceMgr &,
               std::vector<const MDNode *> &) { Error = D.getMessage(); });
    std::unique_ptr<MCAsmBackend> Backend(createTeslaAsmBackend(Model));
    std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(OS);
    std::unique_ptr<MCCodeEmitter> Emitter(
        Tables.Target.createMCCodeEmitter(*Tables.Instructions, *Context));
    Out.reset(Tables.Target.createMCObjectStreamer(
        Context->getTargetTriple(), *Context, std::move(Backend),
        std::move(Writer), std::move(Emitter), *Tables.Chip));
  }

  unsigned pointerBytes() const { return GetParam() / 8; }

  void section(StringRef Name, unsigned Flags,
               unsigned Type = ELF::SHT_PROGBITS) {
    Out->switchSection(Context->getELFSection(Name, Type, Flags));
  }
  MCSymbol *symbol(StringRef Name) { return Context->getOrCreateSymbol(Name); }
  const MCExpr *address(StringRef Name, int64_t Addend = 0) {
    return MCBinaryExpr::createAdd(
        MCSymbolRefExpr::create(symbol(Name), *Context),
        MCConstantExpr::create(Addend, *Context), *Context);
  }
  void variable(StringRef Name, uint64_t Size) {
    Out->emitLabel(symbol(Name));
    Out->emitSymbolAttribute(symbol(Name), MCSA_ELF_TypeObject);
    Out->emitELFSize(symbol(Name), MCConstantExpr::create(Size, *Context));
  }
  void kernel() {
    KernelInfo Info;
    Info.Name = "k";
    Info.SharedBytes = Info.DynamicSharedOffset = 16;
    SmallVector<char, 0> Encoded = encodeKernelInfo(Info);
    section(".heddle.info.k", 0);
    Out->emitBytes(StringRef(Encoded.data(), Encoded.size()));
    section(".text.k", ELF::SHF_ALLOC | ELF::SHF_EXECINSTR);
    MCInst Mov = MCInstBuilder(Tesla::MOV_B32_i)
                     .addReg(Tesla::R0)
                     .addExpr(address("table", 8));
    Out->emitInstruction(Mov, *Tables.Chip);
  }

  TargetModel Model = heddle::abi::targetModels().front();
  std::string Error;
  SmallString<0> Bytes;
  raw_svector_ostream OS{Bytes};
  heddle::tesla::TargetTables Tables{"gt200"};
  MCTargetOptions Options;
  std::unique_ptr<MCContext> Context = Tables.createContext(nullptr, &Options);
  MCObjectFileInfo ObjectFile;
  std::unique_ptr<MCStreamer> Out;
};

TEST_P(ObjectClassTest, RoundTrip) {
  kernel();
  section(".data.table", ELF::SHF_ALLOC | ELF::SHF_WRITE);
  variable("table", 3 * pointerBytes());
  Out->emitIntValue(1, pointerBytes());
  Out->emitValue(address("count", -4), pointerBytes());
  Out->emitIntValue(3, pointerBytes());
  section(".bss.count", ELF::SHF_ALLOC | ELF::SHF_WRITE, ELF::SHT_NOBITS);
  variable("count", 64);
  Out->emitZeros(64);
  section(".heddle.const", ELF::SHF_ALLOC);
  Out->emitValue(address("table"), pointerBytes());
  variable("gain", 4);
  Out->emitIntValue(7, 4);
  Out->finish();
  ASSERT_EQ(Error, "");

  bool IsWide = GetParam() == 64;
  EXPECT_EQ(Bytes[ELF::EI_CLASS], IsWide ? ELF::ELFCLASS64 : ELF::ELFCLASS32);
  Expected<Module> M = readModule(MemoryBufferRef(Bytes, "test"), &Model);
  ASSERT_TRUE(!!M) << toString(M.takeError());
  EXPECT_EQ(M->ComputeCapability, 13u);
  ASSERT_EQ(M->Kernels.size(), 1u);
  EXPECT_EQ(M->Kernels[0].Code.size(), 8u);
  ASSERT_EQ(M->Variables.size(), 2u);
  const Variable &Table = M->Variables[0], &Count = M->Variables[1];
  ASSERT_EQ(M->Kernels[0].Relocations.size(), 1u);
  EXPECT_EQ(M->Kernels[0].Relocations[0].Offset, 0u);
  EXPECT_EQ(M->Kernels[0].Relocations[0].Variable, 0u);
  EXPECT_EQ(M->Kernels[0].Relocations[0].Addend, 8);
  EXPECT_EQ(Table.Name, "table");
  EXPECT_EQ(Table.Size, 3 * pointerBytes());
  EXPECT_EQ(Table.Init[0], 1u);
  EXPECT_EQ(Table.Init[2 * pointerBytes()], 3u);
  ASSERT_EQ(Table.Relocations.size(), 1u);
  EXPECT_EQ(Table.Relocations[0].Offset, pointerBytes());
  EXPECT_EQ(Table.Relocations[0].Variable, 1u);
  EXPECT_EQ(Table.Relocations[0].Addend, -4);
  EXPECT_EQ(Count.Name, "count");
  EXPECT_EQ(Count.Size, 64u);
  EXPECT_TRUE(Count.Init.empty());
  ASSERT_EQ(M->ConstantRelocations.size(), 1u);
  EXPECT_EQ(M->ConstantRelocations[0].Variable, 0u);
  ASSERT_EQ(M->ConstantSymbols.size(), 1u);
  EXPECT_EQ(M->ConstantSymbols[0].Name, "gain");
  EXPECT_EQ(M->ConstantSymbols[0].Offset, pointerBytes());

  TargetModel Other = Model;
  Other.GlobalPointerBits = IsWide ? 32 : 64;
  EXPECT_NE(
      toString(readModule(MemoryBufferRef(Bytes, "test"), &Other).takeError())
          .find("-bit ELF file"),
      std::string::npos);
}

/// An address has a pointer's width or cannot be relocated.
TEST_P(ObjectClassTest, OtherWidthsAreRefused) {
  section(".data.table", ELF::SHF_ALLOC | ELF::SHF_WRITE);
  variable("table", 8);
  Out->emitValue(address("count"), 12 - pointerBytes());
  Out->finish();
  EXPECT_EQ(Error, "this address cannot be relocated");
}

INSTANTIATE_TEST_SUITE_P(PointerBits, ObjectClassTest, testing::Values(32, 64));

} // namespace
