// SPDX-License-Identifier: GPL-3.0-or-later
// Step breakdown, utilization, occupancy and queues as PyTorch's TensorBoard plugin and Meta's HTA count them.
#include "core/analysis/activity/device_activity.h"
#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/activity/interval_union.h"
#include "core/analysis/activity/queue_depth.h"
#include "core/analysis/activity/time_breakdown.h"
#include "core/analysis/statistics/launch_shapes.h"
#include "tests/core/cases/hta_kept.h"
#include "tests/core/cases/peer_cases.h"
#include "tests/core/cases/plugin_steps.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace kernline::test {
namespace {

using nlohmann::json;

double us(Duration duration) {
  return static_cast<double>(duration.ns) / 1000;
}

/// The cases under a name of their own: what is decided otherwise of one figure may agree in another.
std::vector<PeerCase> casesOf(const std::string& suite, const std::string& figure) {
  std::vector<PeerCase> cases = peerCases(suite);
  if (suite == "kineto_tb") {
    for (PeerCase real : peerCases(suite, "trace", "real_traces.json")) {
      cases.push_back(std::move(real));
    }
  }
  for (PeerCase& peerCase : cases) {
    peerCase.suite = fmt::format("{} {}", suite, figure);
  }
  return cases;
}

std::shared_ptr<const Trace> loadPluginCase(const PeerCase& peerCase) {
  const json& j = peerCase.json;
  const auto loaded =
      load(j.contains("trace") ? shared(peerCase.id) : shared("cases/kineto_tb/" + j.at("input").get<std::string>()));
  EXPECT_TRUE(loaded) << loaded.error().message.english();
  return loaded ? *loaded : nullptr;
}

class PluginBreakdown : public PeerCaseTest {};

/// The plugin reads times as doubles of microseconds, an epoch time to a quarter of one, so each edge may be off.
std::string compareStep(const json& expected, const TimeCategories& parts, double tolerance) {
  constexpr std::array<const char*, timeCategoryCount> keys{"Kernel",  "Memcpy",     "Memset", "Communication",
                                                            "Runtime", "DataLoader", "CpuOp",  "Other"};
  std::string text;
  for (std::size_t p = 0; p < timeCategoryCount; ++p) {
    const double wanted = expected.value(keys[p], 0.0);
    if (std::abs(wanted - us(parts.parts[p])) > tolerance) {
      text += fmt::format("step {}: {} expected {}, found {}\n", expected.at("name").dump(), keys[p], wanted,
                          us(parts.parts[p]));
    }
  }
  return text;
}

TEST_P(PluginBreakdown, ofEachStepAgrees) {
  const auto trace = loadPluginCase(GetParam());
  ASSERT_NE(trace, nullptr);
  const json& expected = GetParam().json.at("expect").at("steps");
  const TimeBreakdown breakdown = TimeBreakdown::of(*trace);
  const std::vector<PluginStep> steps = pluginSteps(*trace);
  const bool isReal = GetParam().json.contains("trace");
  std::string differences;
  for (const json& step : expected) {
    const auto found = std::ranges::find(steps, step.at("name").get<std::string>(), &PluginStep::name);
    if (found == steps.end()) {
      differences += "no step " + step.at("name").dump() + "\n";
      continue;
    }
    const TimeCategories parts = breakdown.within(found->range, breakdown.ranks().front());
    EXPECT_EQ(parts.total().ns, found->range.isEmpty() ? 0 : found->range.length().ns);
    const double total = step.at("total").get<double>();
    differences += compareStep(step, parts, isReal ? total * 0.001 : 0.0005);
  }
  expectAsDecided(GetParam(), differences);
}

INSTANTIATE_TEST_SUITE_P(Cases, PluginBreakdown, testing::ValuesIn(casesOf("kineto_tb", "steps")),
                         [](const auto& param) { return caseName(param.param); });

std::vector<PeerCase> casesWithDevice() {
  std::vector<PeerCase> cases = casesOf("kineto_tb", "gpu");
  std::erase_if(cases, [](const PeerCase& peerCase) { return !peerCase.json.at("expect").contains("gpu"); });
  return cases;
}

class PluginDevice : public PeerCaseTest {};

/// The plugin writes a figure of each device by its id, or as a list.
std::optional<double> figureOf(const json& gpu, const char* key, std::int32_t device) {
  const json& figures = gpu.at(key);
  if (figures.is_array()) {
    return figures.at(0).get<double>();
  }
  const std::string id = std::to_string(device);
  return figures.contains(id) ? std::optional{figures.at(id).get<double>()} : std::nullopt;
}

TEST_P(PluginDevice, utilizationAndOccupancyAgree) {
  const auto trace = loadPluginCase(GetParam());
  ASSERT_NE(trace, nullptr);
  const std::vector<PluginStep> steps = pluginSteps(*trace);
  const TimeRange range{steps.front().range.begin, steps.back().range.end};
  const json& gpu = GetParam().json.at("expect").at("gpu");
  std::string differences;
  const auto compare = [&](const char* what, std::optional<double> wanted, double found) {
    if (wanted && std::abs(*wanted - found) > 0.0006) {
      differences += fmt::format("{}: expected {}, found {}\n", what, *wanted, found);
    }
  };
  for (const DeviceTracks& device : deviceTracks(*trace)) {
    const auto activities = deviceActivity(*trace, range);
    const auto activity = std::ranges::find(activities, device.device, &DeviceActivity::device);
    const double kernel = activity == activities.end() ? 0 : us(activity->times.kernel);
    compare("utilization", figureOf(gpu, "utilization", device.device), kernel / us(range.length()));
    LaunchShapes shapes = readLaunchShapes(*trace, device, 2);
    for (LaunchShape& shape : shapes.kernels) {
      if (shape.source == OccupancySource::Computed) {
        shape.occupancy = 0;  // the plugin takes the 0 that kineto writes for a figure
      }
    }
    const SmUse use = smUse(*trace, shapes, range);
    compare("SM efficiency", figureOf(gpu, "sm_efficiency", device.device), use.useOfRange);
    const bool inPercent = gpu.contains("occupancy_pct");
    const auto occupancy = figureOf(gpu, inPercent ? "occupancy_pct" : "occupancy", device.device);
    // The made-up files write shares where real ones write percent.
    compare("occupancy", occupancy ? std::optional{*occupancy / 100} : std::nullopt, use.occupancy);
  }
  expectAsDecided(GetParam(), differences);
}

INSTANTIATE_TEST_SUITE_P(Cases, PluginDevice, testing::ValuesIn(casesWithDevice()),
                         [](const auto& param) { return caseName(param.param); });

class HtaQueue : public PeerCaseTest {
 protected:
  /// Calls compare(expected row, trace, track) for each row of `list`.
  template <typename Compare>
  std::string compareRows(const json& list, const Compare& compare) {
    std::string differences;
    for (const json& row : list) {
      const std::string rank = std::to_string(row.at("rank").get<int>());
      if (!m_traces.contains(rank)) {
        const auto loaded = load(shared(GetParam().json.at("files").at(rank).get<std::string>()));
        if (!loaded) {
          return loaded.error().message.english();
        }
        m_traces[rank] = *loaded;
      }
      const Trace& trace = *m_traces[rank];
      differences += compare(row, trace, trackOf(trace, row.at("stream").get<int>()));
    }
    return differences;
  }

