// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_title.h"

#include "core/analysis/steps/found_steps.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(StepTitle, isTheShortNameOfTheKernelThatARoundBeginsWith) {
  const auto trace = load(KERNLINE_SOURCE_DIR "/resources/samples/tiled-matmul.json.gz").value();
  const FoundSteps found = foundSteps(*trace, {}).value();
  ASSERT_EQ(found.source, StepSource::Rounds);
  EXPECT_EQ(stepTitle(*trace, found.steps.front()), "readThroughCache");
}

TEST(StepTitle, isTheNameOfAnAnnotationAsItIs) {
  const auto trace = load(KERNLINE_SOURCE_DIR "/resources/samples/training-steps.json.gz").value();
  const FoundSteps found = foundSteps(*trace, {}).value();
  ASSERT_EQ(found.source, StepSource::Recorded);
  EXPECT_EQ(stepTitle(*trace, found.steps.front()), trace->text(found.steps.front().name));
}

}  // namespace
}  // namespace kernline::test
