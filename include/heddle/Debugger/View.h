//===- View.h - What can be seen of a launch that stands still --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DEBUGGER_VIEW_H
#define HEDDLE_DEBUGGER_VIEW_H

#include "heddle/Machine/Cta.h"
#include "heddle/Machine/LaunchConfig.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/Observe/NamedValues.h"
#include "heddle/Runtime/Launcher.h"
#include "heddle/Sanitize/Checkers.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle::debugger {

class SourceVariables;

/// A warp that has its CTA on the SM.
struct WarpName {
  uint64_t Block = 0;
  unsigned Warp = 0;
  bool operator==(const WarpName &Other) const {
    return Block == Other.Block && Warp == Other.Warp;
  }
};

/// Where a warp is.
struct WarpPlace {
  WarpName Name;
  std::array<uint32_t, 3> Block = {0, 0, 0};
  uint32_t Active = 0, Live = 0;
  sm::WarpState State = sm::WarpState::Running;
  unsigned Barrier = 0;
  uint32_t Address = 0;
  /// The line of the PTX; 0: none.
  uint32_t Line = 0;
  std::string Instruction;
  /// "saxpy.cu:7", the source that the PTX was made from.
  std::string Source;
};

/// The calls that a warp has not come back from.
unsigned openCalls(const sm::Warp &W);

/// Bytes with a name.
struct MemoryRange {
  std::string Name;
  bool IsShared = false;
  uint64_t Address = 0;
  llvm::MutableArrayRef<uint8_t> Bytes;
  runtime::ElementType Type = runtime::ElementType::B32;
};

/// A buffer that the launch was given, by its parameter.
struct NamedBuffer {
  uint64_t Address = 0;
  runtime::ElementType Type = runtime::ElementType::B32;
};

/// Where a launch is, in warp-instructions, and what going back costs.
struct TimeNotes {
  uint64_t Step = 0;
  /// Copies of the process that were set aside, and the place of the youngest.
  unsigned Copies = 0;
  uint64_t LastCopy = 0;
  /// The instructions that were executed again for the last way back.
  uint64_t Replayed = 0;
};

class View {
public:
  View(runtime::LoadedModule &Of, const object::Kernel &Entry,
       sm::GlobalMemory &Memory)
      : Module(Of), Kernel(Entry), Global(Memory) {}

  const object::Kernel &kernel() const { return Kernel; }
  const object::Module &module() const { return Module.object(); }
  /// Whether the launch is one of several that a program makes.
  bool isOfProgram() const { return IsOfProgram; }
  /// The paths of the files that the module was made of.
  const std::vector<std::string> &inputs() const { return Inputs; }
  /// Line \p Line of the PTX, without the blanks around it.
  std::string sourceLine(uint32_t Line) const;
  /// The lines of code that a place "12", "a.ptx:12" or "a.cu:12" means. Fails
  /// where it has none.
  llvm::Expected<std::vector<uint32_t>> linesOf(llvm::StringRef Place) const;

  /// Whether \p Name is the kernel's, as the object or as its source has it,
  /// with or without its parameters.
  bool isKernel(llvm::StringRef Name) const;
  /// "saxpy(int, float*)".
  std::string kernelName() const;
  /// Line N of the source "FILE:N", where there is such a file.
  std::string originalLine(llvm::StringRef Source) const;

  /// The warps of all CTAs that have started and not ended.
  std::vector<WarpName> warps() const;
  /// Null: it is not there, or not any more.
  const sm::Warp *find(WarpName Name) const;
  /// Where it is; it must be there.
  WarpPlace place(WarpName Name) const;
  std::array<uint32_t, 3> thread(WarpName Name, unsigned Lane) const;
  /// The warp and lane of thread \p Thread in \p Block.
  std::optional<std::pair<WarpName, unsigned>>
  findThread(std::array<uint32_t, 3> Thread,
             std::array<uint32_t, 3> Block) const;

  /// "%r1 = 7", a line for each register of the PTX.
  std::vector<std::string> registers(WarpName Name) const;
  /// One of them; fails where there is none of the name.
  llvm::Expected<std::string> evaluate(WarpName Name,
                                       llvm::StringRef Register) const;
  /// "i = 7", a line for each variable of the source that can be seen, with
  /// nvcc -G. Fails where there are none, and says why.
  llvm::Expected<std::vector<std::string>> locals(WarpName Name) const;
  /// The value of one of them; nothing where there is none of the name.
  std::optional<std::string> local(WarpName Name,
                                   llvm::StringRef Variable) const;
  /// The text of the PTX; empty where it is not known.
  llvm::StringRef text() const;
  /// "$r1 = ...".
  std::vector<std::string> machineRegisters(WarpName Name) const;
  /// The divergence stack, top first, a line for each entry with its lanes.
  std::vector<std::string> stack(WarpName Name) const;
  /// The bits of a register of the PTX, a special register, or a number of the
  /// source in each lane, where they have a value.
  std::optional<sm::NamedValue> value(WarpName Name,
                                      llvm::StringRef What) const;
  /// Where the calls that it has not come back from go on: "line 7".
  std::vector<std::string> callers(WarpName Name) const;
  /// Up to \p Count instructions from where it is, with their addresses.
  std::vector<std::pair<uint32_t, std::string>>
  instructions(WarpName Name, unsigned Count) const;
  /// Fails unless \p Condition is "%r1 < 5", about a register that the kernel
  /// has and a number of its type, or several with && between them. It may have
  /// no value at some places.
  llvm::Error checkCondition(llvm::StringRef Condition) const;
  /// The lanes in which "%r1 < 5" holds.
  llvm::Expected<uint32_t> lanesWhere(WarpName Name,
                                      llvm::StringRef Condition) const;
  /// A buffer, a .global, .const or .shared variable.
  llvm::Expected<MemoryRange> memory(WarpName Name, llvm::StringRef What) const;
  /// All that memory() knows.
  std::vector<std::string> memoryNames() const;
  const TimeNotes &time() const { return Time; }

