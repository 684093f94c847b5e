// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_steps.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline {

RankSteps::RankSteps(std::shared_ptr<const Trace> trace, const std::stop_token& stop)
    : m_trace(std::move(trace)), m_found(foundSteps(*m_trace, {}, stop).value_or(FoundSteps{})) {
  for (ProcessSteps& own : stepsByProcess(*m_trace, m_found.steps)) {
    const std::int32_t rank = own.process == ProcessId::none ? -1 : m_trace->process(own.process).rank;
    if (rank >= 0 && std::ranges::none_of(m_ofRanks, [&](const auto& entry) { return entry.first == rank; })) {
      m_ofRanks.emplace_back(rank, std::move(own));
    }
  }
}

bool RankSteps::areComparable() const {
  return source() == StepSource::Recorded || std::ranges::all_of(m_ofRanks, [&](const auto& entry) {
           return entry.second.steps.size() == m_ofRanks.front().second.steps.size();
         });
}

std::string RankSteps::name(const ProcessSteps& rank, std::size_t number) const {
  if (source() == StepSource::Rounds) {
    return fmt::format("round {}", number);
  }
  const std::string_view name = m_trace->text(m_found.steps[rank.steps[number]].name);
  return source() == StepSource::Recorded ? std::string(name) : fmt::format("{} {}", name, number);
}

std::string RankSteps::nameAt(std::int32_t rank, Time time) const {
  const auto own = std::ranges::find_if(m_ofRanks, [&](const auto& entry) { return entry.first == rank; });
  const Step* step = own == m_ofRanks.end() ? nullptr : stepAt(m_found.steps, own->second, time);
  if (step == nullptr) {
    return {};
  }
  const auto at = static_cast<std::uint32_t>(step - m_found.steps.data());
  const std::vector<std::uint32_t>& steps = own->second.steps;
  return name(own->second, static_cast<std::size_t>(std::ranges::find(steps, at) - steps.begin()));
}

}  // namespace kernline
