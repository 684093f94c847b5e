// SPDX-License-Identifier: GPL-3.0-or-later
// What advice promises at most, held against what the change that it asks for saved, measured without a profiler.
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/allowed_skips.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

struct Pair {
  const char* name;
  std::vector<AdviceKind> kinds;  ///< that ask for the change

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
  /// Of a step, of these kinds.
  [[nodiscard]] double bound(const Advice& advice) const {
    Duration sum;
    for (const AdviceRow& row : advice.rows) {
      sum += std::ranges::find(GetParam().kinds, row.kind) != GetParam().kinds.end() ? row.bound : Duration{};
    }
    return static_cast<double>(advice.mean(sum).ns) / 1e6;
  }
  [[nodiscard]] Advice advice() const {
    const auto trace = load(shared(m_file)).value();
    return adviceOf(trace, {.steps = foundSteps(*trace).value().steps});
  }

  std::string m_file;
};

TEST_P(AdvicePairs, promiseAtLeastWhatTheChangeSaved) {
  const nlohmann::json truth = nlohmann::json::parse(readFile(shared("pairs/truth.json"))).at(GetParam().name);
  const auto median = [&](const char* side) { return truth.at(side).at("median_ms").get<double>(); };
  const double saved = median("before") - median("after");
  ASSERT_GT(saved, 0);
  const Advice made = advice();
  EXPECT_GE(bound(made), saved);
  EXPECT_LE(made.rows.front().bound, made.elapsed);
}

INSTANTIATE_TEST_SUITE_P(
    Measured, AdvicePairs,
    ::testing::Values(Pair{"fusion", {AdviceKind::Fusion}}, Pair{"padding", {AdviceKind::Padding}},
                      Pair{"pinned", {AdviceKind::HostCopy}}, Pair{"precision_tf32", {AdviceKind::Precision}},
                      Pair{"precision_bf16", {AdviceKind::Precision}},
                      Pair{"optimizer_foreach", {AdviceKind::Optimizer}},
                      Pair{"optimizer_loop", {AdviceKind::Optimizer}}, Pair{"attention", {AdviceKind::Attention}},
                      Pair{"checkpoint", {AdviceKind::Recomputation}}, Pair{"graph", {AdviceKind::Launch}},
                      Pair{"item", {AdviceKind::Synchronization}}, Pair{"empty_cache", {AdviceKind::Synchronization}},
                      Pair{"loader", {AdviceKind::HostBound}}),
    [](const auto& pair) { return std::string(pair.param.name); });

}  // namespace
}  // namespace kernline::test
