// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/comparison_page.h"

#include "core/compare/tables/comparison_text.h"
#include "ui/kit/facts/part_line.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/theme.h"
#include "ui/kit/tables/export_button.h"
#include "ui/views/compare/columns/column_strip.h"
#include "ui/views/compare/columns/kept_columns.h"
#include "ui/views/compare/tables/measurements_view.h"
#include "ui/views/compare/tables/tables_view.h"
#include "ui/views/compare/tables/view_choice.h"

#include <QButtonGroup>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <span>
#include <utility>

namespace kernline::ui {
namespace {

/// "GatedDeltaNet, seq_len 1024".
QString placeOf(const Measurements& measurements, const FailedRun& failure) {
  QStringList parts;
  for (std::size_t d = 0; d < failure.at.size(); ++d) {
    const Dimension& dimension = measurements.dimensions[d];
    if (failure.at[d] != noCoordinate && dimension.key != "section") {
      const QString value = qt(valueText(measurements, d, failure.at[d], ""));
      parts << (dimension.key == "subject" ? value : coreText(dimension.title) + QLatin1Char(' ') + value);
    }
  }
  return parts.join(QStringLiteral(", "));
}

/// Programs cut long errors at so many letters: a last sentence that ends in a word like "of" goes, if one before it is
/// whole.
QString wholeSentences(const QString& error) {
  const QString text = error.trimmed();
  const QString word = text.sliced(text.lastIndexOf(QLatin1Char(' ')) + 1);
  constexpr qsizetype maxLetters = 3;
  const bool isCut = word.size() <= maxLetters && std::ranges::all_of(word, [](QChar c) { return c.isLower(); });
  const qsizetype end = text.lastIndexOf(QStringLiteral(". "));
  return isCut && end > 0 ? text.first(end + 1) : text;
}

/// Returns `note` and the parts of the logs that were not read.
QString partNote(std::span<const std::shared_ptr<const Log>> logs, const QString& note) {
  QStringList notes{note};
  for (const std::shared_ptr<const Log>& log : logs) {
    if (const Message missing = log->report().missingPart(); !missing.isEmpty()) {
      notes << Words::tr("%1: %2").arg(QFileInfo(qt(log->path())).fileName(), coreText(missing));
    }
  }
  notes.removeAll(QString());
  return notes.join(QLatin1Char(' '));
}

}  // namespace

ComparisonPage::ComparisonPage(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_part = new PartLine(this);
  layout->addWidget(m_part);
  m_head = makeHead();
  m_head->hide();
  layout->addWidget(m_head);
  m_columns = new ColumnStrip(this);
  layout->addWidget(m_columns);
  m_stack = new QStackedWidget(this);
  m_measurements = new MeasurementsView(m_stack);
  m_tables = new TablesView(m_stack);
  m_empty = new QuietLabel(tr("Comparing…"), m_stack);
  m_empty->setObjectName(QStringLiteral("compareEmpty"));
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_stack->addWidget(m_measurements);
  m_stack->addWidget(m_tables);
  m_stack->addWidget(m_empty);
  m_stack->setCurrentWidget(m_empty);
  layout->addWidget(m_stack, 1);
  connect(m_measurements, &MeasurementsView::lineRequested, this, &ComparisonPage::lineRequested);
  connect(m_tables, &TablesView::lineRequested, this, &ComparisonPage::lineRequested);
  connectColumns();
}

void ComparisonPage::connectColumns() {
  ViewChoice& choice = m_measurements->choice();
  connect(m_columns, &ColumnStrip::useChosen, this, &ComparisonPage::wish);
  connect(m_columns, &ColumnStrip::resetRequested, this, [this] {
    m_wishes.clear();
    KeptColumns::keep(m_given, m_wishes);
    compare(true);
  });
  connect(m_columns, &ColumnStrip::compareRequested, &choice, [&choice](std::size_t d) { choice.chooseRows(d); });
  connect(m_columns, &ColumnStrip::plotRequested, &choice, &ViewChoice::chooseColumns);
  connect(m_columns, &ColumnStrip::metricRequested, &choice, &ViewChoice::chooseMetric);
}

QWidget* ComparisonPage::makeHead() {
  auto* made = new QWidget(this);
  auto* head = new QHBoxLayout(made);
  head->setContentsMargins(12, 6, 12, 0);
  auto* group = new QButtonGroup(this);
  const auto addMode = [&](const QString& text, const char* name, Mode mode) {
    auto* button = new QToolButton(made);
    button->setText(text);
    button->setObjectName(QString::fromUtf8(name));
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    group->addButton(button);
    head->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, mode] { showMode(mode); });
    return button;
  };
  m_measurementsButton = addMode(tr("Measurements"), "compareMeasurements", Mode::Measurements);
  m_tablesButton = addMode(tr("Tables side by side"), "compareTablesMode", Mode::Tables);
  m_failures = new ElidedLabel({}, made);
  m_failures->setObjectName(QStringLiteral("compareFailures"));
  head->addSpacing(12);
  head->addWidget(m_failures, 1);
  m_withButton = new QPushButton(made);
  m_withButton->setObjectName(QStringLiteral("compareWith"));
  m_withButton->setToolTip(tr("Compare this log with others"));
  m_withButton->setFlat(true);
  m_withButton->setFocusPolicy(Qt::TabFocus);
  m_withButton->hide();
  auto* status = new ElidedLabel({}, made);
  status->setObjectName(QStringLiteral("compareTold"));
  m_export = makeExport(made);
  connect(m_export, &ExportButton::statusMessage, status, &QLabel::setText);
  head->addWidget(status);
  head->addWidget(m_withButton);
  head->addWidget(m_export);
  return made;
}

