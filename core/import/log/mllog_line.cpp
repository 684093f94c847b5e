// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/mllog_line.h"

#include "core/import/log/quantity_text.h"
#include "core/model/json/members.h"

namespace kernline::logs {

std::optional<MllogLine> mllogLine(std::string_view line) {
  constexpr std::string_view mark = ":::MLLOG {";
  const std::size_t at = line.find(mark);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view json = line.substr(at + mark.size() - 1);
  const chrome::RawValue value = chrome::findMember(json, "value");
  MllogLine found{.key = chrome::findMember(json, "key").unescaped(), .value = value.unescaped(), .parameters = {}};
  const bool isNumber = value.kind == chrome::RawValue::Kind::Number || value.kind == chrome::RawValue::Kind::String;
  if (found.key.empty() || !isNumber || !numberOf(found.value)) {
    return std::nullopt;
  }
  constexpr std::pair<std::string_view, std::string_view> counts[] = {
      {"epoch_num", "epoch"}, {"step_num", "step"}, {"samples_count", "samples"}};
  const std::string_view metadata = chrome::findMember(json, "metadata").text;
  for (const auto& [member, name] : counts) {
    if (const chrome::RawValue count = chrome::findMember(metadata, member);
        count.kind == chrome::RawValue::Kind::Number) {
      found.parameters.emplace_back(name, count.text);
    }
  }
  return found;
}

}  // namespace kernline::logs
