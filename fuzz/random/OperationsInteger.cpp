//===- OperationsInteger.cpp - Integer instructions -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include <type_traits>

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;
// NOLINTNEXTLINE(modernize-use-using): __extension__ takes no alias.
using s128 = __int128;

constexpr SourceKind Count{RegClass::B32, true, true};

/// \p T sources of the type's class.
template <typename T> std::vector<SourceKind> same(unsigned N) {
  return std::vector<SourceKind>(N, SourceKind{IntType<T>::Class});
}

template <typename T>
Operation row(const char *Stem, Family Group, std::vector<SourceKind> Sources,
              Operation::Evaluator Evaluate) {
  Operation Op;
  Op.Name = std::string(Stem) + "." + IntType<T>::Name;
  Op.Group = Group;
  Op.Results = {IntType<T>::Class};
  Op.Sources = std::move(Sources);
  Op.Evaluate = Evaluate;
  return Op;
}

/// Both operands as \p T, in a type that holds every result.
template <typename T> s128 wide(uint64_t V) { return s128(T(V)); }

template <typename T> constexpr unsigned Bits = 8 * sizeof(T);

template <typename T> uint64_t magnitude(uint64_t V) {
  return uint64_t(wide<T>(V) < 0 ? -wide<T>(V) : wide<T>(V));
}

/// Division by zero gives all ones, of the quotient and of the remainder.
constexpr uint64_t ByZero = ~uint64_t(0);

template <typename T> uint64_t quotient(const Operation &, const uint64_t *S) {
  uint64_t X = magnitude<T>(S[0]), Y = magnitude<T>(S[1]);
  if (!Y)
    return ByZero;
  uint64_t Q = X / Y;
  bool Negative = (wide<T>(S[0]) < 0) != (wide<T>(S[1]) < 0);
  return Negative ? 0 - Q : Q;
}

template <typename T> uint64_t remainder(const Operation &, const uint64_t *S) {
  uint64_t X = magnitude<T>(S[0]), Y = magnitude<T>(S[1]);
  if (!Y)
    return ByZero;
  uint64_t R = X % Y;
  return wide<T>(S[0]) < 0 ? 0 - R : R;
}

template <typename T> uint64_t product(const uint64_t *S, bool High) {
  // 64-bit unsigned factors need all of 128 bits.
  u128 P = std::is_signed_v<T> ? u128(wide<T>(S[0]) * wide<T>(S[1]))
                               : u128(T(S[0])) * u128(T(S[1]));
  return uint64_t(High ? P >> Bits<T> : P);
}

template <typename T> void addArithmetic(Table &Out) {
  const Family G = Family::Integer;
  Out.push_back(row<T>("add", G, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return S[0] + S[1];
                       }));
  Out.push_back(row<T>("sub", G, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return S[0] - S[1];
                       }));
  Out.push_back(row<T>("min", G, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return T(S[0]) < T(S[1]) ? S[0] : S[1];
                       }));
  Out.push_back(row<T>("max", G, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return T(S[0]) > T(S[1]) ? S[0] : S[1];
                       }));
  Out.push_back(row<T>("sad", G, same<T>(3),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return S[2] +
                                (T(S[0]) < T(S[1]) ? S[1] - S[0] : S[0] - S[1]);
                       }));
  if (!std::is_signed_v<T>)
    return;
  Out.push_back(row<T>("abs", G, same<T>(1),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return T(S[0]) < 0 ? 0 - S[0] : S[0];
                       }));
  Out.push_back(row<T>("neg", G, same<T>(1),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return 0 - S[0];
                       }));
}

template <typename T> void addMultiply(Table &Out) {
  const Family G = Family::Multiply;
  Out.push_back(row<T>("mul.lo", G, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return product<T>(S, false);
                       }));
  Out.push_back(row<T>("mul.hi", G, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return product<T>(S, true);
                       }));
  Out.push_back(row<T>("mad.lo", G, same<T>(3),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return product<T>(S, false) + S[2];
                       }));
  Out.push_back(row<T>("mad.hi", G, same<T>(3),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return product<T>(S, true) + S[2];
                       }));
  Out.push_back(row<T>("div", Family::Division, same<T>(2), quotient<T>));
  Out.push_back(row<T>("rem", Family::Division, same<T>(2), remainder<T>));
}

template <typename T> void addWide(Table &Out) {
  RegClass Twice = sizeof(T) == 2 ? RegClass::B32 : RegClass::B64;
  Operation Mul = row<T>("mul.wide", Family::Multiply, same<T>(2),
                         [](const Operation &, const uint64_t *S) -> uint64_t {
                           return uint64_t(wide<T>(S[0]) * wide<T>(S[1]));
                         });
  Mul.Results = {Twice};
  Out.push_back(Mul);
  Operation Mad =
      row<T>("mad.wide", Family::Multiply, same<T>(2),
             [](const Operation &, const uint64_t *S) -> uint64_t {
               return uint64_t(wide<T>(S[0]) * wide<T>(S[1])) + S[2];
             });
  Mad.Results = {Twice};
  Mad.Sources.push_back({Twice});
  Out.push_back(Mad);
}

/// Bits 0 … 31 or 16 … 47 of the product of the low 24 bits.
template <typename T> uint64_t product24(const uint64_t *S, bool High) {
  auto Low = [](uint64_t V) {
    return std::is_signed_v<T> ? int64_t(V << 40) >> 40 : int64_t(V & 0xffffff);
  };
  int64_t P = Low(S[0]) * Low(S[1]);
  return uint64_t(High ? P >> 16 : P) & 0xffffffff;
}

