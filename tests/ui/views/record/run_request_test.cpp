// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_request.h"

#include "ui/views/record/recorder_catalog.h"

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(RunRequest, SplitsACommandLineAsAShellDoes) {
  EXPECT_EQ(splitCommand(QStringLiteral("python -c 'print(\"a b\")' x\\ y \"\" z")),
            (QStringList{"python", "-c", "print(\"a b\")", "x y", "", "z"}));
  EXPECT_TRUE(splitCommand(QStringLiteral("  ")).isEmpty());
}

TEST(RecorderCatalog, RefusesWhatIsNoList) {
  EXPECT_FALSE(kernelsOf("{}").has_value());
  EXPECT_FALSE(kernelsOf("\xff garbage").has_value());
  EXPECT_FALSE(reportOf("[1]").has_value());
}

}  // namespace
}  // namespace kernline::ui
