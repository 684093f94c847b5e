// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/list_limit.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline::cli {

std::size_t limited(std::size_t count, std::size_t limit) {
  return limit == 0 ? count : std::min(count, limit);
}

std::string cutNotice(std::size_t hidden, std::string_view option) {
  return hidden > 0 ? fmt::format("  … and {} more; {} shows all\n", formatCount(hidden), option) : "";
}

}  // namespace kernline::cli
