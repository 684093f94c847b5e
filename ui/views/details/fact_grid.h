// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/details/span_facts.h"

#include <QWidget>

#include <vector>

class QGridLayout;

namespace kernline::ui {

/// Labels and selectable values in two columns.
class FactGrid : public QWidget {
  Q_OBJECT

 public:
  explicit FactGrid(QWidget* parent = nullptr);

  void setFacts(const std::vector<Fact>& facts);
  void addFact(const Fact& fact);

 private:
  QGridLayout* m_grid;
};

}  // namespace kernline::ui
