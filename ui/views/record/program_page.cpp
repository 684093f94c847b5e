// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/program_page.h"

#include "ui/kit/panels/column_scroll.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/record/counters_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cstddef>
#include <ranges>

namespace kernline::ui {

namespace {

constexpr auto commandKey = "record/program";
constexpr auto folderKey = "record/folder";
constexpr auto environmentKey = "record/environment";
constexpr double maxWaitSeconds = 86400;

/// A condition on which the recorder records by itself.
struct Condition {
  const char* text;  ///< as --when takes it
  const char* label;
  const char* toolTip;
};

/// The first one needs no time before it.
constexpr std::array<Condition, 4> conditions{{
    {"step > 1.3*median", QT_TRANSLATE_NOOP("kernline::ui::ProgramPage", "Slow step"),
     QT_TRANSLATE_NOOP("kernline::ui::ProgramPage", "A step takes over 1.3 times the median of the 100 before")},
    {"exception", QT_TRANSLATE_NOOP("kernline::ui::ProgramPage", "Exception"),
     QT_TRANSLATE_NOOP("kernline::ui::ProgramPage", "A Python exception or a signal ends the program or a thread")},
    {"oom", QT_TRANSLATE_NOOP("kernline::ui::ProgramPage", "Out of memory"),
     QT_TRANSLATE_NOOP("kernline::ui::ProgramPage", "PyTorch or a CUDA call finds no memory")},
    {"idle > 30%", QT_TRANSLATE_NOOP("kernline::ui::ProgramPage", "Idle GPU"),
     QT_TRANSLATE_NOOP("kernline::ui::ProgramPage", "A GPU is idle for over 30 % of the time kept")},
}};

QDoubleSpinBox* secondsField(const QString& nothing, QWidget* parent) {
  auto* field = new QDoubleSpinBox(parent);
  field->setRange(0, maxWaitSeconds);
  field->setDecimals(1);
  field->setSuffix(QStringLiteral(" s"));
  field->setSpecialValueText(nothing);
  return field;
}

}  // namespace

ProgramPage::ProgramPage(QWidget* parent) : QWidget(parent) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = makeColumnScroll(this);
  outer->addWidget(scroll);
  auto* layout = new QVBoxLayout(scroll->widget());
  layout->setContentsMargins(8, 8, 8, 4);
  auto* what =
      new QuietLabel(tr("Any program that uses CUDA, with its child processes. The program needs no changes."), this);
  what->setWordWrap(true);
  layout->addWidget(what);
  m_form = new QFormLayout;
  m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  addProgramRows(*m_form);
  addTimeRows(*m_form);
  addTorchRow(*m_form);
  addSampledRows(*m_form);
  layout->addLayout(m_form);
  layout->addStretch(1);
  allowTimes();
}

void ProgramPage::addProgramRows(QFormLayout& form) {
  m_command = new QLineEdit(this);
  m_command->setObjectName(QStringLiteral("programCommand"));
  m_command->setPlaceholderText(QStringLiteral("python train.py --steps 20"));
  form.addRow(tr("Command"), m_command);
  auto* place = new QHBoxLayout;
  m_folder = new QLineEdit(this);
  m_folder->setObjectName(QStringLiteral("programFolder"));
  m_folder->setPlaceholderText(tr("where Kernline was started"));
  auto* choose = new QToolButton(this);
  choose->setText(QStringLiteral("…"));
  choose->setToolTip(tr("Choose a folder"));
  choose->setAccessibleName(choose->toolTip());
  place->addWidget(m_folder, 1);
  place->addWidget(choose);
  form.addRow(tr("Folder"), place);
  m_environment = new QPlainTextEdit(this);
  m_environment->setObjectName(QStringLiteral("programEnvironment"));
  m_environment->setPlaceholderText(QStringLiteral("CUDA_VISIBLE_DEVICES=0"));
  m_environment->setTabChangesFocus(true);
  constexpr int lines = 4;
  m_environment->setMaximumHeight(fontMetrics().lineSpacing() * lines + 12);
  form.addRow(tr("Environment"), m_environment);
  connect(choose, &QToolButton::clicked, this, [this] {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Working folder"), m_folder->text());
    if (!folder.isEmpty()) {
      m_folder->setText(folder);
    }
  });
  for (QLineEdit* field : {m_command, m_folder}) {
    connect(field, &QLineEdit::textChanged, this, &ProgramPage::changed);
  }
  connect(m_environment, &QPlainTextEdit::textChanged, this, &ProgramPage::changed);
}

