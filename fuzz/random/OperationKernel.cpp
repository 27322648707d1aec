//===- OperationKernel.cpp - Kernels that try one instruction -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationKernel.h"
#include "WriterImpl.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle::ptxrandom {
namespace {

bool isSubtraction(const Operation &Op) { return Op.Name[0] == 's'; }

Reg sourceRegister(const Operation &Op, size_t I) {
  return {Op.Sources[I].Class, uint8_t(I)};
}

Reg resultRegister(const Operation &Op, size_t I) {
  return {Op.Results[I], uint8_t(4 + I)};
}

/// The directives before the kernel. tx1's pointers have 64 bits.
std::string writeHeading(const Operation &Op, bool IsSilicon) {
  if (!IsSilicon)
    return fmt::format(".version {}\n.target {}\n.address_size 64\n",
                       ExtendedVersion, ExtendedTarget);
  if (Op.Use == Operation::Modern)
    return ".version 4.2\n.target sm_35\n";
  return Op.Group == Family::Mapped
             ? ".version 1.4\n.target sm_10, map_f64_to_f32\n"
             : ".version 1.4\n.target sm_10\n";
}

/// Writes the kernels that try one row.
class KernelWriter {
public:
  KernelWriter(const Operation &Of, bool ForSilicon)
      : Op(Of), IsSilicon(ForSilicon), Wide(ForSilicon ? "32" : "64") {}

  /// Each thread loads a tuple.
  std::string run();
  /// One thread has \p Tuples in the text, slots() bytes each.
  std::string runConstants(ArrayRef<uint64_t> Tuples);

private:
  void line(const std::string &L) { Text += "  " + L + "\n"; }
  void begin();
  void load(size_t I);
  void setConstant(size_t I, uint64_t V);
  void store(uint64_t Place);
  void operate(uint64_t Place, llvm::function_ref<void()> LoadCarry);
  std::string end() {
    line("exit;");
    return Text + "}\n";
  }

