// SPDX-License-Identifier: GPL-3.0-or-later
// What the window of a comparison shows where room is short, what it selects, and what it opens.
#include "core/compare/runs/counterpart.h"
#include "tests/ui/views/compare/runs/runs_fixture.h"
#include "tests/ui/window/file_dialog.h"
#include "ui/views/compare/runs/ribbon_view.h"
#include "ui/views/compare/runs/run_rows_model.h"
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/compare/runs/waterfall_view.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/dialogs/shortcut_sheet.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

/// A GPU whose steps are of many kernels, each `longer` µs longer than it might be, in an annotation on its row.
std::string stepsText(int longer) {
  constexpr int kernels = 30;
  constexpr int steps = 4;
  std::string text = "[";
  int now = 100;
  const auto add = [&](const std::string& category, const std::string& name, int start, int length) {
    text += std::string(text.size() > 1 ? "," : "") + R"({"ph":"X","cat":")" + category + R"(","name":")" + name +
            R"(","pid":0,"tid":7,"ts":)" + std::to_string(start) + R"(,"dur":)" + std::to_string(length) +
            R"(,"args":{"device":0,"stream":7}})";
  };
  for (int step = 0; step < steps; ++step) {
    const int begin = now;
    for (int i = 0; i < kernels; ++i) {
      const int length = 10 + longer * (i + 1);
      add("kernel", "kernel_" + std::to_string(i), now, length);
      now += length + 2;
    }
    add("gpu_user_annotation", "forward", begin, now - begin - 1);
  }
  return text + "]";
}

class SmallComparison : public RunsWindowTest {
 protected:
  void SetUp() override {
    Window::SetUp();
    for (int i = 0; i < 4; ++i) {
      m_files.push_back(std::make_unique<test::TemporaryFile>(stepsText(i)));
    }
  }

  /// Of so many open files, the first and the last.
  void compareOf(std::size_t files) {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < files; ++i) {
      paths.push_back(m_files[i]->path());
    }
    compare(paths, {1280, 720});
  }

  QAction* entry(const QString& text) {
    QMenu* menu = part<QToolButton>("runsAdd")->menu();
    Q_EMIT menu->aboutToShow();
    const QList<QAction*> actions = menu->actions();
    const auto found = std::ranges::find(actions, text, &QAction::text);
    return found == actions.end() ? nullptr : *found;
  }

  std::vector<std::unique_ptr<test::TemporaryFile>> m_files;
};

TEST_F(SmallComparison, hasTheWholeWaterfallInSight) {
  compareOf(2);
  auto* waterfall = part<WaterfallView>("runsWaterfall");
  const QWidget* viewport = waterfall->parentWidget();
  ASSERT_TRUE(test::waitUntil([&] { return waterfall->height() <= viewport->height(); }))
      << waterfall->height() << " in " << viewport->height();
  const QStringList lines = waterfall->lines();
  EXPECT_TRUE(lines.front().startsWith(QStringLiteral("Step of the baseline"))) << lines.front().toStdString();
  EXPECT_TRUE(lines.back().startsWith(QStringLiteral("Step of the other run"))) << lines.back().toStdString();
  EXPECT_TRUE(lines.value(lines.size() - 2).contains(QStringLiteral("more"))) << "the rest as one part";
  const qsizetype few = lines.size();
  EXPECT_LE(few * (waterfall->fontMetrics().height() + 5), viewport->height());
  m_runs->resize(1280, 1600);
  ASSERT_TRUE(test::waitUntil([&] { return waterfall->lines().size() > few; })) << "as there is more room";
}

TEST_F(SmallComparison, saysWhatItsFiguresAreOf) {
  compareOf(2);
  EXPECT_TRUE(part<QLabel>("runsWaterfallTitle")->text().contains(QStringLiteral("step time")));
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(0), QStringLiteral("Rows: mean per step"));
  auto* figure = part<QComboBox>("runsFigure");
  figure->setFocus();
  QTest::keyClick(figure, Qt::Key_Down);
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(0), QStringLiteral("Rows: whole recording"));
}

TEST_F(SmallComparison, selectsTheCounterpartOfAnAnnotation) {
  compareOf(2);
  StackedTimelines* timelines = m_runs->timelines();
  const Trace& base = *timelines->view(0)->trace();
  const Trace& other = *timelines->view(1)->trace();
  std::vector<SpanId> here;
  for (std::uint32_t i = 0; i < base.spanCount(); ++i) {
    if (base.kind(SpanId{i}) == SpanKind::DeviceAnnotation) {
      here.push_back(SpanId{i});
    }
  }
  ASSERT_EQ(here.size(), 4U);
  timelines->view(0)->select(here[1]);
  const SpanId there = timelines->view(1)->selection();
  ASSERT_NE(there, SpanId::none);
  EXPECT_EQ(other.nameText(there), "forward");
  EXPECT_EQ(there, Counterparts(m_runs->comparison()).of(0, here[1], 1));
  EXPECT_TRUE(timelines->ribbonBelow(0)->band());
}

