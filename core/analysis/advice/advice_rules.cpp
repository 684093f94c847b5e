// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_rules.h"

#include "core/analysis/query/text_pattern.h"
#include "core/model/base/text.h"
#include "core/model/base/user_file.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view builtinAdvice =
#include "builtin_advice.inc"
    ;

std::optional<Message> problemOfPattern(const std::string& pattern) {
  const Expected<TextPattern> compiled = TextPattern::compile({.text = pattern, .isRegex = true, .matchCase = true});
  return compiled ? std::nullopt : std::optional(compiled.error().message);
}

bool isYes(std::string_view value) {
  return value == "yes" || value == "true";
}

/// Reads paragraphs of "key: value".
class AdviceRuleReader {
 public:
  AdviceRuleFile read(std::string_view text) {
    forEachLine(text, [&](std::size_t number, std::string_view line) {
      if (line.empty()) {
        finish();
      } else if (!line.starts_with('#')) {
        take(number, line);
      }
    });
    finish();
    return std::move(m_file);
  }

 private:
  void take(std::size_t number, std::string_view line) {
    m_first = m_rule ? m_first : number;
    if (!m_rule) {
      m_rule.emplace();
    }
    const std::size_t colon = line.find(':');
    const std::string_view key = trimmed(line.substr(0, colon));
    const std::string_view value =
        colon == std::string_view::npos ? std::string_view() : trimmed(line.substr(colon + 1));
    if (value.empty()) {
      m_file.problems.push_back({number, Phrase::tr("expected \"key: value\"")});
    } else if (const std::optional<Message> problem = set(key, std::string(value))) {
      m_file.problems.push_back({number, *problem});
      m_isUsable = false;
    }
  }

  /// Returns what is wrong with it.
  std::optional<Message> set(std::string_view key, std::string value) {
    const auto pattern = [&](std::string& of) {
      const std::optional<Message> problem = problemOfPattern(value);
      of = std::move(value);
      return problem;
    };
    if (key == "calls") {
      return pattern(m_rule->calls);
    }
    if (key == "within") {
      return pattern(m_rule->within);
    }
    if (key == "outside") {
      return pattern(m_rule->outside);
    }
    if (key == "at least") {
      return setNumber(m_rule->atLeast, value);
    }
    if (key == "bucket") {
      return setNumber(m_rule->bucket, value);
    }
    if (key == "kind") {
      return setKind(value);
    }
    if (key == "id") {
      m_rule->id = std::move(value);
    } else if (key == "title") {
      m_rule->title = std::move(value);
    } else if (key == "hint") {
      m_rule->hint = std::move(value);
    } else if (key == "top") {
      m_rule->isTop = isYes(value);
    } else if (key == "waits") {
      m_rule->waits = isYes(value);
    } else if (key == "series") {
      m_rule->isSeries = isYes(value);
    } else if (key == "work") {
      m_rule->needsNoActivity = isYes(value);
    } else {
      return Phrase::tr(
                 "unknown key \"%1\": id, kind, calls, within, outside, top, waits, series, work, bucket, at least, "
                 "title or hint")
          .with(key);
    }
    return std::nullopt;
  }

  static std::optional<Message> setNumber(std::uint64_t& number, const std::string& value) {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    return error != std::errc{} || end != value.data() + value.size()
               ? std::optional<Message>(Phrase::tr("\"%1\" is no number").with(value))
               : std::nullopt;
  }

  std::optional<Message> setKind(const std::string& value) {
    for (const AdviceKind kind : {AdviceKind::HostCall, AdviceKind::Synchronization, AdviceKind::DataParallel}) {
      if (value == toText(kind)) {
        m_rule->kind = kind;
        return std::nullopt;
      }
    }
    return Phrase::tr("unknown kind \"%1\": synchronization, host_call or data_parallel").with(value);
  }

  void finish() {
    if (!m_rule) {
      return;
    }
    AdviceRule rule = *std::exchange(m_rule, std::nullopt);
    if (!std::exchange(m_isUsable, true)) {
      return;
    }
    if (rule.id.empty() || rule.calls.empty() || rule.title.empty()) {
      m_file.problems.push_back({m_first, Phrase::tr("a rule needs id, calls and title")});
    } else {
      m_file.rules.push_back(std::move(rule));
    }
  }

  AdviceRuleFile m_file;
  std::optional<AdviceRule> m_rule;  // the paragraph that is read
  std::size_t m_first = 0;           // its line
  bool m_isUsable = true;
};

struct AdviceInForce {
  std::mutex mutex;
  std::shared_ptr<const std::vector<AdviceRule>> rules;
};

AdviceInForce& adviceInForce() {
  static AdviceInForce current;
  return current;
}

}  // namespace

AdviceRuleFile parseAdviceRules(std::string_view text) {
  return AdviceRuleReader().read(text);
}

const std::vector<AdviceRule>& builtinAdviceRules() {
  static const std::vector<AdviceRule> rules = parseAdviceRules(builtinAdvice).rules;
  return rules;
}

std::shared_ptr<const std::vector<AdviceRule>> adviceRules() {
  AdviceInForce& current = adviceInForce();
  const std::scoped_lock lock(current.mutex);
  if (!current.rules) {
    current.rules = std::make_shared<const std::vector<AdviceRule>>(builtinAdviceRules());
  }
  return current.rules;
}

void setOwnAdviceRules(std::vector<AdviceRule> own) {
  for (const AdviceRule& rule : builtinAdviceRules()) {
    if (std::ranges::find(own, rule.id, &AdviceRule::id) == own.end()) {
      own.push_back(rule);
    }
  }
  AdviceInForce& current = adviceInForce();
  const std::scoped_lock lock(current.mutex);
  current.rules = std::make_shared<const std::vector<AdviceRule>>(std::move(own));
}

std::filesystem::path userAdviceFile() {
  return userFile("advice.txt");
}

std::vector<std::string> useOwnAdvice() {
  const std::filesystem::path file = userAdviceFile();
  if (file.empty()) {
    return {};
  }
  const Expected<std::string> text = readUserFile(file);
  if (!text) {
    return {text.error().message.english()};
  }
  AdviceRuleFile own = parseAdviceRules(*text);
  if (!own.rules.empty()) {
    setOwnAdviceRules(std::move(own.rules));
  }
  return complaintsOf(file, own.problems);
}

}  // namespace kernline
