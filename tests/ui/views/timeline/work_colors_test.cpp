// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/work_colors.h"

#include "tests/ui/views/timeline/timeline_fixture.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/color_legend.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QImage>

namespace kernline::ui {
namespace {

/// The first three kernels: at 20 % of the roofline, latency bound, and without a roofline.
class WorkColorsTest : public TimelineViewTest {
 protected:
  std::shared_ptr<const WorkColors> threeLevels() {
    std::vector<std::uint8_t> levels(m_trace->spanCount());
    levels[index(span("k0"))] = WorkLevels::firstShare + 20;
    levels[index(span("k1"))] = WorkLevels::latency;
    levels[index(span("k2"))] = WorkLevels::noRoofline;
    return std::make_shared<const WorkColors>(
        WorkColors{.levels = WorkLevels(std::move(levels)), .note = QStringLiteral("ceilings of H200")});
  }
  /// Below the name on the bar.
  [[nodiscard]] QRgb colorOf(std::string_view name) {
    const QImage image = m_canvas->grab().toImage();
    return image.pixel(placeOf(span(name)) + QPoint(0, 7));
  }
  [[nodiscard]] static QRgb levelColor(std::uint8_t level) {
    return TimelinePalette::matching(QApplication::palette()).bars[TimelinePalette::levelIndex(level)];
  }
  [[nodiscard]] QWidget* legend() { return m_view.findChild<ColorLegend*>(); }
};

TEST_F(WorkColorsTest, paintDeviceWorkAndNothingElse) {
  const QRgb named = colorOf("k0");
  const QRgb host = colorOf("op0");
  const QRgb fourth = colorOf("k3");
  m_view.scene().setWorkColors(threeLevels());
  EXPECT_EQ(colorOf("k0"), levelColor(WorkLevels::firstShare + 20));
  EXPECT_EQ(colorOf("k1"), levelColor(WorkLevels::latency));
  EXPECT_EQ(colorOf("k2"), levelColor(WorkLevels::noRoofline));
  EXPECT_EQ(colorOf("k3"), fourth) << "nothing is known of it";
  EXPECT_EQ(colorOf("op0"), host);
  m_view.scene().setWorkColors(nullptr);
  EXPECT_EQ(colorOf("k0"), named);
}

TEST_F(WorkColorsTest, haveALegendBelowTheTracks) {
  EXPECT_TRUE(legend()->isHidden());
  const int whole = m_view.wholeHeight();
  m_view.scene().setWorkColors(threeLevels());
  EXPECT_TRUE(legend()->isVisible());
  EXPECT_EQ(legend()->accessibleDescription(), QStringLiteral("ceilings of H200"));
  EXPECT_EQ(m_view.wholeHeight(), whole + legend()->sizeHint().height());
  const QImage image = legend()->grab().toImage();
  const auto paints = [&](std::uint8_t level) {
    const int middle = image.height() / 2;
    for (int x = 0; x < image.width(); ++x) {
      if (image.pixel(x, middle) == levelColor(level)) {
        return true;
      }
    }
    return false;
  };
  for (std::size_t level = WorkLevels::noRoofline; level < WorkLevels::count; ++level) {
    EXPECT_TRUE(paints(static_cast<std::uint8_t>(level))) << level;
  }
  m_view.setTrace(tenKernels());
  EXPECT_TRUE(legend()->isHidden());
}

TEST_F(WorkColorsTest, areSaidInWordsUnderThePointer) {
  const auto factOf = [&](std::string_view name) {
    QTest::mouseMove(m_canvas, QPoint(5, 5));
    QTest::mouseMove(m_canvas, placeOf(span(name)));
    const auto& facts = m_canvas->hoverCard().facts;
    const auto fact =
        std::ranges::find(facts, QStringLiteral("Share of roofline"), [](const auto& each) { return each.label; });
    return fact == facts.end() ? std::string() : fact->value.toStdString();
  };
  EXPECT_EQ(factOf("k0"), "");
  m_view.scene().setWorkColors(threeLevels());
  EXPECT_EQ(factOf("k0"), "20 %");
  EXPECT_EQ(factOf("k1"), "latency bound");
  EXPECT_EQ(factOf("k2"), "no roofline");
  EXPECT_EQ(factOf("op0"), "");
}

}  // namespace
}  // namespace kernline::ui
