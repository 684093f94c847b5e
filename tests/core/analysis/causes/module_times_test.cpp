// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/module_times.h"

#include "core/analysis/calls/span_cause.h"
#include "core/analysis/causes/span_phases.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

namespace kernline::test {
namespace {

using Lines = std::vector<std::string>;

/// A line a row: path, forward, backward and optimizer, own time, calls; at the end what no module caused.
Lines linesOf(const Trace& trace, const ModuleTimes& times) {
  Lines lines;
  const auto phases = [](const PhaseTimes& time) {
    return fmt::format("{}+{}+{}", time.forward(), time.backward(), time.optimizer());
  };
  for (std::uint32_t row = 0; row < times.rows.size(); ++row) {
    const ModuleRow& of = times.rows[row];
    lines.push_back(fmt::format("{} {} own {} x{}", modulePath(trace, times.rows, row), phases(of.total),
                                of.self.total(), of.calls));
  }
  lines.push_back(fmt::format("- {}", phases(times.unassigned)));
  return lines;
}

/// Every nanosecond is given once: rows add up to what is given, and totals to what is in them.
void expectSums(const ModuleTimes& times) {
  PhaseTimes sum = times.unassigned;
  std::vector<PhaseTimes> totals;
  std::uint64_t kernels = 0;
  for (const ModuleRow& row : times.rows) {
    sum += row.self;
    totals.push_back(row.self);
  }
  for (std::size_t row = times.rows.size(); row-- > 0;) {
    EXPECT_EQ(totals[row], times.rows[row].total);
    if (times.rows[row].parent == ModuleRow::none) {
      EXPECT_EQ(times.rows[row].depth, 1U);
      kernels += times.rows[row].kernels;
    } else {
      ASSERT_LT(times.rows[row].parent, row);
      totals[times.rows[row].parent] += totals[row];
    }
  }
  EXPECT_EQ(sum, times.given);
  EXPECT_LE(times.backwardJoined, times.given.backward());
}

class ModuleTrace : public testing::Test {
 protected:
  using Kind = SpanKind;

  void span(TrackId track, Kind kind, std::string_view name, std::int64_t start, std::int64_t length) {
    made.span(track, kind, name, start, length);
  }
  /// A kernel of so many nanoseconds, launched at a time.
  void kernel(TrackId track, std::int64_t at, std::int64_t ns) {
    ++m_launches;
    made.span(track, Kind::Runtime, "cudaLaunchKernel", at, 1).correlation = m_launches;
    made.span(stream, Kind::Kernel, "gemm", 10'000 + m_launches * 1'000, ns).correlation = m_launches;
  }
  /// A step of the engine from one time to another, with the operator that it undoes.
  void step(std::string_view name, std::int64_t start, std::int64_t end, std::int64_t forward = -1) {
    made.span(autograd, Kind::Op, "autograd::engine::evaluate_function: " + std::string(name), start, end - start);
    made.span(autograd, Kind::Op, name, start + 1, end - start - 2);
    if (forward >= 0) {
      m_joined.emplace_back(start, forward);
    }
  }
  void build() {
    trace = made.build();
    std::vector<ForwardLink> found;
    for (const auto& [start, forward] : m_joined) {
      found.push_back({at(start, "autograd::engine"), at(forward, "aten::")});
    }
    links = ForwardLinks(std::move(found));
  }
  [[nodiscard]] SpanId at(std::int64_t start, std::string_view prefix) const {
    for (std::uint32_t span = 0; span < trace->spanCount(); ++span) {
      if (trace->starts()[span].ns == start && trace->nameText(SpanId{span}).starts_with(prefix)) {
        return SpanId{span};
      }
    }
    return SpanId::none;
  }
  ModuleTimes times(std::optional<TimeRange> range = {}) {
    const ModuleTimes found = moduleTimes(*trace, spanModules(*trace, links, 2), spanPhases(*trace), {.range = range});
    expectSums(found);
    return found;
  }
  /// A network of two layers runs forward, backward and a step of its optimizer.
  void trainingStep() {
    span(main, Kind::PythonFunction, "nn.Module: Net_0", 0, 100);
    kernel(main, 5, 1);
    span(main, Kind::PythonFunction, "nn.Module: Linear_0", 10, 20);
    span(main, Kind::Op, "aten::addmm", 12, 10);
    kernel(main, 15, 10);
    span(main, Kind::PythonFunction, "nn.Module: Linear_1", 40, 20);
    span(main, Kind::Op, "aten::mm", 42, 10);
    kernel(main, 45, 20);
    span(main, Kind::PythonFunction, "torch/_tensor.py(1): backward", 200, 300);
    kernel(main, 205, 3);
    step("MmBackward0", 210, 250, 42);
    kernel(autograd, 220, 40);
    step("AddmmBackward0", 260, 300, 12);
    kernel(autograd, 270, 30);
    step("torch::autograd::AccumulateGrad", 310, 320);
    kernel(autograd, 315, 5);
    span(main, Kind::Annotation, "Optimizer.step#SGD.step", 600, 100);
    kernel(main, 610, 7);
    kernel(main, 900, 11);
  }