  const Operation &Op;
  bool IsSilicon;
  const char *Wide;
  std::string Text;
};

void KernelWriter::begin() {
  Text = writeHeading(Op, IsSilicon);
  Text +=
      fmt::format(".entry k (.param .u{0} out, .param .u{0} in)\n{{\n", Wide);
  line(".reg .pred %p<8>;");
  line(".reg .b16 %h<8>, %s<2>;");
  line(".reg .b32 %r<8>, %t<2>;");
  line(fmt::format(".reg .b{} %in, %out, %at;", Wide));
  line(".reg .b64 %d<8>;");
  line(".reg .f32 %f<8>;");
  if (Op.Group == Family::Mapped)
    line(".reg .f64 %m<8>;");
  for (const char *Name : {"in", "out"})
    line(fmt::format("ld.param.u{0} %{1}, [{1}];", Wide, Name));
}

void KernelWriter::load(size_t I) {
  Reg R = sourceRegister(Op, I);
  if (R.Class != RegClass::Pred)
    return line(fmt::format("ld.global.{} {}, [%in+{}];", typeOf(R.Class),
                            nameOf(R), 8 * I));
  line(fmt::format("ld.global.u32 %t0, [%in+{}];", 8 * I));
  line(fmt::format("setp.ne.u32 {}, %t0, 0;", nameOf(R)));
}

void KernelWriter::setConstant(size_t I, uint64_t V) {
  Reg R = sourceRegister(Op, I);
  V &= ~uint64_t(0) >> (64 - bitsOf(R.Class));
  if (R.Class == RegClass::Pred)
    return line(fmt::format("setp.ne.u32 {}, {}, 0;", nameOf(R), V));
  bool IsFloat = R.Class == RegClass::F32;
  line(fmt::format("mov.{} {}, {};", typeOf(R.Class), nameOf(R),
                   IsFloat ? fmt::format("0f{:08X}", V)
                           : fmt::format("{:#x}", V)));
}

/// The row itself, and its results from \p Place on.
void KernelWriter::operate(uint64_t Place,
                           llvm::function_ref<void()> LoadCarry) {
  std::vector<std::string> Sources, Results;
  for (size_t I = 0; I != Op.Sources.size(); ++I)
    Sources.push_back(nameOf(sourceRegister(Op, I)));
  for (size_t I = 0; I != Op.Results.size(); ++I)
    Results.push_back(nameOf(resultRegister(Op, I)));
  if (takesByteRegister(Op)) {
    line("{ .reg .b8 %b0; cvt.u8.u16 %b0, " + Sources[0] + "; " + Op.Name +
         " " + Results[0] + ", %b0; }");
    return store(Place);
  }
  bool Subtract = isSubtraction(Op);
  if (Op.ReadsCarry) {
    LoadCarry();
    line(Subtract ? "sub.cc.u32 %t0, 0, %t0;"
                  : "add.cc.u32 %t0, %t0, 0xffffffff;");
  }
  std::string From = list(Sources), To = list(Results);
  if (Op.IsVector)
    (Results.size() > 1 ? To : From) =
        "{" + (Results.size() > 1 ? To : From) + "}";
  else if (Results.size() > 1)
    To = Results[0] + "|" + Results[1];
  line(Op.Name + " " + To + ", " + From + Op.Suffix + ";");
  if (Op.WritesCarry) {
    line(Subtract ? "subc.u32 %t0, 0, 0;" : "addc.u32 %t0, 0, 0;");
    line("and.b32 %t0, %t0, 1;");
    line(fmt::format("st.global.u32 [%out+{}], %t0;",
                     Place + 8 * Op.Results.size()));
  }
  store(Place);
}

/// The results, from \p Place on.
void KernelWriter::store(uint64_t Place) {
  for (size_t I = 0; I != Op.Results.size(); ++I) {
    Reg R = resultRegister(Op, I);
    if (R.Class == RegClass::Pred)
      line(fmt::format("selp.u32 %t0, 1, 0, {};", nameOf(R)));
    line(fmt::format("st.global.{} [%out+{}], {};",
                     R.Class == RegClass::Pred ? "u32" : typeOf(R.Class),
                     Place + 8 * I,
                     R.Class == RegClass::Pred ? "%t0" : nameOf(R)));
  }
}

std::string KernelWriter::run() {
  begin();
  line("cvt.u16.u32 %s0, %ctaid.x;");
  line("cvt.u16.u32 %s1, %ntid.x;");
  line("mul.wide.u16 %t0, %s0, %s1;");
  line("cvt.u32.u16 %t1, %tid.x;");
  line("add.u32 %t0, %t0, %t1;");
  line(fmt::format("mul.lo.u32 %t0, %t0, {};", slots(Op)));
  line(fmt::format("cvt.u{}.u32 %at, %t0;", Wide));
  for (const char *Name : {"in", "out"})
    line(fmt::format("add.u{0} %{1}, %{1}, %at;", Wide, Name));
  for (size_t I = 0; I != Op.Sources.size(); ++I)
    load(I);
  operate(0, [&] {
    line(fmt::format("ld.global.u32 %t0, [%in+{}];", 8 * Op.Sources.size()));
  });
  return end();
}

std::string KernelWriter::runConstants(ArrayRef<uint64_t> Tuples) {
  begin();
  for (uint64_t Place = 0; Place != 8 * Tuples.size(); Place += slots(Op)) {
    ArrayRef<uint64_t> Tuple = Tuples.drop_front(Place / 8);
    for (size_t I = 0; I != Op.Sources.size(); ++I)
      setConstant(I, Tuple[I]);
    operate(Place, [&] {
      line(fmt::format("mov.u32 %t0, {};", Tuple[Op.Sources.size()] & 1));
    });
  }
  return end();
}

} // namespace

unsigned slots(const Operation &Op) {
  return 8 * unsigned(std::max(Op.Sources.size(), Op.Results.size()) + 1);
}

std::string writeKernel(const Operation &Op, bool IsSilicon) {
  return KernelWriter(Op, IsSilicon).run();
}

std::string writeKernel(const Operation &Op, bool IsSilicon,
                        ArrayRef<uint64_t> Tuples) {
  return KernelWriter(Op, IsSilicon).runConstants(Tuples);
}

} // namespace heddle::ptxrandom
