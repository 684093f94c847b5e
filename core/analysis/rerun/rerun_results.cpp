// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rerun/rerun_results.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace kernline {

namespace {

constexpr std::string_view resultsSchema = "kernline-replay-results-1";

RerunResult resultFrom(const nlohmann::json& json) {
  RerunResult made;
  made.error = json.value("error", std::string());
  if (!made.error.empty()) {
    return made;
  }
  made.overload = json.value("overload", std::string());
  made.time = {.median = {json.at("median_ns").get<std::int64_t>()},
               .low = {json.at("low_ns").get<std::int64_t>()},
               .high = {json.at("high_ns").get<std::int64_t>()}};
  made.samples = json.value("samples", std::uint64_t{0});
  made.waits = json.value("waits", false);
  made.values = json.value("values", std::vector<std::string>());
  return made;
}

}  // namespace

const RerunResult* RerunResults::find(std::string_view id) const {
  const auto found = byId.find(id);
  return found == byId.end() ? nullptr : &found->second;
}

Expected<RerunResults> parseRerunResults(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("schema", nlohmann::json()) != resultsSchema) {
    return std::unexpected(
        Error{.message = Phrase::tr("no results of a script of kernline replay: run it with --json")});
  }
  try {
    RerunResults made{.device = json.value("device", std::string()),
                      .torch = json.value("torch", std::string()),
                      .l2 = json.value("l2", std::string()),
                      .byId = {}};
    for (const nlohmann::json& result : json.at("results")) {
      made.byId.insert_or_assign(result.at("id").get<std::string>(), resultFrom(result));
    }
    return made;
  } catch (const nlohmann::json::exception& error) {
    return std::unexpected(
        Error{.message = Phrase::tr("damaged results of kernline replay: %1").with(std::string(error.what()))});
  }
}

}  // namespace kernline
