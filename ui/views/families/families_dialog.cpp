// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/families/families_dialog.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"
#include "core/model/names/user_families.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/views/families/active_families.h"
#include "ui/views/families/families_model.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int typingPauseMs = 120;
constexpr std::size_t maxNames = 500;

std::vector<FamilyRule> ownInForce() {
  const std::shared_ptr<const FamilyRules> rules = familyRules();
  return {rules->rules().begin(), rules->rules().begin() + static_cast<std::ptrdiff_t>(rules->ownCount())};
}

/// A pattern for a kernel's name: the start of its short form, with what has a meaning in expressions taken plainly.
std::string patternFor(std::string_view name) {
  std::string pattern;
  for (const char c : shortKernelName(name)) {
    if (c == '<' || c == '(' || c == ' ') {
      break;
    }
    pattern += std::string_view(".*+?[]{}|^$\\").contains(c) ? std::string("\\") + c : std::string(1, c);
  }
  return pattern;
}

}  // namespace

FamiliesDialog::FamiliesDialog(std::shared_ptr<const Trace> trace, std::filesystem::path file, QWidget* parent)
    : QDialog(parent), m_trace(std::move(trace)), m_file(std::move(file)) {
  setObjectName(QStringLiteral("familiesDialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Kernel families"));
  constexpr QSize firstSize(980, 640);
  resize(firstSize);
  auto* layout = new QVBoxLayout(this);
  buildHead();
  buildTable();
  auto* parts = new QSplitter(Qt::Vertical, this);
  parts->setChildrenCollapsible(false);
  parts->addWidget(m_table);
  parts->addWidget(buildPreview());
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 1);
  auto* row = new QHBoxLayout;
  row->addWidget(parts, 1);
  row->addWidget(buildButtons());
  layout->addLayout(row, 1);
  m_problem = new QLabel(this);
  m_problem->setObjectName(QStringLiteral("familiesProblem"));
  m_problem->setTextFormat(Qt::PlainText);
  m_problem->setWordWrap(true);
  layout->addWidget(m_problem);
  auto* ends = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_keep = ends->addButton(tr("Save and appl&y"), QDialogButtonBox::AcceptRole);
  m_keep->setObjectName(QStringLiteral("familiesKeep"));
  m_keep->setDefault(true);
  connect(ends, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(ends, &QDialogButtonBox::accepted, this, &FamiliesDialog::keep);
  layout->addWidget(ends);
  m_typed.setSingleShot(true);
  m_typed.setInterval(typingPauseMs);
  connect(&m_typed, &QTimer::timeout, this, &FamiliesDialog::tryRules);
  connect(m_model, &FamiliesModel::edited, this, &FamiliesDialog::edited);
  tryRules();
  updateState();
}

void FamiliesDialog::buildHead() {
  auto* text =
      new QuietLabel(tr("A kernel belongs to the family of the first rule whose pattern, a regular expression, matches "
                        "its name. Your own rules come first and are saved in %1; the built-in rules follow. To make a "
                        "rule from a kernel's name, select the kernel below and add a rule.")
                         .arg(QDir::toNativeSeparators(QString::fromStdString(m_file.string()))),
                     this);
  text->setWordWrap(true);
  layout()->addWidget(text);
}

void FamiliesDialog::buildTable() {
  m_model = new FamiliesModel(ownInForce(), this);
  m_table = makePlainTable(m_model, "familiesTable", tr("Rules of kernel families"), this);
  m_table->verticalHeader()->show();
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
  const int character = fontMetrics().averageCharWidth();
  const std::pair<int, int> widths[] = {{FamiliesModel::Family, 20},
                                        {FamiliesModel::Pattern, 32},
                                        {FamiliesModel::Kernels, 11},
                                        {FamiliesModel::Time, 12}};
  for (const auto& [column, characters] : widths) {
    m_table->horizontalHeader()->resizeSection(column, characters * character);
  }
  m_table->horizontalHeader()->setSectionResizeMode(FamiliesModel::Example, QHeaderView::Stretch);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    updateState();
    preview();
  });
}

QWidget* FamiliesDialog::buildButtons() {
  auto* column = new QWidget(this);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  const auto button = [&](const QString& text, const char* name, const QString& tip, auto&& what) {
    auto* made = new QPushButton(text, column);
    made->setObjectName(QString::fromUtf8(name));
    made->setToolTip(tip);
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, std::forward<decltype(what)>(what));
    layout->addWidget(made);
    return made;
  };
  button(tr("A&dd"), "familiesAdd", tr("Add a rule above your selected rule, or after all of your rules"),
         [this] { add(); });
  m_remove = button(tr("&Remove"), "familiesRemove", tr("Remove your selected rule"), [this] { remove(); });
  m_up = button(tr("Move &up"), "familiesUp", tr("Apply the selected rule earlier"), [this] { move(-1); });
  m_down = button(tr("Move do&wn"), "familiesDown", tr("Apply the selected rule later"), [this] { move(1); });
  layout->addStretch(1);
  m_all = new QCheckBox(tr("Show &all rules"), column);
  m_all->setObjectName(QStringLiteral("familiesAll"));
  m_all->setToolTip(tr("Include built-in rules that match no kernel of the open trace"));
  m_all->setVisible(m_trace != nullptr);
  connect(m_all, &QCheckBox::toggled, this, &FamiliesDialog::hideIdleRules);
  layout->addWidget(m_all);
  m_forget = button(tr("Re&set"), "familiesReset", tr("Remove all of your rules; the built-in rules stay"),
                    [this] { forgetAll(); });
  return column;
}

