// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/tables/compared_logs.h"

#include <QWidget>

#include <cstddef>
#include <map>
#include <memory>

class QComboBox;
class QLabel;

namespace kernline::ui {

class ChosenView;
class ValuesButton;

/// Second line of a choice: one chart a value of which dimension, one value of each dimension that is not laid out, and
/// which values of the others count.
class FilterRow : public QWidget {
  Q_OBJECT

 public:
  /// `view` is what it shows and changes.
  FilterRow(ChosenView& view, QWidget* parent);

  /// The view has changed.
  void follow(const std::shared_ptr<const ComparedLogs>& logs);

 Q_SIGNALS:
  void changed();

 private:
  struct Part {
    QLabel* label = nullptr;
    QComboBox* filter = nullptr;
    ValuesButton* values = nullptr;
  };
  void fillFacets();
  void fillFilter(std::size_t dimension, Part& part);
  void fillValues(std::size_t dimension, Part& part);
  Part& partOf(std::size_t dimension, bool isLaidOut);
  void chooseFilter(std::size_t dimension, int choice);

  ChosenView& m_view;
  std::shared_ptr<const ComparedLogs> m_logs;
  QLabel* m_facetsLabel = nullptr;
  QComboBox* m_facets = nullptr;
  std::map<std::size_t, Part> m_parts;  // keyed by dimension
};

}  // namespace kernline::ui
