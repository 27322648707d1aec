//===- FlowGraphTest.cpp - Flow graphs that do not hold -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/HostCode/FlowGraph.h"
#include "FlowGraphVerifier.h"
#include "TestKernel.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::hostcode;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

TEST(FlowGraph, ItsVerifierFindsWhatIsWrong) {
  auto Problem = [](auto Break) {
    TestKernel K({MovParam, AndTid, WaitForAll, Scale, StoreAndExit});
    std::optional<FlowGraph> G = FlowGraph::build(*K.P, {}, Coverage::Complete);
    if (!G)
      return std::string("no graph");
    EXPECT_EQ(problemOf(*G, *K.P), "");
    Break(*G);
    return problemOf(*G, *K.P);
  };
  EXPECT_EQ(Problem([](FlowGraph &G) { G.Nodes[1].PC = 6; }),
            "node 1 is of no instruction");
  EXPECT_EQ(Problem([](FlowGraph &G) {
              G.Nodes[0].Stack = uint32_t(G.Stacks.size());
            }),
            "node 0 has no stack");
  EXPECT_EQ(Problem([](FlowGraph &G) {
              G.Nodes[0].Next = NodeIndex(G.Nodes.size());
            }),
            "node 0 leads to a node that there is not");
  EXPECT_EQ(Problem([](FlowGraph &G) { G.Nodes[0].Next = NoNode; }),
            "node 0 goes nowhere");
  EXPECT_EQ(Problem([](FlowGraph &G) { G.Nodes[0].Leaves = true; }),
            "node 0 leaves host code, and goes on");
  EXPECT_EQ(Problem([](FlowGraph &G) { G.Nodes[0].Ends = true; }),
            "node 0 comes back without leaving");
  EXPECT_EQ(Problem([](FlowGraph &G) { G.Nodes[0].HasJoined = true; }),
            "node 0 has joined where nobody joins");
  EXPECT_EQ(Problem([](FlowGraph &G) { G.Nodes[0].Pops.resize(1); }),
            "node 0 pops for all lanes");
  EXPECT_EQ(Problem([](FlowGraph &G) { G.Blocks[0].Nodes.clear(); }),
            "block 0 is empty");
  EXPECT_EQ(Problem([](FlowGraph &G) {
              G.Blocks[0].Nodes.push_back(G.Blocks[0].Nodes.front());
            }),
            "block 0 goes on behind its end");
  EXPECT_EQ(Problem([](FlowGraph &G) { G.Blocks[1] = G.Blocks[0]; }),
            "block 1 has a node of another block");
  EXPECT_EQ(Problem([](FlowGraph &G) { G.BlockOf[0] = 1; }),
            "block 0 is not known by its first node");
  EXPECT_EQ(Problem([](FlowGraph &G) { G.BlockOf.clear(); }),
            "nodes without their blocks");
}

} // namespace
