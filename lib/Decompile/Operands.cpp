//===- Operands.cpp - Sources and results as PTX --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include <cassert>

using namespace llvm;

namespace heddle::decompile {

using sm::MemoryOperand;
using sm::MemType;

bool KernelWriter::isFloat(unsigned Web) const {
  return IsSecond && Floats.contains(Web) && !Words.contains(Web);
}

std::string KernelWriter::nameOf(unsigned Web, As How) {
  // The second time types are settled.
  if (How == As::Word && !IsSecond)
    Words.insert(Web);
  if (How == As::Float && !IsSecond)
    Floats.insert(Web);
  const bool IsFloat = isFloat(Web);
  auto [It, IsNew] = Numbers.try_emplace(Web, 0);
  if (IsNew)
    It->second = IsFloat ? ++NumFloats : ++NumWords;
  return (IsFloat ? "%f" : "%r") + utostr(It->second);
}

std::string KernelWriter::temporary(char Kind) {
  assert(StringRef("htdq").contains(Kind) && "nobody declares these");
  return "%" + std::string(1, Kind) + utostr(++Temporaries[Kind]);
}

const MemoryOperand *KernelWriter::memoryOf(unsigned N) const {
  const sm::Source &S = inst().Src[N];
  if (S.Base != sm::WarpRows)
    return nullptr;
  for (const MemoryOperand &M : inst().Mem)
    if (M.Space != MemoryOperand::None && M.Row == S.Row)
      return &M;
  return nullptr;
}

std::optional<uint32_t> KernelWriter::literal(uint32_t Offset,
                                              MemType T) const {
  ArrayRef<uint8_t> Bytes(P.Kernel.Literals);
  const unsigned Size = sm::memBytes(T);
  if (Size > 4 || Offset + Size > Bytes.size())
    return std::nullopt;
  uint32_t Value = 0;
  for (unsigned N = 0; N != Size; ++N)
    Value |= uint32_t(Bytes[Offset + N]) << 8 * N;
  return Value;
}

std::optional<uint32_t> KernelWriter::constant(unsigned N) const {
  const sm::Source &S = inst().Src[N];
  if (S.Base == sm::ConstantRows) {
    assert(S.Row < P.Constants.size() && "a constant that was not decoded");
    return P.Constants[S.Row].Words[0];
  }
  const MemoryOperand *M = memoryOf(N);
  if (M && M->Space == MemoryOperand::Const && M->Bank == 1 && !M->AddressReg)
    return literal(M->Offset, M->Type);
  // A pair or a quad may end behind the registers that there are.
  if (!M && S.Row >= P.Kernel.Info.Registers)
    return 0;
  return std::nullopt;
}

std::string KernelWriter::rowSource(unsigned Row, As How) {
  if (Row >= P.Kernel.Info.Registers)
    return hexText(0);
  const unsigned Web = W.before(Node, Row);
  // The first time not all that write it are known.
  auto Writer = Writers.find(Web);
  const uint8_t Is = Writer == Writers.end() ? NotReduced : Writer->second;
  if (IsSecond && Is != (Wanted ? Wanted : NotReduced))
    refuse(Wanted ? "its source is not reduced for it"
                  : "it reads what was reduced for a function of the SFU");
  std::string Name = nameOf(Web, How);
  Used.push_back(Name);
  return Name;
}

std::string KernelWriter::fetched(const MemoryOperand &M, bool IsHalf) {
  std::string To = temporary(IsHalf ? 'h' : 't');
  const bool IsShared = M.Space == MemoryOperand::Shared;
  loadFlat(IsShared, IsShared ? 0 : M.Bank, M.AddressReg,
           inst().has(sm::StepsAddress) && IsShared ? 0 : M.Offset, M.Type,
           IsHalf, To);
  return To;
}

std::string KernelWriter::source(unsigned N, As How) {
  if (std::optional<uint32_t> Value = constant(N))
    return How == As::Float ? floatText(*Value) : hexText(*Value);
  if (const MemoryOperand *M = memoryOf(N))
    return fetched(*M, false);
  return rowSource(inst().Src[N].Row, How);
}

std::string KernelWriter::half(unsigned N) {
  const unsigned Shift = inst().Src[N].Shift;
  if (std::optional<uint32_t> Value = constant(N))
    return hexText(*Value >> Shift & 0xffff);
  if (const MemoryOperand *M = memoryOf(N))
    return fetched(*M, true);
  std::string Low = temporary('h'), High = temporary('h');
  always("mov.b32 {" + Low + ", " + High + "}, " +
         rowSource(inst().Src[N].Row, As::Word));
  return Shift ? High : Low;
}

std::string KernelWriter::pair(unsigned N) {
  const sm::Source &S = inst().Src[N];
  if (S.Base == sm::ConstantRows) {
    assert(S.Row + 1u < P.Constants.size() && "half a pair was decoded");
    // A register takes the bits for each type.
    std::string Value = temporary('d');
    always("mov.b64 " + Value + ", " +
           hexText(uint64_t(P.Constants[S.Row + 1].Words[0]) << 32 |
                   P.Constants[S.Row].Words[0]));
    return Value;
  }
  if (memoryOf(N) || S.Row + 1u >= P.Kernel.Info.Registers) {
    refuse("a pair that is not in registers");
    return "0";
  }
  std::string Value = temporary('d');
  always("mov.b64 " + Value + ", {" + rowSource(S.Row, As::Word) + ", " +
         rowSource(S.Row + 1, As::Word) + "}");
  return Value;
}

std::string KernelWriter::inverted(unsigned N) {
  if (std::optional<uint32_t> Value = constant(N))
    return hexText(~*Value);
  std::string Value = source(N), To = temporary('t');
  always("not.b32 " + To + ", " + Value);
  return To;
}

std::string KernelWriter::floatSource(unsigned N, unsigned Invert) {
  const sm::DecodedInst &I = inst();
  const bool IsAbs = N < 2 && I.has(N ? sm::Abs2 : sm::Abs1);
  const bool IsNeg = Invert < 2 && I.Invert[Invert] != 0;
  if (std::optional<uint32_t> Value = constant(N))
    return floatText((IsAbs ? *Value & 0x7fffffff : *Value) ^
                     (IsNeg ? 0x80000000 : 0));
  std::string Value = source(N, As::Float);
  for (StringRef Name : {IsAbs ? "abs" : "", IsNeg ? "neg" : ""}) {
    if (Name.empty())
      continue;
    std::string To = temporary('t');
    always(Name + ".f32 " + To + ", " + Value);
    Value = To;
  }
  return Value;
}

std::string KernelWriter::pairSource(unsigned N, unsigned Invert) {
  const sm::DecodedInst &I = inst();
  std::string Value = pair(N);
  const bool WithNumber =
      any_of(ArrayRef(I.Src).take_front(3),
             [](const sm::Source &S) { return S.Base == sm::ConstantRows; });
  for (StringRef Name : {N < 2 && I.has(N ? sm::Abs2 : sm::Abs1) ? "abs" : "",
                         Invert < 2 && I.Invert[Invert] ? "neg" : ""}) {
    if (Name.empty())
      continue;
    std::string To = temporary('d');
    always(Name + ".f64 " + To + ", " + Value);
    // Beside a number the sign becomes no modifier of the instruction.
    Value = WithNumber ? unlessNaN(Value, To, Value) : To;
  }
  return Value;
}

bool KernelWriter::hasResult() const {
  return inst().DstRow < P.Kernel.Info.Registers;
}

bool KernelWriter::hasFlags(const Flags *Result) const {
  return Result && inst().has(sm::WritesCondition) &&
         Tested.isTested(Node, inst().CCDst);
}

void KernelWriter::result(As How, WriteTo Fn, const Flags *Result) {
  const bool WithFlags = hasFlags(Result);
  if (!hasResult() && !WithFlags)
    return;
  const std::string To =
      hasResult() ? nameOf(W.behind(Node, inst().DstRow), How) : "";
  if (hasResult())
    Writers[W.behind(Node, inst().DstRow)] |= NotReduced;
  const bool NeedsSources = Result && (Result->Kind == Flags::Difference ||
                                       Result->Kind == Flags::Sum ||
                                       Result->Kind == Flags::Comparison);
  if (!WithFlags ||
      (hasResult() && !(NeedsSources && is_contained(Used, To)))) {
    Fn(To);
    if (WithFlags)
      writeFlags(*Result, To);
    return;
  }
  // A comparison by itself needs no result.
  std::string Value;
  if (hasResult() || Result->Kind != Flags::Comparison) {
    Value = temporary('t');
    Fn(Value);
  }
  writeFlags(*Result, Value);
  if (hasResult())
    emit("mov.b32 " + To + ", " + Value);
}

void KernelWriter::halfResult(WriteTo Fn, const Flags *Result) {
  const bool WithFlags = hasFlags(Result);
  if (!hasResult() && !WithFlags)
    return;
  const std::string Value = temporary('h');
  Fn(Value);
  if (WithFlags)
    writeFlags(*Result, Value);
  if (!hasResult())
    return;
  const unsigned Row = inst().DstRow;
  std::string Low = temporary('h'), High = temporary('h');
  always("mov.b32 {" + Low + ", " + High + "}, " +
         nameOf(W.before(Node, Row), As::Word));
  (inst().DstShift ? High : Low) = Value;
  emit("mov.b32 " + nameOf(W.behind(Node, Row), As::Word) + ", {" + Low + ", " +
       High + "}");
}

void KernelWriter::pairResult(WriteTo Fn, const Flags *Result) {
  const bool WithFlags = hasFlags(Result);
  if (!hasResult() && !WithFlags)
    return;
  const std::string Value = temporary('d');
  Fn(Value);
  if (WithFlags)
    writeFlags(*Result, Value);
  if (hasResult())
    emit("mov.b64 {" + nameOf(W.behind(Node, inst().DstRow), As::Word) + ", " +
         nameOf(W.behind(Node, inst().DstRow + 1u), As::Word) + "}, " + Value);
}

} // namespace heddle::decompile
