// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/command_line.h"

#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_line.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace kernline::logs {

namespace {

constexpr std::size_t maxCommandLength = 8192;
constexpr std::size_t maxOptions = 64;
constexpr std::size_t maxValueLength = 200;
constexpr std::string_view namespaceBegin = "Namespace(";

constexpr std::string_view programs[] = {"python", "python3", "torchrun", "accelerate", "deepspeed",    "vllm",
                                         "sglang", "nsys",    "ncu",      "numactl",    "bash",         "sh",
                                         "mpirun", "srun",    "lm_eval",  "lm-eval",    "trtllm-bench", "kernline",
                                         "env",    "time",    "uv",       "taskset"};

/// "$ ", "+ ", "Command: " in front of a command.
std::string_view withoutPrompt(std::string_view text) {
  constexpr std::string_view prompts[] = {
      "$ ", "+ ", "> ", "!", "command: ", "cmd: ", "running: ", "running ", "executing: ", "launching: "};
  if (text.empty() || std::string_view{"$+>!cCrReElL"}.find(text.front()) == std::string_view::npos) {
    return text;  // most lines
  }
  constexpr std::size_t maxLength = 16;
  const std::string lower = lowered(text.substr(0, maxLength));
  for (const std::string_view prompt : prompts) {
    if (lower.starts_with(prompt)) {
      return trimmed(text.substr(prompt.size()));
    }
  }
  return text;
}

bool isProgram(std::string_view word) {
  const std::string_view name = word.substr(word.rfind('/') + 1);
  return std::ranges::find(programs, name) != std::end(programs) || word.starts_with("./") || name.ends_with(".py") ||
         name.ends_with(".sh") || name.starts_with("python3.");
}

/// "CUDA_VISIBLE_DEVICES=0" in front of a program.
bool isVariable(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 && std::ranges::all_of(word.substr(0, equals), [](char c) {
           return (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_';
         });
}

/// Whether the words begin a command: a program, or anything behind a prompt.
bool beginsCommand(const std::vector<Field>& words, bool hasPrompt) {
  const auto first = std::ranges::find_if_not(words, isVariable, &Field::text);
  if (first == words.end()) {
    return false;
  }
  return isProgram(first->text) || (hasPrompt && isLetter(first->text.front()));
}

std::string_view withoutQuotes(std::string_view text) {
  const bool isQuoted =
      text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
  return isQuoted ? text.substr(1, text.size() - 2) : text;
}

/// Whether a run's argument names an output, an input or the run itself, and so is no parameter.
bool namesPlace(std::string_view name) {
  constexpr std::string_view parts[] = {"output", "file", "dir",  "path", "log", "save",
                                        "result", "host", "port", "url",  "api", "title"};
  const std::string lower = lowered(name);
  return std::ranges::any_of(parts, [&](std::string_view part) { return lower.contains(part); });
}

void add(std::vector<Labeled>& options, std::string_view name, std::string_view value) {
  value = withoutQuotes(value);
  const bool isKept = !name.empty() && isLetter(name.front()) && !value.empty() && value.size() <= maxValueLength &&
                      value != "None" && !namesPlace(name) && options.size() < maxOptions;
  if (isKept) {
    options.push_back({.label = name, .value = value});
  }
}

std::vector<Labeled> optionsOf(const std::vector<Field>& words) {
  std::vector<Labeled> options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    const std::string_view next = i + 1 < words.size() ? words[i + 1].text : std::string_view{};
    const bool isNumber = numberOf(next).has_value();
    const bool isLong = word.starts_with("--");
    const std::string_view name = word.substr(isLong ? 2 : 1);
    if (!isLong) {
      // Short ones with a number: the value of others may be anything.
      if (word.starts_with('-') && isNumber) {
        add(options, name, next);
        ++i;
      }
      continue;
    }
    if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
      add(options, name.substr(0, equals), name.substr(equals + 1));
    } else if (!next.empty() && (!next.starts_with('-') || isNumber)) {
      add(options, name, next);
      ++i;
    } else {
      add(options, name, "true");
    }
  }
  return options;
}

}  // namespace

bool canBeCommand(std::string_view line, std::uint16_t marks) {
  if (line.size() > maxCommandLength || (marks & (hasDash | hasEquals)) == 0) {
    return false;
  }
  const std::string_view text = trimmed(line);
  if ((marks & hasEquals) != 0 && text.ends_with(')') && text.contains(namespaceBegin)) {
    return true;
  }
  if ((marks & hasDash) == 0 || !text.contains(" -")) {
    return false;
  }
  const std::string_view first = text.substr(0, text.find(' '));
  return isProgram(first) || isVariable(first) || withoutPrompt(text).size() < text.size();
}

std::vector<Labeled> commandOptions(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (const std::size_t at = text.find(namespaceBegin); at != std::string_view::npos && text.ends_with(')')) {
    const std::size_t begin = at + namespaceBegin.size();
    std::vector<Labeled> options;
    for (const Labeled& one : assignments(text.substr(begin, text.size() - begin - 1))) {
      add(options, one.label, one.value);
    }
    return options;
  }
  const std::string_view command = withoutPrompt(text);
  const std::vector<Field> words = wordsOf(command);
  return beginsCommand(words, command.size() < text.size()) ? optionsOf(words) : std::vector<Labeled>{};
}

}  // namespace kernline::logs
