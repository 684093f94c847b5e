// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/base/rule_lines.h"
#include "core/model/names/kernel_name.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// "family: pattern", a line of a file of rules. resources/families.txt describes the syntax, and is the default.
struct FamilyRule {
  std::string family;
  std::string pattern;  ///< a regular expression (RE2), whatever the case
  std::string remark;   ///< the lines above it that begin with #, without that; may be empty

  bool operator==(const FamilyRule&) const = default;
};

struct FamilyFile {
  std::vector<FamilyRule> rules;
  std::vector<LineProblem> problems;  ///< each of a line that is left out of `rules`
};

/// Never fails: unusable lines are reported and skipped.
[[nodiscard]] FamilyFile parseFamilies(std::string_view text);
[[nodiscard]] std::string toText(const std::vector<FamilyRule>& rules);

/// Returns the problem of a pattern; empty if there is none.
[[nodiscard]] Message problemOf(const FamilyRule& rule);

/// The rules that come with the program.
[[nodiscard]] const std::vector<FamilyRule>& builtinFamilyRules();

/// Rules ready to be tried on names, from any thread.
class FamilyRules {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// `own`, then those that come with the program. Rules with a problem match no kernel.
  explicit FamilyRules(std::vector<FamilyRule> own);
  FamilyRules(const FamilyRules&) = delete;
  FamilyRules& operator=(const FamilyRules&) = delete;
  ~FamilyRules();

  [[nodiscard]] const std::vector<FamilyRule>& rules() const { return m_rules; }
  [[nodiscard]] std::size_t ownCount() const { return m_ownCount; }  ///< these are the first

  /// The first rule that catches `name`, or `none`. Looks at 4 KiB of the name at most.
  [[nodiscard]] std::size_t ruleFor(std::string_view name) const;
  [[nodiscard]] KernelFamily familyOf(std::string_view name) const;

 private:
  struct Matcher;

  std::vector<FamilyRule> m_rules;
  std::vector<Matcher> m_matchers;
  std::size_t m_ownCount = 0;
};

/// The rules in force: what `kernelFamily` and `isCommunication` go by.
[[nodiscard]] std::shared_ptr<const FamilyRules> familyRules();
/// Figures that were made before keep the families of before.
void setFamilyRules(std::shared_ptr<const FamilyRules> rules);

/// The family of that name, whatever its case; a new one gets a number of its own, for as long as the program runs.
/// Other if there are more than 200 of those.
[[nodiscard]] KernelFamily familyNamed(std::string_view name);
/// Greater than the number of any family so far.
[[nodiscard]] std::size_t knownFamilyCount();

}  // namespace kernline
