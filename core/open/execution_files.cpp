// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/execution_files.h"

#include "core/import/execution_trace/execution_nodes.h"
#include "core/import/execution_trace/joined_events.h"
#include "core/import/source/input.h"
#include "core/import/source/whole_text.h"
#include "core/open/openers.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr std::size_t maxExecutionFiles = 256;
constexpr std::size_t maxFolderEntries = 20'000;

/// "execution_trace.json", "chakra_0.json.gz", "rank0_et.json", "et_1.json".
bool speaksOfExecutionTrace(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (!name.contains(".json") && !name.ends_with(".et")) {
    return false;
  }
  return name.contains("execution") || name.contains("chakra") || name.contains("_et.") || name.contains("_et_") ||
         name.contains("-et.") || name.starts_with("et_") || name.starts_with("et.");
}

std::vector<std::string> executionFilesBeside(const std::string& tracePath) {
  std::vector<std::string> files;
  std::error_code error;
  const std::filesystem::path trace(tracePath);
  if (!std::filesystem::is_regular_file(trace, error)) {
    return files;  // a pipe, a member of an archive
  }
  const std::filesystem::path folder = trace.has_parent_path() ? trace.parent_path() : std::filesystem::path(".");
  std::size_t seen = 0;
  for (auto entry = std::filesystem::directory_iterator(folder, error);
       !error && entry != std::filesystem::directory_iterator() && ++seen < maxFolderEntries; entry.increment(error)) {
    std::error_code unknown;
    if (files.size() < maxExecutionFiles && speaksOfExecutionTrace(entry->path().filename().string()) &&
        entry->path().filename() != trace.filename() && entry->is_regular_file(unknown)) {
      files.push_back(entry->path().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

/// Returns the execution trace of a process among these files; nullptr if there are two, as they cannot be
/// distinguished.
std::shared_ptr<const execution::NodesByCall> nodesOf(const std::vector<std::string>& files, const std::string& pid) {
  std::vector<Input> found;
  for (const std::string& file : files) {
    Expected<Input> input = openInput(file);
    const std::string_view head = input ? headOf(*input) : std::string_view{};
    if (execution::isExecutionTrace(head) && execution::executionHead(head).pid == pid) {
      found.push_back(std::move(*input));
    }
  }
  if (found.size() != 1) {
    return nullptr;
  }
  const auto text = wholeText(found.front());
  return text ? std::make_shared<const execution::NodesByCall>(std::string{(*text)->view}) : nullptr;
}

}  // namespace

WrapEvents joinedWithExecutionTrace(const std::string& tracePath) {
  std::vector<std::string> files = executionFilesBeside(tracePath);
  if (files.empty()) {
    return {};
  }
  return [files = std::move(files)](std::shared_ptr<const EventSource> events) {
    return execution::withNodes(std::move(events), [files](const std::string& pid) { return nodesOf(files, pid); });
  };
}

}  // namespace kernline
