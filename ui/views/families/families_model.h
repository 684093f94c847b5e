// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/names/family_rules.h"
#include "ui/views/families/family_trial.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace kernline::ui {

/// The rules of kernel families in the order in which they are tried: the user's own, which can be edited, then those
/// of the program, and as the last row what no rule catches.
class FamiliesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Family, Pattern, Kernels, Time, Example, columnCount_ };

  explicit FamiliesModel(std::vector<FamilyRule> own, QObject* parent = nullptr);

  [[nodiscard]] const std::vector<FamilyRule>& own() const { return m_own; }
  void setOwn(std::vector<FamilyRule> own);
  /// Sets the kernels that rules match; ignored unless it has the current number of rules.
  void setTrial(std::shared_ptr<const FamilyTrial> trial);

  [[nodiscard]] bool isOwn(int row) const { return row >= 0 && row < static_cast<int>(m_own.size()); }
  /// Returns the problem of the first invalid rule; empty if all are valid.
  [[nodiscard]] QString firstProblem() const;
  [[nodiscard]] QString problem(int row) const;
  [[nodiscard]] bool catchesAny(int row) const;
  /// The names of the kernels that a rule catches, by time.
  [[nodiscard]] std::vector<StringId> caught(int row) const;

  /// Returns the row of the new rule: above `row` if that is one of the user's, else as the last of those.
  int addRule(FamilyRule rule, int row);
  void removeRule(int row);
  bool moveRule(int row, int step);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 Q_SIGNALS:
  void edited();  ///< the user's rules are others now

 private:
  [[nodiscard]] const FamilyRule* rule(int row) const;
  [[nodiscard]] const FamilyCoverage* catchOf(int row) const;
  [[nodiscard]] QString text(int row, int column) const;

  std::vector<FamilyRule> m_own;
  std::shared_ptr<const FamilyTrial> m_trial;
};

}  // namespace kernline::ui
