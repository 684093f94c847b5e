// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/quality/figure.h"
#include "core/model/trace/import_report.h"

#include <string_view>

namespace kernline {

/// Consequences of an import issue for the figures.
struct IssueMeaning {
  IssueKind kind;
  std::string_view meaning;  ///< one or two sentences
  Figures affects;
};

[[nodiscard]] const IssueMeaning& issueMeaning(IssueKind kind);

}  // namespace kernline
