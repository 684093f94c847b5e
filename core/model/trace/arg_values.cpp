// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/arg_values.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>

namespace kernline::sql {

namespace {

using Json = nlohmann::ordered_json;

std::string jsonText(std::string_view text) {
  return Json(std::string{text}).dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <typename Number>
std::optional<Number> parsed(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

void append(std::string& out, const ArgNode& node);

void appendMembers(std::string& out, const ArgNode& node, bool isObject) {
  bool isFirst = true;
  for (const ArgNode& child : node.children) {
    out += isFirst ? "" : ", ";
    isFirst = false;
    if (isObject) {
      out += jsonText(child.key) + ": ";
    }
    append(out, child);
  }
}

void append(std::string& out, const ArgNode& node) {
  switch (node.kind) {
    case ArgNode::Kind::Null:
      out += "null";
      break;
    case ArgNode::Kind::Bool:
      out += node.text;
      break;
    case ArgNode::Kind::Number:
      out += Json::accept(node.text) ? node.text : jsonText(node.text);  // NaN is no JSON
      break;
    case ArgNode::Kind::Text:
    case ArgNode::Kind::Unread:
      out += jsonText(node.text);
      break;
    case ArgNode::Kind::Array:
      out += "[";
      appendMembers(out, node, false);
      out += "]";
      break;
    case ArgNode::Kind::Object:
      out += "{";
      appendMembers(out, node, true);
      out += "}";
      break;
  }
}

Cell numberCell(const std::string& text, std::string& scratch) {
  if (const auto integer = parsed<std::int64_t>(text)) {
    return Cell::integer(*integer);
  }
  const bool isInteger = text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) == std::string::npos;
  // Integers beyond 64 bits keep all digits as text.
  if (const auto real = isInteger ? std::nullopt : parsed<double>(text)) {
    return Cell::real(*real);
  }
  return Cell::passing(scratch = text);
}

}  // namespace

std::string toJson(const ArgNode& node) {
  std::string out;
  append(out, node);
  return out;
}

Cell cellOf(const ArgNode& node, std::string& scratch) {
  switch (node.kind) {
    case ArgNode::Kind::Null:
      return {};
    case ArgNode::Kind::Bool:
      return Cell::integer(node.text == "true" ? 1 : 0);
    case ArgNode::Kind::Number:
      return numberCell(node.text, scratch);
    case ArgNode::Kind::Text:
    case ArgNode::Kind::Unread:
      return Cell::passing(scratch = node.text);
    default:
      return Cell::passing(scratch = toJson(node));
  }
}

Cell argValue(const Trace& trace, SpanId span, std::string_view key, std::string& scratch) {
  const EventDetails details = trace.details(span);
  if (const ArgNode* whole = details.args.find(key)) {
    return cellOf(*whole, scratch);
  }
  const ArgNode* node = &details.args;
  while (node != nullptr && !key.empty()) {
    const std::size_t dot = std::min(key.find('.'), key.size());
    node = node->find(key.substr(0, dot));
    key.remove_prefix(std::min(dot + 1, key.size()));
  }
  return node == nullptr || node == &details.args ? Cell{} : cellOf(*node, scratch);
}

}  // namespace kernline::sql
