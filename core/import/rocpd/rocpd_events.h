// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/rocpd/rocm_timeline.h"
#include "core/import/rocpd/rocpd_run.h"
#include "core/import/rocpd/row_events.h"
#include "core/import/sqlite/connection.h"

#include <memory>
#include <vector>

namespace kernline::rocpd {

/// Gives the GPUs of all runs the model's numbers: those of rocprofv3, counted on from machine to machine.
[[nodiscard]] std::vector<Device> numberDevices(std::vector<std::shared_ptr<RocpdRun>>& runs);

/// Activity of devices first, of all runs, then what happens on threads: calls know then what they launched.
void addRunActivities(RocpdRun& run, const sqlite::Connection& database, RocmTimeline& timeline);
void addRunCalls(RocpdRun& run, const sqlite::Connection& database, RocmTimeline& timeline);

/// Adds the tables of a run by their numbers, and the args of their rows.
void addSourceTables(const std::shared_ptr<const RocpdRun>& run, std::vector<SourceTable>& tables);

}  // namespace kernline::rocpd
