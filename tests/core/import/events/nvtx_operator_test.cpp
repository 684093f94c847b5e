// SPDX-License-Identifier: GPL-3.0-or-later
// Operators in the names of ranges, as torch's emit_nvtx writes them.
#include "core/import/events/nvtx_operator.h"

#include "core/analysis/calls/forward_links.h"
#include "core/import/nsys/read_nsys.h"
#include "core/model/trace/arg_values.h"
#include "tests/support/nsys_database.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

constexpr std::string_view forward =
    "aten::mm, seq = 3004, op_id = 1367, sizes = [[4096, 2048], [2048, 512], []], input_op_ids = [(1366,0), (12,0)]";

TEST(NvtxOperator, isReadFromItsName) {
  const auto op = nvtxOperator(forward);
  ASSERT_TRUE(op);
  EXPECT_EQ(op->name, "aten::mm");
  EXPECT_EQ(op->sequence, "3004");
  EXPECT_EQ(op->id, "1367");
  EXPECT_EQ(op->sizes, "[[4096, 2048], [2048, 512], []]");
  EXPECT_EQ(op->inputIds, "[(1366,0), (12,0)]");
  const auto older = nvtxOperator("aten::add, seq = 7");
  ASSERT_TRUE(older);
  EXPECT_EQ(older->name, "aten::add");
  EXPECT_EQ(nvtxOperator("autograd::engine::evaluate_function: MmBackward0, op_id = 12")->name,
            "autograd::engine::evaluate_function: MmBackward0");
  EXPECT_EQ(nvtxOperator("aten::relu")->name, "aten::relu");
  for (const std::string_view name : {"ProfilerStep#1", "step, seq = many", "a, sizes = large", "forward", "",
                                      "aten::mm and more", "decode, batch = 3"}) {
    EXPECT_FALSE(nvtxOperator(name)) << name;
  }
}

std::string jsonOf(const Trace& trace, SpanId span, std::string_view key) {
  const EventDetails details = trace.details(span);
  const ArgNode* const node = details.args.find(key);
  return node == nullptr ? "absent" : sql::toJson(*node);
}

void expectOperators(const Trace& trace) {
  const SpanId mm = spanNamed(trace, "aten::mm");
  const SpanId step = spanNamed(trace, "autograd::engine::evaluate_function: MmBackward0");
  ASSERT_NE(mm, SpanId::none);
  ASSERT_NE(step, SpanId::none);
  EXPECT_EQ(trace.kind(mm), SpanKind::Op);
  EXPECT_TRUE(std::ranges::any_of(spansNamed(trace, "train"),
                                  [&](SpanId span) { return trace.kind(span) == SpanKind::Annotation; }));
  EXPECT_EQ(jsonOf(trace, mm, "Sequence number"), "3004");
  EXPECT_EQ(jsonOf(trace, mm, "Input Dims"), "[[4096, 2048], [2048, 512], []]");
  constexpr std::array<std::string_view, 1> keys{"Input Dims"};
  const ArgNode some = trace.args(mm, keys);
  ASSERT_EQ(some.children.size(), 1U);
  EXPECT_EQ(sql::toJson(some.children.front()), "[[4096, 2048], [2048, 512], []]");
  EXPECT_EQ(forwardLinks(trace, 1).forwardOf(step), mm);
}

TEST(NvtxOperator, ofANsysDatabaseKnowsShapesAndItsBackward) {
  NsysDatabase database;
  database.addNvtx(500, 501, 0, 5000, "train");
  database.addNvtx(500, 501, 100, 900, forward);
  database.addCall(500, 501, 200, 250, "cudaLaunchKernel_v7000", 9);
  database.addKernel(500, 1000, 1400, "gemm", 9);
  database.addNvtx(500, 502, 2000, 3000, "autograd::engine::evaluate_function: MmBackward0, op_id = 1400");
  database.addNvtx(500, 502, 2100, 2900, "MmBackward0, seq = 3004, op_id = 1401, sizes = [[4096, 512]]");
  const auto trace = nsys::readNsysBytes(database.bytes(), {});
  ASSERT_TRUE(trace);
  expectOperators(**trace);
  EXPECT_EQ((*trace)->opOf(spanNamed(**trace, "gemm")), spanNamed(**trace, "aten::mm"));
}

TEST(NvtxOperator, ofARecordingKnowsThemToo) {
  const auto range = [](std::string_view name, int thread, int start, int duration) {
    return R"({"ph":"X","cat":"user_annotation","name":")" + std::string(name) + R"(","pid":1,"tid":)" +
           std::to_string(thread) + R"(,"ts":)" + std::to_string(start) + R"(,"dur":)" + std::to_string(duration) + "}";
  };
  const TemporaryFile file("[" + range("train", 1, 0, 5000) + "," + range(forward, 1, 100, 800) + "," +
                           range("autograd::engine::evaluate_function: MmBackward0, op_id = 1400", 2, 2000, 1000) +
                           "," + range("MmBackward0, seq = 3004, op_id = 1401", 2, 2100, 800) + "]");
  const auto trace = load(file.path());
  ASSERT_TRUE(trace);
  expectOperators(**trace);
}

}  // namespace
}  // namespace kernline::test
