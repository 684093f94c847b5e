// SPDX-License-Identifier: GPL-3.0-or-later
// Small files of results, as their programs write them, and damaged ones.
#include "core/import/records/html_tables.h"
#include "core/import/records/notebook.h"
#include "core/import/records/read_records.h"
#include "tests/core/import/log/log_view.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

namespace kernline::test {
namespace {

using records::readRecordsText;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ResultFiles, ofHyperfineAreCommandsInSeconds) {
  const auto log = readRecordsText(R"({"results": [
    {"command": "sort a", "mean": 0.5, "stddev": null, "min": 0.25, "times": [0.25, 0.75], "exit_codes": [0, 0],
     "parameters": {"size": "16"}},
    {"command": "sort b", "mean": 1.5, "stddev": 0.1, "min": 1.0, "times": [1, 2], "exit_codes": [0, 0],
     "parameters": {"size": "32"}}]})");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table), ElementsAre("command", "mean", "stddev", "min", "size"));
  EXPECT_EQ(table.cell(0, 1).number, 5e8);
  EXPECT_FALSE(table.cell(0, 2).hasNumber());
  EXPECT_EQ(table.columns[4].use, ColumnUse::Parameter);
  EXPECT_EQ(log->report()[LogIssueKind::SkippedList].count, 4U);
}

TEST(ResultFiles, ofNvbenchHaveAxesAndSummaries) {
  const auto log = readRecordsText(R"({"meta": {}, "devices": [], "benchmarks": [{"name": "copy", "states": [
    {"device": 0, "axis_values": [{"name": "n", "type": "int64", "value": "1024"}], "is_skipped": false,
     "summaries": [{"tag": "nv/cold/time/gpu/mean", "name": "GPU Time", "hint": "duration",
                    "data": [{"name": "value", "type": "float64", "value": "2e-6"}]}]},
    {"device": 0, "axis_values": [{"name": "n", "type": "int64", "value": "99"}], "is_skipped": true,
     "skip_reason": "too much memory", "summaries": []}]}]})");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(columnNames(*log, log->tables()[0]), ElementsAre("Benchmark", "Device", "n", "GPU Time"));
  EXPECT_DOUBLE_EQ(log->tables()[0].cell(0, 3).number, 2000);
  ASSERT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->text(log->failures()[0].text), "too much memory");
}

TEST(ResultFiles, ofServingBenchmarksSayUnitsThatTheirNamesLeaveOut) {
  const auto log = readRecordsText(
      R"({"backend": "vllm", "num_prompts": 100, "duration": 2.5, "request_throughput": 40.0, "mean_ttft_ms": 12.5,
          "ttfts": [1, 2], "input_lens": []})");
  ASSERT_TRUE(log);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table),
              ElementsAre("backend", "num_prompts", "duration", "request_throughput", "mean_ttft_ms"));
  EXPECT_EQ(table.cell(0, 2).number, 2.5e9);
  EXPECT_EQ(log->text(table.columns[3].unit), "req/s");
  EXPECT_EQ(table.cell(0, 4).number, 12.5e6);
  EXPECT_FALSE(readRecordsText(R"({"backend": "vllm", "duration": 2.5})")) << "any object";
}

TEST(ResultFiles, ofGoogleBenchmarkKeepAggregatesAndErrorsApart) {
  const auto log = readRecordsText(R"({"context": {"num_cpus": 4, "host_name": "secret"}, "benchmarks": [
    {"name": "BM_A<int, 3>/8/threads:2", "run_name": "BM_A<int, 3>/8/threads:2", "run_type": "iteration",
     "threads": 2, "iterations": 10, "real_time": 2.0, "cpu_time": 1.0, "time_unit": "us"},
    {"name": "BM_A<int, 3>/8/threads:2_cv", "run_name": "BM_A<int, 3>/8/threads:2", "run_type": "aggregate",
     "aggregate_name": "cv", "aggregate_unit": "percentage", "threads": 2, "iterations": 10, "real_time": 0.02,
     "cpu_time": 0.01, "time_unit": "us"},
    {"name": "BM_B", "run_name": "BM_B", "run_type": "iteration", "error_occurred": true, "error_message": "no GPU"}
    ]})");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 2U);
  const LogTable& plain = log->tables()[0];
  EXPECT_EQ(log->text(plain.cell(0, 0).text), "BM_A<int, 3>");
  EXPECT_EQ(log->text(plain.columns[1].name), "arg1");
  EXPECT_EQ(log->tables()[1].columns.back().quantity, Quantity::Number) << "a share of the time is no time";
  ASSERT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->text(log->context(log->failures()[0].context).subject), "BM_B");
  ASSERT_EQ(log->settings().size(), 1U) << "without the name of the host";
}

