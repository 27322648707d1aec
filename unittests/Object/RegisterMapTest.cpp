//===- RegisterMapTest.cpp - Maps of PTX registers as bytes ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/RegisterMap.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace heddle::object;

namespace {

RegisterMap sampleMap() {
  RegisterMap Map;
  Map.Registers = {{"%r1", "u32", 32, 0}, {"%p", "pred", 1, 1}};
  Map.Places = {{0, 16, 0, 0, 32, RegisterPlace::Word, 3, 0},
                {8, 16, 1, 0, 1, RegisterPlace::Condition, 1, 0}};
  Map.Scopes = {{0, 1}, {8, 2}, {16, 0}};
  return Map;
}

Expected<RegisterMap> decode(ArrayRef<char> Bytes) {
  return decodeRegisterMap(
      ArrayRef(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()));
}

TEST(RegisterMap, ScopeIsThatOfTheMarkBefore) {
  RegisterMap Map = sampleMap();
  EXPECT_EQ(Map.scopeAt(0), 1u);
  EXPECT_EQ(Map.scopeAt(15), 2u);
  EXPECT_EQ(Map.scopeAt(UINT32_MAX), 0u);
  EXPECT_EQ(RegisterMap().scopeAt(0), 0u);
  EXPECT_TRUE(RegisterMap().empty());
}

TEST(RegisterMap, RoundTrip) {
  auto Bytes = encodeRegisterMap(sampleMap());
  Expected<RegisterMap> Read = decode(Bytes);
  ASSERT_TRUE(!!Read) << toString(Read.takeError());
  EXPECT_EQ(encodeRegisterMap(*Read), Bytes);
}

TEST(RegisterMap, RefusesDamage) {
  auto Bytes = encodeRegisterMap(sampleMap());
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    Expected<RegisterMap> Read = decode(ArrayRef(Bytes).take_front(Size));
    EXPECT_FALSE(!!Read) << Size;
    consumeError(Read.takeError());
  }
  auto Refuses = [](const RegisterMap &Map, StringRef Why) {
    Expected<RegisterMap> Read = decode(encodeRegisterMap(Map));
    ASSERT_FALSE(!!Read) << Why.str();
    std::string Message = toString(Read.takeError());
    EXPECT_NE(Message.find(Why.str()), std::string::npos) << Message;
  };
  RegisterMap Map = sampleMap();
  Map.Registers[0].Bits = 65;
  Refuses(Map, "wrong width");
  Map = sampleMap();
  Map.Places[0].Register = 2;
  Refuses(Map, "not there");
  Map = sampleMap();
  Map.Places[1].Bits = 2;
  Refuses(Map, "bits that its register has not");
  Map = sampleMap();
  Map.Places[0].Kind = RegisterPlace::KindType(99);
  Refuses(Map, "no known kind");
  Map = sampleMap();
  std::swap(Map.Scopes[0], Map.Scopes[2]);
  Refuses(Map, "not sorted");
}

} // namespace
