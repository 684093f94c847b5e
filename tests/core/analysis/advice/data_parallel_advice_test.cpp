// SPDX-License-Identifier: GPL-3.0-or-later
// What data-parallel training costs and a setting of it saves.
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

Advice adviceOfTraining(const std::shared_ptr<const Trace>& trace) {
  return adviceOf(trace, {.steps = foundSteps(*trace).value().steps});
}

const AdviceRow* rowOfRule(const Advice& advice, std::string_view rule) {
  const auto found = std::ranges::find(advice.rows, rule, &AdviceRow::rule);
  return found == advice.rows.end() ? nullptr : &*found;
}

/// Five steps of 1 ms in which a GPU with little to do waits for the host.
class Training {
 public:
  Training() {
    for (int step = 0; step < 5; ++step) {
      m_program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), begin(step), 999);
      multiply(begin(step) + 2);
    }
  }

  void copyBack() {
    for (int step = 0; step < 5; ++step) {
      for (int i = 0; i < 10; ++i) {
        const double at = begin(step) + 650 + i * 25;
        m_program.op("torch.distributed.ddp.reducer::copy_bucket_to_grad", at, 24, "[[8]]", typesOf({"float"}));
        m_program.op("aten::copy_", at + 1, 22, "[[8]]", typesOf({"float"}));
        m_program.work("Memcpy DtoD (Device -> Device)", at + 10, at + 15, 4, 7, "gpu_memcpy");
      }
    }
  }
  void searchUnused() {
    for (int step = 0; step < 5; ++step) {
      multiply(begin(step) + 670);
      m_program.op("torch.distributed.ddp.reducer::search_unused_parameters", begin(step) + 700, 200, "[]", "[]");
      multiply(begin(step) + 902);
    }
  }
  [[nodiscard]] Advice advice() { return adviceOfTraining(m_program.trace()); }

 private:
  void multiply(double at) {
    m_program.op("aten::mm", at, 20, "[[64,64],[64,64]]", twoHalves);
    m_program.work("gemm", at + 3, at + 10, 5);
  }
  static double begin(int step) { return 1000.0 * (step + 1); }

  AdviceProgram m_program;
};

TEST(DataParallelAdvice, sparesTheDeviceCopiesFromBucketsToGradients) {
  Training training;
  training.copyBack();
  const Advice advice = training.advice();
  const AdviceRow* row = rowOfRule(advice, "gradient_copies");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->kind, AdviceKind::DataParallel);
  EXPECT_THAT(evidenceOf(*row), mentions("their-work-on-device", "40.00 µs per step"));
  EXPECT_NEAR(static_cast<double>(advice.mean(row->bound).ns), 250'000, 30'000) << "the calls, and what they launch";
  EXPECT_GT(row->likely.ns, 0);
  EXPECT_FALSE(hasRow(advice, AdviceKind::MatrixCopy)) << "nobody else takes them";
}

TEST(DataParallelAdvice, namesTheSearchForUnusedParameters) {
  Training training;
  training.searchUnused();
  const Advice advice = training.advice();
  const AdviceRow* row = rowOfRule(advice, "unused_parameters");
  ASSERT_NE(row, nullptr);
  EXPECT_NEAR(static_cast<double>(advice.mean(row->bound).ns), 200'000, 20'000);
  EXPECT_EQ(rowOfRule(advice, "gradient_copies"), nullptr);
}

/// By the change, without a profiler, in ms.
double savedByPair(const char* name) {
  const nlohmann::json truth = nlohmann::json::parse(readFile(shared("pairs/two/truth.json"))).at(name);
  const auto median = [&](const char* side) { return truth.at(side).at("median_ms").get<double>(); };
  return median("before") - median("after");
}

double likelyMs(const Advice& advice, std::string_view rule) {
  const AdviceRow* row = rowOfRule(advice, rule);
  return row == nullptr ? 0 : static_cast<double>(advice.mean(row->likely).ns) / 1e6;
}

TEST(DataParallelAdvice, ofBucketViewsIsNearWhatWasMeasured) {
  const std::string file = "pairs/two/ddp_find_unused.before.rank0.json";
  if (!hasShared(file)) {
    GTEST_SKIP() << lacks(file);
  }
  const Advice advice = adviceOfTraining(load(shared(file)).value());
  EXPECT_NEAR(likelyMs(advice, "gradient_copies"), savedByPair("ddp_find_unused"), 0.5);
  const auto after = load(shared("pairs/two/ddp_find_unused.after.rank0.json")).value();
  EXPECT_EQ(rowOfRule(adviceOfTraining(after), "gradient_copies"), nullptr);
}

}  // namespace
}  // namespace kernline::test
