//===- TeslaOperand.h - One parsed operand or word --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A piece of a statement after parsing. The generated matcher asks every
/// operand whether it could be of a class, so a word such as "sat" stays a word
/// until a class claims it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_ASMPARSER_TESLAOPERAND_H
#define HEDDLE_LIB_BACKEND_TESLA_ASMPARSER_TESLAOPERAND_H

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaNames.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCParser/MCParsedAsmOperand.h"
#include "llvm/MC/MCRegister.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SMLoc.h"
#include <memory>
#include <optional>

namespace llvm {
class MCExpr;
class MCInst;

class TeslaOperand : public MCParsedAsmOperand {
public:
  enum class Kind {
    Word,
    Register,
    Immediate,
    /// A branch target that is a symbol, or a symbol's address.
    Expression,
    /// s[] with a size mode.
    SharedSource,
    /// s[] or l[] of a load or store.
    Address,
    Constant,
    Global,
    /// A register and an offset, in any space.
    Far,
    Predicate,
    Flow,
    /// A list of registers, or of registers and '#'.
    TextureList,
  };

  TeslaOperand(Kind What, SMLoc From, SMLoc To)
      : K(What), Start(From), End(To) {}

  Kind K;
  SMLoc Start, End;
  /// Word: its text. Address and Far: the space.
  StringRef Text;
  /// Register and base, address or $c register. Base is A0 when there is none.
  MCRegister Reg;
  /// Immediate; offset; condition or flow code.
  int64_t Value = 0;
  /// Size mode, with PostIncrement or without, bank or window; of a far address
  /// the bits of its register.
  unsigned Selector = 0;
  /// Address and Constant: Value is added to the base behind the access.
  bool Steps = false;
  const MCExpr *Expr = nullptr;
  /// TextureList: encodings, -1 for '#'.
  SmallVector<int, 4> List;

  static std::unique_ptr<TeslaOperand> word(StringRef Text, SMLoc From,
                                            SMLoc To);

  bool isToken() const override { return K == Kind::Word; }
  StringRef getToken() const { return Text; }
  bool isReg() const override { return K == Kind::Register; }
  MCRegister getReg() const override { return Reg; }
  bool isImm() const override { return K == Kind::Immediate; }
  bool isMem() const override { return false; }
  SMLoc getStartLoc() const override { return Start; }
  SMLoc getEndLoc() const override { return End; }
  void print(raw_ostream &OS) const override;

  // The classes of TeslaOperands.td.
  bool isNeg() const { return isWord("neg"); }
  bool isAbs() const { return isWord("abs"); }
  bool isNot() const { return isWord("not"); }
  bool isSat() const { return isWord("sat"); }
  bool isFtz() const { return isWord("ftz"); }
  bool isLive() const { return isWord("live") || isWord("all"); }
  bool isDeriv() const { return isWord("deriv"); }
  bool isRnd() const;
  bool isRndNZ() const;
  bool isRndI() const;
  bool isFlow() const { return K == Kind::Flow; }
  bool isPred() const { return K == Kind::Predicate; }
  bool isNever() const { return isCondition(heddle::tesla::CondNever); }
  bool isAlways() const { return isCondition(heddle::tesla::CondAlways); }
  bool isCondI() const;
  bool isCondF() const;
  bool isSReg() const;
  bool isFarSReg() const;
  bool isLaneSel() const;
  bool isQuadSubOp() const;
  bool isTexSlot() const;
  bool isSamplerSlot() const;
  bool isTexDst() const;
  bool isTexSrc() const;
  bool isGMem() const { return K == Kind::Global; }
  bool isARZSource() const;
  bool isTarget() const {
    return K == Kind::Expression || (isImm() && isOffset(4, 22));
  }
  bool isImm16() const {
    return isImm() && (isInt<16>(Value) || isUInt<16>(Value));
  }
  bool isImm32() const {
    return K == Kind::Expression ||
           (isImm() && (isInt<32>(Value) || isUInt<32>(Value)));
  }
  bool isTexOffset() const {
    return isImm() && (isInt<4>(Value) || isUInt<4>(Value));
  }
  bool isShortF32() const {
    return isImm() && isUInt<32>(Value) && Value % (1 << 18) == 0;
  }
  template <unsigned Width> bool isSImm() const {
    return isImm() && isInt<Width>(Value);
  }
  /// Selector is the width of the register.
  template <char Space, unsigned Bits, unsigned Reach> bool isFarMem() const {
    return K == Kind::Far && Text == heddle::tesla::farSpaceName(Space) &&
           Selector == Bits && isInt<Reach>(Value);
  }
  template <unsigned Width> bool isUImm() const {
    return isImm() && isUInt<Width>(Value);
  }
  template <unsigned Width, unsigned Modes> bool isSMem() const {
    using namespace heddle::tesla;
    if (K != Kind::SharedSource || !(Modes >> (Selector & 3) & 1) ||
        (Width <= 4 && !isNearBase()))
      return false;
    unsigned Unit = bytesOf(sizeMode(Selector));
    if (Selector & PostIncrement)
      return Value % int64_t(Unit) == 0 && isInt<Width>(Value / int64_t(Unit));
    return isOffset(Unit, Width);
  }
  template <unsigned Unit, unsigned Width> bool isCMem() const {
    return K == Kind::Constant && !Steps && isOffset(Unit, Width);
  }
  template <unsigned Unit, unsigned Width> bool isStepCMem() const {
    return K == Kind::Constant && Steps && isStep<Unit, Width>();
  }
  template <unsigned Unit> bool isShortCMem() const {
    return isCMem<Unit, 5>() && Selector < 2 && isNearBase();
  }
  /// The short and the immediate form have two bits for an address register.
  bool isNearBase() const;
  template <char Space, unsigned Unit, unsigned Width> bool isAMem() const {
    return K == Kind::Address && !Steps && Text[0] == Space &&
           isOffset(Unit, Width);
  }
  template <char Space, unsigned Unit, unsigned Width> bool isStepMem() const {
    return K == Kind::Address && Steps && Text[0] == Space &&
           isStep<Unit, Width>();
  }

  void addRegOperands(MCInst &MI, unsigned N) const;
  void addImmOperands(MCInst &MI, unsigned N) const;
  void addPredOperands(MCInst &MI, unsigned N) const;
  void addTargetOperands(MCInst &MI, unsigned N) const;
  void addSMemOperands(MCInst &MI, unsigned N) const;
  void addCMemOperands(MCInst &MI, unsigned N) const;
  void addAMemOperands(MCInst &MI, unsigned N) const;
  void addGMemOperands(MCInst &MI, unsigned N) const;
  void addARZSourceOperands(MCInst &MI, unsigned N) const;
  void addTexDstOperands(MCInst &MI, unsigned N) const;
  void addTexSrcOperands(MCInst &MI, unsigned N) const;

private:
  bool isWord(StringRef W) const { return K == Kind::Word && Text == W; }
  /// A condition by itself.
  bool isCondition(unsigned Code) const {
    return K == Kind::Predicate && Value == int64_t(Code) && !Reg;
  }
  template <unsigned Unit, unsigned Width> bool isStep() const {
    return Value % int64_t(Unit) == 0 && isInt<Width>(Value / int64_t(Unit));
  }
  bool isOffset(unsigned Unit, unsigned Width) const {
    return Value >= 0 && Value % Unit == 0 && Value < int64_t(Unit) << Width;
  }
  /// The number in a word like "$t12".
  std::optional<unsigned> slot(StringRef Prefix, unsigned Limit) const;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_ASMPARSER_TESLAOPERAND_H
