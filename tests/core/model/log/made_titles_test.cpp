// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/made_titles.h"

#include "core/model/log/log_builder.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

namespace kernline {
namespace {

Message titleOf(std::string_view title, std::uint32_t firstLine) {
  LogBuilder builder;
  LogTable table;
  table.title = builder.intern(title);
  table.firstLine = firstLine;
  const auto log = builder.build();
  return shownTitle(*log, table);
}

TEST(MadeTitles, arePhrasesWithTheNamesInThem) {
  EXPECT_EQ(titleOf("Advice of Nsight Compute", 0), Message(made_titles::advice));
  EXPECT_EQ(titleOf("Source lines of gemm (1, 1, 1)", 0), made_titles::sourceLines.with("gemm (1, 1, 1)"));
  EXPECT_EQ(titleOf("Collectives", 0), Message(made_titles::collectives));
}

TEST(MadeTitles, areNoneThatSomebodyPrinted) {
  EXPECT_EQ(titleOf("Collectives", 12), Message::name("Collectives"));
  EXPECT_EQ(titleOf("gemm (1, 1, 1)", 0), Message::name("gemm (1, 1, 1)"));
}

}  // namespace
}  // namespace kernline
