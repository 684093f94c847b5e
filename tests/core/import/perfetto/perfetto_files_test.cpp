// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the writers that there are, against figures that were counted apart from any reader.
#include "core/analysis/quality/data_quality.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::test {
namespace {

using Json = nlohmann::json;
using Count = std::pair<std::uint64_t, std::int64_t>;  // spans and their time

struct PerfettoFile {
  std::string_view name;  // name of its figures
  std::string_view ending;
  std::string_view source;  // the same run as JSON
};
std::ostream& operator<<(std::ostream& out, const PerfettoFile& file) {
  return out << file.name;
}

class PerfettoFiles : public testing::TestWithParam<PerfettoFile> {
 protected:
  static std::string path() { return shared(name()); }
  static Json expected() {
    return Json::parse(readDecoded(shared("formats/perfetto/expected/" + std::string(GetParam().name) + ".json")));
  }
  static std::string name() {
    return "formats/perfetto/" + std::string(GetParam().name) + std::string(GetParam().ending);
  }
};

std::map<std::string, Count> countBy(const Trace& trace, const auto& keyOf) {
  std::map<std::string, Count> counts;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (const std::string key = keyOf(span); !key.empty()) {
      Count& count = counts[key];
      ++count.first;
      count.second += trace.duration(span).ns;
    }
  }
  return counts;
}

Count countOf(const Json& entry) {
  return {entry["spans"].get<std::uint64_t>(), entry["total_ns"].get<std::int64_t>()};
}

bool isRange(SpanKind kind) {
  return kind == SpanKind::DeviceAnnotation;
}

void expectSlices(const Trace& trace, const Json& slices, bool hasStages) {
  // Render stages are no slices.
  const auto byName = countBy(trace, [&](SpanId s) {
    const bool isStage = hasStages && trace.track(trace.trackOf(s)).kind == TrackKind::Stream;
    return isStage ? std::string{} : std::string(trace.nameText(s));
  });
  for (const Json& entry : slices["by_name"]) {
    EXPECT_EQ(byName.at(entry["name"]), countOf(entry)) << entry["name"];
  }
  for (const Json& entry : slices["tracks"]) {
    const TrackId track =
        trackOf(trace, std::to_string(entry["pid"].get<int>()), std::to_string(entry["tid"].get<int>()));
    ASSERT_NE(track, TrackId::none) << entry;
    EXPECT_EQ(trace.track(track).spanCount, entry["spans"].get<std::uint32_t>()) << entry;
    std::int64_t total = 0;
    for (const SpanFacts& span : spansOf(trace, track)) {
      total += span.durationNs;
    }
    EXPECT_EQ(total, entry["total_ns"].get<std::int64_t>()) << entry;
  }
}

void expectGpu(const Trace& trace, const Json& gpu) {
  const auto kernels = countBy(trace, [&](SpanId s) {
    return trace.kind(s) == SpanKind::Kernel ? std::string(trace.nameText(s)) : std::string{};
  });
  for (const Json& entry : gpu["kernels_by_name"]) {
    EXPECT_EQ(kernels.at(entry["name"]), countOf(entry)) << entry["name"];
  }
  const auto lanes = countBy(trace, [&](SpanId s) {
    const Track& track = trace.track(trace.trackOf(s));
    if (track.kind != TrackKind::Stream || !(isDeviceActivity(trace.kind(s)) || isRange(trace.kind(s)))) {
      return std::string{};
    }
    const std::string_view kind = trace.kind(s) == SpanKind::Kernel   ? "Kernel"
                                  : trace.kind(s) == SpanKind::Memcpy ? "Memcpy"
                                  : trace.kind(s) == SpanKind::Memset ? "Memset"
                                                                      : "Annotation";
    return std::to_string(trace.process(track.process).device) + "/" + std::string(trace.text(track.tid)) + "/" +
           std::string(kind);
  });
  for (const Json& entry : gpu["lanes"]) {
    const std::string key = std::to_string(entry["gpu"].get<int>()) + "/" + std::to_string(entry["stream"].get<int>()) +
                            "/" + entry["kind"].get<std::string>();
    ASSERT_TRUE(lanes.contains(key)) << key;
    EXPECT_EQ(lanes.at(key), countOf(entry)) << key;
  }
}

