//===- TeslaFunctionInfoYAML.cpp - What passes know, in MIR ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaFunctionInfoYAML.h"
#include "TeslaMachineFunctionInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::yaml;
using namespace heddle::tesla;

LLVM_YAML_IS_SEQUENCE_VECTOR(TeslaCallUse)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(PTXPlace)
LLVM_YAML_IS_SEQUENCE_VECTOR(LinePressure)
LLVM_YAML_IS_SEQUENCE_VECTOR(LiveValue)

namespace llvm::yaml {

template <> struct MappingTraits<TeslaCallUse> {
  static void mapping(IO &Yaml, TeslaCallUse &C) {
    Yaml.mapRequired("callee", C.Callee);
    Yaml.mapOptional("below", C.Below, 0u);
  }
  static const bool flow = true;
};

template <> struct MappingTraits<PTXPlace> {
  static void mapping(IO &Yaml, PTXPlace &P) {
    Yaml.mapRequired("line", P.Line);
    Yaml.mapOptional("column", P.Column, 0u);
  }
  static const bool flow = true;
};

template <> struct MappingTraits<LinePressure> {
  static void mapping(IO &Yaml, LinePressure &L) {
    Yaml.mapRequired("line", L.Line);
    Yaml.mapRequired("registers", L.Registers);
  }
  static const bool flow = true;
};

template <> struct ScalarEnumerationTraits<ValueOrigin> {
  static void enumeration(IO &Yaml, ValueOrigin &Origin) {
    Yaml.enumCase(Origin, "computed", ValueOrigin::Computed);
    Yaml.enumCase(Origin, "load", ValueOrigin::Load);
    Yaml.enumCase(Origin, "parameter", ValueOrigin::Parameter);
    Yaml.enumCase(Origin, "constant", ValueOrigin::Constant);
    Yaml.enumCase(Origin, "special", ValueOrigin::SpecialRegister);
  }
};

template <> struct MappingTraits<LiveValue> {
  static void mapping(IO &Yaml, LiveValue &V) {
    Yaml.mapOptional("name", V.Name, std::string());
    Yaml.mapRequired("origin", V.Origin);
    Yaml.mapRequired("registers", V.Registers);
    Yaml.mapOptional("cheap", V.IsCheap, false);
    Yaml.mapOptional("operand", V.IsOperand, false);
    Yaml.mapOptional("cost", V.Cost, 0.0);
    Yaml.mapOptional("defs", V.Defs);
    Yaml.mapOptional("lastUse", V.LastUse);
  }
};

template <> struct MappingTraits<KernelPressure> {
  static void mapping(IO &Yaml, KernelPressure &P) {
    Yaml.mapRequired("peak", P.Peak);
    if (!Yaml.outputting() || P.PeakPlace.Line != 0)
      Yaml.mapOptional("place", P.PeakPlace);
    Yaml.mapOptional("costlyPeak", P.CostlyPeak, 0u);
    Yaml.mapOptional("lines", P.Lines);
    Yaml.mapOptional("atPeak", P.AtPeak);
    Yaml.mapOptional("widest", P.Widest, 0u);
    if (!Yaml.outputting() || P.WidestPlace.Line != 0)
      Yaml.mapOptional("widestPlace", P.WidestPlace);
  }
};

} // namespace llvm::yaml

TeslaFunctionInfo::TeslaFunctionInfo(const TeslaMachineFunctionInfo &Info)
    : StackDepth(Info.StackDepth), FrameBase(Info.FrameBase),
      FrameEnd(Info.FrameEnd), FrameFits(Info.FrameFits),
      Literals(Info.literals().words().begin(), Info.literals().words().end()),
      Pressure(Info.Pressure) {
  for (const auto &[Callee, Below] : Info.Calls)
    Calls.push_back({Callee->getName().str(), Below});
}

/// Leaves defaults out, although MIR writes those of its own fields.
template <typename T>
static void map(IO &Yaml, const char *Key, T &Value, T Default) {
  if (!Yaml.outputting() || Value != Default)
    Yaml.mapOptional(Key, Value, Default);
}

void TeslaFunctionInfo::mappingImpl(IO &YamlIO) {
  map(YamlIO, "stackDepth", StackDepth, 0u);
  map(YamlIO, "frameBase", FrameBase, uint64_t(0));
  map(YamlIO, "frameEnd", FrameEnd, uint64_t(0));
  map(YamlIO, "frameFits", FrameFits, true);
  YamlIO.mapOptional("literals", Literals);
  YamlIO.mapOptional("calls", Calls);
  if (!YamlIO.outputting() || Pressure.Peak != 0)
    YamlIO.mapOptional("pressure", Pressure);
}

std::optional<std::string>
TeslaFunctionInfo::apply(TeslaMachineFunctionInfo &Info,
                         const Module &M) const {
  Info.StackDepth = StackDepth;
  Info.FrameBase = FrameBase;
  Info.FrameEnd = FrameEnd;
  Info.FrameFits = FrameFits;
  Info.Pressure = Pressure;
  // The literals of a kernel are the same for all its functions.
  if (Literals.size() > Info.literals().words().size())
    Info.literals().assign(Literals);
  Info.Calls.clear();
  for (const TeslaCallUse &C : Calls) {
    const Function *Callee = M.getFunction(C.Callee);
    if (!Callee)
      return C.Callee;
    Info.Calls.push_back({Callee, C.Below});
  }
  return std::nullopt;
}
