// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/baseline_guess.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kernline {
namespace {

using testing::Eq;
using testing::Optional;

using Paths = std::vector<std::string>;

/// The baseline by its name, in whichever order the names come; "" where the names say nothing.
std::string baselineOf(Paths paths) {
  std::ranges::sort(paths);
  const auto first = guessedBaseline(paths);
  const std::string found = first ? paths[*first] : "";
  do {
    const auto guess = guessedBaseline(paths);
    EXPECT_EQ(guess ? paths[*guess] : "", found) << "as first: " << paths.front();
  } while (std::ranges::next_permutation(paths).found);
  return found;
}

struct NamedPair {
  std::string base;
  std::string other;
};

TEST(BaselineGuess, followsTheWordsOfFileNames) {
  const std::vector<NamedPair> pairs{
      {"before.json", "after.json"},
      {"/data/fusion.before.json.xz", "/data/fusion.after.json.xz"},
      {"traceBefore2.json", "traceAfter2.json"},
      {"BEFORE_opt.json", "AFTER_opt.json"},
      {"z_old.json", "a_new.json"},
      {"old/x.json", "new/x.json"},
      {"base.json", "candidate.json"},
      {"zz_baseline.nsys-rep", "aa.nsys-rep"},
      {"resnet50-ref.json", "resnet50-compiled.json"},
      {"model_original.json", "model_tuned.json"},
      {"model-prev.json", "model-b.json"},
      {"pre_fusion.json", "post_fusion.json"},
      {"model.json", "model_new.json"},
      {"model.json", "model-optimized.json"},
      {"step_unoptimized.json", "step_optimized.json"},
      {"main.json", "feature.json"},
      {"x-master.json", "fuse-norm.json"},
      {"runs/main/trace.json", "runs/fuse-norm/trace.json"},
      {"head.json", "after.json"},
      {"main.json", "head.json"},
      {"base.json", "head.json"},
      {"old.json", "main.json"},
      {"/main/before.json", "/main/after.json"},
      {"new_york_before.json", "new_york_after.json"},
      {"new/old.json", "old/new.json"},
  };
  for (const NamedPair& pair : pairs) {
    EXPECT_EQ(baselineOf({pair.base, pair.other}), pair.base) << pair.base << " beside " << pair.other;
  }
}

TEST(BaselineGuess, followsDates) {
  const std::vector<NamedPair> pairs{
      {"run_2026-02-28.json", "run_2026-03-01.json"},
      {"b_20251231.json", "a_20260101.json"},
      {"b 2025.12.31.json", "a 2026_01_01.json"},
      {"b_20260101-0900.json", "a_20260101-1000.json"},
      {"b_2026-01-01_09-59-58.json", "a_2026-01-01_09-59-59.json"},
      {"b_2026-01-01T09_59.json", "a_2026-01-01T10_00.json"},
      {"b_20260101095958.json", "a_20260101095959.json"},
      {"2026-01-01/trace.json", "2026-01-02/trace.json"},
      // Names by torch.profiler.tensorboard_trace_handler: host, process, ms or ns.
      {"node7_9912.1767225600000.pt.trace.json.gz", "node7_1044.1767225660000.pt.trace.json.gz"},
      {"node7_9912.1767225600000000000.pt.trace.json", "node7_1044.1767225600000000001.pt.trace.json"},
  };
  for (const NamedPair& pair : pairs) {
    EXPECT_EQ(baselineOf({pair.base, pair.other}), pair.base) << pair.base << " beside " << pair.other;
  }
}

TEST(BaselineGuess, prefersWordsToDates) {
  EXPECT_EQ(baselineOf({"before_2026-03-02.json", "after_2026-03-01.json"}), "before_2026-03-02.json");
}

TEST(BaselineGuess, saysNothingWhereNamesSayNothing) {
  const std::vector<NamedPair> pairs{
      {"a.json", "b.json"},
      {"run1.json", "run2.json"},
      {"softmax_fp32.json", "softmax_bf16.json"},
      {"before_1.json", "before_2.json"},
      {"threshold.json", "renewed.json"},          // "old" and "new" within words
      {"old_new.json", "c.json"},                  // says both
      {"seq_10242048.json", "seq_20482048.json"},  // eight digits that are no dates
      {"20260101.json", "later.json"},             // one of them has no date
      {"20260101_a.json", "20260101_b.json"},
      {"2026-13-01.json", "2026-14-01.json"},
      {"pid.123456789012345678901234567890.json", "pid.2.json"},
      {"same.json", "same.json"},
      {"", ""},
  };
  for (const NamedPair& pair : pairs) {
    EXPECT_EQ(baselineOf({pair.base, pair.other}), "") << pair.base << " beside " << pair.other;
  }
  EXPECT_EQ(guessedBaseline(Paths{}), std::nullopt);
  EXPECT_EQ(guessedBaseline(Paths{"before.json"}), std::nullopt) << "there is nothing to choose from";
}

TEST(BaselineGuess, knowsOneOfMany) {
  EXPECT_EQ(baselineOf({"fp8.json", "bf16.json", "baseline.json", "tf32.json"}), "baseline.json");
  EXPECT_EQ(baselineOf({"day_2026-01-03.json", "day_2026-01-01.json", "day_2026-01-02.json"}), "day_2026-01-01.json");
}

TEST(BaselineGuess, takesTheFirstOfThoseThatSayTheSame) {
  EXPECT_THAT(guessedBaseline(Paths{"after_b.json", "before_b.json", "before_a.json"}), Optional(Eq(1)));
}

}  // namespace
}  // namespace kernline
