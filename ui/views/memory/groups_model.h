// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/memory/block_colours.h"
#include "ui/views/memory/block_query.h"

#include <QAbstractTableModel>

#include <memory>

namespace kernline::ui {

/// What was alive (or never freed, …) put together: a row a group.
class GroupsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Bytes, Share, Blocks, Count_ };
  static constexpr int SortRole = Qt::UserRole + 1;  // ShareRole of the bar's delegate is Qt::UserRole itself

  using QAbstractTableModel::QAbstractTableModel;

  void setAnswer(std::shared_ptr<const BlockAnswer> answer);
  [[nodiscard]] const std::shared_ptr<const BlockAnswer>& answer() const { return m_answer; }
  /// Beside names stand the colours of their blocks, where these are coloured by what groups are made by.
  void setColours(std::shared_ptr<const BlockColours> colours);
  [[nodiscard]] const LiveGroup& group(int row) const { return m_answer->set.groups[static_cast<std::size_t>(row)]; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] double share(const LiveGroup& group) const;
  [[nodiscard]] QString text(const LiveGroup& group, int column) const;

  [[nodiscard]] QVariant swatch(const LiveGroup& group) const;

  std::shared_ptr<const BlockAnswer> m_answer;
  std::shared_ptr<const BlockColours> m_colours;
};

}  // namespace kernline::ui
