//===- View.cpp - What can be seen of a launch that stands still ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/View.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/LaneMask.h"
#include "heddle/Observe/NamedValues.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle::debugger {

std::string View::sourceLine(uint32_t Line) const {
  object::Module::Place At = module().placeOf(Line);
  return Module
      .sourceLine(module().Files.empty() ? StringRef() : At.File, At.Line)
      .str();
}

std::string View::findingText(const sanitize::Finding &F) const {
  return sanitize::findingText(
      F, [&](StringRef File, unsigned Line, unsigned Column) {
        return Module.excerpt(File, Line, Column);
      });
}

static bool isFile(StringRef Path, StringRef Asked) {
  return Path == Asked || sys::path::filename(Path) == Asked;
}

Expected<std::vector<uint32_t>> View::linesOf(StringRef Where) const {
  auto [File, Number] =
      Where.contains(':') ? Where.rsplit(':') : std::pair(StringRef(), Where);
  uint32_t Line = 0;
  if (Number.getAsInteger(10, Line) || Line == 0)
    return createStringError("'" + Where + "' is no place: LINE or FILE:LINE");
  std::vector<uint32_t> Lines;
  uint32_t Next = 0;
  for (const object::LineEntry &L : Kernel.Lines) {
    if (L.Line == 0)
      continue;
    object::Module::Place At = module().placeOf(L.Line);
    bool IsHere = false;
    auto Consider = [&](uint32_t One) {
      IsHere |= One == Line;
      if (One > Line && (Next == 0 || One < Next))
        Next = One;
    };
    if (File.empty() || isFile(At.File, File))
      Consider(At.Line);
    if (const object::SourceLocation *S =
            module().Sources.find(L.Line, L.Column);
        S && !File.empty() && isFile(module().Sources.Files[S->File], File))
      Consider(S->Line);
    if (IsHere && !is_contained(Lines, L.Line))
      Lines.push_back(L.Line);
  }
  if (!Lines.empty())
    return Lines;
  return createStringError(
      "no code of kernel '" + Kernel.Info.Name + "' is of " +
      (File.empty() ? "line " + Number : "'" + Where + "'") +
      (Next ? "; the next that has is line " + Twine(Next) : Twine()));
}

std::string View::kernelName() const { return demangle(Kernel.Info.Name); }

bool View::isKernel(StringRef Name) const {
  const std::string Whole = kernelName();
  if (Name == Whole || Name == Kernel.Info.Name)
    return true;
  // "void scale<float>(float*)": what a function template returns comes first.
  // Parameters that are functions have parentheses of their own.
  size_t Open = Whole.size();
  unsigned Depth = 0;
  for (size_t I = Whole.rfind(')'); I != std::string::npos && I-- != 0;)
    if (Whole[I] == ')')
      ++Depth;
    else if (Whole[I] == '(' && Depth-- == 0) {
      Open = I;
      break;
    }
  StringRef Short = StringRef(Whole).take_front(Open);
  if (Whole.find('(') != std::string::npos && Short.starts_with("void "))
    Short = Short.drop_front(5);
  return Name == Short || Name == Short.split('<').first;
}

std::string View::originalLine(StringRef Source) const {
  auto [File, Number] = Source.rsplit(':');
  unsigned Line = 0;
  if (Number.getAsInteger(10, Line) || Line == 0)
    return "";
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(File);
  if (!Text)
    return "";
  line_iterator It(**Text, /*SkipBlanks=*/false);
  for (; !It.is_at_eof(); ++It)
    if (It.line_number() == Line)
      return It->trim().str();
  return "";
}

std::vector<WarpName> View::warps() const {
  std::vector<WarpName> Result;
  for (const auto &[Number, C] : Ctas)
    for (unsigned N = 0; N != C->numWarps(); ++N)
      Result.push_back({Number, N});
  return Result;
}

const sm::Warp *View::find(WarpName Name) const {
  auto It = Ctas.find(Name.Block);
  if (It == Ctas.end() || Name.Warp >= It->second->numWarps())
    return nullptr;
  return &It->second->warp(Name.Warp);
}

