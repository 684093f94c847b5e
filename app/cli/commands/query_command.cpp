// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/query_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/memory_limit.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/suggestion.h"
#include "core/model/format/printable_text.h"
#include "core/output/sql/database.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace kernline::cli {

namespace {

constexpr const char* queryExamples =
    R"(SQL in the SQLite dialect over the tables of a profile; --tables lists the tables and their columns. Times are
integer nanoseconds on the clock of the profile. Queries are read-only.

Examples:
  kernline query --tables
  kernline query train.json.gz "SELECT short_name, count(*) AS n, ms(sum(duration_ns)) AS ms
                                FROM kernels GROUP BY short_name ORDER BY ms DESC LIMIT 10"
  kernline query train.json.gz "SELECT name, us(median(launch_latency_ns)) AS us FROM kernels GROUP BY name" --csv
  kernline query train.json.gz "SELECT count(*) FROM spans WHERE name REGEXP 'gemm|nvjet'" --json | jq '.rows[0]')";

struct QueryOptions {
  std::string file;
  std::string query;
  std::optional<std::size_t> limit;
  double timeout = 0;  ///< seconds; 0 if unlimited
  bool json = false;
  bool csv = false;
  bool markdown = false;
  bool tables = false;
};

/// Requests a stop when time is up, or the answer is no longer wanted.
class Timeout {
 public:
  explicit Timeout(double seconds) : m_passOn(stopOfAnswer(), [this] { m_stop.request_stop(); }) {
    if (seconds > 0) {
      m_thread = std::jthread([this, seconds](const std::stop_token& isOver) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        if (!wake.wait_for(lock, isOver, std::chrono::duration<double>(seconds),
                           [&] { return isOver.stop_requested(); })) {
          m_stop.request_stop();
        }
      });
    }
  }

  [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }

 private:
  std::stop_source m_stop;
  std::stop_callback<std::function<void()>> m_passOn;
  std::jthread m_thread;
};

std::unique_ptr<QueryWriter> makeWriter(Output& output, const QueryOptions& options) {
  if (options.json) {
    return std::make_unique<JsonQueryWriter>(output);
  }
  if (options.csv) {
    return std::make_unique<CsvQueryWriter>(output);
  }
  return options.markdown ? std::unique_ptr<QueryWriter>{std::make_unique<MarkdownQueryWriter>(output)}
                          : std::make_unique<TextQueryWriter>(output);
}

/// Unlimited for machines; for people what one can look at.
std::uint64_t rowLimit(const QueryOptions& options) {
  constexpr std::uint64_t rowsOfText = 1000;
  return options.limit.value_or(options.json || options.csv || options.markdown ? 0 : rowsOfText);
}

ExitCode answer(const QueryOptions& options) {
  if (options.file == "-" && options.query == "-") {
    printError("the profile and the query cannot both come from standard input");
    return wrongUsage;
  }
  std::string query = options.query;
  if (query == "-") {
    query.assign(std::istreambuf_iterator<char>{std::cin}, {});
  }
  const std::optional<LoadedFile> file = loadFile(options.file);
  if (!file) {
    return unusableInput;
  }
  sql::Database database{file->trace};
  database.limitMemory(memoryCeiling());
  Output output(options.json || options.csv || options.markdown ? Audience::Machine : Audience::Human);
  const std::unique_ptr<QueryWriter> writer = makeWriter(output, options);
  const Timeout timeout(options.timeout);
  const auto answered = database.run(query, *writer, rowLimit(options), timeout.stop());
  if (!answered && timeout.stop().stop_requested()) {
    output.fail(Message::name(fmt::format("the query was stopped after {} s (--timeout)", options.timeout)));
    return output.finish();
  }
  if (!answered) {
    printError(answered.error().message);
    const bool isTooLarge = answered.error().kind == sql::QueryError::Kind::OutOfMemory;
    return isTooLarge ? unusableInput : wrongUsage;
  }
  writer->end(*answered);
  failIfChanged(output, *file->trace);
  return output.finish();
}

ExitCode run(const QueryOptions& options) {
  if (options.tables) {
    Output output(options.json ? Audience::Machine : Audience::Human);
    options.json ? writeSchemaJson(output) : writeSchemaText(output);
    return output.finish();
  }
  if (options.file.empty() || options.query.empty()) {
    printError("query needs a profile and a SELECT; see kernline query --help, and --tables for the tables");
    return wrongUsage;
  }
  return answer(options);
}

}  // namespace

void addQueryCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("query", "Query a profile with SQL");
  const auto options = std::make_shared<QueryOptions>();
  command->add_option("FILE", options->file, "The profile; - reads standard input");
  command->add_option("SQL", options->query, "One SELECT; - reads it from standard input");
  command->add_flag(
      "--tables", options->tables,
      "List tables with their columns, and the functions in addition to those of SQLite. Needs no profile");
  command->add_option("--limit", options->limit, "Max rows; 0: all. Default: 1000 as text, else all")
      ->check(wholeNumber())
      ->option_text("N");
  command->add_option("--timeout", options->timeout, "Stop the query after this time, e.g. 30s or 5min. Default: never")
      ->transform(
          only(CLI::AsNumberWithUnit(std::map<std::string, double>{{"ms", 1e-3}, {"s", 1}, {"min", 60}, {"h", 3600}},
                                     CLI::AsNumberWithUnit::CASE_INSENSITIVE, "TIME"),
               "a time; write e.g. 30s"))
      ->check(only(CLI::PositiveNumber, "a time above 0"))
      ->option_text("TIME");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  CLI::Option* csv = command->add_flag("--csv", options->csv, "Output as CSV with a header line")->excludes(json);
  command->add_flag("--markdown", options->markdown, "Output as a Markdown table")->excludes(json)->excludes(csv);
  command->footer(queryExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
