// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "core/analysis/quality/data_quality.h"
#include "core/model/trace/import_report.h"
#include "core/model/trace/trace.h"

namespace kernline::cli {

/// Returns the importer's count of one kind.
[[nodiscard]] Json issueJson(const ImportReport& report, IssueKind kind);
/// Returns a data issue, with the first affected spans.
[[nodiscard]] Json dataIssueJson(const Trace& trace, const DataIssue& issue);

}  // namespace kernline::cli
