// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/measured_kernels.h"
#include "core/analysis/query/query_index.h"
#include "core/model/trace/trace.h"

#include <QString>

#include <cstddef>
#include <memory>

namespace kernline::ui {

/// A trace that is open, with what makes its timeline quick.
struct OpenRun {
  QString title;
  QString path;
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const QueryIndex> index;
  std::shared_ptr<const MeasuredKernels> measured = {};  ///< nullptr if its kernels were not measured
};

/// One of those that are compared, with its shown name. Its color and marker stay while others come and go.
struct ChosenRun {
  OpenRun run;
  QString name;
  std::size_t look = 0;  ///< index into series_look.h
};

}  // namespace kernline::ui
