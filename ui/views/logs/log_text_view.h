// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/logs/text_lines.h"

#include <QAbstractScrollArea>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace kernline::ui {

/// The text of a log as it is, with line numbers: only the visible lines are ever read. One line, or several, can be
/// marked as what something came from.
class LogTextView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit LogTextView(QWidget* parent = nullptr);

  void setLog(std::shared_ptr<const Log> log);
  /// Marks `line` and brings it into sight; 0 removes the mark.
  void showLine(std::uint32_t line);
  /// Tints the lines of a table; {0, 0} for none.
  void setExtent(std::uint32_t first, std::uint32_t last);
  [[nodiscard]] std::uint32_t markedLine() const { return m_marked; }
  [[nodiscard]] std::uint32_t firstVisibleLine() const;
  [[nodiscard]] bool isBusy() const { return m_lines.isBusy() || m_copying.isRunning(); }
  /// The rectangle of a line, in the viewport's pixels.
  [[nodiscard]] QRect lineRect(std::uint32_t line) const;

 Q_SIGNALS:
  void lineClicked(std::uint32_t line);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void fitBars();
  void copy();
  [[nodiscard]] int lineHeight() const;
  [[nodiscard]] int numberWidth() const;
  [[nodiscard]] int linesInSight() const;
  [[nodiscard]] std::uint32_t lineAt(int y) const;
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> selected() const;
  void paintLine(QPainter& painter, std::uint32_t line, const QRect& rect);

  TextLines m_lines;
  QFont m_mono;
  std::uint32_t m_marked = 0;
  std::pair<std::uint32_t, std::uint32_t> m_extent{0, 0};
  std::uint32_t m_anchor = 0;  // line where a selection began; 0 if none
  std::uint32_t m_cursor = 0;
  bool m_followsMark = true;  // true until the user scrolls
  Job<std::string> m_copying;
  int m_maxWidth = 0;  // widest line seen so far, in pixels
};

}  // namespace kernline::ui
