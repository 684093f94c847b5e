// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/schema_check.h"

#include "tests/cli/program_run.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/utils/nlohmann_json_utils.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#pragma GCC diagnostic pop

namespace kernline::test {

namespace {

using nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// Lets nothing in that is not described: readers must take further members, but ours are all known.
void makeStrict(json& schema) {
  if (!schema.is_structured()) {
    return;
  }
  for (auto& [key, value] : schema.items()) {
    makeStrict(value);
  }
  if (schema.is_object() && schema.contains("properties") && schema["properties"].is_object() &&
      !schema.contains("additionalProperties")) {
    schema["additionalProperties"] = false;
  }
}

struct CheckedSchema {
  json text;
  valijson::Schema schema;
};

/// "kernline-compare-runs-1" to "compare-runs".
std::string nameOf(const json& answer) {
  const std::string full = answer.value("schema", "");
  constexpr std::string_view prefix = "kernline-";
  const std::size_t version = full.rfind('-');
  return full.starts_with(prefix) && version > prefix.size() ? full.substr(prefix.size(), version - prefix.size()) : "";
}

CheckedSchema* schemaOf(const std::string& name) {
  static std::map<std::string, std::unique_ptr<CheckedSchema>> schemas;
  std::unique_ptr<CheckedSchema>& checked = schemas[name];
  if (!checked) {
    const ProgramRun run = kernline({"schema", name});
    if (run.code != 0) {
      return nullptr;
    }
    checked = std::make_unique<CheckedSchema>();
    checked->text = json::parse(run.out);
    json strict = checked->text;
    makeStrict(strict);
    valijson::SchemaParser().populateSchema(Adapter(strict), checked->schema);
  }
  return checked.get();
}

/// Schema at one place of an answer.
struct Place {
  const json& root;
  const json& schema;
  std::string path;  // "summary: devices[].", "log_metric: "

  /// The definition that stands for the place, if one does.
  [[nodiscard]] Place resolved() const {
    if (!schema.contains("$ref")) {
      return *this;
    }
    const std::string reference = schema["$ref"].get<std::string>().substr(1);
    return Place{root, root.at(json::json_pointer(reference)), reference.substr(reference.rfind('/') + 1) + ": "};
  }
  [[nodiscard]] Place member(const std::string& key) const {
    return {root, schema.at("properties").at(key), path + key + "."};
  }
  [[nodiscard]] Place items() const { return {root, schema.at("items"), path + "[]."}; }
};

bool describes(const json& schema, const char* what) {
  return schema.is_object() && schema.contains(what) && schema[what].is_object();
}

/// Members of answers that were checked, as paths of places.
std::set<std::string>& seen() {
  static std::set<std::string> all;
  return all;
}

void note(const json& value, const Place& at) {
  const Place place = at.resolved();
  if (value.is_array() && describes(place.schema, "items")) {
    for (const json& element : value) {
      note(element, place.items());
    }
  } else if (value.is_object() && describes(place.schema, "properties")) {
    for (const auto& [key, member] : value.items()) {
      if (place.schema["properties"].contains(key)) {
        seen().insert(place.path + key);
        note(member, place.member(key));
      }
    }
  }
}

void findUnseen(const Place& at, std::set<std::string>& unseen) {
  const Place place = at.resolved();
  if (describes(place.schema, "items")) {
    findUnseen(place.items(), unseen);
  } else if (describes(place.schema, "properties")) {
    for (const auto& [key, member] : place.schema["properties"].items()) {
      if (!seen().contains(place.path + key)) {
        unseen.insert(place.path + key);
      }
      findUnseen(place.member(key), unseen);
    }
  }
}

/// At most ten, a line each.
std::string problemsOf(const valijson::Schema& schema, const json& value) {
  valijson::ValidationResults results;
  if (valijson::Validator().validate(schema, Adapter(value), &results)) {
    return {};
  }
  std::string problems;
  valijson::ValidationResults::Error error;
  for (int i = 0; i < 10 && results.popError(error); ++i) {
    for (const std::string& part : error.context) {
      problems += part;
    }
    problems += ": " + error.description + "\n";
  }
  return problems;
}

}  // namespace

std::string schemaProblems(const json& answer) {
  const std::string name = nameOf(answer);
  CheckedSchema* const checked = name.empty() ? nullptr : schemaOf(name);
  if (checked == nullptr) {
    return fmt::format("no schema \"{}\"", answer.value("schema", ""));
  }
  note(answer, {checked->text, checked->text, name + ": "});
  const std::string problems = problemsOf(checked->schema, answer);
  return problems.empty() ? "" : name + ": " + problems;
}

std::string problemsBy(const json& document, const std::string& definition, const json& value) {
  const char* const place = document.contains("$defs") ? "$defs" : "definitions";
  json whole = document;
  whole.update(document.at(place).at(definition));
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(Adapter(whole), schema);
  const std::string problems = problemsOf(schema, value);
  return problems.empty() ? "" : definition + ": " + problems + value.dump().substr(0, 500);
}

std::set<std::string> membersWithoutAnswer(const std::string& name) {
  std::set<std::string> unseen;
  if (const CheckedSchema* const checked = schemaOf(name)) {
    findUnseen({checked->text, checked->text, name + ": "}, unseen);
  }
  return unseen;
}

}  // namespace kernline::test
