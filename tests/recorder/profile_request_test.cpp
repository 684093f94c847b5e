// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/profile_request.h"

#include "app/recorder/io/kernel_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::recorder {
namespace {

using testing::Contains;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

TEST(MetricSets, areNamedOrListMetricsOfCupti) {
  EXPECT_THAT(readMetricSet("basic").value(), Contains("dram__bytes_read.sum"));
  EXPECT_THAT(readMetricSet("sm__cycles_active.avg,sm__cycles_active.avg").value(),
              ElementsAre("sm__cycles_active.avg"));
  EXPECT_THAT(readMetricSet("basik").error(), HasSubstr("did you mean basic?"));
  EXPECT_FALSE(readMetricSet("").has_value());
}

TEST(ProfilePatterns, areRegularExpressions) {
  EXPECT_EQ(patternProblem("flash.*|gemm"), "");
  EXPECT_THAT(patternProblem("a("), HasSubstr("no regular expression"));
}

TEST(MetricsOfKernels, areSharesOfTheTimeThatTheKernelRan) {
  const CountedLaunch launch{
      .correlation = 7,
      .ranges = {{.passes = 1,
                  .nanoseconds = 200,
                  .values = {{"dram__throughput.avg.pct_of_peak_sustained_elapsed", 40},
                             {"sm__warps_active.avg.pct_of_peak_sustained_active", 50},
                             {"dram__bytes_read.sum", 1000}}},
                 {.passes = 1, .nanoseconds = 0, .values = {{"sm__x.avg.pct_of_peak_sustained_elapsed", 30}}}}};
  const std::vector<MetricValue> metrics = metricsOfKernel(launch, 100);
  ASSERT_EQ(metrics.size(), 5U);
  EXPECT_EQ(metrics[0].name, "gpu__time_duration.sum");
  EXPECT_EQ(metrics[0].value, 100);
  EXPECT_EQ(metrics[1].value, 80);
  EXPECT_EQ(metrics[2].value, 50);
  EXPECT_EQ(metrics[3].value, 1000);
  EXPECT_EQ(metrics[4].value, 30) << "a range that is the kernel";
  EXPECT_EQ(metricsOfKernel(launch, 0)[1].value, 40) << "a kernel without a duration";
}

TEST(CountedFlops, countAMultiplyAddAsTwo) {
  CountedLaunch launch;
  EXPECT_EQ(countedFlops(launch), std::nullopt);
  EXPECT_EQ(countedDramBytes(launch), std::nullopt);
  launch.ranges = {{.passes = 1,
                    .nanoseconds = 1,
                    .values = {{"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 10},
                               {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1},
                               {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", 100},
                               {"sm__ops_path_tensor_src_bf16_dst_fp32.sum", 1000},
                               {"sm__ops_path_tensor_src_int8.sum", 9999},
                               {"dram__bytes_read.sum", 5},
                               {"dram__bytes_write.sum", 6}}}};
  EXPECT_THAT(countedFlops(launch), Optional(DoubleEq(20 + 1 + 400 + 1000)));
  EXPECT_THAT(countedDramBytes(launch), Optional(DoubleEq(11)));
}

}  // namespace
}  // namespace kernline::recorder
