// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/changed_source.h"

#include "core/model/trace/unreachable_source.h"

#include <algorithm>
#include <utility>

namespace kernline {

std::optional<Error> changedSource(const Trace& trace) {
  for (const SourceFile& source : trace.sources()) {
    const auto* const elsewhere = dynamic_cast<const UnreachableSource*>(source.origin.get());
    if (auto problem = elsewhere == nullptr ? std::nullopt : elsewhere->problem()) {
      return Error{Error::Kind::Unreadable, std::move(*problem)};
    }
  }
  const auto changed = std::ranges::find_if(
      trace.sources(), [](const SourceFile& source) { return source.origin && source.origin->hasChanged(); });
  if (changed == trace.sources().end()) {
    return std::nullopt;
  }
  return Error{Error::Kind::Unreadable,
               Phrase::tr("%1 has changed since it was opened. Open it again").with(changed->path)};
}

}  // namespace kernline
