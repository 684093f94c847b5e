// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_levels.h"

#include "tests/core/analysis/work/made_work.h"
#include "tests/support/trace_query.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stop_token>

namespace kernline::test {
namespace {

constexpr const char* squareDims = "[[4096,4096],[4096,4096]]";

/// A product at 69 % of the roofline of an H200, one that is said to be faster than it, an activation below the launch
/// floor, a collective, and a kernel of an operator without a rule.
std::shared_ptr<const Trace> fiveKernels() {
  MadeWork made;
  made.op("aten::mm", 0, 50, squareDims, twoHalves);
  made.kernel("gemm", 10, 100, 200);
  made.op("aten::mm", 60, 20, squareDims, twoHalves);
  made.kernel("fast_gemm", 65, 300, 100);
  made.op("aten::neg", 90, 20, "[[8]]", R"(["float"])");
  made.kernel("neg_kernel", 95, 500, 1);
  made.op("vendor::secret", 120, 20, "[[4096,4096]]", R"(["float"])");
  made.kernel("secret_kernel", 125, 510, 20);
  made.add(R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":8,"ts":600,"dur":9,)"
           R"("args":{"device":0,"stream":8}})");
  made.add(R"({"ph":"X","cat":"gpu_user_annotation","name":"forward","pid":0,"tid":7,"ts":90,"dur":230,)"
           R"("args":{}})");
  return made.trace();
}

WorkLevels levelsOf(const Trace& trace, std::optional<Ceilings> ceilings, unsigned threads = 1) {
  const WorkModel model = workModel(trace, WorkRules::builtin(), 1);
  return workLevels(trace, model, WorkMeter(trace, model, std::move(ceilings)), threads);
}

TEST(WorkLevels, sayHowCloseEachKernelCameToItsRoofline) {
  const auto trace = fiveKernels();
  const WorkLevels levels = levelsOf(*trace, ceilingsOf("NVIDIA H200"));
  const auto level = [&](const char* name) { return levels[spanNamed(*trace, name)]; };
  EXPECT_EQ(WorkLevels::percentOf(level("gemm")), 69);
  EXPECT_EQ(WorkLevels::percentOf(level("fast_gemm")), 100) << "no more than all";
  EXPECT_EQ(level("neg_kernel"), WorkLevels::latency);
  EXPECT_EQ(level("secret_kernel"), WorkLevels::noRoofline);
  EXPECT_EQ(level("ncclDevKernel_AllReduce"), WorkLevels::communication);
  EXPECT_EQ(level("forward"), WorkLevels::noRoofline) << "a range around work";
  EXPECT_EQ(level("aten::neg"), WorkLevels::notWork);
  EXPECT_EQ(WorkLevels::percentOf(level("secret_kernel")), std::nullopt);
}

TEST(WorkLevels, areTheSameWithSeveralThreads) {
  MadeWork made;
  for (int i = 0; i < 9000; ++i) {
    made.op("aten::relu", 10 * i, 8, "[[1024,1024]]", R"(["float"])");
    made.kernel("relu_kernel", 10 * i + 1, 10 * i + 2, 2 + i % 6);
  }
  const auto trace = made.trace();
  const WorkLevels alone = levelsOf(*trace, ceilingsOf("NVIDIA H200"));
  const WorkLevels together = levelsOf(*trace, ceilingsOf("NVIDIA H200"), 3);
  std::size_t shares = 0;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    ASSERT_EQ(alone[SpanId{i}], together[SpanId{i}]);
    shares += WorkLevels::percentOf(alone[SpanId{i}]) ? 1 : 0;
  }
  EXPECT_EQ(shares, 9000U);
}

TEST(WorkLevels, haveNoSharesWithoutCeilings) {
  const auto trace = fiveKernels();
  const WorkLevels levels = levelsOf(*trace, std::nullopt);
  EXPECT_EQ(levels[spanNamed(*trace, "gemm")], WorkLevels::noRoofline);
  EXPECT_EQ(levels[spanNamed(*trace, "ncclDevKernel_AllReduce")], WorkLevels::communication);
}

TEST(WorkLevels, areEmptyIfStopped) {
  const auto trace = fiveKernels();
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  std::stop_source stop;
  stop.request_stop();
  const WorkLevels none = workLevels(*trace, model, WorkMeter(*trace, model, {}), 1, stop.get_token());
  EXPECT_TRUE(none.isEmpty());
  EXPECT_EQ(none[SpanId{0}], WorkLevels::notWork);
}

}  // namespace
}  // namespace kernline::test
