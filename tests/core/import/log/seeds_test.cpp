// SPDX-License-Identifier: GPL-3.0-or-later
// The logs of real experiments that decide what reading a log means; not every checkout has them.
#include "tests/core/import/log/log_view.h"
#include "tests/core/import/log/plain_torch_table.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>

namespace kernline::test {
namespace {

std::shared_ptr<const Log> logOf(const std::string& path) {
  const auto document = openDocument(path);
  if (!document || !std::holds_alternative<std::shared_ptr<const Log>>(*document)) {
    ADD_FAILURE() << path << " is no log" << (document ? "" : ": " + document.error().message.english());
    return nullptr;
  }
  return std::get<std::shared_ptr<const Log>>(*document);
}

std::vector<const LogTable*> torchTables(const Log& log) {
  std::vector<const LogTable*> tables;
  for (const LogTable& table : log.tables()) {
    if (table.kind == TableKind::Torch) {
      tables.push_back(&table);
    }
  }
  return tables;
}

/// Every cell of every table against the plain reading.
void expectAsPlain(const Log& log, const std::vector<PlainTable>& plain) {
  const auto tables = torchTables(log);
  ASSERT_EQ(tables.size(), plain.size());
  for (std::size_t t = 0; t < plain.size(); ++t) {
    const LogTable& table = *tables[t];
    ASSERT_EQ(table.rows.size(), plain[t].rows.size()) << "table at line " << plain[t].line;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      EXPECT_EQ(table.rows[r].line, plain[t].rowLines[r]);
      EXPECT_EQ(rowTexts(log, table, r), plain[t].rows[r]);
      for (std::size_t c = 1; c < table.columns.size(); ++c) {
        const long double expected = plainValue(plain[t].rows[r][c]);
        const double number = table.cell(r, c).number;
        EXPECT_TRUE(std::isnan(expected) ? std::isnan(number) || plain[t].head[c].starts_with("Total")
                                         : std::abs(number - static_cast<double>(expected)) <=
                                                   1e-12 * std::abs(static_cast<double>(expected)) ||
                                               plain[t].head[c].starts_with("Total"))
            << "line " << table.rows[r].line << ": " << plain[t].rows[r][c] << " as " << number;
      }
    }
    ASSERT_EQ(table.totals.size(), plain[t].totals.size());
    for (std::size_t i = 0; i < table.totals.size(); ++i) {
      EXPECT_EQ(table.totals[i].value.number, static_cast<double>(plainValue(plain[t].totals[i])));
    }
  }
}

class TorchSeed : public testing::TestWithParam<const char*> {};

TEST_P(TorchSeed, givesEveryCellOfEveryTable) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  const std::string path = seed(GetParam());
  expectAsPlain(*logOf(path), plainTorchTables(readFile(path)));
}

INSTANTIATE_TEST_SUITE_P(Seeds, TorchSeed, testing::Values("000", "001", "004"));

class SharedTorchLog : public testing::TestWithParam<const char*> {};

TEST_P(SharedTorchLog, givesEveryCellOfEveryTable) {
  const std::string path = shared(GetParam());
  const std::string name = GetParam();
  const std::string prefix = name.ends_with("g0.log") ? "g0: " : name.ends_with("g1.log") ? "g1: " : "";
  expectAsPlain(*logOf(path), plainTorchTables(readFile(path), prefix));
}

INSTANTIATE_TEST_SUITE_P(Files, SharedTorchLog,
                         testing::Values("h200/experiment.log", "h200/gpt_table.txt", "h200/gpt_table_wide.txt",
                                         "h200/ring_table_g0.log", "h200/ring_table_g1.log", "h200/table_narrow.txt",
                                         "h200/table_kflops_small.txt", "h200/table_by_shape.txt"),
                         [](const auto& param) { return testName(param.param); });

TEST(SeedLogs, holdFifteenTorchTablesAndOneOfNsys) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  std::size_t torch = 0;
  std::size_t nsys = 0;
  for (const char* number : {"000", "001", "002", "003", "004"}) {
    const auto log = logOf(seed(number));
    torch += torchTables(*log).size();
    nsys += static_cast<std::size_t>(std::ranges::count(log->tables(), TableKind::Nsys, &LogTable::kind));
    EXPECT_EQ(issuesText(*log), "") << number;
  }
  EXPECT_EQ(torch, 15U);
  EXPECT_EQ(nsys, 1U);
}

