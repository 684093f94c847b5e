// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace kernline::cli::mcp {

namespace {

/// Versions with a handshake, oldest first.
constexpr std::array<std::string_view, 4> versions{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
constexpr std::string_view lastWithIdOfUnknown = "2025-06-18";
constexpr std::string_view statelessVersion = "2026-07-28";
constexpr const char* versionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* serverKey = "io.modelcontextprotocol/serverInfo";

constexpr const char* instructions =
    "Kernline reads profiles of GPU programs (torch.profiler, Nsight Systems, ROCm and others). Call open without a "
    "path to list the files, then summary for where time went, advise for what to change, statistics for kernels, "
    "compare for two recordings, query for anything else. Times are in nanoseconds, sizes in bytes. Answers are short: "
    "truncated and left_out say what is missing; limit and max_characters give more.";

Json serverInfo() {
  return {{"name", "kernline"}, {"title", "Kernline"}, {"version", KERNLINE_VERSION}};
}

Json capabilities() {
  return {{"tools", Json::object()}};
}

/// Adds the fields of results in the later revision.
Json stateless(Json result) {
  result["resultType"] = "complete";
  result["_meta"] = {{serverKey, serverInfo()}};
  return result;
}

/// Marks a list that does not change as long as the server runs.
Json cacheable(Json result) {
  constexpr int hourMs = 3'600'000;
  result["ttlMs"] = hourMs;
  result["cacheScope"] = "public";
  return result;
}

Json listedTools() {
  Json list = Json::array();
  for (const Tool& tool : tools()) {
    list.push_back(describedTool(tool));
  }
  return {{"tools", std::move(list)}};
}

/// Returns a member of an object; nullptr if there is none.
const Json* memberOf(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member == object.end() ? nullptr : &*member;
}

/// Whether the request names its version itself; a failure if it is not in the form of the later revision.
std::expected<bool, Failure> isStateless(const Request& request) {
  const Json* const meta = memberOf(request.params, "_meta");
  if (meta != nullptr && !meta->is_object()) {
    return std::unexpected(Failure{ErrorCode::InvalidParams, "\"_meta\" is not an object"});
  }
  const Json* const version = meta == nullptr ? nullptr : memberOf(*meta, versionKey);
  if (version == nullptr) {
    return false;
  }
  if (!version->is_string()) {
    return std::unexpected(Failure{ErrorCode::InvalidParams, fmt::format("\"{}\" is not a text", versionKey)});
  }
  if (*version != statelessVersion) {
    return std::unexpected(Failure{ErrorCode::UnsupportedVersion,
                                   "Unsupported protocol version",
                                   {{"supported", Json::array({statelessVersion})}, {"requested", *version}}});
  }
  const Json* const client = memberOf(*meta, capabilitiesKey);
  if (client == nullptr || !client->is_object()) {
    return std::unexpected(
        Failure{ErrorCode::InvalidParams, fmt::format("\"_meta\" lacks the object \"{}\"", capabilitiesKey)});
  }
  return true;
}

std::expected<ToolRequest, Failure> toolRequest(Request request, bool isStateless) {
  const Json* const name = memberOf(request.params, "name");
  if (name == nullptr || !name->is_string()) {
    return std::unexpected(Failure{ErrorCode::InvalidParams, "tools/call needs the name of a tool"});
  }
  const Tool* const tool = toolNamed(name->get<std::string>());
  if (tool == nullptr) {
    constexpr std::size_t shown = 60;
    return std::unexpected(
        Failure{ErrorCode::InvalidParams, fmt::format("Unknown tool: {}", name->get<std::string>().substr(0, shown))});
  }
  ToolRequest call{.id = *request.id, .tool = tool, .isStateless = isStateless};
  if (const auto arguments = request.params.find("arguments"); arguments != request.params.end()) {
    if (!arguments->is_object()) {
      return std::unexpected(Failure{ErrorCode::InvalidParams, "\"arguments\" is not an object"});
    }
    call.arguments = std::move(*arguments);
  }
  return call;
}

Reaction reactionTo(const Request& notification) {
  const Json* const id = memberOf(notification.params, "requestId");
  const bool isCancellation = notification.method == "notifications/cancelled" && id != nullptr;
  return isCancellation ? Reaction(Cancellation{*id}) : Reaction(NoReply{});
}

}  // namespace

Reaction Session::react(Json message) {
  auto request = requestFrom(std::move(message));
  if (!request) {
    const BadMessage& bad = request.error();
    return bad.id ? errorMessage(bad.id, bad.failure) : unreadable(bad.failure);
  }
  if (!*request) {
    return NoReply{};
  }
  return (*request)->id ? answerTo(std::move(**request)) : reactionTo(**request);
}

bool Session::takesBatches() const {
  return m_version.empty() || m_version == versions[0] || m_version == versions[1];
}

Json Session::unreadable(const Failure& failure) const {
  const bool hasId = m_version <= lastWithIdOfUnknown;
  return errorMessage(hasId ? std::optional<Json>(nullptr) : std::nullopt, failure);
}

Json Session::toolResult(const ToolRequest& request, Json content, bool isError) {
  Json result{{"content", std::move(content)}, {"isError", isError}};
  return resultMessage(request.id, request.isStateless ? stateless(std::move(result)) : std::move(result));
}

Json Session::initialized(const Json& params) {
  const std::string asked = params["protocolVersion"].get<std::string>();
  m_version = std::ranges::find(versions, asked) != versions.end() ? asked : std::string(versions.back());
  return {{"protocolVersion", m_version},
          {"capabilities", capabilities()},
          {"serverInfo", serverInfo()},
          {"instructions", instructions}};
}

Reaction Session::answerTo(Request request) {
  const Json id = *request.id;
  const auto isModern = isStateless(request);
  if (!isModern) {
    return errorMessage(id, isModern.error());
  }
  if (request.method == "initialize") {
    const Json* const version = memberOf(request.params, "protocolVersion");
    const bool isValid = version != nullptr && version->is_string();
    return isValid ? resultMessage(id, initialized(request.params))
                   : errorMessage(id, {ErrorCode::InvalidParams, "initialize needs \"protocolVersion\", a text"});
  }
  if (request.method == "ping" && !*isModern) {
    return resultMessage(id, Json::object());
  }
  if (request.method == "server/discover" && *isModern) {
    const Json result{{"supportedVersions", Json::array({statelessVersion})},
                      {"capabilities", capabilities()},
                      {"instructions", instructions}};
    return resultMessage(id, stateless(cacheable(result)));
  }
  const bool isOfTools = request.method == "tools/list" || request.method == "tools/call";
  if (!isOfTools) {
    constexpr std::size_t shown = 60;
    return errorMessage(
        id, {ErrorCode::MethodNotFound, fmt::format("there is no method {}", request.method.substr(0, shown))});
  }
  if (!*isModern && m_version.empty()) {
    return errorMessage(id, {ErrorCode::InvalidRequest, "send initialize first"});
  }
  if (request.method == "tools/list") {
    return resultMessage(id, *isModern ? stateless(cacheable(listedTools())) : listedTools());
  }
  auto call = toolRequest(std::move(request), *isModern);
  return call ? Reaction(std::move(*call)) : Reaction(errorMessage(id, call.error()));
}

}  // namespace kernline::cli::mcp
