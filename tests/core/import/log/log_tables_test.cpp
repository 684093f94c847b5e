// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in logs: how they are found, and what becomes of damaged ones.
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kernline::test {
namespace {

using logs::readLogText;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* printedRuler =
    "-------------  ------------  ------------  ------------  ------------  ------------  \n";
constexpr const char* head = "         Name    Self CPU %      Self CPU     Self CUDA   Self CUDA %    # of Calls  \n";
constexpr const char* mmRow = "     aten::mm        60.00%       6.000ms       4.000ms        80.00%             3  \n";
constexpr const char* gemmRow =
    "  gemm(int...         0.00%       0.000us       4.000ms        80.00%             3  \n";
constexpr const char* addRow =
    "    aten::add        40.00%       4.000ms       1.000ms        20.00%             5  \n";
constexpr const char* footer = "Self CPU time total: 10.000ms\nSelf CUDA time total: 5.000ms\n";

std::string wholeTable() {
  return std::string{printedRuler} + head + printedRuler + mmRow + gemmRow + addRow + printedRuler + footer;
}

std::string withPrefix(const std::string& text, const std::string& prefix) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    result += prefix + text.substr(at, end - at);
    at = end;
  }
  return result;
}

void expectWhole(const Log& log, const std::string& what) {
  SCOPED_TRACE(what);
  ASSERT_EQ(log.tables().size(), 1U) << dumpLog(log);
  const LogTable& table = log.tables().front();
  EXPECT_THAT(columnNames(log, table),
              ElementsAre("Name", "Self CPU %", "Self CPU", "Self CUDA", "Self CUDA %", "# of Calls"));
  ASSERT_EQ(table.rows.size(), 3U) << dumpLog(log);
  EXPECT_THAT(rowTexts(log, table, 0), ElementsAre("aten::mm", "60.00%", "6.000ms", "4.000ms", "80.00%", "3"));
  EXPECT_THAT(rowTexts(log, table, 2), ElementsAre("aten::add", "40.00%", "4.000ms", "1.000ms", "20.00%", "5"));
  EXPECT_EQ(table.cell(0, 1).number, 0.6);
  EXPECT_EQ(table.cell(0, 2).number, 6e6);
  EXPECT_EQ(table.cell(2, 5).number, 5);
  EXPECT_EQ(totalsText(log, table), "Self CPU time total=10000000, Self CUDA time total=5000000");
}

TEST(LogTables, areTheSameBehindAnyPrefix) {
  for (const char* prefix : {"", "g43: ", " 0: ", "  12: ", "[rank0]:", "[rank0]: ", "2025-01-02 03:04:05,678 ", "# ",
                             "// ", "(Worker_TP0 pid=12) ", "3: ", "[default3]:", "INFO ", "[2025-01-02 03:04:05,678] ",
                             "(Worker_TP1 pid=9) INFO 01-02 03:04:05 [core.py:12] "}) {
    const auto log = readLogText(withPrefix(wholeTable(), prefix));
    expectWhole(*log, prefix);
    EXPECT_EQ(issuesText(*log), "") << prefix;
  }
}

TEST(LogTables, sayWhichRankTheyAreFrom) {
  const auto rankOf = [](const char* prefix) {
    const auto log = readLogText(withPrefix(wholeTable(), prefix));
    return log->context(log->tables().front().context).rank;
  };
  EXPECT_EQ(rankOf("[rank3]: "), 3);
  EXPECT_EQ(rankOf("(Worker_TP2 pid=12) "), 2);
  EXPECT_EQ(rankOf("7: "), 7);
  EXPECT_EQ(rankOf("  7: "), 7) << "srun pads them";
  EXPECT_EQ(rankOf("node43: "), -1);
  EXPECT_EQ(rankOf(""), -1);
}

TEST(LogTables, loseTheirColors) {
  expectWhole(*readLogText(withPrefix(wholeTable(), "\x1b[36m\x1b[1m")), "color");
}

TEST(LogTables, mayHaveTheLineEndsOfWindows) {
  std::string text = wholeTable();
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
    text.insert(at, "\r");
  }
  expectWhole(*readLogText(text), "CR LF");
}

TEST(LogTables, areFoundWithoutTheirFirstRuler) {
  const auto log = readLogText(std::string{head} + printedRuler + mmRow + gemmRow + addRow + printedRuler + footer);
  expectWhole(*log, "no first printedRuler");
  EXPECT_EQ(issuesText(*log), "");
}

