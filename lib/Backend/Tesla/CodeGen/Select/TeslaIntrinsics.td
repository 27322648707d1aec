//===- TeslaIntrinsics.td - Intrinsics that are selected ---*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern of an intrinsic says that legality need not refuse it: the table of
// what is selected comes from the patterns themselves.
//
//===----------------------------------------------------------------------===//

/// A pattern whose outermost node is an intrinsic. Of its predicates the first is
/// the feature that it needs.
class IntrinsicPat<dag pattern, dag result> : Pat<pattern, result> {
  Intrinsic Root = !getdagop<Intrinsic>(pattern);
  string Needs = !if(!empty(Predicates), "", !head(Predicates).PredicateName);
}

def SelectedIntrinsics : GenericTable {
  let FilterClass = "IntrinsicPat";
  let CppTypeName = "SelectedIntrinsic";
  let Fields = ["Root", "Needs"];
  let PrimaryKey = ["Root"];
  let PrimaryKeyName = "lookupSelectedIntrinsic";
  let PrimaryKeyReturnRange = true;
}
