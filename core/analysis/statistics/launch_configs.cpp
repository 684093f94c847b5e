// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/launch_configs.h"

#include "core/analysis/statistics/arrived_values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 2> launchKeys{"grid", "block"};

/// "64×1×1"; empty if it is no array.
std::string extentsText(const ArgNode* node) {
  std::string text;
  for (const ArgNode& extent : node == nullptr ? std::vector<ArgNode>{} : node->children) {
    text += text.empty() ? "" : "×";
    text += extent.text;
  }
  return text;
}

std::optional<std::string> configText(const ArgNode& args) {
  const std::string grid = extentsText(args.find(launchKeys[0]));
  const std::string block = extentsText(args.find(launchKeys[1]));
  return grid.empty() || block.empty() ? std::nullopt : std::optional(grid + " blocks of " + block);
}

}  // namespace

LaunchConfigs readLaunchConfigs(const Trace& trace, unsigned threads, std::size_t maxKernels,
                                const std::stop_token& stop) {
  std::vector<SpanId> kernels;
  for (std::uint32_t span = 0; span < trace.spanCount(); ++span) {
    if (trace.kinds()[span] == SpanKind::Kernel) {
      kernels.push_back(SpanId{span});
    }
  }
  // Neighbours in the file share the blocks that a compressed source inflates.
  std::ranges::sort(kernels, {}, [&](SpanId kernel) { return trace.offset(kernel); });
  kernels.resize(std::min(kernels.size(), maxKernels));
  LaunchConfigs result;
  result.ofSpan.assign(trace.spanCount(), LaunchConfigs::unknown);
  ArrivedValues<std::string> texts;
  numberArgs(trace, kernels, launchKeys, threads, stop, texts, configText,
             [&](SpanId kernel, std::uint32_t number) { result.ofSpan[index(kernel)] = number; });
  if (stop.stop_requested()) {
    return {};
  }
  result.texts = texts.inOrder(result.ofSpan);
  return result;
}

}  // namespace kernline
