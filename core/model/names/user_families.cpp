// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/user_families.h"

#include "core/model/base/replaced_file.h"
#include "core/model/base/user_file.h"

#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

constexpr const char* header =
    "# Kernel families of your own for Kernline: one rule a line, \"family: pattern\", before those that come with\n"
    "# the program. The pattern is a regular expression; the first rule that finds something in a kernel's name\n"
    "# decides. `kernline families` lists all rules in force and says more.\n\n";

}  // namespace

std::filesystem::path userFamiliesFile() {
  return userFile("families.txt");
}

Expected<FamilyFile> readFamilies(const std::filesystem::path& file) {
  Expected<std::string> text = readUserFile(file);
  return text ? Expected<FamilyFile>(parseFamilies(*text)) : std::unexpected(std::move(text.error()));
}

Expected<void> writeFamilies(const std::filesystem::path& file, const std::vector<FamilyRule>& rules) {
  if (!rules.empty()) {
    std::error_code knownFromNextLine;
    std::filesystem::create_directories(file.parent_path(), knownFromNextLine);
  }
  const std::optional<Message> problem =
      rules.empty() ? removeFile(file) : replaceFile(file, std::string(header) + toText(rules));
  return problem ? Expected<void>(std::unexpected(unusableUserFile(file, *problem))) : Expected<void>();
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
  if (!own->rules.empty()) {
    setFamilyRules(std::make_shared<const FamilyRules>(std::move(own->rules)));
  }
  return complaintsOf(file, own->problems);
}

}  // namespace kernline
