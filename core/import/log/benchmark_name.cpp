// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/benchmark_name.h"

#include "core/import/log/quantity_text.h"

#include <algorithm>
#include <cstddef>

namespace kernline::logs {

namespace {

/// The next part of a name, up to a slash that is in no brackets of a template.
std::string_view partOfName(std::string_view& rest) {
  int depth = 0;
  std::size_t end = 0;
  for (; end < rest.size() && (rest[end] != '/' || depth > 0); ++end) {
    depth += rest[end] == '<' ? 1 : rest[end] == '>' && depth > 0 ? -1 : 0;
  }
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.size(), end + 1));
  return part;
}

}  // namespace

BenchmarkName benchmarkName(std::string_view name) {
  BenchmarkName result;
  result.benchmark = partOfName(name);
  std::size_t unnamed = 0;
  while (!name.empty()) {
    const std::string_view part = partOfName(name);
    const std::size_t colon = part.find(':');
    if (colon != std::string_view::npos && colon > 0) {
      result.parameters.emplace_back(part.substr(0, colon), part.substr(colon + 1));
    } else if (numberOf(part)) {
      result.parameters.emplace_back("arg" + std::to_string(++unnamed), part);
    } else {
      result.variant += (result.variant.empty() ? "" : "/") + std::string{part};
    }
  }
  return result;
}

}  // namespace kernline::logs
