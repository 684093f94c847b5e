// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/trace_profile.h"

#include "core/compare/tables/table_comparison.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

namespace kernline::test {
namespace {

/// A step of [0, 200) around an operator of [20, 120), which waits [100, 110) in a runtime call; the step itself waits
/// [150, 190) in another and launches a kernel without an operator, which the profiler holds up by 7.
std::shared_ptr<const Trace> annotatedStep() {
  HandMadeTrace made;
  const TrackId thread = made.track(made.process("1"), "1", TrackKind::Thread);
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  const TrackId cost = made.track(made.process("1"), "-1", TrackKind::Bookkeeping);
  made.span(cost, SpanKind::Overhead, "Activity Buffer Request", 152, 7);
  made.span(thread, SpanKind::Annotation, "step", 0, 200);
  made.span(thread, SpanKind::Op, "mm", 20, 100);
  made.span(thread, SpanKind::Runtime, "cudaMalloc", 100, 10);
  made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", 150, 40).correlation = 5;
  made.span(stream, SpanKind::Kernel, "gemm", 160, 30).correlation = 5;
  return made.build();
}

const LogCell* cellOf(const Log& log, std::string_view name, RowKind kind, ColumnRole role) {
  const LogTable& table = log.tables().front();
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row].kind == kind && log.text(table.cell(row, *table.columnOf(ColumnRole::Name)).text) == name) {
      return &table.cell(row, *table.columnOf(role));
    }
  }
  return nullptr;
}

TEST(TraceProfile, countsAnnotationsAsRowsOfTheHostWithTheirSelfTimes) {
  const std::shared_ptr<const Log> log = profileOf(*annotatedStep());
  const LogCell* step = cellOf(*log, "step", RowKind::Operator, ColumnRole::SelfHost);
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->number, 200 - 100 - 40);
  EXPECT_EQ(cellOf(*log, "step", RowKind::Operator, ColumnRole::Calls)->number, 1);
  EXPECT_EQ(cellOf(*log, "step", RowKind::Operator, ColumnRole::SelfDevice)->number, 0)
      << "the kernel is nobody's on the host";
  EXPECT_EQ(cellOf(*log, "mm", RowKind::Operator, ColumnRole::SelfHost)->number, 100 - 10);
  EXPECT_EQ(cellOf(*log, "cudaLaunchKernel", RowKind::Operator, ColumnRole::SelfHost)->number, 40);
  const LogCell* cost = cellOf(*log, "Activity Buffer Request", RowKind::Operator, ColumnRole::SelfHost);
  ASSERT_NE(cost, nullptr);
  EXPECT_EQ(cost->number, 7);
  const TableTime time = tableTime(*log, log->tables().front());
  EXPECT_EQ(time.host(), 200) << "all that the thread spends in annotations, operators and calls, each moment once";
  EXPECT_EQ(time.device(), 30);
}

struct PrintedOfATrace {
  const char* trace;
  const char* log;
  std::size_t table;  ///< index of the table among those that `profilesOf` finds
};

std::ostream& operator<<(std::ostream& out, const PrintedOfATrace& pair) {
  return out << pair.trace;
}

/// Traces and the tables that torch.profiler printed of the same recordings.
class PrintedTotals : public testing::TestWithParam<PrintedOfATrace> {};

TEST_P(PrintedTotals, areThoseOfTheTrace) {
  const auto loaded = load(shared(GetParam().trace));
  const auto printed = openDocument(shared(GetParam().log));
  ASSERT_TRUE(loaded && printed);
  const std::shared_ptr<const Log> profile = profileOf(**loaded);
  const auto refs = profilesOf(std::vector{std::get<std::shared_ptr<const Log>>(*printed)});
  ASSERT_GT(refs.size(), GetParam().table);
  const TableRef& ref = refs[GetParam().table];
  const TableTime ofTrace = tableTime(*profile, profile->tables().front());
  const TableTime ofTable = tableTime(*ref.log, *ref);
  ASSERT_TRUE(ofTable.printedHost && ofTable.printedDevice);
  // One rank of ring attention has 0.15 % less in the table than in the trace, all others the same.
  EXPECT_NEAR(*ofTrace.host() / *ofTable.printedHost, 1, 0.002);
  EXPECT_NEAR(*ofTrace.device() / *ofTable.printedDevice, 1, 0.0002);
}

INSTANTIATE_TEST_SUITE_P(
    SharedCollection, PrintedTotals,
    testing::Values(PrintedOfATrace{"h200/Softmax_seq256_trace.json.gz", "h200/experiment.log", 0},
                    PrintedOfATrace{"h200/Flash_seq256_trace.json.gz", "h200/experiment.log", 1},
                    PrintedOfATrace{"h200/Linear_seq256_trace.json.gz", "h200/experiment.log", 2},
                    PrintedOfATrace{"h200/GatedDeltaNet_seq256_trace.json.gz", "h200/experiment.log", 3},
                    PrintedOfATrace{"h200/Softmax_seq512_trace.json.gz", "h200/experiment.log", 4},
                    PrintedOfATrace{"h200/Linear_seq512_trace.json.gz", "h200/experiment.log", 6},
                    PrintedOfATrace{"h200/Softmax_seq1024_trace.json.gz", "h200/experiment.log", 8},
                    PrintedOfATrace{"h200/original_trace.json.gz", "h200/experiment.log", 12},
                    PrintedOfATrace{"h200/opt_trace.json.gz", "h200/experiment.log", 14},
                    PrintedOfATrace{"h200/ring_rank0.pt.trace.json.gz", "h200/ring_table_g0.log", 0},
                    PrintedOfATrace{"h200/ring_rank1.pt.trace.json.gz", "h200/ring_table_g1.log", 0}));

}  // namespace
}  // namespace kernline::test
