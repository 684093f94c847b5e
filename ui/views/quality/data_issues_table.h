// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/quality/data_quality.h"
#include "ui/kit/tables/table_rows.h"

#include <memory>

namespace kernline::ui {

/// The issues of one trace, worst first.
struct DataIssuesTable {
  enum Column { Severity, What, Count, Touches, First };

  /// nullptr if unknown.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const DataQuality>& issues);
};

/// "busy and idle time, steps", in the language spoken.
[[nodiscard]] QString figureNames(Figures figures);

}  // namespace kernline::ui
