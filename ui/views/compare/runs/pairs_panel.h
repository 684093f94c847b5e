// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <QWidget>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace kernline::ui {

using NamePair = std::pair<std::string, std::string>;  ///< a key of the base, and what it is called in others

/// Panel of kernels with two names: proposals to accept or reject, pairs to undo.
class PairsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PairsPanel(QWidget* parent = nullptr);

  /// `other` is the run whose proposals are listed. Those in `rejected` are left out.
  void showPairs(std::shared_ptr<const RunComparison> comparison, std::size_t other, const std::vector<NamePair>& pairs,
                 const std::vector<NamePair>& rejected);
  /// Returns the number of open proposals.
  [[nodiscard]] std::size_t proposals() const { return m_proposed.size(); }

 Q_SIGNALS:
  void accepted(const std::vector<kernline::ui::NamePair>& pairs);
  void rejected(const kernline::ui::NamePair& pair);
  void undone(const kernline::ui::NamePair& pair);
  void rowRequested(const QString& name);

 private:
  void addProposal(const NamePair& pair, const Message& why);
  void addPair(const NamePair& pair);
  QTreeWidgetItem* addLine(QTreeWidgetItem* above, const NamePair& pair, const QString& why);
  QWidget* buttons(QTreeWidgetItem* item, const QString& object);

  std::shared_ptr<const RunComparison> m_comparison;
  std::vector<NamePair> m_proposed;
  QTreeWidget* m_tree = nullptr;
  QTreeWidgetItem* m_proposals = nullptr;
  QTreeWidgetItem* m_pairs = nullptr;
  QLabel* m_empty = nullptr;
};

}  // namespace kernline::ui
