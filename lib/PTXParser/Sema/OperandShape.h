//===- OperandShape.h - Classes of operands in forms ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_SEMA_OPERANDSHAPE_H
#define HEDDLE_LIB_PTXPARSER_SEMA_OPERANDSHAPE_H

#include "FormMatcher.h"
#include "ParsedOperand.h"

namespace heddle::ptx {

/// The OperandKinds that \p P may stand for.
uint16_t kindsOf(const ParsedOperand &P);

/// `d|q`, not an image with its sampler.
inline bool isPair(const Operand &Op) {
  return Op.Second && Op.OpKind != Operand::AddressOp;
}

/// Whether \p P has a sign that \p Desc does not take.
bool hasWrongSign(const OperandDesc &Desc, const ParsedOperand &P);
/// Whether parts of the register \p P are picked where \p Desc takes all of it.
bool hasWrongPart(const OperandDesc &Desc, const ParsedOperand &P);

/// Optional operands stand last; the count of the others.
size_t leastOperands(const MatchedForm &Form);

/// Number of the first of \p Ops that is of no class \p Form takes there; a
/// number beyond the last if their count does not fit; -1 if they all fit.
int shapeMismatch(const MatchedForm &Form, llvm::ArrayRef<ParsedOperand> Ops);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SEMA_OPERANDSHAPE_H
