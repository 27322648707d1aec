//===- TextCubin.cpp - Cubins of CUDA 1.x and 2.x -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of blocks:
//
//   architecture {sm_10}
//   code {
//     name = my_kernel   lmem = 0   smem = 32   reg = 2   bar = 0
//     bincode { 0x1100e804 ... }
//     const { segname = const  segnum = 1  offset = 0  bytes = 4  mem { ... } }
//   }
//
// Their order is free, and blocks that are not known are passed over. The file
// says nothing of parameters. People have put comments into such files, as C or
// a shell has them.
//
//===----------------------------------------------------------------------===//

#include "Cubin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::object {
namespace {

/// A block, with what stands in it.
struct Block {
  StringRef Name;
  unsigned Line = 0;
  SmallVector<std::pair<StringRef, StringRef>, 8> Values;
  std::vector<Block> Blocks;
  /// Words that are neither: of code or data, or the name of a chip.
  std::vector<StringRef> Words;

  const Block *find(StringRef Wanted) const {
    for (const Block &B : Blocks)
      if (B.Name == Wanted)
        return &B;
    return nullptr;
  }
  StringRef value(StringRef Key) const {
    for (auto [K, V] : Values)
      if (K == Key)
        return V;
    return "";
  }
};

Error malformedAt(unsigned Line, const Twine &What) {
  return createStringError("malformed cubin: line " + Twine(Line) + ": " +
                           What);
}

/// Bytes at the start of \p Text that are blank or of a comment.
size_t blankBytes(StringRef Text) {
  size_t N = 0;
  while (N != Text.size()) {
    StringRef Rest = Text.drop_front(N);
    const size_t Left = Rest.size();
    if (isSpace(Rest.front()) || Rest.front() == '\0')
      ++N;
    else if (N == 0 && Rest.starts_with("\xef\xbb\xbf"))
      N += 3;
    else if (Rest.starts_with("//") || Rest.starts_with("#"))
      N += std::min(Rest.find_first_of("\r\n"), Left);
    else if (Rest.starts_with("/*"))
      N += std::min(std::min(Rest.find("*/", 2), Left - 2) + 2, Left);
    else
      break;
  }
  return N;
}

/// Takes the text apart.
class Parser {
public:
  explicit Parser(StringRef Text) : Rest(Text) {}

  /// Reads up to the end of the text, or of the block, which is \p Depth deep.
  Error parse(Block &Into, unsigned Depth);

private:
  /// The next word or sign, empty at the end.
  StringRef take();
  StringRef peek() {
    Parser Ahead = *this;
    return Ahead.take();
  }

