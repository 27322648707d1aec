//===- TeslaFeatures.td - Chips as LLVM sees them ----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The features of the chips in Features.td, as LLVM needs them. For a feature
// called X there, an instruction or a pattern says Predicates = [HasX], and C++
// asks Subtarget.hasX().
//
//===----------------------------------------------------------------------===//

include "heddle/ABI/Features.td"

foreach f = Features in {
  defvar id = !cast<string>(f);
  def Feature#id : SubtargetFeature<f.Name, "Has"#id, "true", f.Summary>;
  def Has#id : Predicate<"Subtarget->has"#id#"()">,
               AssemblerPredicate<(all_of !cast<SubtargetFeature>("Feature"#id)),
                                  f.Name>;
}

foreach c = Chips in {
  defvar features = !foreach(f, c.Has, !cast<SubtargetFeature>("Feature"#f));
  // The latencies are of silicon.
  defvar model = !if(c.Silicon, TeslaSchedModel, NoSchedModel);
  def : ProcessorModel<c.Name, model, features>;
  def : ProcessorModel<c.SmName, model, features>;
}
def : ProcessorModel<"generic", TeslaSchedModel, []>;
