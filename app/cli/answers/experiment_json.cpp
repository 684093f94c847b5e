// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/experiment_answer.h"
#include "app/cli/kit/json_document.h"

namespace kernline::cli {

namespace {

Json orNull(bool isKnown, std::int64_t value) {
  return isKnown ? Json(value) : Json(nullptr);
}

Json runJson(const Experiment& experiment, const ExperimentRun& run) {
  Json ranks = Json::array();
  Json files = Json::array();
  for (const std::size_t file : run.files) {
    files.push_back(textValue(experiment.files[file].name));
    if (experiment.files[file].rank >= 0) {
      ranks.push_back(experiment.files[file].rank);
    }
  }
  return {{"name", textValue(run.name)},
          {"path", run.path.empty() ? Json(nullptr) : textValue(run.path)},
          {"ranks", std::move(ranks)},
          {"files", std::move(files)}};
}

Json fileJson(const Experiment& experiment, const GroupedFile& member) {
  const FoundFile& file = experiment.files[member.file];
  const FileContents& seen = experiment.contents[member.file];
  return {{"path", textValue(file.path)},
          {"name", textValue(file.name)},
          {"kind", textValue(toText(file.kind))},
          {"format", textValue(file.what.english())},
          {"bytes", orNull(file.bytes > 0, static_cast<std::int64_t>(file.bytes))},
          {"rank", orNull(file.rank >= 0, file.rank)},
          {"looked_into", seen.isSeen},
          {"start_ns", orNull(seen.span.has_value(), seen.span ? seen.span->begin.ns : 0)},
          {"end_ns", orNull(seen.span.has_value(), seen.span ? seen.span->end.ns : 0)},
          {"base_time_ns", orNull(seen.baseTimeNs != 0, seen.baseTimeNs)},
          {"spans", seen.spans},
          {"tables", seen.tables},
          {"measurements", seen.measurements},
          {"collectives", seen.collectives},
          {"kernels", seen.kernels.size() + seen.cutNames.size()},
          {"missing", seen.missing.isEmpty() ? Json(nullptr) : textValue(seen.missing.english())},
          {"reason", textValue(toText(member.reason))},
          {"why", member.why.isEmpty() ? Json(nullptr) : textValue(member.why.english())},
          {"is_guess", member.isGuess}};
}

Json groupJson(const Experiment& experiment, const ExperimentGroup& group) {
  Json runs = Json::array();
  for (const ExperimentRun& run : group.runs) {
    runs.push_back(runJson(experiment, run));
  }
  Json files = Json::array();
  for (const GroupedFile& member : group.files) {
    files.push_back(fileJson(experiment, member));
  }
  return {{"name", textValue(group.name)}, {"runs", std::move(runs)}, {"files", std::move(files)}};
}

}  // namespace

void writeExperimentJson(Output& output, const Experiment& experiment) {
  JsonDocument document(output, "experiment-1");
  document.member("path", textValue(experiment.place));
  document.member("is_archive", experiment.isArchive);
  document.beginArray("groups");
  for (const ExperimentGroup& group : experiment.groups) {
    document.element(groupJson(experiment, group));
  }
  document.endArray();
  document.beginArray("unread");
  for (const std::size_t i : experiment.unread) {
    const FoundFile& file = experiment.files[i];
    document.element({{"path", textValue(file.path)},
                      {"name", textValue(file.name)},
                      {"bytes", orNull(file.bytes > 0, static_cast<std::int64_t>(file.bytes))},
                      {"reason", textValue(file.what.english())}});
  }
  document.endArray();
  document.beginArray("closed_folders");
  for (const std::string& folder : experiment.closed) {
    document.element(textValue(folder));
  }
  document.endArray();
  document.member("files_beyond", experiment.filesBeyond);
  document.end();
}

}  // namespace kernline::cli
