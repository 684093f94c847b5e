// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/counted.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace kernline::cli {

std::string countText(std::size_t number) {
  return formatCount(static_cast<std::int64_t>(number));
}

std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", countText(number), what, number == 1 ? "" : "s");
}

std::size_t limited(std::size_t count, std::size_t limit) {
  return limit == 0 ? count : std::min(count, limit);
}

std::string cutNotice(std::size_t hidden) {
  return hidden > 0 ? fmt::format("  … and {} more; --all shows all\n", countText(hidden)) : "";
}

}  // namespace kernline::cli
