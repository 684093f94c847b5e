// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/call_arguments.h"
#include "core/analysis/work/work_expression.h"
#include "core/model/base/message.h"
#include "core/model/base/rule_lines.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// The unit that does the arithmetic, and so which peak rate applies.
enum class WorkUnit : std::uint8_t { Vector, Matrix };

/// A parameter of an operator's signature.
struct WorkParameter {
  std::string name;     ///< "_" if it is not used
  bool isRest = false;  ///< "all...": a list of all tensors from here on
  bool hasShape = false;
  /// "[B.., M, K]": names of dimensions, numbers, and at most one name with ".." for as many as are left.
  std::vector<std::string> shape = {};
  std::optional<double> fallback = {};  ///< default of a value that was not recorded
};

/// A line of a file of rules. resources/work.txt describes the syntax, and is the default.
struct WorkRule {
  std::string operators;                ///< names as written, separated by commas
  std::vector<std::string> names = {};  ///< these one by one; a * matches any text
  std::string text;                     ///< the whole line
  std::size_t line = 0;                 ///< line number, from 1
  std::vector<WorkParameter> parameters;
  std::optional<WorkExpression> flops;   ///< std::nullopt if it only moves data
  std::optional<WorkExpression> reads;   ///< bytes; std::nullopt for every tensor parameter once
  std::optional<WorkExpression> writes;  ///< bytes
  std::string typedBy;                   ///< the parameter whose element type the ceiling is of
  WorkUnit unit = WorkUnit::Vector;
};

/// Kernels that prepare or finish what others compute: "helpers: *splitKreduce*, *transpose*".
struct WorkHelpers {
  std::vector<std::string> names;  ///< names of kernels; a * matches any text
  std::string text;                ///< the whole line
  std::size_t line = 0;            ///< line number, from 1
};

struct WorkRuleFile {
  std::vector<WorkRule> rules;
  std::vector<WorkHelpers> helpers;
  std::vector<LineProblem> problems;  ///< each of a line that is left out of the others
};

/// Never fails: unusable lines are reported and skipped.
[[nodiscard]] WorkRuleFile parseWorkRules(std::string_view text);

struct CallWork {
  double flops = 0;
  double bytes = 0;  ///< compulsory: every input read once, every output written once
  WorkUnit unit = WorkUnit::Vector;
  std::string type;                ///< element type that the ceiling is of; empty if unknown
  const WorkRule* rule = nullptr;  ///< nullptr if no rule models it; then `reason`
  Message reason;
};

/// Rules ready to be applied, from any thread.
class WorkRules {
 public:
  /// Combines rules; those of `own` come before those of `others`.
  explicit WorkRules(WorkRuleFile own, const WorkRuleFile& others = {});

  /// Returns the built-in rules.
  [[nodiscard]] static const WorkRules& builtin();
  /// Returns the rules in force: the user's own before the built-in ones. Valid as long as the program runs.
  [[nodiscard]] static const WorkRules& current();
  /// Figures that were made before keep the rules of before.
  static void useOwn(WorkRuleFile own);

  [[nodiscard]] const std::vector<WorkRule>& rules() const { return m_rules; }
  [[nodiscard]] std::size_t ownCount() const { return m_ownCount; }  ///< these are the first
  [[nodiscard]] const std::vector<WorkHelpers>& helpers() const { return m_helpers; }
  [[nodiscard]] std::size_t ownHelperCount() const { return m_ownHelperCount; }  ///< these are the first
  /// Whether that kernel only prepares or finishes what others compute.
  [[nodiscard]] bool isHelper(std::string_view kernel) const;
  [[nodiscard]] bool knows(std::string_view op) const;
  /// Models a call by the first rule of that name whose signature fits.
  [[nodiscard]] CallWork workOf(std::string_view op, const CallArguments& call) const;

 private:
  /// Tries those for `op` in their order until `isDone` returns true.
  template <typename Try>
  bool anyRuleFor(std::string_view op, const Try& isDone) const;

  std::vector<WorkRule> m_rules;
  std::size_t m_ownCount = 0;
  std::vector<WorkHelpers> m_helpers;
  std::size_t m_ownHelperCount = 0;
  std::map<std::string, std::vector<std::size_t>, std::less<>> m_byName;
  std::vector<std::pair<std::string, std::size_t>> m_patterns;  // "triton_*"
};

}  // namespace kernline
