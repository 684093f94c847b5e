// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds readers of formats, one folder each.
#pragma once

#include "core/model/base/error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace kernline {

class Trace;

struct LoadOptions {
  unsigned threads = 0;  ///< workers besides the caller's thread; 0 for as many as there are cores
  /// Called at most a few times, from a worker, with a part of the trace while the rest loads. May be empty.
  std::function<void(std::shared_ptr<const Trace>)> onPreview;
  /// Bytes of memory that the process may hold while it reads; 0 for no limit.
  std::uint64_t maxMemory = 0;
  /// Asks for a trace of what has been read: there is no memory for more. Formats that cannot stop halfway read on.
  std::stop_token memoryExhausted = {};
  /// The requested time, as `parseTimeRange` reads it; empty for all. An export to Parquet is read only where
  /// that is, with its bounds unchanged, and reports what was not read (`outsideRangeKey`). Other formats are read
  /// whole.
  std::string range = {};
};

/// Returns the error of a stopped reader.
[[nodiscard]] inline std::unexpected<Error> loadingCanceled(const std::string& path) {
  return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("%1: loading was canceled").with(path)});
}

}  // namespace kernline
