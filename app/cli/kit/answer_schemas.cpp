// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/answer_schemas.h"

#include <algorithm>
#include <string>

namespace kernline::cli {

namespace {

struct SchemaText {
  std::string_view name;
  std::string_view text;
};

constexpr SchemaText schemaTexts[] = {
#include "answer_schemas.inc"
};

constexpr std::string_view sharedName = "common";
constexpr std::string_view ownReference = "#/definitions/";

Json parsed(std::string_view name) {
  return Json::parse(std::ranges::find(schemaTexts, name, &SchemaText::name)->text);
}

/// Brings what `part` takes from the shared definitions into `definitions`, and lets it refer to them there.
void bringDefinitions(Json& part, const Json& shared, Json& definitions) {
  if (!part.is_structured()) {
    return;
  }
  for (auto& [key, value] : part.items()) {
    if (key != "$ref") {
      bringDefinitions(value, shared, definitions);
      continue;
    }
    const std::string reference = value;
    const std::string name = reference.substr(reference.find(ownReference) + ownReference.size());
    value = std::string{ownReference} + name;
    if (!definitions.contains(name)) {
      Json definition = shared.at(name);
      definitions[name] = Json{};  // it may refer to itself
      bringDefinitions(definition, shared, definitions);
      definitions[name] = std::move(definition);
    }
  }
}

}  // namespace

std::vector<std::string_view> schemaNames() {
  std::vector<std::string_view> names;
  for (const SchemaText& schema : schemaTexts) {
    if (schema.name != sharedName) {
      names.push_back(schema.name);
    }
  }
  return names;
}

std::optional<Json> answerSchema(std::string_view name) {
  const std::vector<std::string_view> names = schemaNames();
  if (std::ranges::find(names, name) == names.end()) {
    return std::nullopt;
  }
  Json schema = parsed(name);
  Json definitions = schema.value("definitions", Json::object());
  bringDefinitions(schema, parsed(sharedName).at("definitions"), definitions);
  if (schema.contains("definitions")) {
    definitions.update(schema["definitions"]);  // the answer's own, which refer to shared ones, too
  }
  if (!definitions.empty()) {
    schema["definitions"] = std::move(definitions);
  }
  return schema;
}

}  // namespace kernline::cli
