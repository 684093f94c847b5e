// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/search.h"

#include "tests/support/trace_sketch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline {
namespace {

std::shared_ptr<const Trace> someKernels() {
  return test::sketch(R"(ns
    gpu 0/7: ampere_sgemm_128x64 300+10
    gpu 0/7: Softmax<float> 100+10
    gpu 0/8: cutlass::Gemm::kernel 200+10
    gpu 0/8: softmax(a+b) 400+10
    gpu 0/9: GEMM 250+10)");
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