TEST(LogTables, areFoundWithoutAnyRulerAndWithBlanksCollapsed) {
  std::string text = std::string{head} + mmRow + gemmRow + addRow + footer;
  for (std::size_t at = text.find("   "); at != std::string::npos; at = text.find("   ")) {
    text.erase(at, 1);
  }
  expectWhole(*readLogText(text), "collapsed");
}

TEST(LogTables, areFoundBetweenMarkdownBars) {
  const auto log = readLogText(
      "| Name | Self CPU % | Self CPU | Self CUDA | Self CUDA % | # of Calls |\n|---|---:|---:|---:|---:|---:|\n"
      "| aten::mm | 60.00% | 6.000ms | 4.000ms | 80.00% | 3 |\n| gemm(int... | 0.00% | 0.000us | 4.000ms | 80.00% | 3 "
      "|\n"
      "| aten::add | 40.00% | 4.000ms | 1.000ms | 20.00% | 5 |\nSelf CPU time total: 10.000ms\n"
      "Self CUDA time total: 5.000ms\n");
  expectWhole(*log, "Markdown");
}

TEST(LogTables, arePutTogetherAgainWhenATerminalWrappedThem) {
  const std::string text = wholeTable();
  std::string wrapped;
  constexpr std::size_t width = 33;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    while (line.size() > width && line.find("total:") == std::string::npos) {
      wrapped += line.substr(0, width) + "\n";
      line.erase(0, width);
    }
    wrapped += line + "\n";
    at = end + 1;
  }
  const auto log = readLogText(wrapped);
  expectWhole(*log, "wrapped");
  EXPECT_EQ(issuesText(*log), "wrapped_table 1 [1]\n");
}

TEST(LogTables, thatLostTheirHeadHaveTheColumnsThatTheirRowsTell) {
  const auto log = readLogText(
      "               aten::mm         6.28%      28.158ms         8.91%      39.936ms      59.607us      94.532ms"
      "        39.84%      94.532ms     141.093us           0 b           0 b       8.97 Gb       8.97 Gb           "
      "670  \n"
      "              aten::add         1.00%       4.484ms         1.00%       4.484ms       4.484us       0.000us"
      "         0.00%       0.000us       0.000us           0 b           0 b        -512 b        -512 b          "
      "1000  \n"
      "-----------------------  ------------  ------------  ------------\n"
      "Self CPU time total: 448.385ms\nSelf CUDA time total: 237.279ms\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables().front();
  EXPECT_TRUE(table.isInferred);
  EXPECT_THAT(columnNames(*log, table),
              ElementsAre("Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg", "Self CUDA",
                          "Self CUDA %", "CUDA total", "CUDA time avg", "CPU Mem", "Self CPU Mem", "CUDA Mem",
                          "Self CUDA Mem", "# of Calls"));
  EXPECT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.cell(1, 12).number, -512);
  EXPECT_EQ(table.totals.size(), 2U);
  EXPECT_EQ(issuesText(*log), "missing_head 1 [1]\n");
}

TEST(LogTables, ofTwoRanksMayBeInterleavedLineByLine) {
  const std::string text = wholeTable();
  std::string both;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    both += "[rank0]: " + text.substr(at, end - at) + "[rank1]: " + text.substr(at, end - at);
    at = end;
  }
  const auto log = readLogText(both);
  ASSERT_EQ(log->tables().size(), 2U);
  EXPECT_EQ(log->tables()[0].rows.size(), 3U);
  EXPECT_EQ(log->tables()[1].rows.size(), 3U);
  EXPECT_EQ(log->context(log->tables()[1].context).rank, 1);
  EXPECT_EQ(issuesText(*log), "");
}

TEST(LogTables, goOnBehindOtherOutput) {
  const auto log = readLogText(std::string{printedRuler} + head + printedRuler + mmRow +
                               "[W1121 socket.cpp:752] The client socket has failed to connect\nEpoch done\n" +
                               gemmRow + addRow + printedRuler + footer);
  expectWhole(*log, "interrupted");
  EXPECT_TRUE(log->tables().front().isInterrupted);
  EXPECT_EQ(issuesText(*log), "interruption 2 [5 6]\n");
}

TEST(LogTables, thatEndInTheMiddleSaySo) {
  const std::string text = wholeTable();
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const auto log = readLogText(text.substr(0, length));
    for (const LogTable& table : log->tables()) {
      EXPECT_LE(table.rows.size(), 3U);
    }
  }
  const auto log =
      readLogText(std::string{printedRuler} + head + printedRuler + mmRow + "    aten::add        40.00%       4.00");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables().front().rows.size(), 1U) << "a row that is cut is no row";
  EXPECT_TRUE(log->tables().front().isInterrupted);
  EXPECT_THAT(issuesText(*log), HasSubstr("missing_end 1"));
}

