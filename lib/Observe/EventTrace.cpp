//===- EventTrace.cpp - A file of events on a time line -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Observe/EventTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

EventTrace::EventTrace(llvm::raw_ostream &Stream, uint64_t Limit)
    : OS(Stream), JSON(Stream), MaxEvents(Limit) {
  JSON.objectBegin();
  JSON.attribute("displayTimeUnit", "ns");
  JSON.attributeBegin("traceEvents");
  JSON.arrayBegin();
}

EventTrace::~EventTrace() {
  std::string Note = "one microsecond is one issued warp-instruction";
  if (WasCut) {
    std::string Cut =
        ("trace cut after " + llvm::Twine(MaxEvents) + " events, of a run of " +
         llvm::Twine(Now) + " warp-instructions")
            .str();
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
  JSON.attribute("ts", At);
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
      JSON.attribute("dur", Length);
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
