// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QToolButton>

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace kernline::ui {

/// Chooses the values of a dimension that count: "seq_len: 8 of 10". Its menu stays open while values are ticked. One
/// at least counts.
class ValuesButton : public QToolButton {
  Q_OBJECT

 public:
  explicit ValuesButton(QWidget* parent);

  using Values = std::vector<std::pair<std::int32_t, QString>>;
  void setValues(const QString& title, Values values, std::set<std::int32_t> leftOut);

 Q_SIGNALS:
  void leftOutChanged(const std::set<std::int32_t>& values);

 private:
  void fillMenu();
  void tick(std::int32_t value, bool counts);
  void showCount();

  QString m_title;
  Values m_values;
  std::set<std::int32_t> m_leftOut;
};

}  // namespace kernline::ui
