// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/read_ahead.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>

namespace kernline::test {
namespace {

/// Counts how often it is read.
class CountedText final : public SourceText {
 public:
  explicit CountedText(std::size_t size) : m_text(size, ' ') {
    std::mt19937 random(1);
    std::ranges::generate(m_text, [&] { return static_cast<char>('a' + random() % 26); });
  }

  [[nodiscard]] std::uint64_t size() const override { return m_text.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override {
    ++m_reads;
    std::string read = offset < m_text.size() ? m_text.substr(offset, length) : std::string();
    m_bytes += read.size();
    return read;
  }
  [[nodiscard]] const std::string& text() const { return m_text; }
  [[nodiscard]] int reads() const { return m_reads; }
  [[nodiscard]] std::size_t bytes() const { return m_bytes; }

 private:
  std::string m_text;
  mutable int m_reads = 0;
  mutable std::size_t m_bytes = 0;
};

TEST(ReadAhead, givesWhatTheTextHasWhereverItIsAsked) {
  const CountedText text(500'000);
  const CountedText other(5'000);
  ReadAhead ahead;
  std::mt19937 random(2);
  std::size_t at = 0;
  for (int i = 0; i < 5'000; ++i) {
    const CountedText& asked = i % 50 == 0 ? other : text;
    at = i % 20 == 0 ? random() % 510'000 : at + random() % 3'000;
    const std::size_t length = random() % 2'000;
    const std::string wanted = at < asked.text().size() ? asked.text().substr(at, length) : std::string();
    ASSERT_EQ(ahead.read(asked, at, length), wanted) << at << "+" << length;
  }
}

TEST(ReadAhead, readsManyNeighboursAtOnceButNoMoreThanIsAskedForElsewhere) {
  const CountedText text(1'000'000);
  ReadAhead ahead;
  for (std::size_t at = 0; at + 300 < text.size(); at += 300) {
    static_cast<void>(ahead.read(text, at, 300));
  }
  EXPECT_LT(text.reads(), 30);
  const CountedText far(10'000'000);
  for (std::size_t at = 0; at < far.size(); at += 1'000'000) {
    EXPECT_EQ(ahead.read(far, at, 100).size(), 100U);
  }
  EXPECT_EQ(far.reads(), 10);
}

TEST(ReadAhead, readsLittleBetweenThoseThatLieApart) {
  const CountedText text(2'000'000);
  ReadAhead ahead;
  for (std::size_t at = 0; at + 500 < text.size(); at += 20'000) {  // reads like a row of several in one file
    static_cast<void>(ahead.read(text, at, 500));
  }
  EXPECT_LT(text.bytes(), text.size() / 2);
}

TEST(ReadAhead, isOfTheThreadAsLongAsItLives) {
  EXPECT_EQ(ReadAhead::current(), nullptr);
  {
    const ReadAhead outer;
    {
      const ReadAhead inner;
      EXPECT_EQ(ReadAhead::current(), &inner);
    }
    EXPECT_EQ(ReadAhead::current(), &outer);
  }
  EXPECT_EQ(ReadAhead::current(), nullptr);
}

}  // namespace
}  // namespace kernline::test
