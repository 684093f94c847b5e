// SPDX-License-Identifier: GPL-3.0-or-later
// What the details say of where replayed and compiled kernels come from.
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/file_dialog.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/details/link_row.h"
#include "ui/views/modules/modules_dock.h"
#include "ui/views/modules/modules_model.h"
#include "ui/views/origins/trace_origins.h"
#include "ui/views/quality/trace_quality.h"
#include "ui/views/work/work_dock.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_study.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kernline::ui {
namespace {

using test::cell;

class OriginsWindow : public Window {
 protected:
  void open(const std::string& file) {
    m_window.openFiles({QString::fromStdString(file)});
    ASSERT_TRUE(settles());
    ASSERT_NE(m_window.currentTrace(), nullptr);
  }
  /// The first kernel whose name begins so, selected.
  SpanId select(std::string_view name) {
    for (std::uint32_t span = 0; span < trace().spanCount(); ++span) {
      if (trace().kinds()[span] == SpanKind::Kernel && trace().nameText(SpanId{span}).starts_with(name)) {
        view().select(SpanId{span}, true);
        EXPECT_TRUE(settles());
        return SpanId{span};
      }
    }
    return SpanId::none;
  }
  /// "Operator: aten::mm" and so on.
  QStringList facts(const char* grid) {
    QStringList all;
    for (const QWidget* value : child<QWidget>(grid)->findChildren<QWidget*>()) {
      if (!value->accessibleName().isEmpty()) {
        all << value->accessibleName();
      }
    }
    return all;
  }
};

TEST_F(OriginsWindow, aReplayedKernelHasTheOperatorOfACaptureInAnotherFile) {
  open(test::shared("formats/graphs/graph_replay.json.gz"));
  ASSERT_NE(select("nvjet"), SpanId::none);
  ASSERT_EQ(facts("captureFacts").size(), 1);
  EXPECT_TRUE(facts("captureFacts")[0].startsWith(QStringLiteral("Capture: No capture is recorded here")));

  const test::FileDialogAnswer answer(QString::fromStdString(test::shared("formats/graphs/graph_capture.json.gz")));
  m_window.findChild<Commands*>()->operator[](Command::AddCapture)->trigger();
  ASSERT_TRUE(settles());
  const QStringList shown = facts("captureFacts");
  EXPECT_TRUE(shown.contains(QStringLiteral("Operator: aten::addmm"))) << shown.join(u'|').toStdString();
  EXPECT_TRUE(shown.contains(QStringLiteral("Module: Sequential_0/Block_0/Linear_0")))
      << shown.join(u'|').toStdString();
  EXPECT_TRUE(shown.contains(QStringLiteral("Launch: cuLaunchKernelEx")));
  EXPECT_TRUE(shown.contains(QStringLiteral("File: graph_capture.json.gz")));
  const auto quality = m_window.currentTrace()->study()->quality()->issues();
  ASSERT_NE(quality->find("replay_joined"), nullptr);
  EXPECT_EQ(quality->find("replay_joined")->count, 78U);
}

TEST_F(OriginsWindow, statisticsByOperatorNameThoseOfTheCapture) {
  open(test::shared("formats/graphs/graph_replay.json.gz"));
  auto* by = child<QComboBox>("statisticsBy");
  by->setFocus();
  QTest::keyClicks(by, QStringLiteral("Operator"));
  ASSERT_TRUE(settles());
  const QAbstractItemModel* model = child<QTableView>("statisticsView")->model();
  EXPECT_THAT(cell(*model, 0, 0), test::says("cuda-graph-replay"));
  const test::FileDialogAnswer answer(QString::fromStdString(test::shared("formats/graphs/graph_capture.json.gz")));
  m_window.findChild<Commands*>()->operator[](Command::AddCapture)->trigger();
  ASSERT_TRUE(settles());
  EXPECT_EQ(cell(*model, 0, 0), "aten::addmm");
}

TEST_F(OriginsWindow, modulesOfTheCaptureHaveTheTimeOfReplays) {
  open(test::shared("formats/graphs/graph_replay.json.gz"));
  m_window.commands().ofDock(modulesDock)->trigger();
  ASSERT_TRUE(settles());
  const auto* model = qobject_cast<ModulesModel*>(child<QTreeView>("modulesView")->model());
  constexpr std::int64_t replays = 120386 + 121346 + 119997;  // times counted by other programs
  EXPECT_EQ(model->table()->times().given.total(), replays);
  EXPECT_THAT(cell(*model, 0, 0), testing::StartsWith("decode step ")) << "annotations";
  const test::FileDialogAnswer answer(QString::fromStdString(test::shared("formats/graphs/graph_capture.json.gz")));
  m_window.commands()[Command::AddCapture]->trigger();
  ASSERT_TRUE(settles());
  EXPECT_EQ(model->table()->times().given.total(), replays);
  EXPECT_EQ(model->table()->times().unassigned.total(), 0);
  const std::vector<ModuleRow>& rows = model->table()->times().rows;
  const auto network = std::ranges::find(rows, replays, [](const ModuleRow& row) { return row.total.total(); });
  ASSERT_NE(network, rows.end());
  const auto number = static_cast<std::uint32_t>(network - rows.begin());
  EXPECT_EQ(model->table()->name(number), QStringLiteral("Sequential_0 (captured)"));
  EXPECT_EQ(model->rowOf(model->index(0, 0)), number) << "the longest first";
  const std::vector<std::uint32_t>& inside = model->table()->children(number);
  ASSERT_FALSE(inside.empty());
  EXPECT_TRUE(model->table()->path(inside.front()).startsWith(QStringLiteral("Sequential_0/Block_")));
  EXPECT_EQ(model->table()->row(inside.front()).longest, SpanId::none) << "its calls are not on this timeline";
}

TEST_F(OriginsWindow, workOfReplaysIsThatOfTheCapture) {
  open(test::shared("formats/graphs/graph_replay.json.gz"));
  m_window.commands().ofDock(workDock)->trigger();
  ASSERT_NE(select("nvjet"), SpanId::none);
  const auto* view = child<QTableView>("workView");
  const auto rowsWith = [&](const QString& name) {
    return view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, name, -1, Qt::MatchExactly).size();
  };
  EXPECT_EQ(rowsWith(QStringLiteral("aten::addmm")), 0);
  EXPECT_TRUE(facts("detailsWork")
                  .contains(QString::fromStdString("Not modeled: replayed by a graph: " +
                                                   test::phrase("no-operator-is-recorded"))))
      << facts("detailsWork").join(u'|').toStdString();
  const test::FileDialogAnswer answer(QString::fromStdString(test::shared("formats/graphs/graph_capture.json.gz")));
  m_window.commands()[Command::AddCapture]->trigger();
  ASSERT_TRUE(settles());
  EXPECT_GT(rowsWith(QStringLiteral("aten::addmm")), 0);
  EXPECT_TRUE(child<QLabel>("workHeadline")->text().contains(QStringLiteral("100.0 %")))
      << child<QLabel>("workHeadline")->text().toStdString();
  EXPECT_FALSE(facts("detailsWork").filter(QStringLiteral("Rule: aten::addmm")).isEmpty())
      << facts("detailsWork").join(u'|').toStdString();
}

