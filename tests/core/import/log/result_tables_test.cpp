// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of results in the shapes that people write them in, whole and with cells that are no numbers.
#include "core/import/log/read_log.h"
#include "core/import/records/html_tables.h"
#include "core/import/records/read_records.h"
#include "tests/core/import/log/log_view.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const Log> tableFixture(const std::string& name) {
  return logs::readLogText(readFile(fixture("tables/" + name)));
}

std::size_t rowCount(const Log& log) {
  return log.tables().size() == 1 ? log.tables()[0].rows.size() : 0;
}

struct Shape {
  std::string file;
  char separator;
  std::size_t headLines;
  std::size_t rows;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {"two-columns.txt", ',', 1, 3},
      {"blanks-behind-commas.txt", ',', 1, 3},
      {"decimal-commas.txt", ';', 1, 3},
      {"sizes-as-names.txt", ',', 1, 2},
      {"more-names-than-cells.txt", ',', 1, 2},
      {"names-of-rows.txt", ',', 1, 2},
      {"tabs.tsv", '\t', 1, 3},
      {"bars.md", '|', 2, 3},
      {"failed-runs.txt", ',', 1, 6},
  };
  return all;
}

std::vector<std::string> linesOfTable(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// `line` with its cell `number` replaced; empty if it has no such cell.
std::string withCell(const std::string& line, char separator, std::size_t number, const std::string& cell) {
  std::size_t begin = line.starts_with('|') ? 1 : 0;
  for (; number > 0; --number) {
    begin = line.find(separator, begin);
    if (begin == std::string::npos) {
      return {};
    }
    ++begin;
  }
  const std::size_t end = std::min(line.find(separator, begin), line.size());
  if (begin == line.size()) {
    return {};
  }
  const std::string padding = separator == '|' ? " " : "";
  return line.substr(0, begin) + padding + cell + padding + line.substr(end);
}

TEST(ResultTables, ofUsualShapesOpenWithAllTheirRows) {
  for (const Shape& shape : shapes()) {
    const auto log = tableFixture(shape.file);
    EXPECT_EQ(rowCount(*log), shape.rows) << shape.file;
  }
}

TEST(ResultTables, keepARowWhateverOneCellOfItBecomes) {
  const std::vector<std::string> cells{"OOM", "inf", "nan", "-", "N/A", "FAILED", ">100", ""};
  for (const Shape& shape : shapes()) {
    const std::vector<std::string> lines = linesOfTable(readFile(fixture("tables/" + shape.file)));
    for (std::size_t row = shape.headLines; row < lines.size(); ++row) {
      for (std::size_t number = 0; number < 8; ++number) {
        for (const std::string& cell : cells) {
          const std::string changed = withCell(lines[row], shape.separator, number, cell);
          // An empty last cell below too few names may be a separator behind each row as well.
          const bool isUnclear = shape.file == "names-of-rows.txt" && changed.ends_with(',');
          if (changed.empty() || isUnclear) {
            continue;
          }
          std::string text;
          for (std::size_t i = 0; i < lines.size(); ++i) {
            text += (i == row ? changed : lines[i]) + "\n";
          }
          EXPECT_EQ(rowCount(*logs::readLogText(text)), shape.rows) << shape.file << "\n" << text;
        }
      }
    }
  }
}

TEST(ResultTables, showRunsThatFailedAsFailures) {
  const auto log = tableFixture("failed-runs.txt");
  ASSERT_EQ(rowCount(*log), 6U);
  EXPECT_EQ(log->tables()[0].cell(5, 2).number, 12750);
  ASSERT_EQ(log->failures().size(), 2U);
  EXPECT_EQ(log->text(log->failures()[0].text), "OOM");
  EXPECT_EQ(log->failures()[1].line, 4U);
  EXPECT_EQ(parametersText(*log, log->context(log->failures()[0].context)), "kernel=scan,size=2048");
}

TEST(ResultTables, withSemicolonsHaveDecimalCommas) {
  const auto log = tableFixture("decimal-commas.txt");
  ASSERT_EQ(rowCount(*log), 3U);
  EXPECT_EQ(log->tables()[0].cell(1, 2).number, 4.75e6);
}

TEST(ResultTables, nameColumnsThatTheirRowsLackOrThatTheirHeadLacks) {
  const auto more = tableFixture("more-names-than-cells.txt");
  ASSERT_EQ(rowCount(*more), 2U);
  EXPECT_THAT(rowTexts(*more, more->tables()[0], 1), ElementsAre("mul", "64", "3.5", "", ""));
  const auto fewer = tableFixture("names-of-rows.txt");
  ASSERT_EQ(rowCount(*fewer), 2U);
  EXPECT_THAT(columnNames(*fewer, fewer->tables()[0]), ElementsAre("index", "size", "time_us"));
}

TEST(ResultTables, beginAnewAtTheHeadOfAnother) {
  const auto log =
      logs::readLogText("op,n,time_us\nadd,1,2.5\nmul,1,3.5\nmodel,epoch,loss,acc\na,1,0.5,0.75\nb,1,0.25,1\n");
  ASSERT_EQ(log->tables().size(), 2U);
  EXPECT_EQ(log->tables()[1].rows.size(), 2U);
}

TEST(ResultTables, areNotMadeOfSentencesWithCommas) {
  const auto log = logs::readLogText("Loading weights, then compiling\nFound 3 files, skipped 2.\nDone: 1, 2\n");
  EXPECT_THAT(log->tables(), IsEmpty());
}

TEST(ResultTables, ofNotebooksKeepTheNamesOfTheirRows) {
  const std::string named = records::tablesOfHtml(
      "<table><tr><th></th><th>n=1</th></tr><tr><th>scan</th><td>1.5</td></tr><tr><th>sort</th><td>2.5</td></tr></"
      "table>");
  EXPECT_EQ(named, "| index | n=1 |\n|---|---|\n| scan | 1.5 |\n| sort | 2.5 |\n\n");
  const std::string numbered = records::tablesOfHtml(
      "<table><tr><th></th><th>n=1</th></tr><tr><th>0</th><td>1.5</td></tr><tr><th>1</th><td>2.5</td></tr></table>");
  EXPECT_EQ(numbered, "| n=1 |\n|---|\n| 1.5 |\n| 2.5 |\n\n");
}

TEST(ResultValues, aboveARulerStayValues) {
  EXPECT_EQ(tableFixture("values-above-rulers.log")->metrics().size(), 4U);
}

TEST(ResultValues, haveLabelsAsLongAsNamesOfTests) {
  const std::string label = "suite/convolution_with_asymmetric_kernels_of_many_sizes_and_strides_and_padding.py";
  const auto log = logs::readLogText(label + ": 2.25\nsuite/short.py: 1.25\n");
  EXPECT_EQ(log->metrics().size(), 2U);
}

TEST(ResultRecords, ofFailedRunsAreRowsOfTheSameTable) {
  const auto log = records::readRecordsText(readFile(fixture("tables/failed-runs.jsonl")));
  ASSERT_TRUE(log);
  EXPECT_EQ(rowCount(*log), 3U);
  ASSERT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->text(log->failures()[0].text), "CUDA out of memory");
}

