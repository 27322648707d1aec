//===- Remedies.h - What --advise tries -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_OCCUPANCY_REMEDIES_H
#define HEDDLE_TOOLS_PTX_OCCUPANCY_REMEDIES_H

#include "heddle/Jobs/Job.h"
#include <string>
#include <vector>

namespace heddle {

/// Options of ptx-run that belong together: the best of them is told.
struct Remedy {
  std::string What;
  std::vector<std::string> Options;
};

/// The options that an expert would try to make the launches of \p J faster:
/// options of the compiler, copies of each loop, and CTAs of other sizes where
/// the job says what has to come out.
llvm::Expected<std::vector<Remedy>> remediesFor(const jobs::Job &J);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OCCUPANCY_REMEDIES_H
