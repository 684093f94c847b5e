// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kernline::cli::mcp {

namespace {

constexpr std::size_t maxDepth = 64;

/// Returns the greatest number of open brackets, outside texts.
std::size_t depthOf(std::string_view json) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  bool isText = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (isText) {
      i += c == '\\' ? 1 : 0;
      isText = c != '"';
    } else if (c == '"') {
      isText = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

/// Returns the id; nullopt if it is missing or invalid.
std::optional<Json> idOf(const Json& message) {
  const auto id = message.find("id");
  return id != message.end() && (id->is_string() || id->is_number_integer()) ? std::optional(*id) : std::nullopt;
}

}  // namespace

std::expected<Json, Failure> messageFrom(std::string_view line) {
  if (depthOf(line) > maxDepth) {  // deeper ones would be copied and written by deep recursion
    return std::unexpected(
        Failure{ErrorCode::ParseError, fmt::format("the message is nested deeper than {} levels", maxDepth)});
  }
  Json message = Json::parse(line, nullptr, false);
  if (message.is_discarded()) {
    return std::unexpected(Failure{ErrorCode::ParseError, "the line is not JSON"});
  }
  return message;
}

std::expected<std::optional<Request>, BadMessage> requestFrom(Json message) {
  const auto refuse = [&](ErrorCode code, std::string_view why) {
    return std::unexpected(
        BadMessage{.id = message.is_object() ? idOf(message) : std::nullopt, .failure = {code, std::string{why}}});
  };
  if (!message.is_object()) {
    return refuse(ErrorCode::InvalidRequest, "a message is a JSON object");
  }
  const auto version = message.find("jsonrpc");
  if (version == message.end() || *version != "2.0") {
    return refuse(ErrorCode::InvalidRequest, "\"jsonrpc\" is missing or not \"2.0\"");
  }
  const bool isAnswer = message.contains("result") || message.contains("error");
  if (isAnswer && !message.contains("method")) {
    return std::nullopt;
  }
  Request request{.id = idOf(message), .method = {}};
  if (message.contains("id") && !request.id) {
    return refuse(ErrorCode::InvalidRequest, "\"id\" is neither a text nor a whole number");
  }
  const auto method = message.find("method");
  if (method == message.end() || !method->is_string()) {
    return refuse(ErrorCode::InvalidRequest, "\"method\" is missing or not a text");
  }
  request.method = method->get<std::string>();
  if (const auto params = message.find("params"); params != message.end()) {
    if (!params->is_object()) {
      return refuse(ErrorCode::InvalidParams, "\"params\" is not an object");
    }
    request.params = std::move(*params);
  }
  return request;
}

Json resultMessage(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json errorMessage(const std::optional<Json>& id, const Failure& failure) {
  Json error{{"code", static_cast<int>(failure.code)}, {"message", failure.sentence}};
  if (!failure.data.is_null()) {
    error["data"] = failure.data;
  }
  Json message{{"jsonrpc", "2.0"}};
  if (id) {
    message["id"] = *id;
  }
  message["error"] = std::move(error);
  return message;
}

}  // namespace kernline::cli::mcp
