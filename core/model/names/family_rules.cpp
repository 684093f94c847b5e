// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/family_rules.h"

#include "core/model/base/text.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxMatchedBytes = 4096;
constexpr std::size_t maxPatternLength = 1000;
constexpr std::int64_t patternMemory = 1 << 20;
constexpr std::string_view wordStart = "(^|[^a-z0-9])";

bool isWordCharacter(char c) {
  return isLowerLetter(c) || isDigit(c);
}

bool isPlain(std::string_view pattern) {
  return std::ranges::all_of(pattern, [](char c) { return isWordCharacter(c) || c == '_' || c == ':' || c == ' '; });
}

bool startsWordOf(std::string_view name, std::string_view word) {
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    if (at == 0 || !isWordCharacter(name[at - 1])) {
      return true;
    }
  }
  return false;
}

/// `name` without the parameter list at its end: what a kernel is handed misleads about what it does.
std::string_view withoutParameters(std::string_view name) {
  if (!name.ends_with(')')) {
    return name;
  }
  int depth = 0;
  for (std::size_t at = name.size(); at-- > 0;) {
    depth += name[at] == ')' ? 1 : name[at] == '(' ? -1 : 0;
    if (depth == 0) {
      return at == 0 ? name : name.substr(0, at);
    }
  }
  return name;
}

std::string searchedText(std::string_view name) {
  return lowered(withoutParameters(name).substr(0, maxMatchedBytes));
}

std::unique_ptr<RE2> compiled(const std::string& pattern) {
  RE2::Options options(RE2::Quiet);
  options.set_case_sensitive(false);
  options.set_encoding(RE2::Options::EncodingLatin1);  // names may be cut within a character
  options.set_max_mem(patternMemory);
  return std::make_unique<RE2>(pattern, options);
}

/// A pattern, and the way it is matched against names.
struct Form {
  enum class Kind : std::uint8_t { Never, Start, Word, Anywhere, Expression };
  Kind kind = Kind::Never;
  std::string_view text;  // part of the pattern
};

Form formOf(std::string_view pattern) {
  if (isPlain(pattern)) {
    return {Form::Kind::Anywhere, pattern};
  }
  if (pattern.starts_with('^') && isPlain(pattern.substr(1))) {
    return {Form::Kind::Start, pattern.substr(1)};
  }
  if (pattern.starts_with(wordStart) && isPlain(pattern.substr(wordStart.size()))) {
    return {Form::Kind::Word, pattern.substr(wordStart.size())};
  }
  return {Form::Kind::Expression, pattern};
}

}  // namespace

/// A rule's pattern. Most are a text, at the start of the name, at that of a word or anywhere, and need no automaton.
struct FamilyRules::Matcher {
  KernelFamily family = KernelFamily::Other;
  Form form;
  std::unique_ptr<RE2> expression;

  explicit Matcher(const FamilyRule& rule) : form(formOf(rule.pattern)) {
    if (!problemOf(rule).isEmpty()) {
      form = {};
      return;
    }
    family = familyNamed(rule.family);
    if (form.kind == Form::Kind::Expression) {
      expression = compiled(rule.pattern);
    }
  }

  [[nodiscard]] bool isIn(std::string_view name) const {
    switch (form.kind) {
      case Form::Kind::Never:
        break;
      case Form::Kind::Start:
        return name.starts_with(form.text);
      case Form::Kind::Word:
        return startsWordOf(name, form.text);
      case Form::Kind::Anywhere:
        return name.contains(form.text);
      case Form::Kind::Expression:
        return RE2::PartialMatch({name.data(), name.size()}, *expression);
    }
    return false;
  }
};

Message problemOf(const FamilyRule& rule) {
  if (rule.family.empty() || rule.pattern.empty()) {
    return Phrase::tr("a rule needs a family and a pattern, for example “attention: flash_”");
  }
  if (rule.pattern.size() > maxPatternLength) {
    return Phrase::tr("the pattern is longer than 1000 bytes; split it into several rules");
  }
  if (formOf(rule.pattern).kind != Form::Kind::Expression) {
    return {};
  }
  const std::unique_ptr<RE2> expression = compiled(rule.pattern);
  return expression->ok()
             ? Message()
             : Phrase::tr("“%1” is not a valid regular expression: %2").with(rule.pattern, expression->error());
}

FamilyRules::FamilyRules(std::vector<FamilyRule> own) : m_rules(std::move(own)), m_ownCount(m_rules.size()) {
  const std::vector<FamilyRule>& builtin = builtinFamilyRules();
  m_rules.insert(m_rules.end(), builtin.begin(), builtin.end());
  m_matchers.reserve(m_rules.size());
  for (const FamilyRule& rule : m_rules) {
    m_matchers.emplace_back(rule);
  }
}

FamilyRules::~FamilyRules() = default;

std::size_t FamilyRules::ruleFor(std::string_view name) const {
  const std::string text = searchedText(name);
  const auto rule = std::ranges::find_if(m_matchers, [&](const Matcher& matcher) { return matcher.isIn(text); });
  return rule == m_matchers.end() ? none : static_cast<std::size_t>(rule - m_matchers.begin());
}

KernelFamily FamilyRules::familyOf(std::string_view name) const {
  const std::size_t rule = ruleFor(name);
  return rule == none ? KernelFamily::Other : m_matchers[rule].family;
}

namespace {

struct InForce {
  std::mutex mutex;
  std::shared_ptr<const FamilyRules> rules = std::make_shared<const FamilyRules>(std::vector<FamilyRule>());
};

InForce& inForce() {
  static InForce rules;
  return rules;
}

}  // namespace

std::shared_ptr<const FamilyRules> familyRules() {
  const std::lock_guard lock(inForce().mutex);
  return inForce().rules;
}

void setFamilyRules(std::shared_ptr<const FamilyRules> rules) {
  const std::lock_guard lock(inForce().mutex);
  inForce().rules.swap(rules);
}

KernelFamily kernelFamily(std::string_view name) {
  return familyRules()->familyOf(name);
}

bool isCommunication(std::string_view name) {
  return kernelFamily(name) == KernelFamily::Communication;
}

}  // namespace kernline
