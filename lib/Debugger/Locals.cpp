//===- Locals.cpp - Values of the source's variables ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceVariables.h"
#include "heddle/ABI/GenericAddress.h"
#include "heddle/Debugger/View.h"
#include "heddle/Machine/RegisterValues.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace llvm;

namespace heddle::debugger {

/// The line of the kernel's PTX that \p Line, which may be one of several
/// files', is.
static uint32_t lineInFile(const object::Module &M, uint32_t Line) {
  return Line == 0 ? 0 : M.placeOf(Line).Line;
}

StringRef View::text() const {
  for (const object::LineEntry &L : Kernel.Lines)
    if (L.Line != 0)
      return Module.sourceText(module().Files.empty()
                                   ? ""
                                   : StringRef(module().placeOf(L.Line).File));
  return "";
}

const SourceVariables *View::sourceVariables() const {
  if (!Variables)
    Variables = SourceVariables::read(text());
  return Variables->get();
}

bool View::hasSourceVariable(StringRef Name) const {
  return sourceVariables() && sourceVariables()->has(Name);
}

/// Bytes of local memory, whose words are those of 32 lanes in turn.
static std::vector<uint8_t> localBytes(const sm::LaneContext &L, unsigned Lane,
                                       uint64_t Address, uint64_t Size) {
  std::vector<uint8_t> Bytes;
  for (; Bytes.size() != Size && Address < L.LocalBytes; ++Address)
    Bytes.push_back(
        uint8_t(L.Local[Address / 4 * sm::Lanes + Lane] >> (Address % 4 * 8)));
  return Bytes;
}

std::vector<uint8_t> View::bytesOf(WarpName Name, unsigned Lane,
                                   StringRef Symbol, uint64_t Offset,
                                   uint64_t Size) const {
  auto Take = [&](ArrayRef<uint8_t> From) {
    From = From.drop_front(std::min<uint64_t>(Offset, From.size()));
    return From.take_front(std::min<uint64_t>(Size, From.size())).vec();
  };
  for (const object::KernelParam &P : Kernel.Info.Params)
    if (P.Name == Symbol)
      return Take(Params.slice(std::min<size_t>(P.Offset, Params.size())));
  if (!Symbol.starts_with("__local_depot")) {
    Expected<MemoryRange> Range = namedMemory(Name, Symbol);
    if (Range)
      return Take(Range->Bytes);
    consumeError(Range.takeError());
    return {};
  }
  // nvcc keeps the address of a function's variables in these registers.
  std::optional<sm::NamedValue> Base = registerValue(Name, "%SP");
  if (!Base)
    Base = registerValue(Name, "%SPL");
  if (!Base)
    return {};
  return localBytes(find(Name)->lanes(), Lane,
                    uint32_t(Base->Bits[Lane]) + Offset, Size);
}

/// In front of \p Line, its innermost variable called \p Name.
static const SourceVariables::Variable *
findVariable(const SourceVariables *All, StringRef Name, uint32_t Line) {
  if (All)
    for (const SourceVariables::Variable *V : All->visible(Line))
      if (V->Name == Name)
        return V;
  return nullptr;
}

std::optional<sm::NamedValue> View::sourceValue(WarpName Name,
                                                StringRef Variable) const {
  const uint32_t Line = lineInFile(module(), place(Name).Line);
  const auto *V = findVariable(sourceVariables(), Variable, Line);
  const auto *At = V ? V->at(Line) : nullptr;
  if (!At)
    return std::nullopt;
  sm::NamedValue Result{SourceVariables::scalarType(*V), {}};
  const uint64_t Size = SourceVariables::sizeOf(*V);
  if (Result.Type.empty())
    return std::nullopt;
  if (At->Kind == SourceVariables::Place::Register) {
    std::optional<sm::NamedValue> Register = registerValue(Name, At->Symbol);
    if (Register)
      Result.Bits = Register->Bits;
    return Register ? std::optional(Result) : std::nullopt;
  }
  for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane) {
    std::vector<uint8_t> Bytes =
        bytesOf(Name, Lane, At->Symbol, At->Offset, Size);
    if (Bytes.size() != Size || At->Kind != SourceVariables::Place::Memory)
      return std::nullopt;
    std::memcpy(&Result.Bits[Lane], Bytes.data(), Bytes.size());
  }
  return Result;
}

