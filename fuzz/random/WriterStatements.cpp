//===- WriterStatements.cpp - Statements as PTX ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "WriterImpl.h"
#include <algorithm>

namespace heddle::ptxrandom {

const char *typeOf(RegClass C) {
  static const char *const Names[] = {"pred", "b16", "b32",
                                      "b64",  "f32", "f64"};
  return Names[unsigned(C)];
}

std::string nameOf(Reg R) {
  return fmt::format("%{}{}", registerLetter(R.Class), R.Index);
}

std::string guardText(const Guard &G) {
  if (!G.IsPresent)
    return "";
  return fmt::format("@{}%p{} ", G.IsNegated ? "!" : "", G.Pred);
}

std::string negatedGuardText(Guard G) {
  G.IsNegated = !G.IsNegated;
  return guardText(G);
}

const char *spaceName(Space Where) {
  switch (Where) {
  case Space::Global:
  case Space::Input:
  case Space::GlobalNumbers:
    return "global";
  case Space::Shared:
    return "shared";
  case Space::Local:
    return "local";
  case Space::Const:
  case Space::ConstNumbers:
    return "const";
  }
  return "";
}

const char *baseName(Space Where) {
  switch (Where) {
  case Space::Input:
    return "input";
  case Space::ConstNumbers:
    return "cnum";
  case Space::GlobalNumbers:
    return "gnum";
  case Space::Global:
  case Space::Shared:
  case Space::Local:
  case Space::Const:
    return spaceName(Where);
  }
  return "";
}

std::string operandText(const Operand &O) {
  if (!O.IsImmediate)
    return (O.IsNegated ? "!" : "") + nameOf(O.R);
  if (O.R.Class == RegClass::F32)
    return fmt::format("0f{:08X}", O.Bits);
  if (O.R.Class == RegClass::F64 || O.IsNumber)
    return fmt::format("0d{:016X}", O.Bits);
  if (O.Bits < 1000)
    return fmt::format("{}", O.Bits);
  return fmt::format("{:#x}", O.Bits);
}

std::string list(const std::vector<std::string> &Items) {
  std::string Out;
  for (const std::string &Item : Items)
    Out += (Out.empty() ? "" : ", ") + Item;
  return Out;
}

std::vector<std::string> names(const std::vector<Reg> &Registers) {
  std::vector<std::string> Out;
  Out.reserve(Registers.size());
  for (Reg R : Registers)
    Out.push_back(nameOf(R));
  return Out;
}

std::vector<std::string> texts(const std::vector<Operand> &Operands) {
  std::vector<std::string> Out;
  Out.reserve(Operands.size());
  for (const Operand &O : Operands)
    Out.push_back(operandText(O));
  return Out;
}

void Writer::instruction(const Stmt &S) {
  std::string Results = list(names(S.Results)),
              Sources = list(texts(S.Sources));
  if (S.Op->IsVector) {
    std::string &Several = S.Results.size() > 1 ? Results : Sources;
    Several = "{" + Several + "}";
  } else if (S.Results.size() > 1) {
    Results = nameOf(S.Results[0]) + "|" + nameOf(S.Results[1]);
  }
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

void Writer::choice(const Stmt &S) {
  Guard G = S.Condition;
  if (S.IsUniform)
    line("setp.gt.u32 %q{}, %n, {};", S.Label & 3, S.Number);
  auto Branch = [&](bool If, const char *To) {
    std::string Condition =
        S.IsUniform ? fmt::format("@{}%q{} ", If ? "" : "!", S.Label & 3)
                    : (If ? guardText(G) : negatedGuardText(G));
    line("{}bra {}{};", Condition, To, S.Label);
  };
  if (S.Bodies[1].empty()) {
    Branch(false, "L");
    block(S.Bodies[0]);
  } else {
    size_t First = S.IsVariant ? 1 : 0;
    Branch(First == 1, "E");
    block(S.Bodies[First]);
    line("bra L{};", S.Label);
    label("E{}", S.Label);
    block(S.Bodies[1 - First]);
  }
  label("L{}", S.Label);
}

void Writer::loop(const Stmt &S) {
  bool IsCounted = S.IsUniform || S.Trips != 0;
  line(".reg .u32 %k{};", S.Label);
  if (S.IsUniform) {
    line("and.b32 %k{}, %n, 3;", S.Label);
    line("add.u32 %k{0}, %k{0}, 1;", S.Label);
  } else if (IsCounted) {
    line("mov.u32 %k{}, {};", S.Label, S.Trips);
  }
  if (S.SideEntry.IsPresent)
    line("{}bra M{};", guardText(S.SideEntry), S.Label);
  label("H{}", S.Label);
  if (!IsCounted) {
    line("sub.s32 %fuel, %fuel, 1;");
    line("setp.le.s32 %q0, %fuel, 0;");
    line("@%q0 bra L{};", S.Label);
  }
  const Block &Body = S.Bodies[0];
  size_t Entry = std::min<size_t>(S.EntryIndex, Body.size());
  for (size_t I = 0; I != Body.size(); ++I) {
    if (S.SideEntry.IsPresent && I == Entry)
      label("M{}", S.Label);
    statement(Body[I]);
  }
  if (S.SideEntry.IsPresent && Entry == Body.size())
    label("M{}", S.Label);
  label("C{}", S.Label);
  if (IsCounted) {
    line("sub.u32 %k{0}, %k{0}, 1;", S.Label);
    line("setp.eq.u32 %q0, %k{}, 0;", S.Label);
    line("@%q0 bra L{};", S.Label);
  }
  line("{}bra H{};", S.IsEndless ? "" : guardText(S.Condition), S.Label);
  label("L{}", S.Label);
}

/// Branches to the case %t1 among \p First … \p End - 1; %t1 is not below
/// \p First.
void Writer::searchCase(const Stmt &S, size_t First, size_t End) {
  if (End - First == 1) {
    line("setp.eq.u32 %q1, %t1, {};", First);
    line("@%q1 bra S{}_{};", S.Label, First);
    line("bra L{};", S.Label);
    return;
  }
  size_t Middle = (First + End) / 2;
  unsigned Help = NextHelp++;
  line("setp.ge.u32 %q1, %t1, {};", Middle);
  line("@%q1 bra U{};", Help);
  searchCase(S, First, Middle);
  label("U{}", Help);
  searchCase(S, Middle, End);
}

void Writer::selection(const Stmt &S) {
  line("and.b32 %t1, {}, 7;", operandText(S.Sources[0]));
  if (S.IsVariant) {
    searchCase(S, 0, S.Bodies.size());
  } else {
    for (size_t I = 0; I != S.Bodies.size(); ++I) {
      line("setp.eq.u32 %q1, %t1, {};", I);
      line("@%q1 bra S{}_{};", S.Label, I);
    }
    line("bra L{};", S.Label);
  }
  for (size_t I = 0; I != S.Bodies.size(); ++I) {
    label("S{}_{}", S.Label, I);
    block(S.Bodies[I]);
    if (!S.FallsThrough[I])
      line("bra L{};", S.Label);
  }
  label("L{}", S.Label);
}

void Writer::graph(const Stmt &S) {
  unsigned Count = unsigned(S.Bodies.size());
  auto Name = [&](unsigned Node) {
    return Node >= Count ? fmt::format("L{}", S.Label)
                         : fmt::format("G{}_{}", S.Label, Node);
  };
  line(".reg .u32 %k{};", S.Label);
  line("mov.u32 %k{}, 0;", S.Label);
  for (unsigned I = 0; I != Count; ++I) {
    const GraphNode &N = S.Nodes[I];
    label("{}", Name(I));
    if (isTurn(S, I)) {
      line("add.u32 %k{0}, %k{0}, 1;", S.Label);
      line("setp.gt.u32 %q0, %k{}, {};", S.Label, S.Trips);
      line("@%q0 bra L{};", S.Label);
    }
    block(S.Bodies[I]);
    switch (N.Test) {
    case GraphNode::None:
      break;
    case GraphNode::Predicate:
      line("{}bra {};", guardText(N.Condition), Name(N.Taken));
      break;
    case GraphNode::Parameter:
      line("setp.gt.u32 %q2, %n, {};", N.Number);
      line("@%q2 bra {};", Name(N.Taken));
      break;
    case GraphNode::Turns:
      line("add.u32 %t0, %k{}, %n;", S.Label);
      line("and.b32 %t0, %t0, 3;");
      line("setp.lt.u32 %q2, %t0, {};", N.Number);
      line("@%q2 bra {};", Name(N.Taken));
      break;
    }
    if (N.Otherwise != I + 1)
      line("bra {};", Name(N.Otherwise));
  }
  label("L{}", S.Label);
}

void Writer::leave(const Stmt &S) {
  line("{}bra {}{};", guardText(S.Condition), S.IsVariant ? "C" : "L",
       S.Number);
}

void Writer::finish(const Stmt &S) {
  if (S.IsVariant) {
    line("{}bra END;", guardText(S.Condition));
    return;
  }
  if (Current)
    moveResults();
  line("{}{};", guardText(S.Condition), Current ? "ret" : "exit");
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
