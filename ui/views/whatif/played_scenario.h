// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice.h"
#include "core/analysis/whatif/what_if_answer.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"
#include "ui/views/dock/whatif_scenario.h"

#include <QString>

#include <memory>
#include <stop_token>

namespace kernline::ui {

/// A run with changes, without the profiler, and its step.
struct PlayedScenario {
  WhatIfAnswer answer;
  ChangedRun run;
};

/// `device` is as `WorkDevice` has it. Errors: the run cannot be replayed, or so changed. Canceled if stopped.
[[nodiscard]] Expected<PlayedScenario> playScenario(const std::shared_ptr<const Trace>& trace,
                                                    const WhatIfScenario& scenario, const QString& device,
                                                    const std::stop_token& stop);

/// Returns changes for people: rows of `advice` that are followed by their titles, others as typed.
[[nodiscard]] QString scenarioTitle(const QString& changes, const Advice* advice);

}  // namespace kernline::ui
