// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kernline::ui {

inline constexpr std::size_t maxFoundLines = 100'000;

/// Numbers of the lines that contain `text`, in order, `maxFoundLines` at most; the case of ASCII letters does not
/// matter. Reads the log once, a mebibyte at a time.
[[nodiscard]] std::vector<std::uint32_t> findLines(const Log& log, std::string_view text, const std::stop_token& stop);

}  // namespace kernline::ui
