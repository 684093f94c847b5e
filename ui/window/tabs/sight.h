// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <optional>
#include <string>

namespace kernline::ui {

/// What of a trace is looked at. Nothing visible: the whole of it.
struct Sight {
  std::optional<TimeRange> visible;
  std::optional<TimeRange> chosen;
  std::string range = {};  ///< in place of `visible`, as `parseTimeRange` reads it
};

}  // namespace kernline::ui
