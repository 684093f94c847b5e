// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/user_declaration.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <optional>

#include "app/recorder/parameters/expression.h"

namespace kernline::recorder {

namespace {

using Argument = UserDeclaration::Argument;

constexpr std::string_view mark = "// kernline:";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  const std::size_t last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first, last - first + 1);
}

/// Returns the first word and removes it from `text`.
std::string takeWord(std::string_view& text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  std::string word(text.substr(0, end));
  text = trimmed(text.substr(end));
  return word;
}

std::vector<std::string> commaSeparated(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    parts.emplace_back(trimmed(text.substr(0, comma)));
    if (comma == text.size()) {
      return parts;
    }
    text = text.substr(comma + 1);
  }
}

std::int64_t wholeWord(std::string_view& text, int line, const char* what) {
  const std::string word = takeWord(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size()) {
    throw DeclarationFailure(fmt::format("{} must be a whole number, not \"{}\"", what, word), line);
  }
  return value;
}

/// `NAME STANDARD [from LEAST to MOST]`
Parameter parameterOf(std::string_view rest, int line) {
  const std::string name = takeWord(rest);
  if (name.empty()) {
    throw DeclarationFailure("a parameter needs a name and a value", line);
  }
  const std::int64_t standard = wholeWord(rest, line, "the value of a parameter");
  Limits limits{.minimum = 1, .maximum = std::int64_t{1} << 40};
  if (!rest.empty()) {
    if (takeWord(rest) != "from") {
      throw DeclarationFailure("expected \"from MIN to MAX\" or nothing after the value of a parameter", line);
    }
    limits.minimum = wholeWord(rest, line, "the min value");
    if (takeWord(rest) != "to") {
      throw DeclarationFailure("expected \"to MAX\" after the min value", line);
    }
    limits.maximum = wholeWord(rest, line, "the max value");
  }
  if (standard < limits.minimum || standard > limits.maximum) {
    throw DeclarationFailure(
        fmt::format("{} must be from {} to {}, not {}", name, limits.minimum, limits.maximum, standard), line);
  }
  return wholeNumber(name, standard, limits, "", "");
}

/// `NAME TYPE EXPRESSION`
Argument argumentOf(Argument::Kind kind, std::string_view rest, int line) {
  Argument argument{.kind = kind, .name = takeWord(rest), .type = takeWord(rest), .expression = {}, .line = line};
  argument.expression = rest;
  if (argument.expression.empty()) {
    throw DeclarationFailure("an argument needs a name, a type, and a size or value", line);
  }
  const std::vector<std::string> bufferTypes{"float", "half", "bf16"};
  const std::vector<std::string> valueTypes{"float", "int", "long"};
  const auto& allowed = kind == Argument::Kind::value ? valueTypes : bufferTypes;
  if (std::ranges::find(allowed, argument.type) == allowed.end()) {
    throw DeclarationFailure(
        fmt::format("unknown type {}; available: {}, {} and {}", argument.type, allowed[0], allowed[1], allowed[2]),
        line);
  }
  return argument;
}

using Taker = std::function<void(UserDeclaration&, std::string_view rest, int line)>;

Taker argumentTaker(Argument::Kind kind) {
  return [kind](UserDeclaration& to, std::string_view rest, int line) {
    to.arguments.push_back(argumentOf(kind, rest, line));
  };
}

Taker shapeTaker(std::vector<std::string> UserDeclaration::* part) {
  return [part](UserDeclaration& to, std::string_view rest, int line) {
    to.*part = commaSeparated(rest);
    if ((to.*part).size() > 3) {
      throw DeclarationFailure("a grid or block has at most three dimensions", line);
    }
  };
}

Taker textTaker(std::string UserDeclaration::* part) {
  return [part](UserDeclaration& to, std::string_view rest, int) { to.*part = rest; };
}

void takeMark(UserDeclaration& to, std::string_view rest, int line) {
  const std::int64_t number = wholeWord(rest, line, "a mark");
  if (number < 0 || number > 65535 || rest.empty()) {
    throw DeclarationFailure("a mark is a number from 0 to 65535 and a name", line);
  }
  to.phases[static_cast<std::uint32_t>(number)] = rest;
}

const std::map<std::string, Taker, std::less<>>& takers() {
  static const std::map<std::string, Taker, std::less<>> all{
      {"kernel", textTaker(&UserDeclaration::kernel)},
      {"in", argumentTaker(Argument::Kind::in)},
      {"out", argumentTaker(Argument::Kind::out)},
      {"inout", argumentTaker(Argument::Kind::inout)},
      {"value", argumentTaker(Argument::Kind::value)},
      {"grid", shapeTaker(&UserDeclaration::grid)},
      {"block", shapeTaker(&UserDeclaration::block)},
      {"shared", textTaker(&UserDeclaration::sharedBytes)},
      {"bytes", textTaker(&UserDeclaration::bytes)},
      {"flops", textTaker(&UserDeclaration::flops)},
      {"mark", takeMark},
      {"parameter",
       [](UserDeclaration& to, std::string_view rest, int line) { to.parameters.push_back(parameterOf(rest, line)); }},
      {"define",
       [](UserDeclaration& to, std::string_view rest, int line) {
         to.parameters.push_back(parameterOf(rest, line));
         to.defines.push_back(to.parameters.back().name);
       }},
  };
  return all;
}

void takeLine(UserDeclaration& declaration, std::string_view text, int line) {
  const std::string word = takeWord(text);
  const auto taker = takers().find(word);
  if (taker == takers().end()) {
    throw DeclarationFailure(fmt::format("unknown declaration \"// kernline: {}\"", word), line);
  }
  if (text.empty()) {
    throw DeclarationFailure(fmt::format("incomplete declaration \"// kernline: {}\"", word), line);
  }
  taker->second(declaration, text, line);
}

}  // namespace

UserDeclaration userDeclaration(std::string_view source) {
  UserDeclaration declaration;
  int line = 0;
  while (!source.empty()) {
    ++line;
    const std::size_t end = std::min(source.find('\n'), source.size());
    const std::string_view text = trimmed(source.substr(0, end));
    if (text.starts_with(mark)) {
      takeLine(declaration, text.substr(mark.size()), line);
    }
    source = source.substr(std::min(end + 1, source.size()));
  }
  if (declaration.kernel.empty() || declaration.grid.empty() || declaration.block.empty()) {
    throw DeclarationFailure(
        "the file does not declare its launch; it needs the lines \"// kernline: kernel NAME\", \"// kernline: grid "
        "…\" and \"// kernline: block …\"",
        1);
  }
  return declaration;
}

std::int64_t evaluateWith(const Values& values, std::string_view expression) {
  return evaluate(expression, [&values](std::string_view name) -> std::optional<std::int64_t> {
    const auto found = std::ranges::find(values.parameters(), name, &Parameter::name);
    return found == values.parameters().end() ? std::nullopt : std::optional{values.whole(name)};
  });
}

}  // namespace kernline::recorder
