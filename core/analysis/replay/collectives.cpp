// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/collectives.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace kernline {

namespace {

struct KnownCollectives {
  const Trace* trace = nullptr;
  std::weak_ptr<const Collectives> collectives;
};

/// The cached collectives of all traces.
struct CollectivesRegister {
  std::mutex mutex;
  std::vector<KnownCollectives> known;
};

CollectivesRegister& collectivesRegister() {
  static CollectivesRegister all;
  return all;
}

}  // namespace

std::shared_ptr<const Trace> withCollectives(std::shared_ptr<const Trace> trace, Collectives collectives) {
  using Kept = std::pair<std::shared_ptr<const Trace>, std::shared_ptr<const Collectives>>;
  const Trace* pointer = trace.get();
  const auto kept =
      std::make_shared<const Kept>(std::move(trace), std::make_shared<const Collectives>(std::move(collectives)));
  CollectivesRegister& all = collectivesRegister();
  const std::scoped_lock lock(all.mutex);
  std::erase_if(all.known, [&](const auto& known) { return known.collectives.expired() || known.trace == pointer; });
  all.known.push_back({.trace = pointer, .collectives = kept->second});
  return {kept, pointer};
}

std::shared_ptr<const Collectives> collectivesOf(const Trace& trace) {
  CollectivesRegister& all = collectivesRegister();
  const std::scoped_lock lock(all.mutex);
  const auto known = std::ranges::find(all.known, &trace, &KnownCollectives::trace);
  return known == all.known.end() ? nullptr : known->collectives.lock();
}

}  // namespace kernline
