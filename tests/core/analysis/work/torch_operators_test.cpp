// SPDX-License-Identifier: GPL-3.0-or-later
// The model of work beside PyTorch's own counts and beside the bundled kernels' (tests/fixtures/ORIGINS.md).
#include "core/analysis/work/trace_work.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

using nlohmann::json;

class RecordedOperators : public testing::Test {
 protected:
  void open(const std::string& name) {
    auto loaded = load(fixture("work/" + name));
    ASSERT_TRUE(loaded);
    m_trace = *loaded;
    m_model = workModel(*m_trace, WorkRules::builtin(), 2);
  }

  /// Returns the work in the span of an annotation, by operator.
  [[nodiscard]] TraceWork workDuring(SpanId span) const {
    const WorkMeter meter(*m_trace, m_model, {});
    return traceWork(*m_trace, m_model, meter,
                     {.by = WorkQuery::By::Op, .range = TimeRange{m_trace->start(span), m_trace->end(span)}});
  }

  /// By the name of its annotation, which begins with `prefix`.
  [[nodiscard]] std::map<std::string, SpanId> annotations(std::string_view prefix) const {
    std::map<std::string, SpanId> found;
    for (std::uint32_t i = 0; i < m_trace->spanCount(); ++i) {
      const std::string_view name = m_trace->nameText(SpanId{i});
      if (m_trace->kind(SpanId{i}) == SpanKind::Annotation && name.starts_with(prefix)) {
        found.try_emplace(std::string(name.substr(prefix.size())), SpanId{i});
      }
    }
    return found;
  }

  std::shared_ptr<const Trace> m_trace;
  WorkModel m_model;
};

double matrixFlops(const TraceWork& work) {
  double all = 0;
  for (const WorkRow& row : work.rows) {
    all += row.rule != nullptr && row.rule->unit == WorkUnit::Matrix ? row.figures.flops : 0;
  }
  return all;
}

/// Where PyTorch's counter says something else, and why it is not followed; 0: whatever it says.
double factorOf(const std::string& job) {
  static const std::map<std::string, double> otherwise{
      {"sdpa flash causal", 0.5},      // it counts the half that a causal mask leaves out
      {"sdpa efficient causal", 0.5},  //
      {"sdpa cudnn causal", 0.5},
      {"conv2d grouped", 0},    // it counts the backward pass of groups as if there were none
      {"conv2d depthwise", 0},  // the same
      {"cdist", 0},             // it misses the product of the forward pass
  };
  const auto found = otherwise.find(job);
  return found == otherwise.end() ? 1 : found->second;
}

TEST_F(RecordedOperators, haveTheFlopsThatPyTorchCounts) {
  open("operators.json.gz");
  const json flops = json::parse(readFile(fixture("work/operators.flops"))).at("flops");
  const std::map<std::string, SpanId> jobs = annotations("job ");
  int compared = 0;
  for (const auto& [job, counts] : flops.items()) {
    double expected = 0;
    for (const auto& [op, count] : counts.items()) {
      expected += count.get<double>();
    }
    if (expected == 0 || factorOf(job) == 0) {
      continue;
    }
    ASSERT_TRUE(jobs.contains(job)) << job;
    const double ours = matrixFlops(workDuring(jobs.at(job)));
    EXPECT_NEAR(ours / (expected * factorOf(job)), 1, 0.01) << job << ": " << ours << " beside " << expected;
    ++compared;
  }
  EXPECT_GE(compared, 20);
}

/// Operators without a rule are known, and few.
TEST_F(RecordedOperators, areModeled) {
  open("operators.json.gz");
  const TraceWork work = traceWork(*m_trace, m_model, WorkMeter(*m_trace, m_model, {}), {.by = WorkQuery::By::Op});
  const double share = static_cast<double>(work.all.modeled.ns) / static_cast<double>(work.all.kernelTime.ns);
  std::string unmodeled;
  for (const WorkRow& row : work.rows) {
    if (row.figures.modeledCount < row.figures.count) {
      unmodeled += "\n" + row.name + ": " + row.reason.english();
    }
  }
  EXPECT_GT(share, 0.95) << unmodeled;
}

TEST_F(RecordedOperators, haveTheWorkThatBundledKernelsSayOfTheSameJob) {
  open("same-work.json.gz");
  const json rows = json::parse(readFile(fixture("work/same-work.figures"))).at("rows");
  ASSERT_EQ(rows.size(), 10U);
  for (const json& row : rows) {
    int matching = 0;
    for (const WorkCall& call : m_model.calls) {
      const WorkForm& form = m_model.forms[call.form];
      matching += form.name == row.at("operator").get<std::string>() &&
                          form.needs.flops == row.at("flops").get<double>() &&
                          form.needs.bytes == row.at("bytes").get<double>()
                      ? 1
                      : 0;
    }
    EXPECT_EQ(matching, 1) << row.dump();
  }
}

}  // namespace
}  // namespace kernline::test
