//===- DeviceRuntime.cpp - What kernels call of the runtime ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceRuntime.h"
#include "Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

using namespace llvm;

namespace heddle::driver {

namespace {
struct DeviceFunction {
  /// Programs that have it as a word get the function.
  StringLiteral Name;
  StringLiteral Text;
};
} // namespace

static constexpr StringLiteral RuntimeName = "<device runtime>";

// The PTX below has the numbers as such.
static_assert(MaxLaunchRecords == 4096 && sizeof(LaunchRecord) == 4160 &&
              MaxLaunchRecords * sizeof(LaunchRecord) == 17039360);

// Most functions are a BODY and a status of success.
#define HEDDLE_STATUS(NAME, PARAMS, BODY)                                      \
  {NAME, "\n.visible .func (.param .b32 r) " NAME "(" PARAMS ")\n{\n"          \
         "  .reg .b64 %a, %s, %c, %n;\n  .reg .b32 %v;\n" BODY                 \
         "  mov.b32 %v, 0;\n  st.param.b32 [r], %v;\n  ret;\n}\n"}
#define HEDDLE_LAUNCH                                                          \
  "  ld.param.b64 %a, [buffer];\n"                                             \
  "  cvta.to.global.u64 %a, %a;\n"                                             \
  "  ld.param.b64 %s, [stream];\n"                                             \
  "  st.global.b64 [%a+-24], %s;\n"                                            \
  "  mov.u64 %c, __heddle_launch_counts;\n"                                    \
  "  atom.global.add.u64 %n, [%c+8], 1;\n"                                     \
  "  cvt.u32.u64 %v, %n;\n"                                                    \
  "  add.u32 %v, %v, 1;\n"                                                     \
  "  st.global.b32 [%a+-28], %v;\n"
#define HEDDLE_CREATE(HANDLE)                                                  \
  "  ld.param.b64 %a, [to];\n  mov.u64 %s, " HANDLE ";\n  st.b64 [%a], %s;\n"

/// Launches wait in records until the grid is through; streams and events of
/// the device need no more than a name, since records are taken in their order.
static constexpr DeviceFunction DeviceFunctions[] = {
    // The handle of a condition is the address of its word.
    {"cudaGraphSetConditional", R"(
.visible .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value)
{
  .reg .b64 %a;
  .reg .b32 %v;
  ld.param.b64 %a, [handle];
  ld.param.b32 %v, [value];
  st.volatile.global.b32 [%a], %v;
  ret;
}
)"},
    {"__cudaCDP2GetParameterBufferV2", R"(
.visible .global .align 8 .b64 __heddle_launch_counts[2];
.visible .global .align 16 .b8 __heddle_launch_records[17039360];
.visible .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(
  .param .b64 kernel, .param .align 4 .b8 grid[12],
  .param .align 4 .b8 block[12], .param .b32 shared)
{
  .reg .b64 %a, %c, %n;
  .reg .b32 %v;
  .reg .pred %p;
  mov.u64 %c, __heddle_launch_counts;
  atom.global.add.u64 %n, [%c], 1;
  mov.u64 %a, 0;
  setp.ge.u64 %p, %n, 4096;
  @%p bra Done;
  mov.u64 %c, __heddle_launch_records;
  mad.lo.u64 %a, %n, 4160, %c;
  ld.param.b64 %n, [kernel];
  st.global.b64 [%a], %n;
  ld.param.b32 %v, [grid+0];
  st.global.b32 [%a+8], %v;
  ld.param.b32 %v, [grid+4];
  st.global.b32 [%a+12], %v;
  ld.param.b32 %v, [grid+8];
  st.global.b32 [%a+16], %v;
  ld.param.b32 %v, [block+0];
  st.global.b32 [%a+20], %v;
  ld.param.b32 %v, [block+4];
  st.global.b32 [%a+24], %v;
  ld.param.b32 %v, [block+8];
  st.global.b32 [%a+28], %v;
  ld.param.b32 %v, [shared];
  st.global.b32 [%a+32], %v;
  mov.b32 %v, 0;
  st.global.b32 [%a+36], %v;
  cvta.global.u64 %a, %a;
  add.u64 %a, %a, 64;
Done:
  st.param.b64 [r], %a;
  ret;
}
)"},
    {"__cudaCDP2Malloc", R"(
.extern .func (.param .b64 r) malloc(.param .b64 bytes);
.visible .func (.param .b32 r) __cudaCDP2Malloc(.param .b64 to, .param .b64 bytes)
{
  .reg .b64 %a, %n, %s;
  .reg .b32 %v;
  .reg .pred %p;
  ld.param.b64 %a, [to];
  ld.param.b64 %n, [bytes];
  {
    .param .b64 b;
    .param .b64 m;
    st.param.b64 [b], %n;
    call.uni (m), malloc, (b);
    ld.param.b64 %s, [m];
  }
  st.b64 [%a], %s;
  setp.eq.u64 %p, %s, 0;
  selp.b32 %v, 2, 0, %p;
  st.param.b32 [r], %v;
  ret;
}
)"},
    {"__cudaCDP2Free", R"(
.extern .func free(.param .b64 p);
.visible .func (.param .b32 r) __cudaCDP2Free(.param .b64 p)
{
  .reg .b64 %a;
  .reg .b32 %v;
  ld.param.b64 %a, [p];
  {
    .param .b64 b;
    st.param.b64 [b], %a;
    call.uni free, (b);
  }
  mov.b32 %v, 0;
  st.param.b32 [r], %v;
  ret;
}
)"},
    HEDDLE_STATUS("__cudaCDP2GetDevice", ".param .b64 to",
                  "  ld.param.b64 %a, [to];\n  mov.b32 %v, 0;\n"
                  "  st.b32 [%a], %v;\n"),
    HEDDLE_STATUS("__cudaCDP2LaunchDeviceV2",
                  ".param .b64 buffer, .param .b64 stream", HEDDLE_LAUNCH),
    HEDDLE_STATUS("__cudaCDP2LaunchDeviceV2_ptsz",
                  ".param .b64 buffer, .param .b64 stream", HEDDLE_LAUNCH),
    HEDDLE_STATUS("__cudaCDP2GetLastError", "", ""),
    HEDDLE_STATUS("__cudaCDP2PeekAtLastError", "", ""),
    HEDDLE_STATUS("__cudaCDP2StreamDestroy", ".param .b64 s", ""),
    HEDDLE_STATUS("__cudaCDP2EventDestroy", ".param .b64 e", ""),
    HEDDLE_STATUS("__cudaCDP2EventRecord", ".param .b64 e, .param .b64 s", ""),
    HEDDLE_STATUS("__cudaCDP2StreamWaitEvent",
                  ".param .b64 s, .param .b64 e, .param .b32 f", ""),
    HEDDLE_STATUS("__cudaCDP2StreamCreateWithFlags",
                  ".param .b64 to, .param .b32 flags", HEDDLE_CREATE("4096")),
    HEDDLE_STATUS("__cudaCDP2EventCreateWithFlags",
                  ".param .b64 to, .param .b32 flags", HEDDLE_CREATE("8192")),
};
#undef HEDDLE_STATUS
#undef HEDDLE_LAUNCH
#undef HEDDLE_CREATE

