// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_equality.h"

#include "tests/support/trace_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace kernline::test {

namespace {

bool sameSpan(const Trace& a, const Trace& b, SpanId s) {
  return a.start(s) == b.start(s) && a.duration(s) == b.duration(s) && a.kind(s) == b.kind(s) &&
         a.flags(s) == b.flags(s) && a.offset(s) == b.offset(s) && a.nameText(s) == b.nameText(s) &&
         a.categoryText(s) == b.categoryText(s) && a.opOf(s) == b.opOf(s);
}

std::string spanLine(const Trace& trace, SpanId s) {
  return fmt::format("{} +{} \"{}\" [{}] {} flags {} @{} op {}", trace.start(s).ns, trace.duration(s).ns,
                     trace.nameText(s), trace.categoryText(s), toText(trace.kind(s)), static_cast<int>(trace.flags(s)),
                     trace.offset(s), index(trace.opOf(s)));
}

// Everything beside the spans, as text: small enough to compare so, and it names the difference.
std::string withoutSpans(const Trace& trace) {
  return dump(trace, {.spansPerLane = 0, .others = DumpOptions::all, .withOffsets = true, .withSource = false});
}

std::string firstDifferentLine(std::string_view left, std::string_view right) {
  while (!left.empty() || !right.empty()) {
    const std::string_view a = left.substr(0, left.find('\n'));
    const std::string_view b = right.substr(0, right.find('\n'));
    if (a != b) {
      return fmt::format("left:  {}\nright: {}", a, b);
    }
    left.remove_prefix(std::min(left.size(), a.size() + 1));
    right.remove_prefix(std::min(right.size(), b.size() + 1));
  }
  return {};
}

}  // namespace

std::string firstDifference(const Trace& left, const Trace& right) {
  if (std::string found = firstDifferentLine(withoutSpans(left), withoutSpans(right)); !found.empty()) {
    return found;
  }
  for (std::uint32_t i = 0; i < left.spanCount(); ++i) {
    if (!sameSpan(left, right, SpanId{i})) {
      return fmt::format("span {}\nleft:  {}\nright: {}", i, spanLine(left, SpanId{i}), spanLine(right, SpanId{i}));
    }
  }
  return {};
}

}  // namespace kernline::test
