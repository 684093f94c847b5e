// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pprof/profile.h"

#include "core/import/protobuf/message_walk.h"

#include <algorithm>
#include <utility>

namespace kernline::pprof {

namespace {

using protobuf::MessageWalk;

// Numbers of the fields that are read, by the messages of pprof's profile.proto.

namespace profile_field {
constexpr std::uint32_t sampleType = 1;
constexpr std::uint32_t sample = 2;
constexpr std::uint32_t location = 4;
constexpr std::uint32_t function = 5;
constexpr std::uint32_t stringTable = 6;
constexpr std::uint32_t timeNanos = 9;
constexpr std::uint32_t durationNanos = 10;
constexpr std::uint32_t defaultSampleType = 14;
}  // namespace profile_field

namespace value_type {
constexpr std::uint32_t type = 1;
constexpr std::uint32_t unit = 2;
}  // namespace value_type

namespace sample_field {
constexpr std::uint32_t locationId = 1;
constexpr std::uint32_t value = 2;
constexpr std::uint32_t label = 3;
}  // namespace sample_field

namespace location_field {
constexpr std::uint32_t id = 1;
constexpr std::uint32_t address = 3;
constexpr std::uint32_t line = 4;
}  // namespace location_field

namespace line_field {
constexpr std::uint32_t functionId = 1;
constexpr std::uint32_t line = 2;
}  // namespace line_field

namespace function_field {
constexpr std::uint32_t id = 1;
constexpr std::uint32_t name = 2;
constexpr std::uint32_t systemName = 3;
constexpr std::uint32_t filename = 4;
}  // namespace function_field

/// Numbers of texts, which may come later in the file than their uses.
struct TypeNumbers {
  std::uint64_t type = 0;
  std::uint64_t unit = 0;
};

TypeNumbers readType(std::string_view message) {
  TypeNumbers numbers;
  for (MessageWalk walk(message); walk.next();) {
    if (walk.field() == value_type::type) {
      numbers.type = walk.number();
    } else if (walk.field() == value_type::unit) {
      numbers.unit = walk.number();
    }
  }
  return numbers;
}

struct FunctionNumbers {
  std::uint64_t id = 0;
  std::uint64_t name = 0;
  std::uint64_t systemName = 0;
  std::uint64_t file = 0;
};

FunctionNumbers readFunction(std::string_view message) {
  FunctionNumbers numbers;
  for (MessageWalk walk(message); walk.next();) {
    switch (walk.field()) {
      case function_field::id:
        numbers.id = walk.number();
        break;
      case function_field::name:
        numbers.name = walk.number();
        break;
      case function_field::systemName:
        numbers.systemName = walk.number();
        break;
      case function_field::filename:
        numbers.file = walk.number();
        break;
      default:
        break;
    }
  }
  return numbers;
}

Line readLine(std::string_view message) {
  Line line;
  for (MessageWalk walk(message); walk.next();) {
    if (walk.field() == line_field::functionId) {
      line.function = walk.number();
    } else if (walk.field() == line_field::line) {
      line.line = walk.integer();
    }
  }
  return line;
}

std::pair<std::uint64_t, Location> readLocation(std::string_view message) {
  std::pair<std::uint64_t, Location> read;
  for (MessageWalk walk(message); walk.next();) {
    if (walk.field() == location_field::id) {
      read.first = walk.number();
    } else if (walk.field() == location_field::address) {
      read.second.address = walk.number();
    } else if (walk.field() == location_field::line) {
      read.second.lines.push_back(readLine(walk.bytes()));
    }
  }
  if (read.second.lines.empty()) {
    read.second.lines.emplace_back();  // a place without symbols
  }
  return read;
}

}  // namespace

Sample readSample(std::string_view message) {
  Sample sample;
  MessageWalk walk(message);
  bool isGood = true;
  while (walk.next()) {
    if (walk.field() == sample_field::locationId) {
      isGood = protobuf::takeNumbers(walk, [&](std::uint64_t id) { sample.locations.push_back(id); }) && isGood;
    } else if (walk.field() == sample_field::value) {
      isGood = protobuf::takeNumbers(
                   walk, [&](std::uint64_t value) { sample.values.push_back(static_cast<std::int64_t>(value)); }) &&
               isGood;
    } else if (walk.field() == sample_field::label) {
      ++sample.labels;
    }
  }
  sample.isDamaged = walk.isDamaged() || !isGood;
  return sample;
}

std::size_t Profile::shownType() const {
  const auto named = std::ranges::find(types, defaultType, &ValueType::type);
  if (!defaultType.empty() && named != types.end()) {
    return static_cast<std::size_t>(named - types.begin());
  }
  return types.empty() ? 0 : types.size() - 1;
}

Profile readProfile(std::string_view bytes) {
  Profile profile;
  std::vector<TypeNumbers> types;
  std::vector<FunctionNumbers> functions;
  std::uint64_t defaultType = 0;
  MessageWalk walk(bytes);
  while (walk.next()) {
    switch (walk.field()) {
      case profile_field::sampleType:
        types.push_back(readType(walk.bytes()));
        break;
      case profile_field::sample:
        profile.samples.push_back(walk.bytes());
        profile.sampleBegins.push_back(walk.begin());
        break;
      case profile_field::location:
        profile.locations.insert(readLocation(walk.bytes()));
        break;
      case profile_field::function:
        functions.push_back(readFunction(walk.bytes()));
        break;
      case profile_field::stringTable:
        profile.texts.push_back(walk.bytes());
        break;
      case profile_field::timeNanos:
        profile.startUtcNs = walk.integer();
        break;
      case profile_field::durationNanos:
        profile.durationNs = walk.integer();
        break;
      case profile_field::defaultSampleType:
        defaultType = walk.number();
        break;
      default:
        break;
    }
  }
  profile.isTruncated = walk.isDamaged();
  for (const TypeNumbers& type : types) {
    profile.types.push_back({profile.text(type.type), profile.text(type.unit)});
  }
  for (const FunctionNumbers& function : functions) {
    const std::string_view name = profile.text(function.name);
    profile.functions.try_emplace(
        function.id, Function{name.empty() ? profile.text(function.systemName) : name, profile.text(function.file)});
  }
  profile.defaultType = profile.text(defaultType);
  return profile;
}

void stackOf(const Profile& profile, const Sample& sample, std::vector<Place>& stack) {
  constexpr std::size_t maxPlaces = std::size_t{1} << 16;
  stack.clear();
  for (const std::uint64_t id : sample.locations) {
    if (stack.size() >= maxPlaces) {
      break;
    }
    const auto at = profile.locations.find(id);
    const std::size_t lines = at == profile.locations.end() ? 1 : std::min(at->second.lines.size(), maxPlaces);
    for (std::size_t line = 0; line < lines; ++line) {
      stack.push_back({id, line});
    }
  }
  std::ranges::reverse(stack);
}

}  // namespace kernline::pprof