void expectCounters(const Trace& trace, const Json& counters) {
  for (const Json& entry : counters) {
    const std::string name = entry.value("counter", entry.value("gpu_counter", ""));
    const auto samples = samplesOf(trace, name, "");
    ASSERT_EQ(samples.size(), entry["samples"].get<std::size_t>()) << name;
    // rocprofv3 says that its counts are multiples of 1,024 bytes.
    const double unit = name.contains(" on Agent ") ? 1024 : 1;
    EXPECT_EQ(samples.front().second, entry["first"][1].get<double>() * unit) << name;
    EXPECT_EQ(samples.front().first + (entry["first"][0].get<std::string>().size() > 18 ? trace.baseTimeNs() : 0),
              std::stoll(entry["first"][0].get<std::string>()));
    double sum = 0;
    double most = 0;
    for (const auto& [time, value] : samples) {
      sum += value;
      most = std::max(most, value);
    }
    if (entry.contains("sum")) {
      EXPECT_EQ(sum, entry["sum"].get<double>()) << name;
    }
    if (entry.contains("max")) {
      EXPECT_EQ(most, entry["max"].get<double>() * unit) << name;
    }
  }
}

TEST_P(PerfettoFiles, haveTheirExpectedFigures) {
  if (!hasShared(name())) {
    GTEST_SKIP() << lacks(name());
  }
  const auto loaded = load(path());
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const Json figures = expected();
  EXPECT_EQ(brokenPromise(trace), "");
  EXPECT_EQ(trace.report()[IssueKind::BrokenEvent].count, 0U);
  EXPECT_EQ(trace.report()[IssueKind::EndWithoutBegin].count + trace.report()[IssueKind::BeginWithoutEnd].count, 0U);
  if (figures.contains("slices")) {
    expectSlices(trace, figures["slices"], GetParam().name.ends_with("_stages"));
    expectGpu(trace, figures["gpu"]);
  } else {
    EXPECT_EQ(trace.spanCount(), figures["spans"].get<std::size_t>());
  }
  const bool isOfTorch = GetParam().name.ends_with("_stages");
  EXPECT_EQ(DataQuality::of(trace).find("left_out") != nullptr, isOfTorch);
  if (figures.contains("links")) {
    EXPECT_EQ(trace.launches().size(), figures["links"]["gpu_events_linked"].get<std::size_t>());
  }
  if (figures.contains("by_category")) {
    const auto byCategory = countBy(trace, [&](SpanId s) { return std::string(trace.categoryText(s)); });
    for (const Json& entry : figures["by_category"]) {
      EXPECT_EQ(byCategory.at(entry["category"]), countOf(entry)) << entry;
    }
    EXPECT_EQ(trace.flows().size(), figures["flows"]["on_two_slices"].get<std::size_t>());
    EXPECT_EQ(trace.launches().size(), 15U) << "corr_id joins calls and dispatches";
  }
  expectCounters(trace, figures["counters"]);
}

/// By its times, and by its name where it has one.
std::optional<SpanId> spanLike(const Trace& trace, const Json& example) {
  const Json name = example.value("name", Json());
  const Json shown = name.is_null() ? example.value("shown_as", Json()) : name;
  const std::int64_t start = std::stoll(example.at("ts_ns").get<std::string>());
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    const bool isThen = trace.start(span).ns + trace.baseTimeNs() == start || trace.start(span).ns == start;
    if (isThen && trace.duration(span).ns == example.at("dur_ns").get<std::int64_t>() &&
        (shown.is_null() || shown.get<std::string>() == trace.nameText(span))) {
      return span;
    }
  }
  return std::nullopt;
}

