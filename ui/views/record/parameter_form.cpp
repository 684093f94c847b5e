// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/parameter_form.h"

#include "ui/kit/style/quiet_label.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

namespace kernline::ui {

ParameterForm::ParameterForm(QWidget* parent) : QWidget(parent) {}

void ParameterForm::showKernel(const KernelEntry& kernel, bool keepsTexts) {
  const std::map<QString, QString> before = keepsTexts ? texts() : std::map<QString, QString>();
  delete layout();
  qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  m_fields.clear();
  m_presets = kernel.presets;
  auto* form = new QFormLayout(this);
  form->setContentsMargins(0, 4, 0, 4);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  if (!m_presets.empty()) {
    addPresets(form);
  }
  for (const KernelParameter& parameter : kernel.parameters) {
    addField(form, parameter);
  }
  if (!m_fields.empty()) {
    auto* hint =
        new QuietLabel(tr("Several values, such as 1024, 2048 or 1024..8192, are run one after the other."), this);
    hint->setWordWrap(true);
    form->addRow(hint);
  }
  setTexts(before);
}

void ParameterForm::addPresets(QFormLayout* form) {
  auto* presets = new QComboBox(this);
  presets->setObjectName(QStringLiteral("presets"));
  presets->addItem(tr("default values"));
  for (const KernelPreset& preset : m_presets) {
    presets->addItem(preset.name);
  }
  presets->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  form->addRow(tr("Preset"), presets);
  connect(presets, &QComboBox::activated, this, &ParameterForm::applyPreset);
}

void ParameterForm::addField(QFormLayout* form, const KernelParameter& parameter) {
  auto* editor = new QComboBox(this);
  editor->setObjectName(QStringLiteral("parameter_") + parameter.name);
  editor->setEditable(true);
  editor->setInsertPolicy(QComboBox::NoInsert);
  editor->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  editor->addItems(parameter.choices.isEmpty() ? QStringList{parameter.fallback} : parameter.choices);
  editor->setEditText(parameter.fallback);
  editor->setToolTip(parameter.help);
  form->addRow(
      parameter.unit.isEmpty() ? parameter.name : QStringLiteral("%1 (%2)").arg(parameter.name, parameter.unit),
      editor);
  m_fields.push_back({parameter, editor});
  connect(editor, &QComboBox::editTextChanged, this, &ParameterForm::changed);
}

void ParameterForm::applyPreset(int index) {
  for (const Field& field : m_fields) {
    field.editor->setEditText(field.parameter.fallback);
  }
  if (index > 0) {
    const auto& values = m_presets[static_cast<std::size_t>(index) - 1].values;
    setTexts({values.begin(), values.end()});
  }
}

std::map<QString, QString> ParameterForm::texts() const {
  std::map<QString, QString> texts;
  for (const Field& field : m_fields) {
    texts[field.parameter.name] = field.editor->currentText();
  }
  return texts;
}

void ParameterForm::setTexts(const std::map<QString, QString>& texts) {
  for (const Field& field : m_fields) {
    if (const auto text = texts.find(field.parameter.name); text != texts.end()) {
      field.editor->setEditText(text->second);
    }
  }
}

std::expected<ParameterForm::Values, QString> ParameterForm::values(std::size_t maxSweeps) const {
  Values all;
  std::size_t sweeps = 0;
  for (const Field& field : m_fields) {
    auto values = valuesOf(field.parameter, field.editor->currentText());
    if (!values) {
      return std::unexpected(QStringLiteral("%1: %2").arg(field.parameter.name, values.error()));
    }
    sweeps += values->size() > 1 ? 1 : 0;
    all.emplace_back(field.parameter.name, std::move(*values));
  }
  if (sweeps > maxSweeps) {
    return std::unexpected(tr("At most %1 parameters can have several values.").arg(maxSweeps));
  }
  return all;
}

}  // namespace kernline::ui
