// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/span_kinds.h"
#include "ui/views/quality/data_issues_mark.h"
#include "ui/views/statistics/statistics_table.h"

#include <QStringList>

namespace kernline::ui {

/// What spans may be counted, everything at last.
[[nodiscard]] QStringList kindTitles();
[[nodiscard]] SpanKinds kindsChosen(int place);

/// What rows may be made by: `keyKinds`.
[[nodiscard]] QStringList keyTitles();

/// How a filter begins that looks in one of these alone: "name:", "family:", … in every language.
[[nodiscard]] QStringList filterPrefixes();

/// What the rows of a table rest on.
[[nodiscard]] Figures figuresOf(const StatisticsRequest& asked);

}  // namespace kernline::ui