uint32_t View::indexOf(WarpName Name) const {
  return Name == Current ? CurrentIndex : find(Name)->pc();
}

uint32_t View::activeOf(WarpName Name) const {
  return Name == Current ? CurrentActive : find(Name)->active();
}

WarpPlace View::place(WarpName Name) const {
  const sm::Warp *W = find(Name);
  assert(W && "no such warp");
  const sm::DecodedInst &I = Program->Code[indexOf(Name)];
  WarpPlace P;
  P.Name = Name;
  P.Block = W->cta().index();
  P.Active = activeOf(Name);
  P.Live = W->live();
  P.State = W->state();
  P.Barrier = P.State == sm::WarpState::AtBarrier ? W->barrier() : 0;
  P.Address = I.Address;
  object::LineEntry Line = Kernel.lineOf(I.Address);
  P.Line = Line.Line;
  P.Instruction = sm::instructionText(*Program, I.Address);
  P.Source = module().Sources.text(Line.Line, Line.Column);
  return P;
}

std::array<uint32_t, 3> View::thread(WarpName Name, unsigned Lane) const {
  return Ctas.at(Name.Block)->thread(Name.Warp, Lane);
}

std::optional<std::pair<WarpName, unsigned>>
View::findThread(std::array<uint32_t, 3> Thread,
                 std::array<uint32_t, 3> Block) const {
  for (WarpName Name : warps()) {
    const sm::Warp *W = find(Name);
    if (W->cta().index() != Block)
      continue;
    for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
      if ((W->valid() >> Lane & 1) && thread(Name, Lane) == Thread)
        return std::pair(Name, Lane);
  }
  return std::nullopt;
}

std::vector<std::string> View::registers(WarpName Name) const {
  const sm::Warp *W = find(Name);
  return sm::namedValues(Kernel.Registers, W->lanes(),
                         Program->Code[indexOf(Name)].Address, activeOf(Name),
                         0);
}

Expected<std::string> View::evaluate(WarpName Name, StringRef Register) const {
  if (Register.starts_with("$")) {
    for (const std::string &Line : machineRegisters(Name))
      if (StringRef(Line).take_until([](char C) { return C == '='; }).trim() ==
          Register)
        return Line;
    return createStringError("there is no register '" + Register + "'");
  }
  if (std::optional<sm::NamedValue> Special = specialValue(Name, Register))
    return (Register + " = " +
            sm::lanesText(activeOf(Name), 0,
                          [&](unsigned Lane) {
                            return std::to_string(Special->Bits[Lane]);
                          }))
        .str();
  for (const std::string &Line : registers(Name)) {
    auto [Names, Value] = StringRef(Line).split(" = ");
    SmallVector<StringRef, 8> Each;
    Names.split(Each, ", ");
    if (is_contained(Each, Register))
      return (Register + " = " + Value).str();
  }
  return createStringError("there is no register '" + Register + "' here");
}

std::vector<std::string> View::machineRegisters(WarpName Name) const {
  const sm::LaneContext &L = find(Name)->lanes();
  std::vector<std::string> Result;
  auto Show = [&](sm::RegisterUse::KindType Kind, char Letter, unsigned First,
                  unsigned End) {
    for (unsigned N = First; N != End; ++N)
      Result.push_back(sm::valuesText(
          L, {Kind, N, '$' + (Letter + std::to_string(N))}, activeOf(Name), 0));
  };
  Show(sm::RegisterUse::Word, 'r', 0, Kernel.Info.Registers);
  // $a0 is zero for ever.
  Show(sm::RegisterUse::Address, 'a', 1, 5);
  Show(sm::RegisterUse::Condition, 'c', 0, 4);
  return Result;
}

/// Lane 0 first: a lane of \p Mask is '#', another one '.'.
static std::string drawn(uint32_t Mask) {
  std::string Text;
  for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
    Text += Mask >> Lane & 1 ? '#' : '.';
  return Text;
}

