// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads the text of the Trace Event Format.
#pragma once

#include "core/import/chrome_json/grown_array.h"
#include "core/import/chrome_json/piece_reader.h"
#include "core/import/load_options.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"
#include "core/model/trace/wrap_events.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline::chrome {

struct ReadOptions {
  LoadOptions load;
  std::size_t pieceBytes = std::size_t{4} << 20;
  std::ptrdiff_t fastReach =
      PieceReader::typicalEventReach;  ///< tests make it small, so that short events count as long
  WrapEvents wrapEvents = {};          ///< further facts on the events; may be empty
};

/// Reads Chrome-format JSON. Refuses what holds no trace in one sentence.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readChrome(std::shared_ptr<const Input> input,
                                                                const ReadOptions& options, std::stop_token stop,
                                                                Progress& progress);

struct GrownTrace {
  std::shared_ptr<const Trace> trace;  ///< trace of all complete events; nullptr before the event array begins
  bool isComplete = false;             ///< the document has been read to its end, or as far as memory goes
};

/// Reads on in a mapped text that is longer now than it was when `soFar` was read, and makes a trace of all of it.
/// A text that is complete, or the last by `isLast`, gives the result of `readChrome`. Reading ends once the process
/// holds `load.maxMemory`.
[[nodiscard]] Expected<GrownTrace> readChromeOn(const std::shared_ptr<const Input>& input, ReadSoFar& soFar,
                                                bool isLast, const LoadOptions& load, const std::stop_token& stop);

/// Reads like `readChrome`, from memory, for tests and fuzzing.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readChromeText(std::string text, const ReadOptions& options);

}  // namespace kernline::chrome