  HandMadeTrace made;
  ProcessId host = made.process("1");
  TrackId main = made.track(host, "1", TrackKind::Thread);
  TrackId autograd = made.track(host, "2", TrackKind::Thread);
  TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  std::shared_ptr<const Trace> trace;
  ForwardLinks links;

 private:
  std::uint32_t m_launches = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> m_joined;
};

TEST_F(ModuleTrace, backwardGoesToTheModuleOfTheOperatorThatItUndoes) {
  trainingStep();
  build();
  const ModuleTimes found = times();
  EXPECT_EQ(found.source, ModuleSource::Modules);
  EXPECT_EQ(linesOf(*trace, found), (Lines{"Net_0 31+70+0 own 1 x1", "Net_0/Linear_1 20+40+0 own 60 x1",
                                           "Net_0/Linear_0 10+30+0 own 40 x1", "- 11+8+7"}));
  EXPECT_EQ(found.given.total(), 127);
  EXPECT_EQ(found.backwardJoined, 70);
}

TEST_F(ModuleTrace, aKernelKnowsItsOperatorAndItsModules) {
  trainingStep();
  build();
  const ScopeNames names(*trace);
  const SpanId ofBackward = trace->launchedBy(at(220, "cudaLaunch")).front().activity;
  const SpanCause cause = causeOf(*trace, links, names, ofBackward);
  EXPECT_EQ(cause.forward, at(42, "aten::mm"));
  ASSERT_EQ(cause.modules.size(), 2U);
  EXPECT_EQ(trace->nameText(cause.modules[0]), "nn.Module: Net_0");
  EXPECT_EQ(trace->nameText(cause.modules[1]), "nn.Module: Linear_1");
  EXPECT_EQ(causeOf(*trace, links, names, at(12, "aten::addmm")).forward, SpanId::none);
  EXPECT_TRUE(causeOf(*trace, links, names, at(610, "cudaLaunch")).modules.empty());
}

TEST_F(ModuleTrace, aRangeCutsWorkAndKeepsItsModule) {
  trainingStep();
  build();
  EXPECT_EQ(linesOf(*trace, times(TimeRange{{13'010}, {15'002}})),
            (Lines{"Net_0 10+2+0 own 0 x0", "Net_0/Linear_1 10+2+0 own 12 x0", "- 0+3+0"}));
  const TimeRange first{{0}, {14'001}};
  const TimeRange second{{14'001}, {100'000}};
  EXPECT_EQ(times(first).given.total() + times(second).given.total(), times().given.total());
}

TEST_F(ModuleTrace, aForwardThatBackwardRunsAgainIsWhereItWas) {
  span(main, Kind::PythonFunction, "nn.Module: Net_0", 0, 100);
  span(main, Kind::PythonFunction, "nn.Module: Block_0", 10, 20);
  span(main, Kind::PythonFunction, "nn.Module: Linear_0", 12, 5);
  span(main, Kind::Op, "aten::mm", 13, 2);
  kernel(main, 14, 10);
  span(main, Kind::PythonFunction, "nn.Module: ReLU_0", 20, 5);
  span(main, Kind::Op, "aten::relu", 21, 2);
  span(main, Kind::PythonFunction, "nn.Module: Block_1", 40, 20);
  span(main, Kind::Op, "aten::sum", 41, 2);
  span(main, Kind::PythonFunction, "torch/_tensor.py(1): backward", 200, 500);
  step("ReluBackward0", 210, 290, 21);  // inside of what it repeats
  span(autograd, Kind::PythonFunction, "nn.Module: Block_0", 220, 50);
  span(autograd, Kind::PythonFunction, "nn.Module: Linear_0", 230, 30);
  span(autograd, Kind::Op, "aten::mm", 235, 9);
  kernel(autograd, 240, 100);
  kernel(autograd, 280, 2);
  step("SumBackward0", 300, 390, 41);  // follows what it repeats
  span(autograd, Kind::PythonFunction, "nn.Module: Linear_0", 310, 30);
  kernel(autograd, 320, 1000);
  step("MmBackward0", 400, 450, 235);  // undoes what was repeated
  kernel(autograd, 420, 10'000);
  build();
  EXPECT_EQ(linesOf(*trace, times()),
            (Lines{"Net_0 10+11102+0 own 0 x1", "Net_0/Block_0 10+11102+0 own 0 x2",
                   "Net_0/Block_0/Linear_0 10+11100+0 own 11110 x3", "Net_0/Block_0/ReLU_0 0+2+0 own 2 x1",
                   "Net_0/Block_1 0+0+0 own 0 x1", "- 0+0+0"}));
  const ScopeNames names(*trace);
  EXPECT_EQ(causeOf(*trace, links, names, at(420, "cudaLaunch")).modules.size(), 3U);
  EXPECT_EQ(causeOf(*trace, links, names, at(240, "cudaLaunch")).modules.size(), 3U);
  EXPECT_EQ(trace->nameText(causeOf(*trace, links, names, at(240, "cudaLaunch")).modules[0]), "nn.Module: Net_0");
}

TEST_F(ModuleTrace, withoutModulesAnnotationsAreModulesButForStepsAndPhases) {
  span(main, Kind::Annotation, "ProfilerStep#3", 0, 900);
  span(main, Kind::Annotation, "block 1", 10, 100);
  span(main, Kind::Annotation, "attention", 20, 60);
  span(main, Kind::Op, "aten::mm", 30, 10);
  kernel(main, 35, 10);
  span(main, Kind::Annotation, "## backward ##", 200, 300);
  step("MmBackward0", 250, 290, 30);
  kernel(autograd, 260, 20);
  step("torch::autograd::AccumulateGrad", 310, 330);
  span(autograd, Kind::Annotation, "nccl:all_reduce", 315, 10);
  kernel(autograd, 320, 5);
  build();
  const ModuleTimes found = times();
  EXPECT_EQ(found.source, ModuleSource::Annotations);
  EXPECT_EQ(linesOf(*trace, found),
            (Lines{"block 1 10+20+0 own 0 x1", "block 1/attention 10+20+0 own 30 x1", "- 0+5+0"}));
}

TEST_F(ModuleTrace, aBackwardCalledInAModuleIsOfThatModuleWhereNoOperatorIsKnown) {
  span(main, Kind::PythonFunction, "nn.Module: Trainer_0", 0, 1000);
  span(main, Kind::PythonFunction, "torch/_tensor.py(1): backward", 100, 500);
  span(main, Kind::Op, "aten::ones_like", 110, 10);
  step("MmBackward0", 200, 300);
  kernel(autograd, 250, 20);
  build();
  EXPECT_EQ(linesOf(*trace, times()), (Lines{"Trainer_0 0+20+0 own 20 x1", "- 0+0+0"}));
}

TEST_F(ModuleTrace, annotationsThatOverlapEndOneAnother) {
  span(main, Kind::Annotation, "a", 0, 100);
  span(main, Kind::Annotation, "b", 50, 100);
  kernel(main, 20, 1);
  kernel(main, 70, 2);
  kernel(main, 120, 4);
  build();
  EXPECT_EQ(linesOf(*trace, times()), (Lines{"b 6+0+0 own 6 x1", "a 1+0+0 own 1 x1", "- 0+0+0"}));
}

TEST_F(ModuleTrace, workThatNothingLaunchedIsOfNoModule) {
  span(main, Kind::PythonFunction, "nn.Module: Net_0", 0, 100);
  made.span(stream, Kind::Memcpy, "copy", 0, 9);
  build();
  EXPECT_EQ(linesOf(*trace, times()), (Lines{"Net_0 0+0+0 own 0 x1", "- 9+0+0"}));
}

TEST_F(ModuleTrace, stoppingGivesNothing) {
  trainingStep();
  build();
  std::stop_source stop;
  stop.request_stop();
  const SpanModules stopped = spanModules(*trace, links, 2, stop.get_token());
  EXPECT_TRUE(stopped.nodes.empty());
  const SpanPhases phases = spanPhases(*trace);
  EXPECT_TRUE(moduleTimes(*trace, stopped, phases, {}).rows.empty());
  EXPECT_TRUE(moduleTimes(*trace, spanModules(*trace, links, 2), phases, {}, stop.get_token()).rows.empty());
}

class ModulesOfTraces : public testing::TestWithParam<std::string> {};

/// Against what a trace says of its device activity, span by span, and of single spans.
TEST_P(ModulesOfTraces, giveEachNanosecondOnceAndAgreeWithSingleSpans) {
  const auto loaded = load(shared(GetParam()));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const ForwardLinks links = forwardLinks(trace, 2);
  const ModuleTimes found = moduleTimes(trace, spanModules(trace, links, 2), spanPhases(trace), {});
  expectSums(found);
  std::int64_t device = 0;
  std::map<std::string, std::int64_t> byPath;
  const ScopeNames names(trace);
  for (std::uint32_t s = 0; s < trace.spanCount(); ++s) {
    if (isDeviceActivity(trace.kinds()[s])) {
      device += trace.durations()[s].ns;
      std::string path;
      for (const SpanId module : causeOf(trace, links, names, SpanId{s}).modules) {
        path += (path.empty() ? "" : "/") + std::string(moduleText(trace.nameText(module)));
      }
      byPath[path] += trace.durations()[s].ns;
    }
  }
  EXPECT_EQ(found.given.total(), device);
  EXPECT_EQ(found.unassigned.total(), byPath[""]);
  for (std::uint32_t row = 0; row < found.rows.size(); ++row) {
    const std::string path = modulePath(trace, found.rows, row);
    EXPECT_EQ(found.rows[row].self.total(), byPath[path]) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Shared, ModulesOfTraces,
                         testing::Values("h200/gpt_stack_trace.json.gz", "h200/ddp_rank0.pt.trace.json.gz",
                                         "h200/Flash_seq256_trace.json.gz",
                                         "traces/torch/hta_two_ranks_of_128/rank-1.json.gz",
                                         "traces/torch/tracelens_mi300_resnet_checkpoint.json.gz"),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace kernline::test
