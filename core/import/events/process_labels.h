// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kernline::chrome {

/// Labels that programs put before each pid when they merge traces of several ranks or hosts: "[TP00] 412",
/// "host1:412", "node-a/412".
class ProcessLabels {
 public:
  ProcessLabels() = default;
  /// Finds the labels of all pids of a file. Labels without brackets count where there are at least two.
  explicit ProcessLabels(std::span<const std::string_view> pids);

  /// The pid as its rank wrote it: "412".
  [[nodiscard]] std::string_view withoutLabel(std::string_view pid) const;
  /// The number in its label if labels are a word and a number each, and no two share one; else its place among them.
  [[nodiscard]] std::optional<std::int32_t> rankOf(std::string_view pid) const;

 private:
  std::map<std::string, std::int32_t, std::less<>> m_ranks;  // rank of each label
};

}  // namespace kernline::chrome
