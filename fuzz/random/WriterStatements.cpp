//===- WriterStatements.cpp - Statements as PTX ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "WriterImpl.h"

namespace heddle::ptxrandom {

void Writer::instruction(const Stmt &S) {
  std::string Results = list(names(S.Results)),
              Sources = list(texts(S.Sources));
  if (S.Op->IsVector) {
    std::string &Several = S.Results.size() > 1 ? Results : Sources;
    Several = "{" + Several + "}";
  } else if (S.Results.size() > 1) {
    Results = nameOf(S.Results[0]) + "|" + nameOf(S.Results[1]);
  }
  if (takesByteRegister(*S.Op))
    return line("{{ .reg .b8 %b0; cvt.u8.u16 %b0, {}; {}{} {}, %b0; }}",
                Sources, guardText(S.Condition), S.Op->Name, Results);
  line("{}{} {}, {}{};", guardText(S.Condition), S.Op->Name, Results, Sources,
       S.Op->Suffix);
}

/// Computes the address into %a and returns what stands in the brackets.
std::string Writer::address(const Access &A) {
  std::string Base = fmt::format("%base_{}", baseName(A.Where));
  std::string Offset = A.Offset ? fmt::format("+{}", A.Offset) : "";
  if (!A.HasIndex && !A.IsGeneric) {
    if (A.Where == Space::Local)
      Base = "loc";
    else if (A.Where == Space::Const)
      Base = "tab";
    else if (A.Where == Space::ConstNumbers || A.Where == Space::GlobalNumbers)
      Base = baseName(A.Where);
    return Base + Offset;
  }
  if (!A.HasIndex) {
    line("mov.u{} %a, {};", Wide, Base);
  } else {
    unsigned Unit = A.Bytes * A.Lanes, Shift = 0;
    while (1u << Shift != Unit)
      ++Shift;
    line("and.b32 %t0, {}, {};", nameOf(A.Index), A.Count - 1);
    line("shl.b32 %t0, %t0, {};", Shift);
    line("cvt.u{}.u32 %a, %t0;", Wide);
    line("add.u{} %a, %a, {};", Wide, Base);
  }
  if (A.IsGeneric)
    line("cvta.{}.u64 %a, %a;", spaceName(A.Where));
  return "%a" + Offset;
}

void Writer::memory(const Stmt &S) { transfer(S, address(S.Mem)); }

/// A load or store with \p Place in its brackets.
void Writer::transfer(const Stmt &S, const std::string &Place) {
  const Access &A = S.Mem;
  std::string Space = A.IsGeneric ? "" : std::string(".") + spaceName(A.Where);
  std::string Vector = A.Lanes == 1 ? "" : fmt::format(".v{}", A.Lanes);
  std::string Data =
      A.IsStore ? list(texts(S.Sources)) : list(names(S.Results));
  if (A.Lanes != 1)
    Data = "{" + Data + "}";
  if (A.IsStore)
    line("{}st{}{}.{} [{}], {};", guardText(S.Condition), Space, Vector, A.Type,
         Place, Data);
  else
    line("{}ld{}{}.{} {}, [{}];", guardText(S.Condition), Space, Vector, A.Type,
         Data, Place);
}

void Writer::atomic(const Stmt &S) {
  const AtomicForm &F = AtomicForms[S.Number];
  std::string Sources = list(texts(S.Sources));
  bool Shared = S.Mem.Where == Space::Shared;
  unsigned Offset = Shared ? SharedAtomicOffset : AtomicOffset;
  std::string Base = fmt::format("%base_{}", spaceName(S.Mem.Where));
  std::string Where = std::string(".") + spaceName(S.Mem.Where);
  if (!S.IsVariant) {
    Base = "%base_common";
    Offset = 8 * S.Number;
  }
  if (S.Mem.IsGeneric) {
    line("cvta{}.u64 %a, {};", Where, Base);
    Base = "%a";
    Where.clear();
  }
  if (S.IsVariant)
    line("{}atom{}.{}.{} {}, [{}+{}], {};", guardText(S.Condition), Where, F.Op,
         F.Type, nameOf(S.Results[0]), Base, Offset, Sources);
  else
    line("{}red{}.{}.{} [{}+{}], {};", guardText(S.Condition), Where, F.Op,
         F.Type, Base, Offset, Sources);
}

void Writer::exchange(const Stmt &S) {
  line("st.shared.u32 [%own_word], {};", operandText(S.Sources[0]));
  line("bar.sync 0;");
  line("add.u32 %t0, %me, {};", S.Number);
  line("setp.ge.u32 %q0, %t0, {};", P.Threads);
  line("@%q0 sub.u32 %t0, %t0, {};", P.Threads);
  line("shl.b32 %t0, %t0, 2;");
  line("mov.u{} %a, words;", Wide);
  line("cvt.u{}.u32 %a2, %t0;", Wide);
  line("add.u{} %a, %a, %a2;", Wide);
  line("ld.shared.u32 {}, [%a];", nameOf(S.Results[0]));
  line("bar.sync 0;");
}

void Writer::sharedSum(const Stmt &S) {
  // Read before the word is overwritten: it may be the result, too.
  line("mov.b32 %t0, {};", operandText(S.Sources[0]));
  line("st.shared.u32 [total], {};", S.Number);
  line("bar.sync 0;");
  line("atom.shared.add.u32 %t0, [total], %t0;");
  line("bar.sync 0;");
  line("ld.shared.u32 {}, [total];", nameOf(S.Results[0]));
  line("bar.sync 0;");
}

void Writer::block(const Block &B) {
  for (const Stmt &S : B)
    statement(S);
}

void Writer::statement(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Instruction:
    return instruction(S);
  case StmtKind::Chain:
    return block(S.Bodies[0]);
  case StmtKind::Memory:
    return memory(S);
  case StmtKind::PointerAccess:
    return pointerAccess(S);
  case StmtKind::PointerStore:
    return pointerStore(S);
  case StmtKind::ArrayCall:
    return arrayCall(S);
  case StmtKind::ImageAccess:
    return imageAccess(S);
  case StmtKind::Atomic:
    return atomic(S);
  case StmtKind::Call:
    return call(S);
  case StmtKind::If:
    return choice(S);
  case StmtKind::Loop:
    return loop(S);
  case StmtKind::Switch:
    return selection(S);
  case StmtKind::Region:
    block(S.Bodies[0]);
    // A loop that the reducer made a region may still be continued.
    label("C{}", S.Label);
    return label("L{}", S.Label);
  case StmtKind::Graph:
    return graph(S);
  case StmtKind::Leave:
    return leave(S);
  case StmtKind::Return:
    return finish(S);
  case StmtKind::Exchange:
    return exchange(S);
  case StmtKind::SharedSum:
    return sharedSum(S);
  case StmtKind::Vote: {
    static const char *const Modes[] = {"all", "any", "uni"};
    return line("vote.{}.pred {}, {};", Modes[S.Number], nameOf(S.Results[0]),
                operandText(S.Sources[0]));
  }
  case StmtKind::Barrier:
    return line("bar.sync 0;");
  case StmtKind::WarpOperation:
    return warpOperation(S);
  case StmtKind::WarpBlock:
    return warpBlock(S);
  }
}

} // namespace heddle::ptxrandom
