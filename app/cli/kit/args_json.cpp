// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/args_json.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

namespace kernline::cli {

namespace {

template <typename Number>
std::optional<Number> exactNumber(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

Json numberJson(std::string_view text) {
  if (const auto value = exactNumber<std::int64_t>(text)) {
    return *value;
  }
  if (const auto value = exactNumber<std::uint64_t>(text)) {
    return *value;
  }
  if (text.find_first_of(".eE") == std::string_view::npos && text.find_first_of("nN") == std::string_view::npos) {
    return textValue(text);
  }
  const auto value = exactNumber<double>(text);
  return value && std::isfinite(*value) ? Json(*value) : Json{};
}

}  // namespace

Json toJson(const ArgNode& node) {
  switch (node.kind) {
    case ArgNode::Kind::Null:
      return {};
    case ArgNode::Kind::Bool:
      return node.text == "true";
    case ArgNode::Kind::Number:
      return numberJson(node.text);
    case ArgNode::Kind::Text:
    case ArgNode::Kind::Unread:
      return textValue(node.text);
    case ArgNode::Kind::Array: {
      Json array = Json::array();
      for (const ArgNode& child : node.children) {
        array.push_back(toJson(child));
      }
      return array;
    }
    case ArgNode::Kind::Object: {
      Json object = Json::object();
      for (const ArgNode& child : node.children) {
        object[child.key] = toJson(child);
      }
      return object;
    }
  }
  return {};
}

Json argsObject(const ArgNode& args) {
  if (args.kind == ArgNode::Kind::Object) {
    return toJson(args);
  }
  return args.kind == ArgNode::Kind::Null ? Json::object() : Json{{"items", toJson(args)}};
}

}  // namespace kernline::cli
