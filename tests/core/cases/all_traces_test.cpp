// SPDX-License-Identifier: GPL-3.0-or-later
// Every Chrome trace of the fixtures and of tests/data: the importer against the plain one, and against a
// count that knows nothing of either.
#include "core/analysis/activity/device_activity.h"
#include "core/model/trace/block_spans.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/open_file.h"
#include "tests/support/plain_count.h"
#include "tests/support/reference_importer.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_query.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>

namespace kernline::test {
namespace {

constexpr std::string_view fixtures = "fixtures/";

/// Returns the fixtures by their path after that folder's name, and real inputs as shared() takes them.
std::vector<std::string> traceFiles() {
  const std::vector<std::string> endings{".json", ".json.gz", ".gz", ".zip", ".tar.gz", ".zst"};
  std::vector<std::string> files;
  for (const std::string& file : filesBelow(fixture(""), endings)) {
    files.push_back(std::string(fixtures) + file);
  }
  for (const char* folder : {"traces", "h200", "nasty", "cases/catapult_importer/inputs", "cases/perfetto_json/inputs",
                             "cases/speedscope/inputs", "cases/kineto_tb/inputs", "cases/firefox/inputs"}) {
    std::ranges::copy(sharedFilesBelow(folder, endings), std::back_inserter(files));
  }
  return files;
}

std::map<std::pair<std::string, std::string>, std::uint64_t> spansByThread(const Trace& trace) {
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts;
  for (const Track& track : trace.tracks()) {
    if (isThreadRow(trace, track) && track.spanCount != 0) {
      std::string row(trace.text(track.tid));
      if (isWarpOfMultiprocessor(trace, track)) {
        row.resize(std::min(row.size(), row.find(" warp ")));  // warps share the row of their SM in files
      }
      counts[{std::string(trace.text(trace.process(track.process).pid)), row}] += track.spanCount;
    }
  }
  return counts;
}

std::map<std::string, CategoryCount> spansByCategory(const Trace& trace) {
  std::map<std::string, CategoryCount> counts;
  for (const Track& track : trace.tracks()) {
    for (std::uint32_t i = track.firstSpan; isThreadRow(trace, track) && i < track.firstSpan + track.spanCount; ++i) {
      CategoryCount& count = counts[std::string(trace.categoryText(SpanId{i}))];
      ++count.count;
      count.totalNs += trace.duration(SpanId{i}).ns;
    }
  }
  return counts;
}

std::map<std::string, std::map<std::string, CategoryCount>> kernelsByProcess(const Trace& trace) {
  std::map<std::string, std::map<std::string, CategoryCount>> counts;
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.track(TrackId{t});
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (trace.kind(SpanId{i}) == SpanKind::Kernel) {
        CategoryCount& count = counts[std::string(pidOf(trace, TrackId{t}))][std::string(trace.nameText(SpanId{i}))];
        ++count.count;
        count.totalNs += trace.duration(SpanId{i}).ns;
      }
    }
  }
  return counts;
}

// Work at time 0 beside epoch times is kept out of the figures; the plain count does the same by its start alone.
std::int64_t plainBusy(const PlainCount& count, TimeRange bounds) {
  std::int64_t busy = 0;
  for (const auto& [pid, ranges] : count.deviceActivities) {
    std::vector<TimeRange> inside;
    std::ranges::copy_if(ranges, std::back_inserter(inside), [&](TimeRange r) { return r.begin >= bounds.begin; });
    busy += unionLength(std::move(inside));
  }
  return busy;
}

class EveryTrace : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static std::string path() {
    const std::string& file = GetParam();
    return file.starts_with(fixtures) ? fixture(file.substr(fixtures.size())) : shared(file);
  }

  [[nodiscard]] static bool isKnownToBeUnreadable() {
    return allowedSkip(AllowedSkip::Kind::Plain, GetParam()).has_value();
  }
};

/// Expects a refusal with a sentence of what the plain importer cannot read, or a trace that keeps its promises. What
/// it becomes is for the golden dumps and the cases of broken files.
void expectTraceOrRefusal(const Expected<std::shared_ptr<const Trace>>& trace) {
  if (trace) {
    EXPECT_EQ(brokenPromise(**trace), "");
  } else {
    EXPECT_GT(trace.error().message.english().size(), 15U);
  }
}