TEST(ResultRecords, areObjectsByName) {
  const auto log = records::readRecordsText(readFile(fixture("tables/objects-by-name.txt")));
  ASSERT_TRUE(log);
  ASSERT_EQ(rowCount(*log), 3U);
  EXPECT_THAT(rowTexts(*log, log->tables()[0], 2), ElementsAre("large", "scan", "8.5", "0.75"));
  EXPECT_FALSE(records::readRecordsText(R"({"model": {"layers": 2}, "optimizer": {"rate": 0.1}})"))
      << "a configuration";
}

TEST(ResultRecords, ofCommandsThatNeverEndedWellHaveNoTimes) {
  const auto log = records::readRecordsText(R"({"results": [
    {"command": "a", "mean": 2.5, "exit_codes": [0, 0]}, {"command": "b", "mean": 0.01, "exit_codes": [3, 3]}]})");
  ASSERT_TRUE(log);
  ASSERT_EQ(rowCount(*log), 2U);
  EXPECT_FALSE(log->tables()[0].cell(1, 1).hasNumber());
  ASSERT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->text(log->failures()[0].text), "2 of 2 runs failed: exit code 3");
}

TEST(ResultTables, readTabsWithDecimalCommas) {
  const auto log = logs::readLogText("op\tn\ttime_ms\na\t1\t1,5\na\t2\t2,125\nb\t1\t1.024,5\n");
  ASSERT_EQ(rowCount(*log), 3U);
  EXPECT_EQ(log->tables()[0].cell(0, 2).number, 1.5e6);
  EXPECT_EQ(log->tables()[0].cell(1, 2).number, 2.125e6) << "2,125 beside 1,5";
  EXPECT_EQ(log->tables()[0].cell(2, 2).number, 1024.5e6);
  const auto groups = logs::readLogText("op\tn\ttime_ms\na\t1\t1,500\na\t2\t2,125\n");
  EXPECT_EQ(groups->tables()[0].cell(0, 2).number, 1500e6);
}

