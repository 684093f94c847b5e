// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/kernel_page.h"

#include "ui/kit/panels/column_scroll.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/record/counters_box.h"
#include "ui/views/record/parameter_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
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
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int nameRole = Qt::UserRole;
constexpr int fileRole = Qt::UserRole + 1;
constexpr int maxSamples = 100'000;
constexpr std::size_t maxSwept = 2;  // parameters: a chart has an axis and a curve for them
constexpr std::size_t maxTuned = 8;

}  // namespace

KernelPage::KernelPage(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 6, 0, 0);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->setChildrenCollapsible(false);
  layout->addWidget(splitter);
  splitter->addWidget(buildTop());
  splitter->addWidget(buildBelow());
  m_problem = new QLabel(this);
  m_problem->setObjectName(QStringLiteral("kernelProblem"));
  m_problem->setWordWrap(true);
  m_problem->setTextFormat(Qt::PlainText);
  m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_problem->setContentsMargins(8, 0, 8, 0);
  layout->addWidget(m_problem);
  splitter->setStretchFactor(0, 2);
  splitter->setStretchFactor(1, 3);
  connect(m_search, &QLineEdit::textChanged, this, &KernelPage::filter);
  connect(m_list, &QTreeWidget::currentItemChanged, this, &KernelPage::showKernel);
  connect(m_form, &ParameterForm::changed, this, &KernelPage::check);
  connect(&m_watch, &QFileSystemWatcher::fileChanged, this, [this] {
    if (QFileInfo::exists(m_ownFile)) {
      m_watch.addPath(m_ownFile);  // editors put another file in its place
    }
    Q_EMIT ownFileChanged(m_ownFile);
  });
}

QWidget* KernelPage::buildTop() {
  auto* top = new QWidget(this);
  auto* layout = new QVBoxLayout(top);
  layout->setContentsMargins(8, 0, 8, 0);
  auto* row = new QHBoxLayout;
  m_search = new QLineEdit(top);
  m_search->setObjectName(QStringLiteral("kernelSearch"));
  m_search->setPlaceholderText(tr("Search kernels"));
  m_search->setClearButtonEnabled(true);
  row->addWidget(m_search, 1);
  auto* own = new QToolButton(top);
  own->setObjectName(QStringLiteral("ownKernel"));
  own->setText(tr("Custom…"));
  own->setToolTip(tr("A custom kernel: a .cu file that declares its arguments"));
  own->setFocusPolicy(Qt::TabFocus);
  row->addWidget(own);
  layout->addLayout(row);
  m_list = new QTreeWidget(top);
  m_list->setObjectName(QStringLiteral("kernelList"));
  m_list->setHeaderHidden(true);
  m_list->setAccessibleName(tr("Kernels"));
  m_list->setIndentation(14);
  layout->addWidget(m_list, 1);
  connect(own, &QToolButton::clicked, this, &KernelPage::chooseOwnFile);
  return top;
}

QWidget* KernelPage::buildBelow() {
  auto* scroll = makeColumnScroll(this);
  QWidget* below = scroll->widget();
  auto* layout = new QVBoxLayout(below);
  layout->setContentsMargins(8, 4, 8, 4);
  auto* head = new QHBoxLayout;
  m_title = new QLabel(below);
  m_title->setFont(titleFont(font(), 1.1));
  m_title->setTextFormat(Qt::PlainText);
  head->addWidget(m_title, 1);
  m_edit = new QToolButton(below);
  m_edit->setObjectName(QStringLiteral("editOwnKernel"));
  m_edit->setText(tr("Edit"));
  m_edit->setToolTip(tr("Open the file in your editor; its declarations are read again when you save it"));
  m_edit->setFocusPolicy(Qt::TabFocus);
  m_edit->hide();
  head->addWidget(m_edit);
  layout->addLayout(head);
  m_shows = new QuietLabel({}, below);
  m_shows->setObjectName(QStringLiteral("kernelShows"));
  m_shows->setWordWrap(true);
  layout->addWidget(m_shows);
  m_form = new ParameterForm(below);
  layout->addWidget(m_form);
  auto* form = new QFormLayout;
  buildOptions(form);
  layout->addLayout(form);
  layout->addStretch(1);
  connect(m_edit, &QToolButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_ownFile)); });
  return scroll;
}

