// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Members of a digest, each what it has to be; else `Unsound` is thrown.
namespace kernline::digest {

using DigestJson = nlohmann::json;
using Column = std::vector<std::int64_t>;

/// Limit of times of a digest either way (73 years), so that sums of a few never overflow.
inline constexpr std::int64_t maxTimeNs = std::int64_t{1} << 61;
/// A longer duration (13 days) is nonsense of a trace and counts as this, so that sums of many do not overflow.
inline constexpr std::int64_t maxDurationNs = std::int64_t{1} << 50;

/// Thrown if a member is invalid; caught in `readDigestText`.
struct Unsound {
  std::string member;
};

[[nodiscard]] const DigestJson& memberOf(const DigestJson& object, const char* key);
[[nodiscard]] std::int64_t numberOf(const DigestJson& object, const char* key, std::int64_t least, std::int64_t most);
[[nodiscard]] std::int64_t timeOf(const DigestJson& object, const char* key);
[[nodiscard]] Duration lengthOf(const DigestJson& object, const char* key);
[[nodiscard]] std::uint64_t countOf(const DigestJson& object, const char* key);
/// -1 for null.
[[nodiscard]] std::int32_t rankOf(const DigestJson& object, const char* key);
[[nodiscard]] std::string wordsOf(const DigestJson& object, const char* key);
[[nodiscard]] TimeRange rangeOf(const DigestJson& object);
[[nodiscard]] const DigestJson& arrayOf(const DigestJson& object, const char* key);
/// Whole numbers in a range, as many as wanted.
[[nodiscard]] Column columnOf(const DigestJson& object, const char* key, std::int64_t least, std::int64_t most,
                              std::optional<std::size_t> count = {});
/// Numbers of things of which there are `things`.
[[nodiscard]] Column placesOf(const DigestJson& object, const char* key, std::size_t limit,
                              std::optional<std::size_t> count = {});

}  // namespace kernline::digest
