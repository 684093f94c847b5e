// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/search/hits_order.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace kernline::ui {

/// Hits of a search, one a row. A worker sorts them; until it is done the rows stay as they are.
class HitsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit HitsModel(QObject* parent = nullptr);

  /// Sorted by start; nullptr: none.
  void setHits(std::shared_ptr<const Trace> trace, std::shared_ptr<const std::vector<SpanId>> byStart);
  /// Names are shown in another style now.
  void refreshNames();
  [[nodiscard]] SpanId spanAt(int row) const { return (*m_rows)[static_cast<std::size_t>(row)]; }
  [[nodiscard]] bool isBusy() const { return m_sorting.isRunning(); }
  /// Header and rows, separated by tabs, times in nanoseconds, names in full.
  [[nodiscard]] QString toTsv(const std::vector<int>& rows) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  using Spans = std::shared_ptr<const std::vector<SpanId>>;

  void arrange();
  void show(Spans rows);
  [[nodiscard]] QString text(SpanId span, HitColumn column) const;
  [[nodiscard]] QString exact(SpanId span, HitColumn column) const;

  std::shared_ptr<const Trace> m_trace;
  Spans m_byStart;
  Spans m_rows;
  HitColumn m_column = HitColumn::Start;
  bool m_isDescending = false;
  Job<Spans> m_sorting;
};

}  // namespace kernline::ui