TEST_F(SmallComparison, addsAllThatIsOpenAtOnce) {
  compareOf(4);
  QAction* all = entry(QStringLiteral("&All open"));
  ASSERT_NE(all, nullptr);
  all->trigger();
  ASSERT_TRUE(compares(4));
  EXPECT_EQ(entry(QStringLiteral("&All open")), nullptr) << "nothing is left";
}

TEST_F(SmallComparison, hasRatiosInSightOfManyRuns) {
  compareOf(4);
  entry(QStringLiteral("&All open"))->trigger();
  ASSERT_TRUE(compares(4));
  const QTableView* table = &rows();
  const auto* model = qobject_cast<const RunRowsModel*>(table->model());
  for (int column = 0; column < model->columnCount(); ++column) {
    if (model->columnAt(column) == RunRowsModel::Column::Ratio) {
      EXPECT_LE(table->columnViewportPosition(column) + table->columnWidth(column), table->viewport()->width());
    }
  }
  QStringList heads;
  for (int run = 1; run <= 4; ++run) {
    heads << QString::fromStdString(test::heading(*model, run));
    EXPECT_LE(table->fontMetrics().horizontalAdvance(heads.back()), table->columnWidth(run));
  }
  EXPECT_EQ(heads.removeDuplicates(), 0) << heads.join(' ').toStdString();
}

TEST_F(SmallComparison, columnsLeaveRoomForAScrollBarThatComesLater) {
  compareOf(2);
  const QTableView* table = &rows();
  for (const int height : {900, 560}) {
    m_runs->resize(1280, height);
    ASSERT_TRUE(test::waitUntil([&] { return m_runs->height() == height; }));
    const int last = table->model()->columnCount() - 1;
    ASSERT_TRUE(test::waitUntil([&] {
      return table->columnViewportPosition(last) + table->columnWidth(last) <= table->viewport()->width();
    })) << height;
  }
  EXPECT_TRUE(table->verticalScrollBar()->isVisible());
}

TEST_F(SmallComparison, findsKernelsByTheirFamily) {
  compareOf(4);
  entry(QStringLiteral("&All open"))->trigger();
  ASSERT_TRUE(compares(4));
  auto* model = qobject_cast<RunRowsModel*>(rows().model());
  const int all = model->rowCount();
  model->setFilter(QStringLiteral("Other"));
  EXPECT_EQ(model->rowCount(), all) << "no rule knows kernel_1";
  model->setFilter(QStringLiteral("gemm"));
  EXPECT_EQ(model->rowCount(), 0);
}

TEST_F(SmallComparison, staysInFrontOfWhatItOpens) {
  compareOf(2);
  const test::FileDialogAnswer answer(QString::fromStdString(m_files[2]->path()));
  ASSERT_TRUE(QTest::qWaitForWindowActive(m_runs));
  entry(QStringLiteral("&Open a file…"))->trigger();
  EXPECT_EQ(answer.asker(), m_runs);
  ASSERT_TRUE(compares(3));
  EXPECT_TRUE(m_runs->isActiveWindow());
}

TEST_F(SmallComparison, opensItsOwnHelp) {
  compareOf(2);
  ASSERT_TRUE(QTest::qWaitForWindowActive(m_runs));
  QTest::keyClick(m_runs, Qt::Key_Question);
  auto* sheet = m_runs->findChild<ShortcutSheet*>();
  ASSERT_NE(sheet, nullptr);
  EXPECT_TRUE(sheet->isVisible());
  const QList<QLabel*> labels = sheet->findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* l) { return l->text() == QStringLiteral("Ctrl+Drag"); }));
  EXPECT_FALSE(std::ranges::any_of(labels, [](const QLabel* l) { return l->text() == QStringLiteral("In a log"); }));
  sheet->close();
}

TEST_F(SmallComparison, leavesNoFocusOnAModeThatIsNotShown) {
  compareOf(2);
  part<QToolButton>("runsChip0")->setFocus();
  for (const char* mode : {"runsMatrix", "runsSeries"}) {
    QTest::mouseClick(part<QToolButton>(mode), Qt::LeftButton);
    EXPECT_FALSE(part<QToolButton>("runsDifferences")->hasFocus()) << mode;
  }
}

}  // namespace
}  // namespace kernline::ui
