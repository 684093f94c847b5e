// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/compiled_files.h"

#include "core/import/inductor/read_inductor.h"
#include "core/import/source/input.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxCompiledFolders = 2'000;
constexpr int maxCompiledDepth = 5;  // torch_compile_debug/run_…/torchinductor/model__0_forward_1.0

constexpr std::string_view provenanceName = "inductor_provenance_tracking_node_mappings.json";
constexpr std::string_view outputCodeName = "output_code.py";

/// Returns the file of this name in a folder, packed or not; empty if there is none.
std::string fileIn(const std::filesystem::path& folder, std::string_view name) {
  for (const std::string_view ending : {"", ".gz", ".xz", ".zst"}) {
    const std::filesystem::path path = folder / (std::string(name) + std::string(ending));
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) {
      return path.string();
    }
  }
  return {};
}

std::optional<CompiledGraph> compiledGraphIn(const std::filesystem::path& folder) {
  const std::string provenance = fileIn(folder, provenanceName);
  const std::string code = fileIn(folder, outputCodeName);
  if (provenance.empty() && code.empty()) {
    return std::nullopt;
  }
  CompiledGraph graph;
  graph.name = folder.filename().string();
  if (!provenance.empty()) {
    InductorProvenance read = readInductorProvenance(readSmallText(provenance));
    graph.calls = std::move(read.calls);
    graph.isDamaged = read.isDamaged;
  }
  if (!code.empty()) {
    graph.kernels = readInductorCode(readSmallText(code));
  }
  return graph;
}

/// Returns whether a folder may be of torch.compile. Only such folders count below the trace's own; a trace may be next
/// to anything.
bool isOfCompiler(const std::string& folder, int depth) {
  return depth > 0 || folder.starts_with("model__") || folder.contains("torch_compile_debug") ||
         folder.contains("torchinductor");
}

void gatherGraphs(const std::filesystem::path& folder, int depth, std::size_t& folders,
                  std::vector<CompiledGraph>& graphs, const std::stop_token& stop) {
  if (stop.stop_requested() || ++folders > maxCompiledFolders) {
    return;
  }
  if (std::optional<CompiledGraph> graph = compiledGraphIn(folder)) {
    graphs.push_back(std::move(*graph));
  }
  if (depth == maxCompiledDepth) {
    return;
  }
  std::vector<std::filesystem::path> below;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(folder, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (entry->is_directory(unknown) && !entry->is_symlink(unknown) &&
        isOfCompiler(entry->path().filename().string(), depth)) {
      below.push_back(entry->path());
    }
  }
  std::ranges::sort(below);
  for (const std::filesystem::path& each : below) {
    gatherGraphs(each, depth + 1, folders, graphs, stop);
  }
}

}  // namespace

std::string readSmallText(const std::string& path) {
  constexpr std::size_t maxBytes = std::size_t{64} << 20;
  Expected<Input> input = openInput(path);
  if (!input) {
    return {};
  }
  if (input->stream == nullptr) {
    return std::string(input->mapped.substr(0, maxBytes));
  }
  std::string text;
  std::array<char, std::size_t{1} << 16> buffer;
  while (text.size() < maxBytes) {
    const std::size_t read = input->stream->read(buffer);
    if (read == 0) {
      break;
    }
    text.append(buffer.data(), read);
  }
  return text;
}

std::vector<CompiledGraph> compiledGraphsBeside(const std::string& tracePath, const std::stop_token& stop) {
  std::vector<CompiledGraph> graphs;
  std::error_code error;
  const std::filesystem::path trace(tracePath);
  if (!std::filesystem::is_regular_file(trace, error)) {
    return graphs;  // a pipe, a member of an archive
  }
  const std::filesystem::path folder = trace.has_parent_path() ? trace.parent_path() : std::filesystem::path(".");
  std::size_t folders = 0;
  gatherGraphs(folder, 0, folders, graphs, stop);
  return graphs;
}

}  // namespace kernline
