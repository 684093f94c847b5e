// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/key_kinds.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/model/trace/span_kinds.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Selects the spans whose labels contain a text, in whatever case.
struct SpanFilter {
  /// Key whose labels are searched; nullptr for every key that is searched. With a key, a number at an end of the text
  /// is a whole one: "module:Linear_1" is not Linear_10.
  const KeyKind* key = nullptr;
  std::string text;

  [[nodiscard]] bool isEmpty() const { return text.empty(); }
};

/// Parses "gemm", or "module:Linear_0", whose first part is the name of a key.
[[nodiscard]] SpanFilter spanFilter(std::string_view typed);

/// Maps a label that is a word to its names in other languages.
using LabelNames = std::function<std::string(std::string_view label)>;

/// The spans of `kinds` that the filter leaves, ascending; none of rows that repeat others. `by` is searched too,
/// whatever the filter names no key. A kernel's short name is its name, too. nullptr if stopped.
[[nodiscard]] std::shared_ptr<const std::vector<SpanId>> filteredSpans(TraceAnalysis& analysis,
                                                                       const SpanFilter& filter, SpanKinds kinds,
                                                                       const KeyKind& by, const LabelNames& names = {},
                                                                       const std::stop_token& stop = {});

}  // namespace kernline
