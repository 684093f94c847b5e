// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/span_kinds.h"
#include "ui/views/quality/data_issues_mark.h"
#include "ui/views/statistics/statistics_table.h"

#include <QStringList>

namespace kernline::ui {

/// Returns the titles of countable kinds of spans, everything last.
[[nodiscard]] QStringList kindTitles();
[[nodiscard]] SpanKinds kindsChosen(int place);

/// Returns the titles of the keys that group rows: `keyKinds`.
[[nodiscard]] QStringList keyTitles();

/// The prefixes of filters that look in one of these alone: "name:", "family:", … in every language.
[[nodiscard]] QStringList filterPrefixes();

/// Returns the figures that a table's rows depend on.
[[nodiscard]] Figures figuresOf(const StatisticsRequest& asked);

}  // namespace kernline::ui
