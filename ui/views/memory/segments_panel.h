// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace kernline::ui {

class SegmentMap;

/// The segments of a snapshot: figures of how well they are filled, the map, and what is known of the chosen block.
class SegmentsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SegmentsPanel(QWidget* parent = nullptr);

  void setMemory(std::shared_ptr<const MemoryHistory> history, std::size_t device);
  [[nodiscard]] SegmentMap* map() const { return m_map; }

 private:
  void showFigures(const MemoryDevice& device);
  void showBlock();

  QLabel* m_figures = nullptr;
  SegmentMap* m_map = nullptr;
  QLabel* m_block = nullptr;
};

}  // namespace kernline::ui
