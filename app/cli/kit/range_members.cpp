// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/range_members.h"

namespace kernline::cli {

void addRange(Json& file, const std::optional<TimeRange>& range, const Trace& trace) {
  if (range) {
    file["range_ns"] = {range->begin.ns, range->end.ns};
  }
  if (trace.readWindow()) {
    file["not_read"] = trace.readWindow()->leftOut;
  }
}

void addRange(JsonDocument& document, const std::optional<TimeRange>& range, const Trace& trace) {
  Json members = Json::object();
  addRange(members, range, trace);
  for (const auto& [name, value] : members.items()) {
    document.member(name, value);
  }
}

}  // namespace kernline::cli
