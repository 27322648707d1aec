//===- KernelWriter.cpp - PTX of a kernel ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace llvm;

namespace heddle::decompile {

using sm::Unit;

std::string hexText(uint64_t Value) {
  return "0x" + utohexstr(Value, /*LowerCase=*/true);
}

std::string floatText(uint32_t Bits) {
  std::string Digits = utohexstr(Bits);
  return "0f" + std::string(8 - Digits.size(), '0') + Digits;
}

void KernelWriter::emit(const Twine &Text) {
  Lines.push_back(("  " + Guard + Text + ";").str());
}

void KernelWriter::always(const Twine &Text) {
  Lines.push_back(("  " + Text + ";").str());
}

void KernelWriter::refuse(const Twine &Why) {
  if (Problem.empty())
    Problem = ("at " + hexText(inst().Address) + ": '" +
               sm::instructionText(P, inst().Address) + "': " + Why)
                  .str();
}

std::string KernelWriter::label(uint32_t To) const {
  assert(Labels.contains(To) && "nothing was found to go there");
  const FlowNode &N = F.Nodes[To];
  std::string Name =
      "L_" + utohexstr(P.Code[N.PC].Address, /*LowerCase=*/true, /*Width=*/4);
  return N.Copy ? Name + "_" + utostr(N.Copy) : Name;
}

void KernelWriter::findLabels() {
  for (auto [N, From] : enumerate(F.Nodes)) {
    if (From.Taken != NoNode)
      Labels.insert(From.Taken);
    if (From.Next != NoNode && From.Next != N + 1)
      Labels.insert(From.Next);
  }
  for (const LockedSection &S : Locked.sections())
    if (S.Operation == NoNode)
      Labels.insert(S.Lock);
}

/// Goes on to what follows in the machine's code, which need not be what
/// follows in the text.
void KernelWriter::goOn() {
  const uint32_t Next = F.Nodes[Node].Next;
  if (Next != NoNode && Next != Node + 1)
    always("bra " + label(Next));
}

void KernelWriter::writeFlow() {
  const FlowNode &N = F.Nodes[Node];
  switch (inst().Flow) {
  case sm::FlowKind::Branch:
  case sm::FlowKind::Call:
  case sm::FlowKind::Return:
  case sm::FlowKind::Break:
    if (N.Taken != NoNode)
      // The next node needs no branch.
      N.Taken == Node + 1 && N.Next == NoNode ? void()
                                              : emit("bra " + label(N.Taken));
    else if (N.Exits)
      emit("exit");
    break;
  case sm::FlowKind::Barrier:
    if (inst().Imm != 0)
      refuse("PTX 1.4 has barriers for all threads only");
    emit("bar.sync " + Twine(unsigned(inst().Sub[0])));
    break;
  case sm::FlowKind::Trap:
    emit("trap");
    break;
  case sm::FlowKind::Plain:
  case sm::FlowKind::ReturnAt:
  case sm::FlowKind::BreakAt:
  case sm::FlowKind::JoinAt:
  case sm::FlowKind::HostCall:
  case sm::FlowKind::Illegal:
    break;
  }
}

void KernelWriter::writeOperation() {
  switch (inst().unit()) {
  case Unit::Move:
    return moves();
  case Unit::Integer:
    return integer();
  case Unit::Float:
    return floats();
  case Unit::Double:
    return doubles();
  case Unit::Sfu:
    return special();
  case Unit::Convert:
    return convert();
  case Unit::Memory:
    return memory();
  case Unit::Texture:
    return fetchTexture();
  case Unit::Flow:
    return;
  default: // Units of tx1.
    return refuse("no chip of compute capability 1 has it");
  }
}

/// Machine code of NVIDIA's tells files and lines of sources; that of ours
/// those of PTX, which the text replaces.
void KernelWriter::writeLine() {
  const object::LineEntry Entry = P.Kernel.lineOf(inst().Address);
  if (P.Module.Files.empty() || Entry.Line == 0 || Entry.Line == LastLine)
    return;
  LastLine = Entry.Line;
  const object::Module::Place Place = P.Module.placeOf(Entry.Line);
  Lines.push_back("  .loc " + utostr(Place.FileIndex + 1) + " " +
                  utostr(Place.Line) + " " + utostr(Entry.Column));
}

void KernelWriter::writeNode() {
  const sm::DecodedInst &I = inst();
  Used.clear();
  Guard.clear();
  Wanted = 0;
  if (Labels.contains(Node))
    Lines.push_back(label(Node) + ":");
  writeLine();
  if (I.isPredicated() && I.Cond != CodeNever)
    Guard = guardOf(I.CondReg, I.Cond);
  if (relocation() && !I.is(sm::MoveOp::Mov32))
    return refuse("an address of a variable as its operand");
  if (I.Cond != CodeNever && !I.isNop()) {
    const LockedSection *S = Locked.at(Node);
    if (S && S->Place == Node && S->Unlock != Node)
      writeAtomic(*S);
    if (!Locked.isPart(Node) &&
        (!S || S->Operation != Node || S->Unlock == Node || S->IsResultTaken))
      writeOperation();
    writeFlow();
  }
  if (I.has(sm::StepsAddress) && I.Cond != CodeNever)
    step(I.Mem[0].AddressReg, I.hasMemoryOperand()
                                  ? uint32_t(int32_t(I.Mem[0].Step))
                                  : I.Mem[0].Offset);
  if (I.Exit)
    always("exit");
  goOn();
}

/// $r0 has the thread's place in its CTA.
void KernelWriter::writeStart() {
  if (!W.isReadAtStart(0))
    return;
  std::string R0 = nameOf(W.before(0, 0), As::Word);
  std::string Y = temporary('t'), Z = temporary('t');
  always("cvt.u32.u16 " + R0 + ", %tid.x");
  always("cvt.u32.u16 " + Y + ", %tid.y");
  always("cvt.u32.u16 " + Z + ", %tid.z");
  always("shl.b32 " + Y + ", " + Y + ", 16");
  always("shl.b32 " + Z + ", " + Z + ", 26");
  always("or.b32 " + Y + ", " + Y + ", " + Z);
  always("or.b32 " + R0 + ", " + R0 + ", " + Y);
}

Error KernelWriter::writeBody() {
  Lines.clear();
  LastLine = 0;
  Temporaries.clear();
  Numbers.clear();
  Untyped.clear();
  Reduced.clear();
  NumWords = NumFloats = 0;
  if (UsesShared)
    always("mov.u32 %shared, " + sharedName());
  if (UsesLocal)
    always("mov.u32 %local, local");
  if (UsesQuads)
    writeQuadStart();
  Node = 0;
  writeStart();
  for (Node = 0; Node != F.Nodes.size(); ++Node)
    writeNode();
  writeTexelTypes();
  if (Problem.empty())
    return Error::success();
  return createStringError("kernel '" + P.Kernel.Info.Name + "', " + Problem);
}

void KernelWriter::writeHead(raw_ostream &OS) const {
  if (L.IsInferred && !L.Params.empty())
    OS << "// The file says nothing of parameters: these are the words that "
          "the code reads.\n";
  OS << ".entry " << P.Kernel.Info.Name << " (";
  ListSeparator Comma(",");
  for (const object::KernelParam &Param : L.Params) {
    OS << Comma << "\n  .param ";
    const bool IsArray = Param.Type == "b8" && Param.Size != 1;
    if (IsArray)
      OS << ".align " << std::max(1u, Param.Align) << ' ';
    OS << '.' << Param.Type << ' ' << Param.Name;
    if (IsArray)
      OS << '[' << Param.Size << ']';
  }
  OS << (L.Params.empty() ? ")\n{\n" : "\n)\n{\n");
}

void KernelWriter::writeRegisters(raw_ostream &OS) const {
  auto Declare = [&](StringRef Type, StringRef Name, unsigned Count) {
    if (Count)
      OS << "  .reg ." << Type << " %" << Name << '<' << Count + 1 << ">;\n";
  };
  auto Count = [&](char Kind) {
    auto At = Temporaries.find(Kind);
    return At == Temporaries.end() ? 0u : At->second;
  };
  Declare("b32", "r", NumWords);
  Declare("f32", "f", NumFloats);
  Declare("b16", "h", Count('h'));
  Declare("b32", "t", Count('t'));
  Declare("b64", "d", Count('d'));
  Declare("b32", "k", unsigned(Locked.sections().size()));
  Declare("pred", "q", Count('q'));
  for (const auto &Entry : Predicates)
    OS << "  .reg .pred " << Entry.first << ";\n";
  if (UsesShared)
    OS << "  .reg .u32 %shared;\n";
  if (UsesLocal)
    OS << "  .reg .u32 %local;\n";
  // In front of the kernel's own, behind which a launch may put more.
  if (UsesQuads)
    writeQuadRegisters(OS);
  if (UsesShared && L.SharedEnd > L.SharedStart)
    OS << "  .shared .align 4 .b8 " << sharedName() << '['
       << L.SharedEnd - L.SharedStart << "];\n";
  if (UsesLocal)
    OS << "  .local .align 16 .b8 local[" << P.Kernel.Info.LocalBytes << "];\n";
}

std::string KernelWriter::sharedName() const {
  // Those that a launch sizes are the module's.
  return L.SharedEnd > L.SharedStart ? "shared"
                                     : P.Kernel.Info.Name + "_dynamic";
}

Error KernelWriter::write(raw_ostream &OS) {
  assert(!IsSecond && "types are settled once");
  findLabels();
  if (Error E = writeBody())
    return E;
  IsSecond = true;
  if (Error E = writeBody())
    return E;
  if (UsesShared && L.SharedEnd == L.SharedStart)
    OS << ".extern .shared .align 4 .b8 " << sharedName() << "[];\n";
  writeHead(OS);
  writeRegisters(OS);
  for (const std::string &Line : Lines)
    OS << Line << '\n';
  OS << "}\n";
  return Error::success();
}

} // namespace heddle::decompile