TEST(ResultFiles, mayHaveObjectsInRecordsButNoListsOfThem) {
  const auto log = readRecordsText(R"([{"config": {"n": 16}, "time_ms": 1.5}, {"config": {"n": 32}, "time_ms": 3}])");
  ASSERT_TRUE(log);
  EXPECT_THAT(columnNames(*log, log->tables()[0]), ElementsAre("config.n", "time_ms"));
  EXPECT_FALSE(readRecordsText(R"([{"n": 1, "children": [{"n": 2}]}, {"n": 2, "children": [{"n": 2}]}])"));
  EXPECT_FALSE(readRecordsText(R"([{"name": "a"}, {"name": "b"}])")) << "nothing is measured";
  EXPECT_FALSE(readRecordsText("[1, 2, 3]"));
  EXPECT_FALSE(readRecordsText(""));
}

TEST(JsonLines, loseADamagedLineAndNoMore) {
  const auto log = readRecordsText("{\"n\": 1, \"ms\": 2}\n{\"n\": 2, \"ms\"\nnoise\n{\"n\": 3, \"ms\": 4}\n");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables()[0].rows.size(), 2U);
  EXPECT_EQ(log->tables()[0].rows[1].line, 4U);
  EXPECT_THAT(issuesText(*log), HasSubstr("torn_row 2 [2 3]"));
}

TEST(JsonLines, mayBePrintedOverSeveralLines) {
  const auto log = readRecordsText("{\n \"n\": 1,\n \"ms\": 2\n}\n{\n \"n\": 2,\n \"ms\": 4\n}\n");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables()[0].rows.size(), 2U);
  EXPECT_EQ(log->tables()[0].rows[1].line, 5U);
}

TEST(JsonLines, endWellWhateverTheyHold) {
  EXPECT_FALSE(readRecordsText(std::string(1'000'000, '{')));
  EXPECT_FALSE(readRecordsText(std::string(1'000'000, '[')));
  std::string broken;
  for (int i = 0; i < 200'000; ++i) {
    broken += "{\"a\": 1,\n";
  }
  EXPECT_FALSE(readRecordsText(broken));
  std::string nested = R"({"a": 1, "b": )";
  for (int i = 0; i < 10'000; ++i) {
    nested += "{\"c\": ";
  }
  EXPECT_FALSE(readRecordsText(nested + "1" + std::string(10'001, '}') + "\n{\"a\": 1}\n"));
  std::string shapes;
  for (int i = 0; i < 3000; ++i) {
    shapes += fmt::format("{{\"k{}\": 1, \"ms\": 2}}\n", i);
  }
  const auto log = readRecordsText(shapes);
  ASSERT_TRUE(log);
  EXPECT_EQ(log->tables().size(), 1024U);
  EXPECT_EQ(log->report()[LogIssueKind::TooManyTables].count, 3000U - 1024U);
  EXPECT_EQ(log->report()[LogIssueKind::TooManyMetrics].count, 0U) << "no number was too many";
  EXPECT_EQ(log->report()[LogIssueKind::TooManyTables].lines.front(), 1025U);
}

std::shared_ptr<const Log> openedText(const std::string& stored, const std::string& ending) {
  const TemporaryFile file(stored, ending);
  const auto document = openDocument(file.path());
  return document && std::holds_alternative<std::shared_ptr<const Log>>(*document)
             ? std::get<std::shared_ptr<const Log>>(*document)
             : nullptr;
}

TEST(JsonLines, areTheSameFromAnyContainer) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format("{{\"model\": \"a\", \"n\": {}, \"time_ms\": {}.5}}\n", i % 10, i);
  }
  const auto plain = openedText(text, ".jsonl");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->tables()[0].rows.size(), 20'000U);
  for (const std::string& stored : {compressed(text, "gzip"), compressed(text, "zstd")}) {
    const auto log = openedText(stored, ".gz");
    ASSERT_TRUE(log);
    EXPECT_EQ(dumpLog(*log), dumpLog(*plain));
    EXPECT_EQ(log->lines(20'000, 20'000), plain->lines(20'000, 20'000));
  }
  const std::string stored = compressed(text, "gzip");
  const auto cut = openedText(stored.substr(0, stored.size() / 2), ".gz");
  ASSERT_TRUE(cut);
  EXPECT_THAT(issuesText(*cut), HasSubstr("damaged_input"));
}

