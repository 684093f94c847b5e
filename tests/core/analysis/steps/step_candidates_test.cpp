// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/steps/made_loop.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

/// "source name count" of each.
std::vector<std::string> candidatesOf(MadeLoop& loop) {
  std::vector<std::string> texts;
  for (const FoundSteps& found : stepCandidates(*loop.build())) {
    texts.push_back(std::string(toText(found.source)) + " " + found.name + " " + std::to_string(found.steps.size()));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(StepCandidates, areWhatEachSourceSaysTheBestFirstAndNoneTwice) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 1000, i * 1000 + 950);
    loop.annotation("train_step", i * 1000 + 10, i * 1000 + 890);
    loop.function("train.py(7): step", i * 1000 + 12, i * 1000 + 880);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 200, "first");
    loop.kernel(i * 1000 + 30, i * 1000 + 300, i * 1000 + 400, "second");
  }
  EXPECT_EQ(candidatesOf(loop), (Texts{"recorded ProfilerStep# 4", "annotation train_step 4",
                                       "function train.py(7): step 4", "rounds first 4"}));
}

TEST(StepCandidates, areAllRecordedStepsAndEachOfTheirKinds) {
  MadeLoop loop;
  loop.annotation("epoch 1", 0, 5000);
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("batch " + std::to_string(i), i * 1000, i * 1000 + 500);
  }
  EXPECT_EQ(candidatesOf(loop), (Texts{"recorded batch # 3", "recorded epoch # 1", "recorded  4"}));
  EXPECT_EQ(howFound(FoundSteps{}).english(), "recorded");
}

TEST(StepCandidates, areNoneWhereNothingRepeats) {
  MadeLoop loop;
  loop.kernel(0, 10, 20, "one");
  EXPECT_TRUE(candidatesOf(loop).empty());
}

TEST(StepCandidates, beginWithWhatIsFound) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("step", i * 1000, i * 1000 + 500);
    loop.annotation("half_step", i * 1000 + 10, i * 1000 + 240);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 200);
  }
  const auto trace = loop.build();
  const std::vector<FoundSteps> candidates = stepCandidates(*trace);
  ASSERT_EQ(candidates.size(), 3U);
  EXPECT_EQ(candidates.front().name, foundSteps(*trace).value().name);
  EXPECT_EQ(candidates[1].source, StepSource::Annotation);
  EXPECT_EQ(candidates[2].source, StepSource::Rounds);
}

}  // namespace
}  // namespace kernline::test
