// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/printable_text.h"

#include <gtest/gtest.h>

namespace kernline {
namespace {

TEST(Printable, keepsOrdinaryText) {
  EXPECT_EQ(printable("aten::mm"), "aten::mm");
  EXPECT_EQ(printable("größe 行列 🚀"), "größe 行列 🚀");
}

TEST(Printable, escapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\x1b[31mred"), "a\\x1b[31mred");
  EXPECT_EQ(printable("two\nlines\tand\r"), "two\\nlines\\tand\\r");
  EXPECT_EQ(printable("\u202eevil"), "\\u202eevil");
  EXPECT_EQ(printable(std::string_view{"a\0b", 3}), "a\\x00b");
}

TEST(Printable, replacesBytesThatAreNoUtf8) {
  EXPECT_EQ(printable("a\xff\xfe"), "a\uFFFD\uFFFD");
  EXPECT_EQ(printable("\xc0\xaf"), "\uFFFD\uFFFD");            // an overlong slash
  EXPECT_EQ(printable("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");  // a lone surrogate
  EXPECT_EQ(printable("cut \xe2\x82"), "cut \uFFFD\uFFFD");
}

TEST(DisplayWidth, countsColumnsNotBytes) {
  EXPECT_EQ(displayWidth("µs"), 2U);
  EXPECT_EQ(displayWidth("行列"), 4U);
  EXPECT_EQ(displayWidth("e\u0301"), 1U);
}

TEST(Elided, takesTheMiddleOut) {
  EXPECT_EQ(elided("short", 10), "short");
  EXPECT_EQ(elided("abcdefghijkl", 10), "abcdef…jkl");
  EXPECT_EQ(elided("abcdef", 1), "…");
  EXPECT_LE(displayWidth(elided("行列行列行列行列", 7)), 7U);
}

}  // namespace
}  // namespace kernline
