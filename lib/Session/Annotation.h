//===- Annotation.h - PTX lines with their counts ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SESSION_ANNOTATION_H
#define HEDDLE_LIB_SESSION_ANNOTATION_H

#include "WorkReport.h"
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

/// The counts of all microinstructions that a PTX line was lifted to.
struct LineCounts {
  sm::Counters Counted;
  /// "saxpy.cu:12", the place that .loc names for the line; empty without .loc.
  std::string Source;
};

/// The file of InstructionCounts and a line in it; line 0 if an instruction has
/// none.
using PTXLine = std::pair<llvm::StringRef, uint32_t>;

/// Groups \p Instructions by line. The keys refer to \p Instructions.
std::map<PTXLine, LineCounts>
countsByLine(llvm::ArrayRef<sm::InstructionCounts> Instructions);

/// Lists the PTX of the launch called \p Name; each line shows what its
/// instructions counted and what they cost. With \p Time, which may be null, it
/// also shows how much of their time warps spent there.
std::string annotationText(llvm::StringRef Name, const sm::LaunchStats &Stats,
                           const LaunchWork &Work,
                           runtime::LoadedModule *Module,
                           const timing::LaunchTime *Time);

} // namespace heddle::session

#endif // HEDDLE_LIB_SESSION_ANNOTATION_H
