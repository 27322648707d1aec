//===- SourceVariables.cpp - Variables of what PTX was made from ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceVariables.h"
#include "DebugSections.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFLocationExpression.h"
#include "llvm/Support/LEB128.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

using namespace llvm;

namespace heddle::debugger {

/// Elements of an array that are shown, and types within types that are.
constexpr uint64_t MostElements = 16;
constexpr unsigned MostDepth = 6;
/// Scopes within scopes that are looked at.
constexpr unsigned MostScopes = 100;

/// The entries in \p Die. LLVM's own range has no end where the list has none.
static SmallVector<DWARFDie, 8> childrenOf(const DWARFDie &Die) {
  SmallVector<DWARFDie, 8> Result;
  for (DWARFDie One = Die.getFirstChild();
       One && One.getTag() != dwarf::DW_TAG_null; One = One.getSibling())
    Result.push_back(One);
  return Result;
}

const SourceVariables::Place *
SourceVariables::Variable::at(uint32_t Line) const {
  for (const Part &P : Places)
    if (P.Begin <= Line && Line < P.End)
      return &P.At;
  return nullptr;
}

std::shared_ptr<const SourceVariables> SourceVariables::read(StringRef Text) {
  DebugSections Read = readDebugSections(Text);
  if (Read.Bytes.lookup("debug_info").empty())
    return nullptr;
  auto Result = std::make_shared<SourceVariables>();
  Result->Symbols = std::move(Read.Symbols);
  for (const auto &S : Read.Bytes)
    Result->Sections[S.first()] =
        MemoryBuffer::getMemBufferCopy(S.second, S.first());
  // A malformed entry counts as absent.
  auto Pass = [](Error E) { consumeError(std::move(E)); };
  Result->Context = DWARFContext::create(Result->Sections, 8, true, Pass, Pass);
  for (const auto &Unit : Result->Context->compile_units())
    for (const DWARFDie &Die : childrenOf(Unit->getUnitDIE(false)))
      if (Die.getTag() == dwarf::DW_TAG_subprogram)
        Result->collect(Die, 0, 0, 0);
  return Result;
}

void SourceVariables::collect(const DWARFDie &Scope, uint32_t Begin,
                              uint32_t End, unsigned Depth) {
  if (Depth == MostScopes)
    return;
  uint64_t Low = 0, High = 0, Section = 0;
  if (Scope.getLowAndHighPC(Low, High, Section)) {
    Begin = uint32_t(Low);
    End = uint32_t(High);
  }
  for (const DWARFDie &Die : childrenOf(Scope))
    switch (Die.getTag()) {
    case dwarf::DW_TAG_formal_parameter:
    case dwarf::DW_TAG_variable:
      add(Die, Begin, End);
      break;
    case dwarf::DW_TAG_lexical_block:
    case dwarf::DW_TAG_inlined_subroutine:
      collect(Die, Begin, End, Depth + 1);
      break;
    default:
      break;
    }
}

void SourceVariables::add(const DWARFDie &Die, uint32_t Begin, uint32_t End) {
  const char *Name = Die.getShortName();
  Expected<DWARFLocationExpressionsVector> Found =
      Die.getLocations(dwarf::DW_AT_location);
  if (!Found) {
    consumeError(Found.takeError());
    return;
  }
  if (!Name || Begin >= End)
    return;
  Variable V;
  V.Name = Name;
  V.IsParameter = Die.getTag() == dwarf::DW_TAG_formal_parameter;
  V.Type = Die.getAttributeValueAsReferencedDie(dwarf::DW_AT_type);
  if (!V.Type)
    if (DWARFDie Of =
            Die.getAttributeValueAsReferencedDie(dwarf::DW_AT_abstract_origin))
      V.Type = Of.getAttributeValueAsReferencedDie(dwarf::DW_AT_type);
  V.Begin = Begin;
  V.End = End;
  for (const DWARFLocationExpression &L : *Found) {
    Variable::Part P{Begin, End, placeOf(L.Expr)};
    if (L.Range) {
      P.Begin = uint32_t(L.Range->LowPC);
      P.End = uint32_t(L.Range->HighPC);
    }
    V.Places.push_back(std::move(P));
  }
  Variables.push_back(std::move(V));
}

/// The digits of \p Code, high ones first, are the letters of a register.
static std::string registerName(uint64_t Code) {
  std::string Name;
  for (; Code != 0; Code >>= 8)
    Name.insert(Name.begin(), char(Code & 0xff));
  return Name;
}

SourceVariables::Place
SourceVariables::placeOf(ArrayRef<uint8_t> Expression) const {
  const uint8_t *At = Expression.begin(), *End = Expression.end();
  auto ReadNumber = [&](uint64_t &To) {
    unsigned Length = 0;
    const char *Wrong = nullptr;
    To = decodeULEB128(At, &Length, End, &Wrong);
    At += Length;
    return !Wrong;
  };
  Place P;
  if (At == End)
    return P;
  const uint8_t First = *At++;
  uint64_t Number = 0;
  if (First == dwarf::DW_OP_regx && ReadNumber(Number) && At == End) {
    P.Kind = Place::Register;
    P.Symbol = registerName(Number);
    return P;
  }
  if (First != dwarf::DW_OP_addr || End - At < 8)
    return P;
  std::memcpy(&Number, At, sizeof Number);
  At += sizeof Number;
  const uint64_t Symbol = Number >> SymbolShift;
  P.Offset = Number & maskTrailingOnes<uint64_t>(SymbolShift);
  if (Symbol == 0 || Symbol > Symbols.size())
    return P;
  if (At != End &&
      (*At++ != dwarf::DW_OP_plus_uconst || !ReadNumber(Number) || At != End))
    return P;
  if (Expression.size() > 9)
    P.Offset += Number;
  P.Kind = Place::Memory;
  P.Symbol = Symbols[Symbol - 1];
  return P;
}

std::vector<const SourceVariables::Variable *>
SourceVariables::visible(uint32_t Line) const {
  std::vector<const Variable *> Result;
  for (const Variable &V : Variables)
    if (V.Begin <= Line && Line < V.End) {
      // An inner scope hides what has the same name further out.
      erase_if(Result, [&](const Variable *O) { return O->Name == V.Name; });
      Result.push_back(&V);
    }
  return Result;
}

bool SourceVariables::has(StringRef Name) const {
  return any_of(Variables, [&](const Variable &V) { return V.Name == Name; });
}

/// \p Type without other names and qualifiers.
static DWARFDie plainType(DWARFDie Type) {
  for (unsigned N = 0; Type && N != 32; ++N) {
    const dwarf::Tag Tag = Type.getTag();
    if (Tag != dwarf::DW_TAG_typedef && Tag != dwarf::DW_TAG_const_type &&
        Tag != dwarf::DW_TAG_volatile_type)
      return Type;
    Type = Type.getAttributeValueAsReferencedDie(dwarf::DW_AT_type);
  }
  return DWARFDie();
}

static DWARFDie innerType(const DWARFDie &Type) {
  return Type.getAttributeValueAsReferencedDie(dwarf::DW_AT_type);
}

static uint64_t numberOf(const DWARFDie &Die, dwarf::Attribute Name,
                         uint64_t Otherwise) {
  const std::optional<DWARFFormValue> Value = Die.find(Name);
  return dwarf::toUnsigned(Value, Otherwise);
}

/// The elements of an array, and of each of those, and so on.
static SmallVector<uint64_t, 2> countsOf(const DWARFDie &Array) {
  SmallVector<uint64_t, 2> Counts;
  for (const DWARFDie &Range : childrenOf(Array))
    if (Range.getTag() == dwarf::DW_TAG_subrange_type)
      Counts.push_back(numberOf(
          Range, dwarf::DW_AT_count,
          numberOf(Range, dwarf::DW_AT_upper_bound, ~uint64_t(0)) + 1));
  return Counts;
}

static uint64_t sizeOfType(DWARFDie Type, unsigned Depth = 0) {
  Type = plainType(Type);
  if (!Type || Depth == MostDepth)
    return 0;
  const dwarf::Tag Tag = Type.getTag();
  if (Tag == dwarf::DW_TAG_pointer_type || Tag == dwarf::DW_TAG_reference_type)
    return 8;
  if (Tag != dwarf::DW_TAG_array_type)
    return numberOf(Type, dwarf::DW_AT_byte_size, 0);
  uint64_t Size = sizeOfType(innerType(Type), Depth + 1);
  for (uint64_t Count : countsOf(Type))
    Size *= Count;
  return Size;
}

uint64_t SourceVariables::sizeOf(const Variable &V) {
  return sizeOfType(V.Type);
}

/// "s32" of a number's type.
static std::string scalarOf(const DWARFDie &Type) {
  const uint64_t Bits = sizeOfType(Type) * 8;
  if (!Type || Bits == 0 || Bits > 64)
    return "";
  const dwarf::Tag Tag = Type.getTag();
  if (Tag == dwarf::DW_TAG_pointer_type || Tag == dwarf::DW_TAG_reference_type)
    return "b64";
  if (Tag == dwarf::DW_TAG_enumeration_type)
    return "s" + std::to_string(Bits);
  if (Tag != dwarf::DW_TAG_base_type)
    return "";
  switch (numberOf(Type, dwarf::DW_AT_encoding, 0)) {
  case dwarf::DW_ATE_float:
    return "f" + std::to_string(Bits);
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    return "s" + std::to_string(Bits);
  default:
    return "u" + std::to_string(Bits);
  }
}

std::string SourceVariables::scalarType(const Variable &V) {
  return scalarOf(plainType(V.Type));
}

std::string SourceVariables::pointeeType(const Variable &V) {
  const DWARFDie Type = plainType(V.Type);
  if (!Type || Type.getTag() != dwarf::DW_TAG_pointer_type)
    return "";
  return scalarOf(plainType(innerType(Type)));
}

static std::string numberText(StringRef Type, ArrayRef<uint8_t> Bytes) {
  uint64_t Bits = 0;
  std::memcpy(&Bits, Bytes.data(), std::min<size_t>(Bytes.size(), 8));
  if (Type == "f32")
    return fmt::format("{}", bit_cast<float>(uint32_t(Bits)));
  if (Type == "f64")
    return fmt::format("{}", bit_cast<double>(Bits));
  if (Type == "b64")
    return fmt::format("{:#x}", Bits);
  if (Type.starts_with("s"))
    return std::to_string(SignExtend64(Bits, unsigned(Bytes.size() * 8)));
  return std::to_string(Bits);
}

/// Where a member is in its structure. Old DWARF has an expression for it.
static uint64_t offsetOf(const DWARFDie &Member) {
  std::optional<DWARFFormValue> Value =
      Member.find(dwarf::DW_AT_data_member_location);
  if (std::optional<uint64_t> Number = dwarf::toUnsigned(Value))
    return *Number;
  std::optional<ArrayRef<uint8_t>> Block = dwarf::toBlock(Value);
  if (!Block || Block->empty() || (*Block)[0] != dwarf::DW_OP_plus_uconst)
    return 0;
  const char *Wrong = nullptr;
  return decodeULEB128(Block->begin() + 1, nullptr, Block->end(), &Wrong);
}

static std::string textOf(DWARFDie Type, ArrayRef<uint8_t> Bytes,
                          unsigned Depth);

static std::string arrayText(const DWARFDie &Element, ArrayRef<uint64_t> Counts,
                             ArrayRef<uint8_t> Bytes, unsigned Depth) {
  if (Counts.empty())
    return textOf(Element, Bytes, Depth);
  if (Counts.front() == 0)
    return "{}";
  const uint64_t Size = Bytes.size() / Counts.front();
  std::string Text;
  for (uint64_t N = 0; N != std::min(Counts.front(), MostElements); ++N)
    Text += (N ? ", " : "") + arrayText(Element, Counts.drop_front(),
                                        Bytes.slice(N * Size, Size), Depth);
  return "{" + Text + (Counts.front() > MostElements ? ", ...}" : "}");
}

static std::string structText(const DWARFDie &Type, ArrayRef<uint8_t> Bytes,
                              unsigned Depth) {
  std::string Text;
  for (const DWARFDie &Member : childrenOf(Type)) {
    if (Member.getTag() != dwarf::DW_TAG_member &&
        Member.getTag() != dwarf::DW_TAG_inheritance)
      continue;
    const uint64_t Offset = offsetOf(Member),
                   Size = sizeOfType(innerType(Member));
    if (Size == 0 || Offset > Bytes.size() || Size > Bytes.size() - Offset)
      continue;
    const char *Name = Member.getShortName();
    Text += Text.empty() ? "" : ", ";
    Text += Name ? std::string(Name) + " = " : "";
    Text += textOf(innerType(Member), Bytes.slice(Offset, Size), Depth);
  }
  return "{" + Text + "}";
}

static std::string textOf(DWARFDie Type, ArrayRef<uint8_t> Bytes,
                          unsigned Depth) {
  Type = plainType(Type);
  if (!Type || Bytes.empty() || Depth == MostDepth)
    return "...";
  if (Type.getTag() == dwarf::DW_TAG_array_type)
    return arrayText(innerType(Type), countsOf(Type), Bytes, Depth + 1);
  if (std::string Scalar = scalarOf(Type); !Scalar.empty())
    return numberText(Scalar, Bytes);
  return structText(Type, Bytes, Depth + 1);
}

std::string SourceVariables::valueText(const Variable &V,
                                       ArrayRef<uint8_t> Bytes) {
  return textOf(V.Type, Bytes, 0);
}

} // namespace heddle::debugger
