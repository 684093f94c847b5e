// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/search.h"

#include "tests/core/analysis/query/small_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline {
namespace {

std::shared_ptr<const Trace> someKernels() {
  test::SmallTrace small;
  const ProcessId gpu = small.device("GPU");
  const TrackId first = small.stream(gpu, "7");
  const TrackId second = small.stream(gpu, "8");
  const TrackId third = small.stream(gpu, "9");
  small.span(first, 300, 10, "ampere_sgemm_128x64");
  small.span(first, 100, 10, "Softmax<float>");
  small.span(second, 200, 10, "cutlass::Gemm::kernel");
  small.span(second, 400, 10, "softmax(a+b)");
  small.span(third, 250, 10, "GEMM");
  return small.build();
}

std::vector<std::int64_t> startsOf(const Trace& trace, const Expected<std::vector<SpanId>>& found) {
  std::vector<std::int64_t> starts;
  for (const SpanId s : found.value()) {
    starts.push_back(trace.start(s).ns);
  }
  return starts;
}

TEST(Search, textIsFoundWhateverItsCaseInTimeOrderOverAllRows) {
  const auto trace = someKernels();
  EXPECT_THAT(startsOf(*trace, search(*trace, {.text = "gemm"})), ::testing::ElementsAre(200, 250, 300));
  EXPECT_THAT(startsOf(*trace, search(*trace, {.text = "SOFTMAX"})), ::testing::ElementsAre(100, 400));
}

TEST(Search, matchingCaseFindsLess) {
  const auto trace = someKernels();
  EXPECT_THAT(startsOf(*trace, search(*trace, {.text = "Gemm", .matchCase = true})), ::testing::ElementsAre(200));
}

TEST(Search, charactersOfExpressionsAreOrdinaryInText) {
  const auto trace = someKernels();
  EXPECT_THAT(startsOf(*trace, search(*trace, {.text = "(a+b)"})), ::testing::ElementsAre(400));
}

TEST(Search, anExpressionIsOneIfAskedFor) {
  const auto trace = someKernels();
  const SearchQuery query{.text = "^(softmax|ampere)", .isRegex = true};
  EXPECT_THAT(startsOf(*trace, search(*trace, query)), ::testing::ElementsAre(100, 300, 400));
}

TEST(Search, aBrokenExpressionSaysWhatIsWrong) {
  const auto found = search(*someKernels(), {.text = "gemm(", .isRegex = true});
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().kind, Error::Kind::Usage);
  EXPECT_THAT(found.error().message.english(), ::testing::HasSubstr("missing )"));
}

TEST(Search, noTextFindsNothing) {
  EXPECT_TRUE(search(*someKernels(), {})->empty());
}

TEST(Search, aStoppedSearchSaysSo) {
  std::stop_source stop;
  stop.request_stop();
  const auto found = search(*someKernels(), {.text = "gemm"}, stop.get_token());
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().kind, Error::Kind::Canceled);
}

}  // namespace
}  // namespace kernline
