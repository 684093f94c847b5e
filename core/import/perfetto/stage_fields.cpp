// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/stage_fields.h"

#include "core/import/perfetto/wire.h"

#include <charconv>

namespace kernline::perfetto {

namespace {

std::pair<std::string_view, std::string_view> readExtra(Message message) {
  std::pair<std::string_view, std::string_view> extra;
  while (message.next()) {
    switch (message.tag()) {
      case bytes(1):
        extra.first = message.bytes();
        break;
      case bytes(2):
        extra.second = message.bytes();
        break;
      default:
        break;
    }
  }
  return extra;
}

/// Returns the member for a number of the message; nullptr if the field is no number.
std::uint64_t* numberField(StageFields& fields, std::uint32_t tag) {
  switch (tag) {
    case varint(1):
      fields.hasId = true;
      return &fields.id;
    case varint(2):
      fields.hasDuration = true;
      return &fields.duration;
    case varint(3):
      return &fields.lane;
    case varint(4):
      return &fields.stage;
    case varint(5):
      return &fields.context;
    case varint(11):
      return &fields.gpu;
    case varint(13):
      return &fields.laneIid;
    case varint(14):
      return &fields.stageIid;
    case varint(19):
      return &fields.kernelIid;
    case varint(20):
      return &fields.nameIid;
    default:
      return nullptr;
  }
}

}  // namespace

void StageFields::read(std::string_view payload) {
  constexpr std::size_t usualExtra = 8;
  extra.reserve(usualExtra);
  for (Message message{payload}; message.next();) {
    if (message.isVarint()) {
      if (std::uint64_t* const number = numberField(*this, message.tag())) {
        *number = message.number();
      }
      continue;
    }
    switch (message.tag()) {
      case bytes(6):
        extra.push_back(readExtra(Message{message.bytes()}));
        break;
      case bytes(7):
        specifications = message.bytes();
        break;
      case bytes(17):
        name = message.bytes();
        break;
      case bytes(21):
        launch = message.bytes();
        break;
      default:
        break;
    }
  }
}

std::uint64_t StageFields::correlation() const {
  for (const auto& [key, value] : extra) {
    if (key == "correlation") {
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      return error == std::errc{} ? number : 0;
    }
  }
  return 0;
}

}  // namespace kernline::perfetto
