// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the query panel.
#include "core/model/trace/part_of_file.h"
#include "core/output/file/output_file.h"
#include "core/output/sql/schema.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/output/file_dialogs.h"
#include "ui/kit/output/save_file.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/families/active_families.h"
#include "ui/views/query/query_examples.h"
#include "ui/views/query/query_history.h"
#include "ui/views/query/query_panel.h"
#include "ui/views/query/result_text.h"
#include "ui/views/query/sql_editor.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace kernline::ui {
namespace {

QPushButton* makeMenuButton(const QString& text, const char* name, QWidget* parent) {
  auto* button = new QPushButton(text, parent);
  button->setObjectName(QString::fromUtf8(name));
  button->setFlat(true);
  auto* menu = new QMenu(button);
  menu->setToolTipsVisible(true);
  button->setMenu(menu);
  return button;
}

QToolButton* makeToolButton(const char* iconName, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon(QString::fromUtf8(iconName)));
  button->setAutoRaise(true);
  button->setToolTip(tip);
  button->setAccessibleName(button->toolTip());
  return button;
}

/// A label for errors: in the theme's color for what is bad, and with words, so that color is not all.
QLabel* makeErrorLabel(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(QStringLiteral("queryError"));
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setContentsMargins(8, 4, 8, 4);
  label->hide();
  return label;
}

}  // namespace

QueryPanel::QueryPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("queryPanel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_long = new LongWork(QStringLiteral("query"), this);
  connect(m_long, &LongWork::cancelRequested, this, &QueryPanel::cancel);
  connect(m_long, &LongWork::restartRequested, this, &QueryPanel::run);
  layout->addWidget(buildBar());
  layout->addWidget(m_long);
  m_splitter = new QSplitter(Qt::Horizontal, this);
  m_splitter->setChildrenCollapsible(false);
  m_splitter->addWidget(buildEditor());
  m_splitter->addWidget(buildResults());
  m_splitter->setStretchFactor(0, 2);
  m_splitter->setStretchFactor(1, 3);
  layout->addWidget(m_splitter, 1);
  setFocusProxy(m_editor);
  updateState();
  connect(&ActiveFamilies::shared(), &ActiveFamilies::changed, this, &QueryPanel::forgetAnswers);
}

QWidget* QueryPanel::buildBar() {
  auto* bar = new QWidget(this);
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(8);
  m_run = new QPushButton(tr("Run"), bar);
  m_run->setObjectName(QStringLiteral("queryRun"));
  m_run->setToolTip(tr("Run the query (Ctrl+Return)"));
  QPushButton* examples = makeMenuButton(tr("Examples"), "queryExamples", bar);
  QPushButton* history = makeMenuButton(tr("History"), "queryHistory", bar);
  QPushButton* tables = makeMenuButton(tr("Tables"), "queryTables", bar);
  m_state = new QuietLabel(QString(), bar);
  m_state->setObjectName(QStringLiteral("queryState"));
  m_filter = new QLineEdit(bar);
  m_filter->setObjectName(QStringLiteral("queryFilter"));
  m_filter->setPlaceholderText(tr("Filter rows"));
  m_filter->setAccessibleName(m_filter->placeholderText());
  m_filter->setClearButtonEnabled(true);
  m_filter->setAcceptDrops(false);  // a dropped file is to be opened, not its path typed
  m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
  m_copy = makeToolButton("copy", tr("Copy the selected rows, or all, as tab-separated values"), bar);
  m_copy->setObjectName(QStringLiteral("queryCopy"));
  m_save = makeToolButton("save", tr("Save the selected rows, or all, as CSV, Markdown or JSON"), bar);
  m_save->setObjectName(QStringLiteral("querySave"));
  for (QWidget* widget : std::initializer_list<QWidget*>{m_run, examples, history, tables}) {
    layout->addWidget(widget);
  }
  layout->addStretch(1);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_state, m_filter, m_copy, m_save}) {
    layout->addWidget(widget);
  }
  fillExamples(examples->menu());
  fillTables(tables->menu());
  connect(history->menu(), &QMenu::aboutToShow, this, [this, menu = history->menu()] { fillHistory(menu); });
  connect(m_run, &QPushButton::clicked, this, &QueryPanel::run);
  connect(m_copy, &QToolButton::clicked, this, &QueryPanel::copyRows);
  connect(m_save, &QToolButton::clicked, this, &QueryPanel::saveRows);
  return bar;
}

QWidget* QueryPanel::buildEditor() {
  auto* column = new QWidget(this);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_editor = new SqlEditor(column);
  m_error = makeErrorLabel(column);
  colorError();
  layout->addWidget(m_editor, 1);
  layout->addWidget(m_error);
  connect(m_editor, &SqlEditor::runRequested, this, &QueryPanel::run);
  connect(m_editor, &SqlEditor::cancelRequested, this, &QueryPanel::cancel);
  connect(m_editor, &SqlEditor::textChanged, this, &QueryPanel::updateState);
  return column;
}