 private:
  /// HTA goes by the stream in the args, which MTIA's rows do not show.
  static TrackId trackOf(const Trace& trace, int stream) {
    for (const DeviceTracks& device : deviceTracks(trace)) {
      for (const TrackId track : device.tracks) {
        DeviceTracks row;
        row.tracks = {track};
        const ArgNode args = trace.details(activitiesByStart(trace, row).front()).args;
        const ArgNode* node = args.find("stream");
        if (node != nullptr && node->text == std::to_string(stream)) {
          return track;
        }
      }
    }
    return TrackId::none;
  }
  std::map<std::string, std::shared_ptr<const Trace>> m_traces;
};

std::string compareQueue(const json& row, const Trace& trace, TrackId track) {
  if (track == TrackId::none) {
    return "no such stream\n";
  }
  const HtaKept kept{trace};
  DeviceTracks stream;
  stream.tracks = {track};
  QueueOptions options;
  options.end = QueueEnd::ActivityStarts;
  // HTA knows no launches of graphs.
  options.isCounted = [&](SpanId activity) {
    return kept.contains(activity) && !trace.nameText(trace.launchOf(activity)).contains("GraphLaunch");
  };
  const auto samples = queueDepth(trace, stream, options);
  double sum = 0;
  std::int32_t maxDepth = 0;
  for (const QueueSample& sample : samples) {
    sum += sample.depth;
    maxDepth = std::max(maxDepth, sample.depth);
  }
  const auto count = static_cast<double>(samples.size());
  const double mean = samples.empty() ? 0 : sum / count;
  std::string text;
  const auto compare = [&](const char* key, double found, double tolerance) {
    const double wanted = row.at(key).get<double>();
    if (std::abs(wanted - found) > tolerance) {
      text += fmt::format("stream {} {}: expected {}, found {}\n", row.at("stream").dump(), key, wanted, found);
    }
  };
  compare("queue_length/count", count, 0);
  // Allows for changes within one microsecond, of which HTA sees no order.
  compare("queue_length/mean", mean, 0.01 + 0.001 * mean);
  compare("queue_length/max", maxDepth, 1);
  return text;
}

TEST_P(HtaQueue, lengthsOfStreamsAgree) {
  expectAsDecided(GetParam(), compareRows(GetParam().json.at("expect").at("queue_length_summary"), compareQueue));
}

INSTANTIATE_TEST_SUITE_P(Cases, HtaQueue, testing::ValuesIn(casesOf("hta", "queue")),
                         [](const auto& param) { return caseName(param.param); });

class HtaOverlap : public PeerCaseTest {};

TEST_P(HtaOverlap, shareOfHiddenCommunicationAgrees) {
  std::string differences;
  for (const json& row : GetParam().json.at("expect").at("comm_comp_overlap")) {
    const std::string rank = std::to_string(row.at("rank").get<int>());
    const auto loaded = load(shared(GetParam().json.at("files").at(rank).get<std::string>()));
    ASSERT_TRUE(loaded) << loaded.error().message.english();
    const Trace& trace = **loaded;
    const HtaKept kept{trace};
    std::vector<TimeRange> compute;
    std::vector<TimeRange> communication;
    CommunicationNames communicates{trace};
    for (const DeviceTracks& device : deviceTracks(trace)) {
      for (const SpanId activity : activitiesByStart(trace, device)) {
        if (kept.contains(activity) && trace.kind(activity) == SpanKind::Kernel) {
          (communicates.contains(trace.name(activity)) ? communication : compute).push_back(trace.range(activity));
        }
      }
    }
    const IntervalUnion all(communication);
    const IntervalUnion exposed = all.minus(IntervalUnion(compute));
    const double total = us(all.length());
    const double found = total > 0 ? (total - us(exposed.length())) / total * 100 : 0;
    const json& wanted = row.at("comp_comm_overlap_pctg");
    if (std::abs((wanted.is_null() ? 0 : wanted.get<double>()) - found) > 0.02) {
      differences += fmt::format("rank {}: expected {}, found {}\n", rank, wanted.dump(), found);
    }
  }
  expectAsDecided(GetParam(), differences);
}

INSTANTIATE_TEST_SUITE_P(Cases, HtaOverlap, testing::ValuesIn(casesOf("hta", "overlap")),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
