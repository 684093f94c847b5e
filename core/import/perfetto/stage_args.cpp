// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/stage_args.h"

#include "core/import/events/read_details.h"
#include "core/import/perfetto/wire.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace kernline::perfetto {

namespace {

constexpr std::pair<std::string_view, std::string_view> kinetoNames[] = {
    {"registers_per_thread", "registers per thread"},
    {"shared_mem_dynamic", "shared memory"},
    {"device id", "device"},
    {"context id", "context"},
    {"stream id", "stream"},
};

std::string kinetoName(std::string_view name) {
  const auto* const known = std::ranges::find(kinetoNames, name, &std::pair<std::string_view, std::string_view>::first);
  return readable(known != std::end(kinetoNames) ? known->second : name);
}

ArgNode numberNode(std::string key, std::string text) {
  ArgNode node;
  node.kind = ArgNode::Kind::Number;
  node.key = std::move(key);
  node.text = std::move(text);
  return node;
}

/// As JSON if it is a number or a list, else as it stands.
ArgNode extraNode(std::string_view name, std::string_view value) {
  ArgNode node;
  const chrome::ValueScan scan = chrome::scanValue(value.data(), value.data() + value.size());
  const bool isWhole = scan.after == value.data() + value.size();
  const bool isValue = scan.value.kind == chrome::RawValue::Kind::Number ||
                       scan.value.kind == chrome::RawValue::Kind::Array ||
                       scan.value.kind == chrome::RawValue::Kind::Object;
  if (isWhole && isValue) {
    node = chrome::toTree(value);
  } else {
    node.kind = ArgNode::Kind::Text;
    node.text = readable(value);
  }
  node.key = kinetoName(name);
  return node;
}

/// Three sizes; those that are not written are 0.
ArgNode dimensions(std::string key, Message message) {
  std::array<std::uint64_t, 3> sizes{};
  while (message.next()) {
    const std::uint32_t axis = message.field();
    if (axis >= 1 && axis <= sizes.size() && message.isVarint()) {
      sizes[axis - 1] = message.number();
    }
  }
  ArgNode node;
  node.kind = ArgNode::Kind::Array;
  node.key = std::move(key);
  for (const std::uint64_t size : sizes) {
    node.children.push_back(numberNode({}, std::to_string(size)));
  }
  return node;
}

ArgNode launchArgument(Message message, const InternedText& textOf) {
  std::string name;
  ArgNode value;
  while (message.next()) {
    switch (message.tag()) {
      case varint(1):
        name = textOf(InternedKind::LaunchArgument, message.number());
        break;
      case bytes(2):
        name = message.bytes();
        break;
      case varint(3):
        value = numberNode({}, std::to_string(message.number()));
        break;
      case varint(4):
        value = numberNode({}, std::to_string(message.integer()));
        break;
      case fixed64(5):
        value = numberNode({}, fmt::format("{}", message.real()));
        break;
      case bytes(6):
        value = extraNode({}, message.bytes());
        break;
      default:
        break;
    }
  }
  value.key = kinetoName(name);
  return value;
}

void addLaunch(std::string_view launch, const InternedText& textOf, ArgNode& args) {
  for (Message message{launch}; message.next();) {
    switch (message.tag()) {
      case bytes(1):
        setMember(args, dimensions("grid", Message{message.bytes()}));
        break;
      case bytes(2):
        setMember(args, dimensions("block", Message{message.bytes()}));
        break;
      case bytes(3):
        setMember(args, launchArgument(Message{message.bytes()}, textOf));
        break;
      default:
        break;
    }
  }
  if (args.find("shared memory") == nullptr) {
    setMember(args, numberNode("shared memory", "0"));  // the writer leaves out what is 0
  }
}

}  // namespace

ArgNode stageArgs(const StageFields& fields, const InternedText& textOf) {
  ArgNode args;
  args.kind = ArgNode::Kind::Object;
  for (const auto& [name, value] : fields.extra) {
    setMember(args, extraNode(name, value));
  }
  if (!fields.launch.empty()) {
    addLaunch(fields.launch, textOf, args);
  }
  return args;
}

}  // namespace kernline::perfetto
