// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// An entry of tests/ALLOWED_SKIPS, whose head describes each kind.
struct AllowedSkip {
  enum class Kind { Data, Plain, Kernels, Test };

  Kind kind = Kind::Test;
  std::string pattern;  // `*` matches any text
  std::string reason;
};

/// Every entry of a list; fails the running test, or the program outside of one, at a line that is none.
[[nodiscard]] std::vector<AllowedSkip> readAllowedSkips(std::string_view text);

/// Returns why `name` may be left out; nullopt if no entry of tests/ALLOWED_SKIPS allows it.
[[nodiscard]] std::optional<std::string> allowedSkip(AllowedSkip::Kind kind, const std::string& name);

/// Returns why a test may be skipped with this message.
[[nodiscard]] std::optional<std::string> reasonToSkip(const std::string& test, std::string_view message);

/// Returns the message of a test without a file to read, for GTEST_SKIP().
[[nodiscard]] std::string lacks(std::string_view sharedFile);

}  // namespace kernline::test