QWidget* FamiliesDialog::buildPreview() {
  auto* box = new QWidget(this);
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  m_previewTitle = new QuietLabel(QString(), box);
  m_names = new QListWidget(box);
  m_names->setObjectName(QStringLiteral("familiesNames"));
  m_names->setAccessibleName(tr("Kernels that the selected rule matches"));
  m_names->setUniformItemSizes(true);
  m_names->setTextElideMode(Qt::ElideRight);
  m_names->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  layout->addWidget(m_previewTitle);
  layout->addWidget(m_names, 1);
  return box;
}

int FamiliesDialog::currentRow() const {
  const QModelIndex current = m_table->selectionModel()->currentIndex();
  return current.isValid() ? current.row() : -1;
}

void FamiliesDialog::select(int row, bool edit) {
  const QModelIndex index = m_model->index(row, FamiliesModel::Pattern);
  m_table->setCurrentIndex(index);
  m_table->scrollTo(index);
  if (edit) {
    m_table->setFocus();
    m_table->edit(index);
  }
}

void FamiliesDialog::add() {
  const std::vector<StringId> names = m_model->caught(currentRow());
  const int chosen = m_names->currentRow();
  FamilyRule rule{.family = "My family", .pattern = "my_kernel", .remark = {}};
  if (chosen >= 0 && chosen < static_cast<int>(names.size())) {
    rule.pattern = patternFor(m_trace->text(names[static_cast<std::size_t>(chosen)]));
  }
  select(m_model->addRule(std::move(rule), currentRow()), true);
}

void FamiliesDialog::remove() {
  m_model->removeRule(currentRow());
}

void FamiliesDialog::move(int step) {
  const int row = currentRow();
  if (m_model->moveRule(row, step)) {
    select(row + step, false);
  }
}

void FamiliesDialog::forgetAll() {
  m_model->setOwn({});
}

void FamiliesDialog::edited() {
  m_typed.start();
  updateState();
}

void FamiliesDialog::tryRules() {
  m_trying = Job<std::shared_ptr<const FamilyTrial>>(
      [trace = m_trace, own = m_model->own(), before = m_trial](std::stop_token stop, Progress&) {
        return tryFamilies(trace, before, own, stop);
      },
      [this](Expected<std::shared_ptr<const FamilyTrial>> trial) {
        if (trial) {
          m_trial = std::move(*trial);
          m_model->setTrial(m_trial);
          hideIdleRules();
          preview();
        }
      });
}

void FamiliesDialog::updateState() {
  const int row = currentRow();
  m_remove->setEnabled(m_model->isOwn(row));
  m_up->setEnabled(m_model->isOwn(row) && m_model->isOwn(row - 1));
  m_down->setEnabled(m_model->isOwn(row) && m_model->isOwn(row + 1));
  m_forget->setEnabled(!m_model->own().empty());
  const QString problem = m_model->firstProblem();
  m_problem->setText(problem.isEmpty() ? QString() : QStringLiteral("⚠ %1").arg(problem));
  m_keep->setEnabled(problem.isEmpty());
}

/// Most rules are about kernels of other traces.
void FamiliesDialog::hideIdleRules() {
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const bool isIdle = m_trace && !m_model->isOwn(row) && !m_model->catchesAny(row);
    m_table->setRowHidden(row, isIdle && !m_all->isChecked());
  }
}

void FamiliesDialog::preview() {
  m_names->clear();
  const std::vector<StringId> names = m_model->caught(currentRow());
  if (!m_trace) {
    m_previewTitle->setText(tr("Open a trace to see which kernels a rule matches."));
  } else if (currentRow() < 0) {
    m_previewTitle->setText(tr("Select a rule to see which kernels it matches."));
  } else {
    m_previewTitle->setText(
        names.empty() ? tr("This rule matches no kernel of the open trace.")
                      : counted(names.size(), tr("This rule matches %1 name:"), tr("This rule matches %1 names:")));
  }
  for (std::size_t i = 0; i < std::min(names.size(), maxNames); ++i) {
    auto* item = new QListWidgetItem(qt(printable(m_trace->text(names[i]))), m_names);
    item->setToolTip(item->text());
  }
}

void FamiliesDialog::keep() {
  const Expected<void> written = writeFamilies(m_file, m_model->own());
  if (!written) {
    m_problem->setText(QStringLiteral("⚠ %1").arg(coreText(written.error().message)));
    return;
  }
  ActiveFamilies::shared().apply(m_model->own());
  accept();
}

}  // namespace kernline::ui
