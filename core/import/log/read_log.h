// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads output of profilers and experiments: lines to tables, numbers, failures.
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/log/log.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>

namespace kernline::logs {

struct ReadOptions {
  unsigned threads = 0;  ///< 0 for as many as there are cores. The result is the same with any number
  std::size_t pieceBytes = std::size_t{1} << 18;  ///< size of a worker's piece
  bool skipsLines = true;                         ///< whether lines without meaning are skipped: it is faster
  std::stop_token memoryExhausted = {};           ///< token like that of `LoadOptions`
};

/// Reads any text as a log. Blocks until done; a request on `stop` ends it soon with Error::Kind::Canceled.
/// A text without any table, number or failure gives an empty log.
[[nodiscard]] Expected<std::shared_ptr<const Log>> readLog(const std::shared_ptr<const Input>& input,
                                                           const ReadOptions& options, const std::stop_token& stop,
                                                           Progress& progress);

/// A text in memory, for tests. Files that it names are not looked for.
[[nodiscard]] std::shared_ptr<const Log> readLogText(const std::string& text,
                                                     const ReadOptions& options = {.threads = 1});

}  // namespace kernline::logs
