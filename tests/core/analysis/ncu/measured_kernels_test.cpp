// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of a report of Nsight Compute joined to the kernels of a trace.
#include "core/analysis/ncu/measured_kernels.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/work/trace_work.h"
#include "core/model/log/log_builder.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::DoubleNear;
using testing::HasSubstr;
using testing::Optional;

std::shared_ptr<const Log> reportIn(const std::string& path) {
  auto document = openDocument(path);
  if (!document) {
    ADD_FAILURE() << document.error().message.english();
    return nullptr;
  }
  return std::get<std::shared_ptr<const Log>>(*document);
}

std::shared_ptr<const Trace> traceIn(const std::string& path) {
  auto document = openDocument(path);
  if (!document) {
    ADD_FAILURE() << document.error().message.english();
    return nullptr;
  }
  return std::get<std::shared_ptr<const Trace>>(*document);
}

/// A kernel of a trace by hand: "rms" on device 0 with a grid of 4096 blocks.
struct Kernel {
  std::string name = "rms(float*, int)";
  int grid = 4096;
  int device = 0;
};

/// Returns what torch.profiler writes of kernels that run one after the other.
std::string textOf(const std::vector<Kernel>& kernels) {
  json events = json::array();
  double at = 1000;
  for (const Kernel& kernel : kernels) {
    events.push_back(
        {{"ph", "X"},
         {"cat", "kernel"},
         {"name", kernel.name},
         {"pid", kernel.device},
         {"tid", 7},
         {"ts", at},
         {"dur", 100},
         {"args", {{"device", kernel.device}, {"stream", 7}, {"grid", {kernel.grid, 1, 1}}, {"block", {256, 1, 1}}}}});
    at += 200;
  }
  return json{{"schemaVersion", 1}, {"traceEvents", events}}.dump();
}

/// Trace of such kernels, whose file exists as long as this lives.
class KernelTrace {
 public:
  explicit KernelTrace(const std::vector<Kernel>& kernels) : m_file(textOf(kernels)), m_trace(traceIn(m_file.path())) {}
  [[nodiscard]] const std::shared_ptr<const Trace>& operator*() const { return m_trace; }
  /// By start.
  [[nodiscard]] std::vector<SpanId> kernels() const;

 private:
  TemporaryFile m_file;
  std::shared_ptr<const Trace> m_trace;
};

MeasuredKernels joined(const std::shared_ptr<const Trace>& trace, const std::string& report) {
  const std::vector<NcuReport> reports{{report, reportIn(report)}};
  return {*trace, *TraceAnalysis(trace).launches(), reports};
}

std::vector<SpanId> kernelsOf(const Trace& trace) {
  std::vector<SpanId> kernels;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (trace.kinds()[i] == SpanKind::Kernel) {
      kernels.push_back(SpanId{i});
    }
  }
  std::ranges::sort(kernels, {}, [&](SpanId kernel) { return trace.start(kernel); });
  return kernels;
}

std::vector<SpanId> KernelTrace::kernels() const {
  return kernelsOf(*m_trace);
}

/// rms, axpy, rms, axpy: 4096 and 1024 blocks of 256 threads.
std::string fullReport() {
  return shared("formats/ncu_rep/two_kernels_full.ncu-rep.gz");
}