TEST(ResultTables, areReadAsPandasPrintsThem) {
  const auto pivot = logs::readLogText("size    64   128\nmodel           \na      1.5   2.5\nb      2.5   4.5\n");
  ASSERT_EQ(rowCount(*pivot), 2U);
  EXPECT_THAT(columnNames(*pivot, pivot->tables()[0]), ElementsAre("model", "64", "128"));
  const auto frame =
      logs::readLogText("         N   Triton    Torch\n0    256.0    4.096    5.125\n1    512.0   12.288   13.25\n");
  ASSERT_EQ(rowCount(*frame), 2U);
  EXPECT_THAT(columnNames(*frame, frame->tables()[0]), ElementsAre("index", "N", "Triton", "Torch"));
}

TEST(ResultTables, haveCellsWithLineEndsInQuotes) {
  const auto log =
      logs::readLogText("name,time_ms,error\na,1.5,\nb,,\"Traceback:\n  line 3, in f\nRuntimeError: bad\"\nc,2.5,\n");
  ASSERT_EQ(rowCount(*log), 3U);
  ASSERT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->failures()[0].line, 3U);
  const auto broken = logs::readLogText("name,n,time_ms\n\"a,1,2.5\nb,2,3.5\n");
  EXPECT_EQ(rowCount(*broken), 2U) << "a quote that is never closed";
}

TEST(ResultTables, countRowsThatHaveTooFewOrTooManyCells) {
  const auto log = logs::readLogText("name,n,time_us\na,1,2.5\nb,fused,2,3.5\nc,3\nd,4,4.5\n");
  EXPECT_EQ(rowCount(*log), 3U);
  EXPECT_EQ(issuesText(*log), "torn_row 1 [3]\nshort_row 1 [4]\n");
}

TEST(ResultTables, thatWereNoneGiveTheirLinesBack) {
  const auto log = logs::readLogText("name  of  run\nLatency:  2.5  ms\n\nThroughput: 7 tok/s\n");
  EXPECT_THAT(log->tables(), IsEmpty());
  EXPECT_EQ(log->metrics().size(), 2U);
}

TEST(ResultTables, ofOneRowAreEnoughAlone) {
  EXPECT_EQ(rowCount(*logs::readLogText("latency_ms,throughput\n3.5,200\n")), 1U);
}

TEST(ResultValues, standBehindCommandsAndInPairs) {
  const auto log = logs::readLogText(
      "Epoch 1/2\n----------\ntrain Loss: 0.5 Acc: 0.75\nval Loss: 0.25 Acc: 0.875\n"
      "Throughput: 7.5 requests/s, 350.5 total tokens/s\n");
  ASSERT_EQ(log->metrics().size(), 6U);
  EXPECT_EQ(log->text(log->metrics()[1].name), "train Acc");
  EXPECT_EQ(parametersText(*log, log->context(log->metrics()[0].context)), "Epoch=1");
  EXPECT_EQ(log->text(log->metrics()[5].name), "Throughput total");
}

TEST(ResultValues, areWhatTimeitAndMlperfPrint) {
  const auto timed = logs::readLogText("1.5 ms ± 25 µs per loop (mean ± std. dev. of 7 runs, 1,000 loops each)\n");
  ASSERT_EQ(timed->metrics().size(), 1U);
  EXPECT_EQ(timed->metrics()[0].value.number, 1.5e6);
  EXPECT_EQ(timed->metrics()[0].error, 25e3);
  const auto mlperf = logs::readLogText(
      R"(:::MLLOG {"time_ms": 17, "key": "eval_accuracy", "value": 0.75, "metadata": {"epoch_num": 2}})");
  ASSERT_EQ(mlperf->metrics().size(), 1U);
  EXPECT_EQ(parametersText(*mlperf, mlperf->context(mlperf->metrics()[0].context)), "epoch=2");
}

