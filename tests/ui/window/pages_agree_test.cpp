// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of the window have the same figures of a step as the command line, which takes them from the same functions.
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_stats.h"
#include "core/analysis/work/reference_device.h"
#include "core/analysis/work/trace_work.h"
#include "core/model/base/median.h"
#include "core/model/format/quantity.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/overview/figure_tile.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

using test::cell;
using test::heading;

class PagesAgree : public Window {
 protected:
  void openTrace(const char* name) {
    if (!test::hasShared(name)) {
      GTEST_SKIP() << "without " << name;
    }
    m_window.openFiles({QString::fromStdString(test::shared(name))});
    ASSERT_TRUE(settles());
    ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
    m_window.currentFile()->setFocus();
    m_steps = foundSteps(trace()).value();
    m_stats = stepStats(trace(), m_steps);
  }
  [[nodiscard]] bool says(const std::string& part) {
    return std::ranges::any_of(m_window.findChildren<QLabel*>(), [&](const QLabel* label) {
      return label->isVisible() && (label->text().contains(QString::fromStdString(part)) ||
                                    label->toolTip().contains(QString::fromStdString(part)));
    });
  }
  [[nodiscard]] std::string medianText() const {
    std::vector<std::int64_t> lengths;
    std::ranges::transform(m_stats, std::back_inserter(lengths),
                           [](const StepStats& step) { return step.onDevice.length().ns; });
    return formatDuration({medianOf(lengths)});
  }

  FoundSteps m_steps;
  std::vector<StepStats> m_stats;
};

TEST_F(PagesAgree, onTheMedianStepAndOnWhatIsModeled) {
  openTrace("h200/gpt_stack_trace.json.gz");
  press(Qt::Key_F6);
  const auto showsMedian = [&] {
    return std::ranges::any_of(m_window.findChildren<FigureTile*>(), [&](const FigureTile* tile) {
      return tile->isVisible() && tile->figure().figure.toStdString() == medianText();
    });
  };
  EXPECT_TRUE(test::waitUntil(showsMedian)) << medianText();
  press(Qt::Key_F6, Qt::ShiftModifier);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(says("median " + medianText())) << "advice";
  press(Qt::Key_F8, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  auto* headline = child<QLabel>("workHeadline");
  ASSERT_NE(headline, nullptr);
  const std::shared_ptr<const WorkModel> model = causesOf(m_window.currentTrace()->trace())->work();
  const WorkFigures work =
      traceWork(trace(), *model, WorkMeter(trace(), *model, referenceDevice(trace(), "").ceilings), {}).all;
  const std::string share = formatShare(static_cast<double>(work.modeled.ns) / static_cast<double>(work.kernelTime.ns));
  EXPECT_TRUE(headline->text().contains(QString::fromStdString(share))) << share << "\n"
                                                                        << headline->text().toStdString();
}

TEST_F(PagesAgree, onThePeakOfMemory) {
  openTrace("h200/gpt_stack_trace.json.gz");
  std::int64_t peak = 0;
  for (const StepStats& step : m_stats) {
    peak = std::max(peak, step.peakBytes.value_or(0));
  }
  ASSERT_GT(peak, 0);
  press(Qt::Key_M, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(says(formatBytes(peak)));
}

TEST_F(PagesAgree, onTheCallsOfAFusedOptimizerAndTheNumbersOfSteps) {
  openTrace("h200/steps_eager_0.json.gz");
  auto* by = child<QComboBox>("statisticsBy");
  auto* filter = child<QLineEdit>("statisticsFilter");
  const auto* model = child<QTableView>("statisticsView")->model();
  const auto calls = [&] {
    std::string rows;
    for (int row = 0; row < model->rowCount(); ++row) {
      for (int column = 0; column < model->columnCount(); ++column) {
        if (heading(*model, column) == "Count") {
          rows += (rows.empty() ? "" : " ") + cell(*model, row, column);
        }
      }
    }
    return rows;
  };
  QTest::keyClicks(filter, QStringLiteral("name:FusedAdam"));
  ASSERT_TRUE(settles());
  EXPECT_EQ(calls(), std::to_string(m_stats.size()));
  by->setFocus();
  QTest::keyClicks(by, QStringLiteral("Operator"));
  ASSERT_TRUE(settles());
  EXPECT_EQ(calls(), std::to_string(m_stats.size()));
  view().scene().selection().selectStep(3);
  EXPECT_TRUE(
      test::waitUntil([&] { return says("Step 3 (0 to 3) · " + formatDuration(m_stats[3].onDevice.length())); }));
  EXPECT_EQ(m_stats[3].index, 3U);
}

}  // namespace
}  // namespace kernline::ui
