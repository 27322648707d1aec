//===- ProtocolRequests.cpp - What a client says before a launch ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Numbers.h"
#include "heddle/Debugger/Protocol.h"
#include "heddle/Session/SettingTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>

using namespace llvm;
using json::Array;
using json::Object;
using json::Value;

namespace heddle::debugger {

static Object capabilities() {
  Object Result;
  for (StringRef Name :
       {"supportsConfigurationDoneRequest", "supportsConditionalBreakpoints",
        "supportsStepBack", "supportsEvaluateForHovers",
        "supportsSteppingGranularity", "supportsDataBreakpoints",
        "supportsTerminateRequest", "supportsExceptionInfoRequest",
        "supportsFunctionBreakpoints", "supportsHitConditionalBreakpoints",
        "supportsLogPoints", "supportsCompletionsRequest",
        "supportTerminateDebuggee"})
    Result[Name] = true;
  Array Filters{Object{{"filter", "fault"},
                       {"label", "Faults"},
                       {"description", "Stop in front of what faults"},
                       {"default", true}}};
  for (const sanitize::CheckerInfo &C : sanitize::CheckerTable)
    Filters.push_back(
        Object{{"filter", C.Name},
               {"label", "Checker: " + C.Name.str()},
               {"description", "Stop where this checker finds something; it "
                               "has to be chosen before the launch"},
               {"default", false}});
  Result["exceptionBreakpointFilters"] = std::move(Filters);
  return Result;
}

/// Null is nothing, as if the field were not there.
static const Value *fieldOf(const Object &Arguments, StringRef Name) {
  const Value *Field = Arguments.get(Name);
  return Field && Field->kind() != Value::Null ? Field : nullptr;
}

/// 8, "8,4" or [8, 4]; nothing where the launch has no such field.
static Error readSize(const Object &Arguments, StringRef Name,
                      std::optional<sm::Dim3> &To) {
  const Value *From = fieldOf(Arguments, Name);
  std::string Text;
  if (!From)
    return Error::success();
  if (std::optional<int64_t> Number = From->getAsInteger())
    Text = std::to_string(*Number);
  else if (std::optional<StringRef> Words = From->getAsString())
    Text = Words->str();
  else if (const Array *Parts = From->getAsArray())
    for (const Value &Part : *Parts)
      Text += (Text.empty() ? "" : ",") +
              std::to_string(Part.getAsInteger().value_or(0));
  Expected<sm::Dim3> Size = parseSize(Name, Text);
  if (!Size)
    return Size.takeError();
  To = *Size;
  return Error::success();
}

/// A list of texts, each as an option of ptx-run has it.
static Error readTexts(const Object &Arguments, StringRef Name,
                       function_ref<Error(StringRef)> Take) {
  const Value *Given = fieldOf(Arguments, Name);
  if (!Given)
    return Error::success();
  const Array *List = Given->getAsArray();
  if (!List)
    return createStringError("'" + Name + "' is a list");
  for (const Value &One : *List) {
    std::optional<StringRef> Text = One.getAsString();
    if (!Text)
      return createStringError("'" + Name + "' is a list of texts");
    if (Error E = Take(*Text))
      return E;
  }
  return Error::success();
}

static Error readInputs(const Object &Arguments, session::CommandInputs &To) {
  To = {};
  if (Error E = readTexts(Arguments, "args", [&](StringRef Text) {
        return session::addArgument(Text, To);
      }))
    return E;
  if (Error E = readTexts(Arguments, "set", [&](StringRef Text) {
        return session::addVariable(Text, To);
      }))
    return E;
  for (abi::ImageKind Kind : {abi::ImageKind::Texture, abi::ImageKind::Sampler,
                              abi::ImageKind::Surface})
    if (Error E = readTexts(
            Arguments, session::imageOption(Kind),
            [&](StringRef Text) { return session::addImage(Kind, Text, To); }))
      return E;
  return Error::success();
}

/// The name of a launch of a job, or its number.
static Expected<std::string> launchOf(const Object &Arguments) {
  const Value *Launch = fieldOf(Arguments, "launch");
  if (!Launch)
    return "";
  if (std::optional<int64_t> Number = Launch->getAsInteger())
    return std::to_string(*Number);
  if (std::optional<StringRef> Name = Launch->getAsString())
    return Name->str();
  return createStringError("'launch' is a name or a number");
}

/// "race", or a list of names.
static Error readChecks(const Object &Arguments, session::CheckSettings &To) {
  session::Settings All;
  auto Take = [&All](StringRef Text) {
    return session::setByName(All, "check", Text);
  };
  const Value *Given = fieldOf(Arguments, "check");
  if (std::optional<StringRef> Text =
          Given ? Given->getAsString() : std::nullopt) {
    if (Error E = Take(*Text))
      return E;
  } else {
    std::string Joined;
    if (Error E = readTexts(Arguments, "check", [&Joined](StringRef Text) {
          Joined += (Joined.empty() ? "" : ",") + Text.str();
          return Error::success();
        }))
      return E;
    if (!Joined.empty())
      if (Error E = Take(Joined))
        return E;
  }
  To = std::move(All.Checks);
  return Error::success();
}

Array Protocol::readFilters(
    const Object &Arguments,
    const std::array<bool, sanitize::NumCheckers> &Running, Catches &To) {
  To = Catches{{}, false};
  Array Answers;
  auto Take = [&](StringRef Name) {
    Expected<Catches> One = parseCatches(Name, Running);
    if (!One) {
      Answers.push_back(
          Object{{"verified", false},
                 {"message", json::fixUTF8(toString(One.takeError()))}});
      return;
    }
    To.Faults |= One->Faults;
    for (auto [All, Is] : zip_equal(To.Checks, One->Checks))
      All |= Is;
    Answers.push_back(Object{{"verified", true}});
  };
  if (const Array *List = Arguments.getArray("filters"))
    for (const Value &One : *List)
      Take(One.getAsString().value_or(""));
  if (const Array *List = Arguments.getArray("filterOptions"))
    for (const Value &One : *List) {
      const Object *O = One.getAsObject();
      Take(O ? O->getString("filterId").value_or("") : "");
    }
  return Answers;
}

Array Protocol::takeFilters(const Object &Arguments, const LaunchSpec &Spec) {
  // All checkers can still be chosen, but a program has its own.
  std::array<bool, sanitize::NumCheckers> All = Spec.Checks.Wanted;
  if (!IsOfProgram)
    All.fill(true);
  Caught.emplace();
  return readFilters(Arguments, All, *Caught);
}

Error Protocol::readLaunch(const Object &Arguments, LaunchSpec &Spec) {
  Spec.Program = Arguments.getString("program").value_or("").str();
  if (Spec.Program.empty())
    return createStringError("the launch has no 'program'");
  Spec.Entry = Arguments.getString("entry").value_or("").str();
  Spec.Arch = Arguments.getString("arch").value_or("").str();
  StopsOnEntry = Arguments.getBoolean("stopOnEntry").value_or(false);
  Expected<std::string> Launch = launchOf(Arguments);
  if (!Launch)
    return Launch.takeError();
  Spec.Launch = std::move(*Launch);
  Spec.Grid.reset();
  Spec.Block.reset();
  if (Error E = readSize(Arguments, "grid", Spec.Grid))
    return E;
  if (Error E = readSize(Arguments, "block", Spec.Block))
    return E;
  if (Error E = readInputs(Arguments, Spec.Inputs))
    return E;
  if (Error E = readChecks(Arguments, Spec.Checks))
    return E;
  return checkSpec(Spec);
}

void Protocol::takeLaunch(const Object &Request, LaunchSpec &Spec) {
  const Object None;
  const Object *Given = Request.getObject("arguments");
  const Object &Arguments = Given ? *Given : None;
  if (LaunchRequest)
    return fail(Request, "there is a launch already");
  if (IsOfProgram) {
    StopsOnEntry = Arguments.getBoolean("stopOnEntry").value_or(false);
  } else if (Request.getString("command") == "attach") {
    return fail(Request, "this debugger begins launches itself; a program "
                         "waits for a client under heddle-run "
                         "--debug=dap:PORT");
  } else if (Error E = readLaunch(Arguments, Spec)) {
    return fail(Request, toString(std::move(E)));
  }
  LaunchRequest = Request;
}

bool Protocol::answerBefore(const Object &Request, LaunchSpec &Spec) {
  StringRef Command = Request.getString("command").value_or("");
  const Object None;
  const Object *Given = Request.getObject("arguments");
  const Object &Arguments = Given ? *Given : None;
  if (Command == "initialize") {
    reply(Request, capabilities());
    event("initialized", {});
  } else if (Command == "launch" || Command == "attach") {
    takeLaunch(Request, Spec);
  } else if (Command == "setBreakpoints") {
    reply(Request, Object{{"breakpoints", takeBreakpoints(Arguments, 0)}});
  } else if (Command == "setFunctionBreakpoints") {
    reply(Request, Object{{"breakpoints", takeFunctions(Arguments, 0)}});
  } else if (Command == "cancel" || Command == "pause") {
    reply(Request, nullptr);
  } else if (Command == "setExceptionBreakpoints") {
    reply(Request, Object{{"breakpoints", takeFilters(Arguments, Spec)}});
  } else if (Command == "configurationDone") {
    IsConfigured = true;
    reply(Request, nullptr);
  } else if (Command == "threads") {
    reply(Request, Object{{"threads", Array()}});
  } else {
    return false;
  }
  return true;
}

bool Protocol::prepare(LaunchSpec &Spec) {
  while (!LaunchRequest || !IsConfigured) {
    std::optional<Object> Request = receive();
    if (!Request)
      return false;
    StringRef Command = Request->getString("command").value_or("");
    if (Command == "disconnect" || Command == "terminate") {
      reply(*Request, nullptr);
      return false;
    }
    if (!answerBefore(*Request, Spec))
      fail(*Request, "there is no launch yet");
  }
  // The checkers of both run, and both are caught.
  if (Caught)
    for (auto [Runs, Is] : zip_equal(Spec.Checks.Wanted, Caught->Checks))
      Runs = Is = Runs || Is;
  return true;
}

void Protocol::refuse(StringRef Why) {
  if (LaunchRequest)
    fail(*LaunchRequest, Why);
  sayEnd(1);
}

} // namespace heddle::debugger
