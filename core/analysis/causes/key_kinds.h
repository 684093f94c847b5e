// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/statistics/span_key.h"
#include "core/model/base/message.h"

#include <span>
#include <stop_token>
#include <string_view>

namespace kernline {

/// Something that spans are grouped and filtered by. A new one is a line in key_kinds.cpp: the command line, the menu
/// of the window and filters all go by that list.
struct KeyKind {
  std::string_view name;      ///< spelling on the command line
  std::string_view title;     ///< phrase for people
  std::string_view missing;   ///< phrase for spans that have none of it
  bool isWord = false;        ///< labels are phrases, not names of the file
  bool isNumbered = false;    ///< labels begin with a number and a colon
  bool isSearched = false;    ///< a filter that names no key looks in these labels
  bool restsOnCalls = false;  ///< whether the key of activity depends on the call that launched it
  SpanKeyPtr (*make)(TraceAnalysis&, const std::stop_token&) = nullptr;  ///< makes nullptr if stopped
};

/// The first is the name.
[[nodiscard]] std::span<const KeyKind> keyKinds();

/// nullptr if there is none of that name.
[[nodiscard]] const KeyKind* keyKind(std::string_view name);

/// The number of spans in the order of steps; steps of the same number of several processes are one.
[[nodiscard]] SpanKeyPtr byStep(const Trace& trace, const SpanPhases& phases);

}  // namespace kernline
