// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/trace_sources.h"

#include <cstddef>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

namespace kernline::ui {

std::shared_ptr<const SummedSources> summedSources(std::shared_ptr<const KernelSources> sources) {
  std::vector<std::size_t> kernels(sources->kernels.size());
  std::iota(kernels.begin(), kernels.end(), std::size_t{0});
  SummedSources summed{
      .sources = nullptr, .hottest = hotLines(*sources, kernels), .states = statesOf(*sources, kernels)};
  summed.sources = std::move(sources);
  return std::make_shared<const SummedSources>(std::move(summed));
}

std::shared_ptr<const KernelSources> sourcesOf(const std::shared_ptr<const Trace>& trace) {
  struct Read {
    std::weak_ptr<const Trace> trace;
    std::weak_ptr<const KernelSources> sources;
  };
  static std::mutex mutex;
  static std::vector<Read> all;
  const std::scoped_lock lock(mutex);
  std::erase_if(all, [](const Read& read) { return read.sources.expired() || read.trace.expired(); });
  for (const Read& read : all) {
    if (read.trace.lock() == trace) {
      if (auto sources = read.sources.lock()) {
        return sources;
      }
    }
  }
  auto sources = std::make_shared<const KernelSources>(kernelSourcesOf(*trace));
  all.push_back({.trace = trace, .sources = sources});
  return sources;
}

}  // namespace kernline::ui
