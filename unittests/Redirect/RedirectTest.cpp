//===- RedirectTest.cpp - Jumps in place of functions ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Redirect/ElfFile.h"
#include "heddle/Redirect/Plan.h"
#include "gtest/gtest.h"
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace heddle::redirect;

namespace {

std::string hex(const std::string &Code) {
  std::string Text;
  for (unsigned char C : Code) {
    char Two[3];
    std::snprintf(Two, sizeof(Two), "%02x", C);
    Text += Two;
  }
  return Text;
}

ElfSymbol function(const char *Name, uint64_t Address, uint64_t Size) {
  return {Name, Address, Size, true, false};
}

//===----------------------------------------------------------------------===//
// Jumps. What the bytes mean is from LLVM's disassembler.
//===----------------------------------------------------------------------===//

TEST(Jumps, X86) {
  // movabsq $0x1122334455667788, %r11; jmpq *(%r11)
  EXPECT_EQ(hex(jumpThrough(Machine::X86_64, 0x1122334455667788)),
            "49bb887766554433221141ff23");
  EXPECT_EQ(hex(*nearJump(Machine::X86_64, 0x1000, 0x1005)), "e900000000");
  EXPECT_EQ(hex(*nearJump(Machine::X86_64, 0x1000, 0x1000)), "e9fbffffff");
  EXPECT_TRUE(nearJump(Machine::X86_64, 0, (1ull << 31) + 4));
  EXPECT_FALSE(nearJump(Machine::X86_64, 0, (1ull << 31) + 5));
}

TEST(Jumps, AArch64) {
  // ldr x16, #12; ldr x17, [x16]; br x17; the address
  EXPECT_EQ(hex(jumpThrough(Machine::AArch64, 0x1122334455667788)),
            "70000058110240f920021fd68877665544332211");
  EXPECT_EQ(hex(*nearJump(Machine::AArch64, 0x1000, 0x1004)), "01000014");
  EXPECT_EQ(hex(*nearJump(Machine::AArch64, 0x1000, 0x0ffc)), "ffffff17");
  EXPECT_TRUE(nearJump(Machine::AArch64, 0, (1 << 27) - 4));
  EXPECT_FALSE(nearJump(Machine::AArch64, 0, 1 << 27));
  EXPECT_FALSE(nearJump(Machine::AArch64, 0, 2));
}

TEST(Jumps, SizesAreThoseOfTheCode) {
  for (Machine M : {Machine::X86_64, Machine::AArch64}) {
    EXPECT_EQ(jumpThrough(M, 1).size(), sizeOfJump(M));
    EXPECT_EQ(nearJump(M, 0, 64)->size(), sizeOfNearJump(M));
  }
}

int seven() { return 7; }
int eleven() { return 11; }

/// Both kinds of jumps, executed.
TEST(Jumps, LeadToTheirTargets) {
  Slot Slots[2] = {{reinterpret_cast<void *>(&seven), nullptr},
                   {reinterpret_cast<void *>(&eleven), nullptr}};
  size_t Bytes = sysconf(_SC_PAGESIZE);
  void *Page = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(Page, MAP_FAILED);
  auto Base = reinterpret_cast<uint64_t>(Page);
  std::vector<ElfSymbol> All = {function("long", Base, 64),
                                function("short", Base + 64, 3),
                                function("next", Base + 72, 40)};
  std::vector<Redirected> Wanted = {
      {All[0], reinterpret_cast<uint64_t>(&Slots[0])},
      {All[1], reinterpret_cast<uint64_t>(&Slots[1])}};
  Plan P = planJumps(HostMachine, Wanted, All);
  ASSERT_EQ(P.Problem, "");
  for (const Patch &Each : P.Patches)
    std::memcpy(reinterpret_cast<void *>(Each.Address), Each.Code.data(),
                Each.Code.size());
  ASSERT_EQ(mprotect(Page, Bytes, PROT_READ | PROT_EXEC), 0);
  __builtin___clear_cache(static_cast<char *>(Page),
                          static_cast<char *>(Page) + Bytes);
  EXPECT_EQ(reinterpret_cast<int (*)()>(Base)(), 7);
  EXPECT_EQ(reinterpret_cast<int (*)()>(Base + 64)(), 11);
  Slots[0].Target = reinterpret_cast<void *>(&eleven);
  EXPECT_EQ(reinterpret_cast<int (*)()>(Base)(), 11);
  munmap(Page, Bytes);
}

//===----------------------------------------------------------------------===//
// Where they are laid.
//===----------------------------------------------------------------------===//

TEST(Plan, NoPatchLeavesItsFunction) {
  for (Machine M : {Machine::X86_64, Machine::AArch64}) {
    // Eight functions that hold a near jump only, and one with room for them.
    std::vector<ElfSymbol> All = {function("big", 0x1000, 0x200)};
    for (unsigned I = 0; I != 8; ++I)
      All.push_back(function("small", 0x2000 + 8 * I, 8));
    std::vector<Redirected> Wanted;
    for (const ElfSymbol &S : All)
      Wanted.push_back({S, 0x9000});
    Plan P = planJumps(M, Wanted, All);
    ASSERT_EQ(P.Problem, "");
    EXPECT_EQ(P.Patches.size(), 1 + 2 * 8u);
    std::vector<bool> Taken(0x2000);
    for (const Patch &Each : P.Patches)
      for (unsigned I = 0; I != Each.Code.size(); ++I) {
        uint64_t At = Each.Address + I;
        EXPECT_TRUE((At >= 0x1000 && At < 0x1200) ||
                    (At >= 0x2000 && At < 0x2040));
        EXPECT_FALSE(Taken[At - 0x1000]) << At;
        Taken[At - 0x1000] = true;
      }
  }
}

TEST(Plan, UsesWhatLinkersPutBehindAFunction) {
  // The next function starts 16 bytes on, and nothing says what is between.
  std::vector<ElfSymbol> All = {function("big", 0x1000, 0x40),
                                function("tiny", 0x1040, 3),
                                function("next", 0x1050, 0x10)};
  EXPECT_EQ(planJumps(Machine::X86_64, {{All[1], 0x9000}}, All).Problem, "");
  // Here it starts at once.
  All[2].Address = 0x1043;
  EXPECT_EQ(
      planJumps(Machine::X86_64, {{All[0], 0x9000}, {All[1], 0x9010}}, All)
          .Problem,
      "there is no room for a jump at 'tiny'");
  // AArch64's marks of data are no functions.
  All[2] = {"$d.1", 0x1044, 0, false, true};
  EXPECT_EQ(planJumps(Machine::X86_64, {{All[1], 0x9000}}, All).Problem, "");
}

TEST(Plan, NeedsASpareBody) {
  std::vector<ElfSymbol> All = {function("small", 0x1008, 8),
                                function("next", 0x1010, 0x100)};
  EXPECT_EQ(planJumps(Machine::X86_64, {{All[0], 0x9000}}, All).Problem,
            "there is no room for a jump at 'small'");
}

TEST(Plan, RefusesFoldedFunctions) {
  std::vector<ElfSymbol> All = {function("cudaA", 0x1000, 0x40),
                                function("cudaB", 0x1000, 0x40)};
  EXPECT_EQ(
      planJumps(Machine::X86_64, {{All[0], 0x9000}, {All[1], 0x9010}}, All)
          .Problem,
      "the linker made 'cudaA' and 'cudaB' one function; link without "
      "--icf=all");
}

//===----------------------------------------------------------------------===//
// Files.
//===----------------------------------------------------------------------===//

std::string readSelf() {
  std::string Bytes;
  FILE *File = std::fopen("/proc/self/exe", "rb");
  if (!File)
    return Bytes;
  char Buffer[1 << 16];
  while (size_t Count = std::fread(Buffer, 1, sizeof(Buffer), File))
    Bytes.append(Buffer, Count);
  std::fclose(File);
  return Bytes;
}

TEST(ElfFile, ReadsThisProgram) {
  std::optional<ElfFile> File = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(File);
  EXPECT_TRUE(File->hasSymbolTable());
  EXPECT_TRUE(File->hasSection(".text"));
  EXPECT_FALSE(File->hasSection(".texts"));
  EXPECT_TRUE(File->hasText("there is no room for a jump at 'tiny'"));
  // Composed, lest it is in this program.
  EXPECT_FALSE(File->hasText(std::string("there is no such") + " text at all"));
  EXPECT_FALSE(File->segments().empty());
  bool Found = false;
  for (const ElfSymbol &S : File->symbols(/*Dynamic=*/false))
    Found |= S.Name == "main" && S.IsFunction && S.Size && !S.IsLocal;
  EXPECT_TRUE(Found);
}

TEST(ElfFile, RefusesWhatIsNone) {
  EXPECT_FALSE(ElfFile::open("/proc/self/cmdline"));
  EXPECT_FALSE(ElfFile::open("/nowhere"));
  EXPECT_FALSE(ElfFile::open("/"));
  EXPECT_FALSE(ElfFile::read(""));
  EXPECT_FALSE(ElfFile::read("#!/bin/sh\necho no program, but long enough for "
                             "the header of one, or so it seems\n"));
}

TEST(ElfFile, BelievesNoNumber) {
  std::string Whole = readSelf();
  ASSERT_GT(Whole.size(), sizeof(Elf64_Ehdr));
  auto Walk = [](std::string_view Bytes) {
    std::optional<ElfFile> File = ElfFile::read(Bytes);
    if (!File)
      return;
    File->symbols(/*Dynamic=*/false);
    File->symbols(/*Dynamic=*/true);
    File->segments();
    File->hasSection(".text");
  };
  // Cut off anywhere.
  for (size_t Bytes = 0; Bytes < Whole.size(); Bytes += Whole.size() / 37 + 1)
    Walk(std::string_view(Whole).substr(0, Bytes));
  // Each word of the header, and of the table of sections, all ones.
  Elf64_Ehdr Header;
  std::memcpy(&Header, Whole.data(), sizeof(Header));
  auto Spoil = [&](size_t Begin, size_t End) {
    for (size_t At = Begin; At + 8 <= End; At += 8) {
      std::string Kept = Whole.substr(At, 8);
      Whole.replace(At, 8, std::string(8, '\xff'));
      Walk(Whole);
      Whole.replace(At, 8, Kept);
    }
  };
  Spoil(16, sizeof(Header));
  Spoil(Header.e_shoff,
        std::min<size_t>(Header.e_shoff + Header.e_shnum * sizeof(Elf64_Shdr),
                         Whole.size()));
}

} // namespace
