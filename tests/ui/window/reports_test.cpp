// SPDX-License-Identifier: GPL-3.0-or-later
// What reports of Nsight Compute say of the kernels of an open trace.
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/file_dialog.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/ncu/trace_reports.h"
#include "ui/views/work/work_dock.h"
#include "ui/views/work/work_rows.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_study.h"

#include <QAction>
#include <QLabel>
#include <QTableView>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace kernline::ui {
namespace {

using test::cell;

class ReportsWindow : public Window {
 protected:
  static QString profile() { return QString::fromStdString(test::shared("formats/work/work_trace.json.gz")); }
  static QString report() { return QString::fromStdString(test::shared("formats/work/work_counters.csv")); }

  void open(const QStringList& files) {
    m_window.openFiles(files);
    ASSERT_TRUE(settles());
  }
  /// The first kernel whose name begins so.
  void select(std::string_view name) {
    for (std::uint32_t span = 0; span < trace().spanCount(); ++span) {
      if (trace().kinds()[span] == SpanKind::Kernel && trace().nameText(SpanId{span}).starts_with(name)) {
        view().select(SpanId{span}, true);
        ASSERT_TRUE(settles());
        return;
      }
    }
    FAIL() << name;
  }
  QString fact(const QString& label) {
    for (const QWidget* value : child<QWidget>("detailsMeasured")->findChildren<QWidget*>()) {
      if (value->accessibleName().startsWith(label + QStringLiteral(": "))) {
        return value->accessibleName().mid(label.size() + 2);
      }
    }
    return {};
  }
};

TEST_F(ReportsWindow, oneThatIsNamedTellsOfTheSelectedKernel) {
  open({profile()});
  select("nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_bias_TNT");
  EXPECT_TRUE(child<QWidget>("detailsMeasured")->isHidden());
  const test::FileDialogAnswer answer(report());
  m_window.commands()[Command::AddReport]->trigger();
  ASSERT_TRUE(settles());
  EXPECT_FALSE(child<QWidget>("detailsMeasured")->isHidden());
  // work_counters.csv, ID 1
  EXPECT_EQ(fact(QStringLiteral("Duration")), QStringLiteral("15.74 µs; 15.13 µs on the timeline"));
  EXPECT_EQ(fact(QStringLiteral("DRAM traffic")), QStringLiteral("10.06 MiB · 670.1 GB/s · 14.0 % of peak"));
  EXPECT_EQ(fact(QStringLiteral("Tensor pipe")), QStringLiteral("57.4 % busy"));
  EXPECT_EQ(fact(QStringLiteral("Occupancy")), QStringLiteral("14.2 % achieved"));
  EXPECT_EQ(fact(QStringLiteral("FLOPs")), QString()) << "what tensor instructions did is not in this report";
  EXPECT_TRUE(fact(QStringLiteral("Report")).endsWith(QStringLiteral(", launch 2 of 184")));
}

TEST_F(ReportsWindow, oneThatIsOpenBesideTheTraceIsJoinedAndLeavesWithItsTab) {
  open({report()});
  open({profile()});
  const TraceReports* reports = m_window.currentTrace()->study()->reports();
  ASSERT_NE(reports->measured(), nullptr);
  EXPECT_EQ(reports->measured()->reports().front().joined, 184U);
  tabs().closeTab(0);
  ASSERT_TRUE(settles());
  EXPECT_EQ(reports->measured(), nullptr);
}

TEST_F(ReportsWindow, oneInTheSameFolderIsJoinedToATraceThatIsOpenedThere) {
  const test::TemporaryFolder folder;
  folder.add("run.json", test::readDecoded(profile().toStdString()));
  folder.add("counters.csv", test::readDecoded(report().toStdString()));
  folder.add("other_trace.json", test::smallTraceText());
  open({QString::fromStdString(folder.path())});
  open({QString::fromStdString(folder / "run.json")});
  ASSERT_NE(m_window.currentTrace(), nullptr);
  ASSERT_NE(m_window.currentTrace()->study()->reports()->measured(), nullptr);
}

TEST_F(ReportsWindow, workShowsMeasuredColumnsWhereAReportIsJoined) {
  open({profile()});
  m_window.commands().ofDock(workDock)->trigger();
  ASSERT_TRUE(settles());
  const auto* table = child<QTableView>("workView");
  ASSERT_NE(table, nullptr);
  EXPECT_TRUE(table->isColumnHidden(WorkColumns::NcuBytes));
  m_window.currentTrace()->study()->reports()->addReports({report()});
  ASSERT_TRUE(settles());
  EXPECT_FALSE(table->isColumnHidden(WorkColumns::NcuBytes));
  int measured = 0;
  for (int row = 0; row < table->model()->rowCount(); ++row) {
    measured += cell(*table, row, WorkColumns::NcuBytes) == "–" ? 0 : 1;
  }
  EXPECT_GT(measured, 30);
  EXPECT_TRUE(
      child<QLabel>("workHeadline")->text().endsWith(QStringLiteral("184 of 184 launches match kernels of the trace")));
}

TEST_F(ReportsWindow, whatIsNoReportIsSaidToBeNone) {
  open({profile()});
  QString outcome;
  QObject::connect(m_window.currentTrace()->study()->reports(), &TraceReports::reportsRead, &m_window,
                   [&](const QString& said) { outcome = said; });
  m_window.currentTrace()->study()->reports()->addReports({profile()});
  ASSERT_TRUE(settles());
  EXPECT_THAT(outcome, test::mentions("not-an-ncu-report-with-launches", test::anyValue));
}

TEST_F(ReportsWindow, tellOfARowThatIsLookedAtInAComparison) {
  openSmallTrace();
  open({report(), profile()});
  m_window.commands()[Command::CompareTraces]->trigger();
  auto* runs = m_window.findChild<RunsWindow*>();
  ASSERT_NE(runs, nullptr);
  ASSERT_TRUE(test::waitUntil([&] { return !runs->isBusy() && runs->comparison() != nullptr; }));
  const auto* measured = runs->findChild<QLabel*>(QStringLiteral("runsMeasured"));
  ASSERT_TRUE(test::waitUntil([&] { return !measured->isHidden(); }));
  EXPECT_EQ(measured->text(), QStringLiteral("Select a row to see its hardware counters"));
  runs->findChild<QTableView*>(QStringLiteral("runsRows"))->selectRow(0);
  EXPECT_TRUE(measured->text().startsWith(QStringLiteral("Mean per launch: duration: ")))
      << measured->text().toStdString();
  EXPECT_TRUE(measured->text().contains(QStringLiteral(" · DRAM traffic: ")));
}

}  // namespace
}  // namespace kernline::ui
