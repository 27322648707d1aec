//===- Decode.cpp - Machine code to a program -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place where the SM meets the MC layer: words go through the target's
// disassembler, so that encoder, assembler and interpreter share one truth.
//
//===----------------------------------------------------------------------===//

#include "DecodedInstBuilder.h"
#include "MCTargetDesc/TeslaInstPrinter.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "State/Verifier.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Limits.h"
#include "heddle/Backend/InstructionDecoder.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/Program.h"
#include "heddle/Machine/RegisterResults.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace heddle::sm {

namespace {

/// Empty when there is no chip of that compute capability.
std::string chipName(const object::Module &M) {
  const abi::Chip *C = abi::findChip(M.ComputeCapability);
  return C ? C->Name : "";
}

/// Words of a form say themselves how long it is.
uint64_t formBytes(llvm::ArrayRef<uint8_t> Bytes) {
  return Bytes[0] & 1 ? 8 : 4;
}

std::string hexWords(llvm::ArrayRef<uint8_t> Bytes) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (size_t N = 0; N + 4 <= Bytes.size(); N += 4) {
    uint32_t Word = llvm::support::endian::read32le(Bytes.data() + N);
    OS << (N ? " " : "") << llvm::format_hex_no_prefix(Word, 8);
  }
  return Text;
}

class Decoder {
public:
  Decoder(Program &Prog, const tesla::InstructionDecoder &OfChip)
      : P(Prog), MC(OfChip), Code(Prog.Kernel.Code) {}

  void run();

private:
  uint64_t decodeOne(uint64_t Address);
  void illegal(DecodedInst &I, std::string Why);
  void resolveTargets();

  Program &P;
  const tesla::InstructionDecoder &MC;
  llvm::ArrayRef<uint8_t> Code;
};

void Decoder::illegal(DecodedInst &I, std::string Why) {
  I.setFlow(FlowKind::Illegal);
  P.Complaints[uint32_t(P.Code.size() - 1)] = std::move(Why);
}

/// Appends the instruction at \p Address; returns its size.
uint64_t Decoder::decodeOne(uint64_t Address) {
  DecodedInst &I = P.Code.emplace_back();
  I.Address = uint32_t(Address);
  llvm::ArrayRef<uint8_t> Rest = Code.drop_front(Address);
  uint64_t Bytes = Rest.size() < 4 ? Rest.size() : formBytes(Rest);
  if (Rest.size() < 4 || Rest.size() < Bytes) {
    illegal(I, "the code ends within the instruction");
    return Rest.size();
  }
  if (Bytes == 8 && Address % 8) {
    illegal(I, "an instruction of 8 bytes is not aligned to 8");
    return 4;
  }
  llvm::MCInst Inst;
  uint64_t Size = 0;
  if (!MC.decode(Inst, Size, Rest, Address)) {
    illegal(I, "no instruction of this chip is encoded as " +
                   hexWords(Rest.take_front(Bytes)));
    return Bytes;
  }
  const llvm::MCInstrDesc &Desc =
      MC.tables().Instructions->get(Inst.getOpcode());
  MachineInst M(Inst, Desc, *MC.tables().Registers);
  switch (tesla::FlowKind(M.imm(llvm::Tesla::OpName::flow))) {
  case tesla::FlowKind::None:
    break;
  case tesla::FlowKind::Exit:
    I.Exit = true;
    break;
  case tesla::FlowKind::Join:
    I.Join = true;
    break;
  }
  std::string Complaint = DecodedInstBuilder(P, M, I).run();
  if (!Complaint.empty())
    illegal(I, std::move(Complaint));
  return Bytes;
}

/// Byte addresses become instruction indices.
void Decoder::resolveTargets() {
  // Keyed by 64 bits: DenseMap keeps the two largest keys for itself, and a
  // damaged object may branch there.
  llvm::DenseMap<uint64_t, uint32_t> Index;
  for (uint32_t N = 0; N != P.Code.size(); ++N)
    Index[P.Code[N].Address] = N;
  for (DecodedInst &I : P.Code) {
    if (I.isPlain() || I.Target == NoTarget)
      continue;
    auto It = Index.find(I.Target);
    I.Target = It == Index.end() ? NoTarget : It->second;
  }
}

