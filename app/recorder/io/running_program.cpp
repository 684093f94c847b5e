// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/running_program.h"

#include "app/recorder/io/json_text.h"
#include "app/recorder/io/recorded_environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>

namespace kernline::recorder {

namespace {

std::string textOf(pid_t process, std::string_view file) {
  std::ifstream stream(fmt::format("/proc/{}/{}", process, file));
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Quotes a word for a shell.
std::string quoted(std::string_view word) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string text = "'";
  for (const char c : word) {
    text += c == '\'' ? std::string_view("'\\''") : std::string_view(&c, 1);
  }
  return text + "'";
}

/// The words of /proc/N/cmdline as a command, shortened.
std::string commandOf(std::string_view words) {
  constexpr std::size_t maxLength = 200;
  std::string command;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find('\0'));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    if (command.size() + word.size() > maxLength) {
      return command + " ...";
    }
    command += (command.empty() ? "" : " ") + quoted(word);
  }
  return command;
}

bool hasVariable(std::string_view environment, std::string_view name) {
  const std::string entry = fmt::format("{}=", name);
  return environment.starts_with(entry) || environment.find('\0' + entry) != std::string_view::npos;
}

}  // namespace

std::string whyNotRecordable(pid_t process) {
  std::string name = textOf(process, "comm");
  if (name.empty()) {
    return fmt::format("there is no process {}", process);
  }
  name.pop_back();  // its line break
  if (hasVariable(textOf(process, "environ"), socketVariable)) {
    return fmt::format("process {} ({}) is recorded from its start already; its recorder is not armed", process,
                       withoutControlCharacters(name));
  }
  const std::string command = commandOf(textOf(process, "cmdline"));
  return fmt::format(
      "process {} ({}) was not started armed, and CUDA lets a recorder in only at a program's start; start it anew "
      "with "
      "kernline record --arm -- {}",
      process, withoutControlCharacters(name), command.empty() ? "PROGRAM" : withoutControlCharacters(command));
}

}  // namespace kernline::recorder
