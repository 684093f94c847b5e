// SPDX-License-Identifier: GPL-3.0-or-later
// What chrome://tracing's importer made of 70 real traces (expected/catapult_model.json), compared with ours.
#include "tests/core/cases/peer_cases.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace kernline::test {
namespace {

using nlohmann::json;

std::vector<PeerCase> models() {
  std::vector<PeerCase> cases;
  const json document = json::parse(readFile(shared("expected/catapult_model.json")));
  for (const auto& [file, model] : document.items()) {
    cases.push_back({"catapult_model", file, model});
  }
  return cases;
}

using Thread = std::pair<std::string, std::string>;

// The peer counts thread-scope instants, memory records among them, as slices.
struct Model {
  std::map<Thread, std::uint64_t> slices;
  struct Total {
    std::uint64_t count = 0;
    double totalUs = 0;
    double maxUs = 0;
  };
  std::map<std::string, Total> names;
};

Thread threadOf(const Trace& trace, TrackId id) {
  return {std::string(pidOf(trace, id)), std::string(trace.text(trace.track(id).tid))};
}

void addName(Model& model, std::string_view name, double durationUs) {
  Model::Total& total = model.names[std::string(name)];
  ++total.count;
  total.totalUs += durationUs;
  total.maxUs = std::max(total.maxUs, durationUs);
}

Model modelOf(const Trace& trace) {
  Model model;
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.track(TrackId{t});
    if (!isThreadRow(trace, track)) {
      continue;
    }
    model.slices[threadOf(trace, TrackId{t})] += track.spanCount;
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      addName(model, trace.nameText(SpanId{i}), static_cast<double>(trace.duration(SpanId{i}).ns) / 1000);
    }
  }
  for (const Instant& instant : trace.instants()) {
    if (instant.scope == InstantScope::Thread && instant.track != TrackId::none &&
        isThreadRow(trace, trace.track(instant.track))) {
      ++model.slices[threadOf(trace, instant.track)];
      addName(model, trace.text(instant.name), 0);
    }
  }
  for (const MemoryEvent& event : trace.memoryEvents()) {
    ++model.slices[threadOf(trace, event.track)];
    addName(model, "[memory]", 0);
  }
  return model;
}

std::string compareThreads(const json& expect, const Model& model) {
  std::string text;
  for (const json& process : expect.value("processes", json::array())) {
    for (const json& thread : process.value("threads", json::array())) {
      const Thread key(idText(process.at("pid")), idText(thread.at("tid")));
      const auto found = model.slices.find(key);
      const std::uint64_t count = found == model.slices.end() ? 0 : found->second;
      if (count != thread.at("n_slices").get<std::uint64_t>()) {
        text += fmt::format("{}/{}: expected {} slices, found {}\n", key.first, key.second,
                            thread.at("n_slices").get<std::uint64_t>(), count);
      }
    }
  }
  return text;
}

// The peer's list cuts names at this length.
Model::Total totalOf(const Model& model, const std::string& name) {
  constexpr std::size_t cutAt = 200;
  Model::Total total;
  for (auto at = model.names.lower_bound(name); at != model.names.end() && at->first.starts_with(name); ++at) {
    if (at->first == name || name.size() == cutAt) {
      total.count += at->second.count;
      total.totalUs += at->second.totalUs;
      total.maxUs = std::max(total.maxUs, at->second.maxUs);
    }
  }
  return total;
}

// The peer adds doubles; at epoch times one of them is good to a quarter of a microsecond.
std::string compareNames(const json& expect, const Model& model) {
  Model expected;
  for (const json& row : expect.value("top_names", json::array())) {
    Model::Total& total = expected.names[row.at("name").get<std::string>()];
    total.count += row.at("count").get<std::uint64_t>();
    total.totalUs += row.at("total_us").get<double>();
    total.maxUs = std::max(total.maxUs, row.at("max_us").get<double>());
  }
  std::string text;
  for (const auto& [name, wanted] : expected.names) {
    const Model::Total total = totalOf(model, name);
    const double tolerance = 0.5 * static_cast<double>(total.count) + 0.001;
    if (total.count != wanted.count || std::abs(total.totalUs - wanted.totalUs) > tolerance ||
        std::abs(total.maxUs - wanted.maxUs) > 0.5) {
      text += fmt::format("{}: expected {} of {} us, at most {}; found {} of {} us, at most {}\n", name.substr(0, 80),
                          wanted.count, wanted.totalUs, wanted.maxUs, total.count, total.totalUs, total.maxUs);
    }
  }
  return text;
}

