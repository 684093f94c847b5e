// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/record/recorder_catalogue.h"
#include "ui/record/run_request.h"

#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTreeWidget;
class QTreeWidgetItem;

namespace kernline::ui {

class QuietLabel;

/// Which kernel to run and with what: a list to search, a field a parameter, and how to measure.
class KernelPage : public QWidget {
  Q_OBJECT

 public:
  explicit KernelPage(QWidget* parent = nullptr);

  void setKernels(std::vector<KernelEntry> kernels);
  /// What is asked for; none: something is missing or wrong, and the page says what.
  [[nodiscard]] std::optional<RunRequest> request() const;
  [[nodiscard]] const std::vector<KernelEntry>& kernels() const { return m_kernels; }
  void selectKernel(const QString& name);

 Q_SIGNALS:
  void changed();

 private:
  void buildList();
  void buildOptions(QFormLayout* form);
  void filter(const QString& text);
  void addOwnFile();
  void showKernel(QTreeWidgetItem* item);
  void buildParameters(const KernelEntry& kernel);
  void applyPreset(int index);
  void check();
  [[nodiscard]] const KernelEntry* current() const;

  struct Field {
    KernelParameter parameter;
    QComboBox* editor = nullptr;
  };

  std::vector<KernelEntry> m_kernels;
  QString m_ownFile;
  std::vector<Field> m_fields;
  std::optional<RunRequest> m_request;
  QLineEdit* m_search = nullptr;
  QTreeWidget* m_list = nullptr;
  QLabel* m_title = nullptr;
  QuietLabel* m_shows = nullptr;
  QComboBox* m_presets = nullptr;
  QWidget* m_parameterPlace = nullptr;
  QLineEdit* m_ownValues = nullptr;
  QComboBox* m_l2 = nullptr;
  QSpinBox* m_samples = nullptr;
  QLabel* m_problem = nullptr;
};

}  // namespace kernline::ui
