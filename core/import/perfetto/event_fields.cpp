// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/event_fields.h"

#include <algorithm>
#include <bit>

namespace kernline::perfetto {

namespace {

void addFixed(Message message, std::vector<std::uint64_t>& numbers) {
  if (!takeFixed64(message, [&](std::uint64_t number) { numbers.push_back(number); })) {
    throw protobuf::DamagedMessage{};
  }
}

void addDoubles(const Message& message, std::vector<double>& numbers) {
  if (!takeFixed64(message, [&](std::uint64_t bits) { numbers.push_back(std::bit_cast<double>(bits)); })) {
    throw protobuf::DamagedMessage{};
  }
}

void readStages(Message message, std::vector<std::uint64_t>& stages) {
  while (message.next()) {
    if (message.tag() == varint(1) || message.tag() == bytes(1)) {
      addNumbers(message, stages);
    }
  }
}

std::uint64_t iidIn(Message message, std::uint32_t field) {
  std::uint64_t iid = 0;
  while (message.next()) {
    if (message.tag() == varint(field)) {
      iid = message.number();
    }
  }
  return iid;
}

/// Returns false for fields that are no ids.
bool readLegacyId(const Message& message, LegacyFields& legacy) {
  switch (message.tag()) {
    case varint(6):
    case varint(10):
    case varint(11):
      legacy.hasId = true;
      legacy.isLocalId = message.field() == 10;
      legacy.id = message.number();
      return true;
    case bytes(7):
      legacy.idScope = message.bytes();
      return true;
    case varint(8):
      legacy.bindId = message.number();
      return true;
    case varint(18):
      legacy.hasPid = true;
      legacy.pid = message.integer32();
      return true;
    case varint(19):
      legacy.hasTid = true;
      legacy.tid = message.integer32();
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
    switch (message.tag()) {
      case varint(1):
        legacy.nameIid = message.number();
        break;
      case varint(2):
        legacy.phase = static_cast<char>(message.integer32());
        break;
      case varint(3):
        legacy.durationUs = message.integer();
        break;
      case varint(12):
        legacy.bindsEnclosing = message.number32() != 0;
        break;
      case varint(13):
        legacy.flowDirection = message.number32();
        break;
      case varint(14):
        legacy.instantScope = message.number32();
        break;
      default:
        break;
    }
  }
}

/// Whether the length of an annotation's name, which writers put first, rules out an id's name.
bool hasOtherName(std::string_view annotation) {
  constexpr char nameTag = '\x52';
  return annotation.size() > 1 && annotation[0] == nameTag && annotation[1] != 11 && annotation[1] != 7 &&
         annotation[1] != 5;
}

}  // namespace

void addNumbers(Message message, std::vector<std::uint64_t>& numbers) {
  if (!takeNumbers(message, [&](std::uint64_t number) { numbers.push_back(number); })) {
    throw protobuf::DamagedMessage{};
  }
}

void EventFields::clear() {
  type = EventType::Unspecified;
  hasTrack = hasAnnotations = false;
  track = nameIid = 0;
  name = {};
  categoryIids.clear();
  annotations.clear();
  flows.clear();
  endingFlows.clear();
  stages.clear();
  if (m_hasRare) {
    m_hasRare = hasInteger = hasDouble = false;
    sourceLocation = logText = 0;
    sourceLocationText = {};
    legacy = {};
    for (auto* list : {&extraTracks, &extraValues, &extraDoubleTracks}) {
      list->clear();
    }
    categories.clear();
    extraDoubles.clear();
  }
}

void EventFields::readRareField(Message message) {
  m_hasRare = true;
  switch (message.tag()) {
    case bytes(6):
      readLegacy(Message{message.bytes()}, legacy);
      break;
    case varint(30):
      integer = message.integer();
      hasInteger = true;
      break;
    case fixed64(44):
      real = message.real();
      hasDouble = true;
      break;
    case varint(12):
    case bytes(12):
      addNumbers(message, extraValues);
      break;
    case varint(31):
    case bytes(31):
      addNumbers(message, extraTracks);
      break;
    case varint(45):
    case bytes(45):
      addNumbers(message, extraDoubleTracks);
      break;
    case fixed64(46):
    case bytes(46):
      addDoubles(message, extraDoubles);
      break;
    case varint(36):
    case bytes(36):
      addNumbers(message, flows);
      break;
    case varint(42):
    case bytes(42):
      addNumbers(message, endingFlows);
      break;
    case bytes(22):
      categories.push_back(message.bytes());
      break;
    case bytes(21):
      logText = iidIn(Message{message.bytes()}, 2);
      break;
    case bytes(33):
      sourceLocationText = message.bytes();
      break;
    case varint(34):
      sourceLocation = message.number();
      break;
    default:
      break;
  }
}

void EventFields::read(std::string_view payload, Keep keep) {
  clear();
  for (Message message{payload}; message.next();) {
    switch (message.tag()) {
      case varint(9):
        type = static_cast<EventType>(std::min(message.number32(), 0xFFU));
        break;
      case varint(11):
        track = message.number();
        hasTrack = true;
        break;
      case varint(10):
        nameIid = message.number();
        break;
      case bytes(23):
        name = message.bytes();
        break;
      case varint(3):
        categoryIids.push_back(message.number());
        break;
      case bytes(3):
        addNumbers(message, categoryIids);
        break;
      case bytes(4):
        hasAnnotations = true;
        if (keep == Keep::All || !hasOtherName(message.bytes())) {
          annotations.push_back(message.bytes());
        }
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
        readStages(Message{message.bytes()}, stages);
        break;
      default:
        readRareField(message);
    }
  }
}

}  // namespace kernline::perfetto