TEST(JsonLines, ofATrainerStayALog) {
  const auto log = openedText("{\"step\": 1, \"loss\": 10.5}\n{\"step\": 2, \"loss\": 9.5}\n", ".jsonl");
  ASSERT_TRUE(log);
  EXPECT_EQ(log->metrics().size(), 2U);
  EXPECT_TRUE(log->tables().empty());
}

constexpr const char* notebook = R"({"cells": [
  {"cell_type": "markdown", "source": ["# Results"]},
  {"cell_type": "code", "outputs": [
    {"output_type": "stream", "text": ["Peak Memory: 5 MB\n", "done\n"]},
    {"output_type": "execute_result", "data": {"text/plain": ["   n  time_ms\n0  1  2.5"],
     "text/html": ["<div><table>\n<thead><tr style=\"x\"><th></th><th>n</th><th>time_ms</th><th>a&lt;b</th></tr></thead>",
                   "<tbody><tr><th>0</th><td>1</td><td>2.5</td><td>x|y</td></tr>",
                   "<tr><th>1</th><td>2</td><td>5.0</td><td>z</td></tr></tbody></table></div>"]}},
    {"output_type": "error", "ename": "RuntimeError", "evalue": "CUDA error"}]}],
  "metadata": {}, "nbformat": 4, "nbformat_minor": 5})";

TEST(Notebook, isWhatItsCellsPrinted) {
  const auto log = openedText(notebook, ".ipynb");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->metrics().size(), 1U);
  EXPECT_EQ(log->metrics()[0].value.number, 5 * 1024 * 1024);
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(columnNames(*log, log->tables()[0]), ElementsAre("n", "time_ms", "a<b"));
  EXPECT_EQ(log->tables()[0].cell(1, 1).number, 5e6);
  EXPECT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->lines(1, 1), "Peak Memory: 5 MB\n");
}

TEST(ResultFiles, ofAsvAreRowsByParameter) {
  const auto log = readRecordsText(R"({"commit_hash": "ab12", "env_name": "py", "version": 2,
    "result_columns": ["result", "params"],
    "results": {"suite.time_mm": [[0.5, 1.5, null, 2.5], [["1", "2"], ["'a'", "'b'"]]], "suite.peakmem_x": [[1024]]}})");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 2U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table), ElementsAre("benchmark", "param 1", "param 2", "time"));
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(log->text(table.cell(1, 2).text), "'b'");
  EXPECT_EQ(table.cell(1, 3).number, 1.5e9);
  EXPECT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->tables()[1].cell(0, 1).number, 1024);
}

TEST(ResultFiles, ofNumbersByNameAndSizeAreRows) {
  const auto log = readRecordsText(R"({"flash": {"1024": 1, "2048": 3}, "math": {"1024": 4, "2048": 9}})");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(columnNames(*log, log->tables()[0]), ElementsAre("name", "1024", "2048"));
  EXPECT_FALSE(readRecordsText(R"({"encoder": {"layers": 1, "heads": 3}, "decoder": {"layers": 4, "heads": 9}})"))
      << "a configuration";
}

