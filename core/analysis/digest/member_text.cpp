// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/digest/rank_digest.h"

#include <fmt/format.h>

#include <charconv>

namespace kernline {

namespace {

/// Maximum number of ranks in a group whose profile names them one by one.
constexpr std::int64_t maxNamedMembers = std::int64_t{1} << 20;

/// Reads a number at the front of `text` and removes it; nullopt if there is none.
std::optional<std::int32_t> takeRank(std::string_view& text) {
  std::int32_t value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || value < 0) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool takeSign(std::string_view& text, char sign) {
  const bool isThere = text.starts_with(sign);
  text.remove_prefix(isThere ? 1 : 0);
  return isThere;
}

}  // namespace

std::string memberText(std::span<const std::int32_t> members) {
  std::string text;
  for (std::size_t i = 0; i < members.size();) {
    const std::int64_t step = i + 1 < members.size() ? std::int64_t{members[i + 1]} - members[i] : 0;
    std::size_t last = i;
    while (step > 0 && last + 1 < members.size() && std::int64_t{members[last + 1]} - members[last] == step) {
      ++last;
    }
    if (last < i + 2) {
      last = i;  // two are written one by one
    }
    text += fmt::format("{}{}", text.empty() ? "" : ",", members[i]);
    if (last > i) {
      text += fmt::format("-{}", members[last]);
      text += step > 1 ? fmt::format("/{}", step) : std::string();
    }
    i = last + 1;
  }
  return text;
}

std::vector<std::int32_t> membersIn(std::string_view text) {
  std::vector<std::int32_t> members;
  while (!text.empty()) {
    const auto first = takeRank(text);
    auto last = first;
    std::optional<std::int32_t> step = 1;
    if (takeSign(text, '-')) {
      last = takeRank(text);
      step = takeSign(text, '/') ? takeRank(text) : step;
    }
    const bool isSound = first && last && step && *step > 0 && *first <= *last && (text.empty() || takeSign(text, ','));
    if (!isSound || std::ssize(members) + (*last - *first) / *step >= maxNamedMembers) {
      return {};
    }
    for (std::int64_t rank = *first; rank <= *last; rank += *step) {
      members.push_back(static_cast<std::int32_t>(rank));
    }
  }
  return members;
}

}  // namespace kernline
