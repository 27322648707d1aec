//===- TeslaForms.h - Other forms of an instruction -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From an opcode to that of the same operation with other kinds of operands,
/// by the maps of TeslaInstrRelations.td. Whether the operands at hand fit the
/// other form is for the caller to look at: how far offsets reach, registers
/// below $r64, modifiers and predicates that the other form has not.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAFORMS_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAFORMS_H

#include <optional>

namespace llvm {
class MCInstrDesc;
}

namespace heddle::tesla {

/// The place that a source comes from.
enum class SourceForm { Register, Shared, Constant, Immediate };

/// The result: a register, a register and $c, or $c alone.
enum class ResultForm { Register, Both, Condition };

/// The form of \p Inst whose source \p Source (1, 2 or 3) is \p Wanted; \p Inst
/// itself may be that form. None if the chip has no such form.
std::optional<unsigned> withSource(const llvm::MCInstrDesc &Inst,
                                   unsigned Source, SourceForm Wanted);

/// The form of \p Inst that writes \p Wanted, which may be what it writes.
std::optional<unsigned> withResults(const llvm::MCInstrDesc &Inst,
                                    ResultForm Wanted);

/// The difference of the same sources in the other order; none if \p Opcode is
/// no difference.
std::optional<unsigned> reversedDifference(unsigned Opcode);

/// The form of \p Opcode in one word, and in two, with the same sources.
std::optional<unsigned> shortForm(unsigned Opcode);
std::optional<unsigned> longForm(unsigned Opcode);

/// The store of what \p Load, of l[] or g[], reads.
std::optional<unsigned> storeOf(unsigned Load);
/// The access to l[] for \p Global, a load or store of g[].
std::optional<unsigned> localOf(unsigned Global);

/// The opcode that \p Opcode is emitted as: another one where it is an
/// instruction of the code generator's with a real one's word.
unsigned emittedAs(unsigned Opcode);

} // namespace heddle::tesla

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAFORMS_H
