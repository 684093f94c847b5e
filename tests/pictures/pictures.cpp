// SPDX-License-Identifier: GPL-3.0-or-later
// Draws every page, for the documentation and to be looked at: packaging/pictures.sh runs it. KERNLINE_LOOKS names the
// folder. Each page is drawn as the documentation has it, unless KERNLINE_LOOK changes that: "1280x720 dark zh_CN".
#include "core/analysis/blocks/kernel_blocks.h"
#include "core/analysis/ncu/counted_launches.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/many_ranks.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/language.h"
#include "ui/kit/style/theme.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/dock/dock_kind.h"
#include "ui/views/origins/trace_origins.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/work/roofline_chart.h"
#include "ui/window/dialogs/shortcut_sheet.h"
#include "ui/window/docks/docks.h"
#include "ui/window/main_window.h"
#include "ui/window/parts/appearance_menus.h"
#include "ui/window/parts/commands.h"
#include "ui/window/screenshot.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

/// How a picture looks.
struct Look {
  QSize size;
  ThemeChoice theme = ThemeChoice::Light;
  LanguageChoice language = LanguageChoice::English;
};

class Pictures : public ::testing::Test {
 protected:
  void SetUp() override {
    m_folder = qEnvironmentVariable("KERNLINE_LOOKS");
    ASSERT_FALSE(m_folder.isEmpty()) << "KERNLINE_LOOKS names no folder; packaging/pictures.sh sets it";
  }

  void TearDown() override {
    m_window.reset();
    applyLanguage(LanguageChoice::English);
  }

  static QString data(const char* name) { return QStringLiteral(KERNLINE_SOURCE_DIR "/tests/data/h200/%1").arg(name); }
  static QString sample(const char* name) {
    return QStringLiteral(KERNLINE_SOURCE_DIR "/resources/samples/%1").arg(name);
  }

  void open(Look look, const QStringList& paths) {
    for (const QString& word : qEnvironmentVariable("KERNLINE_LOOK").split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
      const QStringList extents = word.split(QLatin1Char('x'));
      if (const auto theme = themeFromText(word)) {
        look.theme = *theme;
      } else if (const auto language = languageFromText(word)) {
        look.language = *language;
      } else if (extents.size() == 2) {
        look.size = {extents[0].toInt(), extents[1].toInt()};
      }
    }
    applyLanguage(look.language);
    m_window = std::make_unique<MainWindow>(MainWindow::Settings::Ephemeral);
    m_window->appearance().setTheme(look.theme);
    m_window->resize(look.size);
    m_window->showStart();
    m_window->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
    if (!paths.isEmpty()) {
      m_window->openFiles(paths);
      ASSERT_TRUE(settles());
    }
  }

  bool settles() {
    const bool isStill = test::waitUntil([&] { return !m_window->isBusy(); }, std::chrono::seconds(60));
    test::runEventsFor(std::chrono::milliseconds(300));
    return isStill;
  }

  void trigger(Command command) {
    m_window->commands()[command]->trigger();
    ASSERT_TRUE(settles());
  }

  void openDock(const char* name) {
    const auto kinds = dockKinds();
    const auto kind = std::ranges::find(kinds, std::string_view(name), [](const DockKind* each) { return each->name; });
    ASSERT_NE(kind, kinds.end());
    QAction* action = m_window->commands().ofDock(**kind);
    if (!action->isChecked()) {
      action->trigger();
    }
    ASSERT_TRUE(settles());
  }

  void select(const char* name) {
    TimelineView& view = *m_window->currentTrace()->view();
    const SpanId span = longestNamed(*view.trace(), name);
    ASSERT_NE(span, SpanId::none);
    view.select(span);
    ASSERT_TRUE(settles());
  }

  template <typename Widget>
  Widget* child(const char* name) {
    return m_window->findChild<Widget*>(QString::fromUtf8(name));
  }

  void save(const char* name) { save(name, *m_window); }
  void save(const char* name, QWidget& widget) {
    ASSERT_TRUE(settles());
    ASSERT_TRUE(widget.grab().save(QStringLiteral("%1/%2.png").arg(m_folder, QString::fromUtf8(name))));
  }

  /// A panel alone, as high as it needs.
  void savePanel(const char* name, const char* dock, int height) {
    openDock(dock);
    child<QDockWidget>("detailsDock")->hide();
    auto* panel = m_window->findChild<QDockWidget*>(QString::fromUtf8(dock) + QStringLiteral("Dock"));
    ASSERT_NE(panel, nullptr);
    m_window->resizeDocks({panel}, {height}, Qt::Vertical);
    save(name, *panel);
  }

