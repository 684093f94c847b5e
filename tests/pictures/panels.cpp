// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the panels of a trace.
#include "tests/pictures/pictures.h"
#include "tests/support/test_files.h"
#include "ui/views/work/roofline_chart.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTreeView>

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace kernline::ui {
namespace {

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

}  // namespace
}  // namespace kernline::ui
