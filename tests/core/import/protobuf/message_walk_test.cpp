// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/protobuf/message_walk.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace kernline::protobuf {
namespace {

std::string writtenVarint(std::uint64_t number) {
  std::string bytes;
  for (; number >= 0x80; number >>= 7U) {
    bytes += static_cast<char>(number | 0x80U);
  }
  return bytes + static_cast<char>(number);
}

/// The number at the beginning of `bytes`, which must end `size` bytes on.
void expectNumber(const std::string& bytes, std::uint64_t number, std::size_t size) {
  const char* at = bytes.data();
  std::uint64_t read = ~number;
  ASSERT_TRUE(readVarint(at, bytes.data() + bytes.size(), read)) << number;
  EXPECT_EQ(read, number);
  EXPECT_EQ(at - bytes.data(), static_cast<std::ptrdiff_t>(size)) << number;
}

TEST(Varint, isReadAtEveryLengthWithAndWithoutBytesBehindIt) {
  std::mt19937_64 random(1);
  for (unsigned bits = 1; bits <= 64; ++bits) {
    for (int i = 0; i < 50; ++i) {
      const std::uint64_t number =
          i == 0 ? std::numeric_limits<std::uint64_t>::max() >> (64 - bits) : random() >> (64 - bits);
      const std::string bytes = writtenVarint(number);
      expectNumber(bytes, number, bytes.size());
      expectNumber(bytes + std::string(20, '\xff'), number, bytes.size());
      expectNumber(bytes + std::string(20, '\0'), number, bytes.size());
    }
  }
}

TEST(Varint, thatBreaksOffOrNeverEndsIsNone) {
  for (const std::string& bytes : {std::string(), std::string(5, '\x80'), std::string(8, '\xff'),
                                   std::string(9, '\xff'), std::string(10, '\xff'), std::string(30, '\xff')}) {
    const char* at = bytes.data();
    std::uint64_t read = 7;
    EXPECT_FALSE(readVarint(at, bytes.data() + bytes.size(), read)) << bytes.size();
    EXPECT_EQ(at, bytes.data());
    EXPECT_EQ(read, 7U);
  }
}

TEST(Varint, mayBeWrittenLongerThanItNeeds) {
  expectNumber(std::string("\x85\x80\x80\x80\x80\x80\x80\x80\x00", 9), 5, 9);
  expectNumber(std::string("\x85\x80\x00zzzzzzzz", 11), 5, 3);
}

}  // namespace
}  // namespace kernline::protobuf
