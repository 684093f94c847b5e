// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/played_scenario.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/whatif/what_if_change.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/work/work_device.h"

#include <QStringList>

#include <algorithm>
#include <utility>
#include <vector>

namespace kernline::ui {

namespace {

/// The titles of the rows that a change follows; none if they are not known.
QStringList followedTitles(const WhatIfChange& change, const Advice* advice) {
  QStringList titles;
  for (const QString& number : qt(change.pattern).split(QLatin1Char(','))) {
    const qulonglong row = number.toULongLong();
    if (advice == nullptr || row == 0 || row > advice->rows.size()) {
      return {};
    }
    titles << coreText(advice->rows[row - 1].title);
  }
  return titles;
}

}  // namespace

Expected<PlayedScenario> playScenario(const std::shared_ptr<const Trace>& trace, const WhatIfScenario& scenario,
                                      const QString& device, const std::stop_token& stop) {
  const Expected<std::vector<WhatIfChange>> changes =
      scenario.changes.isEmpty() ? std::vector<WhatIfChange>() : parseWhatIfs(scenario.changes.toStdString());
  if (!changes) {
    return std::unexpected(changes.error());
  }
  const std::shared_ptr<TraceAnalysis> analysis = causesOf(trace);
  const std::shared_ptr<const Expected<ReplayedRun>> run = analysis->replay(stop);
  const std::shared_ptr<const WorkModel> model =
      changes->empty() ? std::make_shared<const WorkModel>() : analysis->work(stop);
  if (!run || !model) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  if (!*run) {
    return std::unexpected(run->error());
  }
  const WorkMeter meter(*trace, *model, deviceCeilings(*trace, device).ceilings);
  const Advice* advice = scenario.advice.get();
  Expected<WhatIfAnswer> answer = whatIf(*analysis, **run, meter, *changes, stop, PathBy::Name, advice);
  if (!answer) {
    return std::unexpected(answer.error());
  }
  Expected<ChangedRun> made = changedRun(*analysis, **run, meter, *changes, stop, advice);
  if (!made) {
    return std::unexpected(made.error());
  }
  return PlayedScenario{.answer = *std::move(answer), .run = *std::move(made)};
}

QString scenarioTitle(const QString& changes, const Advice* advice) {
  const Expected<std::vector<WhatIfChange>> parsed = parseWhatIfs(changes.toStdString());
  if (!parsed ||
      std::ranges::none_of(*parsed, [](const WhatIfChange& change) { return change.target == WhatIfTarget::Advice; })) {
    return changes;
  }
  QStringList titles;
  for (const WhatIfChange& change : *parsed) {
    const QStringList followed = change.target == WhatIfTarget::Advice ? followedTitles(change, advice) : QStringList();
    titles << (followed.isEmpty() ? qt(change.text()) : followed.join(QStringLiteral(" + ")));
  }
  return titles.join(QStringLiteral("; "));
}

}  // namespace kernline::ui