TEST(ResultFiles, withFailedRunsAmongTheirNumbersAreRows) {
  const auto lists = readRecordsText(R"({"sizes": [128, 256], "torch": [1.25, 2.5], "triton": [0.75, "OOM"]})");
  ASSERT_TRUE(lists);
  ASSERT_EQ(lists->tables().size(), 1U);
  EXPECT_EQ(lists->tables()[0].rows.size(), 2U);
  EXPECT_EQ(lists->tables()[0].cell(0, 2).number, 0.75);
  EXPECT_EQ(lists->failures().size(), 1U);
  const auto nested = readRecordsText(
      R"({"config": {"dtype": "bf16"}, "batch_sizes": [1, 8], "latency_ms": {"eager": [4.5, 6.25], "flash": [2.5, 3.5]}})");
  ASSERT_TRUE(nested);
  ASSERT_EQ(nested->tables().size(), 1U);
  EXPECT_THAT(columnNames(*nested, nested->tables()[0]),
              ElementsAre("batch_sizes", "eager_latency_ms", "flash_latency_ms"));
  EXPECT_EQ(nested->tables()[0].cell(1, 1).number, 6.25e6);
  EXPECT_EQ(nested->settings().size(), 1U);
  const auto grid = readRecordsText(R"({"gemm": {"1024": 1.5, "2048": 2.5}, "attn": {"1024": 4, "2048": "FAILED"}})");
  ASSERT_TRUE(grid);
  ASSERT_EQ(grid->tables().size(), 1U);
  EXPECT_EQ(grid->tables()[0].rows.size(), 2U);
  EXPECT_EQ(grid->failures().size(), 1U);
  EXPECT_FALSE(readRecordsText(R"({"layers": [1, 2], "heads": [4, 8]})")) << "a configuration";
}

TEST(ResultFiles, ofLmEvalAreRowsByTaskWhateverEachMeasures) {
  const auto log = readRecordsText(
      R"({"results": {"arc": {"alias": "arc", "acc,none": 0.5, "acc_stderr,none": 0.25, "acc_norm,none": 0.75},
          "gsm8k": {"alias": "gsm8k", "exact_match,strict": 0.5, "exact_match,flexible": 0.625}},
          "versions": {"arc": 1.0}, "n-shot": {"arc": 0, "gsm8k": 5}, "model_name": "m"})");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table),
              ElementsAre("task", "filter", "n-shot", "acc", "acc_stderr", "acc_norm", "exact_match"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(rowTexts(*log, table, 0), ElementsAre("arc", "none", "0", "0.5", "0.25", "0.75", ""));
  EXPECT_THAT(rowTexts(*log, table, 1), ElementsAre("gsm8k", "flexible", "5", "", "", "", "0.625"));
}

TEST(ResultFiles, byNameKeepTheRowsOfWhatHasNone) {
  const auto log = readRecordsText(
      R"({"a": {"mean_ms": 3.5, "std": 0.5}, "b": null, "c": "OOM", "d": {"mean_ms": 1.5, "std": 0.25}})");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table), ElementsAre("name", "mean_ms", "std"));
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_THAT(rowTexts(*log, table, 1), ElementsAre("b", "", ""));
  EXPECT_THAT(rowTexts(*log, table, 2), ElementsAre("d", "1.5", "0.25"));
  EXPECT_THAT(rowTexts(*log, table, 3), ElementsAre("c", "", ""));
  ASSERT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->text(log->failures()[0].text), "OOM");
}

TEST(ResultFiles, ofOneRunInPartsAreOneRow) {
  const auto log = readRecordsText(R"({"load": {"count": 9, "delay": {"mean": 0.5}},
    "successes": {"count": 8, "latency": {"mean": 1.5, "p99": 2.5}, "tokens_per_sec": 100.5}, "failures": {"count": 1}})");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables()[0].rows.size(), 1U);
  EXPECT_EQ(log->tables()[0].columns.size(), 7U);
}

TEST(Notebook, withoutOutputsIsRefusedWithAWord) {
  const TemporaryFile file(R"({"cells": [{"cell_type": "code", "outputs": []}], "nbformat": 4})", ".ipynb");
  const auto document = openDocument(file.path());
  ASSERT_FALSE(document);
  EXPECT_THAT(document.error().message.english(), HasSubstr("notebook"));
}

TEST(HtmlTables, endWellWithoutTheirEnds) {
  EXPECT_EQ(records::tablesOfHtml("<table><tr><th>a<th>b<tr><td>1<td>2"), "| a | b |\n|---|---|\n| 1 | 2 |\n\n");
  EXPECT_EQ(records::tablesOfHtml("<table"), "");
  EXPECT_EQ(records::tablesOfHtml("<table><tr><td"), "");
  EXPECT_EQ(records::tablesOfHtml("no table"), "");
}

}  // namespace
}  // namespace kernline::test
