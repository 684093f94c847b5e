// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that other analyzers of GPU traces compute: TraceLens, Meta's HTA, PyTorch's TensorBoard plugin.
#include "core/analysis/activity/device_activity.h"
#include "core/analysis/activity/interval_union.h"
#include "tests/core/cases/hta_kept.h"
#include "tests/core/cases/peer_cases.h"
#include "tests/support/open_file.h"
#include "tests/support/plain_count.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace kernline::test {
namespace {

using nlohmann::json;

struct KernelTotal {
  std::uint64_t count = 0;
  std::int64_t sumNs = 0;
  std::int64_t minNs = INT64_MAX;
  std::int64_t maxNs = 0;
};

void addTo(KernelTotal& total, std::int64_t ns) {
  ++total.count;
  total.sumNs += ns;
  total.minNs = std::min(total.minNs, ns);
  total.maxNs = std::max(total.maxNs, ns);
}

template <typename Wanted>
std::map<std::string, KernelTotal> totalsByName(const Trace& trace, const Wanted& wanted) {
  std::map<std::string, KernelTotal> totals;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (wanted(trace.kind(SpanId{i}))) {
      addTo(totals[std::string(trace.nameText(SpanId{i}))], trace.duration(SpanId{i}).ns);
    }
  }
  return totals;
}

double us(std::int64_t ns) {
  return static_cast<double>(ns) / 1000;
}
bool near(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance;
}

class TraceLens : public PeerCaseTest {};

