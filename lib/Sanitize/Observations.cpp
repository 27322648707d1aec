//===- Observations.cpp - Who has seen what was written -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Observations.h"

namespace heddle::sanitize {

void Observations::Unit::hide(const OtherWrites &Others) {
  std::vector<StrongAccess> Observers;
  if (IsRMW)
    Observers.push_back(Writer);
  for (const auto &[Thread, R] : Readings)
    if (R.Write == Write)
      Observers.push_back(R.By);
  std::vector<EarlierWrite> All;
  for (const StrongAccess &Other : Others.All) {
    EarlierWrite E = {Other, {}};
    for (EarlierWrite &Old : Earlier)
      if (Old.Write == Other)
        E.Observers = std::move(Old.Observers);
    if (!hides(Other))
      llvm::append_range(E.Observers, Observers);
    if (!E.Observers.empty())
      All.push_back(std::move(E));
  }
  Earlier = std::move(All);
  Readings.clear();
  Hidden = Others.Missed;
}

} // namespace heddle::sanitize
