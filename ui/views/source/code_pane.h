// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/source/code_rows.h"

#include <QAbstractScrollArea>
#include <QString>

#include <memory>

class QPainter;

namespace kernline::ui {

/// Lines of code with heat in their margin (their share of the samples) and a bar of what warps did there, as long as
/// they are hot. Arrow keys, Page Up and Down, Home and End move the current line, Ctrl+C copies it.
class CodePane : public QAbstractScrollArea {
  Q_OBJECT

 public:
  /// Titles of the columns; there is no column for an empty `place`.
  struct Titles {
    QString number;
    QString place;
    QString text;
    Qt::TextElideMode cut = Qt::ElideLeft;  ///< elided end where there is no room for the text
  };

  CodePane(const char* name, const QString& title, QWidget* parent);

  void setTitles(Titles titles);
  void setRows(std::shared_ptr<const KernelSources> sources, CodeRows rows);
  [[nodiscard]] const CodeRows& rows() const { return m_rows; }
  /// Lights the rows of the same source line up; without a line, none.
  void setMarked(const CodeRow& line);
  [[nodiscard]] bool isMarked(int row) const;
  /// The hottest of the rows that are marked; -1 if none.
  [[nodiscard]] int hottestMarked() const;
  void setCurrent(int row);  ///< -1 if none
  [[nodiscard]] int current() const { return m_current; }
  [[nodiscard]] int rowOfLine(const CodeRow& line) const;  ///< the first; -1 if there is none
  [[nodiscard]] int hottest() const;                       ///< -1 if none was sampled
  void showRow(int row);
  [[nodiscard]] QRect rowRect(int row) const;  ///< rectangle of the row in the viewport

 Q_SIGNALS:
  // Emitted for choices of the user
  void chosen(int row);
  void entered(int row);  ///< Enter, or a double click: to the other pane

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  /// Left edges of columns.
  struct Columns {
    int bar = 0;
    int number = 0;
    int place = 0;
    int text = 0;
  };

  [[nodiscard]] int count() const { return static_cast<int>(m_rows.rows.size()); }
  [[nodiscard]] const CodeRow& at(int row) const { return m_rows.rows[static_cast<std::size_t>(row)]; }
  [[nodiscard]] int characters(double number) const;
  [[nodiscard]] int lineHeight() const;
  [[nodiscard]] int rowAt(int y) const;
  [[nodiscard]] int visibleRows() const;
  [[nodiscard]] bool moveByKey(int key);
  void choose(int row);
  void arrange();
  void paintTitles(QPainter& painter) const;
  void paintRow(QPainter& painter, int row) const;
  void paintSamples(QPainter& painter, const CodeRow& row, const QRect& rect, const QColor& ink) const;

  std::shared_ptr<const KernelSources> m_sources;
  CodeRows m_rows;
  Titles m_titles;
  Columns m_columns;
  CodeRow m_marked;
  int m_current = -1;
  std::uint64_t m_max = 0;  // samples of the hottest row
};

}  // namespace kernline::ui
