//===- Main.cpp - Times one of the host's loops ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// native KERNEL REPEAT RESULT OUT ARGUMENT...
//
// An argument is a number, zeros:BYTES or @FILE. Prints the least seconds of
// processor time of the runs, and writes argument RESULT of the first to OUT.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <string>

using namespace native;

namespace {

struct Row {
  const char *Name;
  void (*Run)(Arguments &);
};

constexpr Row Rows[] = {{"blocksort", blocksort},
                        {"mandelbrot", mandelbrot},
                        {"nbody", nbody},
                        {"reduction", reduction},
                        {"saxpy", saxpy},
                        {"sgemm", sgemm},
                        {"spmv", spmv}};

[[noreturn]] void fail(const std::string &Why) {
  std::fprintf(stderr, "native: %s\n", Why.c_str());
  std::exit(1);
}

std::vector<uint32_t> readWords(const char *Path) {
  std::FILE *File = std::fopen(Path, "rb");
  if (!File)
    fail(std::string("cannot open ") + Path);
  std::vector<uint32_t> Words;
  uint32_t Part[1024];
  while (const size_t Count = std::fread(Part, sizeof *Part, 1024, File))
    Words.insert(Words.end(), Part, Part + Count);
  std::fclose(File);
  return Words;
}

Argument parse(const std::string &Text) {
  Argument A;
  constexpr char Zeros[] = "zeros:";
  constexpr size_t Length = sizeof Zeros - 1;
  if (Text.starts_with('@'))
    A.Words = readWords(Text.c_str() + 1);
  else if (Text.starts_with(Zeros))
    A.Words.resize(std::strtoull(Text.c_str() + Length, nullptr, 10) / 4);
  else
    A.Number = std::strtod(Text.c_str(), nullptr);
  return A;
}

double processorSeconds() {
  timespec Now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
  return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
}

void writeWords(const char *Path, const std::vector<uint32_t> &Words) {
  std::FILE *File = std::fopen(Path, "wb");
  if (!File ||
      std::fwrite(Words.data(), 4, Words.size(), File) != Words.size() ||
      std::fclose(File) != 0)
    fail(std::string("cannot write ") + Path);
}

} // namespace

int main(int Count, char **Texts) {
  if (Count < 6)
    fail("KERNEL REPEAT RESULT OUT ARGUMENT...");
  const Row *Which =
      std::find_if(std::begin(Rows), std::end(Rows), [&](const Row &R) {
        return std::strcmp(R.Name, Texts[1]) == 0;
      });
  if (Which == std::end(Rows))
    fail(std::string("no kernel ") + Texts[1]);
  const unsigned Repeat = unsigned(std::strtoul(Texts[2], nullptr, 10));
  const size_t Result = std::strtoul(Texts[3], nullptr, 10);
  Arguments Given;
  for (int N = 5; N != Count; ++N)
    Given.push_back(parse(Texts[N]));
  if (Result >= Given.size())
    fail("no such argument");
  double Least = std::numeric_limits<double>::infinity();
  for (unsigned N = 0; N != std::max(Repeat, 1u); ++N) {
    Arguments A = Given;
    const double Start = processorSeconds();
    Which->Run(A);
    Least = std::min(Least, processorSeconds() - Start);
    if (N == 0)
      writeWords(Texts[4], A[Result].Words);
  }
  std::printf("%.9f\n", Least);
  return 0;
}