TEST(ResultRecords, areListsAndFramesByColumn) {
  for (const char* text : {R"({"device": "x", "n": [1, 2], "time_ms": [0.5, 0.75]})",
                           R"({"columns": ["n", "time_ms"], "index": [0, 1], "data": [[1, 0.5], [2, 0.75]]})",
                           R"({"n": {"0": 1, "1": 2}, "time_ms": {"0": 0.5, "1": 0.75}})",
                           R"({"device": "x", "sweep": [{"n": 1, "time_ms": 0.5}, {"n": 2, "time_ms": 0.75}]})"}) {
    const auto log = records::readRecordsText(text);
    ASSERT_TRUE(log) << text;
    ASSERT_EQ(rowCount(*log), 2U) << text;
    EXPECT_THAT(rowTexts(*log, log->tables()[0], 1), ElementsAre("2", "0.75")) << text;
  }
}

TEST(ResultRecords, mayBeNestedOrAlone) {
  const auto nested =
      records::readRecordsText(R"([{"model": "a", "runs": [{"n": 1, "ms": 2.5}, {"n": 2, "ms": 3.5}]}])");
  ASSERT_TRUE(nested);
  ASSERT_EQ(rowCount(*nested), 2U);
  EXPECT_THAT(rowTexts(*nested, nested->tables()[0], 1), ElementsAre("a", "2", "3.5"));
  const auto alone = records::readRecordsText(R"({"model": "a", "stats": {"latency_ms": 2.5}})");
  ASSERT_TRUE(alone);
  EXPECT_THAT(columnNames(*alone, alone->tables()[0]), ElementsAre("model", "stats.latency_ms"));
  EXPECT_FALSE(records::readRecordsText(R"({"hidden_size": 4096, "layers": 32, "rope": {"theta": 10000.0}})"));
}

TEST(ResultRecords, whoseRunFailedFirstAreOfTheTableOfTheOthers) {
  const auto log = records::readRecordsText(
      "{\"name\":\"b\",\"error\":\"OOM\"}\n{\"name\":\"a\",\"ms\":2.5}\n{\"name\":\"c\",\"status\":\"failed\"}\n");
  ASSERT_TRUE(log);
  ASSERT_EQ(rowCount(*log), 3U);
  EXPECT_THAT(rowTexts(*log, log->tables()[0], 0), ElementsAre("b", ""));
  EXPECT_EQ(log->failures().size(), 2U);
}

TEST(PackedFiles, areRecognizedByAsMuchAsPlainOnes) {
  // The mark of the format stands behind the names of all frames.
  std::string plain = R"({"shared": {"frames": [)";
  for (int frame = 0; frame < 60; ++frame) {
    plain += (frame == 0 ? "" : ", ") + std::string{R"({"name": "frame"})"};
  }
  plain += R"(]}, "profiles": [{"type": "evented", "name": "main", "unit": "milliseconds", "startValue": 0,
    "endValue": 3, "events": [{"type": "O", "frame": 0, "at": 0}, {"type": "O", "frame": 1, "at": 1},
    {"type": "C", "frame": 1, "at": 2}, {"type": "C", "frame": 0, "at": 3}]}],
    "$schema": "https://www.speedscope.app/file-format-schema.json"})";
  const std::vector<std::pair<std::string, std::string>> packed{{plain, ".json"},
                                                                {compressed(plain, "gzip"), ".json.gz"},
                                                                {compressed(plain, "xz"), ".json.xz"},
                                                                {compressed(plain, "zstd"), ".json.zst"},
                                                                {archived({{"a.json", plain}}, "zip"), ".zip"}};
  for (const auto& [bytes, ending] : packed) {
    const TemporaryFile file(bytes, ending);
    const auto document = openDocument(file.path());
    ASSERT_TRUE(document) << ending << ": " << document.error().message.english();
    const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&*document);
    ASSERT_NE(trace, nullptr) << ending;
    EXPECT_EQ((*trace)->spanCount(), 2U) << ending;
  }
}

}  // namespace
}  // namespace kernline::test
