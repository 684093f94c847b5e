// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::ncu {

/// Value of a metric, or of one instance: a text, a whole number, a real one, or none.
struct MetricValue {
  enum class Kind : std::uint8_t { None, Text, Whole, Real };
  Kind kind = Kind::None;
  std::uint64_t whole = 0;
  double real = 0;
  std::string_view text;

  /// Returns a number; 0 for other values.
  [[nodiscard]] double number() const { return kind == Kind::Whole ? static_cast<double>(whole) : real; }
  /// Its shortest digits, or the text.
  [[nodiscard]] std::string printed() const;
};

struct LaunchMetric {
  std::string_view name;
  MetricValue value;       ///< value in base units: nanoseconds, bytes, hertz; 1 for 100 %
  std::string_view bytes;  ///< the message, for its instances
};

/// A value of a metric for one of the things it counts: an address of an instruction, an opcode, a moment.
struct MetricInstance {
  MetricValue of;
  MetricValue value;
};

/// A metric that a section shows, by the name that people read.
struct SectionMetric {
  /// Another metric, for chips of some compute capabilities (10 times the major, plus the minor).
  struct Option {
    std::string_view name;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> chips;  ///< first and last
  };
  std::string_view name;
  std::string_view label;
  std::vector<Option> options;
};

struct Section {
  std::string_view identifier;
  std::string_view name;
  std::uint64_t order = 0;
  std::vector<SectionMetric> metrics;  ///< metrics in its head, which the details page shows
  std::string_view bytes;              ///< the message: charts and tables name more of them
};

/// Advice of a rule.
struct Advice {
  std::string_view rule;
  std::string_view section;  ///< its identifier
  std::string_view kind;     ///< "OPT", "INF", "WRN", "ERR", as ncu prints it
  std::string_view title;    ///< may be empty
  std::string text;          ///< text, the addresses of its links in brackets
  std::string_view scope;    ///< scope of the estimated speedup: "local" or "global"; empty without one
  double speedup = 0;        ///< estimated, in percent
};

/// A launch of a kernel. Texts lie in the bytes of the report.
struct LaunchResult {
  std::string_view name;  ///< demangled; else the function's name
  std::string_view mangled;
  std::array<std::uint64_t, 3> grid{};
  std::array<std::uint64_t, 3> block{};
  std::uint64_t context = 0;
  std::uint64_t stream = 0;
  std::vector<LaunchMetric> metrics;  ///< file order, each name once
  std::vector<Section> sections;      ///< sorted by `order`
  std::vector<Advice> advice;
  std::unordered_map<std::string_view, std::size_t> metricsByName;
  std::uint64_t source = 0;   ///< id of the ProfileSource it ran; 0 if unknown
  std::uint64_t damaged = 0;  ///< metrics, sections and rules that could not be read

  [[nodiscard]] const LaunchMetric* metric(std::string_view wanted) const {
    const auto found = metricsByName.find(wanted);
    return found == metricsByName.end() ? nullptr : &metrics[found->second];
  }
};

/// Decodes a ProfileResult. nullopt if it is none at all: damage within is counted.
[[nodiscard]] std::optional<LaunchResult> launchResult(std::string_view message,
                                                       const std::vector<std::string_view>& strings);

/// The instances of a metric, in the order of the file. A damaged end is left out.
void eachInstance(const LaunchMetric& metric, const std::function<void(const MetricInstance&)>& take);

/// "the @section:Occupancy:Occupancy@ section" as people read it: the text of links, with the address after those that
/// lead to a page.
[[nodiscard]] std::string withoutLinks(std::string_view text);

}  // namespace kernline::ncu
