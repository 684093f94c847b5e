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

constexpr const char* accumulates = "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad";
constexpr const char* allReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

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

  /// Ten all-reduces a step of so many MiB, called by this part of backward.
  void reduce(const char* caller, int mebibytes) {
    const int floats = mebibytes << 18;
    const std::string message =
        mebibytes == 0
            ? std::string()
            : fmt::format(
                  R"(,"Collective name":"allreduce","In msg nelems":{},"Out msg nelems":{},"dtype":"Float","Group size":2)",
                  floats, floats);
    for (int step = 0; step < 5; ++step) {
      for (int i = 0; i < 10; ++i) {
        const double at = begin(step) + 30 + i * 60;
        m_program.op(caller, at, 58, "[]", "[]");
        m_program.op("c10d::allreduce_", at + 2, 50, "[[8]]", typesOf({"float"}));
        m_program.work(allReduce, at + 40, at + 45, 10, 8, "kernel", message);
      }
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

TEST(DataParallelAdvice, countsTheBucketsThatWouldDo) {
  Training training;
  training.reduce(accumulates, 4);
  const Advice advice = training.advice();
  const AdviceRow* row = rowOfRule(advice, "small_buckets");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->kind, AdviceKind::DataParallel);
  EXPECT_THAT(evidenceOf(*row), mentions("collectives-per-step-median", 10, "4.000 MiB", "25.00 MiB", 3))
      << "the first, 28 MiB and the rest";
  EXPECT_EQ(row->remedy.merged.size(), 5 * 7U);
  EXPECT_NEAR(static_cast<double>(advice.mean(row->bound).ns), 7 * 50'000, 20'000);
  EXPECT_GT(row->likely.ns * 2, row->bound.ns);
}

TEST(DataParallelAdvice, leavesOtherCollectivesAlone) {
  const auto isSilent = [](const char* caller, int mebibytes) {
    Training training;
    training.reduce(caller, mebibytes);
    return rowOfRule(training.advice(), "small_buckets") == nullptr;
  };
  EXPECT_TRUE(isSilent(accumulates, 25)) << "buckets are large enough";
  EXPECT_TRUE(isSilent(accumulates, 0)) << "their sizes are unknown";
  EXPECT_TRUE(isSilent("autograd::engine::evaluate_function: CopyToModelParallelRegionBackward", 4))
      << "the rest of backward needs them";
}

TEST(DataParallelAdvice, namesTheSearchForUnusedParameters) {
  Training training;
  training.searchUnused();
  const Advice advice = training.advice();
  const AdviceRow* row = rowOfRule(advice, "unused_parameters");
  ASSERT_NE(row, nullptr);
  EXPECT_NEAR(static_cast<double>(advice.mean(row->bound).ns), 200'000, 20'000);
  EXPECT_EQ(rowOfRule(advice, "gradient_copies"), nullptr);
  EXPECT_EQ(rowOfRule(advice, "small_buckets"), nullptr);
}

/// By the change, without a profiler, in ms: the medians, and what the spread of both runs allows.
struct MeasuredSaving {
  double median = 0;
  double least = 0;
  double most = 0;
};

MeasuredSaving savedByPair(const char* name) {
  const nlohmann::json truth = nlohmann::json::parse(readFile(shared("pairs/two/truth.json"))).at(name);
  const auto time = [&](const char* side, const char* figure) { return truth.at(side).at(figure).get<double>(); };
  return {.median = time("before", "median_ms") - time("after", "median_ms"),
          .least = time("before", "min_ms") - time("after", "max_ms"),
          .most = time("before", "max_ms") - time("after", "min_ms")};
}

double likelyMs(const Advice& advice, std::string_view rule) {
  const AdviceRow* row = rowOfRule(advice, rule);
  return row == nullptr ? 0 : static_cast<double>(advice.mean(row->likely).ns) / 1e6;
}

TEST(DataParallelAdvice, ofSmallBucketsIsWithinWhatWasMeasured) {
  const std::string file = "pairs/two/ddp_buckets.before.rank1.json";
  if (!hasShared(file)) {
    GTEST_SKIP() << lacks(file);
  }
  const Advice advice = adviceOfTraining(load(shared(file)).value());
  const MeasuredSaving saved = savedByPair("ddp_buckets");
  EXPECT_EQ(advice.rows.front().rule, "small_buckets");
  EXPECT_GE(likelyMs(advice, "small_buckets"), saved.least);
  EXPECT_LE(likelyMs(advice, "small_buckets"), saved.most);
}

TEST(DataParallelAdvice, ofBucketViewsIsNearWhatWasMeasured) {
  const std::string file = "pairs/two/ddp_find_unused.before.rank0.json";
  if (!hasShared(file)) {
    GTEST_SKIP() << lacks(file);
  }
  const Advice advice = adviceOfTraining(load(shared(file)).value());
  EXPECT_NEAR(likelyMs(advice, "gradient_copies"), savedByPair("ddp_find_unused").median, 0.5);
  const auto after = load(shared("pairs/two/ddp_find_unused.after.rank0.json")).value();
  EXPECT_EQ(rowOfRule(adviceOfTraining(after), "gradient_copies"), nullptr);
}

}  // namespace
}  // namespace kernline::test
