// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/matrix_page.h"

#include "core/compare/runs/run_figures.h"
#include "core/compare/tables/trace_profile.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/compare/runs/part_note.h"
#include "ui/views/compare/tables/comparison_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int matrixMargin = 12;

/// Returns the figures of all traces as one log, then the logs; with logs, also each trace as a profiler's table, to
/// compare it with printed ones.
Expected<std::vector<std::shared_ptr<const Log>>> logsOf(const std::vector<RunInput>& inputs,
                                                         std::vector<std::shared_ptr<const Log>> logs,
                                                         const std::string& pattern, const std::stop_token& stop) {
  std::vector<RunFigures> figures;
  const bool wantsTables = !logs.empty();
  for (const RunInput& input : inputs) {
    if (stop.stop_requested()) {
      return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
    }
    figures.push_back(figuresOf(input, {}, pattern, true, stop));
    if (wantsTables) {
      logs.push_back(profileOf(*input.trace));
    }
  }
  if (!figures.empty()) {
    logs.insert(logs.begin(), logOfFigures(figures));
  }
  return logs;
}

}  // namespace

MatrixPage::MatrixPage(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(matrixMargin, 4, matrixMargin, 0);
  auto* label = new QuietLabel(tr("Pattern of trace names:"), this);
  m_names = new QLineEdit(this);
  m_names->setObjectName(QStringLiteral("matrixNames"));
  m_names->setAccessibleName(label->text());
  m_names->setPlaceholderText(
      tr("automatic: Flash_seq256_trace.json.gz is the model Flash with seq_len 256; or a pattern such as "
         "{model}_s{seq_len}"));
  m_names->setClearButtonEnabled(true);
  bar->addWidget(label);
  bar->addWidget(m_names, 1);
  column->addLayout(bar);
  m_long = new LongWork(QStringLiteral("matrix"), this);
  column->addWidget(m_long);
  connect(m_long, &LongWork::cancelRequested, this, [this] { m_job = {}; });
  connect(m_long, &LongWork::restartRequested, this, &MatrixPage::compute);
  m_places = new QStackedWidget(this);
  m_empty = new QuietLabel(tr("Open traces or logs of several models or sizes to compare them in a matrix."), m_places);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_places->addWidget(m_empty);
  m_page = new ComparisonPage(m_places);
  m_places->addWidget(m_page);
  column->addWidget(m_places, 1);
  connect(m_names, &QLineEdit::editingFinished, this, [this] {
    if (m_names->isModified()) {
      m_names->setModified(false);
      compute();
    }
  });
}

MatrixPage::~MatrixPage() = default;

bool MatrixPage::isBusy() const {
  return m_job.isRunning() || m_page->isBusy();
}

void MatrixPage::showFiles(const std::vector<OpenRun>& runs, std::vector<std::shared_ptr<const Log>> logs) {
  const bool isSame = logs == m_logs && std::ranges::equal(runs, m_runs, {}, &OpenRun::trace, &OpenRun::trace);
  m_runs = runs;
  m_logs = std::move(logs);
  m_places->setCurrentWidget(m_runs.empty() && m_logs.empty() ? static_cast<QWidget*>(m_empty) : m_page);
  if (!isSame) {
    compute();
  }
}

void MatrixPage::compute() {
  std::vector<RunInput> inputs;
  for (const OpenRun& run : m_runs) {
    const QString& path = run.path.isEmpty() ? run.title : run.path;
    inputs.push_back({.path = path.toStdString(), .trace = run.trace});
  }
  m_job = Job<Logs>([inputs = std::move(inputs), logs = m_logs, pattern = m_names->text().toStdString()](
                        std::stop_token stop, Progress&) { return logsOf(inputs, logs, pattern, stop); },
                    [this](Expected<Logs> logs) {
                      m_long->end();
                      if (logs) {
                        m_page->setLogs(std::move(*logs), partNote(m_runs));
                      }
                    });
  m_long->begin();
}

}  // namespace kernline::ui
