// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "core/analysis/quality/data_quality.h"
#include "core/model/trace/import_report.h"
#include "core/model/trace/trace.h"

namespace kernline::cli {

/// What the importer counted of one kind.
[[nodiscard]] Json issueJson(const ImportReport& report, IssueKind kind);
/// What is wrong or unusual, with the first spans that it is about.
[[nodiscard]] Json findingJson(const Trace& trace, const Finding& finding);

}  // namespace kernline::cli
