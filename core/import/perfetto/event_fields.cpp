// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/event_fields.h"

#include <algorithm>

namespace kernline::perfetto {

namespace {

void addFixed(Message& message, std::vector<std::uint64_t>& numbers) {
  if (message.has_wire_type(protozero::pbf_wire_type::fixed64)) {
    numbers.push_back(message.get_fixed64());
    return;
  }
  for (const std::uint64_t number : message.get_packed_fixed64()) {
    numbers.push_back(number);
  }
}

void readStages(Message message, std::vector<std::uint64_t>& stages) {
  while (message.next()) {
    if (message.tag_and_type() == varint(1) || message.tag_and_type() == bytes(1)) {
      addNumbers(message, stages);
    } else {
      message.skip();
    }
  }
}

std::uint64_t iidIn(Message message, std::uint32_t field) {
  std::uint64_t iid = 0;
  while (message.next()) {
    if (message.tag_and_type() == varint(field)) {
      iid = message.get_uint64();
    } else {
      message.skip();
    }
  }
  return iid;
}

/// False for fields that are no ids.
bool readLegacyId(Message& message, LegacyFields& legacy) {
  switch (message.tag_and_type()) {
    case varint(6):
    case varint(10):
    case varint(11):
      legacy.hasId = true;
      legacy.isLocalId = message.tag() == 10;
      legacy.id = message.get_uint64();
      return true;
    case bytes(7):
      legacy.idScope = textOf(message);
      return true;
    case varint(8):
      legacy.bindId = message.get_uint64();
      return true;
    case varint(18):
      legacy.hasPid = true;
      legacy.pid = message.get_int32();
      return true;
    case varint(19):
      legacy.hasTid = true;
      legacy.tid = message.get_int32();
      return true;
    default:
      return false;
  }
}

void readLegacy(Message message, LegacyFields& legacy) {
  while (message.next()) {
    if (readLegacyId(message, legacy)) {
      continue;
    }
    switch (message.tag_and_type()) {
      case varint(1):
        legacy.nameIid = message.get_uint64();
        break;
      case varint(2):
        legacy.phase = static_cast<char>(message.get_int32());
        break;
      case varint(3):
        legacy.durationUs = message.get_int64();
        break;
      case varint(12):
        legacy.bindsEnclosing = message.get_uint32() != 0;
        break;
      case varint(13):
        legacy.flowDirection = message.get_uint32();
        break;
      case varint(14):
        legacy.instantScope = message.get_uint32();
        break;
      default:
        message.skip();
    }
  }
}

/// The fields that few events have.
void readRareField(Message& message, EventFields& event) {
  switch (message.tag_and_type()) {
    case bytes(6):
      event.hasLegacy = true;
      readLegacy(messageOf(textOf(message)), event.legacy);
      break;
    case varint(30):
      event.integer = message.get_int64();
      event.hasInteger = true;
      break;
    case fixed64(44):
      event.real = message.get_double();
      event.hasDouble = true;
      break;
    case varint(12):
    case bytes(12):
      addNumbers(message, event.extraValues);
      break;
    case varint(31):
    case bytes(31):
      addNumbers(message, event.extraTracks);
      break;
    case varint(45):
    case bytes(45):
      addNumbers(message, event.extraDoubleTracks);
      break;
    case fixed64(46):
      event.extraDoubles.push_back(message.get_double());
      break;
    case bytes(46):
      for (const double value : message.get_packed_double()) {
        event.extraDoubles.push_back(value);
      }
      break;
    case varint(36):
    case bytes(36):
      addNumbers(message, event.flows);
      break;
    case varint(42):
    case bytes(42):
      addNumbers(message, event.endingFlows);
      break;
    case bytes(21):
      event.logText = iidIn(messageOf(textOf(message)), 2);
      break;
    case bytes(33):
      event.sourceLocationText = textOf(message);
      break;
    case varint(34):
      event.sourceLocation = message.get_uint64();
      break;
    default:
      message.skip();
  }
}

}  // namespace

void addNumbers(Message& message, std::vector<std::uint64_t>& numbers) {
  if (message.has_wire_type(protozero::pbf_wire_type::varint)) {
    numbers.push_back(message.get_uint64());
    return;
  }
  for (const std::uint64_t number : message.get_packed_uint64()) {
    numbers.push_back(number);
  }
}

void EventFields::clear() {
  type = EventType::Unspecified;
  hasTrack = hasInteger = hasDouble = false;
  track = nameIid = sourceLocation = logText = 0;
  name = sourceLocationText = {};
  if (hasLegacy) {
    legacy = {};
    hasLegacy = false;
  }
  for (auto* list : {&categoryIids, &flows, &endingFlows, &stages, &extraTracks, &extraValues, &extraDoubleTracks}) {
    list->clear();
  }
  categories.clear();
  annotations.clear();
  extraDoubles.clear();
}

void EventFields::read(std::string_view payload) {
  clear();
  for (Message message = messageOf(payload); message.next();) {
    switch (message.tag_and_type()) {
      case varint(9):
        type = static_cast<EventType>(std::min(message.get_uint32(), 0xFFU));
        break;
      case varint(11):
        track = message.get_uint64();
        hasTrack = true;
        break;
      case varint(10):
        nameIid = message.get_uint64();
        break;
      case bytes(23):
        name = textOf(message);
        break;
      case varint(3):
      case bytes(3):
        addNumbers(message, categoryIids);
        break;
      case bytes(22):
        categories.push_back(textOf(message));
        break;
      case bytes(4):
        annotations.push_back(textOf(message));
        break;
      case fixed64(47):
      case bytes(47):
        addFixed(message, flows);
        break;
      case fixed64(48):
      case bytes(48):
        addFixed(message, endingFlows);
        break;
      case bytes(3000):
        readStages(messageOf(textOf(message)), stages);
        break;
      default:
        readRareField(message, *this);
    }
  }
}

}  // namespace kernline::perfetto
