// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_work.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// The rows of compared recordings: a figure of each run, what has changed in one of the others, how often, and why.
class RunRowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum class Column : std::uint8_t { Name, Run, Delta, Ratio, Share, Count, Calls, Work, Efficiency, Unmodeled };
  /// The figure in the columns of runs. With PerStep, counts are also per step.
  enum class Figure : std::uint8_t { PerStep, Total, Median, Count };
  /// The rows that are shown.
  enum class Which : std::uint8_t { All, OnlyBase, OnlyOther, Paired };

  explicit RunRowsModel(QObject* parent = nullptr);

  void showComparison(std::shared_ptr<const RunComparison> comparison);
  /// Shows the work of the comparison in further columns, if calls record it.
  void showWork(std::shared_ptr<const ComparedWork> work);
  /// The run, not the base, whose change is shown.
  void showOther(std::size_t run);
  /// Sets the figure. With Figure::PerStep, rows outside of steps are left out.
  void setFigure(Figure figure);
  /// The rows counted anew within a range of each run, numbered as those of the comparison; nullptr for the whole
  /// recordings. Rows without any activity there are not listed. Not for `Figure::PerStep`.
  void showWithin(std::shared_ptr<const std::vector<RunRow>> rows);
  void setWhich(Which which);
  /// Sets the heads of the columns of runs, the base first; by default their titles.
  void setHeads(QStringList heads);
  /// Only rows whose name, full or shown, has this in it, whatever the case.
  void setFilter(const QString& text);
  /// The number of a shown row in the comparison, and back (-1 if not shown).
  [[nodiscard]] std::size_t numberOf(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  [[nodiscard]] int placeOf(std::size_t number) const;
  [[nodiscard]] Column columnAt(int section) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  static constexpr int columnsOfWork = 4;

  struct Text {
    QString shown;
    QString searched;  // folded: full and shown names
  };

  [[nodiscard]] std::size_t runs() const { return m_comparison ? m_comparison->runs.size() : 2; }
  [[nodiscard]] const RunRow& rowAt(std::size_t number) const;
  [[nodiscard]] double figureOf(std::size_t number, std::size_t run) const;  // ns, or a count
  [[nodiscard]] double deltaOf(std::size_t number) const;
  [[nodiscard]] double keyOf(std::size_t number, int column) const;
  [[nodiscard]] QString textOf(std::size_t number, int column) const;
  [[nodiscard]] QString figureText(std::size_t number, std::size_t run) const;
  [[nodiscard]] QString countText(std::size_t number, std::size_t run) const;
  [[nodiscard]] double countOf(std::size_t number, std::size_t run) const;
  [[nodiscard]] QString tipOf(const RunRow& row) const;
  [[nodiscard]] bool hasWork() const { return m_work && m_work->isKnown(); }
  [[nodiscard]] static bool isOfWork(Column column) { return column >= Column::Calls; }
  [[nodiscard]] static QString workHead(Column column);
  [[nodiscard]] static QString workHeadTip(Column column);
  [[nodiscard]] QString workTip(std::size_t number) const;
  [[nodiscard]] std::optional<double> partOf(std::size_t number, Column column) const;  // ns
  [[nodiscard]] const Text& nameOf(std::size_t number) const;
  [[nodiscard]] bool isWanted(std::size_t number) const;
  void weigh();
  void split();
  void select();
  void change(const auto& what);

  std::shared_ptr<const RunComparison> m_comparison;
  std::shared_ptr<const std::vector<RunRow>> m_within;
  std::shared_ptr<const ComparedWork> m_work;
  std::vector<ChangeSplit> m_splits;  // indexed by row of the comparison; empty if the figure has no splits
  std::vector<std::uint32_t> m_rows;
  mutable std::vector<std::optional<Text>> m_names;  // demangling takes its time: each once
  QStringList m_heads;
  QString m_filter;  // folded
  std::size_t m_other = 1;
  Figure m_figure = Figure::PerStep;
  Which m_which = Which::All;
  int m_sortColumn = -1;
  Qt::SortOrder m_order = Qt::DescendingOrder;
  double m_maxDelta = 0;  // absolute delta
  double m_change = 0;    // absolute deltas together
};

}  // namespace kernline::ui