/// The function for attributes, with those of the device.
static std::string attributeText() {
  constexpr int Most = CU_DEVICE_ATTRIBUTE_MAX;
  std::string Values;
  for (int Id = 0; Id != Most; ++Id)
    Values += (Id ? ", " : "") +
              itostr(Driver::get().TheDevice.attribute(Id).value_or(0));
  return ".visible .global .align 4 .s32 __heddle_device_attributes[" +
         itostr(Most) + "] = {" + Values + R"(};
.visible .func (.param .b32 r) __cudaCDP2DeviceGetAttribute(
  .param .b64 to, .param .b32 id, .param .b32 device)
{
  .reg .b64 %a, %t, %n;
  .reg .b32 %v, %i, %d;
  .reg .pred %p, %q;
  ld.param.b64 %a, [to];
  ld.param.b32 %i, [id];
  ld.param.b32 %d, [device];
  mov.b32 %v, 1;
  setp.ge.u32 %p, %i, )" +
         itostr(Most) + R"(;
  setp.ne.or.u32 %q, %d, 0, %p;
  @%q bra Done;
  mov.u64 %t, __heddle_device_attributes;
  mul.wide.u32 %n, %i, 4;
  add.u64 %t, %t, %n;
  ld.global.b32 %v, [%t];
  st.b32 [%a], %v;
  mov.b32 %v, 0;
Done:
  st.param.b32 [r], %v;
  ret;
}
)";
}

