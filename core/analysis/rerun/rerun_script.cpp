// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rerun/rerun_script.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cassert>
#include <cstddef>

namespace kernline {

namespace {

constexpr std::string_view programText =
#include "builtin_replay.inc"
    ;

constexpr std::string_view emptyCases = "CASES = []\n";

/// One line of JSON for a raw text between ''' of Python.
std::string lineOf(const RerunCase& one) {
  using ScriptJson = nlohmann::ordered_json;
  ScriptJson json{{"id", one.id}, {"operator", one.name}};
  if (const auto spread = spreadOf(one.times)) {
    json["recorded_ns"] = spread->median.ns;
  }
  if (one.usesTf32) {
    json["tf32"] = *one.usesTf32;
  }
  json["inputs"] = ScriptJson::parse(one.inputs);
  std::string line;
  for (const char c : json.dump(-1, ' ', true, ScriptJson::error_handler_t::replace)) {
    if (c == '\'') {
      line += "\\u0027";
    } else {
      line += c;
    }
  }
  return line;
}

}  // namespace

std::string_view rerunProgram() {
  return programText;
}

std::string rerunScript(std::span<const RerunCase> cases) {
  std::string lines;
  for (const RerunCase& one : cases) {
    if (one.reason.isEmpty()) {
      lines += fmt::format("{}{}", lines.empty() ? "" : ",\n", lineOf(one));
    }
  }
  std::string script(programText);
  const std::size_t at = script.find(emptyCases);
  assert(at != std::string::npos);
  return script.replace(at, emptyCases.size(), fmt::format("CASES = json.loads(r'''[\n{}\n]''')\n", lines));
}

}  // namespace kernline
