// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/step_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>
#include <vector>

namespace kernline::recorder {

namespace {

template <typename Number>
std::optional<Number> numberIn(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

std::expected<StepRange, std::string> readStepRange(std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto first = numberIn<std::uint64_t>(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : numberIn<std::uint64_t>(text.substr(dots + 2));
  if (!first || !last || *first == 0 || *last < *first) {
    return std::unexpected(fmt::format("--steps takes steps of the program from 1, e.g. 10..12, not \"{}\"", text));
  }
  return StepRange{.first = *first, .last = *last};
}

std::string toText(const StepRange& steps) {
  return fmt::format("{}..{}", steps.first, steps.last);
}

std::expected<double, std::string> readSlowStep(std::string_view text) {
  std::string dense(text);
  std::erase(dense, ' ');
  constexpr std::string_view before = "step>";
  constexpr std::string_view behind = "*median";
  const bool isSlowStep = dense.starts_with(before) && dense.ends_with(behind);
  const auto factor = isSlowStep ? numberIn<double>(std::string_view(dense).substr(
                                       before.size(), dense.size() - before.size() - behind.size()))
                                 : std::nullopt;
  if (!factor || !(*factor > 1)) {
    return std::unexpected(
        fmt::format("--when takes step>F*median with F above 1, e.g. step>1.3*median, not \"{}\"", text));
  }
  return *factor;
}

StepWatch::Wish StepWatch::ended(std::int64_t time) {
  ++m_count;
  const std::int64_t duration = time - std::exchange(m_last, time);
  if (m_steps) {
    return m_count + 1 == m_steps->first ? Wish::Begin : m_count == m_steps->last ? Wish::End : Wish::None;
  }
  return m_count > 1 && isSlow(duration) ? Wish::Begin : Wish::None;
}

bool StepWatch::isSlow(std::int64_t duration) {
  constexpr std::size_t minSteps = 10;
  constexpr std::size_t kept = 101;
  std::vector<std::int64_t> sorted(m_durations.begin(), m_durations.end());
  m_durations.push_back(duration);
  if (m_durations.size() > kept) {
    m_durations.pop_front();
  }
  if (m_slowFactor <= 0 || sorted.size() < minSteps) {
    return false;
  }
  const auto median = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::ranges::nth_element(sorted, median);
  const bool isSlow = static_cast<double>(duration) > m_slowFactor * static_cast<double>(*median);
  if (isSlow) {
    constexpr double nanosecondsPerMillisecond = 1e6;
    m_slowStep = fmt::format("step {}: {:.4g} ms, median {:.4g} ms", m_count,
                             static_cast<double>(duration) / nanosecondsPerMillisecond,
                             static_cast<double>(*median) / nanosecondsPerMillisecond);
  }
  return isSlow;
}

}  // namespace kernline::recorder