/// How often \p Text has \p Name as a word of its own, up to \p Enough.
static unsigned countWord(StringRef Text, StringRef Name, unsigned Enough) {
  auto IsPart = [](char C) { return isAlnum(C) || C == '_' || C == '$'; };
  unsigned Found = 0;
  for (size_t At = Text.find(Name); At != StringRef::npos && Found < Enough;
       At = Text.find(Name, At + Name.size())) {
    const size_t End = At + Name.size();
    const bool IsWord = (At == 0 || !IsPart(Text[At - 1])) &&
                        (End == Text.size() || !IsPart(Text[End]));
    Found += IsWord;
  }
  return Found;
}

/// The kernels that \p Text defines and names elsewhere, too, in their order.
static std::vector<StringRef> namedKernels(StringRef Text) {
  constexpr StringLiteral Word = ".entry";
  std::vector<StringRef> Names;
  StringSet<> Seen;
  for (size_t At = Text.find(Word); At != StringRef::npos;
       At = Text.find(Word, At + Word.size())) {
    StringRef Name =
        Text.drop_front(At + Word.size()).ltrim().take_while([](char C) {
          return isAlnum(C) || C == '_' || C == '$';
        });
    if (!Name.empty() && countWord(Text, Name, 2) > 1 &&
        Seen.insert(Name).second)
      Names.push_back(Name);
  }
  return Names;
}

static std::string tableName(size_t Input) {
  return "__heddle_kernels_" + utostr(Input);
}

static bool isPTXWith(const CodeInput &Input, StringRef Name) {
  return !Input.isObject() && countWord(Input.Bytes, Name, 1);
}

/// Appends the table of pointers to what launches kernels.
static void addTables(std::vector<CodeInput> &Inputs) {
  for (size_t I = 0; I != Inputs.size(); ++I) {
    std::string &Text = Inputs[I].Bytes;
    if (Inputs[I].isObject())
      continue;
    std::vector<StringRef> Names = namedKernels(Text);
    if (Names.empty())
      continue;
    std::string Table = "\n.visible .global .align 8 .u64 " + tableName(I) +
                        "[" + utostr(Names.size()) + "] = {" +
                        join(Names, ", ") + "};\n";
    // A text may end with zeros.
    Text.resize(std::min(Text.size(), Text.find('\0')));
    Text += Table;
  }
}

void addDeviceRuntime(std::vector<CodeInput> &Inputs) {
  std::string Text;
  for (const DeviceFunction &F : DeviceFunctions)
    if (any_of(Inputs,
               [&](const CodeInput &I) { return isPTXWith(I, F.Name); }))
      Text += F.Text;
  if (any_of(Inputs, [](const CodeInput &I) {
        return isPTXWith(I, "__cudaCDP2DeviceGetAttribute");
      }))
    Text += attributeText();
  if (Text.empty())
    return;
  if (StringRef(Text).contains(LaunchRecords))
    addTables(Inputs);
  Inputs.push_back({".version 5.0\n.target sm_30\n.address_size 64\n" + Text,
                    RuntimeName.str()});
}

bool launchesKernels(const Image &Code) {
  return !Code.Inputs.empty() && Code.Inputs.back().Name == RuntimeName &&
         StringRef(Code.Inputs.back().Bytes).contains(LaunchRecords);
}

std::map<uint64_t, std::string> launchedKernels(Module &M) {
  std::map<uint64_t, std::string> Names;
  for (size_t I = 0; I != M.Code->Inputs.size(); ++I) {
    CUdeviceptr Table = 0;
    size_t Bytes = 0;
    if (M.Code->Inputs[I].isObject() ||
        findVariable(M, tableName(I), &Table, &Bytes) != CUDA_SUCCESS)
      continue;
    // The table itself names each once more.
    std::vector<StringRef> InOrder = namedKernels(M.Code->Inputs[I].Bytes);
    const auto *Pointers = reinterpret_cast<const uint64_t *>(Table);
    for (size_t N = 0; N != std::min(InOrder.size(), Bytes / 8); ++N)
      Names[Pointers[N]] = InOrder[N].str();
  }
  return Names;
}

} // namespace heddle::driver
