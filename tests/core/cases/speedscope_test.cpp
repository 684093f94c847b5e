// SPDX-License-Identifier: GPL-3.0-or-later
// speedscope's trace-event and CPU profile samples: self and total time of each frame of each thread, in microseconds.
#include "tests/core/cases/peer_cases.h"
#include "tests/support/open_file.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace kernline::test {
namespace {

using nlohmann::json;

// Where a function without a name stands is told in other words.
std::string withoutPlace(std::string_view name) {
  return std::string(name.starts_with("(anonymous") ? std::string_view("(anonymous)") : name);
}

// speedscope writes args behind a name and "(unnamed)" for none.
std::string frameName(const json& frame) {
  const std::string name = frame.at("name").get<std::string>();
  return name == "(unnamed)" ? "" : withoutPlace(name.substr(0, name.find(" {\"")));
}

// Self time by name, over all threads: total time counts a recursion once, so it cannot be added up.
std::map<std::string, double> expectedSelf(const json& peerCase) {
  std::map<std::string, double> self;
  for (const json& profile : peerCase.at("profiles")) {
    for (const json& frame : profile.at("frames")) {
      self[frameName(frame)] += frame.at("self").get<double>();
    }
  }
  std::erase_if(self, [](const auto& entry) { return entry.second == 0; });
  return self;
}

std::map<std::string, double> foundSelf(const Trace& trace) {
  std::map<std::string, double> self;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const double length = static_cast<double>(trace.duration(SpanId{i}).ns) / 1000;
    self[withoutPlace(trace.nameText(SpanId{i}))] += length;
    if (const SpanId parent = trace.parent(SpanId{i}); parent != SpanId::none) {
      self[withoutPlace(trace.nameText(parent))] -= length;
    }
  }
  std::erase_if(self, [](const auto& entry) { return std::abs(entry.second) < 1e-6; });
  return self;
}

// Whether the input is a timeline that holds CPU profiles among much else, of which speedscope reads those alone.
bool isTimeline(const PeerCase& peerCase) {
  return peerCase.id.starts_with("chrome/") && peerCase.id.contains("Chrome_");
}

std::string speedscopeDifferences(const json& peerCase, const Trace& trace) {
  const auto facts = [](const std::map<std::string, double>& self) {
    std::multiset<std::string> texts;
    for (const auto& [name, time] : self) {
      texts.insert(fmt::format("\"{}\" {:.3f}", name, time));
    }
    return texts;
  };
  return setDifference("self time", facts(expectedSelf(peerCase)), facts(foundSelf(trace)));
}

class Speedscope : public PeerCaseTest {};

TEST_P(Speedscope, selfTimesAgree) {
  const auto trace = load(GetParam().inputPath());
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ(brokenPromise(**trace), "");
  if (!isTimeline(GetParam())) {
    expectAsDecided(GetParam(), speedscopeDifferences(GetParam().json, **trace));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Speedscope, testing::ValuesIn(peerCases("speedscope")),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
