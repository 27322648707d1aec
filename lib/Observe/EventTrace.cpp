//===- EventTrace.cpp - A file of events on a time line -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Observe/EventTrace.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

EventTrace::EventTrace(llvm::raw_ostream &Stream, uint64_t Limit, Unit Of)
    : OS(Stream), JSON(Stream), MaxEvents(Limit), Axis(Of) {
  JSON.objectBegin();
  JSON.attribute("displayTimeUnit", "ns");
  JSON.attributeBegin("traceEvents");
  JSON.arrayBegin();
}

EventTrace::~EventTrace() {
  const bool IsCounted = Axis == Unit::WarpInstruction;
  std::string Note = IsCounted
                         ? "one microsecond is one issued warp-instruction"
                         : "times are those that launches take on their boards";
  if (WasCut) {
    std::string Cut =
        "trace cut after " + std::to_string(MaxEvents) + " events";
    if (IsCounted)
      Cut += ", of a run of " + std::to_string(Now) + " warp-instructions";
    event("i", {}, Cut, Now, [&] { JSON.attribute("s", "g"); });
    Note += "; " + Cut;
  }
  JSON.arrayEnd();
  JSON.attributeEnd();
  JSON.attributeObject("otherData", [&] {
    JSON.attribute("note", Note);
    JSON.attribute("cut", WasCut);
  });
  JSON.objectEnd();
  OS << '\n';
}

/// In microseconds, as the format has it.
void EventTrace::time(llvm::StringRef Key, uint64_t At) {
  constexpr uint64_t Picoseconds = 1000000;
  JSON.attributeBegin(Key);
  if (Axis == Unit::WarpInstruction)
    JSON.value(At);
  else
    JSON.rawValue([&](llvm::raw_ostream &To) {
      To << At / Picoseconds
         << llvm::format(".%06u", unsigned(At % Picoseconds));
    });
  JSON.attributeEnd();
}

bool EventTrace::hasRoom() {
  if (Events == MaxEvents) {
    WasCut = true;
    return false;
  }
  ++Events;
  return true;
}

void EventTrace::event(llvm::StringRef Phase, Track T, llvm::StringRef Name,
                       uint64_t At, llvm::function_ref<void()> Rest) {
  // A line each, so that other tools than viewers can work with the file.
  OS << '\n';
  JSON.objectBegin();
  if (!Name.empty())
    JSON.attribute("name", Name);
  JSON.attribute("ph", Phase);
  time("ts", At);
  JSON.attribute("pid", T.Process);
  JSON.attribute("tid", T.Thread);
  Rest();
  JSON.objectEnd();
}

void EventTrace::metadata(Track T, llvm::StringRef Kind, llvm::StringRef Name) {
  if (hasRoom())
    event("M", T, Kind, Now, [&] {
      JSON.attributeObject("args", [&] {
        // Names come from files, where they may be any bytes.
        JSON.attribute("name", llvm::json::fixUTF8(Name));
      });
    });
}

unsigned EventTrace::newProcess(llvm::StringRef Name) {
  metadata({++LastProcess, 0}, "process_name", Name);
  return LastProcess;
}

void EventTrace::nameThread(Track T, llvm::StringRef Name) {
  metadata(T, "thread_name", Name);
}

void EventTrace::slice(Track T, llvm::StringRef Name, llvm::StringRef Category,
                       uint64_t Start, uint64_t Length,
                       llvm::json::Object Arguments) {
  if (hasRoom())
    event("X", T, Name, Start, [&] {
      time("dur", Length);
      JSON.attribute("cat", Category);
      JSON.attribute("args", std::move(Arguments));
    });
}

bool EventTrace::begin(Track T, llvm::StringRef Name, llvm::StringRef Category,
                       llvm::json::Object Arguments) {
  if (!hasRoom())
    return false;
  event("B", T, Name, Now, [&] {
    JSON.attribute("cat", Category);
    JSON.attribute("args", std::move(Arguments));
  });
  return true;
}

void EventTrace::end(Track T) {
  event("E", T, "", Now, [] {});
}

} // namespace heddle::sm
