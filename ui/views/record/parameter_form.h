// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/recorder_catalog.h"

#include <QWidget>

#include <cstddef>
#include <expected>
#include <map>
#include <utility>
#include <vector>

class QComboBox;
class QFormLayout;

namespace kernline::ui {

/// A field for each parameter of a kernel, and its presets.
class ParameterForm : public QWidget {
  Q_OBJECT

 public:
  using Values = std::vector<std::pair<QString, QStringList>>;

  explicit ParameterForm(QWidget* parent = nullptr);

  /// Shows the fields of `kernel`. Texts in fields of the same names stay if `keepsTexts`.
  void showKernel(const KernelEntry& kernel, bool keepsTexts);
  /// Returns the entered values, several for at most `maxSweeps` parameters. The error is a sentence.
  [[nodiscard]] std::expected<Values, QString> values(std::size_t maxSweeps) const;
  [[nodiscard]] std::map<QString, QString> texts() const;
  void setTexts(const std::map<QString, QString>& texts);

 Q_SIGNALS:
  void changed();

 private:
  struct Field {
    KernelParameter parameter;
    QComboBox* editor = nullptr;
  };

  void addPresets(QFormLayout* form);
  void addField(QFormLayout* form, const KernelParameter& parameter);
  void applyPreset(int index);

  std::vector<KernelPreset> m_presets;
  std::vector<Field> m_fields;
};

}  // namespace kernline::ui
