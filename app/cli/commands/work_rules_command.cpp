// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/work/user_work.h"
#include "core/analysis/work/work_model.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/base/saturating_sum.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* workRulesExamples =
    R"(The first rule whose operator and shapes match gives the FLOPs and compulsory bytes of a call. Your own
rules come before the built-in rules. They are stored in ~/.config/kernline/work.txt (or below $XDG_CONFIG_HOME), one
per line:

  my::gemm(a[M, K], b[K, N]): flops 2*M*N*K; writes M*N*width(a); matrix

kernline work-rules lists the built-in rules. The page File schemas describes the syntax. Peak rates of your
devices are in devices.txt in the same folder:

  H200: memory 4.3, bf16 780; measured

Without a profile, the rules are listed; with a profile, also the device time that each rule models.

Examples:
  kernline work-rules
  kernline work-rules train.json.gz
  kernline work-rules train.json.gz --json | jq '.rules[] | select(.origin == "user")')";

struct WorkRulesOptions {
  std::string file;
  bool json = false;
};

/// Calls of a trace that one rule models.
struct ModeledByRule {
  std::uint64_t calls = 0;
  Duration time;
  std::set<std::string> operators;
};

/// Returns the origin of line `number`; the first `ownCount` lines are the user's.
const char* originOf(std::size_t number, std::size_t ownCount) {
  return number < ownCount ? "user" : "built-in";
}

/// Lines of one kind, the user's own first.
template <typename Line>
std::string linesOf(const std::vector<Line>& lines, std::size_t first, std::size_t end) {
  std::string text;
  for (std::size_t i = first; i < end; ++i) {
    text += lines[i].text + "\n";
  }
  return text;
}

std::string listingOf(const WorkRules& rules) {
  const std::size_t own = rules.ownCount();
  const std::size_t ownHelpers = rules.ownHelperCount();
  std::string text;
  if (own + ownHelpers > 0) {
    text += fmt::format("# Your own rules, from {}\n{}{}\n", userWorkFile().string(), linesOf(rules.rules(), 0, own),
                        linesOf(rules.helpers(), 0, ownHelpers));
  }
  return text + "# Built-in rules\n" + linesOf(rules.rules(), own, rules.rules().size()) +
         linesOf(rules.helpers(), ownHelpers, rules.helpers().size());
}

std::map<const WorkRule*, ModeledByRule> modeledByRule(const std::shared_ptr<const Trace>& trace) {
  std::map<const WorkRule*, ModeledByRule> all;
  const std::shared_ptr<const WorkModel> model = causesOf(trace)->work();
  for (const WorkCall& call : model->calls) {
    if (const WorkRule* rule = model->needs(call).rule) {
      ModeledByRule& one = all[rule];
      ++one.calls;
      one.time = saturatingSum(one.time, call.time);
      one.operators.emplace(model->forms[call.form].name);
    }
  }
  return all;
}

std::string tableOf(const WorkRules& rules, const std::map<const WorkRule*, ModeledByRule>& modeled) {
  using enum TextTable::Align;
  TextTable table{{{"total", Right}, {"calls", Right}, {"of", Left}, {"line", Right}, {"operators", Left}}};
  for (std::size_t i = 0; i < rules.rules().size(); ++i) {
    if (const auto found = modeled.find(&rules.rules()[i]); found != modeled.end()) {
      const auto& [calls, time, operators] = found->second;
      table.add({formatDuration(time), formatCount(calls), originOf(i, rules.ownCount()),
                 std::to_string(rules.rules()[i].line), printable(fmt::format("{}", fmt::join(operators, ", ")))});
    }
  }
  return table.isEmpty() ? "no modeled operators\n" : table.text(0, terminalWidth());
}

ExitCode run(const WorkRulesOptions& options) {
  const WorkRules& rules = WorkRules::current();
  std::optional<LoadedFile> file;
  std::map<const WorkRule*, ModeledByRule> modeled;
  if (!options.file.empty()) {
    file = loadFile(options.file);
    if (!file) {
      return unusableInput;
    }
    modeled = modeledByRule(file->trace);
  }
  Output output(options.json ? Audience::Machine : Audience::Human);
  if (!options.json) {
    output.write(file ? tableOf(rules, modeled) : listingOf(rules));
    return output.finish();
  }
  JsonDocument document(output, "work-rules-1");
  document.member("own_file", textValue(userWorkFile().string()));
  document.member("own_devices_file", textValue(userDevicesFile().string()));
  document.beginArray("rules");
  for (std::size_t i = 0; i < rules.rules().size(); ++i) {
    const WorkRule& rule = rules.rules()[i];
    Json json{{"rule", textValue(rule.text)}, {"line", rule.line}, {"origin", originOf(i, rules.ownCount())}};
    if (file) {
      const ModeledByRule& one = modeled[&rule];
      json.update({{"calls", one.calls}, {"total_ns", one.time.ns}, {"operators", one.operators}});
    }
    document.element(json);
  }
  document.endArray();
  document.beginArray("helpers");
  for (std::size_t i = 0; i < rules.helpers().size(); ++i) {
    const WorkHelpers& helpers = rules.helpers()[i];
    document.element(Json{
        {"rule", textValue(helpers.text)}, {"line", helpers.line}, {"origin", originOf(i, rules.ownHelperCount())}});
  }
  document.endArray();
  document.end();
  return output.finish();
}

}  // namespace

void addWorkRulesCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command =
      program.add_subcommand("work-rules", "List the rules of operators' work, and what each rule models");
  const auto options = std::make_shared<WorkRulesOptions>();
  command->add_option("FILE", options->file, "A profile to apply the rules to; - reads standard input");
  command->add_flag("--json", options->json, "Output as one JSON document");
  command->footer(workRulesExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