TEST(MeasuredKernels, haveTheMetricsOfTheirLaunch) {
  const KernelTrace trace(
      {{"rms(float*, int)"}, {"axpy(float*, int)", 1024}, {"rms(float*, int)"}, {"axpy(float*, int)", 1024}});
  const MeasuredKernels measured = joined(*trace, fullReport());
  const JoinedReport& report = measured.reports().front();
  EXPECT_EQ(report.launches, 4U);
  EXPECT_EQ(report.joined, 4U);
  EXPECT_EQ(report.kernels, 4U);
  EXPECT_EQ(report.ambiguous + report.absent, 0U);
  const std::vector<SpanId> kernels = trace.kernels();
  ASSERT_NE(measured.of(kernels[0]), nullptr);
  // two_kernels_raw.csv and two_kernels_details.csv
  const KernelMetrics& rms = measured.of(kernels[0])->metrics;
  EXPECT_THAT(rms.durationNs, Optional(106'400.0));
  EXPECT_THAT(rms.dramBytes, Optional(149'850'624.0 + 107'422'976.0));
  EXPECT_THAT(rms.dramShare, Optional(DoubleNear(0.50266695, 1e-6)));
  EXPECT_THAT(rms.tensorShare, Optional(0.0));
  EXPECT_THAT(rms.occupancy, Optional(DoubleNear(0.9278563, 1e-6)));
  EXPECT_THAT(rms.l2HitRate, Optional(DoubleNear(0.57491527, 1e-6)));
  EXPECT_THAT(rms.clockHz, Optional(DoubleNear(1.98e9, 1e7)));
  // 318.3 FLOPs of multiply-adds, 39.8 additions and 159.1 multiplications a cycle
  EXPECT_THAT(rms.flops, Optional(DoubleNear((318.335 + 39.768 + 159.109) * 1.982523 * 106'400, 1e5)));
  EXPECT_THAT(measured.of(kernels[2])->metrics.durationNs, Optional(107'744.0)) << "the second launch of the kernel";
  EXPECT_EQ(measured.of(kernels[2])->number, 2U);
}

TEST(MeasuredKernels, areAmbiguousWhereTheTraceHasAnotherNumberOfThem) {
  const KernelTrace trace({{}, {"axpy(float*, int)", 1024}, {}, {}, {"axpy(float*, int)", 1024}});
  const MeasuredKernels measured = joined(*trace, fullReport());
  const JoinedReport& report = measured.reports().front();
  EXPECT_EQ(report.joined, 2U) << "axpy";
  EXPECT_EQ(report.ambiguous, 2U) << "two of three launches of rms";
  EXPECT_EQ(measured.of(trace.kernels()[0]), nullptr);
  EXPECT_EQ(measured.of(trace.kernels()[1])->number, 1U);
  EXPECT_THAT(joinText(report).english(), HasSubstr("2 of 4 launches match kernels of the trace; 2 are ambiguous"));
}

TEST(MeasuredKernels, ofOneStepAreThoseOfEachStepOfTheTrace) {
  std::vector<Kernel> steps;
  for (int step = 0; step < 3; ++step) {
    for (const Kernel& kernel : {Kernel{}, Kernel{"axpy(float*, int)", 1024}, Kernel{},
                                 Kernel{"axpy(float*, int)", 1024}, Kernel{"other(int)", 5}}) {
      steps.push_back(kernel);
    }
  }
  const KernelTrace trace(steps);
  const MeasuredKernels measured = joined(*trace, fullReport());
  const JoinedReport& report = measured.reports().front();
  EXPECT_EQ(report.joined, 4U);
  EXPECT_EQ(report.rounds, 3U);
  EXPECT_EQ(report.kernels, 12U);
  EXPECT_EQ(measured.of(trace.kernels()[4]), nullptr) << "nobody measured it";
  EXPECT_EQ(measured.of(trace.kernels()[7])->number, 2U);
  EXPECT_THAT(joinText(report), mentions("launches-match-repeated-kernels", anyValue, "4", "4", "12", "3"));
}

TEST(MeasuredKernels, sayWhereMemoryEndedBeforeTheirReport) {
  LogBuilder part;
  part.addIssue(LogIssueKind::MemoryLimit, 0, "from launch 1 on");
  const KernelTrace trace({{"rms(float*, int)"}});
  const std::vector<NcuReport> reports{{"two.ncu-rep", part.build()}};
  const MeasuredKernels measured(**trace, *TraceAnalysis(*trace).launches(), reports);
  const JoinedReport& report = measured.reports().front();
  EXPECT_THAT(report.missing, says("limit-reached-last-launches-missing", "1"));
  EXPECT_THAT(joinText(report).english(), HasSubstr("match kernels of the trace. The memory limit was reached:"));
  EXPECT_TRUE(joined(*trace, fullReport()).reports().front().missing.isEmpty());
}

TEST(MeasuredKernels, withAnotherGridAreNotTheSame) {
  const KernelTrace trace({{"rms(float*, int)", 8192}, {"rms(float*, int)", 8192}});
  const JoinedReport report = joined(*trace, fullReport()).reports().front();
  EXPECT_EQ(report.joined, 0U);
  EXPECT_EQ(report.absent, 4U);
}

TEST(MeasuredKernels, ofAnotherDeviceAreNotTheSame) {
  std::vector<Kernel> kernels;
  for (const int device : {0, 1}) {
    kernels.insert(kernels.end(), {{"rms(float*, int)", 4096, device}, {"rms(float*, int)", 4096, device}});
  }
  const KernelTrace trace(kernels);
  const MeasuredKernels measured = joined(*trace, fullReport());
  EXPECT_EQ(measured.reports().front().joined, 2U) << "the report is of device 0";
  EXPECT_NE(measured.of(trace.kernels()[0]), nullptr);
  EXPECT_EQ(measured.of(trace.kernels()[2]), nullptr);
}

TEST(MeasuredKernels, ofTwoRoundsAreTheFirstTwoOfThree) {
  const std::shared_ptr<const Trace> trace = traceIn(fixture("ncu/step.json.gz"));
  for (const char* report : {"ncu/step-raw.csv", "ncu/step-details.csv"}) {
    const MeasuredKernels measured = joined(trace, fixture(report));
    const std::vector<SpanId> kernels = kernelsOf(*trace);
    EXPECT_EQ(measured.reports().front().launches, 12U) << report;
    EXPECT_EQ(measured.reports().front().joined, 12U) << report;
    EXPECT_EQ(measured.reports().front().kernels, 12U) << report;
    ASSERT_EQ(kernels.size(), 18U);
    EXPECT_EQ(measured.of(kernels[7])->number, 7U) << report;
    EXPECT_EQ(measured.of(kernels[12]), nullptr) << report;
  }
}

/// A trace of one pass and the counters of its 184 kernels, of two runs; names, instructions and bytes were joined and
/// added up by another program.
class MeasuredWorkload : public testing::Test {
 protected:
  std::shared_ptr<const Trace> m_trace = traceIn(shared("formats/work/work_trace.json.gz"));
  json m_expected = json::parse(readDecoded(shared("formats/work/expected.json")));
};

TEST_F(MeasuredWorkload, allLaunchesAreJoinedInTheirOrder) {
  const MeasuredKernels measured = joined(m_trace, shared("formats/work/work_counters.csv"));
  EXPECT_EQ(measured.reports().front().launches, 184U);
  EXPECT_EQ(measured.reports().front().joined, 184U);
  EXPECT_EQ(measured.reports().front().kernels, 184U);
  const std::vector<SpanId> kernels = kernelsOf(*m_trace);
  double bytes = 0;
  double duration = 0;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const MeasuredKernels::Launch* launch = measured.of(kernels[i]);
    ASSERT_NE(launch, nullptr) << m_trace->nameText(kernels[i]);
    EXPECT_EQ(launch->number, i) << m_trace->nameText(kernels[i]);
    bytes += launch->metrics.dramBytes.value_or(0);
    duration += launch->metrics.durationNs.value_or(0);
  }
  EXPECT_NEAR(bytes, 3'915'918'080.0 + 651'393'280.0, 1);
  EXPECT_NEAR(duration, 9'918'208.0, 1);
}

}  // namespace
}  // namespace kernline::test
