// SPDX-License-Identifier: GPL-3.0-or-later
// A test is skipped for a reason that tests/ALLOWED_SKIPS gives, or it fails. What was skipped is said once more at the
// end of the run, a line a suite.
#include "tests/support/allowed_skips.h"

#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <fnmatch.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace kernline::test {

namespace {

constexpr std::string_view lacking = "lacks ";

const std::vector<AllowedSkip>& allowedSkips() {
  static const std::vector<AllowedSkip> all = readAllowedSkips(readFile(KERNLINE_SOURCE_DIR "/tests/ALLOWED_SKIPS"));
  return all;
}

std::optional<AllowedSkip::Kind> kindNamed(std::string_view word) {
  static const std::map<std::string_view, AllowedSkip::Kind> kinds{
      {"data", AllowedSkip::Kind::Data},
      {"plain", AllowedSkip::Kind::Plain},
      {"kernels", AllowedSkip::Kind::Kernels},
      {"test", AllowedSkip::Kind::Test},
  };
  const auto found = kinds.find(word);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

/// Returns the reason that the test gave when it was skipped.
std::string skipMessage(const testing::TestResult& result) {
  for (int i = 0; i < result.total_part_count(); ++i) {
    if (result.GetTestPartResult(i).skipped()) {
      const std::string_view message = result.GetTestPartResult(i).message();
      return std::string(message.substr(std::min(message.find_first_not_of('\n'), message.size())));
    }
  }
  return {};
}

class SkipListener : public testing::EmptyTestEventListener {
 public:
  void OnTestEnd(const testing::TestInfo& test) override {
    if (!test.result()->Skipped()) {
      return;
    }
    const std::string name = fmt::format("{}.{}", test.test_suite_name(), test.name());
    const std::string message = skipMessage(*test.result());
    if (const auto reason = reasonToSkip(name, message)) {
      Skipped& skipped = m_skipped[test.test_suite_name()];
      ++skipped.tests;
      skipped.reasons.insert(*reason);
    } else {
      ADD_FAILURE() << name << " was skipped (" << message << "), which tests/ALLOWED_SKIPS does not allow";
    }
  }

  void OnTestProgramEnd(const testing::UnitTest& /*program*/) override {
    for (const auto& [suite, skipped] : m_skipped) {
      fmt::print("Did not run: {}, {} test{}: {}\n", suite, skipped.tests, skipped.tests == 1 ? "" : "s",
                 fmt::join(skipped.reasons, "; "));
    }
  }

 private:
  struct Skipped {
    int tests = 0;
    std::set<std::string> reasons;
  };

  std::map<std::string, Skipped> m_skipped;  // keyed by suite
};

const bool isWatched = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new SkipListener);
  return true;
}();

}  // namespace

std::vector<AllowedSkip> readAllowedSkips(std::string_view text) {
  std::vector<AllowedSkip> all;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    std::istringstream words(line);
    std::string kind;
    AllowedSkip entry;
    words >> kind >> entry.pattern >> std::ws;
    std::getline(words, entry.reason);
    const auto known = kindNamed(kind);
    if (!known || entry.reason.empty()) {
      ADD_FAILURE() << "no entry of allowed skips: " << line;
      continue;
    }
    entry.kind = *known;
    all.push_back(std::move(entry));
  }
  return all;
}

std::optional<std::string> allowedSkip(AllowedSkip::Kind kind, const std::string& name) {
  const auto found = std::ranges::find_if(allowedSkips(), [&](const AllowedSkip& entry) {
    return entry.kind == kind && ::fnmatch(entry.pattern.c_str(), name.c_str(), 0) == 0;
  });
  return found == allowedSkips().end() ? std::nullopt : std::optional(found->reason);
}

std::optional<std::string> reasonToSkip(const std::string& test, std::string_view message) {
  if (message.starts_with(lacking)) {
    const std::string_view file = message.substr(lacking.size());
    return allowedSkip(AllowedSkip::Kind::Data, std::string(file.substr(0, file.find('\n'))));
  }
  return allowedSkip(AllowedSkip::Kind::Test, test);
}

std::string lacks(std::string_view sharedFile) {
  return std::string(lacking).append(sharedFile);
}

}  // namespace kernline::test
