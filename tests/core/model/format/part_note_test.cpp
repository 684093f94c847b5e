// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/part_note.h"

#include <gtest/gtest.h>

namespace kernline {
namespace {

TEST(PartNote, standsBehindATableAndFirstInAPage) {
  EXPECT_EQ(withPartNote("a,b\n1,2\n", "cut, here", TableForm::Csv), "a,b\n1,2\n\"# cut, here\"\n");
  EXPECT_EQ(withPartNote("a\tb\n", "cut", TableForm::Tsv), "a\tb\n# cut\n");
  EXPECT_EQ(withPartNote("| a |\n", "x|y", TableForm::Markdown), "| a |\n\nx\\|y\n");
  EXPECT_EQ(withPartNote("<body><main>\n<h1>t</h1></main>", "a < b", TableForm::Html),
            "<body><main>\n<p class=\"failed\">a &lt; b</p>\n<h1>t</h1></main>");
}

TEST(PartNote, isNothingOfAWholeOrOfNothing) {
  EXPECT_EQ(withPartNote("a\n", "", TableForm::Csv), "a\n");
  EXPECT_EQ(withPartNote("", "cut", TableForm::Markdown), "");
}

}  // namespace
}  // namespace kernline