TEST_P(TraceLens, kernelSumsAndBusyTimeAgree) {
  const auto loaded = load(shared(GetParam().id));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const auto totals = totalsByName(trace, isDeviceActivity);
  for (const json& row : GetParam().json.at("kernels_all")) {
    const std::string name = row.at("name").get<std::string>();
    ASSERT_TRUE(totals.contains(name)) << name;
    const KernelTotal& total = totals.at(name);
    EXPECT_EQ(total.count, row.at("count").get<std::uint64_t>()) << name;
    EXPECT_NEAR(us(total.sumNs), row.at("sum_us").get<double>(), 0.001) << name;
    EXPECT_NEAR(us(total.minNs), row.at("min_us").get<double>(), 0.0006) << name;
    EXPECT_NEAR(us(total.maxNs), row.at("max_us").get<double>(), 0.0006) << name;
  }
  const auto devices = deviceActivity(trace);
  ASSERT_EQ(devices.size(), 1U);
  const json& plain = GetParam().json.at("plain_union_ms");
  EXPECT_NEAR(us(devices[0].times.busy.ns), plain.at("busy").get<double>() * 1000, 0.001);
  EXPECT_NEAR(us(devices[0].window.length().ns), plain.at("total").get<double>() * 1000, 0.001);
  if (GetParam().json.at("timeline_agrees").get<bool>()) {
    const json& timeline = GetParam().json.at("gpu_timeline_ms");
    EXPECT_NEAR(us(devices[0].times.communication.ns), timeline.at("total_comm_time").get<double>() * 1000, 1);
    EXPECT_NEAR(us(devices[0].times.exposedCommunication.ns), timeline.at("exposed_comm_time").get<double>() * 1000, 1);
    EXPECT_NEAR(us(devices[0].times.memcpy.ns + devices[0].times.memset.ns),
                timeline.at("total_memcpy_time").get<double>() * 1000, 1);
    EXPECT_NEAR(us(devices[0].idle().ns), timeline.at("idle_time").get<double>() * 1000, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, TraceLens, testing::ValuesIn(peerCases("tracelens", "file")),
                         [](const auto& param) { return caseName(param.param); });

bool isCommunication(std::string_view name) {
  return name.contains("nccl") || name.contains("rccl");
}

struct HtaFigures {
  std::vector<TimeRange> compute;
  std::vector<TimeRange> others;
  TimeRange window{{INT64_MAX}, {INT64_MIN}};
};

HtaFigures htaFigures(const Trace& trace) {
  const HtaKept kept{trace};
  HtaFigures figures;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (!isDeviceActivity(trace.kind(span))) {
      continue;
    }
    if (kept.contains(span)) {
      const bool computes = trace.kind(span) == SpanKind::Kernel && !isCommunication(trace.nameText(span));
      (computes ? figures.compute : figures.others).push_back(trace.range(span));
      figures.window = figures.window.unitedWith(trace.range(span));
    }
  }
  return figures;
}

class Hta : public PeerCaseTest {};

// HTA cuts times to whole microseconds, so each interval may be off by one.
std::string compareHta(const json& row, const Trace& trace) {
  const HtaFigures figures = htaFigures(trace);
  const IntervalUnion compute(figures.compute);
  const IntervalUnion busy = compute.unitedWith(IntervalUnion(figures.others));
  const double span = us(figures.window.length().ns);
  const bool isWhole = figures.window.length().ns % 1000 == 0 && figures.compute.front().begin.ns % 1000 == 0;
  const double tolerance = isWhole ? 2 : static_cast<double>(figures.compute.size() + figures.others.size());
  std::string text;
  const auto compare = [&](double found, const char* key, double allowed) {
    if (!near(found, row.at(key).get<double>(), allowed)) {
      text += fmt::format("{}: expected {}, found {}\n", key, row.at(key).dump(), found);
    }
  };
  compare(span, "kernel_time(us)", 2);
  compare(us(compute.length().ns), "compute_time(us)", tolerance);
  compare(span - us(busy.length().ns), "idle_time(us)", tolerance);
  compare(us(busy.minus(compute).length().ns), "non_compute_time(us)", tolerance);
  return text;
}

TEST_P(Hta, temporalBreakdownAgrees) {
  const json& expect = GetParam().json.at("expect");
  for (const json& row : expect.at("temporal_breakdown")) {
    const std::string rank = std::to_string(row.at("rank").get<int>());
    const auto loaded = load(shared(GetParam().json.at("files").at(rank).get<std::string>()));
    ASSERT_TRUE(loaded) << loaded.error().message.english();
    expectAsDecided(GetParam(), compareHta(row, **loaded));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Hta, testing::ValuesIn(peerCases("hta")),
                         [](const auto& param) { return caseName(param.param); });

std::vector<PeerCase> pluginCases() {
  std::vector<PeerCase> cases = peerCases("kineto_tb");
  for (PeerCase real : peerCases("kineto_tb", "trace", "real_traces.json")) {
    cases.push_back(std::move(real));
  }
  return cases;
}

std::string kernelFact(std::string_view name, std::uint64_t calls, double totalUs, double minUs, double maxUs) {
  return fmt::format("{} {} times {} us, {} to {}", name, calls, totalUs, minUs, maxUs);
}

std::string compareKernels(const json& expect, const Trace& trace) {
  if (!expect.contains("kernels_by_name")) {
    return {};
  }
  std::multiset<std::string> expected;
  for (const json& row : expect.at("kernels_by_name")) {
    expected.insert(kernelFact(row.at("name").get<std::string>(), row.at("calls").get<std::uint64_t>(),
                               row.at("total").get<double>(), row.at("min").get<double>(),
                               row.at("max").get<double>()));
  }
  std::multiset<std::string> found;
  for (const auto& [name, total] : totalsByName(trace, [](SpanKind kind) { return kind == SpanKind::Kernel; })) {
    found.insert(kernelFact(name, total.count, us(total.sumNs), us(total.minNs), us(total.maxNs)));
  }
  return setDifference("kernels", expected, found);
}

// The plugin splits rows by launch shape as well, and calls the absence of an operator CallTreeRoot.
std::string compareKernelsOfOps(const json& expect, const Trace& trace) {
  if (!expect.contains("kernels_by_name_and_op")) {
    return {};
  }
  std::map<std::string, std::pair<std::uint64_t, double>> expected;
  for (const json& row : expect.at("kernels_by_name_and_op")) {
    const json op = row.value("op", json());
    const bool hasOp = op.is_string() && op != "CallTreeRoot";
    auto& [calls, total] =
        expected[row.at("name").get<std::string>() + " of " + (hasOp ? op.get<std::string>() : "none")];
    calls += row.at("calls").get<std::uint64_t>();
    total += row.at("total").get<double>();
  }
  std::map<std::string, std::pair<std::uint64_t, double>> found;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (trace.kind(span) == SpanKind::Kernel) {
      const SpanId op = trace.opOf(span);
      const std::string_view opName = op == SpanId::none ? "none" : trace.nameText(op);
      auto& [calls, total] = found[fmt::format("{} of {}", trace.nameText(span), opName)];
      ++calls;
      total += us(trace.duration(span).ns);
    }
  }
  const auto facts = [](const auto& rows) {
    std::multiset<std::string> texts;
    for (const auto& [name, row] : rows) {
      texts.insert(fmt::format("{} {} times {:.3f} us", name, row.first, row.second));
    }
    return texts;
  };
  return setDifference("kernels of ops", facts(expected), facts(found));
}

std::string compareKinds(const json& expect, const Trace& trace) {
  if (!expect.contains("has")) {
    return {};
  }
  const auto has = [&](std::initializer_list<SpanKind> kinds) {
    return std::ranges::any_of(trace.kinds(),
                               [&](SpanKind kind) { return std::ranges::find(kinds, kind) != kinds.end(); });
  };
  const json& wanted = expect.at("has");
  std::string text;
  text += has({SpanKind::Kernel}) == wanted.at("kernel").get<bool>() ? "" : "kernels\n";
  text += has({SpanKind::Runtime}) == wanted.at("runtime").get<bool>() ? "" : "runtime calls\n";
  text += has({SpanKind::Memcpy, SpanKind::Memset}) == wanted.at("memcpy_or_memset").get<bool>() ? "" : "copies\n";
  return text;
}

// Where a trace has no steps the plugin takes the whole of it as step 0.
std::string compareSteps(const json& expect, const Trace& trace) {
  if (trace.steps().empty() && expect.at("steps").size() == 1 && expect.at("steps")[0].at("name") == "0") {
    return {};
  }
  std::multiset<std::string> expected;
  for (const json& step : expect.at("steps")) {
    expected.insert("ProfilerStep#" + step.at("name").get<std::string>());
  }
  // It leaves out the last steps if they have no kernels.
  std::multiset<std::string> found;
  for (const Step& step : trace.steps()) {
    const bool isLeftOut = !found.empty() && found.size() == expected.size();
    if (!isLeftOut) {
      found.emplace(trace.text(step.name));
    }
  }
  return setDifference("steps", expected, found);
}

class TensorBoardPlugin : public PeerCaseTest {};

TEST_P(TensorBoardPlugin, kernelsOpsAndStepsAgree) {
  const json& peerCase = GetParam().json;
  const auto loaded = load(peerCase.contains("trace") ? shared(GetParam().id) : GetParam().inputPath());
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const json& expect = peerCase.at("expect");
  expectAsDecided(GetParam(), compareKernels(expect, **loaded) + compareKernelsOfOps(expect, **loaded) +
                                  compareKinds(expect, **loaded) + compareSteps(expect, **loaded));
}

INSTANTIATE_TEST_SUITE_P(Cases, TensorBoardPlugin, testing::ValuesIn(pluginCases()),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