std::string compareCounters(const json& expect, const Trace& trace) {
  std::map<std::string, std::uint64_t> found;
  for (const Counter& counter : trace.counters()) {
    found[fmt::format("{} {}.{}", trace.text(trace.process(counter.process).pid), trace.text(counter.name),
                      trace.text(counter.series))] += counter.sampleCount;
  }
  std::string text;
  for (const json& process : expect.value("processes", json::array())) {
    for (const json& counter : process.value("counters", json::array())) {
      for (const json& series : counter.at("series")) {
        const std::string key =
            fmt::format("{} {}.{}", idText(process.at("pid")), counter.at("name").get<std::string>(),
                        series.at("name").get<std::string>());
        if (found[key] != series.at("n").get<std::uint64_t>()) {
          text += fmt::format("{}: expected {} samples, found {}\n", key, series.at("n").dump(), found[key]);
        }
      }
    }
  }
  return text;
}

std::string compareNamesOfProcesses(const json& expect, const Trace& trace) {
  std::multiset<std::string> expected;
  for (const json& process : expect.value("processes", json::array())) {
    if (process.contains("name")) {
      expected.insert(idText(process.at("pid")) + " " + process.at("name").get<std::string>());
    }
  }
  std::multiset<std::string> found;
  for (const Process& process : trace.processes()) {
    if (process.name != StringId::empty) {
      found.insert(fmt::format("{} {}", trace.text(process.pid), trace.text(process.name)));
    }
  }
  return setDifference("process names", expected, found);
}

// The peer's bounds reach to every instant and to the rows that a profiler writes about itself; ours leave out those
// rows, instants that say when recording began or ended, and a few far from everything else.
TimeRange boundsOfEverything(const Trace& trace) {
  TimeRange bounds = trace.bounds();
  for (const Track& track : trace.tracks()) {
    if (track.kind == TrackKind::Bookkeeping && track.spanCount > 0) {
      bounds = bounds.unitedWith(track.extent);
    }
  }
  for (const Instant& instant : trace.instants()) {
    if (instant.time.ns != 0) {
      bounds = bounds.unitedWith({instant.time, instant.time});
    }
  }
  return bounds;
}

std::string compareBounds(const json& expect, const Trace& trace) {
  const json bounds = expect.value("bounds", json());
  if (!bounds.is_array()) {
    return {};
  }
  const TimeRange ours = boundsOfEverything(trace);
  const double begin = static_cast<double>(ours.begin.ns) / 1000;
  const double end = static_cast<double>(ours.end.ns) / 1000;
  const bool same = std::abs(begin - bounds.at(0).get<double>()) < 1 && std::abs(end - bounds.at(1).get<double>()) < 1;
  return same ? "" : fmt::format("bounds: expected {}, found {} to {}\n", bounds.dump(), begin, end);
}

class CatapultModel : public PeerCaseTest {};

TEST_P(CatapultModel, agrees) {
  const auto loaded = load(shared(GetParam().id));
  if (!loaded) {
    return expectAsDecided(GetParam(), loaded.error().message.english());
  }
  const Trace& trace = **loaded;
  const json& expect = GetParam().json;
  if (expect.contains("error")) {
    return;  // the peer gave up on it
  }
  const Model model = modelOf(trace);
  expectAsDecided(GetParam(), compareThreads(expect, model) + compareNames(expect, model) +
                                  compareCounters(expect, trace) + compareNamesOfProcesses(expect, trace) +
                                  compareBounds(expect, trace));
}

INSTANTIATE_TEST_SUITE_P(Cases, CatapultModel, testing::ValuesIn(models()),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
