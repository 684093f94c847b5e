// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/export/cut_trace.h"

#include "core/analysis/counters/counter_value.h"
#include "core/output/export/kept_events.h"
#include "tests/core/analysis/counters/sampled_device.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

namespace kernline::test {
namespace {

std::shared_ptr<const Trace> loaded(const std::string& path) {
  auto trace = load(path);
  EXPECT_TRUE(trace) << path << ": " << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

/// A name for a file to be written, gone with the object.
class OutputName {
 public:
  explicit OutputName(const char* ending)
      : m_path((std::filesystem::temp_directory_path() /
                fmt::format("kernline-cut-{}-{}{}", ::getpid(), m_count++, ending))
                   .string()) {}
  ~OutputName() { std::filesystem::remove(m_path); }
  [[nodiscard]] const std::string& path() const { return m_path; }

 private:
  static inline int m_count = 0;
  std::string m_path;
};

/// The middle part of a trace, from the start of one of its spans to the end of another.
TimeRange middleOf(const Trace& trace) {
  const TimeRange bounds = trace.bounds();
  const std::int64_t length = bounds.length().ns;
  return {{bounds.begin.ns + length * 2 / 5}, {bounds.begin.ns + length * 3 / 5}};
}

/// Without the row's kind, which follows from what else is on it.
std::string describe(const Trace& trace, SpanId s) {
  const Track& track = trace.track(trace.trackOf(s));
  return fmt::format("{} {} {} {} {} on {}/{}", trace.start(s).ns, trace.duration(s).ns, trace.nameText(s),
                     trace.categoryText(s), toText(trace.kind(s)),
                     track.process == ProcessId::none ? "" : trace.text(trace.process(track.process).pid),
                     trace.text(track.tid));
}

/// Returns the events in the range, but for spans that end only because the file does.
std::multiset<std::string> touched(const Trace& trace, TimeRange range) {
  std::multiset<std::string> spans;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (isTouched(trace, SpanId{i}, range) && !has(trace.flags(SpanId{i}), SpanFlags::Unfinished)) {
      spans.insert(describe(trace, SpanId{i}));
    }
  }
  return spans;
}

std::multiset<std::string> flowsBetween(const Trace& trace, TimeRange range) {
  std::multiset<std::string> flows;
  for (const Flow& flow : trace.flows()) {
    if (isTouched(trace, flow.from, range) && isTouched(trace, flow.to, range)) {
      flows.insert(describe(trace, flow.from) + " -> " + describe(trace, flow.to));
    }
  }
  return flows;
}

std::multiset<std::string> launchesBetween(const Trace& trace, TimeRange range) {
  std::multiset<std::string> launches;
  for (const Launch& launch : trace.launches()) {
    if (isTouched(trace, launch.call, range) && isTouched(trace, launch.activity, range)) {
      launches.insert(describe(trace, launch.call) + " -> " + describe(trace, launch.activity));
    }
  }
  return launches;
}

class CutTraceOf : public testing::TestWithParam<const char*> {};

TEST_P(CutTraceOf, aFixtureReadsLikeTheRangeOfTheWhole) {
  const auto whole = loaded(fixture(GetParam()));
  const TimeRange range = middleOf(*whole);
  for (const char* ending : {".json", ".json.gz"}) {
    const OutputName output(ending);
    const auto written = cutTrace(*whole, range, output.path());
    ASSERT_TRUE(written) << written.error().message.english();
    const auto cut = loaded(output.path());
    EXPECT_EQ(touched(*cut, range), touched(*whole, range));
    EXPECT_EQ(flowsBetween(*cut, range), flowsBetween(*whole, range));
    EXPECT_EQ(launchesBetween(*cut, range), launchesBetween(*whole, range));
    EXPECT_EQ(cut->baseTimeNs(), whole->baseTimeNs());
    EXPECT_EQ(cut->devices().size(), whole->devices().size());
    EXPECT_TRUE(nlohmann::json::accept(readDecoded(output.path())));
  }
}

TEST(CutTrace, knowsThatCountersAreNotSampledSinceBeforeTheRange) {
  SampledDevice device;
  device.kernel("work", 0, 2000).use(100, 10, 0).use(200, 20, 0).notSampled(300, 50).use(400, 50, 0).notSampled(500, 0);
  const OutputName output(".json");
  ASSERT_TRUE(cutTrace(*device.trace(), {Time{1'000'000}, Time{1'500'000}}, output.path()));
  const auto cut = loaded(output.path());
  const auto sample = counterSampleAt(*cut, cut->counters()[0], Time{1'200'000});
  ASSERT_TRUE(sample);
  EXPECT_FALSE(sample->value);
}

INSTANTIATE_TEST_SUITE_P(
    Fixtures, CutTraceOf,
    testing::Values("h200-profiler-steps.json.gz", "h200-ring-rank0.json.gz", "h200-attention-original.json.gz",
                    "h200-cuda-graph.json.gz", "torch-merged-8-ranks.json.gz", "torch-alexnet-a100.json.gz",
                    "torch-h100-docs-before.json", "torch-rocm-mi250.json.gz", "chrome-flows.json.gz",
                    "chrome-nestable-async.json", "chrome-legacy-async.json", "begin-end-trouble.json",
                    "viztracer-args.json", "tensorflow-timeline-gpu.json.gz", "bazel-build.json.gz",
                    "utf16-little-endian.json", "zip-of-one-trace.zip", "zstd.json.zst", "utf8-bom.json",
                    "two-documents.json", "cut-inside-a-string.json", "hostile/brackets-and-braces-in-strings.json",
                    "hostile/metadata-after-events.json", "damage/unescaped-quote-in-name.json",
                    "damage/non-finite-number-in-args.json", "clang-14-time-trace.json"),
    [](const auto& file) { return testName(file.param); });

TEST(CutTrace, ofTheWholeRangeHasEverySpanAgain) {
  const auto whole = loaded(fixture("h200-profiler-steps.json.gz"));
  const OutputName output(".json");
  constexpr TimeRange everything{{std::numeric_limits<std::int64_t>::min()},
                                 {std::numeric_limits<std::int64_t>::max()}};
  const auto written = cutTrace(*whole, everything, output.path());
  ASSERT_TRUE(written);
  EXPECT_EQ(written->spans, whole->spanCount());
  const auto cut = loaded(output.path());
  EXPECT_EQ(touched(*cut, everything), touched(*whole, everything));
  EXPECT_EQ(cut->flows().size(), whole->flows().size());
  EXPECT_EQ(cut->report()[IssueKind::DanglingFlow].count, 0U);
  EXPECT_EQ(cut->steps().size(), whole->steps().size());
  EXPECT_EQ(cut->instants().size(), whole->instants().size());
  EXPECT_EQ(cut->memoryEvents().size(), whole->memoryEvents().size());
}

TEST(CutTrace, copiesEventsAsTheFileSpellsThem) {
  const TemporaryFile file(R"({"schemaVersion": 1, "custom": {"a": [1, 2.50]}, "traceEvents": [
    {"ph":"M","name":"process_name","pid":1,"tid":1,"ts":0,"args":{"name":"p"}},
    {"ph": "X", "name": "before", "pid": 1, "tid": 1, "ts": 1, "dur": 1},
    {"ph": "X",  "name":"in",  "pid": 1, "tid": 1, "ts": 10.0, "dur": 5.0000, "args": {"x": 1e3, "z": "\u00e9"}},
    {"ph": "C", "name": "c", "pid": 1, "ts": 2, "args": {"v": 1}},
    {"ph": "C", "name": "c", "pid": 1, "ts": 3, "args": {"v": 2}},
    {"ph": "C", "name": "c", "pid": 1, "ts": 12, "args": {"v": 3}},
    {"ph": "C", "name": "c", "pid": 1, "ts": 40, "args": {"v": 4}},
    {"ph": "i", "name": "late", "pid": 1, "tid": 1, "ts": 50, "s": "t"},
    {"ph": "i", "name": "now", "pid": 1, "tid": 1, "ts": 11, "s": "t"}
  ], "behind": "end"})");
  const auto whole = loaded(file.path());
  const OutputName output(".json");
  ASSERT_TRUE(cutTrace(*whole, {{9'000}, {20'000}}, output.path()));
  const std::string text = readFile(output.path());
  const nlohmann::json json = nlohmann::json::parse(text);
  EXPECT_EQ(json.at("schemaVersion"), 1);
  EXPECT_EQ(json.at("behind"), "end");
  EXPECT_THAT(text, testing::HasSubstr(R"("custom": {"a": [1, 2.50]})"));
  EXPECT_THAT(
      text,
      testing::HasSubstr(
          R"({"ph": "X",  "name":"in",  "pid": 1, "tid": 1, "ts": 10.0, "dur": 5.0000, "args": {"x": 1e3, "z": "\u00e9"}})"));
  std::vector<std::string> names;
  for (const nlohmann::json& event : json.at("traceEvents")) {
    names.push_back(event.at("name").get<std::string>() +
                    (event.at("ph") == "C" ? event.at("args").at("v").dump() : std::string{}));
  }
  EXPECT_THAT(names, testing::ElementsAre("process_name", "in", "c2", "c3", "now"));
}

TEST(CutTrace, neverWritesOverTheTraceItself) {
  const TemporaryFile file(readFile(fixture("chrome-trivial.json")));
  const auto whole = loaded(file.path());
  const auto refused = cutTrace(*whole, whole->bounds(), file.path());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Error::Kind::Usage);
  EXPECT_EQ(readFile(file.path()), readFile(fixture("chrome-trivial.json")));
}

TEST(CutTrace, saysWhereItCannotWriteAndLeavesNothingBehind) {
  const auto whole = loaded(fixture("chrome-trivial.json"));
  const auto failed = cutTrace(*whole, whole->bounds(), "/nowhere/at/all.json");
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message.english(), testing::HasSubstr("/nowhere/at/all.json"));
  const OutputName output(".json");
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = cutTrace(*whole, whole->bounds(), output.path(), stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, Error::Kind::Canceled);
  EXPECT_FALSE(std::filesystem::exists(output.path()));
  EXPECT_FALSE(isUnfinishedLeft(output.path()));
}

}  // namespace
}  // namespace kernline::test
