// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/import/chrome_json/piece_reader.h"
#include "core/import/load.h"
#include "core/import/source/input.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline::chrome {

struct ReadOptions {
  LoadOptions load;
  std::size_t pieceBytes = std::size_t{4} << 20;
  std::ptrdiff_t fastReach = PieceReader::usualReach;  ///< tests make it small, so that short events count as long
};

/// Reads Chrome-format JSON. Refuses what holds no trace in one sentence.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readChrome(std::shared_ptr<const Input> input,
                                                                const ReadOptions& options, std::stop_token stop,
                                                                Progress& progress);

/// The same from memory, for tests and fuzzing.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readChromeText(std::string text, const ReadOptions& options);

}  // namespace kernline::chrome
