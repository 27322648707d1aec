//===- OperationsFloat.cpp - f32 instructions -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;

uint32_t finish(const Operation &Op, uint32_t Bits) {
  return Op.Saturates ? saturateFloat(Bits) : Bits;
}

uint32_t f32(uint64_t V) { return uint32_t(V); }

/// Rows of PTX 1.4 have their rounding written where it is not the default.
Operation &add(Table &Out, std::string Name, Family Group, unsigned Sources,
               Operation::Evaluator Evaluate) {
  Operation Op;
  Op.Name = std::move(Name);
  Op.Group = Group;
  Op.Results = {RegClass::F32};
  Op.Sources.assign(Sources, {RegClass::F32});
  Op.Evaluate = Evaluate;
  Out.push_back(Op);
  return Out.back();
}

void addSums(Table &Out) {
  struct Form {
    const char *Stem;
    Operation::Evaluator Evaluate;
  };
  const Form Forms[] = {
      {"add",
       [](const Operation &Op, const uint64_t *S) -> uint64_t {
         return finish(Op, addFloat(f32(S[0]), f32(S[1]), Op.Round));
       }},
      {"sub",
       [](const Operation &Op, const uint64_t *S) -> uint64_t {
         return finish(Op,
                       addFloat(f32(S[0]), f32(S[1]) ^ 0x80000000, Op.Round));
       }},
      {"mul", [](const Operation &Op, const uint64_t *S) -> uint64_t {
         return finish(Op, mulFloat(f32(S[0]), f32(S[1]), Op.Round));
       }}};
  for (const Form &F : Forms)
    for (const char *Modifier : {"", ".rn", ".rz"})
      for (bool Saturates : {false, true}) {
        std::string Name =
            std::string(F.Stem) + Modifier + (Saturates ? ".sat.f32" : ".f32");
        Operation &Op = add(Out, Name, Family::Float, 2, F.Evaluate);
        Op.Saturates = Saturates;
        if (Modifier[0] == '.' && Modifier[2] == 'z')
          Op.Round = Rounding::Zero;
      }
}

void addOthers(Table &Out) {
  for (bool Saturates : {false, true}) {
    Operation &Mad =
        add(Out, Saturates ? "mad.sat.f32" : "mad.f32", Family::Float, 3,
            [](const Operation &Op, const uint64_t *S) -> uint64_t {
              return finish(Op, madFloat(f32(S[0]), f32(S[1]), f32(S[2])));
            });
    Mad.Saturates = Saturates;
    Mad.Use = Operation::Classic;
  }
  add(Out, "min.f32", Family::Float, 2,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return minMaxFloat(f32(S[0]), f32(S[1]), false);
      });
  add(Out, "max.f32", Family::Float, 2,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return minMaxFloat(f32(S[0]), f32(S[1]), true);
      });
  add(Out, "abs.f32", Family::Float, 1,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return canonicalFloat(f32(S[0]) & 0x7fffffff);
      });
  add(Out, "neg.f32", Family::Float, 1,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return canonicalFloat(f32(S[0]) ^ 0x80000000);
      });
}

void addSpecial(Table &Out) {
  const Family G = Family::Special;
  add(Out, "rcp.approx.f32", G, 1,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return sfuRcp(f32(S[0]));
      });
  add(Out, "rsqrt.approx.f32", G, 1,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return sfuRsqrt(f32(S[0]));
      });
  add(Out, "sqrt.approx.f32", G, 1,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return sfuRcp(sfuRsqrt(f32(S[0])));
      });
  add(Out, "lg2.approx.f32", G, 1,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return sfuLg2(f32(S[0]));
      });
  add(Out, "ex2.approx.f32", G, 1,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return sfuEx2(f32(S[0]));
      });
  add(Out, "sin.approx.f32", G, 1,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return sfuSin(f32(S[0]), false);
      });
  add(Out, "cos.approx.f32", G, 1,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return sfuSin(f32(S[0]), true);
      });
  add(Out, "div.approx.f32", G, 2,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        return mulFloat(f32(S[0]), sfuRcp(f32(S[1])), Rounding::Nearest);
      });
  // Both are scaled where the reciprocal alone would be flushed.
  add(Out, "div.full.f32", G, 2,
      [](const Operation &, const uint64_t *S) -> uint64_t {
        const Rounding Mode = Rounding::Nearest;
        uint32_t Size = f32(S[1]) & 0x7fffffff;
        bool IsLarge = Size > 0x7e000000 && Size <= 0x7f800000;
        uint32_t Scale = IsLarge ? 0x3e800000 : 0x3f800000;
        return mulFloat(mulFloat(f32(S[0]), Scale, Mode),
                        sfuRcp(mulFloat(f32(S[1]), Scale, Mode)), Mode);
      });
}

} // namespace

const char *roundingName(Rounding Mode) {
  static const char *const Names[] = {"rn", "rz", "rm", "rp"};
  return Names[unsigned(Mode)];
}

void addFloatOperations(Table &Out) {
  addSums(Out);
  addOthers(Out);
  addSpecial(Out);
}

} // namespace heddle::ptxrandom
