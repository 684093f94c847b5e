// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/record/kernel_page.h"

#include "ui/style/icons.h"
#include "ui/style/quiet_label.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <map>

namespace kernline::ui {

namespace {

constexpr int nameRole = Qt::UserRole;
constexpr int fileRole = Qt::UserRole + 1;
constexpr int mostSamples = 100'000;
constexpr std::size_t mostSweeps = 2;

}  // namespace

KernelPage::KernelPage(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 6, 0, 0);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->setChildrenCollapsible(false);
  layout->addWidget(splitter);
  auto* top = new QWidget(splitter);
  auto* topLayout = new QVBoxLayout(top);
  topLayout->setContentsMargins(8, 0, 8, 0);
  auto* row = new QHBoxLayout;
  m_search = new QLineEdit(top);
  m_search->setObjectName(QStringLiteral("kernelSearch"));
  m_search->setPlaceholderText(tr("Search kernels"));
  m_search->setClearButtonEnabled(true);
  row->addWidget(m_search, 1);
  auto* own = new QToolButton(top);
  own->setObjectName(QStringLiteral("ownKernel"));
  own->setText(tr("Your own…"));
  own->setToolTip(tr("A kernel of your own: a .cu file that says what its arguments are"));
  own->setFocusPolicy(Qt::TabFocus);
  row->addWidget(own);
  topLayout->addLayout(row);
  m_list = new QTreeWidget(top);
  m_list->setObjectName(QStringLiteral("kernelList"));
  m_list->setHeaderHidden(true);
  m_list->setAccessibleName(tr("Kernels"));
  m_list->setIndentation(14);
  topLayout->addWidget(m_list, 1);

  auto* scroll = new QScrollArea(splitter);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* below = new QWidget(scroll);
  auto* belowLayout = new QVBoxLayout(below);
  belowLayout->setContentsMargins(8, 4, 8, 4);
  m_title = new QLabel(below);
  m_title->setFont(titleFont(font(), 1.1));
  m_shows = new QuietLabel({}, below);
  m_shows->setObjectName(QStringLiteral("kernelShows"));
  m_shows->setWordWrap(true);
  belowLayout->addWidget(m_title);
  belowLayout->addWidget(m_shows);
  m_parameterPlace = new QWidget(below);
  belowLayout->addWidget(m_parameterPlace);
  auto* form = new QFormLayout;
  buildOptions(form);
  belowLayout->addLayout(form);
  m_problem = new QLabel(below);
  m_problem->setObjectName(QStringLiteral("kernelProblem"));
  m_problem->setWordWrap(true);
  m_problem->setTextFormat(Qt::PlainText);
  belowLayout->addWidget(m_problem);
  belowLayout->addStretch(1);
  scroll->setWidget(below);
  splitter->setStretchFactor(0, 2);
  splitter->setStretchFactor(1, 3);
  connect(m_search, &QLineEdit::textChanged, this, &KernelPage::filter);
  connect(own, &QToolButton::clicked, this, &KernelPage::addOwnFile);
  connect(m_list, &QTreeWidget::currentItemChanged, this, &KernelPage::showKernel);
}

