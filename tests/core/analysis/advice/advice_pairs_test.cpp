// SPDX-License-Identifier: GPL-3.0-or-later
// What advice promises at most, held against what the change that it asks for saved, measured without a profiler.
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/allowed_skips.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

struct Pair {
  const char* name;
  std::vector<AdviceKind> kinds;  ///< kinds of advice that ask for the change

  friend std::ostream& operator<<(std::ostream& out, const Pair& pair) { return out << pair.name; }
};

class AdvicePairs : public ::testing::TestWithParam<Pair> {
 protected:
  void SetUp() override {
    m_file = "pairs/" + std::string(GetParam().name) + ".before.json";
    if (!hasShared(m_file)) {
      GTEST_SKIP() << lacks(m_file);
    }
  }
  /// Sums a figure of these kinds per step.
  [[nodiscard]] static double sumMs(const Advice& advice, Duration AdviceRow::* figure) {
    Duration sum;
    for (const AdviceRow& row : advice.rows) {
      sum += std::ranges::find(GetParam().kinds, row.kind) != GetParam().kinds.end() ? row.*figure : Duration{};
    }
    return static_cast<double>(advice.mean(sum).ns) / 1e6;
  }
  /// By the change, without a profiler.
  [[nodiscard]] static double savedMs() {
    const nlohmann::json truth = nlohmann::json::parse(readFile(shared("pairs/truth.json"))).at(GetParam().name);
    const auto median = [&](const char* side) { return truth.at(side).at("median_ms").get<double>(); };
    return median("before") - median("after");
  }
  [[nodiscard]] Advice advice() const {
    const auto trace = load(shared(m_file)).value();
    return adviceOf(trace, {.steps = foundSteps(*trace).value().steps});
  }

  std::string m_file;
};

TEST_P(AdvicePairs, promiseAtLeastWhatTheChangeSaved) {
  const double saved = savedMs();
  ASSERT_GT(saved, 0);
  const Advice made = advice();
  EXPECT_GE(sumMs(made, &AdviceRow::bound), saved);
  EXPECT_LE(made.rows.front().bound, made.elapsed);
}

/// All of a host that was as quick in the recording as without it.
class AdvicePredictions : public AdvicePairs {};

TEST_P(AdvicePredictions, predictWhatTheChangeSaved) {
  const double saved = savedMs();
  EXPECT_NEAR(sumMs(advice(), &AdviceRow::likely), saved, std::max(0.5, saved / 4));
}

class AdviceOrder : public AdvicePairs {};

TEST_P(AdviceOrder, namesTheRightChangeAmongTheFirstThree) {
  const Advice made = advice();
  const auto first = std::span(made.rows).first(std::min<std::size_t>(3, made.rows.size()));
  EXPECT_TRUE(std::ranges::any_of(first, [](const AdviceRow& row) {
    return std::ranges::find(GetParam().kinds, row.kind) != GetParam().kinds.end();
  }));
}

std::string nameOfPair(const ::testing::TestParamInfo<Pair>& pair) {
  return pair.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Measured, AdvicePairs,
    ::testing::Values(Pair{"fusion", {AdviceKind::Fusion}}, Pair{"padding", {AdviceKind::Padding}},
                      Pair{"pinned", {AdviceKind::HostCopy}}, Pair{"precision_tf32", {AdviceKind::Precision}},
                      Pair{"precision_bf16", {AdviceKind::Precision}},
                      Pair{"optimizer_foreach", {AdviceKind::Optimizer}},
                      Pair{"optimizer_loop", {AdviceKind::Optimizer}}, Pair{"attention", {AdviceKind::Attention}},
                      Pair{"checkpoint", {AdviceKind::Recomputation}}, Pair{"graph", {AdviceKind::Launch}},
                      Pair{"item", {AdviceKind::Synchronization}}, Pair{"empty_cache", {AdviceKind::Allocation}},
                      Pair{"loader", {AdviceKind::HostCall}}),
    nameOfPair);
INSTANTIATE_TEST_SUITE_P(
    Measured, AdviceOrder,
    ::testing::Values(Pair{"fusion", {AdviceKind::Fusion}}, Pair{"padding", {AdviceKind::Padding}},
                      Pair{"pinned", {AdviceKind::HostCopy}}, Pair{"precision_tf32", {AdviceKind::Precision}},
                      Pair{"precision_bf16", {AdviceKind::Precision}},
                      Pair{"optimizer_foreach", {AdviceKind::Optimizer}},
                      Pair{"optimizer_loop", {AdviceKind::Optimizer}}, Pair{"attention", {AdviceKind::Attention}},
                      Pair{"checkpoint", {AdviceKind::Recomputation}}, Pair{"graph", {AdviceKind::Launch}},
                      Pair{"item", {AdviceKind::Synchronization}}, Pair{"empty_cache", {AdviceKind::Allocation}},
                      Pair{"loader", {AdviceKind::HostCall}}),
    nameOfPair);
INSTANTIATE_TEST_SUITE_P(
    Measured, AdvicePredictions,
    ::testing::Values(Pair{"fusion", {AdviceKind::Fusion}}, Pair{"padding", {AdviceKind::Padding}},
                      Pair{"pinned", {AdviceKind::HostCopy}}, Pair{"precision_tf32", {AdviceKind::Precision}},
                      Pair{"precision_bf16", {AdviceKind::Precision}},
                      Pair{"optimizer_foreach", {AdviceKind::Optimizer}}, Pair{"attention", {AdviceKind::Attention}},
                      Pair{"graph", {AdviceKind::Launch}}, Pair{"item", {AdviceKind::Synchronization}},
                      Pair{"empty_cache", {AdviceKind::Allocation}}, Pair{"loader", {AdviceKind::HostCall}}),
    nameOfPair);

}  // namespace
}  // namespace kernline::test