void Decoder::run() {
  for (uint64_t Address = 0; Address < Code.size();)
    Address += decodeOne(Address);
  resolveTargets();
  P.finish();
}

} // namespace

/// Sources name rows by 16 bits.
static constexpr size_t MaxConstantRows = size_t(1) << 16;

llvm::Expected<ProgramPtr> decodeKernel(const object::Module &M,
                                        const object::Kernel &K) {
  std::string Chip = chipName(M);
  if (Chip.empty())
    return llvm::createStringError("the object is for an unknown chip, compute "
                                   "capability " +
                                   llvm::Twine(M.ComputeCapability));
  if (K.Info.Registers > abi::MaxRegisterNames)
    return llvm::createStringError("kernel '" + K.Info.Name + "' asks for " +
                                   llvm::Twine(K.Info.Registers) +
                                   " registers, and the machine has " +
                                   llvm::Twine(abi::MaxRegisterNames));
  ProgramPtr P(new Program(M, K));
  Decoder(*P, tesla::InstructionDecoder(Chip)).run();
  // A lock on s[] is the warp's, whichever lane has it.
  P->PartsWarps =
      !P->UsesLocks &&
      abi::findChip(M.ComputeCapability)->has(abi::Feature::WarpExchange);
  if (P->Constants.size() > MaxConstantRows)
    return llvm::createStringError(
        "kernel '" + K.Info.Name + "' has " + llvm::Twine(P->Constants.size()) +
        " words of different numbers in its instructions, and the machine has "
        "room for " +
        llvm::Twine(MaxConstantRows));
  assert(problemOf(*P).empty() && "problemOf says what does not hold");
  return P;
}

/// The instruction that \p Bytes are on the chip of \p MC, or nothing.
static std::optional<std::string> textOf(const tesla::InstructionDecoder &MC,
                                         llvm::ArrayRef<uint8_t> Bytes,
                                         uint64_t Address) {
  llvm::MCInst Inst;
  uint64_t Size = 0;
  if (!MC.decode(Inst, Size, Bytes, Address))
    return std::nullopt;
  return MC.text(Inst, Address);
}

struct InstructionPrinter::Machine {
  tesla::InstructionDecoder MC;
};

InstructionPrinter::InstructionPrinter(const Program &Prog)
    : P(Prog),
      Chip(new Machine{tesla::InstructionDecoder(chipName(Prog.Module))}) {}
InstructionPrinter::~InstructionPrinter() = default;

std::string InstructionPrinter::text(uint32_t Address) {
  llvm::ArrayRef<uint8_t> Code(P.Kernel.Code);
  if (Address >= Code.size())
    return "end of the code";
  llvm::ArrayRef<uint8_t> Rest = Code.drop_front(Address);
  if (std::optional<std::string> Text = textOf(Chip->MC, Rest, Address))
    return *Text;
  for (const abi::Chip &C : abi::chips())
    if (C.ComputeCapability > P.Module.ComputeCapability)
      if (std::optional<std::string> Text =
              textOf(tesla::InstructionDecoder(C.Name), Rest, Address))
        return *Text + " (needs " + C.Name + ")";
  return "illegal " + hexWords(Rest.take_front(8));
}

/// The use of \p Register on the SM; nothing for one that holds no value.
static std::optional<RegisterUse> useOf(const tesla::InstructionDecoder &MC,
                                        unsigned Register) {
  using Use = RegisterUse;
  static constexpr std::pair<unsigned, Use::KindType> Classes[] = {
      {llvm::Tesla::GPR16RegClassID, Use::Half},
      {llvm::Tesla::GPR32RegClassID, Use::Word},
      {llvm::Tesla::GPR64RegClassID, Use::Pair},
      {llvm::Tesla::GPR128RegClassID, Use::Quad},
      {llvm::Tesla::CCRegClassID, Use::Condition},
      {llvm::Tesla::ARRegClassID, Use::Address}};
  for (auto [Class, Kind] : Classes)
    if (MC.tables().Registers->getRegClass(Class).contains(Register))
      return Use{Kind, MC.tables().Registers->getEncodingValue(Register),
                 llvm::TeslaInstPrinter::getRegisterName(Register)};
  return std::nullopt;
}

