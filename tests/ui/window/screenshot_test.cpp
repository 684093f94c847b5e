// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/screenshot.h"

#include "tests/support/trace_query.h"
#include "tests/ui/window/sample_trace.h"
#include "ui/window/tabs/load_strip.h"

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(Screenshot, selectsTheLongestOfAName) {
  const auto trace = test::smallTrace();
  EXPECT_EQ(longestNamed(*trace, "gemm"), test::spansNamed(*trace, "void gemm_kernel<float>(float*)")[1]);
  EXPECT_EQ(longestNamed(*trace, "cudaLaunchKernel"), test::spansNamed(*trace, "cudaLaunchKernel")[1]);
  EXPECT_EQ(longestNamed(*trace, "nothing"), SpanId::none);
}

TEST(LoadStrip, saysStageBytesAndRate) {
  using namespace std::chrono_literals;
  constexpr std::uint64_t mebibyte = 1U << 20U;
  EXPECT_EQ(progressText(Progress::Stage::Opening, 0, 0, 1s).toStdString(), "Opening");
  EXPECT_EQ(progressText(Progress::Stage::Reading, 500 * mebibyte, 1000 * mebibyte, 500ms).toStdString(),
            "Reading · 500.0 MiB of 1000 MiB · 1.049 GB/s");
  EXPECT_EQ(progressText(Progress::Stage::Reading, 500 * mebibyte, 0, 1s).toStdString(),
            "Reading · 500.0 MiB · 524.3 MB/s")
      << "standard input has no size";
}

}  // namespace
}  // namespace kernline::ui
