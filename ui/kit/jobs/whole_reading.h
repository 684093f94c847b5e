// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/progress.h"
#include "core/model/trace/read_watch.h"
#include "core/model/trace/trace.h"

#include <expected>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

namespace kernline::ui {

/// The work of a Job about `traces`: fails with the reason if a part of them could not be read, rather than give an
/// incomplete result.
template <typename Work>
[[nodiscard]] auto readingAllOf(std::vector<std::shared_ptr<const Trace>> traces, Work work) {
  using Result = std::invoke_result_t<Work&, const std::stop_token&, Progress&>;
  return [traces = std::move(traces), work = std::move(work)](const std::stop_token& stop,
                                                              Progress& progress) mutable -> Result {
    std::vector<ReadWatch> watches;
    for (const std::shared_ptr<const Trace>& trace : traces) {
      watches.emplace_back(*trace);
    }
    Result made = work(stop, progress);
    for (const ReadWatch& watch : watches) {
      if (auto missed = made ? watch.missed() : std::nullopt) {
        return std::unexpected(std::move(*missed));
      }
    }
    return made;
  };
}

}  // namespace kernline::ui