TEST(SeedLogs, giveTheMeasurementsOfTheExperimentWithTheirParameters) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  const std::string path = seed("001");
  const auto log = logOf(path);
  std::set<std::string> metrics;
  for (const LogMetric& metric : log->metrics()) {
    metrics.insert(metricText(*log, metric));
  }
  for (const char* expected : {
           "测试1: 训练效率 | 序列长度=256 | Softmax | time | 24500000 ns | ±60000",
           "测试1: 训练效率 | 序列长度=256 | Softmax | throughput | 1337286 tok/s | ±–",
           "测试1: 训练效率 | 序列长度=1024 | GatedDeltaNet | memory | 23772266496 bytes | ±–",
           "测试2: 内存扩展性 | 序列长度=2048 | Flash | Fwd | 1263743795 bytes | ±–",
           "测试3: Copy Task (记忆能力) | 复制长度=10 | Flash | Acc | 0.0022000000000000001 ratio | ±–",
           "测试4: 关联记忆 | KV对数=8 | Linear | Acc | 0.0067000000000000002 ratio | ±–",
           "测试5: 困惑度汇总 |  | GatedDeltaNet | Best PPL | 4.0499999999999998  | ±–",
           "测试6: 模型扩展性 | 规模=~30M | Linear | size | 26690000 count | ±–",
           "测试6: 模型扩展性 | 规模=~30M | GatedDeltaNet | time | 542160000 ns | ±–",
           "Torch Profiler 性能分析 | 序列长度=1024,seq_len=1024 | Linear | Peak Memory | 8171563254 bytes | ±–",
       }) {
    EXPECT_TRUE(metrics.contains(expected)) << expected;
  }
  // 5 tests of 4 models and so on, counted by hand: 12 epochs' lines of 3 values and one size for each of 4 models, …
  const std::size_t training = std::size_t{4} * (5 * 3 + 1);
  const std::size_t efficiency = std::size_t{3} * 4 * 3;
  const std::size_t memory = std::size_t{4} * 4 * 2;
  const std::size_t copyAndRecall = std::size_t{2} * 5 * 4;
  const std::size_t perplexity = std::size_t{4} * 2;
  const std::size_t scaling = std::size_t{16} * 3;
  const std::size_t peaks = 11;
  const std::size_t data = std::size_t{2} * 4;  // text length, vocabulary, tokens, samples
  EXPECT_EQ(log->metrics().size(),
            training + efficiency + memory + copyAndRecall + perplexity + scaling + peaks + data);
}

TEST(SeedLogs, giveTheFailureTheTracesAndTheSummaryOfTheExperiment) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  const std::string path = seed("001");
  const auto log = logOf(path);
  ASSERT_EQ(log->failures().size(), 1U);
  const LogFailure& failure = log->failures().front();
  EXPECT_EQ(log->text(log->context(failure.context).subject), "GatedDeltaNet");
  EXPECT_EQ(parametersText(*log, log->context(failure.context)), "序列长度=1024,seq_len=1024");
  EXPECT_TRUE(log->text(failure.text).starts_with("Error: CUDA out of memory. Tried to allocate 512.00 MiB"));
  EXPECT_EQ(std::ranges::count(log->files(), LoggedFileKind::Trace, &LoggedFile::kind), 11);
  EXPECT_EQ(std::ranges::count(log->files(), LoggedFileKind::Summary, &LoggedFile::kind), 1);
  EXPECT_EQ(log->text(log->files().back().path), "./profiler_results/profile_summary.csv");
}

TEST(SeedLogs, keepTheNotesOfTheNsysTableAtTheirRows) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  const std::string path = seed("002");
  const auto log = logOf(path);
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables().front();
  EXPECT_EQ(table.rows.size(), 66U);
  EXPECT_EQ(log->text(table.rows[0].note), "pytorch/aten/src/ATen/cuda/CUDABlas.cpp");
  EXPECT_EQ(table.cell(0, 0).number, 0.415);
  EXPECT_EQ(table.cell(0, 1).number, 4.122e9);
  EXPECT_EQ(table.cell(1, 4).number, 370080);
  EXPECT_EQ(log->text(table.rows[4].note), "");
  EXPECT_EQ(log->text(table.rows[12].note), "000");
  EXPECT_EQ(std::ranges::count_if(table.rows, [](const LogRow& row) { return row.note != StringId::empty; }), 13);
}

TEST(SeedLogs, readTheTableThatLostItsFirstLineAndTheResultsBelowIt) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  const std::string path = seed("003");
  const auto log = logOf(path);
  ASSERT_EQ(log->tables().size(), 2U);
  const LogTable& table = log->tables().front();
  EXPECT_EQ(table.rows.size(), 29U);
  EXPECT_EQ(rowTexts(*log, table, 1).front(), "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)");
  EXPECT_EQ(table.cell(1, 6).number, 11.306e9);
  EXPECT_EQ(table.cell(1, 7).number, 0.3459);
  EXPECT_EQ(totalsText(*log, table), "Self CPU time total=22088000000, Self CUDA time total=32686000000");
  EXPECT_EQ(log->text(log->context(table.context).prefix), "g43");
  EXPECT_EQ(log->metrics().size(), 6U);
  EXPECT_EQ(log->text(log->tables()[1].title), "Benchmark Summary");
  EXPECT_EQ(log->tables()[1].cell(0, 6).number, 530170000);
}

}  // namespace
}  // namespace kernline::test
