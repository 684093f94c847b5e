// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds labels and values below each other, and long texts.
#pragma once

#include "ui/kit/facts/fact.h"

#include <QFontMetrics>
#include <QWidget>

#include <vector>

class QGridLayout;

namespace kernline::ui {

/// Labels and selectable values in two columns.
class FactGrid : public QWidget {
  Q_OBJECT

 public:
  /// Left and right of what is below a heading; rows that are clicked are lit up to there.
  static constexpr int inset = 4;

  explicit FactGrid(QWidget* parent = nullptr);

  /// The begin of values, from that of labels.
  [[nodiscard]] static int valueColumn(const QFontMetrics& metrics);

  void setFacts(const std::vector<Fact>& facts);
  void addFact(const Fact& fact);

 private:
  [[nodiscard]] QWidget* makeValue(const QString& text);

  QGridLayout* m_grid;
};

}  // namespace kernline::ui
