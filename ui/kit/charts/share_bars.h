// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

namespace kernline::ui {

struct ShareBar {
  QString label;
  double share = 0;  ///< share of the bar's full width, 0 to 1
  QString text;
  QString tip = {};  ///< may be empty
};

/// Labels, bars and figures below each other. All bars have one scale, from 0 to all.
class ShareBars : public QWidget {
  Q_OBJECT

 public:
  explicit ShareBars(QWidget* parent = nullptr);

  void setBars(std::vector<ShareBar> bars);
  [[nodiscard]] const std::vector<ShareBar>& bars() const { return m_bars; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] int rowHeight() const;
  [[nodiscard]] int widest(QString ShareBar::* of) const;

  std::vector<ShareBar> m_bars;
};

}  // namespace kernline::ui
