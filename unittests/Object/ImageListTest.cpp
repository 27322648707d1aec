//===- ImageListTest.cpp - Lists of images as bytes -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/ImageList.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace heddle::object;

namespace {

using heddle::abi::ImageKind;
using heddle::abi::ImageReference;

/// Where the words of sample() are that damage is done to. Behind them come the
/// kind, the name and the number of settings of the first image.
constexpr size_t CountAt = 4, KindAt = 8, NameSizeAt = 12, SettingsAt = 20;

SmallVector<char, 0> sample() {
  const ImageReference Images[] = {
      {ImageKind::Texture, "tex0", {heddle::abi::FetchedAsFloats}},
      {ImageKind::Sampler, "s", {"filter_mode=linear", "addr_mode_0=wrap"}},
      {ImageKind::Surface, "", {}}};
  return encodeImages(Images);
}

Expected<std::vector<ImageReference>> decode(ArrayRef<char> Bytes) {
  return decodeImages(
      ArrayRef(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()));
}

/// What is said of sample() with the word at \p At changed to \p Value.
std::string complaintWith(size_t At, uint32_t Value) {
  SmallVector<char, 0> Bytes = sample();
  support::endian::write32le(Bytes.data() + At, Value);
  Expected<std::vector<ImageReference>> Read = decode(Bytes);
  return Read ? "" : toString(Read.takeError());
}

TEST(ImageList, RoundTrip) {
  SmallVector<char, 0> Bytes = sample();
  Expected<std::vector<ImageReference>> Read = decode(Bytes);
  ASSERT_TRUE(!!Read) << toString(Read.takeError());
  ASSERT_EQ(Read->size(), 3u);
  EXPECT_EQ((*Read)[1].Kind, ImageKind::Sampler);
  EXPECT_EQ((*Read)[1].Name, "s");
  EXPECT_EQ((*Read)[1].Settings[1], "addr_mode_0=wrap");
  EXPECT_EQ(encodeImages(*Read), Bytes);
  Read = decode(encodeImages({}));
  ASSERT_TRUE(!!Read) << toString(Read.takeError());
  EXPECT_TRUE(Read->empty());
}

TEST(ImageList, RefusesAllThatIsCutOrTooLong) {
  SmallVector<char, 0> Bytes = sample();
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    Expected<std::vector<ImageReference>> Read =
        decode(ArrayRef(Bytes).take_front(Size));
    EXPECT_FALSE(!!Read) << Size;
    consumeError(Read.takeError());
  }
  Bytes.push_back(0);
  Expected<std::vector<ImageReference>> Read = decode(Bytes);
  ASSERT_FALSE(!!Read);
  EXPECT_EQ(toString(Read.takeError()),
            "the images have bytes after their end");
}

TEST(ImageList, RefusesWordsThatCannotBe) {
  EXPECT_EQ(complaintWith(0, 0), "the images do not start with the magic "
                                 "number of this version");
  EXPECT_EQ(complaintWith(KindAt, 3), "images: there is no such kind");
  EXPECT_EQ(complaintWith(KindAt, ~0u), "images: there is no such kind");
  // Nothing is allocated for what cannot be there.
  EXPECT_EQ(complaintWith(CountAt, ~0u), "metadata is truncated inside a list");
  EXPECT_EQ(complaintWith(SettingsAt, ~0u),
            "metadata is truncated inside a list");
  EXPECT_EQ(complaintWith(NameSizeAt, ~0u),
            "metadata is truncated inside a string");
  EXPECT_EQ(complaintWith(CountAt, 2), "the images have bytes after their end");
  EXPECT_EQ(complaintWith(CountAt, 1), "the images have bytes after their end");
}

TEST(ImageList, AnyByteMayBeDamaged) {
  const SmallVector<char, 0> Whole = sample();
  for (size_t At = 0; At != Whole.size(); ++At)
    for (unsigned Value = 0; Value != 256; ++Value) {
      SmallVector<char, 0> Bytes = Whole;
      Bytes[At] = char(Value);
      Expected<std::vector<ImageReference>> Read = decode(Bytes);
      // What is read is what is there.
      if (Read)
        EXPECT_EQ(encodeImages(*Read), Bytes) << At << ": " << Value;
      else
        consumeError(Read.takeError());
    }
}

} // namespace
