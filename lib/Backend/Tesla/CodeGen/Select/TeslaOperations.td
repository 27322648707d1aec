//===- TeslaOperations.td - Nodes of the operations --------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each operation X of HeddleOps.td that reaches selection a node HeddleX,
// and its pattern where it is one instruction. TeslaISelLoweringCalls.cpp makes
// the nodes by the same rows.
//
//===----------------------------------------------------------------------===//

include "heddle/Intrinsics/HeddleOps.td"

class OperationProfile<HeddleOp op> {
  list<string> Results = !foldl([]<string>, op.Results, l, t,
                                !listconcat(l, t.AsResult));
  list<string> Operands = !foldl([]<string>, op.Params, l, t,
                                 !listconcat(l, t.AsOperand));
  list<string> Both = !listconcat(Results, Operands);
  SDTypeProfile Profile = SDTypeProfile<!size(Results), !size(Operands),
    !foreach(i, !range(!size(Both)), SDTCisVT<i, !cast<ValueType>(Both[i])>)>;
  list<SDNodeProperty> Properties = !listconcat(
    !if(!eq(op.Effect, Pure), []<SDNodeProperty>,
        [SDNPHasChain, SDNPSideEffect]),
    !if(op.Loads, [SDNPMayLoad], []<SDNodeProperty>),
    !if(op.Stores, [SDNPMayStore], []<SDNodeProperty>),
    !if(op.Commutative, [SDNPCommutative], []<SDNodeProperty>));
}

// A pattern's operand is $a, $b, ... on both sides.
defvar OperandNames = ["a", "b", "c", "d", "e", "f", "g", "h"];

class OperationPattern<SDNode node, Instruction inst, HeddleOp op>
    : Pat<!foldl((node), !range(!size(op.Params)), sum, i,
                 !con(sum, !if(!gt(op.Params[i].MaxImmediate, 0),
                               !dag(node, [timm], [OperandNames[i]]),
                               !dag(node,
                                    [!cast<ValueType>(
                                      !head(op.Params[i].AsOperand))],
                                    [OperandNames[i]])))),
          !con(!foldl((inst), !range(!size(op.Params)), sum, i,
                      !con(sum, !dag(inst, [?]<ValueType>,
                                     [OperandNames[i]]))),
               !dag(inst, op.Modifiers, ?))>;

foreach op = HeddleOps in {
  if !eq(op.Selection, Node) then {
    defvar profile = OperationProfile<op>;
    def Heddle#op
        : SDNode<"TeslaISD::operation(heddle::HeddleOp::"#op#")",
                 profile.Profile, profile.Properties>;
    if !ne(op.Instruction, "") then
      let Predicates = !foreach(f, op.Needs, !cast<Predicate>("Has"#f)) in
      def : OperationPattern<!cast<SDNode>("Heddle"#op),
                             !cast<Instruction>(op.Instruction), op>;
  }
}
