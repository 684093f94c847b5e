// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/progress_bar.h"

#include "core/model/base/text.h"

#include <algorithm>

namespace kernline::logs {

namespace {

std::size_t leadingDigits(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

/// "12.5it/s, loss=2.31, lr=1e-4" behind the times.
void readBehindTimes(std::string_view text, ProgressBar& bar) {
  for (bool isFirst = true; !text.empty(); isFirst = false) {
    const std::size_t comma = std::min(text.find(", "), text.size());
    const std::string_view item = trimmed(text.substr(0, comma));
    text.remove_prefix(std::min(text.size(), comma + 2));
    const std::size_t equals = item.find('=');
    if (equals != std::string_view::npos && equals > 0) {
      bar.postfix.push_back({.label = trimmed(item.substr(0, equals)), .value = trimmed(item.substr(equals + 1))});
    } else if (isFirst && !item.starts_with('?')) {
      bar.rate = item;
    }
  }
}

}  // namespace

std::optional<ProgressBar> progressBar(std::string_view text) {
  constexpr std::size_t maxNameLength = 128;
  constexpr std::size_t maxCountLength = 48;
  const std::size_t percent = text.find("%|");
  std::size_t first = percent;
  while (first != std::string_view::npos && first > 0 && isDigit(text[first - 1])) {
    --first;
  }
  if (percent == std::string_view::npos || first == percent || percent - first > 3 || first > maxNameLength) {
    return std::nullopt;
  }
  std::string_view name = text.substr(0, text.substr(0, first).find_last_not_of(' ') + 1);
  if (!name.empty() && !name.ends_with(':')) {
    return std::nullopt;
  }
  const std::size_t end = text.find('|', percent + 2);
  const std::size_t open = end == std::string_view::npos ? end : text.find('[', end);
  const std::size_t close = open == std::string_view::npos ? open : text.find(']', open);
  if (close == std::string_view::npos || open - end > maxCountLength) {
    return std::nullopt;
  }
  // "| 693/1000 [11:33<12:34, ": a count, and a time behind it.
  const std::string_view count = trimmed(text.substr(end + 1, open - end - 1));
  const std::string_view times = text.substr(open + 1, close - open - 1);
  const std::size_t slash = count.find('/');
  const std::size_t minutes = leadingDigits(times);
  if (slash == std::string_view::npos || minutes == 0 || !times.substr(minutes).starts_with(':')) {
    return std::nullopt;
  }
  name.remove_suffix(name.empty() ? 0 : 1);
  ProgressBar bar{.length = close + 1,
                  .name = trimmed(name),
                  .done = trimmed(count.substr(0, slash)),
                  .rate = {},
                  .postfix = {},
                  .isComplete = trimmed(count.substr(0, slash)) == trimmed(count.substr(slash + 1))};
  const std::size_t behind = times.find(", ");
  if (behind != std::string_view::npos) {
    readBehindTimes(times.substr(behind + 2), bar);
  }
  return bar;
}

bool isMeasured(const ProgressBar& bar) {
  return !bar.postfix.empty() || (bar.isComplete && !bar.rate.empty());
}

}  // namespace kernline::logs
