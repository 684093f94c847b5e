// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice.h"
#include "core/model/base/rule_lines.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// A rule for host activity that can be avoided: a paragraph of a file of rules. resources/advice.txt describes the
/// format and contains the built-in rules.
struct AdviceRule {
  std::string id;
  AdviceKind kind = AdviceKind::HostCall;  ///< HostCall, Synchronization or DataParallel
  std::string calls;                       ///< a regular expression (RE2)
  std::string within;
  std::string outside;
  bool isTop = false;
  bool waits = false;
  bool isSeries = false;
  std::uint64_t atLeast = 1;     ///< calls a step
  bool needsNoActivity = false;  ///< activities they launch are saved with them
  std::uint64_t bucket = 0;      ///< bucket in MiB: only collectives that could be part of one of this size count
  std::string title;
  std::string hint;

  bool operator==(const AdviceRule&) const = default;
};

struct AdviceRuleFile {
  std::vector<AdviceRule> rules;
  std::vector<LineProblem> problems;  ///< each of a line or a paragraph that is left out
};

/// Never fails: unusable lines are reported and skipped.
[[nodiscard]] AdviceRuleFile parseAdviceRules(std::string_view text);
/// The rules that come with the program.
[[nodiscard]] const std::vector<AdviceRule>& builtinAdviceRules();
/// Returns the rules in force: the user's own, then the built-in rules whose ids the user's do not have.
[[nodiscard]] std::shared_ptr<const std::vector<AdviceRule>> adviceRules();
void setOwnAdviceRules(std::vector<AdviceRule> own);

/// advice.txt in the folder "kernline" of $XDG_CONFIG_HOME, or else of ~/.config. Empty without either.
[[nodiscard]] std::filesystem::path userAdviceFile();
/// Puts the user's own rules in force. Returns what could not be used, each a sentence with file and line.
[[nodiscard]] std::vector<std::string> useOwnAdvice();

}  // namespace kernline
