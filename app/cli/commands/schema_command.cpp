// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/answer_schemas.h"
#include "app/cli/kit/suggestion.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* schemaExamples =
    R"(Every answer of --json names its schema and version in its first member, "schema". The version goes up when a
field is removed, renamed or changes its meaning. Fields may be added at any time. The man page kernline-json(5) lists
them.

Examples:
  kernline schema
  kernline schema summary
  kernline schema record run > record-run.json)";

std::string listing() {
  TextTable table{{{"answer"}, {"command"}, {"contents"}}};
  for (const std::string_view name : schemaNames()) {
    const auto schema = answerSchema(name);
    table.add({std::string{name}, schema->at("title"), schema->at("description")});
  }
  return table.text(0, terminalWidth());
}

ExitCode run(const std::vector<std::string>& words) {
  Output output(Audience::Human);
  if (words.empty()) {
    output.write(listing());
    return output.finish();
  }
  const std::string name = fmt::format("{}", fmt::join(words, "-"));
  const auto schema = answerSchema(name);
  if (!schema) {
    const std::vector<std::string_view> names = schemaNames();
    const std::string meant = similarTo(name, {names.begin(), names.end()});
    printError(fmt::format("unknown answer \"{}\"{}", name,
                           meant.empty() ? "; kernline schema lists all" : "; did you mean " + meant + "?"));
    return wrongUsage;
  }
  output.write(schema->dump(2) + "\n");
  return output.finish();
}

}  // namespace

void addSchemaCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("schema", "Print the JSON Schema of an answer");
  const auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("ANSWER", *words, "A command, such as summary; none: list all answers");
  command->footer(schemaExamples);
  command->callback([words, &result] { result = run(*words); });
}

}  // namespace kernline::cli