std::vector<std::string> View::stack(WarpName Name) const {
  const sm::Warp *W = find(Name);
  std::vector<std::string> Result;
  Result.push_back(fmt::format("active {} at {:#06x}", drawn(activeOf(Name)),
                               Program->Code[indexOf(Name)].Address));
  for (const sm::StackEntry &E : reverse(W->stack().entries())) {
    uint32_t Address = Program->Code[E.Target].Address;
    uint32_t Line = Kernel.lineOf(Address).Line;
    Result.push_back(fmt::format("{:<6} {} at {:#06x}{}", sm::entryName(E.Kind),
                                 drawn(E.Mask), Address,
                                 Line ? fmt::format(", line {}", Line) : ""));
  }
  return Result;
}

std::vector<std::string> View::callers(WarpName Name) const {
  std::vector<std::string> Result;
  for (const sm::StackEntry &E : reverse(find(Name)->stack().entries())) {
    if (E.Kind != sm::EntryKind::Call)
      continue;
    const uint32_t Address = Program->Code[E.Target].Address;
    const object::LineEntry Line = Kernel.lineOf(Address);
    const std::string Source = module().Sources.text(Line.Line, Line.Column);
    Result.push_back(Line.Line ? module().lineText(Line.Line) +
                                     (Source.empty() ? "" : " (" + Source + ")")
                               : fmt::format("{:#06x}", Address));
  }
  return Result;
}

std::vector<std::pair<uint32_t, std::string>>
View::instructions(WarpName Name, unsigned Count) const {
  std::vector<std::pair<uint32_t, std::string>> Result;
  for (size_t Index = indexOf(Name);
       Index + 1 < Program->Code.size() && Result.size() != Count; ++Index) {
    const uint32_t Address = Program->Code[Index].Address;
    Result.push_back({Address, sm::instructionText(*Program, Address)});
  }
  return Result;
}

Expected<MemoryRange> View::namedMemory(WarpName Name, StringRef What) const {
  MemoryRange Range;
  Range.Name = What.str();
  if (auto It = Buffers.find(What); It != Buffers.end()) {
    const sm::Buffer *B = Global.find(abi::Address(It->second.Address));
    Range.Address = It->second.Address;
    Range.Type = It->second.Type;
    if (B)
      Range.Bytes = Global.bytes(B->Address)
                        .drop_front(Range.Address - B->Address.value());
    return Range;
  }
  for (const object::SharedSymbol &S : Kernel.Info.SharedSymbols) {
    if (S.Name != What)
      continue;
    auto It = Ctas.find(Name.Block);
    if (It == Ctas.end())
      return createStringError("the block in focus has ended");
    // Observers look at a launch without changing it; a user looks here.
    auto &C = const_cast<sm::Cta &>(*It->second);
    Range.IsShared = true;
    Range.Address = S.Address;
    uint32_t Size = S.Size ? S.Size : C.sharedBytes() - S.Address;
    Range.Bytes = {C.sharedData() + S.Address, Size};
    return Range;
  }
  Expected<MutableArrayRef<uint8_t>> Bytes = Module.variable(What, Global);
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return createStringError("nothing in memory is called '" + What +
                             "'; there are: " + join(memoryNames(), ", "));
  }
  Range.Bytes = *Bytes;
  if (std::optional<abi::Address> At = Global.addressOf(Bytes->data()))
    Range.Address = At->value();
  return Range;
}

Expected<MemoryRange> View::memory(WarpName Name, StringRef What) const {
  Expected<MemoryRange> Range = namedMemory(Name, What);
  if (Range)
    return Range;
  std::optional<MemoryRange> Pointed = pointedTo(Name, What);
  if (!Pointed)
    return Range;
  consumeError(Range.takeError());
  return *Pointed;
}

std::vector<std::string> View::memoryNames() const {
  std::vector<std::string> Names;
  for (const auto &B : Buffers)
    Names.push_back(B.first().str());
  sort(Names);
  for (const object::SharedSymbol &S : Kernel.Info.SharedSymbols)
    Names.push_back(S.Name);
  for (const object::Variable &V : module().Variables)
    Names.push_back(V.Name);
  for (const object::ConstantSymbol &C : module().ConstantSymbols)
    Names.push_back(C.Name);
  return Names;
}

} // namespace heddle::debugger
