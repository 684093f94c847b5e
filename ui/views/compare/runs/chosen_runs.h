// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/runs/open_run.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace kernline::ui {

/// Which of the open recordings are compared, the base first, and whose change against it is shown.
class ChosenRuns {
 public:
  using TracePtr = std::shared_ptr<const Trace>;

  /// So many runs at most.
  static constexpr std::size_t max = 6;

  [[nodiscard]] const std::vector<OpenRun>& open() const { return m_open; }
  [[nodiscard]] const std::vector<ChosenRun>& runs() const { return m_runs; }
  [[nodiscard]] std::size_t other() const { return m_other; }
  void setOther(std::size_t run);

  /// What is chosen stays, as long as it is there; what is expected comes; two are chosen if so many are open. Whether
  /// other traces are chosen now.
  bool setOpen(std::vector<OpenRun> runs);
  /// The base first; those that are not open are left out.
  void choose(const std::vector<TracePtr>& traces);
  /// Against what was opened first; if it is that one itself, or none, what was opened last.
  void chooseOther(const TracePtr& other);
  void swapWithOther();
  void makeBase(std::size_t run);
  void rename(std::size_t run, const QString& name);
  void remove(std::size_t run);
  /// What stood there goes; where `open` was among the others already, both change places.
  void replace(std::size_t run, std::size_t open);
  /// Its change is shown.
  void add(std::size_t open);
  /// As many as there are places for; the one whose change is shown stays.
  void addAllOpen();

  /// Chooses the runs of these paths, the base first, as soon as `setOpen` brings them.
  void expect(QStringList paths) { m_expected = std::move(paths); }
  /// The same, but beside those that are chosen.
  void expectMore(const QStringList& paths) { m_expectedMore += paths; }
  /// Of those that are expected these will not come. Whether less is expected now.
  bool cancelExpected(const QStringList& paths);
  [[nodiscard]] bool isExpecting() const { return !m_expected.isEmpty(); }

 private:
  void append(const OpenRun& run);
  void keepWhatIsOpen();
  void takeExpected();
  void fillUp();
  [[nodiscard]] QString nameOf(const OpenRun& run) const;
  [[nodiscard]] bool isChosen(const OpenRun& run) const;
  using Compared = std::pair<const Trace*, const MeasuredKernels*>;
  [[nodiscard]] std::vector<Compared> compared() const;

  std::vector<OpenRun> m_open;
  std::vector<ChosenRun> m_runs;
  std::size_t m_other = 1;
  QStringList m_expected;
  QStringList m_expectedMore;
};

}  // namespace kernline::ui
