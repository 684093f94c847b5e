// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <QAbstractScrollArea>
#include <QBrush>

#include <cstdint>
#include <memory>
#include <optional>

namespace kernline::ui {

/// The segments of a device at the end of a snapshot, a row each, as long as they are large; in them their blocks, by
/// state: filled, hatched, hollow. Pointer and arrow keys show the facts of a block.
class SegmentMap : public QAbstractScrollArea {
  Q_OBJECT

 public:
  /// A block by its segment and its number in the device's list.
  struct Place {
    std::size_t segment = 0;
    std::uint32_t block = 0;

    bool operator==(const Place&) const = default;
  };

  explicit SegmentMap(QWidget* parent = nullptr);

  void setMemory(std::shared_ptr<const MemoryHistory> history, std::size_t device);
  [[nodiscard]] std::optional<Place> current() const { return m_current; }
  void setCurrent(std::optional<Place> place);
  /// The rectangle of a block, in the viewport's pixels.
  [[nodiscard]] QRectF rectOf(const Place& place) const;
  [[nodiscard]] std::optional<Place> placeAt(QPointF point) const;
  /// Address, size, requested bytes, state and origin, a fact a line.
  [[nodiscard]] QString textOf(const Place& place) const;

 Q_SIGNALS:
  void currentChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  [[nodiscard]] const MemoryDevice& of() const { return m_history->devices[m_device]; }
  [[nodiscard]] bool isEmpty() const { return !m_history || of().segments.empty(); }
  [[nodiscard]] int rowHeight() const;
  [[nodiscard]] int labelWidth() const;
  [[nodiscard]] double bytesToPixels() const;
  [[nodiscard]] QRectF segmentRect(std::size_t segment) const;
  void paintSegment(QPainter& painter, std::size_t segment) const;
  void paintBlocks(QPainter& painter, std::size_t segment) const;
  void updateScrollBar();
  void reveal(const Place& place);
  [[nodiscard]] std::optional<Place> neighbor(int key) const;

  std::shared_ptr<const MemoryHistory> m_history;
  std::size_t m_device = 0;
  std::int64_t m_maxBytes = 1;
  std::optional<Place> m_current;
};

/// The look of a block's state, for a legend next to the map.
[[nodiscard]] QBrush stateBrush(BlockState state, const QPalette& palette);
[[nodiscard]] QString stateText(BlockState state);

}  // namespace kernline::ui
