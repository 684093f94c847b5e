// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trust/trust.h"
#include "ui/kit/tables/table_rows.h"

#include <memory>

namespace kernline::ui {

/// The findings of one trace, worst first.
struct FindingsTable {
  enum Column { Severity, What, Count, Touches, First };

  /// nullptr: nothing is known.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const Trust>& findings);
};

/// "busy and idle time, steps", in the language spoken.
[[nodiscard]] QString figureNames(Figures figures);

}  // namespace kernline::ui
