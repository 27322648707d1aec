//===- Webs.h - Values of registers that belong together --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A register of the machine holds many values in turn. Those of which a use
/// may see either are one web, and one register of PTX. Rows are registers and,
/// behind them, address registers.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DECOMPILE_WEBS_H
#define HEDDLE_LIB_DECOMPILE_WEBS_H

#include "Flow.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <cassert>

namespace heddle::decompile {

class Webs {
public:
  Webs(const sm::Program &P, const Flow &F);

  unsigned addressRow(unsigned Register) const {
    assert(Registers + Register < Rows && "there is no such address register");
    return Registers + Register;
  }
  /// The web of a row in front of, and behind, a node.
  unsigned before(uint32_t Node, unsigned Row) const {
    return find(number(Node, Row, false));
  }
  unsigned behind(uint32_t Node, unsigned Row) const {
    return find(number(Node, Row, true));
  }
  /// Rows that an instruction reads and writes.
  struct Access {
    llvm::SmallVector<unsigned, 8> Reads, Writes;
    /// The instruction writes a half of its row.
    bool IsHalf = false;
    /// The row keeps something of its former value: a half is written, or it is
    /// written where a predicate holds.
    bool IsPart = false;
  };
  const Access &access(uint32_t PC) const { return Accesses[PC]; }
  unsigned numRows() const { return Rows; }

  /// Whether something behind \p Node reads what \p Row holds there.
  bool isReadBehind(const FlowNode &Node, unsigned Row) const {
    return (Node.Next != NoNode && Live[Node.Next].test(Row)) ||
           (Node.Taken != NoNode && Live[Node.Taken].test(Row));
  }
  /// Whether the kernel reads what \p Row holds when it starts.
  bool isReadAtStart(unsigned Row) const {
    return !Live.empty() && Live.front().test(Row);
  }

private:
  std::vector<Access> accesses(const sm::Program &P) const;
  void findLive(const Flow &F);
  void join(unsigned A, unsigned B);
  unsigned find(unsigned N) const;
  unsigned number(uint32_t Node, unsigned Row, bool Behind) const {
    assert(Row < Rows && Node < Live.size() && "a row that is in no web");
    return (Node * Rows + Row) * 2 + Behind;
  }

  const unsigned Registers;
  const unsigned Rows;
  /// By instruction.
  std::vector<Access> Accesses;
  /// Rows whose value in front of a node something reads.
  std::vector<llvm::BitVector> Live;
  mutable std::vector<unsigned> Parent;
};

} // namespace heddle::decompile

#endif // HEDDLE_LIB_DECOMPILE_WEBS_H
