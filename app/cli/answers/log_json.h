// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "core/model/log/log.h"

namespace kernline::cli {

// Parts of a log as `kernline tables --json` has them.
[[nodiscard]] Json logTableJson(const Log& log, const LogTable& table);
/// Returns the parts of a table above and below its rows, and the number of rows.
[[nodiscard]] Json logTableHeadJson(const Log& log, const LogTable& table);
[[nodiscard]] Json logMetricJson(const Log& log, const LogMetric& metric);
[[nodiscard]] Json logFailureJson(const Log& log, const LogFailure& failure);
[[nodiscard]] Json loggedFileJson(const Log& log, const LoggedFile& file);
[[nodiscard]] Json logSettingJson(const Log& log, const LogSetting& setting);
[[nodiscard]] Json logParametersJson(const Log& log, const LogContext& context);
[[nodiscard]] Json logIssueJson(const Log& log, LogIssueKind kind);

/// Returns the number of a cell; a large whole number as it was printed.
[[nodiscard]] Json numberJson(const Log& log, const LogCell& cell);
/// An integer where the number is one; null for none.
[[nodiscard]] Json numberJson(double number);

}  // namespace kernline::cli
