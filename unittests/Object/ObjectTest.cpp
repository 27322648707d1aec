//===- ObjectTest.cpp - Metadata and the object reader --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakeObject.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/Limits.h"
#include "heddle/Object/Module.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace heddle::object;
using namespace heddle::test;

namespace {

KernelInfo sampleInfo() {
  KernelInfo Info;
  Info.Name = "saxpy";
  Info.Params = {{"n", "u32", 0, 4, 4}, {"x", "u64", 8, 8, 8}};
  Info.SharedSymbols = {{"tile", 32, 64}, {"dyn", 96, 0}};
  Info.Registers = 7;
  Info.SharedBytes = 96;
  Info.DynamicSharedOffset = 96;
  Info.LocalBytes = 12;
  Info.ConstantBytes = 8;
  Info.SpillStores = 1;
  Info.SpillLoads = 2;
  Info.StackDepth = 3;
  Info.Barriers = 1;
  Info.MaxNtid = {256, 1, 1};
  Info.ReqNtid = {0, 0, 0};
  return Info;
}

ArrayRef<uint8_t> bytesOf(const SmallVectorImpl<char> &V) {
  return ArrayRef(reinterpret_cast<const uint8_t *>(V.data()), V.size());
}

TEST(KernelInfo, RoundTrip) {
  KernelInfo Info = sampleInfo();
  auto Bytes = encodeKernelInfo(Info);
  Expected<KernelInfo> Read = decodeKernelInfo(bytesOf(Bytes));
  ASSERT_TRUE(!!Read) << toString(Read.takeError());
  EXPECT_EQ(Read->Name, "saxpy");
  ASSERT_EQ(Read->Params.size(), 2u);
  EXPECT_EQ(Read->Params[1].Name, "x");
  EXPECT_EQ(Read->Params[1].Type, "u64");
  EXPECT_EQ(Read->Params[1].Offset, 8u);
  ASSERT_EQ(Read->SharedSymbols.size(), 2u);
  EXPECT_EQ(Read->SharedSymbols[0].Address, 32u);
  EXPECT_EQ(Read->LocalBytes, 12u);
  EXPECT_EQ(Read->ConstantBytes, 8u);
  EXPECT_EQ(Read->StackDepth, 3u);
  EXPECT_EQ(Read->MaxNtid[0], 256u);
  // Equal in every field, since encoding is injective.
  EXPECT_EQ(encodeKernelInfo(*Read), Bytes);
}

TEST(KernelInfo, EveryTruncationFails) {
  auto Bytes = encodeKernelInfo(sampleInfo());
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    Expected<KernelInfo> Read =
        decodeKernelInfo(bytesOf(Bytes).take_front(Size));
    ASSERT_FALSE(!!Read) << "at " << Size;
    EXPECT_FALSE(toString(Read.takeError()).empty());
  }
  Bytes.push_back(0);
  EXPECT_EQ(toString(decodeKernelInfo(bytesOf(Bytes)).takeError()),
            "metadata has bytes after its end");
}

TEST(KernelInfo, EveryFlippedByteIsReadOrRefused) {
  auto Bytes = encodeKernelInfo(sampleInfo());
  for (size_t I = 0; I != Bytes.size(); ++I)
    for (int Flip : {0x01, 0x80, 0xff}) {
      SmallVector<char, 0> Damaged = Bytes;
      Damaged[I] ^= static_cast<char>(Flip);
      consumeError(decodeKernelInfo(bytesOf(Damaged)).takeError());
    }
}

TEST(CompiledGeometry, RoundTripAndEveryTruncation) {
  const heddle::abi::Geometry &SM = *heddle::abi::findGeometry("sm_75");
  CompiledGeometry G{"sm_75", SM, {{1024, 1024, 64}, {65535, 65535, 1}}};
  auto Bytes = encodeCompiledGeometry(G);
  Expected<CompiledGeometry> Read = decodeCompiledGeometry(bytesOf(Bytes));
  ASSERT_TRUE(!!Read) << toString(Read.takeError());
  EXPECT_EQ(Read->Name, G.Name);
  EXPECT_EQ(Read->Limits, G.Limits);
  EXPECT_EQ(std::string(Read->SM.Name), "sm_75");
  EXPECT_EQ(Read->SM.LaunchStateInShared, SM.LaunchStateInShared);
  EXPECT_EQ(Read->SM.RegistersByWarp, SM.RegistersByWarp);
  EXPECT_EQ(Read->SM.RegistersPerSM, SM.RegistersPerSM);
  EXPECT_EQ(Read->SM.MaxGridZ, SM.MaxGridZ);
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    EXPECT_TRUE(errorToBool(
        decodeCompiledGeometry(bytesOf(Bytes).take_front(Size)).takeError()))
        << "at " << Size;
  Bytes.push_back(0);
  EXPECT_EQ(toString(decodeCompiledGeometry(bytesOf(Bytes)).takeError()),
            "the geometry has bytes after its end");
}

TEST(CompiledGeometry, RefusesWhatNoSMHas) {
  auto Refusal = [](const heddle::abi::Geometry &SM) {
    auto Bytes =
        encodeCompiledGeometry({"x", SM, {{512, 512, 64}, {65535, 65535, 1}}});
    return toString(decodeCompiledGeometry(bytesOf(Bytes)).takeError());
  };
  heddle::abi::Geometry SM = *heddle::abi::findGeometry("sm_75");
  SM.MaxThreadsPerCTA = 1 << 20;
  EXPECT_EQ(Refusal(SM), "geometry: no SM has that much");
  SM.MaxThreadsPerCTA = 512;
  SM.RegisterUnit = 0;
  EXPECT_EQ(Refusal(SM), "geometry: an SM without room");
}

