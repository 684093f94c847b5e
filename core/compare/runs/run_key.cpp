// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_key.h"

#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/statistics/statistics.h"
#include "core/compare/runs/normal_name.h"
#include "core/model/names/kernel_name.h"

#include <utility>

namespace kernline {

namespace {

constexpr std::uint32_t unnumbered = UINT32_MAX;

std::string nameByOp(const Trace& trace, SpanId span) {
  const std::uint32_t key = opKey(trace, span);
  if (key == graphReplayKey) {
    return std::string(Phrase::tr("(CUDA graph)"));
  }
  const StringId name{key};
  return name == StringId::none ? std::string(Phrase::tr("(no operator)")) : std::string{trace.text(name)};
}

std::string nameByShape(const Trace& trace, SpanId span) {
  const SpanId op = trace.opOf(span);
  const std::string dims = op == SpanId::none ? std::string{} : readInputShape(trace, op).dims;
  return dims.empty() ? nameByOp(trace, span) : nameByOp(trace, span) + " " + dims;
}

/// Returns a number that spans with the same key share: so each key is named once.
std::uint64_t kindOf(const Trace& trace, SpanId span, RunKey by) {
  constexpr std::uint64_t beyondStrings = std::uint64_t{1} << 32U;
  switch (by) {
    case RunKey::Op:
      return opKey(trace, span);
    case RunKey::Shape:
      return trace.opOf(span) == SpanId::none ? opKey(trace, span)
                                              : beyondStrings + static_cast<std::uint32_t>(trace.opOf(span));
    default:
      return index(trace.name(span));
  }
}

std::string nameBy(const Trace& trace, SpanId span, RunKey by) {
  const std::string_view name = trace.nameText(span);
  switch (by) {
    case RunKey::Name:
      break;
    case RunKey::Normal:
      return normalKernelName(name);
    case RunKey::Family:
      return std::string{toText(kernelFamily(name))};
    case RunKey::Op:
      return nameByOp(trace, span);
    case RunKey::Shape:
      return nameByShape(trace, span);
    case RunKey::Order:
      break;
  }
  return std::string{name};
}

}  // namespace

std::string_view toText(RunKey key) {
  switch (key) {
    case RunKey::Name:
      break;
    case RunKey::Normal:
      return "normal";
    case RunKey::Family:
      return "family";
    case RunKey::Op:
      return "op";
    case RunKey::Shape:
      return "shape";
    case RunKey::Order:
      return "order";
  }
  return "name";
}

std::optional<RunKey> runKeyFrom(std::string_view text) {
  for (const RunKey key : runKeys) {
    if (toText(key) == text) {
      return key;
    }
  }
  return {};
}

bool knowsOperators(const Trace& trace, std::span<const SpanId> activities) {
  constexpr double minKnownShare = 0.9;
  double known = 0;
  double all = 0;
  for (const SpanId span : activities) {
    const auto time = static_cast<double>(trace.duration(span).ns);
    all += time;
    known += trace.opOf(span) == SpanId::none ? 0 : time;
  }
  return known > minKnownShare * all;
}

RunKeys::RunKeys(const Trace& trace, std::span<const SpanId> activities, RunKey by) {
  m_ofActivity.reserve(activities.size());
  std::vector<std::uint32_t> ofString(trace.strings().size(), unnumbered);
  std::unordered_map<std::uint64_t, std::uint32_t> ofOther;
  for (const SpanId span : activities) {
    const std::uint64_t kind = kindOf(trace, span, by);
    std::uint32_t& number =
        kind < ofString.size() ? ofString[kind] : ofOther.try_emplace(kind, unnumbered).first->second;
    if (number == unnumbered) {
      number = numberOf(nameBy(trace, span, by));
    }
    m_ofActivity.push_back(number);
  }
}

std::optional<std::uint32_t> RunKeys::find(std::string_view name) const {
  const auto found = m_numbers.find(std::string{name});
  return found == m_numbers.end() ? std::nullopt : std::optional{found->second};
}

std::uint32_t RunKeys::numberOf(std::string name) {
  const auto [place, isNew] = m_numbers.try_emplace(std::move(name), static_cast<std::uint32_t>(m_names.size()));
  if (isNew) {
    m_names.push_back(place->first);
  }
  return place->second;
}

}  // namespace kernline
