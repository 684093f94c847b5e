// SPDX-License-Identifier: GPL-3.0-or-later
// The unit tests of chrome://tracing's importer: what its model held, compared with ours.
#include "tests/core/cases/catapult_view.h"
#include "tests/core/cases/peer_cases.h"
#include "tests/support/open_file.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using nlohmann::json;

std::string boundsDifference(const json& expect, bool isShifted, const Trace& trace) {
  const json bounds = expect.value("bounds", json());
  if (!bounds.is_array()) {
    return {};
  }
  const std::int64_t shift = isShifted ? trace.bounds().begin.ns : 0;
  const std::int64_t begin = bounds.at(0).get<std::int64_t>() * 1000;
  const std::int64_t end = bounds.at(1).get<std::int64_t>() * 1000;
  const std::int64_t foundBegin = trace.bounds().begin.ns - shift;
  const std::int64_t foundEnd = trace.bounds().end.ns - shift;
  return begin == foundBegin && end == foundEnd
             ? std::string{}
             : fmt::format("bounds: expected {} to {}, found {} to {}\n", begin, end, foundBegin, foundEnd);
}

std::string differences(const json& peerCase, const Trace& trace) {
  const json& expect = peerCase.at("expect");
  const bool isShifted = peerCase.at("ts_shifted_to_zero").get<bool>();
  const CatapultView view(trace, isShifted ? trace.bounds().begin.ns : 0);
  const CatapultExpectation expected(expect);
  return setDifference("slices", expected.slices(), view.slices()) +
         setDifference("depths", expected.depths(), view.depths()) +
         setDifference("async", expected.asyncSlices(), view.asyncSlices()) +
         setDifference("counters", expected.samples(), view.samples()) +
         setDifference("flows", expected.flows(), view.flows()) +
         setDifference("names", expected.names(), view.names()) + boundsDifference(expect, isShifted, trace);
}

class CatapultImporter : public PeerCaseTest {};

TEST_P(CatapultImporter, agrees) {
  const auto trace = load(GetParam().inputPath());
  if (GetParam().json.at("expect").contains("error")) {
    EXPECT_TRUE(!trace || brokenPromise(**trace).empty());
    return;
  }
  if (!trace) {
    return expectAsDecided(GetParam(), trace.error().message.english());
  }
  EXPECT_EQ(brokenPromise(**trace), "");
  expectAsDecided(GetParam(), differences(GetParam().json, **trace));
}

INSTANTIATE_TEST_SUITE_P(Cases, CatapultImporter, testing::ValuesIn(peerCases("catapult_importer")),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
