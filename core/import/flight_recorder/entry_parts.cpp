// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/flight_recorder/entry_parts.h"

#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace kernline::flight {

namespace {

constexpr std::size_t maxShapes = 64;  // shapes that are spelled out per collective
constexpr std::size_t maxShapesBytes = 4096;
constexpr std::int64_t maxTensorBytes = std::int64_t{1} << 60;

struct ScalarBytes {
  std::string_view type;
  std::int64_t bytes;
};
/// c10's names of types.
constexpr ScalarBytes scalarBytes[] = {{"Float", 4},
                                       {"Double", 8},
                                       {"Half", 2},
                                       {"BFloat16", 2},
                                       {"Byte", 1},
                                       {"Char", 1},
                                       {"Short", 2},
                                       {"Int", 4},
                                       {"Long", 8},
                                       {"Bool", 1},
                                       {"ComplexFloat", 8},
                                       {"ComplexDouble", 16},
                                       {"Float8_e5m2", 1},
                                       {"Float8_e4m3fn", 1},
                                       {"Float8_e5m2fnuz", 1},
                                       {"Float8_e4m3fnuz", 1},
                                       {"UInt16", 2},
                                       {"UInt32", 4},
                                       {"UInt64", 8}};

}  // namespace

void Shapes::beginTensor() {
  if (m_tensors++ < maxShapes) {
    m_text += m_text.empty() ? "[" : ", [";
    m_dimensions = 0;
  }
  m_elements = 1;
}

void Shapes::addSize(std::int64_t size) {
  if (m_tensors <= maxShapes && m_text.size() < maxShapesBytes) {
    m_text += fmt::format("{}{}", m_dimensions++ == 0 ? "" : ", ", size);
  }
  const auto product = static_cast<double>(m_elements) * static_cast<double>(size);
  constexpr double maxElements = 1e15;
  m_elements = size >= 0 && product < maxElements ? static_cast<std::int64_t>(product) : 0;
}

void Shapes::endTensor() {
  m_text += m_tensors <= maxShapes ? "]" : "";
  m_sizes.push_back(m_elements);
}

std::int64_t Shapes::bytes(const std::vector<std::string>& types) const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < m_sizes.size(); ++i) {
    const std::string_view type =
        types.empty() ? std::string_view{} : std::string_view{types[std::min(i, types.size() - 1)]};
    const auto* known = std::ranges::find(scalarBytes, type, &ScalarBytes::type);
    if (known == std::end(scalarBytes)) {
      return 0;
    }
    sum = std::min(sum + m_sizes[i] * known->bytes, maxTensorBytes);
  }
  return sum;
}

std::string Shapes::text() const {
  return m_tensors > maxShapes ? fmt::format("{}, … ({} tensors)", m_text, m_tensors) : m_text;
}

CollectiveState stateOf(std::string_view text) {
  return text == "completed" ? CollectiveState::Completed
         : text == "started" ? CollectiveState::Started
                             : CollectiveState::Scheduled;
}

std::string operationOf(std::string_view name) {
  const std::size_t colon = name.find(':');
  std::string operation(colon == std::string_view::npos ? name : name.substr(colon + 1));
  chrome::repairUtf8(operation);
  return operation.substr(0, 256);
}

std::vector<std::int32_t> ranksIn(std::string_view text) {
  constexpr std::size_t maxRanks = 1'000'000;
  std::vector<std::int32_t> ranks;
  for (std::size_t at = 0; at < text.size() && ranks.size() < maxRanks;) {
    std::int32_t rank = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), rank);
    if (error == std::errc{} && rank >= 0) {
      ranks.push_back(rank);
    }
    at = std::max<std::size_t>(at + 1, static_cast<std::size_t>(end - text.data()));
  }
  return ranks;
}

std::int64_t soundTime(std::int64_t ns) {
  constexpr std::int64_t latest = std::int64_t{1} << 62;
  return ns > 0 && ns < latest ? ns : 0;
}

std::optional<std::int64_t> ifPositive(std::int64_t ns) {
  return soundTime(ns) > 0 ? std::optional{ns} : std::nullopt;
}

void finishCollective(Collective& made, const Shapes& inputs, const Shapes& outputs,
                      const std::vector<std::string>& inputTypes, const std::vector<std::string>& outputTypes) {
  made.inputText = inputs.text();
  made.outputText = outputs.text();
  made.inputBytes = inputs.bytes(inputTypes);
  made.outputBytes = outputs.bytes(outputTypes.empty() ? inputTypes : outputTypes);
  std::vector<std::string> types = inputTypes.empty() ? outputTypes : inputTypes;
  const auto repeated = std::ranges::unique(types);
  types.erase(repeated.begin(), repeated.end());
  types.resize(std::min<std::size_t>(types.size(), 8));
  for (const std::string& type : types) {
    made.types += (made.types.empty() ? "" : ", ") + type;
  }
}

}  // namespace kernline::flight
