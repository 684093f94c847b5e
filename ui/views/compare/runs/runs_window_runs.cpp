// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs are compared, and what in them is taken for the same.
#include "core/compare/runs/run_name.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/compare/runs/run_rows_model.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/compare/runs/series_page.h"

#include <QComboBox>
#include <QItemSelectionModel>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace kernline::ui {

void RunsWindow::connectStrip() {
  connect(m_strip, &RunStrip::otherChosen, this, &RunsWindow::showOther);
  connect(m_strip, &RunStrip::swapRequested, this, [this] {
    if (m_runs.size() > 1) {
      changeRuns([this] { std::swap(m_runs.front(), m_runs[m_other]); });
    }
  });
  connect(m_strip, &RunStrip::baseChosen, this,
          [this](std::size_t run) { changeRuns([&] { std::swap(m_runs.front(), m_runs[run]); }); });
  connect(m_strip, &RunStrip::renamed, this,
          [this](std::size_t run, const QString& name) { changeRuns([&] { m_runs[run].name = name; }); });
  connect(m_strip, &RunStrip::removed, this, [this](std::size_t run) {
    changeRuns([&] { m_runs.erase(m_runs.begin() + static_cast<std::ptrdiff_t>(run)); });
  });
  connect(m_strip, &RunStrip::replaced, this,
          [this](std::size_t run, std::size_t open) { changeRuns([&] { put(run, m_open[open]); }); });
  connect(m_strip, &RunStrip::added, this, [this](std::size_t open) {
    changeRuns([&] {
      add(m_open[open]);
      m_other = m_runs.size() - 1;
    });
  });
  connect(m_strip, &RunStrip::allAdded, this, [this] { changeRuns([this] { addAllOpen(); }); });
  connect(m_series, &SeriesPage::comparisonRequested, this,
          [this](const std::shared_ptr<const Trace>& base, const std::shared_ptr<const Trace>& other) {
            showMode(Mode::Differences);
            choose(base, other);
          });
  connect(m_strip, &RunStrip::openRequested, this, &RunsWindow::openRequested);
  connect(m_strip, &RunStrip::logRequested, this, [this] { showMode(Mode::Matrix); });
  connect(m_strip, &RunStrip::memoryRequested, this,
          [this](int memory) { Q_EMIT memoryRequested(memory, m_runs.empty() ? nullptr : m_runs.front().run.trace); });
}

void RunsWindow::changeRuns(const auto& what) {
  what();
  showStrip();
  compare();
}

void RunsWindow::showStrip() {
  m_other = std::clamp<std::size_t>(m_other, 1, std::max<std::size_t>(2, m_runs.size()) - 1);
  std::vector<QString> notes(m_runs.size());
  for (std::size_t i = 1; m_comparison && m_runs.size() > 2 && i < std::min(m_runs.size(), m_comparison->runs.size());
       ++i) {
    notes[i] = QStringLiteral("%1×").arg(m_comparison->differences[i - 1].verdict.ratio, 0, 'f', 3);
  }
  m_strip->showRuns(m_runs, m_open, m_other, notes);
}

/// With the first look that none of the others has.
void RunsWindow::add(const OpenRun& run) {
  std::size_t look = 0;
  while (std::ranges::find(m_runs, look, &ChosenRun::look) != m_runs.end()) {
    ++look;
  }
  m_runs.push_back({.run = run, .name = nameOf(run), .look = look});
}

/// As many as there are places for; the one whose change is shown stays.
void RunsWindow::addAllOpen() {
  for (const OpenRun& open : m_open) {
    const auto isIt = [&](const ChosenRun& run) { return run.run.trace == open.trace; };
    if (m_runs.size() < RunStrip::most && std::ranges::none_of(m_runs, isIt)) {
      add(open);
    }
  }
}

/// As short as tells it from the others.
QString RunsWindow::nameOf(const OpenRun& run) const {
  QString brief = qt(briefName(run.title.toStdString()));
  const bool isTaken = std::ranges::find(m_runs, brief, &ChosenRun::name) != m_runs.end();
  return isTaken || brief.isEmpty() ? run.title : brief;
}

/// What stood there goes; where it was among the others already, both change places.
void RunsWindow::put(std::size_t at, const OpenRun& run) {
  const auto known = std::ranges::find_if(m_runs, [&](const ChosenRun& one) { return one.run.trace == run.trace; });
  if (known != m_runs.end()) {
    std::swap(*known, m_runs[at]);
  } else {
    m_runs[at].run = run;
    m_runs[at].name = nameOf(run);
  }
}

/// A file that was read again is the run that it was.
void RunsWindow::keepWhatIsOpen() {
  std::erase_if(m_runs, [this](ChosenRun& chosen) {
    auto found = std::ranges::find(m_open, chosen.run.trace, &OpenRun::trace);
    if (found == m_open.end() && !chosen.run.path.isEmpty()) {
      found = std::ranges::find(m_open, chosen.run.path, &OpenRun::path);
    }
    if (found == m_open.end()) {
      return true;
    }
    chosen.run = *found;
    return false;
  });
}

void RunsWindow::takeExpected() {
  for (const OpenRun& open : m_open) {
    const bool isChosen =
        std::ranges::find(m_runs, open.path, [](const ChosenRun& run) { return run.run.path; }) != m_runs.end();
    if (m_expectedMore.removeAll(open.path) > 0 && !isChosen && m_runs.size() < RunStrip::most) {
      add(open);
      m_other = m_runs.size() - 1;
    }
  }
  std::vector<std::shared_ptr<const Trace>> arrived;
  for (const QString& path : m_expected) {
    if (const auto found = std::ranges::find(m_open, path, &OpenRun::path); found != m_open.end()) {
      arrived.push_back(found->trace);
    }
  }
  if (arrived.size() > 1 && arrived.size() == static_cast<std::size_t>(m_expected.size())) {
    m_expected.clear();
    m_runs.clear();
    for (const auto& trace : arrived) {
      add(*std::ranges::find(m_open, trace, &OpenRun::trace));
    }
  }
}

