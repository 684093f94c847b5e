// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/process_labels.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace kernline::chrome {

namespace {

constexpr std::string_view digits = "0123456789";

struct LabeledPid {
  std::string_view label;
  std::string_view rest;
  bool isBracketed = false;
};

std::optional<LabeledPid> splitPid(std::string_view pid) {
  if (pid.starts_with('[')) {
    const std::size_t close = pid.find(']');
    if (close == std::string_view::npos || close == 1) {
      return std::nullopt;
    }
    const std::size_t rest = std::min(pid.find_first_not_of(' ', close + 1), pid.size());
    return LabeledPid{pid.substr(1, close - 1), pid.substr(rest), true};
  }
  const std::size_t last = pid.find_last_not_of(digits);
  const bool isNumbered = last != std::string_view::npos && last != 0 && last + 1 < pid.size() &&
                          (pid[last] == ':' || pid[last] == '/') && pid.front() != '/';
  return isNumbered ? std::optional(LabeledPid{pid.substr(0, last), pid.substr(last + 1), false}) : std::nullopt;
}

/// The number behind the only word of "TP03" or "rank 3".
std::optional<std::int32_t> onlyNumber(std::string_view label) {
  const std::size_t begin = label.find_first_of(digits);
  std::int32_t number = 0;
  if (begin == std::string_view::npos) {
    return std::nullopt;
  }
  const auto [end, error] = std::from_chars(label.data() + begin, label.data() + label.size(), number);
  return error == std::errc{} && end == label.data() + label.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

ProcessLabels::ProcessLabels(std::span<const std::string_view> pids) {
  std::set<std::string_view> bracketed;
  std::set<std::string_view> plain;
  for (const std::string_view pid : pids) {
    if (const auto split = splitPid(pid)) {
      (split->isBracketed ? bracketed : plain).insert(split->label);
    }
  }
  const std::set<std::string_view>& labels = bracketed.empty() && plain.size() > 1 ? plain : bracketed;
  std::set<std::int32_t> numbers;
  for (const std::string_view label : labels) {
    if (const auto number = onlyNumber(label)) {
      numbers.insert(*number);
    }
  }
  const bool areNumbered = numbers.size() == labels.size();
  for (const std::string_view label : labels) {
    const auto place = static_cast<std::int32_t>(m_ranks.size());
    m_ranks.emplace(label, areNumbered ? onlyNumber(label).value_or(place) : place);
  }
}

std::string_view ProcessLabels::withoutLabel(std::string_view pid) const {
  const auto split = splitPid(pid);
  return split && m_ranks.contains(split->label) ? split->rest : pid;
}

std::optional<std::int32_t> ProcessLabels::rankOf(std::string_view pid) const {
  const auto split = splitPid(pid);
  const auto known = split ? m_ranks.find(split->label) : m_ranks.end();
  return known == m_ranks.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace kernline::chrome