void ProgramPage::addSampledRows(QFormLayout& form) {
  m_counters = makeCountersBox(this);
  m_counters->setObjectName(QStringLiteral("programCounters"));
  form.addRow(tr("Counters"), m_counters);
  m_profiled = new QLineEdit(this);
  m_profiled->setObjectName(QStringLiteral("programProfile"));
  m_profiled->setPlaceholderText(QStringLiteral("flash|gemm"));
  m_profiled->setToolTip(
      tr("Profile the first launches of kernels that match. Cannot be combined with counters or source lines"));
  form.addRow(tr("Profile kernels"), m_profiled);
  m_source = new QCheckBox(tr("Sample source lines"), this);
  m_source->setObjectName(QStringLiteral("programSource"));
  m_source->setToolTip(
      tr("Which lines and instructions warps execute, and why they stall. Cannot be combined with counters or profiled "
         "kernels"));
  form.addRow(QString(), m_source);
  connect(m_counters, &QComboBox::currentIndexChanged, this, &ProgramPage::allowOneOfThree);
  connect(m_profiled, &QLineEdit::textChanged, this, &ProgramPage::allowOneOfThree);
  connect(m_source, &QCheckBox::toggled, this, &ProgramPage::allowOneOfThree);
}

void ProgramPage::addTimeRows(QFormLayout& form) {
  m_start = new QComboBox(this);
  m_start->setObjectName(QStringLiteral("programStart"));
  m_start->addItem(tr("From the start"));
  m_start->addItem(tr("When asked"));
  m_start->addItem(tr("On events"));
  m_start->setToolTip(
      tr("“When asked” starts the program armed: “Record now” records it, each time into a file. “On events” also "
         "records by itself"));
  m_keep = secondsField(tr("nothing before"), this);
  m_keep->setSuffix(tr(" s before"));
  constexpr double maxSeconds = 3600;  // maximum time that the recorder keeps
  m_keep->setMaximum(maxSeconds);
  m_keep->setObjectName(QStringLiteral("programKeep"));
  m_keep->setToolTip(
      tr("Seconds before “Record now” that are in the file too. The program is recorded all the time then"));
  m_delay = secondsField(tr("immediately"), this);
  m_duration = secondsField(tr("until it ends"), this);
  auto* row = new QHBoxLayout;
  row->addWidget(m_start, 1);
  row->addWidget(m_keep, 1);
  form.addRow(tr("Record"), row);
  addConditionRow(form);
  form.addRow(tr("Record after"), m_delay);
  form.addRow(tr("Record for"), m_duration);
  connect(m_start, &QComboBox::currentIndexChanged, this, &ProgramPage::allowTimes);
  connect(m_keep, &QDoubleSpinBox::valueChanged, this, &ProgramPage::allowTimes);
  for (QDoubleSpinBox* field : {m_delay, m_duration}) {
    connect(field, &QDoubleSpinBox::valueChanged, this, &ProgramPage::changed);
  }
}

void ProgramPage::addConditionRow(QFormLayout& form) {
  m_events = new QGridLayout;
  constexpr int columns = 2;
  for (const Condition& condition : conditions) {
    auto* box = new QCheckBox(tr(condition.label), this);
    box->setObjectName(QStringLiteral("programWhen_%1").arg(m_conditions.size()));
    box->setToolTip(tr(condition.toolTip));
    box->setChecked(true);
    connect(box, &QCheckBox::toggled, this, &ProgramPage::allowTimes);
    const auto at = static_cast<int>(m_conditions.size());
    m_events->addWidget(box, at / columns, at % columns);
    m_conditions.push_back(box);
  }
  form.addRow(tr("Events"), m_events);
}

void ProgramPage::allowTimes() {
  m_keep->setEnabled(isArmed());
  m_keep->setSpecialValueText(needsKeptTime() ? tr("10 s before") : tr("nothing before"));
  m_form->setRowVisible(m_events, m_start->currentIndex() > 1);
  m_delay->setEnabled(!isArmed() || (isConditional() && keepsTime()));
  m_duration->setSpecialValueText(isArmed() ? tr("10 s") : tr("until it ends"));
  allowOneOfThree();
}

bool ProgramPage::isArmed() const {
  return m_start->currentIndex() > 0;
}

bool ProgramPage::isConditional() const {
  return m_start->currentIndex() > 1 && std::ranges::any_of(m_conditions, &QCheckBox::isChecked);
}

bool ProgramPage::needsKeptTime() const {
  return isConditional() && std::ranges::any_of(m_conditions | std::views::drop(1), &QCheckBox::isChecked);
}

bool ProgramPage::keepsTime() const {
  return isArmed() && (m_keep->value() > 0 || needsKeptTime());
}

