//===- EveryRoundingTest.cpp - Float handlers against MPFR ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of ptx-random that are one instruction of tx1 on f32, f64, f16 and
// bf16, in every rounding and with every modifier: the handlers of all host
// ISAs, the portable one of which is the scalar model, have to give what PTX's
// rules make of MPFR's result, or of APFloat's where MPFR is missing. Operands
// are all tuples of special values, if they are no more than those asked for,
// and random ones; one source of 16 bits takes all its values.
// HEDDLE_BUILTIN_TESTS sets how many tuples each row meets.
//
//===----------------------------------------------------------------------===//

#include "ApFloatJudge.h"
#include "IeeeRules.h"
#include "OperandTuples.h"
#include "Operations.h"
#include "SingleInst.h"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/FormatOps.inc"
#include "heddle/ABI/HalfOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "gtest/gtest.h"
#include <deque>
#include <optional>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;
using llvm::StringRef;
using ptxrandom::NumberFormat;

namespace {

using TableRow = ptxrandom::Operation;

/// Where an instruction's sources and its result lie; pairs take two rows.
constexpr unsigned SourceRows[] = {0, 2, 4}, ResultRow = 6;

/// A row as an instruction.
struct Handled {
  DecodedInst I;
  HandlerPair (*Handler)(const HandlerTable &, const TableRow &);
};

RoundingMode modeOf(ptxrandom::Rounding Mode) {
  switch (Mode) {
  case ptxrandom::Rounding::Nearest:
    return RoundingMode::Nearest;
  case ptxrandom::Rounding::Zero:
    return RoundingMode::Zero;
  case ptxrandom::Rounding::Down:
    return RoundingMode::Down;
  case ptxrandom::Rounding::Up:
    return RoundingMode::Up;
  }
  llvm_unreachable("covered switch");
}

/// "add" of "add.rn.f32"
StringRef stemOf(const TableRow &Op) {
  return StringRef(Op.Name).split('.').first;
}

uint8_t minMaxForm(const TableRow &Op) {
  return uint8_t(Op.WantsNaN | Op.HasXorSign << 1);
}

HandlerPair ieeeHandler(const HandlerTable &Table, const TableRow &Op) {
  return Table.Ieee(llvm::StringSwitch<IeeeOp>(stemOf(Op))
                        .Cases("add", "sub", IeeeOp::Add)
                        .Case("mul", IeeeOp::Mul)
                        .Case("fma", IeeeOp::Fma)
                        .Case("div", IeeeOp::Div)
                        .Case("rcp", IeeeOp::Rcp)
                        .Case("sqrt", IeeeOp::Sqrt)
                        .Case("min", IeeeOp::Min)
                        .Case("max", IeeeOp::Max));
}
HandlerPair doubleHandler(const HandlerTable &Table, const TableRow &Op) {
  return Table.Double(llvm::StringSwitch<DoubleOp>(stemOf(Op))
                          .Case("add", DoubleOp::Add)
                          .Case("mul", DoubleOp::Mul)
                          .Case("fma", DoubleOp::Fma)
                          .Case("min", DoubleOp::Min)
                          .Case("max", DoubleOp::Max));
}
HandlerPair halfHandler(const HandlerTable &Table, const TableRow &Op) {
  return Table.Half(llvm::StringSwitch<HalfOp>(stemOf(Op))
                        .Case("add", HalfOp::Add)
                        .Case("sub", HalfOp::Sub)
                        .Case("mul", HalfOp::Mul)
                        .Case("fma", HalfOp::Fma)
                        .Case("min", HalfOp::Min)
                        .Case("max", HalfOp::Max));
}

std::optional<Handled> ieee(const TableRow &Op, Handled H) {
  bool IsMinMax = stemOf(Op).starts_with("m") && stemOf(Op) != "mul";
  if (Op.Lanes != 1 || Op.HasAbs || (IsMinMax && Op.Sources.size() == 3))
    return std::nullopt;
  H.Handler = ieeeHandler;
  // The difference is a sum whose second source is negated.
  H.I.Sub[0] = IsMinMax ? minMaxForm(Op) : stemOf(Op) == "sub" ? 2 : 0;
  H.I.Sub[1] = uint8_t(modeOf(Op.Round));
  return H;
}

std::optional<Handled> wide(const TableRow &Op, Handled H) {
  // Differences are sums but for the signs of NaN; the others are builtins.
  if (!StringRef(" add mul fma min max ")
           .contains((" " + stemOf(Op) + " ").str()))
    return std::nullopt;
  H.Handler = doubleHandler;
  H.I.Sub[0] = uint8_t(modeOf(Op.Round));
  return H;
}

std::optional<Handled> half(const TableRow &Op, Handled H) {
  bool IsF16 = Op.From == NumberFormat::F16;
  H.Handler = halfHandler;
  H.I.Sub[0] = stemOf(Op) == "fma" ? Op.HasRelu : minMaxForm(Op);
  H.I.Sub[2] = uint8_t(Op.Lanes == 2 ? IsF16 ? tesla::DataType::F16X2
                                             : tesla::DataType::BF16X2
                       : IsF16       ? tesla::DataType::F16
                                     : tesla::DataType::BF16);
  return H;
}

NarrowFormat narrowFormat(NumberFormat F) {
  return F == NumberFormat::F16    ? NarrowFormat::F16
         : F == NumberFormat::BF16 ? NarrowFormat::BF16
                                   : NarrowFormat::TF32;
}

/// Conversions between f32 and the narrower formats.
std::optional<Handled> conversion(const TableRow &Op, Handled H) {
  bool Narrows = Op.From == NumberFormat::F32 && Op.To != NumberFormat::F32 &&
                 Op.To != NumberFormat::F64;
  bool Widens =
      ptxrandom::shapeOf(Op.From).Bits == 16 && Op.To == NumberFormat::F32;
  if (Op.Arithmetic != ptxrandom::FloatOp::Convert || !(Narrows || Widens) ||
      Op.Sources.size() != 1 || Op.Flushes || Op.Saturates || Op.HasRelu ||
      Op.Results[0] == ptxrandom::RegClass::B64)
    return std::nullopt;
  H.Handler = [](const HandlerTable &Table, const TableRow &O) {
    return Table.Format(O.To == NumberFormat::F32 ? FormatOp::Widen
                                                  : FormatOp::Narrow);
  };
  H.I.Sub[0] = uint8_t(narrowFormat(Narrows ? Op.To : Op.From));
  H.I.Sub[1] = uint8_t(modeOf(Op.Round));
  H.I.Flags = Op.IsSatFinite ? Saturate : 0;
  return H;
}

/// None: it is no instruction of its own.
std::optional<Handled> handled(const TableRow &Op) {
  Handled H = {};
  for (unsigned N = 0; N != 3; ++N)
    H.I.Src[N].Row = uint16_t(SourceRows[N]);
  H.I.DstRow = ResultRow;
  H.I.Flags = uint16_t((Op.Flushes ? FlushDenormals : 0) |
                       (Op.Saturates ? Saturate : 0));
  if (Op.Group == ptxrandom::Family::IeeeConvert)
    return conversion(Op, H);
  const StringRef Known = " add sub mul fma div rcp sqrt min max ";
  for (const ptxrandom::SourceKind &Source : Op.Sources)
    if (Source.Format != Op.From)
      return std::nullopt;
  if (!Known.contains((" " + stemOf(Op) + " ").str()))
    return std::nullopt;
  switch (Op.From) {
  case NumberFormat::F32:
    return ieee(Op, H);
  case NumberFormat::F64:
    return wide(Op, H);
  case NumberFormat::F16:
  case NumberFormat::BF16:
    return half(Op, H);
  case NumberFormat::TF32:
  case NumberFormat::None:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

/// Arithmetic on a format, or, of None, the conversions.
std::vector<TableRow> rowsOf(NumberFormat F) {
  std::vector<TableRow> Rows;
  if (F == NumberFormat::None)
    ptxrandom::addIeeeConvertOperations(Rows);
  else
    ptxrandom::addIeeeOperations(Rows);
  llvm::erase_if(Rows, [F](const TableRow &Op) {
    return !handled(Op) || (F != NumberFormat::None && Op.From != F);
  });
  return Rows;
}

/// A row's tuples through the handlers of all ISAs.
class Comparison {
public:
  Comparison(const TableRow &Of, std::deque<SingleInst> &AllIsas,
             uint64_t Count)
      : Op(Of), Isas(AllIsas), Tuples(Of, /*Seed=*/1, Count) {}

  /// What differs; else empty.
  std::string run(uint64_t Count);

private:
  void fill();
  bool runIsas(const Handled &H);
  std::string compare(SingleInst &S, HostIsa Isa, unsigned Lane) const;

  const TableRow &Op;
  std::deque<SingleInst> &Isas;
  ptxrandom::OperandTuples Tuples;
  uint64_t Sources[Lanes][4] = {}, Wanted[Lanes] = {};
};

void Comparison::fill() {
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    Tuples.next(Sources[Lane]);
    Wanted[Lane] = Op.Evaluate(Op, Sources[Lane]);
    for (SingleInst &S : Isas)
      for (size_t N = 0; N != Op.Sources.size(); ++N) {
        S.row(SourceRows[N])[Lane] = uint32_t(Sources[Lane][N]);
        S.row(SourceRows[N] + 1)[Lane] = uint32_t(Sources[Lane][N] >> 32);
      }
  }
}

std::string Comparison::compare(SingleInst &S, HostIsa Isa,
                                unsigned Lane) const {
  uint64_t Mask = ~uint64_t(0) >> (64 - bitsOf(Op.Results[0]));
  uint64_t Got = S.row(ResultRow)[Lane] | uint64_t(S.row(ResultRow + 1)[Lane])
                                              << 32;
  if ((Got & Mask) == (Wanted[Lane] & Mask))
    return "";
  std::string Text = Op.Name + " of";
  for (size_t N = 0; N != Op.Sources.size(); ++N)
    Text += " 0x" + llvm::utohexstr(Sources[Lane][N]);
  return Text + " gives 0x" + llvm::utohexstr(Got & Mask) + " on " +
         hostIsaName(Isa).str() + ", not 0x" +
         llvm::utohexstr(Wanted[Lane] & Mask);
}

std::string Comparison::run(uint64_t Count) {
  std::vector<HostIsa> Names = supportedIsas();
  Handled H = *handled(Op);
  for (SingleInst &S : Isas)
    S.I = H.I;
  for (uint64_t Done = 0; Done < Count; Done += Lanes) {
    fill();
    for (size_t N = 0; N != Isas.size(); ++N) {
      if (!Isas[N].run(H.Handler(Isas[N].Table, Op)))
        return Op.Name + " faults";
      for (unsigned Lane = 0; Lane != Lanes; ++Lane)
        if (std::string Problem = compare(Isas[N], Names[N], Lane);
            !Problem.empty())
          return Problem;
    }
  }
  return "";
}

class EveryRounding : public testing::TestWithParam<NumberFormat> {};

TEST_P(EveryRounding, IsThatOfTheJudge) {
  const ptxrandom::FloatJudge &Judge = *ptxrandom::floatJudges().back();
  ptxrandom::setJudge(Judge);
  // They hold pointers to themselves.
  std::deque<SingleInst> Isas;
  for (HostIsa Isa : supportedIsas())
    Isas.emplace_back(Isa);
  uint64_t Count = llvm::alignTo(uint64_t(randomCount(4096)), Lanes);
  std::vector<TableRow> Rows = rowsOf(GetParam());
  EXPECT_GT(Rows.size(), 10u);
  uint64_t Total = 0;
  for (const TableRow &Op : Rows) {
    bool IsHalfAlone =
        Op.Sources.size() == 1 && ptxrandom::shapeOf(Op.From).Bits == 16;
    uint64_t Tuples = IsHalfAlone ? 0x10000 : Count;
    EXPECT_EQ(Comparison(Op, Isas, Tuples).run(Tuples), "");
    Total += Tuples;
  }
  std::printf("%zu operations with their roundings, %llu operands, on %zu host "
              "ISAs, judged by %s\n",
              Rows.size(), static_cast<unsigned long long>(Total), Isas.size(),
              Judge.Name);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, EveryRounding,
    testing::Values(NumberFormat::F16, NumberFormat::BF16, NumberFormat::F64,
                    NumberFormat::F32, NumberFormat::None),
    [](const testing::TestParamInfo<NumberFormat> &Info) -> std::string {
      if (Info.param == NumberFormat::None)
        return "Conversions";
      return StringRef(ptxrandom::formatName(Info.param, 1)).drop_front().str();
    });

} // namespace
