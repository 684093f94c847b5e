// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/user_work.h"

#include "core/analysis/work/ceilings.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/base/user_file.h"

#include <utility>

namespace kernline {

namespace {

/// `use` takes the text and returns the problems of its lines.
template <typename Use>
void useText(const std::filesystem::path& file, const Use& use, std::vector<std::string>& complaints) {
  if (file.empty()) {
    return;
  }
  if (const Expected<std::string> text = readUserFile(file); !text) {
    complaints.push_back(text.error().message.english());
  } else if (!text->empty()) {
    for (std::string& complaint : complaintsOf(file, use(*text))) {
      complaints.push_back(std::move(complaint));
    }
  }
}

}  // namespace

std::filesystem::path userWorkFile() {
  return userFile("work.txt");
}

std::filesystem::path userDevicesFile() {
  return userFile("devices.txt");
}

std::vector<std::string> useOwnWork() {
  std::vector<std::string> complaints;
  const auto useRules = [](const std::string& text) {
    WorkRuleFile own = parseWorkRules(text);
    std::vector<LineProblem> problems = std::exchange(own.problems, {});
    WorkRules::useOwn(std::move(own));
    return problems;
  };
  const auto useDevices = [](const std::string& text) {
    DeviceFile own = parseDevices(text);
    useOwnDevices(std::move(own.devices));
    return std::move(own.problems);
  };
  useText(userWorkFile(), useRules, complaints);
  useText(userDevicesFile(), useDevices, complaints);
  return complaints;
}

}  // namespace kernline
