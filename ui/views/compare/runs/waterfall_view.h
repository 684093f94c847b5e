// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// Waterfall from the base's step to the other's, or from the most memory that one held to that of the other: a bar for
/// each part of the change, each where the one before ended; parts without room are one part, so that both ends are
/// visible. Parts that take less are filled, those that take more are hatched. A click on a part of a step requests its
/// row, or the gaps of its cause.
class WaterfallView : public QWidget {
  Q_OBJECT

 public:
  explicit WaterfallView(QWidget* parent = nullptr);

  /// Shows the waterfall of run `other`, not the base.
  void showComparison(std::shared_ptr<const RunComparison> comparison, std::size_t other);
  /// Shows the waterfall of memory. Returns false if one run has no memory data.
  bool showMemory(std::shared_ptr<const RunComparison> comparison, std::size_t other);
  [[nodiscard]] QStringList lines() const;  ///< "aten::mm: +12.0 MiB"
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void rowRequested(const QString& name);
  void gapsRequested(kernline::IdleCause cause);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  /// A line of the picture: the parts, with the whole steps above and below.
  struct Line {
    QString name;
    QString figure;
    QString tip;
    double from = 0;  // ns or bytes
    double to = 0;
    bool isWhole = false;
    std::optional<IdleCause> cause = {};  // cause of idle time
    QString row = {};                     // row of the comparison; empty if none
    [[nodiscard]] bool leadsOn() const { return cause || !row.isEmpty(); }
  };

  enum class Content : std::uint8_t { Nothing, Steps, Memory };

  [[nodiscard]] int lineHeight() const;
  [[nodiscard]] const Line* lineAt(QPoint position) const;
  void paintLine(QPainter& painter, const Line& line, QRect room) const;
  void cutOut();
  void show(Content content, std::shared_ptr<const RunComparison> comparison, std::size_t other);
  void fill();
  void fill(std::size_t parts);
  void fillSteps(std::size_t parts);
  void fillMemory(std::size_t parts);
  [[nodiscard]] int heightOf(std::size_t lines) const;
  [[nodiscard]] int nameWidth(int room) const;
  void addWhole(const QString& name, double length, const QString& figure);
  void addPart(const RunComparison& comparison, const WaterfallPart& part, double from);
  [[nodiscard]] static QString tipOf(const WaterfallPart& part, const QString& name, bool isRow);

  Content m_content = Content::Nothing;
  std::shared_ptr<const RunComparison> m_comparison;
  std::size_t m_other = 1;
  std::size_t m_wanted = 0;  // lines, if there is room for them
  std::vector<Line> m_lines;
  double m_min = 0;  // start of the bars in ns: the common part is cut out where little changes
  double m_max = 1;
};

}  // namespace kernline::ui
