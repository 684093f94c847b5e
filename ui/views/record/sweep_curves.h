// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/run_result.h"

#include <QPointF>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace kernline::ui {

/// The parameters whose values differ between runs, the one with the most values first.
[[nodiscard]] QStringList sweptParameters(const std::vector<RunFigures>& runs);

/// A figure of runs over the values of a parameter.
struct SweepCurves {
  QString parameter;   ///< empty if no parameter has two values
  QStringList values;  ///< numbers ascending, others as they came
  /// x: the place in `values`. By name: that of the kernel, or with a second parameter "dtype bf16".
  std::map<QString, std::vector<QPointF>> curves;
};

/// Runs without the figure are left out.
[[nodiscard]] SweepCurves sweepCurves(const std::vector<RunFigures>& runs,
                                      const std::function<std::optional<double>(const RunFigures&)>& figure);

/// "Limit by m: DRAM up to 256, tensor pipe from 1024": which takes over where, a line for each value of a second
/// parameter. Empty where runs were not counted.
[[nodiscard]] QString limitsText(const std::vector<RunFigures>& runs);

/// Returns the text of a recorder's limit.
[[nodiscard]] QString limitWord(const QString& limit);

}  // namespace kernline::ui
