//===- Annotation.h - PTX lines with their counts ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SESSION_ANNOTATION_H
#define HEDDLE_LIB_SESSION_ANNOTATION_H

#include "heddle/Machine/LaunchResult.h"
#include "llvm/ADT/StringRef.h"
#include <map>

namespace heddle::runtime {
class LoadedModule;
} // namespace heddle::runtime

namespace heddle::timing {
struct LaunchTime;
} // namespace heddle::timing

namespace heddle::session {

/// What the microinstructions of a PTX line counted together.
struct LineCounts {
  sm::Counters Counted;
  /// What the line was made from.
  std::string Source;
};

/// A file, as InstructionCounts has it, and a line; 0: none.
using PTXLine = std::pair<llvm::StringRef, uint32_t>;

/// The keys refer to \p Instructions.
std::map<PTXLine, LineCounts>
countsByLine(llvm::ArrayRef<sm::InstructionCounts> Instructions);

/// The PTX around the instructions of the launch called \p Name, each with what
/// it counted, and with what costs. With \p Time, which may be null, also how
/// much of their time warps spent there.
std::string annotationText(llvm::StringRef Name, const sm::LaunchStats &Stats,
                           runtime::LoadedModule *Module,
                           const timing::LaunchTime *Time);

} // namespace heddle::session

#endif // HEDDLE_LIB_SESSION_ANNOTATION_H