/// Exports the active mode.
ExportButton* ComparisonPage::makeExport(QWidget* parent) {
  const auto ofMode = [this](auto text) {
    return [this, text] { return m_mode == Mode::Tables ? text(*m_tables) : text(*m_measurements); };
  };
  auto* made = new ExportButton({.name = QStringLiteral("comparison"),
                                 .tabSeparated = ofMode([](const auto& view) { return view.tabSeparated(); }),
                                 .commaSeparated = ofMode([](const auto& view) { return view.commaSeparated(); }),
                                 .markdown = ofMode([](const auto& view) { return view.markdown(); }),
                                 .report = ofMode([](const auto& view) { return view.report(); }),
                                 .picture = ofMode([](const auto& view) { return view.picture(); }),
                                 .note = [this] { return partNote(m_given, m_note); }},
                                parent);
  made->setObjectName(QStringLiteral("compareExport"));
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

ComparisonPage::~ComparisonPage() = default;

bool ComparisonPage::isBusy() const {
  return m_job.isRunning() || m_measurements->isBusy() || m_tables->isBusy() || m_export->isBusy();
}

void ComparisonPage::setLogs(std::vector<std::shared_ptr<const Log>> logs, const QString& note) {
  m_note = note;
  showLogCount(logs.size());
  m_given = std::move(logs);
  // The first log of a page that others can be added to is the one whose tab it is in, and the tab says that.
  const auto first = m_given.begin() + (m_withButton->menu() != nullptr && !m_given.empty() ? 1 : 0);
  m_part->say(partNote({first, m_given.end()}, m_note));
  m_wishes = KeptColumns::of(m_given);
  compare(false);
}

void ComparisonPage::compare(bool goesOn) {
  m_job = Job<std::shared_ptr<const ComparedLogs>>(
      [logs = m_given, wishes = m_wishes](std::stop_token stop, Progress&) { return compareLogs(logs, wishes, stop); },
      [this, goesOn](Expected<std::shared_ptr<const ComparedLogs>> made) {
        if (made) {
          adopt(std::move(*made), goesOn);
        } else {
          m_empty->setText(coreText(made.error().message));
        }
      });
}

/// Stores a wish, or removes it if the rules already agree.
void ComparisonPage::wish(const std::string& column, ColumnUse use) {
  const auto known = std::ranges::find(m_logs->columns, column, &FoundColumn::name);
  const bool isFound = known != m_logs->columns.end() &&
                       (known->found == use || (known->found == ColumnUse::Subject && use == ColumnUse::Parameter));
  if (isFound) {
    m_wishes.erase(column);
  } else {
    m_wishes[column] = use;
  }
  KeptColumns::keep(m_given, m_wishes);
  compare(true);
}

/// Shows columns with measurements, or if columns were misread so that there are none.
void ComparisonPage::showColumns() {
  const bool isWanted = m_logs->views.empty() ? m_logs->profiles.empty() : m_mode == Mode::Measurements;
  m_columns->showColumns(isWanted ? m_logs->columns : std::vector<FoundColumn>(), m_logs->measurements);
}

void ComparisonPage::offerLogs(std::function<void(QMenu&)> fill) {
  auto* menu = new QMenu(m_withButton);
  m_withButton->setMenu(menu);
  m_withButton->show();
  connect(menu, &QMenu::aboutToShow, this, [menu, fill = std::move(fill)] {
    menu->clear();
    fill(*menu);
  });
  showLogCount(1);
}

void ComparisonPage::showLogCount(std::size_t count) {
  m_withButton->setText(count > 1 ? tr("%1 logs compared").arg(count) : tr("Compare with…"));
}

void ComparisonPage::adopt(std::shared_ptr<const ComparedLogs> logs, bool goesOn) {
  m_logs = std::move(logs);
  const bool hasViews = !m_logs->views.empty();
  const bool hasTables = !m_logs->profiles.empty();
  m_export->setEnabled(hasViews || hasTables);
  m_measurementsButton->setEnabled(hasViews);
  m_tablesButton->setEnabled(hasTables);
  m_measurementsButton->setVisible(hasViews || hasTables);
  m_tablesButton->setVisible(hasViews || hasTables);
  m_head->setVisible(hasViews || hasTables || m_withButton->menu() != nullptr);
  showFailures();
  if (!hasViews && !hasTables) {
    const QString nothing = tr("Nothing to compare: no figures of several models or sizes, and no profiler tables.");
    m_empty->setText(m_logs->lacks.empty() ? nothing : coreText(m_logs->lacks.front()));
    m_stack->setCurrentWidget(m_empty);
    showColumns();
    return;
  }
  if (hasViews) {
    m_measurements->setLogs(m_logs, goesOn);
  }
  if (hasTables) {
    m_tables->setLogs(m_logs);
  }
  if (goesOn && hasViews) {
    showMode(Mode::Measurements);
    return;
  }
  constexpr std::size_t pair = 2;
  // Exactly two tables are there to be compared.
  showMode(hasViews && m_logs->profiles.size() != pair ? Mode::Measurements
           : hasTables                                 ? Mode::Tables
                                                       : Mode::Measurements);
}

void ComparisonPage::showMode(Mode mode) {
  m_mode = mode;
  const bool isTables = mode == Mode::Tables;
  (isTables ? m_tablesButton : m_measurementsButton)->setChecked(true);
  QWidget* page = isTables ? static_cast<QWidget*>(m_tables) : m_measurements;
  m_stack->setCurrentWidget(page);
  setFocusProxy(page);
  showColumns();
}

void ComparisonPage::showFailures() {
  const std::vector<FailedRun>& failures = m_logs->measurements.failures;
  QStringList lines;
  constexpr std::size_t maxLines = 20;
  for (std::size_t i = 0; i < std::min(failures.size(), maxLines); ++i) {
    lines
        << tr("✕ %1 failed: %2").arg(placeOf(m_logs->measurements, failures[i]), wholeSentences(qt(failures[i].text)));
  }
  const bool isShown = !m_logs->views.empty() || !m_logs->profiles.empty();  // otherwise the page shows them instead
  for (std::size_t i = 0; isShown && i < m_logs->lacks.size(); ++i) {
    lines << coreText(m_logs->lacks[i]);
  }
  m_failures->setText(lines.join(QStringLiteral("   ")));
  m_failures->setToolTip(lines.join(QLatin1Char('\n')));
}

}  // namespace kernline::ui
