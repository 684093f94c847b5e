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

std::string_view kinetoName(std::string_view name) {
  const auto* const known = std::ranges::find(kinetoNames, name, &std::pair<std::string_view, std::string_view>::first);
  return known != std::end(kinetoNames) ? known->second : name;
}

ArgNode numberNode(std::string key, std::string text) {
  ArgNode node;
  node.kind = ArgNode::Kind::Number;
  node.key = std::move(key);
  node.text = std::move(text);
  return node;
}

/// Returns the value as JSON if it is a number or a list, else as text.
ArgNode extraNode(std::string_view key, std::string_view value) {
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
  node.key = readable(key);
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
  node.children.reserve(sizes.size());
  for (const std::uint64_t size : sizes) {
    node.children.push_back(numberNode({}, std::to_string(size)));
  }
  return node;
}

/// Returns the name of a launch argument as the file spells it.
std::string_view launchArgumentName(Message message, const InternedText& textOf) {
  std::string_view name;
  while (message.next()) {
    if (message.tag() == varint(1)) {
      name = textOf(InternedKind::LaunchArgument, message.number());
    } else if (message.tag() == bytes(2)) {
      name = message.bytes();
    }
  }
  return name;
}

ArgNode launchArgument(std::string_view key, Message message) {
  ArgNode value;
  while (message.next()) {
    switch (message.tag()) {
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
  value.key = readable(key);
  return value;
}

void addLaunch(std::string_view launch, const InternedText& textOf, const WantedArgs& wanted, ArgNode& args) {
  const auto addSizes = [&](std::string_view key, std::string_view sizes) {
    if (wanted.contains(key)) {
      setMember(args, dimensions(std::string(key), Message{sizes}));
    }
  };
  for (Message message{launch}; message.next();) {
    switch (message.tag()) {
      case bytes(1):
        addSizes("grid", message.bytes());
        break;
      case bytes(2):
        addSizes("block", message.bytes());
        break;
      case bytes(3):
        if (const std::string_view key = kinetoName(launchArgumentName(Message{message.bytes()}, textOf));
            wanted.contains(key)) {
          setMember(args, launchArgument(key, Message{message.bytes()}));
        }
        break;
      default:
        break;
    }
  }
  constexpr std::string_view sharedMemory = "shared memory";
  if (wanted.contains(sharedMemory) && args.find(sharedMemory) == nullptr) {
    setMember(args, numberNode(std::string(sharedMemory), "0"));  // the writer leaves out what is 0
  }
}

}  // namespace

ArgNode stageArgs(const StageFields& fields, const InternedText& textOf, const WantedArgs& wanted) {
  ArgNode args;
  args.kind = ArgNode::Kind::Object;
  constexpr std::size_t usual = 8;
  args.children.reserve(usual);
  for (const auto& [name, value] : fields.extra) {
    if (const std::string_view key = kinetoName(name); wanted.contains(key)) {
      setMember(args, extraNode(key, value));
    }
  }
  if (!fields.launch.empty()) {
    addLaunch(fields.launch, textOf, wanted, args);
  }
  return args;
}

}  // namespace kernline::perfetto