TEST(LogTables, keepACellOfAnotherUnitAsTextAndCountIt) {
  std::string text = wholeTable();
  text.replace(text.find("4.000ms       1.000ms"), 7, "4.00 MB");
  const auto log = readLogText(text);
  ASSERT_EQ(log->tables().size(), 1U);
  const LogCell& cell = log->tables().front().cell(2, 2);
  EXPECT_FALSE(cell.hasNumber());
  EXPECT_EQ(log->text(cell.text), "4.00 MB");
  EXPECT_THAT(issuesText(*log), HasSubstr("bad_cell 1 [6]"));
}

TEST(LogTables, sayWhereTheirFiguresContradictEachOther) {
  std::string text = wholeTable();
  text.replace(text.find("60.00%"), 6, "61.00%");
  EXPECT_EQ(issuesText(*readLogText(text)), "share_contradiction 1 [4]\n");
  text = wholeTable();
  text.replace(text.find("total: 10.000ms"), 15, "total: 9.0000ms");
  EXPECT_THAT(issuesText(*readLogText(text)), HasSubstr("sum_contradiction 1 [9]"));
}

TEST(LogTables, neverCountSelfDeviceTimeTwice) {
  const auto log = readLogText(wholeTable());
  const LogTable& table = log->tables().front();
  EXPECT_EQ(table.selfDeviceTime(RowKind::Operator), 5e6);
  EXPECT_EQ(table.selfDeviceTime(RowKind::Kernel), 4e6);
  EXPECT_EQ(table.rows[1].kind, RowKind::Kernel);
}

TEST(LogTables, matchACutNameOnlyToTheOneLongerNameThereIs) {
  const std::string other = std::string{"\n"} + printedRuler + head + printedRuler +
                            "  gemm(int, x)         0.00%       0.000us       4.000ms        80.00%             3  \n" +
                            printedRuler;
  const auto one = readLogText(wholeTable() + other);
  EXPECT_EQ(one->text(one->tables()[0].rows[1].fullName), "gemm(int, x)");
  EXPECT_TRUE(one->tables()[0].rows[1].isNameCut);
  const auto two = readLogText(
      wholeTable() + other + "\n" + printedRuler + head + printedRuler +
      "  gemm(int, y)         0.00%       0.000us       4.000ms        80.00%             3  \n" + printedRuler);
  EXPECT_EQ(two->tables()[0].rows[1].fullName, StringId::empty);
  EXPECT_THAT(issuesText(*two), HasSubstr("ambiguous_name 1"));
}

TEST(LogTables, tellABareRateOfFlopsFromACount) {
  const auto log = readLogText(
      "-------  ------------  -------  \n   Name      Self CPU   GFLOPS  \n-------  ------------  -------  \n"
      "     mm       1.000ms     12.5  \n-------  ------------  -------  \n\n"
      "-------  ------------  ------------  \n   Name      Self CPU  Total GFLOPs  \n-------  ------------  "
      "------------  \n"
      "     mm       1.000ms          12.5  \n    add       1.000ms            --  \n-------  ------------  "
      "------------  \n");
  ASSERT_EQ(log->tables().size(), 2U);
  EXPECT_EQ(log->text(log->tables()[0].columns[2].unit), "flops/s");
  EXPECT_EQ(log->tables()[0].cell(0, 2).number, 12.5e9);
  EXPECT_EQ(log->text(log->tables()[1].columns[2].unit), "flops");
  EXPECT_EQ(log->tables()[1].cell(0, 2).number, 12.5e9);
  EXPECT_FALSE(log->tables()[1].cell(1, 2).hasNumber());
  EXPECT_EQ(issuesText(*log), "");
}

TEST(LogTables, putStackAndFlopsWhereTheyBelong) {
  const auto log = readLogText(
      "-------  ------------  -----------------  ------------  \n"
      "   Name      Self CPU    Source Location  Total MFLOPs  \n"
      "-------  ------------  -----------------  ------------  \n"
      "     mm       1.000ms               12.5  a.py(3): f    \n"
      "                                          b.py(4): g    \n"
      "                                                        \n"
      "    add       2.000ms                 --  c.py(5): h    \n"
      "-------  ------------  -----------------  ------------  \n");
  ASSERT_EQ(log->tables().size(), 1U) << dumpLog(*log);
  EXPECT_THAT(rowTexts(*log, log->tables()[0], 0), ElementsAre("mm", "1.000ms", "a.py(3): f", "12.5"));
  EXPECT_EQ(log->tables()[0].cell(0, 3).number, 12.5e6);
}

