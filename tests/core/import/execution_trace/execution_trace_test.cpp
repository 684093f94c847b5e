// SPDX-License-Identifier: GPL-3.0-or-later
// Execution traces of PyTorch: alone, and beside the Kineto trace of the same run.
#include "core/import/execution_trace/read_execution_trace.h"

#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/work/call_arguments.h"
#include "core/import/execution_trace/execution_nodes.h"
#include "core/import/execution_trace/operator_arguments.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <variant>

namespace kernline::test {
namespace {

using Json = nlohmann::json;

constexpr const char* alone = "formats/execution_trace/execution_trace.json.gz";
constexpr const char* kineto = "formats/execution_trace/execution_trace_kineto.json.gz";

std::string cellOf(const Log& log, const LogTable& table, std::size_t row, std::size_t column) {
  return std::string{log.text(table.cell(row, column).text)};
}

std::shared_ptr<const Trace> traceAt(const std::string& path) {
  auto document = openDocument(path);
  if (!document || !std::holds_alternative<std::shared_ptr<const Trace>>(*document)) {
    ADD_FAILURE() << path;
    return nullptr;
  }
  return std::get<std::shared_ptr<const Trace>>(*document);
}

/// The Kineto trace as it would be without record_shapes=True.
std::string withoutInputs(const std::string& text) {
  Json trace = Json::parse(text);
  for (Json& event : trace["traceEvents"]) {
    for (const std::string_view key : execution::inputKeys) {
      if (event.contains("args")) {
        event["args"].erase(std::string{key});
      }
    }
  }
  return trace.dump();
}

class ExecutionTraces : public testing::Test {
 protected:
  void SetUp() override {
    if (!hasShared(alone)) {
      GTEST_SKIP() << alone;
    }
  }
};

TEST_F(ExecutionTraces, openAsTablesOfOperators) {
  auto document = openDocument(shared(alone));
  ASSERT_TRUE(document && std::holds_alternative<std::shared_ptr<const Log>>(*document));
  const Log& log = *std::get<std::shared_ptr<const Log>>(*document);
  EXPECT_THAT(log.format(), testing::StartsWith("execution trace"));
  ASSERT_EQ(log.tables().size(), 2U);
  EXPECT_TRUE(log.report().kinds().empty());

  const Json expected = Json::parse(readDecoded(shared("formats/execution_trace/expected.json")));
  const LogTable& calls = log.tables()[1];
  EXPECT_EQ(calls.rows.size(), expected["pair"]["kineto_cpu_ops"].get<std::size_t>());
  std::map<std::string, double> byName;
  const LogTable& counts = log.tables()[0];
  for (std::size_t row = 0; row < counts.rows.size(); ++row) {
    byName[cellOf(log, counts, row, 0)] += counts.cell(row, 1).number;
  }
  for (const Json& common : expected["most_common"]) {
    EXPECT_EQ(byName[common["name"].get<std::string>()], common["nodes"].get<double>()) << common["name"];
  }
  const Json& example = expected["example"];
  for (std::size_t row = 0; row < calls.rows.size(); ++row) {
    if (cellOf(log, calls, row, 5) == example["id"].dump()) {
      EXPECT_EQ(cellOf(log, calls, row, 0), "aten::addmm");
      EXPECT_EQ(cellOf(log, calls, row, 1), "[1024]; [512, 1024]; [1024, 1024]");
      EXPECT_EQ(cellOf(log, calls, row, 3), "[512, 1024]");
      EXPECT_EQ(cellOf(log, calls, row, 6), example["ctrl_deps"].dump());
      EXPECT_EQ(cellOf(log, calls, row, 9), example["seq_id"].dump());
      EXPECT_EQ(cellOf(log, calls, row, 10), example["op_schema"].get<std::string>());
    }
  }
}

TEST_F(ExecutionTraces, giveOperatorsTheInputsThatTheirTraceLacks) {
  const std::string text = readDecoded(shared(kineto));
  const TemporaryFolder folder;
  const TemporaryFolder other;
  folder.add("trace.json", withoutInputs(text));
  folder.add("execution_trace.json", readDecoded(shared(alone)));
  other.add("trace.json", text);
  const auto joined = traceAt(folder / "trace.json");
  const auto recorded = traceAt(other / "trace.json");
  ASSERT_TRUE(joined && recorded);
  ASSERT_EQ(joined->spanCount(), recorded->spanCount());
  std::size_t operators = 0;
  for (std::uint32_t i = 0; i < recorded->spanCount(); ++i) {
    const SpanId span{i};
    const ArgNode args = recorded->args(span, argumentKeys());
    if (args.find("Input Dims") == nullptr) {
      continue;
    }
    ++operators;
    EXPECT_EQ(readInputShape(*joined, span), readInputShape(*recorded, span));
    const CallArguments ours = callArguments(joined->args(span, argumentKeys()));
    const CallArguments theirs = callArguments(args);
    ASSERT_EQ(ours.arguments.size(), theirs.arguments.size());
    for (std::size_t a = 0; a < ours.arguments.size(); ++a) {
      EXPECT_EQ(ours.arguments[a].kind, theirs.arguments[a].kind);
      ASSERT_EQ(ours.arguments[a].tensors.size(), theirs.arguments[a].tensors.size());
      for (std::size_t t = 0; t < ours.arguments[a].tensors.size(); ++t) {
        EXPECT_EQ(ours.arguments[a].tensors[t].dims, theirs.arguments[a].tensors[t].dims);
        EXPECT_EQ(ours.arguments[a].tensors[t].strides, theirs.arguments[a].tensors[t].strides);
        EXPECT_EQ(ours.arguments[a].tensors[t].type, theirs.arguments[a].tensors[t].type);
      }
    }
  }
  EXPECT_EQ(operators, 333U);
  const InputShapes shapes = readInputShapes(*joined, 2);
  const InputShapes expected = readInputShapes(*recorded, 2);
  const auto known = [](const InputShapes& all) {
    return std::ranges::count_if(all.ofSpan, [&](std::uint32_t shape) {
      return shape != InputShapes::unread && !all.shapes[shape].dims.empty();
    });
  };
  EXPECT_EQ(known(shapes), known(expected));
}

TEST_F(ExecutionTraces, areNotJoinedWithATraceOfAnotherProcess) {
  const TemporaryFolder folder;
  folder.add("trace.json", withoutInputs(readDecoded(shared(kineto))));
  std::string other = readDecoded(shared(alone));
  other.replace(other.find("\"pid\": 824"), 10, "\"pid\": 825");
  folder.add("execution_trace.json", other);
  const auto trace = traceAt(folder / "trace.json");
  ASSERT_NE(trace, nullptr);
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    EXPECT_TRUE(readInputShape(*trace, SpanId{i}).dims.empty());
  }
}

TEST_F(ExecutionTraces, leaveWhatATraceSaysItselfAsItIs) {
  const auto trace = traceAt(shared(kineto));
  const TemporaryFolder other;
  other.add("trace.json", readDecoded(shared(kineto)));
  const auto single = traceAt(other / "trace.json");
  ASSERT_TRUE(trace && single);
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    const InputShapes::Shape shape = readInputShape(*single, SpanId{i});
    if (!shape.dims.empty()) {
      EXPECT_EQ(readInputShape(*trace, SpanId{i}), shape);
    }
  }
}

