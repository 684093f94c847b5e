// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/steps/trace_steps.h"

#include <QString>

#include <optional>

namespace kernline::ui {

/// The user's choices of steps for traces of each kind (`kindOf`): one file per kind, next to the user's settings.
class KeptSteps {
 public:
  [[nodiscard]] static std::optional<StepWish> of(const Trace& trace);
  /// nullopt for the best there are. The choice of no steps is not stored: the next trace could not show its steps.
  static void keep(const Trace& trace, const std::optional<StepWish>& wish);
  [[nodiscard]] static QString fileFor(const Trace& trace);
};

}  // namespace kernline::ui
