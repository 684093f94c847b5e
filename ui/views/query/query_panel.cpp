// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/query/query_history.h"
#include "ui/views/query/result_table.h"
#include "ui/views/query/result_text.h"
#include "ui/views/query/sql_editor.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QHideEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QResizeEvent>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kernline::ui {

void QueryPanel::forgetAnswers() {
  disposeInBackground(std::exchange(m_engine, m_trace ? std::make_shared<QueryEngine>(m_trace, m_steps) : nullptr));
}

void QueryPanel::setSteps(std::shared_ptr<const FoundSteps> steps) {
  if (steps != m_steps) {
    m_steps = std::move(steps);
    forgetAnswers();
  }
}

void QueryPanel::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_trace) {
    return;
  }
  m_running = {};
  m_long->end();
  keepAnswer();
  m_trace = std::move(trace);
  restoreAnswer();
  m_error->hide();
  QStringList titles;
  if (m_trace) {
    for (const Track& track : m_trace->tracks()) {
      titles << qt(m_trace->text(track.title));
    }
    titles.removeDuplicates();
  }
  m_editor->setTexts(titles);
  m_steps.reset();
  forgetAnswers();
  updateState();
}

void QueryPanel::keepAnswer() {
  std::erase_if(m_answers, [this](const Answer& answer) {
    const auto trace = answer.trace.lock();
    return trace == nullptr || trace == m_trace;
  });
  if (m_trace && m_result) {
    m_answers.push_back({m_trace, m_result, m_status, m_answered});
  }
}

void QueryPanel::restoreAnswer() {
  const auto kept = std::ranges::find_if(
      m_answers, [this](const Answer& answer) { return m_trace && answer.trace.lock() == m_trace; });
  const bool isKept = kept != m_answers.end();
  setResult(isKept ? kept->result : nullptr);
  m_status = isKept ? kept->status : QString();
  m_answered = isKept ? kept->query : QString();
  if (isKept) {
    fitColumns();
  }
}

bool QueryPanel::isBusy() const {
  return m_running.isRunning() || m_saving.isRunning() || m_model->isBusy();
}

void QueryPanel::run() {
  const QString query = m_editor->toPlainText().trimmed();
  if (!m_engine || query.isEmpty()) {
    return;
  }
  QueryHistory::add(query);
  m_error->hide();
  m_editor->showError(std::nullopt);
  m_asked = query;
  m_long->begin();
  // The text without changes, so that positions of errors match the editor.
  m_running = Job<QueryOutcome>(
      [engine = m_engine, text = m_editor->toPlainText().toStdString()](const std::stop_token& stop, Progress&) {
        return Expected<QueryOutcome>(engine->run(text, stop));
      },
      [this](Expected<QueryOutcome> outcome) {
        if (outcome) {
          takeOutcome(*outcome);
        } else {
          takeOutcome({nullptr, {sql::QueryError::Kind::OutOfMemory, outcome.error().message, {}}, {}});
        }
      });
  updateState();
}

void QueryPanel::cancel() {
  m_running.requestStop();
}

/// Cancels the query of a closed panel.
void QueryPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (!event->spontaneous()) {
    cancel();
  }
}

void QueryPanel::takeOutcome(const QueryOutcome& outcome) {
  m_long->end();
  if (outcome.result) {
    showResult(outcome);
  } else {
    showError(outcome.error);
  }
  updateState();
}

void QueryPanel::showError(const sql::QueryError& error) {
  setResult(nullptr);  // it answers another query
  if (error.kind == sql::QueryError::Kind::Canceled) {
    m_status = tr("Canceled");
    return;
  }
  m_status.clear();
  m_error->setText(coreText(error.message));
  m_error->show();
  m_editor->showError(error.offset);
  m_editor->setFocus();
}