TEST_F(OriginsWindow, aCompiledKernelShowsWhatItFusesAndItsSource) {
  open(test::shared("formats/inductor/inductor_trace.json.gz"));
  const SpanId kernel = select("triton_poi_fused_gelu_view_2");
  ASSERT_NE(kernel, SpanId::none);
  const QStringList shown = facts("compiledFacts");
  EXPECT_TRUE(shown.contains(QStringLiteral("Fuses: view, gelu"))) << shown.join(u'|').toStdString();
  EXPECT_TRUE(shown.contains(QStringLiteral("Computes: gelu, linear_4"))) << shown.join(u'|').toStdString();
  EXPECT_TRUE(shown.contains(QStringLiteral("Graph: model__0_forward_1.0")));
  auto* source = child<QToolButton>("kernelSource");
  ASSERT_TRUE(source->isVisible());
  source->click();
  const QPointer<QWidget> window = m_window.findChild<QWidget*>(QStringLiteral("sourceWindow"));
  ASSERT_TRUE(window);
  EXPECT_TRUE(window->findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("@triton.jit")));
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window));
  QTest::keyClick(window->findChild<QPlainTextEdit*>(), Qt::Key_Escape);
  EXPECT_TRUE(test::waitUntil([&] { return window == nullptr; }));

  ASSERT_NE(select("nvjet"), SpanId::none);
  EXPECT_FALSE(source->isVisible());
  view().select(trace().opOf(kernel), true);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(facts("compiledFacts").contains(QStringLiteral("Fuses: view, gelu"))) << "its operator, too";
}

TEST_F(OriginsWindow, nothingIsSaidOfOtherKernels) {
  openSmallTrace();
  for (std::uint32_t span = 0; span < trace().spanCount(); ++span) {
    view().select(SpanId{span}, false);
    ASSERT_TRUE(settles());
    EXPECT_FALSE(child<QWidget>("compiledFacts")->isVisible());
    EXPECT_FALSE(child<QWidget>("captureFacts")->isVisible());
  }
}

}  // namespace
}  // namespace kernline::ui
