// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/json_document.h"

#include "core/model/format/printable_text.h"

namespace kernline::cli {

std::string toText(const Json& value) {
  return jsonWithoutControls(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

JsonDocument::JsonDocument(Output& output, std::string_view schema) : m_output(output) {
  m_output.write("{");
  member("schema", "kernline-" + std::string{schema});
}

void JsonDocument::writeKey(std::string_view key) {
  m_output.write(m_isFirstMember ? "\n" : ",\n");
  m_isFirstMember = false;
  m_output.write(toText(textValue(key)));
  m_output.write(": ");
}

void JsonDocument::member(std::string_view key, const Json& value) {
  writeKey(key);
  m_output.write(toText(value));
}

void JsonDocument::beginArray(std::string_view key) {
  writeKey(key);
  m_output.write("[");
  m_isFirstElement = true;
}

void JsonDocument::element(const Json& value) {
  m_output.write(m_isFirstElement ? "\n  " : ",\n  ");
  m_isFirstElement = false;
  m_output.write(toText(value));
}

void JsonDocument::endArray() {
  m_output.write(m_isFirstElement ? "]" : "\n]");
}

void JsonDocument::array(std::string_view key, const Json& values) {
  beginArray(key);
  for (const Json& value : values) {
    element(value);
  }
  endArray();
}

void JsonDocument::end() {
  m_output.write("\n}\n");
}

}  // namespace kernline::cli