TEST_P(EveryTrace, isWhatThePlainImporterMakesOfIt) {
  const auto plain = importPlainly(readDecoded(path()), path());
  const auto trace = load(path());
  ASSERT_EQ(plain == nullptr, isKnownToBeUnreadable()) << "tests/ALLOWED_SKIPS says otherwise";
  if (!plain) {
    return expectTraceOrRefusal(trace);
  }
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ(brokenPromise(**trace), "");
  EXPECT_EQ(firstDifference(**trace, *plain), "");
}

/// Without those that say where a counter is not sampled.
std::uint64_t numbersOfCounters(const Trace& trace) {
  std::uint64_t count = 0;
  for (const Counter& counter : trace.counters()) {
    count += static_cast<std::uint64_t>(
        std::ranges::count_if(trace.sampleValues(counter), [](double value) { return !std::isnan(value); }));
  }
  return count;
}

TEST_P(EveryTrace, holdsWhatAnIndependentCountFinds) {
  bool isWellFormed = false;
  const PlainCount count = countPlainly(readDecoded(path()), isWellFormed);
  const auto loaded = load(path());
  ASSERT_EQ(!isWellFormed, isKnownToBeUnreadable()) << "tests/ALLOWED_SKIPS says otherwise";
  if (!isWellFormed) {
    return expectTraceOrRefusal(loaded);
  }
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  auto spans = spansByThread(trace);
  if (allowedSkip(AllowedSkip::Kind::Kernels, GetParam())) {
    std::erase_if(spans, [&](const auto& row) { return !count.spansOf.contains(row.first); });
  }
  EXPECT_EQ(spans, count.spansOf);
  if (count.begins == 0) {
    const auto byCategory = spansByCategory(trace);
    for (const auto& [category, expected] : count.byCategory) {
      const auto found = byCategory.find(category);
      ASSERT_NE(found, byCategory.end()) << category;
      EXPECT_EQ(found->second.count, expected.count) << category;
      EXPECT_EQ(found->second.totalNs, expected.totalNs) << category;
    }
  }
  EXPECT_EQ(trace.memoryEvents().size(), count.memory);
  EXPECT_GE(trace.instants().size() + trace.memoryEvents().size(), count.instants);
  EXPECT_EQ(trace.flowRecordCount(), count.flowRecords);
  EXPECT_EQ(numbersOfCounters(trace), count.counterSamples);
  EXPECT_EQ(trace.report()[IssueKind::NegativeDuration].count, count.negativeDuration);
  EXPECT_EQ(trace.report()[IssueKind::MissingDuration].count + trace.report()[IssueKind::BadDuration].count,
            count.withoutDuration);
}

TEST_P(EveryTrace, hasTheKernelsAndTheBusyTimeOfAnIndependentCount) {
  bool isWellFormed = false;
  const PlainCount count = countPlainly(readDecoded(path()), isWellFormed);
  const auto loaded = load(path());
  ASSERT_EQ(!isWellFormed, isKnownToBeUnreadable()) << "tests/ALLOWED_SKIPS says otherwise";
  if (!isWellFormed) {
    return expectTraceOrRefusal(loaded);
  }
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const auto kernels = kernelsByProcess(trace);
  if (allowedSkip(AllowedSkip::Kind::Kernels, GetParam())) {
    EXPECT_TRUE(count.deviceActivities.empty() && !kernels.empty()) << "tests/ALLOWED_SKIPS says otherwise";
    return;
  }
  EXPECT_EQ(kernels.size(), count.kernels.size());
  for (const auto& [pid, byName] : count.kernels) {
    const auto found = kernels.find(pid);
    ASSERT_NE(found, kernels.end()) << "device " << pid;
    for (const auto& [name, expected] : byName) {
      const auto kernel = found->second.find(name);
      ASSERT_NE(kernel, found->second.end()) << name;
      EXPECT_EQ(kernel->second.count, expected.count) << name;
      EXPECT_EQ(kernel->second.totalNs, expected.totalNs) << name;
    }
  }
  std::int64_t busy = 0;
  for (const DeviceActivity& device : deviceActivity(trace)) {
    busy += device.times.busy.ns;
  }
  EXPECT_EQ(busy, plainBusy(count, trace.bounds()));
}

INSTANTIATE_TEST_SUITE_P(Traces, EveryTrace, testing::ValuesIn(traceFiles()),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace kernline::test