TEST(ExecutionNodes, areReadOfOlderSchemasToo) {
  constexpr std::string_view old = R"json({"name": "aten::add", "id": 7, "rf_id": 3, "parent": 2, "fw_parent": 0,
    "seq_id": 5, "scope": 0, "tid": 1, "fw_tid": 0, "op_schema": "", "inputs": [[1, 2, 0, 4, 4, "cuda:0"], 2.5, true],
    "input_shapes": [[2, 2], [], []], "input_types": ["Tensor(float)", "Double", "Bool"], "outputs": [],
    "output_shapes": [], "output_types": []})json";
  const execution::ExecutionNode node = execution::executionNode(old);
  EXPECT_EQ(node.name, "aten::add");
  EXPECT_EQ(node.recordFunction, 3);
  EXPECT_EQ(node.sequence, 5);
  EXPECT_EQ(node.parent, 2);
  ASSERT_EQ(node.inputs.size(), 3U);
  std::string text;
  for (const ArgNode& arg : execution::kinetoInputs(node)) {
    text += flatText(arg) + "\n";
  }
  EXPECT_THAT(text, testing::HasSubstr("float"));
  EXPECT_THAT(text, testing::HasSubstr("2.5"));
  EXPECT_THAT(text, testing::HasSubstr("True"));
}

TEST(ExecutionNodes, areLostOneByOneWhereTheyAreDamaged) {
  const auto log = readExecutionTraceText(
      R"json({"schema": "1.1.1-chakra.0.0.4", "pid": 1, "nodes": [{"id": 1, "name": "aten::a", "ctrl_deps": 0}, 5, {"id": 2},
      {"id": 3, "name": "aten::b"}, {"id": 4, "na)json");
  ASSERT_EQ(log->tables().size(), 2U);
  EXPECT_EQ(log->tables()[1].rows.size(), 2U);
  EXPECT_EQ(log->report()[LogIssueKind::DamagedInput].count, 3U) << "two nodes, and the end";
}

TEST(ExecutionNodes, endWellWhateverTheTextIs) {
  std::mt19937 random(3);
  const std::string text =
      R"json({"schema": "1.1.1", "nodes": [{"id": 1, "name": "a", "inputs": {"values": [[1]], "shapes": [[[2], []]],
      "types": ["GenericList[Tensor(float)]"], "strides": [[1]]}, "attrs": [{"name": "rf_id", "value": 1}]}]})json";
  for (int round = 0; round < 2'000; ++round) {
    std::string damaged = text;
    for (int i = 0; i < 3; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    static_cast<void>(readExecutionTraceText(damaged));
    static_cast<void>(
        execution::kinetoInputs(execution::executionNode(damaged.substr(damaged.find('[') % damaged.size()))));
  }
  static_cast<void>(readExecutionTraceText(R"json({"schema": "1", "nodes": )json" + std::string(100'000, '[')));
}

}  // namespace
}  // namespace kernline::test