void ProgramPage::addTorchRow(QFormLayout& form) {
  m_operators = new QComboBox(this);
  m_operators->setObjectName(QStringLiteral("programOperators"));
  m_operators->addItem(tr("Operators with shapes"), QStringLiteral("shapes"));
  m_operators->addItem(tr("Operators"), QStringLiteral("ops"));
  m_operators->addItem(tr("Off"), QStringLiteral("off"));
  m_modules = new QCheckBox(tr("Modules"), this);
  m_modules->setObjectName(QStringLiteral("programModules"));
  m_modules->setToolTip(tr("Calls of nn.Module by path. Adds PyTorch's global module hooks to the program"));
  m_stacks = new QCheckBox(tr("Python stacks"), this);
  m_stacks->setObjectName(QStringLiteral("programStacks"));
  m_stacks->setToolTip(tr("The lines of Python that run, sampled 1,000 times a second"));
  auto* row = new QHBoxLayout;
  row->addWidget(m_operators, 1);
  row->addWidget(m_modules);
  row->addWidget(m_stacks);
  form.addRow(tr("PyTorch"), row);
  connect(m_operators, &QComboBox::currentIndexChanged, this, [this] {
    const bool isOn = m_operators->currentData().toString() != QLatin1String("off");
    m_modules->setEnabled(isOn);
    m_stacks->setEnabled(isOn);
    Q_EMIT changed();
  });
  connect(m_modules, &QCheckBox::toggled, this, &ProgramPage::changed);
  connect(m_stacks, &QCheckBox::toggled, this, &ProgramPage::changed);
}

/// Empty for what the recorder does by itself.
QString ProgramPage::torchChoice() const {
  QStringList choice{m_operators->currentData().toString()};
  if (m_modules->isEnabled() && m_modules->isChecked()) {
    choice << QStringLiteral("modules");
  }
  if (m_stacks->isEnabled() && m_stacks->isChecked()) {
    choice << QStringLiteral("stacks");
  }
  return choice == QStringList{QStringLiteral("shapes")} ? QString() : choice.join(QLatin1Char(','));
}

void ProgramPage::allowOneOfThree() {
  const bool isCounted = m_counters->currentIndex() > 0;
  const bool isProfiled = !m_profiled->text().trimmed().isEmpty() && !keepsTime();
  const bool isSampled = m_source->isChecked() && !keepsTime();
  m_counters->setEnabled(!isProfiled && !isSampled);
  m_profiled->setEnabled(!isCounted && !isSampled && !keepsTime());
  m_source->setEnabled(!isCounted && !isProfiled && !keepsTime());
  Q_EMIT changed();
}

std::optional<RunRequest> ProgramPage::request() const {
  RunRequest request;
  request.kind = RunRequest::Kind::Program;
  request.command = splitCommand(m_command->text());
  if (request.command.isEmpty()) {
    return std::nullopt;
  }
  request.title = m_command->text().trimmed();
  request.folder = m_folder->text().trimmed();
  for (const QString& line : m_environment->toPlainText().split(QLatin1Char('\n'))) {
    if (line.indexOf(QLatin1Char('=')) > 0) {
      request.environment << line.trimmed();
    }
  }
  request.isArmed = isArmed();
  request.keepSeconds = isArmed() ? m_keep->value() : 0;
  for (std::size_t i = 0; i < m_conditions.size(); ++i) {
    if (isConditional() && m_conditions[i]->isChecked()) {
      request.conditions << QString::fromLatin1(conditions[i].text);
    }
  }
  request.delaySeconds = m_delay->isEnabled() ? m_delay->value() : 0;
  request.durationSeconds = m_duration->value();
  request.torch = torchChoice();
  request.counters = m_counters->currentData().toString();
  request.profiled = m_profiled->isEnabled() ? m_profiled->text().trimmed() : QString();
  request.isSourceSampled = m_source->isEnabled() && m_source->isChecked();
  return request;
}

void ProgramPage::restore() {
  const QSettings settings;
  m_command->setText(settings.value(QLatin1String(commandKey)).toString());
  m_folder->setText(settings.value(QLatin1String(folderKey)).toString());
  m_environment->setPlainText(settings.value(QLatin1String(environmentKey)).toString());
}

void ProgramPage::keep() const {
  QSettings settings;
  settings.setValue(QLatin1String(commandKey), m_command->text());
  settings.setValue(QLatin1String(folderKey), m_folder->text());
  settings.setValue(QLatin1String(environmentKey), m_environment->toPlainText());
}

void ProgramPage::resume(const ProgramPage& before) {
  m_command->setText(before.m_command->text());
  m_folder->setText(before.m_folder->text());
  m_environment->setPlainText(before.m_environment->toPlainText());
  m_start->setCurrentIndex(before.m_start->currentIndex());
  m_keep->setValue(before.m_keep->value());
  for (std::size_t i = 0; i < m_conditions.size(); ++i) {
    m_conditions[i]->setChecked(before.m_conditions[i]->isChecked());
  }
  m_delay->setValue(before.m_delay->value());
  m_duration->setValue(before.m_duration->value());
  m_operators->setCurrentIndex(before.m_operators->currentIndex());
  m_modules->setChecked(before.m_modules->isChecked());
  m_stacks->setChecked(before.m_stacks->isChecked());
  m_counters->setCurrentIndex(before.m_counters->currentIndex());
  m_profiled->setText(before.m_profiled->text());
  m_source->setChecked(before.m_source->isChecked());
}

}  // namespace kernline::ui
