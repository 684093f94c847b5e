// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/user_file.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

namespace kernline {

std::filesystem::path userFile(std::string_view name) {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  std::filesystem::path folder;
  if (config != nullptr && *config == '/') {
    folder = config;
  } else if (home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / ".config";
  }
  return folder.empty() ? folder : folder / "kernline" / name;
}

Expected<std::string> readUserFile(const std::filesystem::path& file) {
  constexpr std::uintmax_t maxBytes = 1 << 20;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error == std::errc::no_such_file_or_directory) {
    return std::string();
  }
  if (error) {
    return std::unexpected(
        unusableUserFile(file, Phrase::tr("cannot read the file (%1).").with(Message::systemError(error.value()))));
  }
  if (size > maxBytes) {
    return std::unexpected(unusableUserFile(file, Phrase::tr("the file is over 1 MiB, too large for rules.")));
  }
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in && !in.eof()) {
    return std::unexpected(unusableUserFile(file, Phrase::tr("cannot read the file.")));
  }
  return text;
}

Error unusableUserFile(const std::filesystem::path& file, const Message& why) {
  return {Error::Kind::Unreadable, Phrase::tr("%1: %2").with(file.string(), why)};
}

std::vector<std::string> complaintsOf(const std::filesystem::path& file, const std::vector<LineProblem>& problems) {
  std::vector<std::string> complaints;
  for (const LineProblem& problem : problems) {
    complaints.push_back(file.string() + ":" + std::to_string(problem.line) + ": " + problem.text.english() + ".");
  }
  return complaints;
}

}  // namespace kernline
