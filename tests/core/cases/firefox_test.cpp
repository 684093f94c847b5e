// SPDX-License-Identifier: GPL-3.0-or-later
// The Firefox profiler's Chrome importer: how many markers each thread has.
#include "tests/core/cases/peer_cases.h"
#include "tests/support/open_file.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

namespace kernline::test {
namespace {

using nlohmann::json;

// Markers of a thread are its spans and instants. Asynchronous spans belong to no thread here, so those of a process
// are counted for it as a whole.
std::map<std::string, std::uint64_t> expectedMarkers(const json& peerCase) {
  std::map<std::string, std::uint64_t> markers;
  for (const json& thread : peerCase.at("threads")) {
    markers[thread.at("pid").get<std::string>()] += thread.at("markers").get<std::uint64_t>();
  }
  std::erase_if(markers, [](const auto& entry) { return entry.second == 0; });
  return markers;
}

std::map<std::string, std::uint64_t> foundMarkers(const Trace& trace) {
  std::map<std::string, std::uint64_t> markers;
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.track(TrackId{t});
    if (isThreadRow(trace, track) || track.kind == TrackKind::Async) {
      markers[std::string(pidOf(trace, TrackId{t}))] += track.spanCount;
    }
  }
  for (const Instant& instant : trace.instants()) {
    if (instant.track != TrackId::none) {
      ++markers[std::string(pidOf(trace, instant.track))];
    }
  }
  std::erase_if(markers, [](const auto& entry) { return entry.second == 0; });
  return markers;
}

class Firefox : public PeerCaseTest {};

TEST_P(Firefox, countsOfMarkersAgree) {
  const auto trace = load(GetParam().inputPath());
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ(brokenPromise(**trace), "");
  const auto expected = expectedMarkers(GetParam().json);
  const auto found = foundMarkers(**trace);
  std::string text;
  for (const auto& [pid, count] : expected) {
    const auto at = found.find(pid);
    const std::uint64_t ours = at == found.end() ? 0 : at->second;
    text += ours == count ? "" : fmt::format("process {}: expected {} markers, found {}\n", pid, count, ours);
  }
  expectAsDecided(GetParam(), text);
}

INSTANTIATE_TEST_SUITE_P(Cases, Firefox, testing::ValuesIn(peerCases("firefox")),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
