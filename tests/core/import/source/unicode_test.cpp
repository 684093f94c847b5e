// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/input.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

constexpr std::u32string_view wide = U"[{\"name\": \"K\u00E4se \u6838 \U0001F680\"}]";
constexpr std::string_view narrow = "[{\"name\": \"K\xC3\xA4se \xE6\xA0\xB8 \xF0\x9F\x9A\x80\"}]";

struct Encoding {
  int unitBytes;
  bool isBigEndian;
  bool isMarked;
};

class WideText : public testing::TestWithParam<Encoding> {};

TEST_P(WideText, becomesUtf8) {
  const auto [unitBytes, isBigEndian, isMarked] = GetParam();
  const std::string mark = isMarked ? widened(U"\uFEFF", unitBytes, isBigEndian) : "";
  const TemporaryFile file(mark + widened(wide, unitBytes, isBigEndian));
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(readAll(*input, 5), narrow);
  EXPECT_EQ(input->container, unitBytes == 2 ? "UTF-16" : "UTF-32");
  EXPECT_EQ(input->stream->damage(), std::nullopt);
  EXPECT_EQ(input->text->read(0, 1000), narrow);
}

INSTANTIATE_TEST_SUITE_P(Encodings, WideText,
                         testing::Values(Encoding{2, false, true}, Encoding{2, true, true}, Encoding{2, false, false},
                                         Encoding{2, true, false}, Encoding{4, false, true}, Encoding{4, true, true},
                                         Encoding{4, false, false}, Encoding{4, true, false}));

TEST(WideText, longTextIsConvertedWhole) {
  std::u32string text(U"[");
  std::string expected("[");
  for (int i = 0; i < 50'000; ++i) {
    text += U"\U0001F680x";
    expected += "\xF0\x9F\x9A\x80x";
  }
  const TemporaryFile file(widened(text, 2, false));
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(readAll(*input, 4099), expected);
}

TEST(WideText, aLoneSurrogateStaysAnErrorForTheReaderToCount) {
  std::string stored = widened(U"[\"", 2, false);
  stored += std::string("\x00\xD8", 2) + widened(U"\"]", 2, false);
  const TemporaryFile file(stored);
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(readAll(*input), "[\"\xED\xA0\x80\"]");
}

TEST(WideText, aHalfUnitAtTheEndIsNamed) {
  const TemporaryFile file(widened(U"[1,2]", 2, false) + " ");
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(readAll(*input), "[1,2]");
  EXPECT_THAT(input->stream->damage().value_or(""), testing::HasSubstr("middle of a character"));
}

TEST(WideText, mayBeCompressed) {
  const TemporaryFile file(compressed(widened(U"\uFEFF[1,2]", 2, false), "gzip"));
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(readAll(*input), "[1,2]");
  EXPECT_EQ(input->container, "UTF-16, gzip");
}

}  // namespace
}  // namespace kernline::test
