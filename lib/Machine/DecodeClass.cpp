//===- DecodeClass.cpp - What counters call an instruction ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One class for each SemKind and no default, as in DecodedInstBuilder.cpp.
//
//===----------------------------------------------------------------------===//

#include "DecodedInstBuilder.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sm {

using tesla::SemKind;

InstClass classOf(SemKind Kind) {
  switch (Kind) {
  case SemKind::Nop:
  case SemKind::PmEvent:
  case SemKind::Brkpt:
  case SemKind::Mov:
  case SemKind::MovFromCC:
  case SemKind::MovToCC:
  case SemKind::MovFromA:
  case SemKind::MovSpecial:
  case SemKind::ShlA:
  case SemKind::AddA:
    return InstClass::Move;
  case SemKind::LdConst:
    return InstClass::ConstLoad;
  case SemKind::LdShared:
    return InstClass::SharedLoad;
  case SemKind::StShared:
    return InstClass::SharedStore;
  case SemKind::LdLocal:
    return InstClass::LocalLoad;
  case SemKind::StLocal:
    return InstClass::LocalStore;
  case SemKind::LdGlobal:
  case SemKind::Tex:
    return InstClass::GlobalLoad;
  case SemKind::StGlobal:
    return InstClass::GlobalStore;
  case SemKind::Red:
  case SemKind::Atom:
    return InstClass::Atomic;
  case SemKind::Add:
  case SemKind::SetI:
  case SemKind::MinI:
  case SemKind::MaxI:
  case SemKind::Shl:
  case SemKind::Shr:
  case SemKind::Mul16:
  case SemKind::Mul24:
  case SemKind::Mad16:
  case SemKind::Mad24:
  case SemKind::Sad:
  case SemKind::Logic:
  case SemKind::Vote:
    return InstClass::Integer;
  case SemKind::FAdd:
  case SemKind::FMul:
  case SemKind::FMad:
  case SemKind::FSet:
  case SemKind::FMin:
  case SemKind::FMax:
  case SemKind::Slct:
  case SemKind::QuadOp:
    return InstClass::Float;
  case SemKind::PreSin:
  case SemKind::PreEx2:
  case SemKind::Rcp:
  case SemKind::Rsqrt:
  case SemKind::Lg2:
  case SemKind::Sin:
  case SemKind::Cos:
  case SemKind::Ex2:
    return InstClass::Special;
  case SemKind::CvtII:
  case SemKind::CvtIF:
  case SemKind::CvtFI:
  case SemKind::CvtFF:
    return InstClass::Convert;
  case SemKind::DAdd:
  case SemKind::DMul:
  case SemKind::DFma:
  case SemKind::DMin:
  case SemKind::DMax:
  case SemKind::DSet:
    return InstClass::Double;
  case SemKind::Bra:
  case SemKind::Call:
  case SemKind::Ret:
  case SemKind::BreakAddr:
  case SemKind::Break:
  case SemKind::QuadOn:
  case SemKind::QuadPop:
  case SemKind::Trap:
  case SemKind::JoinAt:
  case SemKind::PreRet:
    return InstClass::Control;
  case SemKind::Bar:
    return InstClass::Barrier;
  }
  llvm_unreachable("covered switch");
}

} // namespace heddle::sm
