// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <QString>

namespace kernline::ui {

/// Place that the user marked, with its text: a moment, or an interval.
struct TimelineMark {
  TimeRange range;
  QString text;
};

}  // namespace kernline::ui
