//===- HostMemoryTest.cpp - Global memory at the host's addresses ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/HostPages.h"
#include "gtest/gtest.h"
#include <atomic>
#include <cstring>
#include <thread>

#include <sys/mman.h>

using namespace heddle::sm;
using heddle::abi::Address;

namespace {

uint64_t numberOf(const void *P) { return reinterpret_cast<uint64_t>(P); }

/// Pages of the host: one that can be written, one that can be read, and one
/// that is not mapped.
class Pages {
public:
  Pages() {
    void *All = mmap(nullptr, 3 * Size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT_NE(All, MAP_FAILED);
    Writable = static_cast<uint8_t *>(All);
    EXPECT_EQ(mprotect(readable(), Size, PROT_READ), 0);
    EXPECT_EQ(munmap(unmapped(), Size), 0);
  }
  ~Pages() { munmap(Writable, 2 * Size); }
  Pages(const Pages &) = delete;
  Pages &operator=(const Pages &) = delete;

  uint8_t *readable() const { return Writable + Size; }
  uint8_t *unmapped() const { return Writable + 2 * Size; }

  const uint64_t Size = hostPageSize();
  uint8_t *Writable;
};

std::string text(llvm::Error E) { return llvm::toString(std::move(E)); }

TEST(HostPages, AskWithoutTouching) {
  Pages P;
  std::memset(P.Writable, 0x5a, P.Size);
  EXPECT_TRUE(isHostReadable(numberOf(P.Writable)));
  EXPECT_TRUE(isHostReadable(numberOf(P.readable())));
  EXPECT_FALSE(isHostReadable(numberOf(P.unmapped())));
  EXPECT_FALSE(isHostReadable(0));
  EXPECT_FALSE(isHostReadable(~uint64_t(7)));
  EXPECT_TRUE(isHostWritable(numberOf(P.Writable) + 4));
  EXPECT_FALSE(isHostWritable(numberOf(P.readable())));
  EXPECT_FALSE(isHostWritable(numberOf(P.unmapped())));
  EXPECT_FALSE(isHostWritable(0));
  for (uint64_t N = 0; N != P.Size; ++N)
    ASSERT_EQ(P.Writable[N], 0x5a);
}

TEST(HostPages, RangesAreAccessible) {
  const uint64_t Size = hostPageSize();
  constexpr unsigned Count = 24;
  auto *All =
      static_cast<uint8_t *>(mmap(nullptr, Count * Size, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(All, MAP_FAILED);
  const uint64_t At = numberOf(All);
  auto Can = [&](unsigned From, unsigned Pages, bool IsWrite) {
    return isHostAccessible(At + From * Size, Pages * Size, IsWrite);
  };
  EXPECT_TRUE(Can(0, Count, true) && Can(0, 2, true));
  EXPECT_TRUE(isHostAccessible(At + 3, 1, true));
  All[12 * Size - 1] = 7;
  // Short ranges and long ones are looked at in other ways.
  ASSERT_EQ(mprotect(All + 12 * Size, Size, PROT_READ), 0);
  EXPECT_TRUE(Can(0, Count, false) && Can(11, 3, false));
  EXPECT_FALSE(Can(0, Count, true) || Can(11, 3, true));
  EXPECT_TRUE(Can(0, 12, true) && Can(13, 11, true));
  EXPECT_TRUE(isHostAccessible(At + 12 * Size - 1, 1, true));
  EXPECT_FALSE(isHostAccessible(At + 12 * Size - 1, 2, true));
  ASSERT_EQ(mprotect(All + 12 * Size, Size, PROT_NONE), 0);
  EXPECT_FALSE(Can(0, Count, false) || Can(11, 3, false));
  ASSERT_EQ(munmap(All + 12 * Size, Size), 0);
  EXPECT_FALSE(Can(0, Count, false) || Can(11, 3, false));
  EXPECT_FALSE(isHostAccessible(~uint64_t(0) - 64 * Size, 32 * Size, false));
  EXPECT_EQ(All[12 * Size - 1], 7);
  munmap(All, Count * Size);
}

TEST(HostPages, WindowsAreWholePages) {
  Pages P;
  HostPages Found;
  FarWindow W = Found.find(numberOf(P.Writable) + 100, /*IsWrite=*/true);
  EXPECT_EQ(W.Base, numberOf(P.Writable));
  EXPECT_EQ(W.Size, P.Size);
  EXPECT_EQ(W.Data, P.Writable);
  EXPECT_EQ(Found.find(numberOf(P.readable()), true).Size, 0u);
  EXPECT_EQ(Found.find(numberOf(P.readable()) + 8, false).Base,
            numberOf(P.readable()));
  // A range that is read grows over its neighbours, and ends where they do.
  W = Found.find(numberOf(P.Writable), false);
  EXPECT_LE(W.Base, numberOf(P.Writable));
  EXPECT_EQ(W.Base + W.Size, numberOf(P.unmapped()));
  EXPECT_EQ(Found.find(numberOf(P.unmapped()), false).Size, 0u);
  EXPECT_EQ(Found.find(~uint64_t(0), false).Size, 0u);
}

TEST(HostMemory, PlacesOfRegisteredMemoryAreNotTaken) {
  // What is unmapped and not unregistered, the host gives away again.
  constexpr uint64_t Size = uint64_t(256) << 20, Less = Size - 8192;
  GlobalMemory Memory(AddressModel::Host);
  for (unsigned N = 0; N != 3; ++N) {
    void *Data = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(Data, MAP_FAILED);
    ASSERT_FALSE(llvm::errorToBool(Memory.registerHost(Data, Size, "ours")));
    munmap(Data, Size);
    const uint64_t A = llvm::cantFail(Memory.allocate(Less, "a")).value();
    EXPECT_TRUE(A + Less <= numberOf(Data) || A >= numberOf(Data) + Size);
  }
}

TEST(HostMemory, AddressesAreTheBytes) {
  GlobalMemory Memory(AddressModel::Host);
  Address A = llvm::cantFail(Memory.allocate(1000, "a"));
  Address B = llvm::cantFail(Memory.allocate(uint64_t(1) << 33, "b"));
  for (Address At : {A, B}) {
    EXPECT_EQ(At.value() % 256, 0u);
    EXPECT_EQ(numberOf(Memory.bytes(At).data()), At.value());
  }
  EXPECT_EQ(Memory.used(), 1000 + (uint64_t(1) << 33));
  *reinterpret_cast<uint32_t *>(A.value()) = 7;
  EXPECT_EQ(Memory.bytes(A)[0], 7);
  EXPECT_EQ(Memory.window(A.value() + 999, true)->Size, 1000u);
  EXPECT_EQ(Memory.window(A.value() + 1000, true)->Size, 0u);
  EXPECT_TRUE(Memory.release(A));
  EXPECT_FALSE(Memory.release(A));
  EXPECT_EQ(Memory.window(A.value(), false)->Size, 0u);
  EXPECT_EQ(Memory.used(), uint64_t(1) << 33);
}

TEST(HostMemory, FreedBytesAreZeroWhenTheyComeBack) {
  GlobalMemory Memory(AddressModel::Host);
  const uint64_t Size = uint64_t(100) << 20;
  for (unsigned Round = 0; Round != 8; ++Round) {
    // Odd sizes share their first and last page with others.
    Address A = llvm::cantFail(Memory.allocate(Size + 300, "a"));
    llvm::MutableArrayRef<uint8_t> Bytes = Memory.bytes(A);
    for (uint64_t At : {uint64_t(0), uint64_t(5000), Size, Size + 299}) {
      EXPECT_EQ(Bytes[At], 0) << At;
      Bytes[At] = 0xff;
    }
    EXPECT_TRUE(Memory.release(A));
  }
}

/// Small buffers share pages, and each keeps what it has when others go.
TEST(HostMemory, FreeingLeavesTheNeighbours) {
  GlobalMemory Memory(AddressModel::Host);
  std::vector<Address> All;
  for (unsigned N = 0; N != 300; ++N) {
    All.push_back(llvm::cantFail(Memory.allocate(1 + N * 7, "b")));
    std::memset(Memory.bytes(All[N]).data(), int(N % 255 + 1), 1 + N * 7);
  }
  for (unsigned N = 0; N != 300; ++N)
    if (N % 3 != 1)
      EXPECT_TRUE(Memory.release(All[N]));
  for (unsigned N = 0; N != 300; ++N)
    for (unsigned K = 0; K != 1 + N * 7; ++K)
      ASSERT_EQ(*reinterpret_cast<uint8_t *>(All[N].value() + K),
                N % 3 == 1 ? N % 255 + 1 : 0)
          << N;
}

TEST(HostMemory, ForgetsBuffersFreedLongAgo) {
  for (AddressModel Model : {AddressModel::Arena, AddressModel::Host}) {
    GlobalMemory Memory(Model);
    Address Kept = llvm::cantFail(Memory.allocate(64, "kept"));
    for (unsigned N = 0; N != 20000; ++N)
      EXPECT_TRUE(
          Memory.release(llvm::cantFail(Memory.allocate(1000, "short"))));
    EXPECT_LE(llvm::range_size(Memory.buffers()), 8200u);
    EXPECT_EQ(Memory.find(Kept)->Name, "kept");
  }
}

// More than the regions of the first have room for, behind and before them.
TEST(HostMemory, HasManyBuffers) {
  GlobalMemory Memory(AddressModel::Host);
  std::vector<Address> Made;
  for (unsigned N = 0; N != 1u << 19; ++N)
    Made.push_back(llvm::cantFail(Memory.allocate(768, "many")));
  EXPECT_EQ(llvm::range_size(Memory.buffers()), Made.size());
  EXPECT_TRUE(
      llvm::is_sorted(Memory.buffers(), [](const Buffer &A, const Buffer &B) {
        return A.Address + A.Size <= B.Address;
      }));
  for (size_t N = 0; N < Made.size(); N += 999) {
    EXPECT_EQ(Memory.find(Made[N] + 767)->Address, Made[N]);
    EXPECT_EQ(Memory.find(Made[N] + 768), nullptr);
    EXPECT_TRUE(Memory.release(Made[N]));
    EXPECT_EQ(Memory.find(Made[N]), nullptr);
  }
}

TEST(HostMemory, HasALimit) {
  GlobalMemory Memory(AddressModel::Host, 4096);
  Address A = llvm::cantFail(Memory.allocate(4000, "a"));
  EXPECT_EQ(text(Memory.allocate(97, "b").takeError()),
            "no room for buffer 'b' of 97 bytes in the 4096 bytes of global "
            "memory");
  EXPECT_TRUE(Memory.release(A));
  llvm::cantFail(Memory.allocate(4096, "c"));
}

TEST(HostMemory, RegistersTheCallersBytes) {
  Pages P;
  GlobalMemory Memory(AddressModel::Host);
  llvm::cantFail(Memory.registerHost(P.Writable + 16, 100, "mine"));
  std::optional<FarWindow> W = Memory.window(numberOf(P.Writable) + 16, true);
  ASSERT_TRUE(W);
  EXPECT_EQ(W->Data, P.Writable + 16);
  EXPECT_EQ(W->Size, 100u);
  EXPECT_EQ(Memory.used(), 0u);
  EXPECT_FALSE(Memory.release(Address(numberOf(P.Writable) + 16)));
  EXPECT_EQ(text(Memory.registerHost(P.Writable, 17, "other")),
            "host memory 'other' of 17 bytes overlaps buffer 'mine'");
  EXPECT_EQ(text(Memory.registerHost(P.Writable + 115, 1, "other")),
            "host memory 'other' of 1 bytes overlaps buffer 'mine'");
  llvm::cantFail(Memory.registerHost(P.Writable + 116, 1, "behind"));
  EXPECT_FALSE(Memory.unregisterHost(P.Writable));
  EXPECT_TRUE(Memory.unregisterHost(P.Writable + 16));
  EXPECT_FALSE(Memory.unregisterHost(P.Writable + 16));
}

TEST(HostMemory, RegistersOnlyWhatIsThere) {
  Pages P;
  GlobalMemory Memory(AddressModel::Host);
  EXPECT_NE(text(Memory.registerHost(P.readable(), P.Size + 1, "m"))
                .find("is not mapped at 0x"),
            std::string::npos);
  EXPECT_EQ(text(Memory.registerHost(P.Writable, 0, "m")),
            "host memory 'm' of 0 bytes is none");
  EXPECT_NE(text(Memory.registerHost(P.Writable, ~uint64_t(0), "m")), "");
  llvm::cantFail(Memory.registerHost(P.readable(), 8, "constant"));
  EXPECT_EQ(Memory.window(numberOf(P.readable()), true)->Size, 0u);
  EXPECT_EQ(Memory.window(numberOf(P.readable()), false)->Size, 8u);
  GlobalMemory Arena;
  EXPECT_EQ(text(Arena.registerHost(P.Writable, 4, "m")),
            "host memory 'm' of 4 bytes has no address in the 4 GiB of global "
            "memory");
}

TEST(HostMemory, RawMemoryLeavesTheRestToTheHost) {
  uint64_t Word = 0;
  GlobalMemory Raw(AddressModel::Raw), Host(AddressModel::Host);
  EXPECT_FALSE(Raw.window(numberOf(&Word), false));
  EXPECT_TRUE(Host.window(numberOf(&Word), false));
  // But not what lies between its own buffers.
  Address A = llvm::cantFail(Raw.allocate(8, "a"));
  ASSERT_TRUE(Raw.window(A.value() + 8, false));
  EXPECT_EQ(Raw.window(A.value() + 8, false)->Size, 0u);
}

TEST(HostMemory, ThreadsMayUseItAtOnce) {
  GlobalMemory Memory(AddressModel::Host);
  std::atomic<unsigned> Wrong = 0;
  std::vector<std::thread> Threads;
  for (unsigned N = 0; N != 4; ++N)
    Threads.emplace_back([&] {
      for (unsigned Round = 0; Round != 500; ++Round) {
        Address A = llvm::cantFail(Memory.allocate(64, "t"));
        uint64_t Mine = numberOf(&A);
        std::memcpy(reinterpret_cast<void *>(A.value()), &Mine, 8);
        Wrong += Memory.window(A.value(), true)->Size != 64;
        uint64_t Now;
        std::memcpy(&Now, reinterpret_cast<void *>(A.value()), 8);
        Wrong += Now != Mine || !Memory.release(A);
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
  EXPECT_EQ(Memory.used(), 0u);
}

} // namespace
