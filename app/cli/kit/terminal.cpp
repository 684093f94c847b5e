// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/terminal.h"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <utility>

namespace kernline::cli {

namespace {

TerminalChoices chosen;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// Returns the size of the terminal before a pager started.
const winsize& sizeOfTerminal() {
  static const winsize known = [] {
    winsize size{};
    if (::isatty(STDOUT_FILENO) != 1 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) {
      size = {};
    }
    return size;
  }();
  return known;
}

bool isSet(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> plainWords{{{"\u202F", ""},
                                                                                    {"\u00A0", " "},
                                                                                    {"µ", "u"},
                                                                                    {"μ", "u"},
                                                                                    {" · ", ", "},
                                                                                    {"·", "-"},
                                                                                    {"–", "-"},
                                                                                    {"—", "-"},
                                                                                    {"…", "..."},
                                                                                    {"×", "x"},
                                                                                    {"→", "->"},
                                                                                    {"≥", ">="},
                                                                                    {"≤", "<="},
                                                                                    {"±", "+-"},
                                                                                    {"−", "-"},
                                                                                    {"⚠", "!"}}};

}  // namespace

void setTerminalChoices(TerminalChoices choices) {
  chosen = choices;
  static_cast<void>(sizeOfTerminal());
}

const TerminalChoices& terminalChoices() {
  return chosen;
}

std::size_t terminalWidth() {
  return sizeOfTerminal().ws_col;
}

std::size_t terminalHeight() {
  return sizeOfTerminal().ws_row;
}

bool isTyped() {
  return ::isatty(STDIN_FILENO) == 1;
}

bool isColored(int descriptor) {
  if (chosen.color != ColorChoice::Auto) {
    return chosen.color == ColorChoice::Always;
  }
  const char* const kind = std::getenv("TERM");
  const bool isTerminal = descriptor == STDOUT_FILENO ? terminalWidth() > 0 : ::isatty(descriptor) == 1;
  return isTerminal && !isSet("NO_COLOR") && (kind == nullptr || std::string_view(kind) != "dumb");
}

std::string bold(std::string_view text) {
  return isColored(STDOUT_FILENO) ? "\x1b[1m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string heading(std::string_view text) {
  return "\n" + bold(text) + "\n";
}

bool isUtf8Locale() {
  static const bool is = [] {
    std::setlocale(LC_CTYPE, "");
    const std::string_view codeset = ::nl_langinfo(CODESET);
    return codeset == "UTF-8" || codeset == "utf8";
  }();
  return is;
}

std::string inLocale(std::string_view text) {
  std::string result(text);
  if (isUtf8Locale() || std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return result;
  }
  for (const auto& [fancy, plain] : plainWords) {
    for (auto at = result.find(fancy); at != std::string::npos; at = result.find(fancy, at + plain.size())) {
      result.replace(at, fancy.size(), plain);
    }
  }
  return result;
}

}  // namespace kernline::cli
