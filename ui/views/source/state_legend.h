// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"

#include <QRect>
#include <QWidget>

#include <memory>
#include <vector>

namespace kernline::ui {

/// The marks of states with their names and shares, most frequent first, as many as there is room for on one line. The
/// tool tip of each has its meaning.
class StateLegend : public QWidget {
  Q_OBJECT

 public:
  explicit StateLegend(QWidget* parent = nullptr);

  /// nullptr if none.
  void setStates(std::shared_ptr<const KernelSources> sources, std::vector<StateSamples> states);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Item {
    std::uint32_t state = 0;
    QString text;
    QRect rect;
  };

  /// Returns the items that fit.
  [[nodiscard]] std::vector<Item> items() const;
  [[nodiscard]] QString tipAt(QPoint place) const;

  std::shared_ptr<const KernelSources> m_sources;
  std::vector<StateSamples> m_states;
  std::uint64_t m_samples = 0;
};

}  // namespace kernline::ui
