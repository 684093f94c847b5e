// SPDX-License-Identifier: GPL-3.0-or-later
// What the log reader makes of small logs, as text beside them. KERNLINE_UPDATE_GOLDEN=1 writes it anew.
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace kernline::test {
namespace {

class LogGolden : public testing::TestWithParam<std::string> {};

TEST_P(LogGolden, dumpIsAsItWas) {
  const std::string path = fixture("logs/" + GetParam());
  const std::string text = dumpLog(*logs::readLogText(readFile(path)));
  if (std::getenv("KERNLINE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path + ".golden") << text;
    return;
  }
  EXPECT_EQ(text, readFile(path + ".golden"));
}

INSTANTIATE_TEST_SUITE_P(Fixtures, LogGolden, testing::ValuesIn(filesBelow(fixture("logs"), {".log"})),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace kernline::test
