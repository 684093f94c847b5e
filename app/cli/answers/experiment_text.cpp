// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/experiment_answer.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace kernline::cli {

namespace {

constexpr std::size_t shownGroups = 20;
constexpr std::size_t shownFiles = 20;

using Align = TextTable::Align;

/// "24.05 ms, 12,345 spans", "2 tables, 14 measurements".
std::string contentsText(const FileContents& seen) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (seen.span && !seen.span->isEmpty()) {
    add(formatDuration(seen.span->length()));
  }
  if (seen.spans > 0) {
    add(counted(seen.spans, "span"));
  }
  if (seen.tables > 0) {
    add(counted(seen.tables, "table"));
  }
  if (seen.measurements > 0) {
    add(counted(seen.measurements, "measurement"));
  }
  if (seen.collectives > 0) {
    add(counted(seen.collectives, "collective"));
  }
  if (!seen.missing.isEmpty()) {
    add(seen.isSeen ? "only a part was read" : "larger than the memory limit");
  }
  return text;
}

std::string sizeText(const FoundFile& file) {
  return file.bytes == 0 ? std::string() : formatBytes(static_cast<std::int64_t>(file.bytes));
}

void writeGroup(Output& output, const Experiment& experiment, const ExperimentGroup& group, std::size_t limit) {
  output.write(fmt::format("\n{}\n", printable(group.name)));
  TextTable table{{{"kind"}, {"file"}, {"size", Align::Right}, {"rank", Align::Right}, {"contents"}, {"why together"}}};
  const std::size_t shown = limited(group.files.size(), limit);
  for (std::size_t i = 0; i < shown; ++i) {
    const GroupedFile& member = group.files[i];
    const FoundFile& file = experiment.files[member.file];
    table.add({std::string(toText(file.kind)), printable(file.name), sizeText(file),
               file.rank >= 0 ? std::to_string(file.rank) : std::string(),
               contentsText(experiment.contents[member.file]), printable(member.why.english())});
  }
  output.write(table.text(2, terminalWidth()));
  output.write(cutNotice(group.files.size() - shown, "--all"));
}

void writeUnread(Output& output, const Experiment& experiment, std::size_t limit) {
  if (!experiment.unread.empty()) {
    output.write(fmt::format("\nNot read: {}\n", counted(experiment.unread.size(), "file")));
    TextTable table{{{"file"}, {"size", Align::Right}, {"reason"}}};
    const std::size_t shown = limited(experiment.unread.size(), limit);
    for (std::size_t i = 0; i < shown; ++i) {
      const FoundFile& file = experiment.files[experiment.unread[i]];
      table.add({printable(file.name), sizeText(file), printable(file.what.english())});
    }
    output.write(table.text(2, terminalWidth()));
    output.write(cutNotice(experiment.unread.size() - shown, "--all"));
  }
  if (!experiment.closed.empty()) {
    output.write(fmt::format("\nNot entered: {}, hidden, too deep or closed; the first is {}\n",
                             counted(experiment.closed.size(), "folder"), printable(experiment.closed.front())));
  }
  if (experiment.filesBeyond > 0) {
    output.write(fmt::format("\nNot read: {} beyond the limit\n", counted(experiment.filesBeyond, "further file")));
  }
}

}  // namespace

void writeExperimentText(Output& output, const Experiment& experiment, bool complete) {
  const std::size_t grouped = experiment.files.size() - experiment.unread.size();
  output.write(fmt::format("{}: {} in {}\n", printable(experiment.place), counted(grouped, "file"),
                           counted(experiment.groups.size(), "group")));
  const std::size_t shown = limited(experiment.groups.size(), complete ? 0 : shownGroups);
  for (std::size_t i = 0; i < shown; ++i) {
    writeGroup(output, experiment, experiment.groups[i], complete ? 0 : shownFiles);
  }
  output.write(cutNotice(experiment.groups.size() - shown, "--all"));
  writeUnread(output, experiment, complete ? 0 : shownFiles);
  if (const Message missing = missingPart(experiment); !missing.isEmpty()) {
    output.write("\n" + missing.english() + "\n");
  }
  const bool isSeen = std::ranges::all_of(experiment.contents, &FileContents::isSeen);
  const auto unseen = std::ranges::count_if(experiment.files, [&](const FoundFile& file) {
    const std::size_t i = static_cast<std::size_t>(&file - experiment.files.data());
    return file.kind != FileKind::Unread && !experiment.contents[i].isSeen;
  });
  if (!isSeen && unseen > 0) {
    output.write(fmt::format("\nGrouped by name alone, without a look inside: {}\n",
                             counted(static_cast<std::uint64_t>(unseen), "file")));
  }
}

}  // namespace kernline::cli
