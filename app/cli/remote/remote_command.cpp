// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/remote_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>

namespace kernline::cli {

namespace {

std::unexpected<Error> refused(std::string why) {
  return std::unexpected(Error{Error::Kind::Usage, Message::name(std::move(why))});
}

bool isHere(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

/// Whether the value of the option is a file or a folder.
bool isPath(const CLI::Option& option) {
  const std::string& text = option.get_option_text();
  return option.check_lname("output") || option.check_lname("html") || text.contains("FILE") || text.contains("DIR");
}

/// Sorts the arguments of a command into words for the other machine.
class Sorter {
 public:
  explicit Sorter(const CLI::App& command) : m_command(command) {}

  void add(const std::string& argument) {
    if (m_valueOf != nullptr) {
      addValue(*m_valueOf, {}, argument);
      m_valueOf = nullptr;
    } else if (m_onlyOperands || argument.size() < 2 || argument.front() != '-') {
      addOperand(argument);
    } else if (argument == "--") {
      m_onlyOperands = true;
      m_words.push_back({argument});
    } else {
      addOption(argument);
    }
  }

  /// Returns the command; nullopt if no operand is on another machine.
  [[nodiscard]] Expected<std::optional<RemoteCommand>> take() {
    if (m_host.empty()) {
      return std::nullopt;
    }
    if (!m_otherHost.empty()) {
      return refused(fmt::format("the files are on {} and on {}; all files of a command must be on one machine", m_host,
                                 m_otherHost));
    }
    if (!m_here.empty()) {
      return refused(fmt::format("{} is here, other files are on {}; all files of a command must be on one machine",
                                 m_here, m_host));
    }
    for (const Value& value : m_values) {
      std::string& word = m_words[value.word].text;
      const std::optional<RemotePath> there = remotePath(value.text);
      if (there && there->host == m_host) {
        word.replace(word.size() - value.text.size(), value.text.size(), there->path);
      } else if (isPath(*value.option) && value.text != "-") {
        return refused(
            fmt::format("{0} {1} would be a file on {2}; write {2}:{1} if you mean that, or {0} - and "
                        "redirect the output",
                        value.option->get_name(), value.text, m_host));
      }
    }
    return RemoteCommand{.host = m_host, .words = std::move(m_words)};
  }

 private:
  struct Value {
    const CLI::Option* option;
    std::size_t word;  ///< the word that ends in it
    std::string text;
  };

  void addOperand(const std::string& argument) {
    const std::optional<RemotePath> there = remotePath(argument);
    if (!there) {
      m_here = m_here.empty() && isHere(argument) ? argument : m_here;
      m_words.push_back({argument});
      return;
    }
    if (m_host.empty()) {
      m_host = there->host;
    } else if (there->host != m_host) {
      m_otherHost = there->host;
    }
    m_words.push_back({.text = there->path, .isPattern = true});
  }

  /// "--output=x", "-ox", or one whose value comes next.
  void addOption(const std::string& argument) {
    const bool isLong = argument.starts_with("--");
    const std::size_t end = isLong ? std::min(argument.find('='), argument.size()) : 2;
    const CLI::Option* option = m_command.get_option_no_throw(argument.substr(0, end));
    const bool takesValue = option != nullptr && option->get_expected_max() > 0;
    if (takesValue && end < argument.size()) {
      const std::size_t value = end + (isLong ? 1 : 0);
      addValue(*option, argument.substr(0, value), argument.substr(value));
    } else {
      m_words.push_back({argument});
      m_valueOf = takesValue ? option : nullptr;
    }
  }

  void addValue(const CLI::Option& option, const std::string& before, const std::string& value) {
    m_values.push_back({.option = &option, .word = m_words.size(), .text = value});
    m_words.push_back({before + value});
  }

  const CLI::App& m_command;
  const CLI::Option* m_valueOf = nullptr;
  bool m_onlyOperands = false;
  std::string m_host;
  std::string m_otherHost;
  std::string m_here;
  std::vector<RemoteWord> m_words;
  std::vector<Value> m_values;
};

}  // namespace

Expected<std::optional<RemoteCommand>> remoteCommand(const CLI::App& program,
                                                     const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    return std::nullopt;
  }
  const auto commands =
      program.get_subcommands([&](const CLI::App* each) { return each->get_name() == arguments.front(); });
  if (commands.empty()) {
    return std::nullopt;  // the viewer opens files wherever they are
  }
  Sorter sorter(*commands.front());
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    sorter.add(arguments[i]);
  }
  Expected<std::optional<RemoteCommand>> made = sorter.take();
  if (made && *made) {
    (*made)->words.insert((*made)->words.begin(), {arguments.front()});
  }
  return made;
}

}  // namespace kernline::cli