uint64_t clampS32(s128 V) {
  if (V > 0x7fffffff)
    return 0x7fffffff;
  return V < -s128(0x80000000) ? 0x80000000 : uint64_t(V);
}

template <typename T> void add24(Table &Out) {
  const Family G = Family::Multiply;
  Out.push_back(row<T>("mul24.lo", G, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return product24<T>(S, false);
                       }));
  Out.push_back(row<T>("mul24.hi", G, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return product24<T>(S, true);
                       }));
  Out.push_back(row<T>("mad24.lo", G, same<T>(3),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return product24<T>(S, false) + S[2];
                       }));
  Out.push_back(row<T>("mad24.hi", G, same<T>(3),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return product24<T>(S, true) + S[2];
                       }));
}

void addSaturating(Table &Out) {
  using T = int32_t;
  Out.push_back(row<T>("add.sat", Family::Integer, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return clampS32(wide<T>(S[0]) + wide<T>(S[1]));
                       }));
  Out.push_back(row<T>("sub.sat", Family::Integer, same<T>(2),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return clampS32(wide<T>(S[0]) - wide<T>(S[1]));
                       }));
  Out.push_back(row<T>("mad.hi.sat", Family::Multiply, same<T>(3),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return clampS32(wide<T>(product<T>(S, true)) +
                                         wide<T>(S[2]));
                       }));
  Out.push_back(row<T>("mad24.hi.sat", Family::Multiply, same<T>(3),
                       [](const Operation &, const uint64_t *S) -> uint64_t {
                         return clampS32(wide<T>(product24<T>(S, true)) +
                                         wide<T>(S[2]));
                       }));
}

/// "b32" for \p T = uint32_t.
template <typename T> std::string untyped(const char *Stem) {
  return std::string(Stem) + ".b" + std::to_string(Bits<T>);
}

template <typename T> void addLogic(Table &Out) {
  auto Add = [&](const char *Stem, unsigned Sources,
                 Operation::Evaluator Evaluate) {
    Operation Op = row<T>("", Family::Logic, same<T>(Sources), Evaluate);
    Op.Name = untyped<T>(Stem);
    Out.push_back(Op);
  };
  Add("and", 2, [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[0] & S[1];
  });
  Add("or", 2, [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[0] | S[1];
  });
  Add("xor", 2, [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[0] ^ S[1];
  });
  Add("not", 1,
      [](const Operation &, const uint64_t *S) -> uint64_t { return ~S[0]; });
  Add("cnot", 1, [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[0] == 0;
  });
}

template <typename T> void addShift(Table &Out, bool IsUntyped) {
  Operation Op = row<T>("shr", Family::Shift, {{IntType<T>::Class}, Count},
                        [](const Operation &, const uint64_t *S) -> uint64_t {
                          bool TooFar = S[1] >= Bits<T>;
                          if (std::is_signed_v<T>)
                            return uint64_t(wide<T>(S[0]) >>
                                            (TooFar ? Bits<T> - 1 : S[1]));
                          return TooFar ? 0 : S[0] >> S[1];
                        });
  Out.push_back(Op);
  if (!IsUntyped)
    return;
  Op.Name = untyped<T>("shr");
  Out.push_back(Op);
  Op.Name = untyped<T>("shl");
  Op.Evaluate = [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[1] >= Bits<T> ? 0 : S[0] << S[1];
  };
  Out.push_back(Op);
}

template <typename T> void addCarry(Table &Out) {
  // Bit 32 is the carry, or the borrow.
  struct Form {
    const char *Stem;
    bool Reads, Writes;
    Operation::Evaluator Evaluate;
  };
  auto Sum = [](const Operation &Op, const uint64_t *S) -> uint64_t {
    return S[0] + S[1] + (Op.ReadsCarry ? S[2] & 1 : 0);
  };
  auto Difference = [](const Operation &Op, const uint64_t *S) -> uint64_t {
    return S[0] - S[1] - (Op.ReadsCarry ? S[2] & 1 : 0);
  };
  const Form Forms[] = {
      {"add.cc", false, true, Sum},        {"addc.cc", true, true, Sum},
      {"addc", true, false, Sum},          {"sub.cc", false, true, Difference},
      {"subc.cc", true, true, Difference}, {"subc", true, false, Difference},
  };
  for (const Form &F : Forms) {
    Operation Op = row<T>(F.Stem, Family::Carry, same<T>(2), F.Evaluate);
    Op.ReadsCarry = F.Reads;
    Op.WritesCarry = F.Writes;
    Out.push_back(Op);
  }
}

} // namespace

void addIntegerOperations(Table &Out) {
  auto Everything = [&]<typename T>(T) {
    addArithmetic<T>(Out);
    addMultiply<T>(Out);
  };
  Everything(uint16_t());
  Everything(int16_t());
  Everything(uint32_t());
  Everything(int32_t());
  Everything(uint64_t());
  Everything(int64_t());
  addWide<uint16_t>(Out);
  addWide<int16_t>(Out);
  addWide<uint32_t>(Out);
  addWide<int32_t>(Out);
  add24<uint32_t>(Out);
  add24<int32_t>(Out);
  addSaturating(Out);
  addLogic<uint16_t>(Out);
  addLogic<uint32_t>(Out);
  addLogic<uint64_t>(Out);
  addShift<uint16_t>(Out, true);
  addShift<uint32_t>(Out, true);
  addShift<uint64_t>(Out, true);
  addShift<int16_t>(Out, false);
  addShift<int32_t>(Out, false);
  addShift<int64_t>(Out, false);
  addCarry<uint32_t>(Out);
  addCarry<int32_t>(Out);
}

} // namespace heddle::ptxrandom
