//===- SfuAccuracy.cpp - How good the special functions are ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts every argument of an interval through the interpreter's special-function
// unit and prints the accuracy beside the chip's published one:
//
// * Oberman and Siu, A High-Performance Area-Efficient Multifunction
//   Interpolator, ARITH-17 (tesla-sm.md section 4.1), for the functions. 2^x
//   takes f32 through its range reduction; sine takes the fractions of a
//   quarter turn that its range reduction makes, since the paper's figure is
//   without that.
// * NVIDIA's CUDA C Programming Guide 4.2, section C.2.1, for __sinf and
// __cosf:
//   f32 through the range reduction.
//
// Good bits are those of the largest absolute error. An argument counts for as
// much of the interval as is nearest to it. With --step=N only every Nth
// argument is taken. Exit code 1: something is worse than published.
//
//===----------------------------------------------------------------------===//

#include "FloatEnvironment.h"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/SfuOps.inc"
#include "heddle/Machine/LaneContext.h"
#include "heddle/SM/HostIsa.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cmath>
#include <optional>

using namespace heddle::sm;

namespace {

struct Function {
  const char *Name, *Interval;
  SfuOp Op;
  /// What the argument goes through before.
  std::optional<FloatOp> Reduction;
  /// Arguments, as bits: First, First + 1 ... The end is not one of them.
  uint32_t First, End;
  double (*Exact)(uint32_t Argument);
  /// The published figures; nothing where there is none.
  double GoodBits;
  std::optional<double> Ulp, Rounded;
  std::optional<bool> Monotonic;
};

double asFloat(uint32_t Bits) { return double(llvm::bit_cast<float>(Bits)); }

constexpr double HalfPi = 1.57079632679489661923;
constexpr uint32_t One = 0x3f800000, Two = 0x40000000, Four = 0x40800000;
/// pi/2 rounded up; and an argument below which nothing changes any more.
constexpr uint32_t QuarterTurn = 0x3fc90fdb, Tiny = One - (24 << 23);
/// Fractions have 23 bits.
constexpr uint32_t Whole = 1 << 23;

const Function Functions[] = {
    {"1/x",
     "[1,2)",
     SfuOp::Rcp,
     {},
     One,
     Two,
     [](uint32_t X) { return 1 / asFloat(X); },
     24.02,
     0.98,
     87,
     true},
    {"1/sqrt(x)",
     "[1,4)",
     SfuOp::Rsqrt,
     {},
     One,
     Four,
     [](uint32_t X) { return 1 / std::sqrt(asFloat(X)); },
     23.40,
     1.52,
     78,
     true},
    {"2^x", "[0,1)", SfuOp::Ex2, FloatOp::PreEx2, Tiny, One,
     [](uint32_t X) { return std::exp2(asFloat(X)); }, 22.51, 1.41, 74, true},
    {"log2(x)",
     "[1,2)",
     SfuOp::Lg2,
     {},
     One,
     Two,
     [](uint32_t X) { return std::log2(asFloat(X)); },
     22.57,
     {},
     {},
     true},
    {"sin(x)",
     "[0,pi/2)",
     SfuOp::Sin,
     {},
     0,
     Whole,
     [](uint32_t X) { return std::sin(X * (HalfPi / Whole)); },
     22.47,
     {},
     {},
     false},
    {"__sinf(x)",
     "[0,pi/2)",
     SfuOp::Sin,
     FloatOp::PreSin,
     Tiny,
     QuarterTurn,
     [](uint32_t X) { return std::sin(asFloat(X)); },
     21.41,
     {},
     {},
     {}},
    {"__cosf(x)",
     "[0,pi/2)",
     SfuOp::Cos,
     FloatOp::PreSin,
     Tiny,
     QuarterTurn,
     [](uint32_t X) { return std::cos(asFloat(X)); },
     21.19,
     {},
     {},
     {}},
};

struct Measured {
  double Error = 0, Ulps = 0;
  /// Parts of the interval.
  double Rounded = 0, All = 0;
  bool Rises = true, Falls = true;
  std::optional<double> Last;

