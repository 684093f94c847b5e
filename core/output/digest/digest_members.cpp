// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/digest/digest_members.h"

#include <algorithm>

namespace kernline::digest {

const DigestJson& memberOf(const DigestJson& object, const char* key) {
  const auto at = object.find(key);
  if (at == object.end()) {
    throw Unsound{key};
  }
  return *at;
}

std::int64_t numberOf(const DigestJson& object, const char* key, std::int64_t least, std::int64_t most) {
  const DigestJson& value = memberOf(object, key);
  const bool isFit =
      value.is_number_integer() && !(value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX);
  if (!isFit || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most) {
    throw Unsound{key};
  }
  return value.get<std::int64_t>();
}

std::int64_t timeOf(const DigestJson& object, const char* key) {
  return numberOf(object, key, -maxTimeNs, maxTimeNs);
}

Duration lengthOf(const DigestJson& object, const char* key) {
  return {std::min(numberOf(object, key, 0, maxTimeNs), maxDurationNs)};
}

std::uint64_t countOf(const DigestJson& object, const char* key) {
  return static_cast<std::uint64_t>(numberOf(object, key, 0, INT64_MAX));
}

std::int32_t rankOf(const DigestJson& object, const char* key) {
  return memberOf(object, key).is_null() ? -1 : static_cast<std::int32_t>(numberOf(object, key, 0, INT32_MAX));
}

std::string wordsOf(const DigestJson& object, const char* key) {
  const DigestJson& value = memberOf(object, key);
  if (!value.is_string()) {
    throw Unsound{key};
  }
  return value.get<std::string>();
}

TimeRange rangeOf(const DigestJson& object) {
  const TimeRange range{{timeOf(object, "start_ns")}, {timeOf(object, "end_ns")}};
  if (range.end < range.begin) {
    throw Unsound{"end_ns"};
  }
  return range;
}

const DigestJson& arrayOf(const DigestJson& object, const char* key) {
  const DigestJson& value = memberOf(object, key);
  if (!value.is_array()) {
    throw Unsound{key};
  }
  return value;
}

Column columnOf(const DigestJson& object, const char* key, std::int64_t least, std::int64_t most,
                std::optional<std::size_t> count) {
  const DigestJson& values = arrayOf(object, key);
  if (count && values.size() != *count) {
    throw Unsound{key};
  }
  Column column;
  column.reserve(values.size());
  for (const DigestJson& value : values) {
    const auto number = value.is_number_integer() ? value.get<std::int64_t>() : INT64_MIN;
    if (number < least || number > most) {
      throw Unsound{key};
    }
    column.push_back(number);
  }
  return column;
}

Column placesOf(const DigestJson& object, const char* key, std::size_t limit, std::optional<std::size_t> count) {
  return columnOf(object, key, 0, static_cast<std::int64_t>(limit) - 1, count);
}

}  // namespace kernline::digest