std::optional<std::string> View::local(WarpName Name,
                                       StringRef Variable) const {
  if (!hasSourceVariable(Variable))
    return std::nullopt;
  Expected<std::vector<std::string>> All = locals(Name);
  if (!All) {
    consumeError(All.takeError());
    return std::nullopt;
  }
  for (StringRef Line : *All)
    if (auto [Word, Text] = Line.split(" = "); Word == Variable)
      return Text.str();
  return std::nullopt;
}

std::optional<MemoryRange> View::pointedTo(WarpName Name,
                                           StringRef Variable) const {
  if (!find(Name))
    return std::nullopt;
  const auto *V = findVariable(sourceVariables(), Variable,
                               lineInFile(module(), place(Name).Line));
  const std::string Type = V ? SourceVariables::pointeeType(*V) : "";
  std::optional<runtime::ElementType> Element = runtime::parseElementType(Type);
  std::optional<sm::NamedValue> Value = sourceValue(Name, Variable);
  const uint32_t Active = activeOf(Name);
  if (!Element || !Value || Active == 0)
    return std::nullopt;
  const uint64_t Address = Value->Bits[countr_zero(Active)];
  for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
    if ((Active >> Lane & 1) && Value->Bits[Lane] != Address)
      return std::nullopt;
  const sm::Buffer *B = Global.find(abi::Address(Address));
  if (!B)
    return std::nullopt;
  MemoryRange Range;
  Range.Name = Variable.str();
  Range.Address = Address;
  Range.Type = *Element;
  Range.Bytes =
      Global.bytes(B->Address).drop_front(Address - B->Address.value());
  return Range;
}

Expected<std::vector<std::string>> View::locals(WarpName Name) const {
  if (!sourceVariables())
    return createStringError(
        "the PTX does not say where variables of its source are: nvcc -G "
        "writes that, -lineinfo lines alone; info registers has the PTX's");
  const uint32_t Line = lineInFile(module(), place(Name).Line);
  std::vector<std::string> Result;
  for (const auto *V : sourceVariables()->visible(Line)) {
    const auto *At = V->at(Line);
    std::string Text = "<optimized out>";
    const uint64_t Size = SourceVariables::sizeOf(*V);
    if (At && At->Kind == SourceVariables::Place::Register) {
      // A register says itself why it has no value.
      std::optional<sm::NamedValue> Value = registerValue(Name, At->Symbol);
      Expected<std::string> Why = evaluate(Name, At->Symbol);
      if (!Why)
        consumeError(Why.takeError());
      else if (StringRef(*Why).ends_with(">") || !Value)
        Text = StringRef(*Why).split(" = ").second.str();
      else
        Text = sm::lanesText(activeOf(Name), 0, [&](unsigned Lane) {
          ArrayRef<uint8_t> Bytes(
              reinterpret_cast<const uint8_t *>(&Value->Bits[Lane]), 8);
          return SourceVariables::valueText(
              *V, Bytes.take_front(std::min<uint64_t>(Size, 8)));
        });
    } else if (At && At->Kind == SourceVariables::Place::Memory &&
               bytesOf(Name, 0, At->Symbol, At->Offset, Size).size() == Size) {
      Text = sm::lanesText(activeOf(Name), 0, [&](unsigned Lane) {
        return SourceVariables::valueText(
            *V, bytesOf(Name, Lane, At->Symbol, At->Offset, Size));
      });
    }
    Result.push_back(V->Name + " = " + Text);
  }
  return Result;
}

} // namespace heddle::debugger
