// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/query/query_result.h"
#include "ui/views/query/result_rows.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kernline::ui {

/// A result as a table. Sorting and filtering run on a worker; until they are through, the rows stay as they are.
class ResultModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  void setResult(std::shared_ptr<const QueryResult> result);
  [[nodiscard]] const std::shared_ptr<const QueryResult>& result() const { return m_result; }
  void setFilter(const QString& text);
  [[nodiscard]] bool isBusy() const { return m_arranging.isRunning(); }

  /// Rows of the result, in the order they are shown.
  [[nodiscard]] std::span<const std::uint32_t> rows() const { return m_rows; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  void arranged();

 private:
  void arrange();

  std::shared_ptr<const QueryResult> m_result;
  RowArrangement m_arrangement;
  std::vector<std::uint32_t> m_rows;
  Job<std::vector<std::uint32_t>> m_arranging;
};

}  // namespace kernline::ui
