// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/output.h"
#include "core/model/base/parallel.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/open/digest_trace.h"

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* digestExamples =
    R"(A digest has the data of a trace that kernline ranks needs. It takes at most 1 % of the uncompressed trace or 1 MB,
whichever is larger. It has steps, collectives, kernels, operators, work, memory and stream use. Each trace gives one
file, so any job runner can create them where the traces are. Up-to-date digests are skipped. If a trace cannot be read,
its digest gives the reason, and the exit code is 1. The format is
described in the documentation and by kernline schema digest.

Examples:
  kernline digest traces/rank*.json.gz -o digests/
  ls traces/*.json.gz | xargs -P 8 -n 4 kernline digest -o digests/
  kernline ranks digests/
  zcat digests/rank0.json.gz.digest.json.gz | jq '.details.kernels.rows[0]')";

struct DigestOptions {
  std::vector<std::string> traces;
  std::string folder;
  bool again = false;
};

std::string lineOn(const DigestOutcome& outcome) {
  const auto bytes = [](std::uint64_t count) { return formatBytes(static_cast<std::int64_t>(count)); };
  return outcome.wasThere() ? fmt::format("{}: up to date\n", printable(outcome.path))
                            : fmt::format("{}: {} of {}\n", printable(outcome.path), bytes(outcome.digestBytes),
                                          bytes(outcome.traceBytes));
}

ExitCode run(const DigestOptions& options) {
  ExitCode result = done;
  const auto fail = [&result](ExitCode code) { result = result == done ? code : result; };
  Output output(Audience::Human);
  // Several files are digested in parallel, so each uses one thread.
  const unsigned threads = options.traces.size() > 1 ? 1 : defaultThreads();
  for (const std::string& trace : options.traces) {
    const auto outcome = digestTrace(trace, options.folder, options.again, {.threads = threads, .onPreview = {}});
    if (!outcome) {
      printError(outcome.error().message);
      fail(outcome.error().kind == Error::Kind::Usage ? wrongUsage : unusableInput);
      continue;
    }
    output.write(lineOn(*outcome));
    if (outcome->failure) {
      printError(*outcome->failure);
      fail(unusableInput);
    }
    for (const IssueKind loss : outcome->losses) {
      printError(fmt::format("note: {}: {}", printable(trace), issueText(loss).description));
    }
  }
  fail(output.finish());
  return result;
}

}  // namespace

void addDigestCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("digest", "Reduce traces to small files for kernline ranks");
  const auto options = std::make_shared<DigestOptions>();
  command->add_option("TRACE", options->traces, "The profiles, one of each rank")->required();
  command->add_option("-o,--output", options->folder, "Output folder; created if it does not exist")
      ->required()
      ->option_text("DIR");
  command->add_flag("--again", options->again, "Recreate digests that are up to date");
  command->footer(digestExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