  /// The findings of checkers so far; null without checkers.
  const sanitize::Findings *found() const { return Found; }
  std::string findingText(const sanitize::Finding &F) const;
  /// The checkers that look on, by place in sanitize::CheckerTable.
  const std::array<bool, sanitize::NumCheckers> &checkers() const {
    return Checkers;
  }

  /// The CTAs of the launch, and the threads of each.
  const sm::Dim3 &grid() const { return GridSize; }
  const sm::Dim3 &block() const { return BlockSize; }

  // For the observer.
  void start(const sm::LaunchView &L) {
    Program = &L.P;
    GridSize = L.Config.Grid;
    BlockSize = L.Config.Block;
    Params = L.Config.Params;
  }
  void add(const sm::Cta &C) { Ctas[C.number()] = &C; }
  void remove(const sm::Cta &C) { Ctas.erase(C.number()); }
  void clear() { Ctas.clear(); }
  void setTime(const TimeNotes &Now) { Time = Now; }
  void setFindings(const sanitize::Findings *List,
                   const std::array<bool, sanitize::NumCheckers> &Wanted) {
    Found = List;
    Checkers = Wanted;
  }
  void setOfProgram() { IsOfProgram = true; }
  void setInputs(std::vector<std::string> Paths) { Inputs = std::move(Paths); }
  void addBuffer(llvm::StringRef Name, NamedBuffer B) { Buffers[Name] = B; }
  /// The warp that has the turn is in front of the instruction at \p Index with
  /// the lanes \p Active, whatever it says itself before it has joined.
  void setCurrent(WarpName Name, uint32_t Index, uint32_t Active) {
    Current = Name;
    CurrentIndex = Index;
    CurrentActive = Active;
  }
  WarpName current() const { return Current; }
  sm::GlobalMemory &global() const { return Global; }

private:
  const SourceVariables *sourceVariables() const;
  bool hasSourceVariable(llvm::StringRef Name) const;
  std::optional<sm::NamedValue> sourceValue(WarpName Name,
                                            llvm::StringRef Variable) const;
  /// A register of the PTX alone, whatever else has its name.
  std::optional<sm::NamedValue> registerValue(WarpName Name,
                                              llvm::StringRef Register) const;
  /// Memory that has a name of its own, which no variable of the source gives.
  llvm::Expected<MemoryRange> namedMemory(WarpName Name,
                                          llvm::StringRef What) const;
  /// The object that a pointer of the source points to.
  std::optional<MemoryRange> pointedTo(WarpName Name,
                                       llvm::StringRef Variable) const;
  /// Bytes of the memory called \p Symbol as lane \p Lane sees it. Fewer: it is
  /// not there.
  std::vector<uint8_t> bytesOf(WarpName Name, unsigned Lane,
                               llvm::StringRef Symbol, uint64_t Offset,
                               uint64_t Size) const;
  std::optional<sm::NamedValue> specialValue(WarpName Name,
                                             llvm::StringRef Register) const;
  /// Fails where nothing of the kernel is called \p Name, or \p Number is none
  /// of its type.
  llvm::Error checkName(llvm::StringRef Name, llvm::StringRef Number) const;
  uint32_t indexOf(WarpName Name) const;
  uint32_t activeOf(WarpName Name) const;

  runtime::LoadedModule &Module;
  const object::Kernel &Kernel;
  sm::GlobalMemory &Global;
  std::vector<std::string> Inputs;
  bool IsOfProgram = false;
  const sanitize::Findings *Found = nullptr;
  std::array<bool, sanitize::NumCheckers> Checkers = {};
  TimeNotes Time;
  const sm::Program *Program = nullptr;
  sm::Dim3 GridSize, BlockSize;
  llvm::ArrayRef<uint8_t> Params;
  /// Read when somebody asks for the first time.
  mutable std::optional<std::shared_ptr<const SourceVariables>> Variables;
  std::map<uint64_t, const sm::Cta *> Ctas;
  llvm::StringMap<NamedBuffer> Buffers;
  WarpName Current;
  uint32_t CurrentIndex = 0, CurrentActive = 0;
};

} // namespace heddle::debugger

#endif // HEDDLE_DEBUGGER_VIEW_H
