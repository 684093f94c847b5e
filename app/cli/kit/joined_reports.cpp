// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/joined_reports.h"

#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/ncu/counted_launches.h"
#include "core/model/format/quantity.h"
#include "core/open/experiment/files_beside.h"

#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <utility>
#include <variant>

namespace kernline::cli {

void addNcuOption(CLI::App& command, std::vector<std::string>& into) {
  command
      .add_option("--ncu", into,
                  "An Nsight Compute report of the same program: an .ncu-rep, or what ncu --csv printed. Shows "
                  "measured bytes and FLOPs beside those modeled. May be repeated")
      ->option_text("REPORT")
      ->allow_extra_args(false);
}

std::optional<ProfileWithReports> profileWithReports(const std::string& path, std::vector<std::string> reports) {
  const std::optional<OpenedPlace> place = loadPlace(path);
  if (!place) {
    return std::nullopt;
  }
  if (place->experiment == nullptr) {
    return ProfileWithReports{place->document, std::move(reports)};
  }
  const std::vector<const ExperimentRun*> runs = place->experiment->runs();
  if (runs.size() != 1 || runs.front()->path.empty()) {
    printError(runs.empty() ? fmt::format("{} contains no profile; name a file, or another folder", path)
                            : fmt::format("{} contains {}; name one, for example {}", path, counted(runs.size(), "run"),
                                          runs.front()->path.empty() ? runs.front()->name : runs.front()->path));
    return std::nullopt;
  }
  const std::vector<std::string> beside = filesBeside(*place->experiment, runs.front()->path, FileKind::NcuReport);
  reports.insert(reports.end(), beside.begin(), beside.end());
  return ProfileWithReports{runs.front()->path, std::move(reports)};
}

std::optional<std::vector<NcuReport>> loadReports(const std::vector<std::string>& paths) {
  std::vector<NcuReport> reports;
  for (const std::string& path : paths) {
    std::vector<LoadedDocument> documents = loadDocuments(path);
    if (documents.empty()) {
      return std::nullopt;
    }
    for (LoadedDocument& document : documents) {
      const auto* log = std::get_if<std::shared_ptr<const Log>>(&document.document);
      if (log == nullptr || !hasNcuLaunches(**log)) {
        printError(
            fmt::format("{} is not an Nsight Compute report with kernel launches; give the .ncu-rep, or what ncu "
                        "--csv printed",
                        document.path));
        return std::nullopt;
      }
      reports.push_back({document.path, *log});
    }
  }
  return reports;
}

void useReports(const std::vector<NcuReport>& reports, TraceAnalysis& analysis) {
  if (!reports.empty() || hasCountedLaunches(analysis.trace())) {
    analysis.setMeasured(std::make_shared<const MeasuredKernels>(
        analysis.trace(), reports.empty() ? LaunchConfigs{} : *analysis.launches(), reports));
  }
}

}  // namespace kernline::cli
