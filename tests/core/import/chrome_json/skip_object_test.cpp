// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/json/text_scan.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace kernline::chrome {
namespace {

/// Returns the result of `skip` for `{` + inside, given from after the brace.
ObjectScan scan(const std::string& inside) {
  return skipObject(inside.data(), inside.data() + inside.size());
}

bool ends(const std::string& inside, std::size_t at) {
  const ObjectScan found = scan(inside);
  return found.after == inside.data() + at;
}

bool isUnclean(const std::string& inside) {
  return scan(inside).after == nullptr;
}

TEST(SkipObject, endsBehindItsOwnBrace) {
  EXPECT_TRUE(ends("}", 1));
  EXPECT_TRUE(ends(R"("a": 1}, {"b": 2})", 7));
  EXPECT_TRUE(ends(R"("a": {"b": [{"c": 1}, {}]}})", 27));
}

TEST(SkipObject, bracesInStringsDoNotCount) {
  EXPECT_TRUE(ends(R"("a}": "}}{{"})", 13));
  EXPECT_TRUE(ends(R"("a\"}": 1})", 10));
  EXPECT_TRUE(ends(R"("a\\": "}"})", 11));
}

TEST(SkipObject, anEscapeAtABlockBorderStillEscapes) {
  for (std::size_t pad = 50; pad < 80; ++pad) {
    const std::string inside = "\"" + std::string(pad, 'x') + R"(\"}": 1})";
    EXPECT_TRUE(ends(inside, inside.size())) << pad;
  }
}

TEST(SkipObject, aQuoteTooManyIsFoundWhereItIs) {
  EXPECT_TRUE(isUnclean(R"("a": "b"c", "d": 1}, {"ph": "X"})"));
  EXPECT_TRUE(isUnclean(R"("a: 1, "b": 2}, {"ph": "X"})"));
}

TEST(SkipObject, aMissingEndIsFoundAtTheNextEvent) {
  EXPECT_TRUE(isUnclean("\"a\": {\"b\": 1},\n{\"ph\": \"X\", \"args\": {}}"));
  EXPECT_TRUE(isUnclean("\"a\": [1, 2}, {\"ph\": \"X\"}"));
  EXPECT_TRUE(isUnclean("\"a\": 1]}"));
}

TEST(SkipObject, aControlByteInAStringIsUnclean) {
  EXPECT_TRUE(isUnclean("\"a\": \"b\tc\"}"));
  EXPECT_TRUE(ends("\"a\":\t\"bc\"\n}", 11));
}

TEST(SkipObject, countsWhatIsNoNumber) {
  EXPECT_EQ(scan(R"("a": NaN, "b": [true, null, 1e5, -Infinity, inf], "c": "nan"})").nonFinite, 3U);
  EXPECT_EQ(scan(R"("a": true, "b": 2E7})").nonFinite, 0U);
}

TEST(SkipObject, saysWhetherAllIsAscii) {
  EXPECT_TRUE(scan(R"("a": "b"})").isAscii);
  EXPECT_FALSE(scan("\"a\": \"\xc3\xa9\"}").isAscii);
  EXPECT_TRUE(scan("\"a\": \"b\"}, \"\xc3\xa9\"").isAscii) << "what follows the object is not its own";
}

TEST(SkipObject, vectorAndPlainCodeAgreeOnAnyText) {
  std::mt19937 random(7);
  constexpr std::string_view alphabet = "{}[]\"\\,: \n1aN\x01\xc3x";
  for (int round = 0; round < 20000; ++round) {
    std::string text(random() % 200, ' ');
    for (char& c : text) {
      c = alphabet[random() % alphabet.size()];
    }
    const char* const end = text.data() + text.size();
    const ObjectScan fast = skipObject(text.data(), end);
    const ObjectScan plain = skipObjectPortably(text.data(), end);
    ASSERT_EQ(fast.after, plain.after) << text;
    ASSERT_EQ(fast.isAscii, plain.isAscii) << text;
    ASSERT_EQ(fast.nonFinite, plain.nonFinite) << text;
  }
}

}  // namespace
}  // namespace kernline::chrome