  StringRef Rest;
  unsigned Line = 1;
};

StringRef Parser::take() {
  const size_t Blank = blankBytes(Rest);
  Line += unsigned(Rest.take_front(Blank).count('\n'));
  Rest = Rest.drop_front(Blank);
  if (Rest.empty())
    return "";
  size_t End = 1;
  if (!StringRef("{}=").contains(Rest.front()))
    End = std::min(Rest.find_if([](char C) {
      return isSpace(C) || C == '\0' || C == '{' || C == '}' || C == '=';
    }),
                   Rest.size());
  StringRef Word = Rest.take_front(End);
  Rest = Rest.drop_front(End);
  return Word;
}

Error Parser::parse(Block &Into, unsigned Depth) {
  constexpr unsigned MaxDepth = 8;
  while (true) {
    StringRef Word = take();
    if (Word.empty())
      return Depth == 0
                 ? Error::success()
                 : malformedAt(Line, "the block '" + Into.Name + "' of line " +
                                         Twine(Into.Line) + " does not end");
    if (Word == "}") {
      if (Depth != 0)
        return Error::success();
      return malformedAt(Line, "'}' ends no block");
    }
    if (Word == "{" || Word == "=")
      return malformedAt(Line, "'" + Word + "' stands behind no name");
    StringRef Next = peek();
    if (Next == "=") {
      take();
      Into.Values.push_back({Word, take()});
    } else if (Next == "{") {
      take();
      Block &B = Into.Blocks.emplace_back();
      B.Name = Word;
      B.Line = Line;
      if (Depth == MaxDepth)
        return malformedAt(Line, "blocks are nested too deep");
      if (Error E = parse(B, Depth + 1))
        return E;
    } else {
      Into.Words.push_back(Word);
    }
  }
}

/// The number of \p Key in \p B, at most \p Most; \p Default where it is
/// absent.
Expected<uint32_t> numberOf(const Block &B, StringRef Key,
                            std::optional<uint32_t> Default = std::nullopt,
                            uint32_t Most = 0x7fffffff) {
  StringRef Text = B.value(Key);
  if (Text.empty() && Default)
    return *Default;
  uint64_t Value = 0;
  // Zero is printed with ten digits, which is no octal number.
  if (Text.getAsInteger(Text.starts_with_insensitive("0x") ? 0 : 10, Value))
    return malformedAt(B.Line, "'" + Key + "' of block '" + B.Name +
                                   "' is no number" +
                                   (Text.empty() ? "" : ": '" + Text + "'"));
  if (Value > Most)
    return malformedAt(B.Line, "'" + Key + "' is " + Twine(Value) +
                                   ", and at most " + Twine(Most) +
                                   " makes sense");
  return uint32_t(Value);
}

/// The words of \p B as bytes.
Expected<std::vector<uint8_t>> bytesOf(const Block &B) {
  std::vector<uint8_t> Bytes(4 * B.Words.size());
  for (auto [N, Word] : enumerate(B.Words)) {
    uint32_t Value = 0;
    if (Word.getAsInteger(Word.starts_with_insensitive("0x") ? 0 : 10, Value))
      return malformedAt(B.Line, "'" + Word + "' in block '" + B.Name +
                                     "' is no word of 32 bits");
    support::endian::write32le(&Bytes[4 * N], Value);
  }
  return Bytes;
}

/// A variable in constant memory.
struct Segment {
  uint32_t Number = 0, Offset = 0, Bytes = 0;
  /// Empty where it is not initialized.
  std::vector<uint8_t> Init;
};

/// The segment is \p Number and starts at 0 where \p B says nothing else; its
/// words tell its size then.
Expected<Segment> segmentOf(const Block &B, uint32_t Number,
                            uint32_t MostBytes) {
  Segment S;
  const Block *Words = B.find("mem");
  const auto Known = uint32_t(
      std::min<size_t>(Words ? 4 * Words->Words.size() : 0, MostBytes));
  auto Take = [&](StringRef Key, uint32_t Default, uint32_t Most,
                  uint32_t &Slot) -> Error {
    Expected<uint32_t> N = numberOf(B, Key, Default, Most);
    if (!N)
      return N.takeError();
    Slot = *N;
    return Error::success();
  };
  if (Error E = Take("segnum", Number, 15, S.Number))
    return std::move(E);
  if (Error E = Take("offset", 0, MostBytes, S.Offset))
    return std::move(E);
  if (Error E = Take("bytes", Known, MostBytes, S.Bytes))
    return std::move(E);
  if (S.Bytes > MostBytes - S.Offset)
    return malformedAt(B.Line, "a variable of " + Twine(S.Bytes) +
                                   " bytes at " + Twine(S.Offset) +
                                   " ends beyond its segment");
  if (const Block *Mem = B.find("mem")) {
    Expected<std::vector<uint8_t>> Bytes = bytesOf(*Mem);
    if (!Bytes)
      return Bytes.takeError();
    if (Bytes->size() > alignTo(S.Bytes, 4))
      return malformedAt(Mem->Line, "more words than the " + Twine(S.Bytes) +
                                        " bytes of the variable");
    S.Init = std::move(*Bytes);
  }
  return S;
}

/// The bytes of a bank that a file has told.
using KnownBytes = std::vector<bool>;

/// Puts \p S of \p B into a bank, which grows. Two segments may have the same
/// bytes, but not others in one place.
Error place(const Block &B, const Segment &S, std::vector<uint8_t> &Bank,
            KnownBytes &Known) {
  const size_t End = size_t(S.Offset) + alignTo(S.Bytes, 4);
  if (Bank.size() < End)
    Bank.resize(End);
  Known.resize(Bank.size());
  for (auto [N, Byte] : enumerate(S.Init)) {
    const size_t At = S.Offset + N;
    if (Known[At] && Bank[At] != Byte)
      return malformedAt(B.Line, "other words at " + Twine(At) +
                                     " than another block has there");
    Bank[At] = Byte;
    Known[At] = true;
  }
  return Error::success();
}

/// c[] has 64 KB.
constexpr uint32_t BankBytes = 0x10000;

Error addConstants(const Block &B, Module &M, KnownBytes &Known) {
  Expected<Segment> S = segmentOf(B, 0, BankBytes);
  if (!S)
    return S.takeError();
  if (S->Number != 0)
    return malformedAt(B.Line, "a variable of the module in segment " +
                                   Twine(S->Number) + ", not 0");
  if (Error E = place(B, *S, M.Constants, Known))
    return E;
  M.ConstantSymbols.push_back({B.value("name").str(), S->Offset, S->Bytes});
  return Error::success();
}

/// A variable in global memory: its address is a word of a bank.
Error addGlobal(const Block &B, Module &M) {
  Expected<Segment> S = segmentOf(B, AddressBank, 0x7fffffff);
  if (!S)
    return S.takeError();
  if (S->Number != AddressBank || S->Offset > BankBytes - 4 || S->Offset % 4)
    return malformedAt(B.Line, "the address of '" + B.value("name") +
                                   "' is no word of segment " +
                                   Twine(AddressBank));
  for (const Relocation &R : M.AddressRelocations)
    if (R.Offset == S->Offset)
      return malformedAt(B.Line, "the addresses of '" + B.value("name") +
                                     "' and '" + M.Variables[R.Variable].Name +
                                     "' are in one place");
  Variable V;
  V.Name = B.value("name").str();
  V.Size = S->Bytes;
  V.Align = 16;
  if (const size_t Known = std::min<size_t>(S->Init.size(), V.Size)) {
    V.Parts.push_back({0, Known});
    V.Init.assign(S->Init.begin(), S->Init.begin() + Known);
  }
  M.AddressRelocations.push_back({S->Offset, uint32_t(M.Variables.size())});
  if (M.AddressTable.size() < S->Offset + 4)
    M.AddressTable.resize(S->Offset + 4);
  M.Variables.push_back(std::move(V));
  return Error::success();
}

Error addSampler(const Block &B, Module &M) {
  Expected<uint32_t> Unit = numberOf(B, "texunit");
  if (!Unit)
    return Unit.takeError();
  if (*Unit < M.Images.size() &&
      M.Images[*Unit].Name != ("texunit" + Twine(*Unit)).str())
    return malformedAt(B.Line, "two textures have the number " + Twine(*Unit));
  if (Error E = nameTexture(M, *Unit, B.value("name")))
    return malformedAt(B.Line, toString(std::move(E)));
  return Error::success();
}

Error addCode(const Block &B, Module &M) {
  Kernel K;
  KernelInfo &Info = K.Info;
  Info.Name = B.value("name").str();
  if (Info.Name.empty())
    return malformedAt(B.Line, "code without a name");
  struct {
    StringRef Key;
    uint32_t &Slot;
    uint32_t Most;
    std::optional<uint32_t> Default;
  } Numbers[] = {{"lmem", Info.LocalBytes, 0x10000, 0},
                 {"smem", Info.SharedBytes, 0x4000, std::nullopt},
                 {"reg", Info.Registers, 128, std::nullopt},
                 {"bar", Info.Barriers, 16, 0}};
  for (auto &[Key, Slot, Most, Default] : Numbers) {
    Expected<uint32_t> N = numberOf(B, Key, Default, Most);
    if (!N)
      return N.takeError();
    Slot = *N;
  }
  if (M.findKernel(Info.Name))
    return malformedAt(B.Line, "there are two kernels '" + Info.Name + "'");
  const Block *Code = B.find("bincode");
  if (count_if(B.Blocks,
               [](const Block &Part) { return Part.Name == "bincode"; }) > 1)
    return malformedAt(B.Line, "kernel '" + Info.Name + "' has two bincodes");
  if (!Code)
    return malformedAt(B.Line, "kernel '" + Info.Name + "' has no bincode");
  Expected<std::vector<uint8_t>> Bytes = bytesOf(*Code);
  if (!Bytes)
    return Bytes.takeError();
  K.Code = std::move(*Bytes);
  KnownBytes Known;
  for (const Block &Part : B.Blocks) {
    if (Part.Name != "const")
      continue;
    Expected<Segment> S = segmentOf(Part, 1, BankBytes);
    if (!S)
      return S.takeError();
    if (S->Number != 1)
      return malformedAt(Part.Line,
                         "literals in segment " + Twine(S->Number) + ", not 1");
    if (Error E = place(Part, *S, K.Literals, Known))
      return E;
  }
  Info.KnowsParams = false;
  if (Error E = finishCubinKernel(K))
    return malformedAt(B.Line, toString(std::move(E)));
  M.Kernels.push_back(std::move(K));
  return Error::success();
}

Error addBlock(const Block &B, Module &M, KnownBytes &Constants) {
  if (B.Name == "code")
    return addCode(B, M);
  if (B.Name == "consts")
    return addConstants(B, M, Constants);
  if (B.Name == "reloc")
    return addGlobal(B, M);
  if (B.Name == "sampler")
    return addSampler(B, M);
  return Error::success();
}

} // namespace

