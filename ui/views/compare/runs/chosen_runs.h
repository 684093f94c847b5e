// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/runs/open_run.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace kernline::ui {

/// The open recordings that are compared, the base first, and the one whose change against it is shown.
class ChosenRuns {
 public:
  using TracePtr = std::shared_ptr<const Trace>;

  /// Maximum number of runs.
  static constexpr std::size_t max = 6;

  [[nodiscard]] const std::vector<OpenRun>& open() const { return m_open; }
  [[nodiscard]] const std::vector<ChosenRun>& runs() const { return m_runs; }
  [[nodiscard]] std::size_t other() const { return m_other; }
  void setOther(std::size_t run);

  /// Sets the open runs. Chosen ones stay while they are open, expected ones are added, and two are chosen if two are
  /// open. Returns whether the choice changed.
  bool setOpen(std::vector<OpenRun> runs);
  /// The base first; those that are not open are left out.
  void choose(const std::vector<TracePtr>& traces);
  /// Chooses the one in front, and the one that was in front before it; instead of nullptr or a closed one, the one
  /// opened first, or else last. The base is guessed from their names, else it is the one opened first.
  void chooseSeen(const TracePtr& front, const TracePtr& before);
  /// Adds one that is open and not among them: as the other one of two, or to more if there is room. Its change is
  /// shown.
  void bringIn(const TracePtr& trace);
  void swapWithOther();
  void makeBase(std::size_t run);
  void rename(std::size_t run, const QString& name);
  void remove(std::size_t run);
  /// Replaces a run; if `open` was chosen already, both change places.
  void replace(std::size_t run, std::size_t open);
  /// Its change is shown.
  void add(std::size_t open);
  /// Adds open runs while there is room; the one whose change is shown stays.
  void addAllOpen();

  /// The way the base among the expected ones is chosen.
  enum class Base : std::uint8_t { First, Guessed };
  /// Chooses the runs of these paths as soon as `setOpen` brings them.
  void expect(QStringList paths, Base base);
  /// Expects runs in addition to the chosen ones.
  void expectMore(const QStringList& paths) { m_expectedMore += paths; }
  /// Expects a run in the place of a chosen one.
  void expectInstead(std::size_t run, const QString& path) { m_expectedInstead = {m_runs[run].run.path, path}; }
  /// Cancels expected runs. Returns whether fewer are expected now.
  bool cancelExpected(const QStringList& paths);
  [[nodiscard]] bool isExpecting() const { return !m_expected.isEmpty(); }

 private:
  void append(const OpenRun& run);
  void keepWhatIsOpen();
  void takeExpected();
  void takeInstead();
  void fillUp();
  void guessBase();
  [[nodiscard]] QString nameOf(const OpenRun& run) const;
  [[nodiscard]] bool isChosen(const OpenRun& run) const;
  using Compared = std::pair<const Trace*, const MeasuredKernels*>;
  [[nodiscard]] std::vector<Compared> compared() const;

  std::vector<OpenRun> m_open;
  std::vector<ChosenRun> m_runs;
  std::size_t m_other = 1;
  bool m_isBaseChosen = false;  // whether the user chose the base, so it is not guessed
  QStringList m_expected;
  Base m_expectedBase = Base::Guessed;
  QStringList m_expectedMore;
  std::pair<QString, QString> m_expectedInstead;  // paths: of the run that goes, and of what is expected
};

}  // namespace kernline::ui