  void choose(const char* combo, const QString& text) {
    auto* box = child<QComboBox>(combo);
    ASSERT_GE(box->findText(text), 0) << text.toStdString();
    box->setCurrentIndex(box->findText(text));
    ASSERT_TRUE(settles());
  }

  /// In the log of the experiment.
  void compareOriginalAndOptimized() {
    trigger(Command::ShowOverview);
    QTest::mouseClick(child<QToolButton>("compareTablesMode"), Qt::LeftButton);
    auto* tables = child<QListWidget>("compareTables");
    for (int row = 0; row < tables->count(); ++row) {
      const bool isWanted = tables->item(row)->text().contains(QStringLiteral("341")) ||
                            tables->item(row)->text().contains(QStringLiteral("372"));
      tables->item(row)->setCheckState(isWanted ? Qt::Checked : Qt::Unchecked);
    }
  }

  RunsWindow* compare(const QStringList& paths, Look look) {
    open(look, paths);
    m_window->commands()[Command::CompareTraces]->trigger();
    auto* runs = m_window->findChild<RunsWindow*>();
    if (runs != nullptr) {
      runs->resize(look.size);
      EXPECT_TRUE(test::waitUntil([&] { return !runs->isBusy() && runs->comparison() != nullptr; }));
    }
    return runs;
  }

  QString m_folder;
  std::unique_ptr<MainWindow> m_window;
};

const QString ranksFolder = QStringLiteral(KERNLINE_SOURCE_DIR "/tests/fixtures/ranks/ddp_straggler");
constexpr QSize page{1600, 900};
constexpr QSize logPage{1400, 820};

constexpr QSize panelPage{1200, 800};

/// A log of an engine as vLLM annotates it: one prefill in eight iterations, the rest decode batches of 1 to 32
/// requests.
std::string engineIterations() {
  std::string events;
  std::int64_t at = 0;
  unsigned random = 1;
  const auto below = [&random](unsigned limit) {
    random = random * 1103515245U + 12345U;
    return static_cast<int>((random >> 16U) % limit);
  };
  for (int i = 0; i < 240; ++i) {
    const bool isPrefill = i % 8 == 0;
    const int requests = isPrefill ? 1 + below(3) : 1 + below(32);
    const int tokens = isPrefill ? 256 + below(1792) : requests;
    const int duration = (isPrefill ? 2500 + tokens * 7 : 6200 + requests * 55) + below(700);
    const std::string name = isPrefill ? fmt::format("execute_context_{}({})_generation_0(0)", requests, tokens)
                                       : fmt::format("execute_context_0(0)_generation_{}({})", requests, tokens);
    events += fmt::format(R"({{"ph":"X","cat":"user_annotation","name":"{}","pid":1,"tid":1,"ts":{},"dur":{}}},)", name,
                          at, duration);
    events +=
        fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{},"dur":4,)"
                    R"("args":{{"correlation":{}}}}},)",
                    at + 10, i + 1);
    events +=
        fmt::format(R"({{"ph":"X","cat":"kernel","name":"flash_fwd_splitkv_kernel","pid":0,"tid":7,"ts":{},"dur":{},)"
                    R"("args":{{"device":0,"stream":7,"correlation":{}}}}},)",
                    at + 30, duration - 60, i + 1);
    at += duration + 120 + below(60);
  }
  events.pop_back();
  return R"({"traceEvents":[)" + events + "]}";
}

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

TEST_F(Pictures, causes) {
  open({page}, {data("gpt_stack_trace.json.gz")});
  child<QComboBox>("statisticsBy")->setCurrentIndex(child<QComboBox>("statisticsBy")->findText(coreText("Module")));
  QTest::keyClicks(child<QLineEdit>("statisticsFilter"), QStringLiteral("phase:backward"));
  select("layer_norm_grad_input");
  save("causes-light");
  child<QComboBox>("statisticsBy")->setCurrentIndex(0);
  child<QComboBox>("statisticsKinds")->setCurrentIndex(5);
  child<QLineEdit>("statisticsFilter")->clear();
  save("self-times-light");
}

TEST_F(Pictures, search) {
  open({page, ThemeChoice::Dark},
       {QStringLiteral(KERNLINE_SOURCE_DIR "/tests/data/traces/torch/hta_a100_world16_rank0.json.gz")});
  QTest::keyClicks(child<QLineEdit>("searchField"), QStringLiteral("SendRecv"));
  save("search-dark");
}

TEST_F(Pictures, idleCauses) {
  open({page}, {sample("training-steps.json.gz")});
  trigger(Command::ShowIdle);
  trigger(Command::ShowQueue);
  save("idle-light");
}