QWidget* QueryPanel::buildResults() {
  auto* column = new QWidget(this);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  m_model = new RowsModel(this);
  m_view = makePlainTable(m_model, "queryView", tr("Query result"), column);
  makeSortable(*m_view);
  m_empty = new QuietLabel(QString(), column);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  layout->addWidget(m_view, 1);
  layout->addWidget(m_empty, 1);

  addCopyAction(*m_view, [this] { copyRows(); });
  connect(m_view, &QTableView::activated, this, &QueryPanel::openRow);
  connect(m_filter, &QLineEdit::textChanged, m_model, &RowsModel::setFilter);
  connect(m_model, &RowsModel::arranged, this, &QueryPanel::updateState);
  return column;
}

void QueryPanel::fillExamples(QMenu* menu) {
  for (const QueryExample& example : queryExamples()) {
    QAction* action = menu->addAction(Words::tr(example.title));
    action->setToolTip(Words::tr(example.sentence));
    connect(action, &QAction::triggered, this, [this, &example] {
      m_editor->replaceAll(
          QStringLiteral("-- %1\n%2").arg(Words::tr(example.sentence), QString::fromUtf8(example.query)));
      m_editor->setFocus();
      run();
    });
  }
}

void QueryPanel::fillHistory(QMenu* menu) {
  constexpr int charactersShown = 80;
  menu->clear();
  for (const QString& query : QueryHistory::list()) {
    const QString line = fontMetrics().elidedText(query.simplified(), Qt::ElideRight,
                                                  fontMetrics().averageCharWidth() * charactersShown);
    QAction* action = menu->addAction(QString(line).replace(QLatin1Char('&'), QLatin1String("&&")));
    action->setToolTip(query);
    connect(action, &QAction::triggered, this, [this, query] {
      m_editor->replaceAll(query);
      m_editor->setFocus();
    });
  }
  if (menu->isEmpty()) {
    menu->addAction(tr("No queries yet"))->setEnabled(false);
    return;
  }
  menu->addSeparator();
  connect(menu->addAction(tr("&Clear history")), &QAction::triggered, this, [] { QueryHistory::clear(); });
}

/// Lists tables and columns; a click writes one at the cursor.
void QueryPanel::fillTables(QMenu* menu) {
  const auto addWord = [this](QMenu* to, const QString& word, std::string_view tip) {
    QAction* action = to->addAction(word);
    action->setToolTip(coreText(tip));
    connect(action, &QAction::triggered, this, [this, word] {
      m_editor->insertPlainText(word);
      m_editor->setFocus();
    });
  };
  for (const sql::TableSchema& table : sql::tableSchemas()) {
    QMenu* columns = menu->addMenu(qt(table.name));
    columns->setToolTipsVisible(true);
    columns->menuAction()->setToolTip(coreText(table.description));
    addWord(columns, qt(table.name), table.description);
    columns->addSeparator();
    for (const sql::Column& column : table.columns) {
      addWord(columns, qt(column.name), column.description);
    }
  }
  menu->addSeparator();
  QMenu* functions = menu->addMenu(tr("Functions"));
  functions->setToolTipsVisible(true);
  for (const sql::FunctionSchema& function : sql::functionSchemas()) {
    addWord(functions, qt(function.signature), function.description);
  }
}

void QueryPanel::saveRows() {
  const QString path = askSaveFile(this, tr("Save the result"), QStringLiteral("answer.csv"),
                                   tr("CSV (*.csv);;Markdown (*.md);;JSON (*.json);;Tab-separated values (*.tsv)"));
  if (path.isEmpty() || !m_result) {
    return;
  }
  const QString note = coreText(missingPart(*m_trace));
  m_saving = Job<bool>(
      [result = m_result, note, rows = m_model->numbersOf(rowsToCopy(*m_view)), path](const std::stop_token&,
                                                                                      Progress&) -> Expected<bool> {
        auto file = OutputFile::create(path.toStdString());
        if (!file) {
          return std::unexpected(std::move(file.error()));
        }
        writeRows(
            *result, rows, formatOf(path.toStdString()), [&](std::string_view piece) { (*file)->write(piece); },
            note.toStdString());
        if (auto failed = (*file)->finish()) {
          return std::unexpected(std::move(*failed));
        }
        return true;
      },
      [this, path, note](Expected<bool> saved) {
        m_status = saved ? withNote(tr("Saved %1").arg(path), note) : coreText(saved.error().message);
        updateState();
      });
}

}  // namespace kernline::ui
