// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QString>

#include <cstdint>

namespace kernline::ui {

/// The model of every tree whose rows have numbers and do not change while they are shown: a name, and figures next to
/// it. Subclasses define the rows below a row and the contents of its cells.
class TreeRowsModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  /// The number of an index's row; for an invalid one that of the top.
  [[nodiscard]] std::uint32_t rowOf(const QModelIndex& index) const;
  /// Invalid for the top, and for what is not shown.
  [[nodiscard]] QModelIndex indexOf(std::uint32_t row) const;

  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
  using QObject::parent;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 protected:
  static constexpr int nameColumn = 0;

  /// `top` is the number of the parent of the first rows; the bar of a share is in `shareColumn`.
  TreeRowsModel(std::uint32_t top, int columns, int shareColumn, QObject* parent);

  [[nodiscard]] virtual int childCount(std::uint32_t row) const = 0;
  [[nodiscard]] virtual std::uint32_t child(std::uint32_t row, int place) const = 0;
  [[nodiscard]] virtual std::uint32_t parentOf(std::uint32_t row) const = 0;
  [[nodiscard]] virtual int placeOf(std::uint32_t row) const = 0;  ///< index among its siblings; -1 if it is not shown
  [[nodiscard]] virtual QString text(std::uint32_t row, int column) const = 0;
  [[nodiscard]] virtual QString fullName(std::uint32_t row) const = 0;
  [[nodiscard]] virtual double share(std::uint32_t row) const = 0;
  /// Returns true if its name is highlighted.
  [[nodiscard]] virtual bool isMarked(std::uint32_t /*row*/) const { return false; }
  [[nodiscard]] virtual QString title(int column) const = 0;
  [[nodiscard]] virtual QString help(int column) const = 0;

 private:
  std::uint32_t m_top;
  int m_columns;
  int m_shareColumn;
};

}  // namespace kernline::ui
