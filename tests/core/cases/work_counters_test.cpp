// SPDX-License-Identifier: GPL-3.0-or-later
// FLOPs and bytes of the model beside what the hardware counted of the same kernels, and beside PyTorch's own table.
#include "core/analysis/work/call_arguments.h"
#include "core/analysis/work/work_rules.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;

struct CountedCall {
  std::string op;
  CallWork work;
  std::vector<json> kernels;  // launched kernels, as they were counted

  [[nodiscard]] double sum(const char* what) const {
    double all = 0;
    for (const json& kernel : kernels) {
      all += kernel.value(what, 0.0);
    }
    return all;
  }
};

/// The n-th kernel of the trace has number n of the counters.
std::vector<CountedCall> countedCalls(const Trace& trace, const json& file) {
  std::vector<SpanId> kernels;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (trace.kind(SpanId{i}) == SpanKind::Kernel) {
      kernels.push_back(SpanId{i});
    }
  }
  std::ranges::stable_sort(kernels, {}, [&](SpanId span) { return trace.start(span); });
  EXPECT_EQ(kernels.size(), file.at("kernels").get<std::size_t>());
  std::map<SpanId, CountedCall> calls;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const json& counted = file.at("kernel").at(i);
    EXPECT_EQ(counted.at("kernel").get<std::string>(), trace.nameText(kernels[i]));
    const SpanId op = trace.opOf(kernels[i]);
    CountedCall& call = calls[op];
    if (call.kernels.empty()) {
      CallArguments arguments = callArguments(trace.args(op, argumentKeys()));
      setListTypes(arguments, elementTypeIn(trace.nameText(kernels[i])));
      call.op = trace.nameText(op);
      call.work = WorkRules::builtin().workOf(call.op, arguments);
    }
    call.kernels.push_back(counted);
  }
  std::vector<CountedCall> all;
  for (auto& [op, call] : calls) {
    all.push_back(std::move(call));
  }
  return all;
}

class WorkCounters : public testing::Test {
 protected:
  void SetUp() override {
    const auto trace = load(shared("formats/work/work_trace.json.gz"));
    ASSERT_TRUE(trace) << trace.error().message.english();
    m_file = json::parse(readDecoded(shared("formats/work/expected.json")));
    m_calls = countedCalls(**trace, m_file);
  }

  json m_file;
  std::vector<CountedCall> m_calls;
};

TEST_F(WorkCounters, flopsOfProductsAreThoseOfTheTable) {
  std::map<std::string, double> flops;
  for (const CountedCall& call : m_calls) {
    ASSERT_NE(call.work.rule, nullptr) << call.op << ": " << call.work.reason.english();
    flops[call.op] += call.work.flops;
  }
  constexpr double mega = 1e6;
  for (const auto& [op, theirs] : m_file.at("flops_against_table").at("table_MFLOP").items()) {
    // The table leaves out what a bias or a matrix adds: less than one in a thousand here.
    const double slack = op == "aten::addmm" ? 1e-3 : 1e-6;
    EXPECT_NEAR(flops[op] / mega / theirs.get<double>(), 1, slack) << op;
  }
}

TEST_F(WorkCounters, flopsOfProductsAgreeWithInstructions) {
  std::size_t ofTensorCores = 0;
  std::size_t ofVectorUnits = 0;
  for (const CountedCall& call : m_calls) {
    if (call.kernels.size() != 1 || !call.kernels.front().contains("operator_flop")) {
      continue;
    }
    const json& kernel = call.kernels.front();
    EXPECT_EQ(call.work.unit, WorkUnit::Matrix) << call.op;
    if (kernel.contains("flop_per_tensor_instruction")) {
      // One warp's part of a product of 64 by N by 16, so by the tile's width 64, 128 or 256. No tile is padded here.
      const double each = call.work.flops / kernel.at("tensor_instructions").get<double>();
      const double width = kernel.at("flop_per_tensor_instruction").get<double>();
      EXPECT_TRUE(width == 16384 || width == 32768 || width == 65536) << kernel.dump();
      EXPECT_NEAR(each / width, 1, 5e-3) << kernel.dump();
      ++ofTensorCores;
    } else {
      EXPECT_NEAR(call.work.flops / kernel.at("fp32_flop").get<double>(), 1, 1e-3) << kernel.dump();
      ++ofVectorUnits;
    }
  }
  EXPECT_GE(ofTensorCores, 30U);
  EXPECT_EQ(ofVectorUnits, 2U);
}

TEST_F(WorkCounters, bytesAreAtMostWhatMemoryMovedAndTheCacheHolds) {
  constexpr double cache = 50 << 20;  // the L2 of an H200, which may keep what was written; it was empty before
  std::size_t compared = 0;
  for (const CountedCall& call : m_calls) {
    const double moved = call.sum("dram_bytes_read") + call.sum("dram_bytes_write");
    EXPECT_LE(call.work.bytes, moved + cache) << call.op << " " << call.kernels.front().dump();
    compared += call.kernels.size();
  }
  EXPECT_EQ(compared, m_file.at("kernels").get<std::size_t>());
}

}  // namespace
}  // namespace kernline::test