/// Shows rows in the order of the query.
void QueryPanel::setResult(std::shared_ptr<const QueryResult> result) {
  m_result = std::move(result);
  m_view->sortByColumn(-1, Qt::AscendingOrder);
  m_model->setRows(resultRows(m_result));
}

void QueryPanel::showResult(const QueryOutcome& outcome) {
  setResult(outcome.result);
  m_answered = m_asked;
  fitColumns();
  const std::size_t rows = outcome.result->rowCount();
  const QString inTime = outcome.result->hasMore() ? tr("%1 in %2; more available") : tr("%1 in %2");
  m_status = inTime.arg(counted(rows, tr("%1 row"), tr("%1 rows")), qt(formatDuration({outcome.elapsed.count()})));
}

/// Fits columns to the first rows; a million would take long to measure.
void QueryPanel::fitColumns() {
  constexpr int rowsLookedAt = 60;
  const int character = m_view->fontMetrics().averageCharWidth();
  QHeaderView* header = m_view->horizontalHeader();
  for (int column = 0; column < m_model->columnCount(); ++column) {
    int width = header->sectionSizeHint(column);
    for (int row = 0; row < std::min(rowsLookedAt, m_model->rowCount()); ++row) {
      const QString text = m_model->index(row, column).data().toString();
      width = std::max(width, m_view->fontMetrics().horizontalAdvance(text) + 2 * character);
    }
    header->resizeSection(column, std::clamp(width, 6 * character, 56 * character));
  }
}

void QueryPanel::openRow(const QModelIndex& index) {
  if (index.isValid() && m_result && m_trace) {
    const SpanId span = m_result->spanOf(m_model->numberOf(index.row()), *m_trace);
    if (span != SpanId::none) {
      Q_EMIT spanRequested(span);
    }
  }
}

void QueryPanel::copyRows() {
  if (!m_result) {
    return;
  }
  std::string text;
  writeRows(*m_result, m_model->numbersOf(rowsToCopy(*m_view)), ResultFormat::Tsv,
            [&](std::string_view piece) { text += piece; });
  QApplication::clipboard()->setText(qt(text));
}

void QueryPanel::updateState() {
  const bool isRunning = m_running.isRunning();
  m_run->setEnabled(m_engine != nullptr && !isRunning && !m_editor->toPlainText().trimmed().isEmpty());
  const bool hasResult = m_result != nullptr;
  const int shown = m_model->rowCount();
  m_filter->setEnabled(hasResult);
  m_copy->setEnabled(hasResult);
  m_save->setEnabled(hasResult);
  m_view->setVisible(hasResult && shown > 0);
  m_empty->setVisible(!m_view->isVisibleTo(this));
  if (!m_trace) {
    m_empty->setText(tr("Queries can be run once the whole file is loaded."));
  } else if (!hasResult) {
    m_empty->setText(tr("Results appear here. Start from an example, or press Ctrl+Return to run your query."));
  } else {
    m_empty->setText(m_result->rowCount() == 0 ? tr("No rows.") : tr("No row contains “%1”.").arg(m_filter->text()));
  }
  QString status = isRunning ? tr("Running…") : m_status;
  if (hasResult && !isRunning && static_cast<std::size_t>(shown) != m_result->rowCount()) {
    status = tr("%1 of %2").arg(qt(formatCount(shown)), m_status);
  }
  if (hasResult && !isRunning && m_editor->toPlainText().trimmed() != m_answered) {
    status = tr("%1 · of an earlier query").arg(status);
  }
  m_state->setText(status);
}

void QueryPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && m_error != nullptr) {
    colorError();
  }
}

void QueryPanel::colorError() {
  QPalette colors = m_error->palette();
  colors.setColor(QPalette::WindowText, tint(palette()).bad);
  m_error->setPalette(colors);
}

void QueryPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool isWide = width() > 2 * height();
  m_splitter->setOrientation(isWide ? Qt::Horizontal : Qt::Vertical);
}

}  // namespace kernline::ui