void KernelPage::buildOptions(QFormLayout* form) {
  m_l2 = new QComboBox(this);
  m_l2->setObjectName(QStringLiteral("l2Choice"));
  m_l2->addItems({tr("flushed before each sample"), tr("warm")});
  m_l2->setToolTip(tr("Whether a sample starts with the cache contents that the previous one left"));
  m_samples = new QSpinBox(this);
  m_samples->setObjectName(QStringLiteral("samples"));
  m_samples->setRange(0, maxSamples);
  m_samples->setSpecialValueText(tr("until the noise is below 0.5 %"));
  form->addRow(tr("L2 cache"), m_l2);
  form->addRow(tr("Samples"), m_samples);
  m_counters = makeCountersBox(this);
  m_counters->setObjectName(QStringLiteral("kernelCounters"));
  form->addRow(tr("Counters"), m_counters);
  m_tune = addChoice(form, tr("Find the fastest values"), "kernelTune",
                     tr("Try all combinations of the values above, stop slow ones early, and record only the fastest"));
  m_profile =
      addChoice(form, tr("Count what the kernel does"), "kernelProfile",
                tr("DRAM traffic, FLOPs, cache hit rates, stall reasons and what limits it, in about 20 further "
                   "launches; may need administrator rights"));
  m_source = addChoice(form, tr("Sample source lines"), "kernelSource",
                       tr("Which lines and instructions its warps are at, and why they stall"));
  m_blocks = addChoice(form, tr("Record blocks"), "kernelBlocks",
                       tr("The SM, start and end of each block of one launch, as a timeline of the SMs"));
  for (int i = 0; i < form->rowCount(); ++i) {
    form->itemAt(i, QFormLayout::FieldRole)->widget()->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  connect(m_l2, &QComboBox::currentIndexChanged, this, &KernelPage::check);
  connect(m_samples, &QSpinBox::valueChanged, this, &KernelPage::check);
  connect(m_counters, &QComboBox::currentIndexChanged, this, &KernelPage::check);
}

QCheckBox* KernelPage::addChoice(QFormLayout* form, const QString& text, const char* name, const QString& help) {
  auto* choice = new QCheckBox(text, this);
  choice->setObjectName(QString::fromUtf8(name));
  choice->setToolTip(help);
  form->addRow(QString(), choice);
  connect(choice, &QCheckBox::toggled, this, &KernelPage::check);
  return choice;
}

void KernelPage::setKernels(std::vector<KernelEntry> kernels) {
  m_kernels = std::move(kernels);
  buildList();
}

void KernelPage::buildList() {
  const QString before = m_shown;
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
    auto* item = new QTreeWidgetItem(groupOf(tr("Custom")), {QFileInfo(m_ownFile).fileName()});
    item->setData(0, nameRole, m_ownFile);
    item->setData(0, fileRole, true);
    item->setToolTip(0, m_ownFile);
  }
  for (const KernelEntry& kernel : m_kernels) {
    auto* item = new QTreeWidgetItem(groupOf(kernel.group.isEmpty() ? tr("Others") : kernel.group), {kernel.title});
    item->setData(0, nameRole, kernel.name);
    item->setToolTip(0, kernel.shows);
  }
  m_list->expandAll();
  filter(m_search->text());
  selectKernel(before);
  for (QTreeWidgetItemIterator item(m_list); *item != nullptr && m_list->currentItem() == nullptr; ++item) {
    if ((*item)->parent() != nullptr && !(*item)->isHidden()) {
      m_list->setCurrentItem(*item);
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

void KernelPage::chooseOwnFile() {
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Custom kernel"), QFileInfo(m_ownFile).path(), tr("CUDA files (*.cu)"));
  if (!file.isEmpty()) {
    openOwnFile(file);
  }
}

void KernelPage::openOwnFile(const QString& path) {
  m_ownFile = path;
  m_ownKernel.reset();
  m_ownProblem.clear();
  if (!m_watch.files().isEmpty()) {
    m_watch.removePaths(m_watch.files());
  }
  m_watch.addPath(path);
  m_search->clear();
  m_shown = path;
  buildList();
  Q_EMIT ownFileChanged(path);
}

void KernelPage::showOwnKernel(std::expected<KernelEntry, QString> kernel) {
  m_ownProblem = kernel ? QString() : kernel.error();
  if (kernel) {
    m_ownKernel = std::move(*kernel);
  }
  if (isOwn()) {
    showKernel(m_list->currentItem());
  }
}

void KernelPage::resume(const KernelPage& before) {
  m_ownKernel = before.m_ownKernel;
  m_ownProblem = before.m_ownProblem;
  m_ownFile = before.m_ownFile;
  if (!m_ownFile.isEmpty()) {
    m_watch.addPath(m_ownFile);
  }
  m_shown = before.m_shown;
  setKernels(before.m_kernels);
  m_form->setTexts(before.m_form->texts());
  m_l2->setCurrentIndex(before.m_l2->currentIndex());
  m_samples->setValue(before.m_samples->value());
  m_counters->setCurrentIndex(before.m_counters->currentIndex());
  m_tune->setChecked(before.m_tune->isChecked());
  m_profile->setChecked(before.m_profile->isChecked());
  m_source->setChecked(before.m_source->isChecked());
  m_blocks->setChecked(before.m_blocks->isChecked());
}

void KernelPage::selectKernel(const QString& name) {
  for (QTreeWidgetItemIterator item(m_list); *item != nullptr; ++item) {
    if ((*item)->parent() != nullptr && (*item)->data(0, nameRole).toString() == name) {
      m_list->setCurrentItem(*item);
    }
  }
}

bool KernelPage::isOwn() const {
  const QTreeWidgetItem* item = m_list->currentItem();
  return item != nullptr && item->data(0, fileRole).toBool();
}

const KernelEntry* KernelPage::current() const {
  if (isOwn()) {
    return m_ownKernel ? &*m_ownKernel : nullptr;
  }
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
  const QString name = item->data(0, nameRole).toString();
  m_title->setText(item->text(0));
  m_edit->setVisible(isOwn());
  m_shows->setText(isOwn()             ? tr("Compiled when run; errors are shown with their line.")
                   : kernel != nullptr ? kernel->shows
                                       : QString());
  m_form->showKernel(kernel != nullptr ? *kernel : nothing, m_shown == name);
  m_shown = name;
  check();
}

void KernelPage::check() {
  m_request.reset();
  QString problem;
  const QTreeWidgetItem* item = m_list->currentItem();
  if (item != nullptr && item->parent() != nullptr) {
    auto values = m_form->values(m_tune->isChecked() ? maxTuned : maxSwept);
    m_tune->setEnabled(!values || std::ranges::any_of(*values, [](const auto& one) { return one.second.size() > 1; }));
    problem = isOwn() && !m_ownProblem.isEmpty() ? m_ownProblem : values ? QString() : values.error();
    if (problem.isEmpty() && current() != nullptr) {
      m_request.emplace();
      m_request->title = item->text(0);
      m_request->kernel = item->data(0, nameRole).toString();
      m_request->isTuned = m_tune->isChecked() && m_tune->isEnabled();
      m_request->isL2Warm = m_l2->currentIndex() == 1;
      m_request->samples = m_samples->value();
      m_request->counters = m_counters->currentData().toString();
      m_request->isProfiled = m_profile->isChecked();
      m_request->isSourceSampled = m_source->isChecked();
      m_request->hasBlocks = m_blocks->isChecked();
      m_request->values = std::move(*values);
    }
  }
  m_problem->setText(problem);
  m_problem->setVisible(!problem.isEmpty());
  Q_EMIT changed();
}

}  // namespace kernline::ui