TEST(LogTables, ofAnyKindAreRead) {
  const auto log = readLogText(
      "Model            step_ms    memory_mb\n-------------------------------------\nSoftmax             24.5       "
      "1490.0\n"
      "Linear              30.4       1938.4\n=====================================\n\n"
      "name,time (ms),tok/s\na,1.5,100\nb,2.5,200\n\n"
      "+------+-------+\n| Name | Count |\n+------+-------+\n| x    |     3 |\n+------+-------+\n\n"
      "model | seq | loss\nA | 256 | 3.5\nB | 512 | 3.25\n\n"
      "K\tA\tB\nx\t1\t2 GB\n");
  ASSERT_EQ(log->tables().size(), 5U) << dumpLog(*log);
  EXPECT_EQ(log->tables()[0].cell(0, 1).number, 24.5e6);
  EXPECT_EQ(log->text(log->tables()[0].columns[1].unit), "ns");
  EXPECT_EQ(log->tables()[0].cell(1, 2).number, std::round(1938.4 * 1048576));
  EXPECT_EQ(log->tables()[1].cell(1, 1).number, 2.5e6);
  EXPECT_EQ(log->tables()[1].cell(1, 2).number, 200);
  EXPECT_EQ(log->tables()[2].cell(0, 1).number, 3);
  EXPECT_EQ(log->tables()[3].cell(1, 2).number, 3.25);
  EXPECT_EQ(log->tables()[4].cell(0, 2).number, 2.0 * 1024 * 1024 * 1024);
}

TEST(LogTables, survivesLinesOfAHundredThousandCharacters) {
  const std::string longName(100'000, 'k');
  const auto log = readLogText("noise " + std::string(100'000, 'x') + "\n" + wholeTable() + longName + "\n" +
                               std::string(100'000, '-') + "\n" + std::string(100'000, '|') + "\n" +
                               std::string(100'000, ',') + "\n" + std::string(100'000, ' ') + "\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables().front().rows.size(), 3U);
}

TEST(LogTables, countsALineBeyondAMebibyteAndGoesOn) {
  const auto log = readLogText(std::string(3 << 20, 'x') + "\n" + wholeTable());
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables().front().firstLine, 2U);
  EXPECT_EQ(issuesText(*log), "long_line 1 [1]\n");
}

TEST(LogTables, surviveBytesThatAreNoUtf8) {
  std::string text = wholeTable();
  text.replace(text.find("aten::add"), 9, "aten\xff\xfe\xc3::");
  const auto log = readLogText(text);
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables().front().rows.size(), 3U);
  EXPECT_THAT(issuesText(*log), HasSubstr("invalid_utf8 1 [6]"));
}

TEST(LogTables, ofNsightComputesRawPageAreRead) {
  const std::string dashes =
      "    " + std::string(40, '-') + " " + std::string(11, '-') + " " + std::string(12, '-') + "\n";
  const auto log =
      readLogText("  axpy(float *, int) (1024, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 9.0\n" + dashes +
                  "    device__attribute_display_name                        NVIDIA H200\n"
                  "    dram__bytes_read.sum                           Mbyte        12.35\n"
                  "    launch__grid_size                                           1,024\n" +
                  dashes);
  ASSERT_EQ(log->tables().size(), 1U) << dumpLog(*log);
  const LogTable& table = log->tables()[0];
  ASSERT_EQ(table.rows.size(), 3U) << dumpLog(*log);
  EXPECT_EQ(log->text(table.cell(0, 3).text), "NVIDIA H200");
  EXPECT_EQ(table.cell(1, 3).number, 12.35e6);
  EXPECT_EQ(table.cell(2, 3).number, 1024);
}

TEST(LogTables, ofNumbersGroupedByFourAreWhatTheySay) {
  const auto log = readLogText(
      " Time (%)  Total Time (ns)  Num Calls   Avg (ns)   Name\n --------  ---------------  ---------  ---------  "
      "----\n"
      "    100.0      1,2681,9010          2  6340,9505  f\n\n");
  ASSERT_EQ(log->tables().size(), 1U) << dumpLog(*log);
  EXPECT_EQ(log->tables()[0].kind, TableKind::Nsys);
  EXPECT_EQ(log->tables()[0].cell(0, 1).number, 126819010);
  EXPECT_EQ(log->tables()[0].cell(0, 0).number, 1);
}

}  // namespace
}  // namespace kernline::test
