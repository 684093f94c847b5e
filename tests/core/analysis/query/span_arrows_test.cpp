// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/span_arrows.h"

#include "tests/core/analysis/query/small_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline {
namespace {

using test::named;
using ::testing::Contains;
using ::testing::UnorderedElementsAre;

class LaunchedKernels : public ::testing::Test {
 protected:
  void SetUp() override {
    test::SmallTrace small;
    const TrackId thread = small.thread(small.process("python"), "1");
    const TrackId stream = small.stream(small.device("GPU"), "7");
    small.span(thread, 0, 100, "aten::mm", SpanKind::Op);
    small.span(thread, 20, 10, "cudaLaunchKernel", SpanKind::Runtime, 5);
    small.span(thread, 50, 10, "cudaMemcpyAsync", SpanKind::Runtime, 6);
    small.span(stream, 40, 30, "gemm", SpanKind::Kernel, 5);
    small.span(stream, 80, 30, "Memcpy DtoH", SpanKind::Memcpy, 6);
    m_trace = small.build();
  }

  [[nodiscard]] SpanArrow arrow(std::string_view from, std::string_view to, SpanArrow::Kind kind) const {
    return {named(*m_trace, from), named(*m_trace, to), kind};
  }

  std::shared_ptr<const Trace> m_trace;
};

TEST_F(LaunchedKernels, aKernelLeadsBackToItsCallAndOperator) {
  EXPECT_THAT(arrowsOf(*m_trace, named(*m_trace, "gemm")),
              UnorderedElementsAre(arrow("cudaLaunchKernel", "gemm", SpanArrow::Kind::Launch),
                                   arrow("aten::mm", "cudaLaunchKernel", SpanArrow::Kind::Operator)));
}

TEST_F(LaunchedKernels, aCallLeadsToWhatItLaunched) {
  EXPECT_THAT(arrowsOf(*m_trace, named(*m_trace, "cudaMemcpyAsync")),
              Contains(arrow("cudaMemcpyAsync", "Memcpy DtoH", SpanArrow::Kind::Launch)));
}

TEST_F(LaunchedKernels, anOperatorLeadsToAllThatItsCallsLaunched) {
  const auto arrows = arrowsOf(*m_trace, named(*m_trace, "aten::mm"));
  EXPECT_THAT(arrows, UnorderedElementsAre(arrow("aten::mm", "cudaLaunchKernel", SpanArrow::Kind::Operator),
                                           arrow("cudaLaunchKernel", "gemm", SpanArrow::Kind::Launch),
                                           arrow("aten::mm", "cudaMemcpyAsync", SpanArrow::Kind::Operator),
                                           arrow("cudaMemcpyAsync", "Memcpy DtoH", SpanArrow::Kind::Launch)));
}

TEST_F(LaunchedKernels, noMoreArrowsThanAskedFor) {
  EXPECT_EQ(arrowsOf(*m_trace, named(*m_trace, "aten::mm"), 3).size(), 3U);
}

}  // namespace
}  // namespace kernline
