// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the start page, the timeline, memory, logs, comparisons and ranks.
#include "tests/pictures/pictures.h"

#include "core/analysis/blocks/kernel_blocks.h"
#include "core/analysis/ncu/counted_launches.h"
#include "tests/ui/window/many_ranks.h"
#include "ui/views/origins/trace_origins.h"
#include "ui/window/dialogs/shortcut_sheet.h"
#include "ui/window/tabs/trace_study.h"

#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include <vector>

namespace kernline::ui {
namespace {

const QString ranksFolder = QStringLiteral(KERNLINE_SOURCE_DIR "/tests/fixtures/ranks/ddp_straggler");
constexpr QSize logPage{1400, 820};

TEST_F(Pictures, start) {
  open({{1000, 560}}, {});
  save("start-light");
}

TEST_F(Pictures, guide) {
  open({page}, {sample("attention-training.json.gz")});
  trigger(Command::GuidedLook);
  for (const char* step : {"guide-1-light", "guide-2-light", "guide-3-light", "guide-4-light", "guide-5-light"}) {
    save(step);
    QTest::mouseClick(child<QPushButton>("guideNext"), Qt::LeftButton);
  }
}

TEST_F(Pictures, timeline) {
  open({page, ThemeChoice::Dark}, {data("GatedDeltaNet_seq256_trace.json.gz")});
  save("timeline-dark");
}

TEST_F(Pictures, kernel) {
  open({page}, {sample("attention-training.json.gz")});
  select("softmax_warp_backward");
  trigger(Command::FitSelection);
  for (int step = 0; step < 6; ++step) {
    trigger(Command::ZoomOut);
  }
  save("kernel-light");
}

TEST_F(Pictures, blocks) {
  open({page, ThemeChoice::Dark}, {sample("tiled-matmul.json.gz")});
  TimelineView& view = *m_window->currentTrace()->view();
  const std::vector<KernelBlocks> blocks = kernelBlocks(*view.trace());
  ASSERT_FALSE(blocks.empty());
  view.select(blocks.front().kernel);
  trigger(Command::FitSelection);
  view.select(blocks.front().blocks.back().span);  // unfolds the rows of SMs
  save("blocks-dark");
}

TEST_F(Pictures, hotLines) {
  open({page}, {sample("tiled-matmul.json.gz")});
  TimelineView& view = *m_window->currentTrace()->view();
  const CountedLaunches counted = countedLaunches(*view.trace());
  ASSERT_FALSE(counted.launches.empty());
  view.select(counted.launches.front().kernel);
  openDock("source");
  save("source-light");
}

TEST_F(Pictures, replayedKernel) {
  const QString folder = QStringLiteral(KERNLINE_SOURCE_DIR "/tests/data/formats/graphs/");
  open({page}, {folder + QStringLiteral("graph_replay.json.gz")});
  m_window->currentTrace()->study()->origins()->addCaptures({folder + QStringLiteral("graph_capture.json.gz")});
  select("nvjet_sm90_tst_64x64_64x13_2x1_v_bz_bias_TNT");
  trigger(Command::FitSelection);
  save("replayed-kernel-light");
}

TEST_F(Pictures, compiledKernel) {
  open({page}, {QStringLiteral(KERNLINE_SOURCE_DIR "/tests/data/formats/inductor/inductor_trace.json.gz")});
  select("triton_poi_fused_gelu_view_2");
  trigger(Command::FitSelection);
  save("compiled-kernel-light");
}

TEST_F(Pictures, memory) {
  open({page}, {data("memory_snapshot.pickle.xz")});
  save("memory-snapshot-light");
  QTest::mouseClick(child<QToolButton>("memoryAsBlocks"), Qt::LeftButton);
  save("memory-blocks-light");
}

TEST_F(Pictures, log) {
  open({{1440, 900}}, {data("gpt_table.txt")});
  save("log-light");
}

TEST_F(Pictures, compareLogs) {
  open({logPage}, {data("experiment.log")});
  trigger(Command::ShowOverview);
  save("compare-light");
}

TEST_F(Pictures, compareLogsInChinese) {
  open({logPage, ThemeChoice::Light, LanguageChoice::SimplifiedChinese}, {data("experiment.log")});
  trigger(Command::ShowOverview);
  save("compare-zh-light");
}

TEST_F(Pictures, compareTables) {
  open({logPage}, {data("experiment.log")});
  compareOriginalAndOptimized();
  save("tables-light");
}

TEST_F(Pictures, compareTablesInChinese) {
  open({logPage, ThemeChoice::Light, LanguageChoice::SimplifiedChinese}, {data("experiment.log")});
  compareOriginalAndOptimized();
  save("tables-zh-light");
}

TEST_F(Pictures, memoryOfATrace) {
  open({page}, {data("Softmax_seq256_trace.json.gz")});
  openDock("memory");
  save("memory-light");
}

TEST_F(Pictures, compareRuns) {
  RunsWindow* runs = compare({data("Softmax_seq1024_trace.json.gz"), data("Flash_seq1024_trace.json.gz")}, {page});
  ASSERT_NE(runs, nullptr);
  save("runs-light", *runs);
}

TEST_F(Pictures, ranks) {
  open({page, ThemeChoice::Dark}, {ranksFolder});
  save("ranks-dark");
}

TEST_F(Pictures, heatMap) {
  const test::ManyRanks run;
  open({page}, {QString::fromStdString(run.digests())});
  child<QComboBox>("heatGroup")->setCurrentIndex(1);
  save("heatmap-light");
}

TEST_F(Pictures, collective) {
  open({page}, {ranksFolder});
  child<QTabWidget>("ranksPages")->setCurrentIndex(1);
  auto* table = child<QTabWidget>("ranksPages")->currentWidget()->findChild<QTableView*>();
  ASSERT_NE(table, nullptr);
  const QRect row = table->visualRect(table->model()->index(2, 1));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, row.center());
  save("ranks-collective-light");
}

TEST_F(Pictures, record) {
  open({panelPage}, {});
  trigger(Command::ShowRecord);
  save("record-panel-light", *m_window->findChild<QDockWidget*>(QStringLiteral("recordDock")));
}

TEST_F(Pictures, shortcuts) {
  open({page}, {sample("training-steps.json.gz")});
  trigger(Command::Shortcuts);
  save("shortcuts-light");
}

}  // namespace
}  // namespace kernline::ui
