// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/read_watch.h"

#include "core/model/trace/unreachable_source.h"

#include <utility>

namespace kernline {

namespace {

/// Returns the failures of the first source that can be unreachable: all files of a trace are on one machine.
UnreachableSource::Failures failuresOf(const Trace& trace) {
  for (const SourceFile& source : trace.sources()) {
    if (const auto* const elsewhere = dynamic_cast<const UnreachableSource*>(source.origin.get())) {
      return elsewhere->failures();
    }
  }
  return {};
}

}  // namespace

ReadWatch::ReadWatch(const Trace& trace) : m_trace(trace), m_failuresBefore(failuresOf(trace).count) {}

std::optional<Error> ReadWatch::missed() const {
  UnreachableSource::Failures failures = failuresOf(m_trace);
  return failures.count == m_failuresBefore ? std::nullopt
                                            : std::optional(Error{Error::Kind::Unreadable, std::move(failures.last)});
}

}  // namespace kernline
