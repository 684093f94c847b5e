// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <QString>
#include <QStringList>

namespace kernline::ui {

/// "Peak 7.25 GiB at 12.85 ms · at most 7.76 GiB reserved · 1.56 GiB at the start, 1.56 GiB at the end".
[[nodiscard]] QString deviceSentence(const MemoryHistory& history, const MemoryDevice& device);

/// Returns notes for reading the figures of a device: sums instead of totals, sizes before rounding, failures. Empty if
/// there are none.
[[nodiscard]] QString deviceNotes(const MemoryHistory& history, const MemoryDevice& device);

/// "Data issues:" and a line for each finding on the figures of a device: totals that had to be summed up,
/// records that contradict, and `others` that were found elsewhere. Empty if there are none.
[[nodiscard]] QString memoryDoubts(const MemoryHistory& history, const MemoryDevice& device,
                                   const QStringList& others = {});

/// Returns data issues, one line per kind; empty if there are none.
[[nodiscard]] QString issueLines(const MemoryReport& report);
/// Whether one of these may make a figure wrong.
[[nodiscard]] bool isDoubtful(const MemoryReport& report);

}  // namespace kernline::ui
