//===- TeslaFeatures.td - Chips and what they can do -------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A capability that not every chip has is a SubtargetFeature and a Predicate.
// MinChip names the oldest chip with it, for diagnostics.
//
//===----------------------------------------------------------------------===//

class ChipKind<int value, string name> {
  int Value = value;
  string EnumName = name;
}
def ChipG80 : ChipKind<0, "G80">;
def ChipG84 : ChipKind<1, "G84">;
def ChipGT215 : ChipKind<2, "GT215">;
def ChipGT200 : ChipKind<3, "GT200">;

def Chip : GenericEnum {
  let FilterClass = "ChipKind";
  let NameField = "EnumName";
  let ValueField = "Value";
}

def FeatureG84 : SubtargetFeature<"g84", "HasG84", "true",
  "ld s[] with a full offset, brkpt, 32-bit atomics on g[]">;
def FeatureSM12 : SubtargetFeature<"sm12", "HasSM12", "true",
  "64-bit atomics, vote, locks in s[], saturating mul.f32", [FeatureG84]>;
def FeatureF64 : SubtargetFeature<"f64", "HasF64", "true",
  "double precision and 64-bit integer conversions", [FeatureSM12]>;
def FeatureGT215 : SubtargetFeature<"gt215", "HasGT215", "true",
  "preret", [FeatureSM12]>;

def HasG84 : Predicate<"Subtarget->hasG84()">,
             AssemblerPredicate<(all_of FeatureG84), "g84">;
def HasSM12 : Predicate<"Subtarget->hasSM12()">,
              AssemblerPredicate<(all_of FeatureSM12), "gt215">;
def HasF64 : Predicate<"Subtarget->hasF64()">,
             AssemblerPredicate<(all_of FeatureF64), "gt200">;
def HasGT215 : Predicate<"Subtarget->hasGT215()">,
               AssemblerPredicate<(all_of FeatureGT215), "gt215">;

foreach name = ["generic", "g80", "sm_10"] in
  def : ProcessorModel<name, NoSchedModel, []>;
foreach name = ["g84", "sm_11"] in
  def : ProcessorModel<name, NoSchedModel, [FeatureG84]>;
foreach name = ["gt215", "sm_12"] in
  def : ProcessorModel<name, NoSchedModel, [FeatureGT215]>;
foreach name = ["gt200", "sm_13"] in
  def : ProcessorModel<name, NoSchedModel, [FeatureF64]>;
