// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/import/load_options.h"
#include "core/model/base/error.h"
#include "core/model/base/freed_memory.h"
#include "core/model/base/memory_watch.h"
#include "core/model/format/quantity.h"
#include "core/open/document.h"
#include "core/open/open_document.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>

namespace kernline {

/// Looks after the memory limit of `LoadOptions` while something is read: one part in `parts` of what is free below it
/// is for what is read, so that there is room to put it together.
class MemoryLimit {
 public:
  MemoryLimit(const LoadOptions& options, const std::stop_token& stop, unsigned parts)
      : m_options(options), m_passOn(stop, [this] { m_stop.request_stop(); }) {
    if (options.maxMemory > 0) {
      const std::uint64_t held = std::min(ownMemory(), options.maxMemory);
      m_options.memoryExhausted = m_enough.get_token();
      m_part.emplace(held + (options.maxMemory - held) / parts, [this] { m_enough.request_stop(); });
      m_whole.emplace(options.maxMemory, [this] {
        m_isReached = true;
        m_stop.request_stop();
      });
    }
  }

  [[nodiscard]] const LoadOptions& options() const { return m_options; }
  [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }
  [[nodiscard]] bool isReached() const { return m_isReached; }
  /// Returns true if readers were stopped for lack of memory.
  [[nodiscard]] bool isFull() const { return m_options.memoryExhausted.stop_requested(); }

 private:
  LoadOptions m_options;
  std::stop_source m_stop;
  std::stop_source m_enough;
  std::atomic<bool> m_isReached{false};
  std::stop_callback<std::function<void()>> m_passOn;
  std::optional<MemoryWatch> m_part;
  std::optional<MemoryWatch> m_whole;
};

/// Returns true if memory ran out before the first event, so that the trace has nothing to show.
[[nodiscard]] inline bool isCutToNothing(const std::shared_ptr<const Trace>& trace) {
  return trace->report()[IssueKind::MemoryLimit].count > 0 && trace->spanCount() == 0 && trace->instants().empty();
}
[[nodiscard]] inline bool isCutToNothing(const Document& document) {
  const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&document);
  return trace != nullptr && isCutToNothing(*trace);
}
[[nodiscard]] inline bool isCutToNothing(const OpenedDocuments& opened) {
  return std::ranges::all_of(opened.documents, [](const OpenedDocument& one) { return isCutToNothing(one.document); });
}
[[nodiscard]] inline bool isCutToNothing(const std::shared_ptr<const RankSet>& ranks) {
  return ranks->trace != nullptr ? isCutToNothing(ranks->trace)
                                 : std::ranges::all_of(ranks->files, [](const RankFile& file) {
                                     return file.digest->lost > 0 && file.digest->spans == 0;
                                   });
}

/// Returns true if reading failed because memory ran out: the reader then refused a part that it could not see.
template <typename Result>
[[nodiscard]] bool endedForMemory(const Expected<Result>& result, const MemoryLimit& limit) {
  if (result) {
    return isCutToNothing(*result);
  }
  const Error::Kind kind = result.error().kind;
  return limit.isReached() || (limit.isFull() && (kind == Error::Kind::NotATrace || kind == Error::Kind::OutOfMemory));
}

/// `read(options, stop)`, and a sentence where memory is short: where the system gives no more, or the limit is
/// reached before there is anything to show. Half of the memory is for what is read; where putting it together takes
/// more than the other half, it is read again, in a quarter.
template <typename Read>
auto withinMemory(const std::string& path, const LoadOptions& options, const std::stop_token& stop, Read read)
    -> decltype(read(options, stop)) {
  constexpr unsigned half = 2;
  constexpr unsigned quarter = 4;
  try {
    for (const unsigned parts : {half, quarter}) {
      const MemoryLimit limit(options, stop, parts);
      auto result = read(limit.options(), limit.stop());
      if (options.maxMemory == 0 || stop.stop_requested() || !endedForMemory(result, limit)) {
        return result;
      }
      if (!limit.isReached() || path == "-") {  // a pipe cannot be read again
        break;
      }
      giveBackFreedMemory();  // memory freed by the first attempt would count as held otherwise
    }
    const std::string bytes = formatBytes(static_cast<std::int64_t>(options.maxMemory));
    return std::unexpected(
        Error{Error::Kind::OutOfMemory,
              Phrase::tr("%1 needs more memory than the limit of %2. Close other files, or raise the limit")
                  .with(path, bytes)});
  } catch (const std::bad_alloc&) {
    return std::unexpected(
        Error{Error::Kind::OutOfMemory,
              Phrase::tr("%1: not enough memory. Close other files or programs and try again").with(path)});
  }
}

}  // namespace kernline
