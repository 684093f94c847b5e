// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/statistics/family_coverage.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/distinct_names.h"
#include "core/model/names/user_families.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* familiesExamples =
    R"(The first rule whose pattern matches the name of a kernel sets its family. Your own rules come before the
built-in rules. They are stored in ~/.config/kernline/families.txt (or below $XDG_CONFIG_HOME), one per line:

  attention: my_flash_.*_kernel
  My physics: ^step_(forces|positions)

Without a profile, the rules are listed in this form; with a profile, also what each rule matches.

Examples:
  kernline families
  kernline families train.json.gz
  kernline families train.json.gz --json | jq '.rules[] | select(.family == "other")')";

constexpr std::size_t examplesInJson = 5;

struct FamiliesOptions {
  std::string file;
  bool json = false;
};

/// Returns the name of the last row, for kernels without a rule.
FamilyRule noRule() {
  return {.family = "other", .pattern = {}, .remark = {}};
}

const char* originOf(const FamilyRules& rules, std::size_t rule) {
  return rule < rules.ownCount() ? "user" : rule < rules.rules().size() ? "built-in" : "";
}

std::string listing(const FamilyRules& rules) {
  const auto middle = rules.rules().begin() + static_cast<std::ptrdiff_t>(rules.ownCount());
  std::string text;
  if (rules.ownCount() > 0) {
    text = fmt::format("# Your own rules, from {}\n{}\n# Built-in rules\n", userFamiliesFile().string(),
                       toText(std::vector<FamilyRule>(rules.rules().begin(), middle)));
  }
  return text + toText(std::vector<FamilyRule>(middle, rules.rules().end()));
}

Json ruleJson(const FamilyRules& rules, std::size_t at) {
  const FamilyRule rule = at < rules.rules().size() ? rules.rules()[at] : noRule();
  return {{"family", rule.family}, {"pattern", rule.pattern}, {"origin", originOf(rules, at)}};
}

Json catchJson(const Trace& trace, const FamilyCoverage& caught) {
  Json names = Json::array();
  for (const StringId name : caught.names) {
    if (names.size() < examplesInJson) {
      names.push_back(textValue(trace.text(name)));
    }
  }
  return {{"names", caught.names.size()},
          {"kernels", caught.count},
          {"total_ns", caught.total.ns},
          {"examples", std::move(names)}};
}

std::string table(const Trace& trace, const FamilyRules& rules, const std::vector<FamilyCoverage>& catches) {
  using enum TextTable::Align;
  TextTable table{{{"total", Right},
                   {"kernels", Right},
                   {"names", Right},
                   {"family", Left},
                   {"pattern", Left, 32},
                   {"of", Left},
                   {"for example", Left}}};
  for (std::size_t i = 0; i < catches.size(); ++i) {
    const FamilyCoverage& caught = catches[i];
    if (caught.count > 0) {
      const FamilyRule rule = i < rules.rules().size() ? rules.rules()[i] : noRule();
      table.add({formatDuration(caught.total), formatCount(caught.count), formatCount(caught.names.size()), rule.family,
                 rule.pattern.empty() ? "(no rule)" : rule.pattern, originOf(rules, i),
                 printable(trace.kernelNames().in(NameStyle::Short, trace.text(caught.names.front())))});
    }
  }
  return table.isEmpty() ? "no kernels\n" : table.text(0, terminalWidth());
}

ExitCode run(const FamiliesOptions& options) {
  const std::shared_ptr<const FamilyRules> rules = familyRules();
  std::optional<LoadedFile> file;
  std::vector<FamilyCoverage> catches;
  if (!options.file.empty()) {
    file = loadFile(options.file);
    if (!file) {
      return unusableInput;
    }
    catches = familyCoverage(*file->trace, kernelsByName(*file->trace), *rules);
  }
  Output output(options.json ? Audience::Machine : Audience::Human);
  if (!options.json) {
    output.write(file ? table(*file->trace, *rules, catches) : listing(*rules));
    return output.finish();
  }
  JsonDocument document(output, "families-1");
  document.member("own_file", textValue(userFamiliesFile().string()));
  document.beginArray("rules");
  for (std::size_t i = 0; i < rules->rules().size() + (file ? 1 : 0); ++i) {
    Json json = ruleJson(*rules, i);
    if (file) {
      json.update(catchJson(*file->trace, catches[i]));
    }
    document.element(json);
  }
  document.endArray();
  document.end();
  return output.finish();
}

}  // namespace

void addFamiliesCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command =
      program.add_subcommand("families", "List the rules for kernel families, and what each rule matches");
  const auto options = std::make_shared<FamiliesOptions>();
  command->add_option("FILE", options->file, "A profile to apply the rules to; - reads standard input");
  command->add_flag("--json", options->json, "Output as one JSON document");
  command->footer(familiesExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
