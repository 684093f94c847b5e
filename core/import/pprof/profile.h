// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::pprof {

// The contents of a profile (google/pprof, proto/profile.proto), as views into the text.

/// Meaning of one number of each sample: "cpu" in "nanoseconds".
struct ValueType {
  std::string_view type;
  std::string_view unit;
};

struct Function {
  std::string_view name;
  std::string_view file;
};

/// A function in a place: what a frame is. Several of one place were inlined into each other, the innermost first.
struct Line {
  std::uint64_t function = 0;
  std::int64_t line = 0;
};

/// A place in a program.
struct Location {
  std::uint64_t address = 0;
  std::vector<Line> lines;
};

struct Sample {
  std::vector<std::uint64_t> locations;  ///< the leaf first
  std::vector<std::int64_t> values;      ///< one of each type
  std::size_t labels = 0;
  bool isDamaged = false;
};
[[nodiscard]] Sample readSample(std::string_view message);

struct Profile {
  std::vector<std::string_view> texts;
  std::vector<ValueType> types;
  std::unordered_map<std::uint64_t, Function> functions;
  std::unordered_map<std::uint64_t, Location> locations;
  std::vector<std::string_view> samples;  ///< messages, after their tags and lengths
  std::vector<const char*> sampleBegins;  ///< start of the field of each
  std::string_view defaultType;
  std::int64_t startUtcNs = 0;
  std::int64_t durationNs = 0;
  std::size_t brokenEntries = 0;
  bool isTruncated = false;

  [[nodiscard]] std::string_view text(std::uint64_t number) const {
    return number < texts.size() ? texts[number] : std::string_view{};
  }
  /// The one that pprof shows first.
  [[nodiscard]] std::size_t shownType() const;
};

[[nodiscard]] Profile readProfile(std::string_view bytes);

/// A stack as frames from the root to the leaf: numbers of locations and of lines in them.
struct Place {
  std::uint64_t location = 0;
  std::size_t line = 0;
};
void stackOf(const Profile& profile, const Sample& sample, std::vector<Place>& stack);

}  // namespace kernline::pprof
