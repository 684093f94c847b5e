// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/arrangement.h"

#include <QString>

namespace kernline::ui {

/// Stores the arrangement of rows in traces of each kind: a file a kind, next to the user's settings, which are read at
/// every start and had better stay small.
class KeptArrangements {
 public:
  /// Changes `arrangement` as stored; no effect if nothing is stored for traces of this kind.
  static void apply(const Trace& trace, Arrangement& arrangement);
  /// Rows of earlier traces of this kind that this one lacks stay as they were stored.
  static void keep(const Trace& trace, const Arrangement& arrangement);
  static void forget(const Trace& trace);
  [[nodiscard]] static QString fileFor(const Trace& trace);
};

/// The kind of a trace: by its profiler; if unknown, by its processes, whatever their ids.
[[nodiscard]] QString kindOf(const Trace& trace);

}  // namespace kernline::ui
