// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/fire_command.h"

#include "app/recorder/io/armed_control.h"
#include "app/recorder/io/duration_text.h"
#include "app/recorder/io/running_program.h"
#include "app/recorder/io/say.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace kernline::recorder {

namespace {

constexpr int noRecorder = 1;
constexpr int wrongWord = 2;

int failed(int code, const std::string& problem) {
  say(problem);
  return code;
}

std::string textOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// 0 if there is none.
pid_t parentOf(pid_t process) {
  const std::string text = textOf(fmt::format("/proc/{}/stat", process));
  const std::size_t name = text.rfind(')');  // names may hold anything
  pid_t parent = 0;
  if (constexpr std::size_t untilParent = 4; name != std::string::npos && name + untilParent < text.size()) {
    std::from_chars(text.data() + name + untilParent, text.data() + text.size(), parent);
  }
  return parent;
}

/// Whether `process` is the recorder or runs below it.
bool isOf(const ArmedRecorder& recorder, pid_t process) {
  while (process > 1 && process != recorder.recorder) {
    process = parentOf(process);
  }
  return process == recorder.recorder;
}

struct Choice {
  std::string target;  ///< a process or the name of a program; empty for the only recorder
  std::chrono::nanoseconds duration{0};
};

/// The process that `target` is the number of.
std::optional<pid_t> processIn(const std::string& target) {
  pid_t process = 0;
  const auto [end, error] = std::from_chars(target.data(), target.data() + target.size(), process);
  const bool isNumber = error == std::errc{} && end == target.data() + target.size() && process > 0;
  return isNumber ? std::optional(process) : std::nullopt;
}

/// Returns the recorders that `target` means.
std::vector<ArmedRecorder> chosen(const std::vector<ArmedRecorder>& all, const std::string& target) {
  const std::optional<pid_t> process = processIn(target);
  std::vector<ArmedRecorder> found;
  std::ranges::copy_if(all, std::back_inserter(found), [&](const ArmedRecorder& each) {
    return target.empty() || (process && isOf(each, *process)) || each.program == target;
  });
  return found;
}

std::string listOf(const std::vector<ArmedRecorder>& recorders) {
  std::string text;
  for (const ArmedRecorder& each : recorders) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", each.recorder, each.program);
  }
  return text;
}

int fire(const ArmedRecorder& recorder, std::chrono::nanoseconds duration) {
  constexpr std::chrono::seconds patience{3};
  const Descriptor socket = connectTo(recorder.socket);
  const std::string frame = frameBytes(FrameKind::Fire, fmt::format("{}", duration.count()));
  if (!socket || !sendNow(socket.get(), frame)) {
    return failed(noRecorder, fmt::format("recorder {} does not answer", recorder.recorder));
  }
  FrameReader reader;
  std::array<char, 4096> bytes{};
  while (waitReadable(socket.get(), patience)) {
    const ssize_t count = ::recv(socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count <= 0) {
      break;
    }
    reader.add({bytes.data(), static_cast<std::size_t>(count)});
    if (const auto answer = reader.next()) {
      fmt::print("recorder {} ({}) {}\n", recorder.recorder, recorder.program, answer->body);
      return 0;
    }
  }
  return failed(noRecorder, fmt::format("recorder {} did not answer within {} s", recorder.recorder, patience.count()));
}

}  // namespace

int fireCommand(Arguments arguments) {
  Choice choice;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string_view word = arguments[at];
    if (word.starts_with("--duration")) {
      const bool hasValue = word.starts_with("--duration=");
      const auto value = hasValue                  ? std::optional(word.substr(word.find('=') + 1))
                         : ++at < arguments.size() ? std::optional<std::string_view>(arguments[at])
                                                   : std::nullopt;
      const auto duration = value ? durationOf(*value) : std::nullopt;
      if (!duration) {
        return failed(wrongWord, "--duration takes a time in seconds, e.g. 2.5 or 300ms");
      }
      choice.duration = *duration;
    } else if (word.starts_with('-') || !choice.target.empty()) {
      return failed(wrongWord, fmt::format("unexpected \"{}\"; see kernline record --help", word));
    } else {
      choice.target = word;
    }
  }
  const std::vector<ArmedRecorder> all = armedRecorders(textOf("/proc/net/unix"));
  const std::vector<ArmedRecorder> found = chosen(all, choice.target);
  if (const auto process = processIn(choice.target); process && found.empty()) {
    return failed(noRecorder, whyNotRecordable(*process));
  }
  if (all.empty()) {
    return failed(noRecorder, "no recorder is armed; start one with kernline record --arm -- PROGRAM");
  }
  if (found.size() != 1) {
    return failed(noRecorder, found.empty() ? fmt::format("no armed recorder is meant by \"{}\"; there are: {}",
                                                          choice.target, listOf(all))
                                            : fmt::format("choose one by its number: {}", listOf(found)));
  }
  return fire(found.front(), choice.duration);
}

int attachCommand(Arguments arguments) {
  if (arguments.empty() || std::string_view(arguments.front()).starts_with('-')) {
    return failed(wrongWord, "attach needs the number of a process; see kernline record --help");
  }
  return fireCommand(arguments);
}

}  // namespace kernline::recorder
