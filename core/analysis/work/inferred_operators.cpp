// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/inferred_operators.h"

#include "core/model/trace/arg_values.h"

#include <array>
#include <string_view>

namespace kernline {

std::optional<InferredOperators::Config> InferredOperators::configOf(const Trace& trace, SpanId kernel) {
  static constexpr std::array<std::string_view, 2> keys{"grid", "block"};
  const ArgNode args = trace.args(kernel, keys);
  const ArgNode* const grid = args.find(keys[0]);
  const ArgNode* const block = args.find(keys[1]);
  if (grid == nullptr || block == nullptr) {
    return std::nullopt;
  }
  return Config(trace.name(kernel), sql::toJson(*grid) + sql::toJson(*block));
}

void InferredOperators::learn(const Config& config, std::uint32_t call, std::uint32_t form) {
  const auto [known, isNew] = m_known.try_emplace(config, Known{.form = form});
  known->second.isOne = known->second.isOne && known->second.form == form;
  Sample& sample = m_samples.try_emplace(form, Sample{.call = call, .kernels = {}}).first->second;
  if (sample.call == call) {
    ++sample.kernels[config];
  }
}

std::optional<InferredOperators::Found> InferredOperators::find(TrackId track, const Config& config) {
  const auto known = m_known.find(config);
  if (known == m_known.end() || !known->second.isOne) {
    return std::nullopt;
  }
  const std::uint32_t form = known->second.form;
  const Counts& all = m_samples.at(form).kernels;
  const auto inCall = all.find(config);
  const std::uint32_t most = inCall == all.end() ? 1 : inCall->second;
  const auto [open, isNew] = m_open.try_emplace({track, form});
  const bool isNext = isNew || open->second[config] >= most;
  if (isNext) {
    open->second.clear();
  }
  ++open->second[config];
  return Found{.form = form, .isNext = isNext};
}

}  // namespace kernline
