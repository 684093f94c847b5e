// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"
#include "tests/support/trace_promise.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace kernline::fuzz {

inline void require(bool holds, const std::string& what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
  }
}

/// Checks the answer of any reader to any bytes: a refusal in words, or a trace that keeps its promises and returns the
/// args of its spans.
inline void expectAnswer(const Expected<std::shared_ptr<const Trace>>& answer) {
  require(answer || !answer.error().message.english().empty(), "refused without a word");
  if (!answer) {
    return;
  }
  const Trace& trace = **answer;
  const std::string broken = test::brokenPromise(trace);
  require(broken.empty(), broken);
  constexpr std::uint32_t maxSpans = 16;
  for (std::uint32_t i = 0; i < trace.spanCount() && i < maxSpans; ++i) {
    static_cast<void>(trace.details(SpanId{i}));
    static_cast<void>(trace.placeText(trace.offset(SpanId{i})));
  }
}

}  // namespace kernline::fuzz
