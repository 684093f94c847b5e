// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/chosen_runs.h"

#include "core/compare/runs/baseline_guess.h"
#include "core/compare/runs/run_name.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

void ChosenRuns::setOther(std::size_t run) {
  m_other = std::clamp<std::size_t>(run, 1, std::max<std::size_t>(2, m_runs.size()) - 1);
}

bool ChosenRuns::setOpen(std::vector<OpenRun> runs) {
  const std::vector<Compared> before = compared();
  m_open = std::move(runs);
  keepWhatIsOpen();
  takeExpected();
  fillUp();
  setOther(m_other);
  return before != compared();
}

std::vector<ChosenRuns::Compared> ChosenRuns::compared() const {
  std::vector<Compared> list;
  for (const ChosenRun& run : m_runs) {
    list.emplace_back(run.run.trace.get(), run.run.measured.get());
  }
  return list;
}

bool ChosenRuns::isChosen(const OpenRun& run) const {
  return std::ranges::any_of(m_runs, [&](const ChosenRun& chosen) { return chosen.run.trace == run.trace; });
}

/// A file that was read again is the run that it was.
void ChosenRuns::keepWhatIsOpen() {
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

/// Takes the place of the run that it was expected for.
void ChosenRuns::takeInstead() {
  const auto& [from, to] = m_expectedInstead;
  const auto place = std::ranges::find(m_runs, from, [](const ChosenRun& run) { return run.run.path; });
  const auto open = std::ranges::find(m_open, to, &OpenRun::path);
  if (to.isEmpty() || open == m_open.end()) {
    return;
  }
  if (place != m_runs.end()) {
    replace(static_cast<std::size_t>(place - m_runs.begin()), static_cast<std::size_t>(open - m_open.begin()));
  }
  m_expectedInstead = {};
}

void ChosenRuns::takeExpected() {
  takeInstead();
  for (const OpenRun& open : m_open) {
    const bool isThere =
        std::ranges::find(m_runs, open.path, [](const ChosenRun& run) { return run.run.path; }) != m_runs.end();
    if (m_expectedMore.removeAll(open.path) > 0 && !isThere && m_runs.size() < max) {
      append(open);
      m_other = m_runs.size() - 1;
    }
  }
  std::vector<OpenRun> arrived;
  for (const QString& path : m_expected) {
    if (const auto found = std::ranges::find(m_open, path, &OpenRun::path); found != m_open.end()) {
      arrived.push_back(*found);
    }
  }
  if (arrived.size() > 1 && arrived.size() == static_cast<std::size_t>(m_expected.size())) {
    m_expected.clear();
    m_runs.clear();
    std::ranges::for_each(arrived, [this](const OpenRun& run) { append(run); });
    m_isBaseChosen = m_expectedBase == Base::First;
    guessBase();
  }
}

void ChosenRuns::expect(QStringList paths, Base base) {
  m_expected = std::move(paths);
  m_expectedBase = base;
}

/// Chooses the baseline by the names, if they show it.
void ChosenRuns::guessBase() {
  std::vector<std::string> paths;
  for (const ChosenRun& run : m_runs) {
    paths.push_back((run.run.path.isEmpty() ? run.run.title : run.run.path).toStdString());
  }
  if (const auto base = guessedBaseline(paths); base && !m_isBaseChosen) {
    std::rotate(m_runs.begin(), m_runs.begin() + static_cast<std::ptrdiff_t>(*base),
                m_runs.begin() + static_cast<std::ptrdiff_t>(*base) + 1);
  }
}

/// Two at least, if so many are open: what was opened last.
void ChosenRuns::fillUp() {
  const bool isPair = m_runs.size() > 1;
  if (m_runs.empty() && !m_open.empty()) {
    append(m_open.front());
  }
  for (auto open = m_open.rbegin(); open != m_open.rend() && m_runs.size() == 1; ++open) {
    if (!isChosen(*open)) {
      append(*open);
    }
  }
  if (!isPair) {
    guessBase();
  }
}

/// Appends a run with the first look that none of the others has.
void ChosenRuns::append(const OpenRun& run) {
  std::size_t look = 0;
  while (std::ranges::find(m_runs, look, &ChosenRun::look) != m_runs.end()) {
    ++look;
  }
  m_runs.push_back({.run = run, .name = nameOf(run), .look = look});
}

/// Returns the shortest name that no other run has.
QString ChosenRuns::nameOf(const OpenRun& run) const {
  QString brief = qt(briefName(run.title.toStdString()));
  const bool isTaken = std::ranges::find(m_runs, brief, &ChosenRun::name) != m_runs.end();
  return isTaken || brief.isEmpty() ? run.title : brief;
}

void ChosenRuns::choose(const std::vector<TracePtr>& traces) {
  m_isBaseChosen = true;
  m_runs.clear();
  for (const TracePtr& trace : traces) {
    const auto found = std::ranges::find(m_open, trace, &OpenRun::trace);
    if (trace && found != m_open.end() && m_runs.size() < max) {
      append(*found);
    }
  }
  fillUp();
  setOther(m_other);
}

void ChosenRuns::chooseSeen(const TracePtr& front, const TracePtr& before) {
  const auto isOpen = [this](const TracePtr& trace) {
    return trace && std::ranges::find(m_open, trace, &OpenRun::trace) != m_open.end();
  };
  TracePtr second = before;
  if (!m_open.empty() && (!isOpen(before) || before == front)) {
    second = m_open.front().trace == front ? m_open.back().trace : m_open.front().trace;
  }
  std::vector<TracePtr> seen;
  for (const OpenRun& open : m_open) {
    if (open.trace == front || open.trace == second) {
      seen.push_back(open.trace);
    }
  }
  choose(seen);
  m_isBaseChosen = false;
  guessBase();
}

void ChosenRuns::bringIn(const TracePtr& trace) {
  const auto open = std::ranges::find(m_open, trace, &OpenRun::trace);
  if (open == m_open.end() || m_runs.size() < 2) {
    return;
  }
  const auto number = static_cast<std::size_t>(open - m_open.begin());
  m_runs.size() > 2 && m_runs.size() < max ? add(number) : replace(m_other, number);
}

void ChosenRuns::swapWithOther() {
  if (m_runs.size() > 1) {
    makeBase(m_other);
  }
}

void ChosenRuns::makeBase(std::size_t run) {
  m_isBaseChosen = true;
  std::swap(m_runs.front(), m_runs[run]);
}

void ChosenRuns::rename(std::size_t run, const QString& name) {
  m_runs[run].name = name;
}

void ChosenRuns::remove(std::size_t run) {
  m_runs.erase(m_runs.begin() + static_cast<std::ptrdiff_t>(run));
  setOther(m_other);
}

void ChosenRuns::replace(std::size_t run, std::size_t open) {
  const OpenRun& with = m_open[open];
  m_isBaseChosen = m_isBaseChosen || run == 0;
  const auto known = std::ranges::find_if(m_runs, [&](const ChosenRun& one) { return one.run.trace == with.trace; });
  if (known != m_runs.end()) {
    std::swap(*known, m_runs[run]);
  } else {
    m_runs[run].run = with;
    m_runs[run].name = nameOf(with);
  }
}

void ChosenRuns::add(std::size_t open) {
  append(m_open[open]);
  setOther(m_runs.size() - 1);
}

void ChosenRuns::addAllOpen() {
  for (const OpenRun& open : m_open) {
    if (m_runs.size() < max && !isChosen(open)) {
      append(open);
    }
  }
}

bool ChosenRuns::cancelExpected(const QStringList& paths) {
  bool isLess = false;
  for (const QString& path : paths) {
    isLess = m_expected.removeAll(path) > 0 || isLess;
    m_expectedMore.removeAll(path);
    if (m_expectedInstead.second == path) {
      m_expectedInstead = {};
    }
  }
  if (isLess && m_expected.size() < 2) {
    m_expected.clear();
  }
  return isLess;
}

}  // namespace kernline::ui
