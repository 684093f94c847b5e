// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/arrangement.h"

#include <QString>

namespace kernline::ui {

/// How rows were arranged in traces of each kind: a file a kind, beside the user's settings, which are read at every
/// start and had better stay small.
class KeptArrangements {
 public:
  /// Over what `arrangement` says; as it is if nothing is kept for traces of this kind.
  static void apply(const Trace& trace, Arrangement& arrangement);
  /// Rows of earlier traces of this kind that this one lacks stay as they were kept.
  static void keep(const Trace& trace, const Arrangement& arrangement);
  static void forget(const Trace& trace);
  [[nodiscard]] static QString fileFor(const Trace& trace);
};

/// Which traces look alike: those of one profiler; of unknown ones those with the same processes, whatever their ids.
[[nodiscard]] QString kindOf(const Trace& trace);

}  // namespace kernline::ui
