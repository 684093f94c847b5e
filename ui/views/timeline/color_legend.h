// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

namespace kernline::ui {

struct WorkColors;
class TimelineScene;

/// Says below the tracks what the colors of device work mean while they are not those of names.
class ColorLegend : public QWidget {
  Q_OBJECT

 public:
  explicit ColorLegend(const TimelineScene& scene, QWidget* parent);

  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();

  const TimelineScene& m_scene;
  std::shared_ptr<const WorkColors> m_colors;  // that are shown
};

}  // namespace kernline::ui
