// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/packed/packed_message.h"

#include <utility>
#include <vector>

namespace kernline::packed {

namespace {

constexpr std::uint64_t maxGaps = 9;
constexpr int maxMessageDepth = 16;

Message readPart(PackedReader& reader, int depth) {
  if (depth > maxMessageDepth) {
    throw BrokenBytes();
  }
  const bool isName = reader.numberUpTo(1) == 1;
  const std::string_view text = reader.text();
  if (isName) {
    return Message::name(std::string(text));
  }
  std::vector<Message> arguments;
  for (std::uint64_t left = reader.numberUpTo(maxGaps); left > 0; --left) {
    arguments.push_back(readPart(reader, depth + 1));
  }
  return Message::phrase(text, std::move(arguments));
}

}  // namespace

void addMessage(PackedWriter& writer, const Message& message) {
  writer.add(message.isName() ? 1 : 0);
  writer.addText(message.text());
  if (message.isName()) {
    return;
  }
  writer.add(message.arguments().size());
  for (const Message& argument : message.arguments()) {
    addMessage(writer, argument);
  }
}

Message readMessage(PackedReader& reader) {
  return readPart(reader, 0);
}

}  // namespace kernline::packed
