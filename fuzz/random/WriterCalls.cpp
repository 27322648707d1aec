//===- WriterCalls.cpp - Calls as PTX -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriterImpl.h"

namespace heddle::ptxrandom {

/// As PTX 2.0 and later pass arguments.
void Writer::callByParameters(const Stmt &S) {
  const Function &F = P.Functions[S.Number];
  unsigned Help = NextHelp++;
  if (S.Condition.IsPresent)
    line("{}bra U{};", negatedGuardText(S.Condition), Help);
  line("{{");
  std::vector<std::string> Parameters;
  for (size_t I = 0; I != S.Sources.size(); ++I) {
    const char *Type = typeOf(F.Parameters[I]);
    line(".param .{} a{};", Type, I);
    line("st.param.{} [a{}], {};", Type, I, operandText(S.Sources[I]));
    Parameters.push_back(fmt::format("a{}", I));
  }
  for (size_t I = 0; I != F.Results.size(); ++I)
    line(".param .{} v{};", typeOf(F.Results[I]), I);
  std::string Result = F.Results.empty() ? "" : "(v0), ";
  std::string Arguments =
      Parameters.empty() ? "" : fmt::format(", ({})", list(Parameters));
  if (S.IsVariant) {
    line("ld.global.u64 %a2, [functions+{}];", 8 * S.Number);
    line("call {}%a2{}, Y{};", Result, Arguments, S.Number);
  } else {
    line("call {}f{}{};", Result, S.Number, Arguments);
  }
  if (!F.Results.empty())
    line("ld.param.{} {}, [v0];", typeOf(F.Results[0]), nameOf(S.Results[0]));
  line("}}");
  if (S.Condition.IsPresent)
    label("U{}", Help);
}

/// What functions look like to calls by address: Y0 for f0 …
void Writer::prototypes() {
  for (size_t I = 0; I != P.Functions.size(); ++I) {
    auto Declared = [](const std::vector<RegClass> &Classes) {
      std::vector<std::string> Out;
      Out.reserve(Classes.size());
      for (RegClass Class : Classes)
        Out.push_back(fmt::format(".param .{} _", typeOf(Class)));
      return "(" + list(Out) + ") ";
    };
    const Function &F = P.Functions[I];
    line("Y{}: .callprototype {}_ {};", I,
         F.Results.empty() ? "" : Declared(F.Results), Declared(F.Parameters));
  }
}

/// The addresses that these calls load.
void Writer::functionTable() {
  std::vector<std::string> Names;
  for (size_t I = 0; I != P.Functions.size(); ++I)
    Names.push_back(fmt::format("f{}", I));
  if (!Names.empty())
    Text += fmt::format(".global .u64 functions[{}] = {{{}}};\n", Names.size(),
                        list(Names));
}

void Writer::call(const Stmt &S) {
  if (P.IsModern)
    return callByParameters(S);
  std::string Results =
      S.Results.empty() ? "" : fmt::format("({}), ", list(names(S.Results)));
  std::string Arguments =
      S.Sources.empty() ? "" : fmt::format(", ({})", list(texts(S.Sources)));
  line("{}call {}f{}{};", guardText(S.Condition), Results, S.Number, Arguments);
}

} // namespace heddle::ptxrandom