void KernelPage::buildOptions(QFormLayout* form) {
  m_l2 = new QComboBox(this);
  m_l2->setObjectName(QStringLiteral("l2Choice"));
  m_l2->addItems({tr("flushed before each sample"), tr("warm")});
  m_l2->setToolTip(tr("Whether a sample finds its data in the cache that the one before it left"));
  m_samples = new QSpinBox(this);
  m_samples->setObjectName(QStringLiteral("samples"));
  m_samples->setRange(0, mostSamples);
  m_samples->setSpecialValueText(tr("until the noise is below 0.5 %"));
  form->addRow(tr("L2 cache"), m_l2);
  form->addRow(tr("Samples"), m_samples);
  for (int i = 0; i < form->rowCount(); ++i) {
    form->itemAt(i, QFormLayout::FieldRole)->widget()->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  connect(m_l2, &QComboBox::currentIndexChanged, this, &KernelPage::check);
  connect(m_samples, &QSpinBox::valueChanged, this, &KernelPage::check);
}

void KernelPage::setKernels(std::vector<KernelEntry> kernels) {
  m_kernels = std::move(kernels);
  buildList();
}

void KernelPage::buildList() {
  m_list->clear();
  std::map<QString, QTreeWidgetItem*> groups;
  const auto groupOf = [&](const QString& name) {
    QTreeWidgetItem*& group = groups[name];
    if (group == nullptr) {
      group = new QTreeWidgetItem(m_list, {name});
      group->setFlags(Qt::ItemIsEnabled);
      QFont bold = font();
      bold.setWeight(QFont::DemiBold);
      group->setFont(0, bold);
    }
    return group;
  };
  if (!m_ownFile.isEmpty()) {
    auto* item = new QTreeWidgetItem(groupOf(tr("Your own")), {QFileInfo(m_ownFile).fileName()});
    item->setData(0, fileRole, m_ownFile);
    item->setToolTip(0, m_ownFile);
  }
  for (const KernelEntry& kernel : m_kernels) {
    auto* item = new QTreeWidgetItem(groupOf(kernel.group.isEmpty() ? tr("Others") : kernel.group), {kernel.title});
    item->setData(0, nameRole, kernel.name);
    item->setToolTip(0, kernel.shows);
  }
  m_list->expandAll();
  filter(m_search->text());
  for (QTreeWidgetItemIterator item(m_list); *item != nullptr; ++item) {
    if ((*item)->parent() != nullptr && !(*item)->isHidden()) {
      m_list->setCurrentItem(*item);
      break;
    }
  }
}

void KernelPage::filter(const QString& text) {
  const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (int g = 0; g < m_list->topLevelItemCount(); ++g) {
    QTreeWidgetItem* group = m_list->topLevelItem(g);
    bool any = false;
    for (int i = 0; i < group->childCount(); ++i) {
      QTreeWidgetItem* item = group->child(i);
      const QString all = group->text(0) + QLatin1Char(' ') + item->text(0) + QLatin1Char(' ') +
                          item->data(0, nameRole).toString() + QLatin1Char(' ') + item->toolTip(0);
      const bool matches =
          std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
      item->setHidden(!matches);
      any = any || matches;
    }
    group->setHidden(!any);
  }
}

void KernelPage::addOwnFile() {
  const QString file = QFileDialog::getOpenFileName(this, tr("A kernel of your own"), {}, tr("CUDA files (*.cu)"));
  if (!file.isEmpty()) {
    m_ownFile = file;
    m_search->clear();
    buildList();
  }
}

void KernelPage::selectKernel(const QString& name) {
  for (QTreeWidgetItemIterator item(m_list); *item != nullptr; ++item) {
    if ((*item)->data(0, nameRole).toString() == name) {
      m_list->setCurrentItem(*item);
    }
  }
}

const KernelEntry* KernelPage::current() const {
  const QTreeWidgetItem* item = m_list->currentItem();
  const QString name = item != nullptr ? item->data(0, nameRole).toString() : QString();
  const auto at = std::ranges::find(m_kernels, name, &KernelEntry::name);
  return name.isEmpty() || at == m_kernels.end() ? nullptr : &*at;
}

void KernelPage::showKernel(QTreeWidgetItem* item) {
  if (item == nullptr || item->parent() == nullptr) {
    return;
  }
  static const KernelEntry nothing;
  const KernelEntry* kernel = current();
  m_title->setText(item->text(0));
  m_shows->setText(kernel != nullptr ? kernel->shows
                                     : tr("Compiled when it is run; errors are shown with their line."));
  buildParameters(kernel != nullptr ? *kernel : nothing);
  check();
}

void KernelPage::buildParameters(const KernelEntry& kernel) {
  delete m_parameterPlace->layout();
  qDeleteAll(m_parameterPlace->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  m_fields.clear();
  m_presets = nullptr;
  m_ownValues = nullptr;
  auto* form = new QFormLayout(m_parameterPlace);
  form->setContentsMargins(0, 4, 0, 4);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  if (kernel.name.isEmpty()) {
    m_ownValues = new QLineEdit(m_parameterPlace);
    m_ownValues->setPlaceholderText(QStringLiteral("n=1048576 scale=2"));
    form->addRow(tr("Values"), m_ownValues);
    connect(m_ownValues, &QLineEdit::textChanged, this, &KernelPage::check);
    return;
  }
  if (!kernel.presets.empty()) {
    m_presets = new QComboBox(m_parameterPlace);
    m_presets->setObjectName(QStringLiteral("presets"));
    m_presets->addItem(tr("the usual values"));
    for (const KernelPreset& preset : kernel.presets) {
      m_presets->addItem(preset.name);
    }
    m_presets->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    form->addRow(tr("Preset"), m_presets);
    connect(m_presets, &QComboBox::activated, this, &KernelPage::applyPreset);
  }
  for (const KernelParameter& parameter : kernel.parameters) {
    auto* editor = new QComboBox(m_parameterPlace);
    editor->setObjectName(QStringLiteral("parameter_") + parameter.name);
    editor->setEditable(true);
    editor->setInsertPolicy(QComboBox::NoInsert);
    editor->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    editor->addItems(parameter.choices.isEmpty() ? QStringList{parameter.fallback} : parameter.choices);
    editor->setEditText(parameter.fallback);
    editor->setToolTip(parameter.help);
    const QString label =
        parameter.unit.isEmpty() ? parameter.name : QStringLiteral("%1 (%2)").arg(parameter.name, parameter.unit);
    form->addRow(label, editor);
    m_fields.push_back({parameter, editor});
    connect(editor, &QComboBox::editTextChanged, this, &KernelPage::check);
  }
  if (!kernel.parameters.empty()) {
    auto* hint = new QuietLabel(tr("Several values, as 1024, 2048 or 1024..8192, are run one after the other."),
                                m_parameterPlace);
    hint->setWordWrap(true);
    form->addRow(hint);
  }
}

void KernelPage::applyPreset(int index) {
  const KernelEntry* kernel = current();
  if (kernel == nullptr || index < 0 || static_cast<std::size_t>(index) > kernel->presets.size()) {
    return;
  }
  for (const Field& field : m_fields) {
    field.editor->setEditText(field.parameter.fallback);
  }
  if (index > 0) {
    for (const auto& [name, value] : kernel->presets[static_cast<std::size_t>(index) - 1].values) {
      for (const Field& field : m_fields) {
        if (field.parameter.name == name) {
          field.editor->setEditText(value);
        }
      }
    }
  }
}

void KernelPage::check() {
  m_request.reset();
  QString problem;
  const QTreeWidgetItem* item = m_list->currentItem();
  if (item != nullptr && item->parent() != nullptr) {
    RunRequest request;
    request.title = item->text(0);
    request.kernel = m_ownValues != nullptr ? item->data(0, fileRole).toString() : item->data(0, nameRole).toString();
    request.isL2Warm = m_l2->currentIndex() == 1;
    request.samples = m_samples->value();
    std::size_t sweeps = 0;
    for (const Field& field : m_fields) {
      auto values = valuesOf(field.parameter, field.editor->currentText());
      if (!values) {
        problem = QStringLiteral("%1: %2").arg(field.parameter.name, values.error());
        break;
      }
      sweeps += values->size() > 1 ? 1 : 0;
      request.values.emplace_back(field.parameter.name, std::move(*values));
    }
    if (m_ownValues != nullptr) {
      for (const QString& setting : m_ownValues->text().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        request.values.emplace_back(setting.section(QLatin1Char('='), 0, 0),
                                    setting.section(QLatin1Char('='), 1).split(QLatin1Char(',')));
        sweeps += request.values.back().second.size() > 1 ? 1 : 0;
      }
    }
    if (problem.isEmpty() && sweeps > mostSweeps) {
      problem = tr("Several values for at most two parameters at a time.");
    }
    if (problem.isEmpty()) {
      m_request = std::move(request);
    }
  }
  m_problem->setText(problem);
  m_problem->setVisible(!problem.isEmpty());
  Q_EMIT changed();
}

std::optional<RunRequest> KernelPage::request() const {
  return m_request;
}

}  // namespace kernline::ui
