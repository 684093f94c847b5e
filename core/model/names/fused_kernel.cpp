// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/fused_kernel.h"

#include "core/model/names/fusible_operators.h"

#include <algorithm>
#include <cstddef>

namespace kernline {

namespace {

/// Returns the part between "triton_poi_fused_" and "_3".
std::optional<std::string_view> fusedPart(std::string_view kernel) {
  constexpr std::string_view mark = "_fused_";
  if (!kernel.starts_with("triton_")) {
    return std::nullopt;
  }
  const std::size_t at = kernel.find(mark);
  const std::size_t last = kernel.rfind('_');
  if (at == std::string_view::npos || last < at + mark.size() - 1) {
    return std::nullopt;
  }
  const std::string_view number = kernel.substr(last + 1);
  if (number.empty() || !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; })) {
    return std::nullopt;
  }
  const std::size_t first = at + mark.size();
  return last > first ? kernel.substr(first, last - first) : std::string_view{};
}

/// Looks for the reading of the fewest operators.
class FusedReading {
 public:
  explicit FusedReading(const std::function<bool(std::string_view)>& isOperator) : m_isOperator(isOperator) {}

  [[nodiscard]] std::vector<std::string_view> of(std::string_view text) {
    read(text);
    return m_best;
  }

 private:
  void read(std::string_view rest) {
    constexpr int maxSteps = 20'000;  // names are short, and sorted parts leave few readings
    if (++m_steps > maxSteps || (!m_best.empty() && m_parts.size() + 1 > m_best.size())) {
      return;
    }
    for (std::size_t end = rest.size(); end != 0; end = rest.rfind('_', end - 1)) {
      if (end == std::string_view::npos) {
        return;
      }
      const std::string_view part = rest.substr(0, end);
      if ((!m_parts.empty() && part <= m_parts.back()) || !isKnown(part)) {
        continue;
      }
      m_parts.push_back(part);
      if (end == rest.size()) {
        if (m_best.empty() || m_parts.size() < m_best.size()) {
          m_best = m_parts;
        }
      } else {
        read(rest.substr(end + 1));
      }
      m_parts.pop_back();
    }
  }
  [[nodiscard]] bool isKnown(std::string_view part) const {
    return isFusibleOperator(part) || (m_isOperator && m_isOperator(part));
  }

  const std::function<bool(std::string_view)>& m_isOperator;
  std::vector<std::string_view> m_parts;
  std::vector<std::string_view> m_best;
  int m_steps = 0;
};

}  // namespace

bool namesInductorKernel(std::string_view kernel) {
  return fusedPart(kernel).has_value();
}

std::optional<std::vector<std::string>> fusedOperators(std::string_view kernel,
                                                       const std::function<bool(std::string_view)>& isOperator) {
  const auto part = fusedPart(kernel);
  if (!part || part->empty()) {
    return std::nullopt;
  }
  const std::vector<std::string_view> parts = FusedReading(isOperator).of(*part);
  return parts.empty() ? std::nullopt : std::optional(std::vector<std::string>(parts.begin(), parts.end()));
}

}  // namespace kernline