  void add(double Got, double Exact, double Weight) {
    double Difference = std::abs(Got - Exact);
    int Exponent;
    std::frexp(Exact, &Exponent);
    Error = std::max(Error, Difference);
    Ulps = std::max(Ulps, Difference / std::ldexp(1.0, Exponent - 24));
    All += Weight;
    if (Got == double(float(Exact)))
      Rounded += Weight;
    if (Last) {
      Rises &= Got >= *Last;
      Falls &= Got <= *Last;
    }
    Last = Got;
  }
};

class Unit {
public:
  Unit() {
    L.Base[WarpRows] = L.Base[ConstantRows] = Rows[0].data();
    L.Active = AllLanes;
  }

  std::array<uint32_t, Lanes> &arguments() { return Rows[0]; }
  const std::array<uint32_t, Lanes> &results() const { return Rows[2]; }

  void run(const Function &F) {
    FloatEnvironment Guest;
    if (F.Reduction)
      execute(Table.Float(*F.Reduction), 0, 1);
    execute(Table.Sfu(F.Op), F.Reduction ? 1 : 0, 2);
  }

private:
  void execute(HandlerPair H, unsigned From, unsigned To) {
    DecodedInst I;
    I.Src[0].Row = I.Src[1].Row = I.Src[2].Row = uint16_t(From);
    I.DstRow = uint16_t(To);
    H.Full(I, L, AllLanes);
  }

  const HandlerTable &Table = handlersFor(HostIsa::Best);
  alignas(64) std::array<std::array<uint32_t, Lanes>, 4> Rows = {};
  LaneContext L = {};
};

Measured measure(const Function &F, uint32_t Step) {
  Unit U;
  Measured M;
  for (uint32_t X = F.First; X < F.End; X += Step * Lanes) {
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      U.arguments()[Lane] = X + Lane * Step;
    U.run(F);
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      uint32_t Bits = U.arguments()[Lane];
      if (Bits >= F.End)
        break;
      double Weight =
          F.End <= Whole ? 1 : std::ldexp(1.0, int(Bits >> 23) - 127);
      M.add(asFloat(U.results()[Lane]), F.Exact(Bits), Weight);
    }
  }
  return M;
}

/// A figure and the published one.
void show(std::optional<double> Value, std::optional<double> Published,
          int Digits) {
  llvm::outs() << " |";
  for (const std::optional<double> &V : {Value, Published})
    if (V)
      llvm::outs() << llvm::format(" %6.*f", Digits, *V);
    else
      llvm::outs() << "      -";
}

const char *yesOrNo(bool B) { return B ? "yes" : "no"; }

/// Prints a row; false when it is worse than published.
bool report(const Function &F, const Measured &M) {
  double Bits = -std::log2(M.Error), Share = 100 * M.Rounded / M.All;
  bool Monotonic = M.Rises || M.Falls;
  llvm::outs() << llvm::format("%-10s %-9s", F.Name, F.Interval);
  show(Bits, F.GoodBits, 2);
  // An error in units of the last place says nothing where the function is 0.
  show(F.Ulp ? std::optional(M.Ulps) : std::nullopt, F.Ulp, 2);
  show(Share, F.Rounded, 0);
  llvm::outs() << llvm::format(" | %5s %5s\n", yesOrNo(Monotonic),
                               F.Monotonic ? yesOrNo(*F.Monotonic) : "-");
  // Figures are given with two digits, shares without any. The paper's sine is
  // a little better than that of the tables, which are the chip's.
  double BitsSlack = F.Op == SfuOp::Sin && !F.Reduction ? 0.1 : 0.01;
  return Bits > F.GoodBits - BitsSlack && (!F.Ulp || M.Ulps < *F.Ulp + 0.01) &&
         (!F.Rounded || Share > *F.Rounded - 2) &&
         (Monotonic || !F.Monotonic.value_or(false));
}

} // namespace

int main(int Argc, char **Argv) {
  uint32_t Step = 1;
  for (llvm::StringRef A : llvm::ArrayRef(Argv, size_t(Argc)).drop_front())
    if (!A.consume_front("--step=") || A.getAsInteger(10, Step) || Step == 0 ||
        Step > 1000) {
      llvm::errs() << "usage: sfu-accuracy [--step=N]\n";
      return 2;
    }
  llvm::outs()
      << "                     |   good bits   |      ulp      |   % "
         "exact     | monotonic\n"
         "function   interval  |   here  publ. |   here  publ. |   here "
         " publ. |  here publ.\n";
  bool Good = true;
  for (const Function &F : Functions)
    Good &= report(F, measure(F, Step));
  return Good ? 0 : 1;
}