/// The words that a fetch by a slot writes: one behind the other, as many as
/// its mask has components.
static std::vector<RegisterUse> texelOf(const tesla::InstructionDecoder &MC,
                                        const llvm::MCInst &Inst) {
  const int Dst = llvm::Tesla::getNamedOperandIdx(Inst.getOpcode(),
                                                  llvm::Tesla::OpName::dst);
  const unsigned First =
      MC.tables().Registers->getEncodingValue(Inst.getOperand(Dst).getReg());
  const auto Mask = unsigned(Inst.getOperand(Dst + 1).getImm());
  std::vector<RegisterUse> Words;
  for (unsigned N = First; N != First + llvm::popcount(Mask); ++N)
    Words.push_back({RegisterUse::Word, N, "$r" + llvm::utostr(N)});
  return Words;
}

/// The registers among operands \p From to \p To of \p Inst, once each.
static std::vector<RegisterUse> usesOf(const tesla::InstructionDecoder &MC,
                                       const llvm::MCInst &Inst, unsigned From,
                                       unsigned To) {
  std::vector<RegisterUse> Uses;
  for (unsigned N = From; N != To; ++N) {
    const llvm::MCOperand &Op = Inst.getOperand(N);
    std::optional<RegisterUse> Use;
    if (Op.isReg() && Op.getReg())
      Use = useOf(MC, Op.getReg());
    if (Use && llvm::none_of(Uses, [&](const RegisterUse &U) {
          return U.Name == Use->Name;
        }))
      Uses.push_back(std::move(*Use));
  }
  return Uses;
}

/// The instruction at \p Address of \p P, or nothing.
static std::optional<llvm::MCInst>
decodedAt(const tesla::InstructionDecoder &MC, const Program &P,
          uint32_t Address) {
  llvm::ArrayRef<uint8_t> Code(P.Kernel.Code);
  llvm::MCInst Inst;
  uint64_t Size = 0;
  if (Address >= Code.size() ||
      !MC.decode(Inst, Size, Code.drop_front(Address), Address))
    return std::nullopt;
  return Inst;
}

std::vector<RegisterUse> InstructionPrinter::operands(uint32_t Address) {
  const tesla::InstructionDecoder &MC = Chip->MC;
  std::optional<llvm::MCInst> Inst = decodedAt(MC, P, Address);
  if (!Inst)
    return {};
  const llvm::MCInstrDesc &Desc =
      MC.tables().Instructions->get(Inst->getOpcode());
  return usesOf(MC, *Inst, Desc.getNumDefs(), Inst->getNumOperands());
}

static std::vector<RegisterUse> resultsOf(const tesla::InstructionDecoder &MC,
                                          const llvm::MCInst &Inst) {
  const llvm::MCInstrDesc &Desc =
      MC.tables().Instructions->get(Inst.getOpcode());
  if (tesla::semKind(Desc) == tesla::SemKind::Tex)
    return texelOf(MC, Inst);
  return usesOf(MC, Inst, 0, Desc.getNumDefs());
}

std::vector<RegisterUse> InstructionPrinter::registers(uint32_t Address) {
  std::optional<llvm::MCInst> Inst = decodedAt(Chip->MC, P, Address);
  if (!Inst)
    return {};
  std::vector<RegisterUse> Written = resultsOf(Chip->MC, *Inst);
  return Written.empty() ? operands(Address) : Written;
}

RowRange rowsOf(const RegisterUse &U) {
  switch (U.Kind) {
  case RegisterUse::Half:
    return {U.Number / 2, 1};
  case RegisterUse::Word:
    return {U.Number, 1};
  case RegisterUse::Pair:
    return {U.Number, 2};
  case RegisterUse::Quad:
    return {U.Number, 4};
  case RegisterUse::Condition:
  case RegisterUse::Address:
    return {};
  }
  llvm_unreachable("unknown kind of register");
}

std::vector<std::vector<RegisterUse>> registerResults(const Program &P) {
  const tesla::InstructionDecoder MC(chipName(P.Module));
  std::vector<std::vector<RegisterUse>> All;
  for (const DecodedInst &I : P.Code) {
    std::optional<llvm::MCInst> Inst = decodedAt(MC, P, I.Address);
    All.push_back(Inst ? resultsOf(MC, *Inst) : std::vector<RegisterUse>());
  }
  return All;
}

std::string instructionText(const Program &P, uint32_t Address) {
  return InstructionPrinter(P).text(Address);
}

} // namespace heddle::sm