/// Args of example spans have the same keys as in JSON.
TEST_P(PerfettoFiles, giveTheArgsOfTheirExamples) {
  if (!hasShared(name())) {
    GTEST_SKIP() << lacks(name());
  }
  const auto loaded = load(path());
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const Json figures = expected();
  for (const Json& example : figures["examples"]) {
    const std::optional<SpanId> found = spanLike(trace, example);
    ASSERT_TRUE(found) << example;
    const std::string_view name = trace.nameText(*found);
    const ArgNode args = trace.details(*found).args;
    const Json own = example.value("args", Json::object());
    for (const auto& [key, value] : own.items()) {
      const ArgNode* const node = args.find(key);
      ASSERT_NE(node, nullptr) << key << " of " << name;
      if (value.is_number()) {
        EXPECT_EQ(Json::parse(node->text), value) << key << " of " << name;
      } else if (value.is_array()) {
        EXPECT_EQ(node->children.size(), value.size()) << key << " of " << name;
      }
    }
    const Json extra = example.value("extra_data", Json::object());
    for (const auto& [key, value] : extra.items()) {
      const std::string kineto = key == "device id"    ? "device"
                                 : key == "context id" ? "context"
                                 : key == "stream id"  ? "stream"
                                                       : key;
      ASSERT_NE(args.find(kineto), nullptr) << key;
      if (args.find(kineto)->children.empty() && args.find(kineto)->kind != ArgNode::Kind::Array) {
        EXPECT_EQ(args.find(kineto)->text, value.get<std::string>()) << key;
      }
    }
    if (example.contains("launch") && example["launch"].contains("grid")) {
      EXPECT_EQ(args.find("grid")->children[0].text, std::to_string(example["launch"]["grid"][0].get<int>()));
      EXPECT_EQ(args.find("registers per thread")->text,
                std::to_string(example["launch"]["registers_per_thread"].get<int>()));
    }
  }
}

/// The same run as JSON: steps, names and times of host spans, kernels with their launches.
TEST_P(PerfettoFiles, sayWhatTheJsonOfTheSameRunSays) {
  if (!hasShared(name())) {
    GTEST_SKIP() << lacks(name());
  }
  if (GetParam().source.empty()) {
    return;  // no JSON of the same run
  }
  const auto loaded = load(path());
  const auto json = load(shared(GetParam().source));
  ASSERT_TRUE(loaded && json);
  const Trace& ours = **loaded;
  const Trace& theirs = **json;
  const bool isSince1970 = ours.baseTimeNs() == 0;
  EXPECT_TRUE(isSince1970 || ours.baseTimeNs() == theirs.baseTimeNs());
  const auto hostSpans = [](const Trace& trace, bool withKinds) {
    return countBy(trace, [&trace, withKinds](SpanId s) {
      const SpanKind kind = trace.kind(s);
      const bool isOfHost = kind == SpanKind::Op || kind == SpanKind::Runtime || kind == SpanKind::PythonFunction ||
                            kind == SpanKind::Annotation || kind == SpanKind::Overhead;
      return !isOfHost ? std::string{}
                       : std::string(withKinds ? toText(kind) : "") + " " + std::string(trace.nameText(s)) +
                             (trace.launchedBy(s).empty() ? "" : " launches");
    });
  };
  EXPECT_EQ(hostSpans(ours, true), hostSpans(theirs, true));
  const auto kernels = [](const Trace& trace) {
    std::map<std::string, std::uint64_t> counts;
    for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
      const SpanId s{i};
      if (trace.kind(s) == SpanKind::Kernel) {
        const SpanId call = trace.launchOf(s);
        ++counts[std::string(trace.nameText(s)) + " by " +
                 (call == SpanId::none ? "nobody" : std::string(trace.nameText(call)))];
      }
    }
    return counts;
  };
  EXPECT_EQ(kernels(ours), kernels(theirs));
  ASSERT_EQ(ours.steps().size(), theirs.steps().size());
  for (std::size_t i = 0; i < ours.steps().size(); ++i) {
    EXPECT_EQ(ours.text(ours.steps()[i].name), theirs.text(theirs.steps()[i].name));
    EXPECT_EQ(ours.steps()[i].range.length(), theirs.steps()[i].range.length());
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, PerfettoFiles,
    testing::Values(PerfettoFile{"gpt_stack_stages", ".pftrace.gz", "h200/gpt_stack_trace.json.gz"},
                    PerfettoFile{"ddp_rank0_stages", ".pftrace.gz", "h200/ddp_rank0.pt.trace.json.gz"},
                    PerfettoFile{"cuda_graph_stages", ".pftrace", "h200/cuda_graph_trace.json.gz"},
                    PerfettoFile{"cuda_graph_slices_sorted", ".pftrace.gz", "h200/cuda_graph_trace.json.gz"},
                    PerfettoFile{"softmax_seq256_slices_extras", ".pftrace", "h200/Softmax_seq256_trace.json.gz"},
                    PerfettoFile{"rocprofv3_jacc_amd", ".pftrace", ""}),
    [](const auto& file) { return testName(file.param.name); });

}  // namespace
}  // namespace kernline::test
