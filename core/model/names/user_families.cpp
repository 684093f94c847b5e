// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/user_families.h"

#include "core/model/base/replaced_file.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

constexpr std::uintmax_t maxFamiliesBytes = 1 << 20;
constexpr const char* header =
    "# Kernel families of your own for Kernline: one rule a line, \"family: pattern\", before those that come with\n"
    "# the program. The pattern is a regular expression; the first rule that finds something in a kernel's name\n"
    "# decides. `kernline families` lists all rules in force and says more.\n\n";

std::unexpected<Error> unusableFamilies(const std::filesystem::path& file, const Message& why) {
  return std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("%1: %2").with(file.string(), why)});
}

}  // namespace

std::filesystem::path userFamiliesFile() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  std::filesystem::path folder;
  if (config != nullptr && *config == '/') {
    folder = config;
  } else if (home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / ".config";
  }
  return folder.empty() ? folder : folder / "kernline" / "families.txt";
}

Expected<FamilyFile> readFamilies(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error == std::errc::no_such_file_or_directory) {
    return FamilyFile{};
  }
  if (error) {
    return unusableFamilies(file, Phrase::tr("cannot read the file (%1).").with(Message::systemError(error.value())));
  }
  if (size > maxFamiliesBytes) {
    return unusableFamilies(file, Phrase::tr("the file is over 1 MiB, too large for kernel families."));
  }
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in && !in.eof()) {
    return unusableFamilies(file, Phrase::tr("cannot read the file."));
  }
  return parseFamilies(text);
}

Expected<void> writeFamilies(const std::filesystem::path& file, const std::vector<FamilyRule>& rules) {
  if (!rules.empty()) {
    std::error_code knownFromNextLine;
    std::filesystem::create_directories(file.parent_path(), knownFromNextLine);
  }
  const std::optional<Message> problem =
      rules.empty() ? removeFile(file) : replaceFile(file, std::string(header) + toText(rules));
  return problem ? Expected<void>(unusableFamilies(file, *problem)) : Expected<void>();
}

std::vector<std::string> useOwnFamilies() {
  const std::filesystem::path file = userFamiliesFile();
  if (file.empty()) {
    return {};
  }
  Expected<FamilyFile> own = readFamilies(file);
  if (!own) {
    return {own.error().message.english()};
  }
  std::vector<std::string> complaints;
  for (const FamilyProblem& problem : own->problems) {
    complaints.push_back(file.string() + ":" + std::to_string(problem.line) + ": " + problem.text.english() + ".");
  }
  if (!own->rules.empty()) {
    setFamilyRules(std::make_shared<const FamilyRules>(std::move(own->rules)));
  }
  return complaints;
}

}  // namespace kernline
