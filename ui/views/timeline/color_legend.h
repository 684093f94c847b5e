// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/kinds.h"

#include <QPoint>
#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

namespace kernline::ui {

struct TimelinePalette;
struct WorkColors;
class TimelineScene;

/// Says below the tracks what the colors of device activity mean while they are not those of names. In pictures it can
/// also say which kinds of spans have which colors.
class ColorLegend : public QWidget {
  Q_OBJECT

 public:
  explicit ColorLegend(const TimelineScene& scene, QWidget* parent);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] bool hasHeightForWidth() const override { return !m_colors; }
  [[nodiscard]] int heightForWidth(int width) const override;
  /// Returns the kinds of the visible spans, in the order of their colors in the legend.
  [[nodiscard]] const std::vector<SpanKind>& kinds() const { return m_kinds; }

 protected:
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();
  void findKinds();
  [[nodiscard]] int lineHeight() const;
  /// Returns where each kind has its color and where hatching is explained, if there is any; and the height of all.
  [[nodiscard]] std::pair<std::vector<QPoint>, int> placed(int width) const;
  void drawKinds(QPainter& painter, const TimelinePalette& palette) const;

  const TimelineScene& m_scene;
  std::shared_ptr<const WorkColors> m_colors;
  std::vector<SpanKind> m_kinds;
};

}  // namespace kernline::ui