/// Two at least, if so many are open: what was opened last.
void RunsWindow::fillUp() {
  const auto isChosen = [this](const OpenRun& open) {
    return std::ranges::any_of(m_runs, [&](const ChosenRun& run) { return run.run.trace == open.trace; });
  };
  if (m_runs.empty() && !m_open.empty()) {
    add(m_open.front());
  }
  for (auto open = m_open.rbegin(); open != m_open.rend() && m_runs.size() == 1; ++open) {
    if (!isChosen(*open)) {
      add(*open);
    }
  }
}

void RunsWindow::setRuns(std::vector<OpenRun> runs) {
  const auto traces = [this] {
    std::vector<const Trace*> list;
    for (const ChosenRun& run : m_runs) {
      list.push_back(run.run.trace.get());
    }
    return list;
  };
  const auto before = traces();
  m_open = std::move(runs);
  keepWhatIsOpen();
  takeExpected();
  fillUp();
  showStrip();
  if (before != traces() || m_runs.size() < 2) {
    compare();
  }
  showMode(m_mode);
}

void RunsWindow::setLogs(std::vector<std::shared_ptr<const Log>> logs) {
  m_logs = std::move(logs);
  showMode(m_mode);
}

void RunsWindow::setOthers(const QStringList& logs, const QStringList& memories) {
  m_hasOtherLogs = !logs.isEmpty();
  m_hasOtherMemory = !memories.isEmpty();
  m_strip->showOthers(logs, memories);
  if (!m_comparison && m_expected.isEmpty() && !m_job.isRunning() && m_runs.size() < 2) {
    say(whatToOpen());
  }
}

void RunsWindow::expect(QStringList paths) {
  m_expected = std::move(paths);
  if (!m_comparison) {
    say(tr("Reading what is to be compared…"));
  }
}

void RunsWindow::forgo(const QStringList& paths) {
  bool isLess = false;
  for (const QString& path : paths) {
    isLess = m_expected.removeAll(path) > 0 || isLess;
    m_expectedMore.removeAll(path);
  }
  if (isLess) {
    m_expected = m_expected.size() < 2 ? QStringList() : m_expected;
    setRuns(m_open);
  }
}

void RunsWindow::expectMore(const QStringList& paths) {
  m_expectedMore += paths;
}

void RunsWindow::choose(const std::shared_ptr<const Trace>& base, const std::shared_ptr<const Trace>& other) {
  choose(std::vector{base, other});
}

void RunsWindow::chooseOther(const std::shared_ptr<const Trace>& other) {
  const std::shared_ptr<const Trace> base = m_open.empty() ? nullptr : m_open.front().trace;
  choose(base, other == base ? nullptr : other);
}

void RunsWindow::choose(const std::vector<std::shared_ptr<const Trace>>& traces) {
  changeRuns([&] {
    m_runs.clear();
    for (const auto& trace : traces) {
      const auto found = std::ranges::find(m_open, trace, &OpenRun::trace);
      if (trace && found != m_open.end() && m_runs.size() < RunStrip::most) {
        add(*found);
      }
    }
    fillUp();
  });
}

void RunsWindow::showPairs() {
  m_pairsPanel->showPairs(m_comparison, shown(), m_pairs[key()], m_rejected[key()]);
  const auto count = static_cast<int>(m_pairsPanel->proposals());
  m_tabs->setTabText(1, count > 0 ? tr("Matching (%1 proposed)").arg(count) : tr("Matching"));
}

void RunsWindow::accept(std::vector<NamePair> pairs) {
  std::vector<NamePair>& known = m_pairs[key()];
  known.insert(known.end(), pairs.begin(), pairs.end());
  compare();
}

void RunsWindow::undo(const NamePair& pair) {
  std::erase(m_pairs[key()], NamePair{pair});
  compare();
}

std::vector<std::size_t> RunsWindow::selectedRows() const {
  std::vector<std::size_t> rows;
  for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
    rows.push_back(m_model->numberOf(index.row()));
  }
  return rows;
}

/// Two rows that no run has both of can be one; what is one can be two again.
void RunsWindow::enablePairing() {
  const std::vector<std::size_t> rows = m_comparison ? selectedRows() : std::vector<std::size_t>{};
  const auto isIn = [&](std::size_t row, std::size_t run) { return m_comparison->rows[row].sides[run].count > 0; };
  const bool canPair = rows.size() == 2 && key() != RunKey::Order && isIn(rows[0], 0) != isIn(rows[1], 0) &&
                       isIn(rows[0], shown()) != isIn(rows[1], shown());
  const bool canPart = rows.size() == 1 && key() != RunKey::Order && !m_comparison->rows[rows[0]].aliases.empty();
  m_pair->setText(canPart ? tr("Unpair") : tr("Pair"));
  m_pair->setEnabled(canPair || canPart);
}

void RunsWindow::pairSelected() {
  const std::vector<std::size_t> rows = selectedRows();
  if (rows.size() == 1) {
    std::erase_if(m_pairs[key()], [&](const NamePair& pair) { return pair.first == m_comparison->rows[rows[0]].name; });
    compare();
  } else if (rows.size() == 2) {
    const bool isFirstBase = m_comparison->rows[rows[0]].sides.front().count > 0;
    const std::string& base = m_comparison->rows[rows[isFirstBase ? 0 : 1]].name;
    accept({{base, m_comparison->rows[rows[isFirstBase ? 1 : 0]].name}});
  }
}

}  // namespace kernline::ui
