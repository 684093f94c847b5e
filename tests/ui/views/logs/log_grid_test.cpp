// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/log_grid.h"

#include "core/import/log/read_log.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/logs/grid_query.h"
#include "tests/ui/views/logs/sample_log.h"
#include "ui/views/logs/chart_data.h"
#include "ui/views/logs/find_lines.h"
#include "ui/views/logs/grid_rows.h"
#include "ui/views/logs/grid_text.h"
#include "ui/views/logs/link_target.h"
#include "ui/views/logs/list_grids.h"
#include "ui/views/logs/log_outline.h"
#include "ui/views/logs/number_style.h"
#include "ui/views/logs/table_grid.h"

#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kernline::ui {
namespace {

using test::sampleLog;

std::string shown(const LogGrid& grid, std::size_t row, const char* column, NameStyle names = NameStyle::Short) {
  return cellText(grid, row, columnNamed(grid, column), names).toStdString();
}

TEST(NumberStyle, keepsOneUnitInWhichTheLargestStaysShort) {
  EXPECT_EQ(styleFor(Quantity::Time, "ns", {{5.025e9, 3}, {3e3, 3}}).unit.toStdString(), "ms");
  EXPECT_EQ(styleFor(Quantity::Time, "ns", {{20e9, 3}}).unit.toStdString(), "s");
  EXPECT_EQ(styleFor(Quantity::Time, "ns", {{800, 0}}).decimals, 0);
  EXPECT_EQ(styleFor(Quantity::Bytes, "bytes", {{1553.98 * 1024 * 1024, 2}}).unit.toStdString(), "MiB");
  EXPECT_EQ(styleFor(Quantity::Rate, "tok/s", {{1337286, 0}}).unit.toStdString(), "tok/s");
  EXPECT_EQ(styleFor(Quantity::Share, "ratio", {{0.4485, 2}}).decimals, 2);
}

TEST(NumberStyle, saysSoWhereDecimalsCannotShowANumber) {
  const NumberStyle ms{QStringLiteral("ms"), 1e6, 3};
  EXPECT_EQ(numberText(1.5e6, ms).toStdString(), "1.500");
  EXPECT_EQ(numberText(5025.5e6, ms).toStdString(), "5025.500");
  EXPECT_EQ(numberText(12'345.5e6, ms).toStdString(), "12\u202f345.500");
  EXPECT_EQ(numberText(3, ms).toStdString(), "<0.001");
  EXPECT_EQ(numberText(-3, ms).toStdString(), ">−0.001");
  EXPECT_EQ(numberText(-2e6, ms).toStdString(), "−2.000");
  EXPECT_EQ(numberText(0, ms).toStdString(), "0.000");
  EXPECT_EQ(numberText(std::nan(""), ms).toStdString(), "–");
  EXPECT_EQ(quantityText(2e6, ms).toStdString(), "2.000\u202fms");
}

TEST(NumberStyle, showsNoDecimalsThatWereNotPrinted) {
  const NumberStyle ms{QStringLiteral("ms"), 1e6, 3};
  EXPECT_EQ(decimalsAsPrinted(2.254e9, "2.254s", ms), 0);
  EXPECT_EQ(decimalsAsPrinted(2.2541e9, "2.2541s", ms), 1);
  EXPECT_EQ(decimalsAsPrinted(12.48e6, "12.48ms", ms), 2);
  EXPECT_EQ(decimalsAsPrinted(62.42e3, "62.420us", ms), 3) << "six, but the column has three";
  EXPECT_EQ(decimalsAsPrinted(1'234.5e6, "1,234.5 ms", ms), 1);
  EXPECT_EQ(decimalsAsPrinted(-2.25e6, "-2.25", ms), 2);
  EXPECT_EQ(decimalsAsPrinted(0, "0.00us", ms), 2);
  EXPECT_EQ(decimalsAsPrinted(1.5e6, "1.5e-3 s", ms), 3) << "an exponent hides how exact it is";
  EXPECT_EQ(decimalsAsPrinted(1.5e6, "", ms), 3) << "worked out, not printed";
  const NumberStyle mebi{QStringLiteral("MiB"), 1024.0 * 1024, 3};
  EXPECT_EQ(decimalsAsPrinted(1.5 * 1024 * 1024 * 1024, "1.5 Gb", mebi), 3) << "1536 MiB is not a matter of decimals";
  EXPECT_EQ(decimalsAsPrinted(694.14 * 1024 * 1024, "694.14 Mb", mebi), 2);
}

TEST(TableGrid, putsTheUnitInTheTitleAndNothingWhereNothingIs) {
  const GridPtr grid = makeTableGrid(sampleLog(), 0, {});
  EXPECT_EQ(shown(*grid, 0, "Self CUDA (µs)"), "3000");
  EXPECT_EQ(shown(*grid, 3, "Self CUDA (µs)"), "–");
  EXPECT_EQ(shown(*grid, 3, "Self CUDA %"), "–");
  EXPECT_EQ(shown(*grid, 1, "Self CUDA %"), "40.00");
  const GridPtr nsys = makeTableGrid(sampleLog(), 1, {});
  EXPECT_EQ(shown(*nsys, 0, "Total Time (ms)"), "4122.000");
}

TEST(TableGrid, showsAllDigitsOfLargeIntegers) {
  const GridPtr grid =
      makeTableGrid(logs::readLogText("name,hash,ms\na,9007199254740993,1.5\nb,18446744073709551615,2.5\n"), 0, {});
  EXPECT_EQ(shown(*grid, 0, "hash"), "9007199254740993");
  EXPECT_EQ(shown(*grid, 1, "hash"), "18446744073709551615");
  EXPECT_EQ(plainCellText(*grid, 1, columnNamed(*grid, "hash"), NameStyle::Short).toStdString(),
            "18446744073709551615");
}

TEST(TableGrid, tellsKernelsFromOperatorsAndWhatFamilyTheyAreOf) {
  const GridPtr grid = makeTableGrid(sampleLog(), 0, {});
  EXPECT_EQ(shown(*grid, 0, "Kind"), "operator");
  EXPECT_EQ(shown(*grid, 2, "Kind"), "kernel");
  EXPECT_EQ(shown(*grid, 2, "Family"), "GEMM");
  EXPECT_EQ(shown(*grid, 0, "Family"), "");
}

TEST(TableGrid, takesNoMetricOfNsightComputeForAKernel) {
  const auto log = logs::readLogText(test::readFile(test::fixture("logs/ncu.log")));
  const auto& tables = log->tables();
  const auto ncu = std::ranges::find(tables, TableKind::Ncu, &LogTable::kind);
  ASSERT_NE(ncu, tables.end());
  const GridPtr grid = makeTableGrid(log, static_cast<std::size_t>(ncu - tables.begin()), {});
  EXPECT_FALSE(grid->hasFamilies);
  EXPECT_TRUE(std::ranges::any_of(grid->rows, [](const GridRow& row) { return row.shortName == "Memory Throughput"; }));
}

TEST(TableGrid, showsNamesShortOrInFullAndNotesBesideThem) {
  const GridPtr grid = makeTableGrid(sampleLog(), 1, {});
  EXPECT_EQ(shown(*grid, 0, "Name"), shortKernelName("void flash::softmax_kernel<float>(float*)"));
  EXPECT_EQ(shown(*grid, 0, "Name", NameStyle::Raw), "void flash::softmax_kernel<float>(float*)");
  EXPECT_EQ(shown(*grid, 0, "Note"), "csrc/softmax.cu");
  const GridPtr cut = makeTableGrid(sampleLog(), 0, {});
  EXPECT_TRUE(cut->rows[1].isNameCut);
  EXPECT_NE(shown(*cut, 1, "Name").find("..."), std::string::npos);
}

TEST(TableGrid, saysWhatItAddsUpToOneKindAtATimeAndWhatContradictsIt) {
  const GridPtr grid = makeTableGrid(sampleLog(), 0, {});
  const std::string totals = grid->totals.join(QLatin1Char('|')).toStdString();
  EXPECT_NE(totals.find("Self CUDA time total: 5"), std::string::npos) << totals;
  EXPECT_NE(totals.find("Kernel rows add up to 5"), std::string::npos) << totals;
  EXPECT_NE(totals.find("Operator rows add up to 3"), std::string::npos) << totals;
  ASSERT_EQ(grid->doubts.size(), 1);
  EXPECT_TRUE(grid->doubts.front().contains(QStringLiteral("line 13")));
  EXPECT_FALSE(grid->rows[2].doubt.empty());
  EXPECT_TRUE(grid->rows[1].doubt.empty());
  EXPECT_TRUE(makeTableGrid(sampleLog(), 1, {})->doubts.isEmpty());
}

TEST(MeasurementGrid, hasARowForEachRunAndTheFailedOneTooWithItsText) {
  const auto log = sampleLog();
  const auto outline = makeOutline(*log);
  const OutlineId node = outline->find(QStringLiteral("Speed › Measurements"));
  ASSERT_NE(node, noOutline);
  const GridPtr grid = makeNodeGrid(log, *outline, node, {});
  ASSERT_EQ(grid->rows.size(), 4U);
  EXPECT_EQ(shown(*grid, 1, "Run"), "Softmax");
  EXPECT_EQ(shown(*grid, 1, "seq_len"), "512");
  EXPECT_EQ(shown(*grid, 1, "time (µs)"), "6000");
  EXPECT_EQ(shown(*grid, 1, "± (µs)"), "60");
  EXPECT_EQ(shown(*grid, 1, "Outcome"), "done");
  EXPECT_EQ(shown(*grid, 3, "Run"), "Flash");
  EXPECT_EQ(shown(*grid, 3, "time (µs)"), "–");
  EXPECT_EQ(shown(*grid, 3, "Outcome"), "failed: CUDA out of memory");
  EXPECT_TRUE(grid->rows[3].isFailed);
  EXPECT_EQ(grid->rows[3].line, 6U);
}

constexpr auto logWithMemory = R"(Model: Softmax
Peak memory: 694.14 MB
----------------  ------------  ------------  --------------  ------------
            Name      Self CPU      CUDA Mem   Self CUDA Mem    # of Calls
----------------  ------------  ------------  --------------  ------------
        aten::mm       1.000ms      12.00 Mb         8.00 Mb             3
       aten::add       0.500ms           0 b             0 b             1
     aten::empty       0.100ms      -4.00 Mb       -20.00 Mb             9
----------------  ------------  ------------  --------------  ------------
Self CPU time total: 1.600ms
)";

TEST(MemoryGrid, hasWhatRowsOfTablesAllocateWithThoseFurthestFromZeroFirst) {
  const auto log = logs::readLogText(logWithMemory);
  const auto outline = makeOutline(*log);
  const OutlineId node = outline->find(QStringLiteral("Memory › By operator"));
  ASSERT_NE(node, noOutline);
  EXPECT_EQ((*outline)[node].count, 2U);
  const GridPtr grid = makeNodeGrid(log, *outline, node, {});
  ASSERT_EQ(grid->rows.size(), 2U);
  EXPECT_EQ(shown(*grid, 0, "Operator"), "aten::empty");
  EXPECT_EQ(shown(*grid, 0, "Self CUDA Mem (MiB)"), "−20");
  EXPECT_EQ(shown(*grid, 1, "CUDA Mem (MiB)"), "12");
  EXPECT_EQ(grid->rows[1].line, 6U);
  EXPECT_EQ(grid->columns[*grid->mainColumn].title, QStringLiteral("Self CUDA Mem (MiB)"));
  EXPECT_EQ(chartKinds(*grid), std::vector{ChartKind::Top});
}

TEST(MemoryGrid, hasThePrintedPeaksOfAllRunsBesideIt) {
  const auto log = logs::readLogText(logWithMemory);
  const auto outline = makeOutline(*log);
  const GridPtr grid = makeNodeGrid(log, *outline, outline->find(QStringLiteral("Memory › Printed figures")), {});
  ASSERT_EQ(grid->rows.size(), 1U);
  EXPECT_EQ(shown(*grid, 0, "Peak memory (MiB)"), "694.14");
  EXPECT_EQ((*outline)[(*outline)[outlineRoot].children.back()].kind, OutlineNode::Kind::Text);
  EXPECT_EQ(makeOutline(*sampleLog())->find(QStringLiteral("Memory ›")), noOutline);  // that log says nothing of memory
}

TEST(LogOutline, namesATableOnceThatIsCalledAsItsSection) {
  const auto log = logs::readLogText(
      "==== Top kernels ====\n\nmodel | time | memory\nSoftmax | 1.5 ms | 20 MB\nFlash | 1.2 ms | 10 MB\n");
  const auto outline = makeOutline(*log);
  const OutlineId table = outline->first(*log);
  EXPECT_EQ(outline->path(table).toStdString(), "Top kernels › Top kernels");
  EXPECT_EQ(outline->heading(table).toStdString(), "Top kernels");
}

TEST(LogOutline, goesFromSectionsThroughParametersToRunsAndWhatTheyLeft) {
  const auto log = sampleLog();
  const auto outline = makeOutline(*log);
  EXPECT_NE(outline->find(QStringLiteral("Speed › seq_len = 512 › Flash › Failed: CUDA out of memory")), noOutline);
  EXPECT_NE(outline->find(QStringLiteral("Profiles › seq_len = 256 › Softmax › PyTorch profiler")), noOutline);
  EXPECT_NE(outline->find(QStringLiteral("softmax › softmax_256.json")), noOutline);
  EXPECT_EQ(outline->find(QStringLiteral("Mamba")), noOutline);
  EXPECT_TRUE((*outline)[outline->find(QStringLiteral("Speed"))].hasFailure);
  EXPECT_FALSE((*outline)[outline->find(QStringLiteral("Profiles"))].hasFailure);
  EXPECT_EQ((*outline)[outline->first(*log)].title.toStdString(), "PyTorch profiler");
  EXPECT_EQ((*outline)[(*outline)[outlineRoot].children.back()].kind, OutlineNode::Kind::Text);
}

TEST(LogOutline, knowsWhatALineBelongsTo) {
  const auto log = sampleLog();
  const auto outline = makeOutline(*log);
  EXPECT_EQ((*outline)[outline->nodeAt(*log, 13)].kind, OutlineNode::Kind::Table);
  EXPECT_EQ((*outline)[outline->nodeAt(*log, 4)].kind, OutlineNode::Kind::Measurements);
  EXPECT_EQ((*outline)[outline->nodeAt(*log, 6)].kind, OutlineNode::Kind::Failure);
  EXPECT_EQ((*outline)[outline->nodeAt(*log, 18)].kind, OutlineNode::Kind::File);
  EXPECT_EQ((*outline)[outline->nodeAt(*log, 2)].kind, OutlineNode::Kind::Settings);
  EXPECT_EQ(outline->nodeAt(*log, 19), noOutline);
}

TEST(GridRows, sortNumbersWithThoseThatAreNoneLastEitherWay) {
  const GridPtr grid = makeTableGrid(sampleLog(), 0, {});
  const std::size_t column = columnNamed(*grid, "Self CUDA (µs)");
  EXPECT_EQ(arrangeGrid(*grid, {.filter = {}, .sortColumn = column}, {}), (std::vector<std::uint32_t>{1, 0, 2, 3}));
  EXPECT_EQ(arrangeGrid(*grid, {.filter = {}, .sortColumn = column, .isDescending = true}, {}),
            (std::vector<std::uint32_t>{0, 2, 1, 3}));
  EXPECT_EQ(arrangeGrid(*grid, {.filter = QStringLiteral("SGEMM")}, {}), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(arrangeGrid(*grid, {.filter = {}, .kind = RowKind::Operator}, {}), (std::vector<std::uint32_t>{0, 3}));
  const GridPtr noted = makeTableGrid(sampleLog(), 1, {});
  EXPECT_EQ(arrangeGrid(*noted, {.filter = QStringLiteral("gemm.cu")}, {}), (std::vector<std::uint32_t>{1}));
}

TEST(GridText, hasPlainNumbersInTheUnitOfTheTitle) {
  const GridPtr grid = makeTableGrid(sampleLog(), 1, {});
  EXPECT_EQ(gridTsv(*grid, allRows(*grid), NameStyle::Raw).toStdString(),
            "Name\tTotal Time (ms)\tFamily\tNote\n"
            "void flash::softmax_kernel<float>(float*)\t4122\t" +
                std::string{toText(kernelFamily("void flash::softmax_kernel<float>(float*)"))} +
                "\tcsrc/softmax.cu\n"
                "ampere_bf16_gemm\t1.5\tGEMM\tcsrc/gemm.cu\n");
}

TEST(FindLines, findsEachLineOnceWhateverTheCase) {
  const auto log = sampleLog();
  EXPECT_EQ(findLines(*log, "SOFTMAX", {}), (std::vector<std::uint32_t>{3, 4, 9, 17, 21}));
  EXPECT_EQ(findLines(*log, "什么", {}), std::vector<std::uint32_t>{19});
  EXPECT_TRUE(findLines(*log, "mamba", {}).empty());
  EXPECT_TRUE(findLines(*log, "", {}).empty());
  const auto large = test::longLog(5000);
  const std::vector<std::uint32_t> found = findLines(*large, "kernel_4999<", {});
  EXPECT_EQ(found, std::vector<std::uint32_t>{5001});
}

TEST(LinkTarget, leadsToTheWebOrToAFileThatIsThere) {
  const QTemporaryDir folder;
  const QString log = folder.filePath(QStringLiteral("bench.log"));
  QFile source(folder.filePath(QStringLiteral("norm.cuh")));
  ASSERT_TRUE(source.open(QIODevice::WriteOnly));
  EXPECT_EQ(linkTarget(QStringLiteral("norm.cuh:42"), log), QUrl::fromLocalFile(source.fileName()));
  EXPECT_EQ(linkTarget(QStringLiteral("https://example.org/a.cu"), log).host().toStdString(), "example.org");
  EXPECT_TRUE(linkTarget(QStringLiteral("pytorch/aten/src/ATen/cuda/CUDABlas.cpp"), log).isEmpty());
  EXPECT_TRUE(linkTarget(QStringLiteral("javascript:alert(1)"), log).isEmpty());
}

}  // namespace
}  // namespace kernline::ui
