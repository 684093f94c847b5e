// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline colored by share of roofline, as a person asks for it.
#include "ui/views/work/roofline_colors.h"
#include "tests/core/analysis/work/made_work.h"
#include "tests/support/trace_query.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_layout.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/work/work_device.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/window_settings.h"

#include <QAction>
#include <QComboBox>
#include <QImage>
#include <QMenu>
#include <QMenuBar>

namespace kernline::ui {
namespace {

/// A product at 69 % of the roofline of an H200, and a kernel of an operator without a rule.
std::string productAndSecret() {
  test::MadeWork made;
  made.op("aten::mm", 0, 50, test::twoSquares, test::twoHalves);
  made.kernel("gemm", 10, 100, 200);
  made.op("vendor::secret", 120, 60, "[[4096,4096]]", R"(["float"])");
  made.kernel("secret_kernel", 125, 310, 90);
  return made.text();
}

class RooflineColorsInWindow : public Window {
 protected:
  void SetUp() override {
    reset();
    Window::SetUp();
    open(m_window);
  }
  void TearDown() override { reset(); }

  static void reset() {
    WorkDevice::shared().choose({});
    TimelineColoring::shared().setByRoofline(false);
    storeRooflineColors(false);
  }
  void open(MainWindow& window) {
    window.openFiles({QString::fromStdString(m_made.path())});
    ASSERT_TRUE(test::settles(window));
    window.currentFile()->setFocus();
  }
  QWidget& legend() { return *view().findChild<QWidget*>(QStringLiteral("colorLegend")); }
  /// Returns the color in the middle of a span's bar, below its name.
  QRgb colorOf(std::string_view name) {
    const SpanId span = test::spanNamed(trace(), name);
    const TimelineLayout layout(trace(), view().scene().arranger().arrangement());
    const TimelineRow* row = layout.rowOf(trace().trackOf(span));
    const auto* canvas = view().findChild<TimelineCanvas*>();
    const QRect tracks = canvas->tracksRect();
    const TimeAxis axis(view().visibleRange(), tracks.width());
    const Time middle = trace().start(span) + Duration{trace().duration(span).ns / 2};
    return view().findChild<TimelineCanvas*>()->grab().toImage().pixel(
        tracks.left() + static_cast<int>(axis.xOf(middle)), tracks.top() + row->top + row->laneHeight - 4);
  }
  QRgb levelColor(int level) {
    return TimelinePalette::matching(view().palette())
        .bars[TimelinePalette::levelIndex(static_cast<std::uint8_t>(level))];
  }
  QAction& command() { return *m_window.commands()[Command::ColorByRoofline]; }

  test::TemporaryFile m_made{productAndSecret()};
};

TEST_F(RooflineColorsInWindow, comeAndGoWithTheirLegend) {
  const QRgb byName = colorOf("gemm");
  const QRgb host = colorOf("vendor::secret");
  EXPECT_TRUE(legend().isHidden());
  press(Qt::Key_C, Qt::ShiftModifier);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(command().isChecked());
  EXPECT_TRUE(legend().isVisible());
  EXPECT_TRUE(legend().toolTip().contains(QStringLiteral("NVIDIA H200"))) << legend().toolTip().toStdString();
  EXPECT_EQ(colorOf("gemm"), levelColor(WorkLevels::firstShare + 69));
  EXPECT_EQ(colorOf("secret_kernel"), levelColor(WorkLevels::noRoofline));
  EXPECT_EQ(colorOf("vendor::secret"), host);
  press(Qt::Key_C, Qt::ShiftModifier);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(command().isChecked());
  EXPECT_TRUE(legend().isHidden());
  EXPECT_EQ(colorOf("gemm"), byName);
}

TEST_F(RooflineColorsInWindow, standInTheMenuOfTheView) {
  QMenu* menu = nullptr;
  for (QMenu* each : m_window.menuBar()->findChildren<QMenu*>()) {
    menu = each->actions().contains(&command()) ? each : menu;
  }
  ASSERT_NE(menu, nullptr);
  menu->popup(m_window.mapToGlobal(QPoint(20, 20)));
  QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier, menu->actionGeometry(&command()).center());
  ASSERT_TRUE(settles());
  EXPECT_TRUE(legend().isVisible());
}

TEST_F(RooflineColorsInWindow, followTheDeviceThatIsChosen) {
  press(Qt::Key_C, Qt::ShiftModifier);
  press(Qt::Key_F8, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  auto* devices = child<QComboBox>("workDevice");
  devices->setFocus();
  const int b200 = devices->findData(QStringLiteral("B200"));
  ASSERT_GT(b200, 0);
  QTest::keyClick(devices, Qt::Key_Home);
  for (int i = 0; i < b200; ++i) {
    QTest::keyClick(devices, Qt::Key_Down);
  }
  ASSERT_EQ(devices->currentIndex(), b200);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(legend().toolTip().contains(QStringLiteral("B200"))) << legend().toolTip().toStdString();
  const auto peak = ceilingsOf("B200")->flopsPerSecond.find("fp16")->second;
  EXPECT_EQ(colorOf("gemm"),
            levelColor(static_cast<int>(WorkLevels::firstShare + std::lround(2.0 * 4096 * 4096 * 4096 / peak / 2e-6))));
}

TEST_F(RooflineColorsInWindow, areRememberedForTheNextWindow) {
  press(Qt::Key_C, Qt::ShiftModifier);
  ASSERT_TRUE(settles());
  TimelineColoring::shared().setByRoofline(false);  // state of a newly started program
  MainWindow next;
  EXPECT_TRUE(next.commands()[Command::ColorByRoofline]->isChecked());
  EXPECT_TRUE(TimelineColoring::shared().isByRoofline());
  ASSERT_TRUE(settles());
  TimelineColoring::shared().setByRoofline(false);
  const MainWindow picture(MainWindow::Settings::Ephemeral);
  EXPECT_FALSE(TimelineColoring::shared().isByRoofline());
}

}  // namespace
}  // namespace kernline::ui
