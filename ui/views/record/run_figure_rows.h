// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/run_result.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace kernline::ui {

/// One figure of all runs that are shown side by side.
struct RunFigureRow {
  QString name;
  QStringList values;  ///< value of each run; empty where it is not known
  QString help = {};
};

/// Returns the figures of runs, without those that none has. `earlier` are runs to compare with.
[[nodiscard]] std::vector<RunFigureRow> runFigureRows(const std::vector<RunFigures>& runs,
                                                      const std::vector<KeptRun>& earlier = {});

/// "12.3 µs"; empty for no time.
[[nodiscard]] QString runTimeText(double ns);
/// "1.25 %"
[[nodiscard]] QString percentText(double share, int decimals = 2);
/// "no throttling", "throttled: power"
[[nodiscard]] QString throttleWord(const QString& throttle);

}  // namespace kernline::ui