TEST_F(Pictures, whatIf) {
  open({page}, {sample("training-steps.json.gz")});
  openDock("whatIf");
  auto* typed = child<QLineEdit>("whatIfTyped");
  for (const char* change : {"kernel=x0.5", "launch=graph"}) {
    typed->setText(QLatin1String(change));
    QTest::keyClick(typed, Qt::Key_Return);
    ASSERT_TRUE(settles());
  }
  QTest::mouseClick(child<QToolButton>("whatIfPath"), Qt::LeftButton);
  trigger(Command::ShowPath);
  ASSERT_TRUE(settles());
  save("what-if-light");
  trigger(Command::ShowPath);
}

TEST_F(Pictures, advice) {
  open({panelPage}, {sample("training-steps.json.gz")});
  openDock("advice");
  auto* tree = child<QTreeView>("adviceView");
  ASSERT_NE(tree, nullptr);
  tree->expand(tree->model()->index(0, 0));
  savePanel("advice-light", "advice", 420);
}

TEST_F(Pictures, filteredStatistics) {
  open({panelPage}, {data("gpt_stack_trace.json.gz")});
  choose("statisticsBy", coreText("Module"));
  QTest::keyClicks(child<QLineEdit>("statisticsFilter"), QStringLiteral("phase:backward"));
  savePanel("statistics-filter-light", "statistics", 300);
}

TEST_F(Pictures, callTree) {
  open({panelPage}, {data("gpt_stack_trace.json.gz")});
  openDock("callTree");
  choose("callTreeWeight", QStringLiteral("GPU time"));
  savePanel("call-tree-light", "callTree", 460);
}

TEST_F(Pictures, modules) {
  open({panelPage}, {data("gpt_stack_trace.json.gz")});
  openDock("modules");
  auto* tree = child<QTreeView>("modulesView");
  ASSERT_NE(tree, nullptr);
  tree->expandToDepth(2);
  savePanel("modules-light", "modules", 380);
}

TEST_F(Pictures, inference) {
  const test::TemporaryFile trace(engineIterations());
  open({panelPage}, {QString::fromStdString(trace.path())});
  savePanel("inference-light", "inference", 460);
}

TEST_F(Pictures, query) {
  open({panelPage}, {sample("attention-training.json.gz")});
  openDock("query");
  child<QPlainTextEdit>("sqlEditor")
      ->setPlainText(QStringLiteral("SELECT short_name, count(*) AS n,\n  ms(sum(duration_ns)) AS ms,\n"
                                    "  us(median(duration_ns)) AS median_us\nFROM kernels\nGROUP BY short_name\n"
                                    "ORDER BY ms DESC\nLIMIT 20"));
  QTest::mouseClick(child<QPushButton>("queryRun"), Qt::LeftButton);
  savePanel("query-light", "query", 380);
}

TEST_F(Pictures, dataIssues) {
  open({panelPage}, {QStringLiteral(KERNLINE_SOURCE_DIR "/tests/data/traces/torch/hta_a100_world16_rank0.json.gz")});
  savePanel("data-issues-light", "trust", 330);
}

TEST_F(Pictures, tracks) {
  open({panelPage}, {data("gpt_stack_trace.json.gz")});
  openDock("tracks");
  save("tracks-light", *m_window->findChild<QDockWidget*>(QStringLiteral("tracksDock")));
}

TEST_F(Pictures, experiment) {
  open({panelPage}, {QStringLiteral(KERNLINE_SOURCE_DIR "/tests/data/h200")});
  save("experiment-light");
}

TEST_F(Pictures, rooflineColors) {
  open({page}, {data("gpt_stack_trace.json.gz")});
  trigger(Command::ColorByRoofline);
  save("roofline-colors-light");
  trigger(Command::ColorByRoofline);
}

TEST_F(Pictures, overview) {
  open({{1440, 900}}, {sample("training-steps.json.gz")});
  trigger(Command::ShowOverview);
  save("overview-light");
}

TEST_F(Pictures, docks) {
  open({page}, {sample("training-steps.json.gz")});
  for (const DockKind* kind : dockKinds()) {
    if (kind->area == DockKind::Area::Bottom && m_window->commands().ofDock(*kind)->isEnabled()) {
      openDock(kind->name);
      save((std::string("dock-") + kind->name).c_str());
    }
  }
}

TEST_F(Pictures, work) {
  open({page}, {QStringLiteral(KERNLINE_SOURCE_DIR "/tests/data/traces/torch/tracelens_h100_qwen05b.json.gz")});
  openDock("work");
  save("work-page-light");
  auto* chart = child<RooflineChart>("rooflineChart");
  const auto first = chart->placeOf(child<QTableView>("workView")->model()->rowCount() > 0 ? 0 : 1);
  ASSERT_TRUE(first);
  QTest::mouseMove(chart->viewport(), first->toPoint());
  save("work-light");
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