std::string refusal(const KernelInfo &Info) {
  auto Bytes = encodeKernelInfo(Info);
  return toString(decodeKernelInfo(bytesOf(Bytes)).takeError());
}

TEST(KernelInfo, RefusesWhatCannotBe) {
  KernelInfo Info = sampleInfo();
  Info.LocalBytes = 0x40000000;
  EXPECT_EQ(refusal(Info), "metadata: local size 1073741824 cannot be right");
  Info = sampleInfo();
  Info.SharedBytes = 16;
  EXPECT_EQ(refusal(Info), "metadata: shared size 16 cannot be right");
  Info = sampleInfo();
  Info.Params[1].Offset = 2;
  EXPECT_EQ(refusal(Info), "metadata: parameter 'x' is not aligned");
  Info = sampleInfo();
  Info.Params[1].Offset = heddle::abi::MaxParamBytes;
  EXPECT_EQ(refusal(Info), "metadata: parameter 'x' lies outside the block");
  Info = sampleInfo();
  Info.Registers = 129;
  EXPECT_EQ(refusal(Info), "metadata: 129 registers are too many");
}

std::string infoBytes(const KernelInfo &Info = sampleInfo()) {
  auto Bytes = encodeKernelInfo(Info);
  return std::string(Bytes.begin(), Bytes.end());
}

std::string lineBytes(ArrayRef<LineEntry> Lines) {
  std::string Bytes;
  for (const LineEntry &L : Lines)
    for (uint32_t Value : {L.Address, L.Line, L.Column}) {
      char Word[4];
      support::endian::write32le(Word, Value);
      Bytes.append(Word, 4);
    }
  return Bytes;
}

std::vector<Section> sampleSections() {
  return {{".text.saxpy", std::string(16, '\1')},
          {".heddle.info.saxpy", infoBytes()},
          {".heddle.lines.saxpy", lineBytes({{0, 7, 2}, {8, 9, 3}})},
          {".heddle.source", "saxpy.ptx"}};
}

Expected<Module> read(const std::string &File) {
  return readModule(MemoryBufferRef(File, "test"));
}
std::string readError(const std::string &File) {
  return toString(read(File).takeError());
}

TEST(Module, ReadsSections) {
  Expected<Module> M = read(makeObject(sampleSections()));
  ASSERT_TRUE(!!M) << toString(M.takeError());
  EXPECT_EQ(M->ComputeCapability, 10u);
  EXPECT_FALSE(M->UsesExtensions);
  EXPECT_EQ(M->SourceName, "saxpy.ptx");
  const Kernel *K = M->findKernel("saxpy");
  ASSERT_NE(K, nullptr);
  EXPECT_EQ(K->Code.size(), 16u);
  EXPECT_EQ(K->lineOf(0).Line, 7u);
  EXPECT_EQ(K->lineOf(4).Line, 7u);
  EXPECT_EQ(K->lineOf(8).Line, 9u);
  EXPECT_EQ(K->lineOf(100).Line, 9u);
  EXPECT_EQ(M->findKernel("nosuch"), nullptr);
}

TEST(Module, EveryTruncationFails) {
  std::string File = makeObject(sampleSections());
  for (size_t Size = 0; Size != File.size(); ++Size)
    ASSERT_NE(readError(File.substr(0, Size)), "") << "at " << Size;
}

TEST(Module, EveryFlippedByteIsReadOrRefused) {
  std::string File = makeObject(sampleSections());
  for (size_t I = 0; I != File.size(); ++I)
    for (int Flip : {0x01, 0x10, 0x80, 0xff}) {
      std::string Damaged = File;
      Damaged[I] ^= static_cast<char>(Flip);
      consumeError(read(Damaged).takeError());
    }
}

TEST(Module, SaysWhatIsWrong) {
  EXPECT_EQ(readError("hello"), "not an ELF object");
  EXPECT_EQ(readError(makeObject({}, 10, ELF::EM_X86_64)),
            "not an object of these chips: ELF machine 62, expected 190 "
            "(EM_CUDA)");
  EXPECT_EQ(readError(makeObject({}, 14)),
            "malformed object: ELF flags 0xe name no chip");
  std::vector<Section> S = sampleSections();
  S.erase(S.begin() + 1);
  EXPECT_EQ(readError(makeObject(S)), "malformed object: kernel 'saxpy' has no "
                                      "section '.heddle.info.saxpy'");
  S = sampleSections();
  S.erase(S.begin());
  EXPECT_EQ(readError(makeObject(S)),
            "malformed object: kernel 'saxpy' has no section '.text.saxpy'");
  S = sampleSections();
  S[0].Bytes.pop_back();
  EXPECT_EQ(readError(makeObject(S)), "malformed object: the code of kernel "
                                      "'saxpy' is not a sequence of words");
  S = sampleSections();
  S[2].Bytes.pop_back();
  EXPECT_EQ(readError(makeObject(S)),
            "malformed object: the line table ends inside an entry");
  S = sampleSections();
  S[2].Bytes = lineBytes({{8, 1, 1}, {0, 2, 1}});
  EXPECT_EQ(readError(makeObject(S)),
            "malformed object: the line table is not sorted by address");
  S = sampleSections();
  S.push_back(S[0]);
  EXPECT_EQ(readError(makeObject(S)),
            "malformed object: two sections are called '.text.saxpy'");
  S = sampleSections();
  S[0].Name = ".text.other";
  S[1].Name = ".heddle.info.other";
  S.erase(S.begin() + 2);
  EXPECT_EQ(readError(makeObject(S)),
            "malformed object: metadata of kernel 'other' speaks of 'saxpy'");
}

} // namespace
