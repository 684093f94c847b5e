// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/client_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace kernline::cli::mcp {

namespace {

constexpr std::string_view lettersOfWords = "abcdefghijklmnopqrstuvwxyz-";

std::string_view wordAt(std::string_view text, std::size_t begin) {
  return text.substr(begin, std::min(text.find_first_not_of(lettersOfWords, begin), text.size()) - begin);
}

std::string_view parameterOf(const Tool& tool, std::string_view option) {
  const auto isOption = [option](const Parameter& parameter) {
    return (parameter.option.empty() ? parameter.name : parameter.option) == option;
  };
  const auto found = std::ranges::find_if(tool.parameters, isOption);
  return found != tool.parameters.end() ? found->name : option == "limit" ? "limit" : std::string_view();
}

std::string_view toolOf(std::string_view command) {
  const auto runsIt = [command](const Tool& tool) { return tool.command == command && tool.name != "open"; };
  const auto found = std::ranges::find_if(tools(), runsIt);
  return found == tools().end() ? std::string_view() : found->name;
}

std::string withoutHelp(std::string_view sentence) {
  const std::size_t help = std::min(sentence.rfind("; see kernline "), sentence.rfind(" See kernline "));
  return std::string(sentence.ends_with(" --help") ? sentence.substr(0, help) : sentence);
}

std::string withParameters(const std::string& sentence, const Tool& tool) {
  constexpr std::string_view dashes = "--";
  std::string said;
  std::size_t done = 0;
  for (std::size_t at = sentence.find(dashes); at != std::string::npos; at = sentence.find(dashes, at + 1)) {
    const std::string_view option = wordAt(sentence, at + dashes.size());
    const std::size_t end = at + dashes.size() + option.size();
    const std::string_view parameter = parameterOf(tool, option);
    const std::string before = sentence.substr(done, at - done);
    if (!parameter.empty()) {
      said += before;
      said += parameter;
      done = end;
    } else if (before.ends_with(" (") && end < sentence.size() && sentence[end] == ')') {
      said += before.substr(0, before.size() - 2);
      done = end + 1;
    }
  }
  return said + sentence.substr(done);
}

bool startsSentence(std::string_view text, std::size_t at) {
  return at == 0 || text.substr(0, at).ends_with(". ");
}

/// Returns where the words of a command end that a client cannot write: options, and the file named before.
std::size_t endOfArguments(std::string_view sentence, std::size_t begin, std::size_t end) {
  const std::string_view before = sentence.substr(0, begin);
  std::size_t done = end;
  while (done < sentence.size() && sentence[done] == ' ') {
    const std::size_t next = std::min(sentence.find_first_of(" ;", done + 1), sentence.size());
    const std::string_view file = sentence.substr(end + 1, next - end - 1);
    const bool isOption = sentence.substr(done + 1).starts_with("--");
    if (!isOption && !(file.starts_with('/') && before.contains(file))) {
      break;
    }
    done = next;
  }
  return done;
}

std::string withTools(const std::string& sentence) {
  constexpr std::string_view program = "kernline ";
  std::string said;
  std::size_t done = 0;
  for (std::size_t at = sentence.find(program); at != std::string::npos; at = sentence.find(program, at + 1)) {
    const std::string_view command = wordAt(sentence, at + program.size());
    const std::size_t end = at + program.size() + command.size();
    const std::string_view tool = toolOf(command);
    if (!tool.empty()) {
      const bool isQuoted = at > done && sentence[at - 1] == '`' && end < sentence.size() && sentence[end] == '`';
      said += sentence.substr(done, at - done - (isQuoted ? 1 : 0));
      said += fmt::format("{} tool {}", startsSentence(sentence, at) ? "The" : "the", tool);
      done = isQuoted ? end + 1 : endOfArguments(sentence, at, end);
    }
  }
  return said + sentence.substr(done);
}

}  // namespace

std::string inClientWords(std::string_view sentence, const Tool& tool) {
  return withTools(withParameters(withoutHelp(sentence), tool));
}

}  // namespace kernline::cli::mcp
