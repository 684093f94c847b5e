// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/span_arrows.h"

#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline {
namespace {

using test::spanNamed;
using ::testing::Contains;
using ::testing::UnorderedElementsAre;

class LaunchedKernels : public ::testing::Test {
 protected:
  void SetUp() override {
    m_trace = test::sketch(R"(
      cpu 1: aten::mm 0+100
      gpu 0/7: gemm 40+30 <- launch 20+10
      gpu 0/7: Memcpy DtoH 80+30 <- cudaMemcpyAsync 50+10)");
  }

  [[nodiscard]] SpanArrow arrow(std::string_view from, std::string_view to, SpanArrow::Kind kind) const {
    return {spanNamed(*m_trace, from), spanNamed(*m_trace, to), kind};
  }

  std::shared_ptr<const Trace> m_trace;
};

TEST_F(LaunchedKernels, aKernelLeadsBackToItsCallAndOperator) {
  EXPECT_THAT(arrowsOf(*m_trace, spanNamed(*m_trace, "gemm")),
              UnorderedElementsAre(arrow("cudaLaunchKernel", "gemm", SpanArrow::Kind::Launch),
                                   arrow("aten::mm", "cudaLaunchKernel", SpanArrow::Kind::Operator)));
}

TEST_F(LaunchedKernels, aCallLeadsToWhatItLaunched) {
  EXPECT_THAT(arrowsOf(*m_trace, spanNamed(*m_trace, "cudaMemcpyAsync")),
              Contains(arrow("cudaMemcpyAsync", "Memcpy DtoH", SpanArrow::Kind::Launch)));
}

TEST_F(LaunchedKernels, anOperatorLeadsToAllThatItsCallsLaunched) {
  const auto arrows = arrowsOf(*m_trace, spanNamed(*m_trace, "aten::mm"));
  EXPECT_THAT(arrows, UnorderedElementsAre(arrow("aten::mm", "cudaLaunchKernel", SpanArrow::Kind::Operator),
                                           arrow("cudaLaunchKernel", "gemm", SpanArrow::Kind::Launch),
                                           arrow("aten::mm", "cudaMemcpyAsync", SpanArrow::Kind::Operator),
                                           arrow("cudaMemcpyAsync", "Memcpy DtoH", SpanArrow::Kind::Launch)));
}

TEST_F(LaunchedKernels, noMoreArrowsThanAskedFor) {
  EXPECT_EQ(arrowsOf(*m_trace, spanNamed(*m_trace, "aten::mm"), 3).size(), 3U);
}

}  // namespace
}  // namespace kernline
