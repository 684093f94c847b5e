// SPDX-License-Identifier: GPL-3.0-or-later
// What the shared collection's manifest counted in each trace: phases, categories, memory events, GPUs, ranks.
#include "tests/core/cases/peer_cases.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gtest/gtest.h>

#include <map>

namespace kernline::test {
namespace {

using nlohmann::json;

std::vector<PeerCase> countedTraces() {
  std::vector<PeerCase> cases;
  const json manifest = json::parse(readFile(shared("MANIFEST.json")));
  for (const json& entry : manifest.at("traces")) {
    if (entry.value("by_phase", json()).is_object()) {
      cases.push_back({"manifest", entry.at("file").get<std::string>(), entry});
    }
  }
  return cases;
}

std::uint64_t phases(const json& entry, std::string_view letters) {
  std::uint64_t sum = 0;
  for (const char letter : letters) {
    sum += entry.at("by_phase").value(std::string(1, letter), std::uint64_t{0});
  }
  return sum;
}

std::uint64_t threadSpans(const Trace& trace) {
  std::uint64_t count = 0;
  for (const Track& track : trace.tracks()) {
    count += isThreadRow(trace, track) ? track.spanCount : 0;
  }
  return count;
}

std::uint64_t threadInstants(const Trace& trace) {
  return trace.memoryEvents().size() +
         static_cast<std::uint64_t>(std::ranges::count_if(trace.instants(), [&](const Instant& instant) {
           return instant.track == TrackId::none || trace.track(instant.track).kind != TrackKind::Async;
         }));
}

class Manifest : public PeerCaseTest {};

TEST_P(Manifest, countsAgree) {
  const auto loaded = load(shared(GetParam().id));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const json& entry = GetParam().json;
  EXPECT_EQ(threadSpans(trace), phases(entry, "XB"));
  EXPECT_EQ(threadInstants(trace), phases(entry, "iIR"));
  EXPECT_GE(trace.flowRecordCount(), phases(entry, "stf"));  // flow_in and flow_out of X and B count besides
  EXPECT_EQ(trace.memoryEvents().size(), entry.at("memory_events").get<std::uint64_t>());

  std::map<std::string, std::uint64_t> byCategory;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    ++byCategory[std::string(trace.categoryText(SpanId{i}))];
  }
  for (const char* onlySpans : {"Kernel", "kernel", "Operator", "cpu_op", "Runtime", "cuda_runtime", "Memcpy", "Memset",
                                "gpu_memcpy", "gpu_memset", "gpu_user_annotation", "python_function", "overhead"}) {
    EXPECT_EQ(byCategory[onlySpans], entry.at("by_category").value(onlySpans, std::uint64_t{0})) << onlySpans;
  }
}

TEST_P(Manifest, gpusAndRankAgree) {
  const auto loaded = load(shared(GetParam().id));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  if (const json gpus = GetParam().json.value("gpus", json()); gpus.is_array() && !gpus.empty()) {
    EXPECT_EQ(trace.devices().size(), gpus.back().get<std::size_t>());
    EXPECT_EQ(trace.devices().front().name, gpus.front().get<std::string>());
  }
  if (const json distributed = GetParam().json.value("distributed", json()); distributed.is_object()) {
    for (const Process& process : trace.processes()) {
      EXPECT_EQ(process.rank, distributed.at("rank").get<int>()) << trace.text(process.pid);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Traces, Manifest, testing::ValuesIn(countedTraces()),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