/// Blocks come in any order; the first says what the file is, if it is one of
/// these and the chip is named somewhere.
bool isTextCubin(StringRef Bytes) {
  Bytes = Bytes.drop_front(blankBytes(Bytes));
  for (StringRef Name : {"architecture", "abiversion", "modname", "consts",
                         "sampler", "reloc", "code"}) {
    StringRef Rest = Bytes;
    if (Rest.consume_front(Name) && Rest.ltrim().starts_with("{"))
      return Name == "architecture" || Rest.contains("architecture");
  }
  return false;
}

Expected<Module> readTextCubin(StringRef Bytes) {
  Block Whole;
  if (Error E = Parser(Bytes).parse(Whole, 0))
    return std::move(E);
  const Block *Architecture = Whole.find("architecture");
  StringRef Chip = Architecture && Architecture->Words.size() == 1
                       ? Architecture->Words.front()
                       : "";
  unsigned Sm = 0;
  StringRef Number = Chip;
  if (!Number.consume_front("sm_") || Number.getAsInteger(10, Sm))
    return malformedAt(1, "its architecture is '" + Chip + "', and no sm_NN");
  Module M;
  if (Error E = startCubin(M, Sm))
    return std::move(E);
  KnownBytes Constants;
  for (const Block &B : Whole.Blocks) {
    if (B.Name == "architecture" && B.Words != Architecture->Words)
      return malformedAt(B.Line, "another architecture than in line " +
                                     Twine(Architecture->Line));
    if (Error E = addBlock(B, M, Constants))
      return std::move(E);
  }
  return M;
}

} // namespace heddle::object
