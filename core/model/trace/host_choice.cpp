// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/host_choice.h"

#include <algorithm>
#include <cstdint>

namespace kernline {

namespace {

/// Counts of how well the calls of one host fit the work of a device.
struct Fit {
  std::uint64_t known = 0;   ///< work whose id the host has
  std::uint64_t before = 0;  ///< number of these that start no earlier than their call
  std::uint64_t alone = 0;   ///< number of these whose id no other host has
};

/// Whether `part` is at least `percent` of `whole`; false if `whole` is 0.
bool isShare(std::uint64_t part, std::uint64_t whole, std::uint64_t percent) {
  return whole != 0 && part * 100 >= whole * percent;
}

}  // namespace

HostChoice::HostChoice(const Trace& trace, std::span<const HostCalls> hosts, ProcessId device,
                       std::span<const Correlated> activities)
    : m_trace(trace) {
  for (const HostCalls& host : hosts) {
    m_hosts.push_back(&host);
  }
  if (device != ProcessId::none) {
    keepHostsOfRank(trace.process(device).rank);
  }
  if (m_hosts.size() == 1) {
    m_owner = m_hosts.front();
  } else {
    findOwner(activities);
  }
}

void HostChoice::keepHostsOfRank(std::int32_t rank) {
  const auto isOther = [&](const HostCalls* host) { return m_trace.process(host->process).rank != rank; };
  if (rank >= 0 && !std::ranges::all_of(m_hosts, isOther)) {
    std::erase_if(m_hosts, isOther);
  }
}

void HostChoice::findOwner(std::span<const Correlated> activities) {
  std::vector<Fit> fits(m_hosts.size());
  std::uint64_t alone = 0;
  for (const Correlated& activity : activities) {
    std::size_t hostsWithId = 0;
    std::size_t last = 0;
    for (std::size_t h = 0; h < m_hosts.size(); ++h) {
      const SpanId call = m_hosts[h]->calls.find(activity.id);
      if (call != SpanId::none) {
        ++hostsWithId;
        last = h;
        ++fits[h].known;
        fits[h].before += m_trace.start(call) <= m_trace.start(activity.span) ? 1 : 0;
      }
    }
    if (hostsWithId == 1) {
      ++fits[last].alone;
      ++alone;
    }
  }
  for (std::size_t h = 0; h < m_hosts.size(); ++h) {
    const bool ownsIds = isShare(fits[h].alone, alone, 95) && isShare(fits[h].before, fits[h].known, 90);
    bool isOnlyPlausible = isShare(fits[h].known, activities.size(), 99) && isShare(fits[h].before, fits[h].known, 99);
    for (std::size_t other = 0; other < m_hosts.size(); ++other) {
      isOnlyPlausible = isOnlyPlausible && (other == h || !isShare(fits[other].before, fits[other].known, 50));
    }
    if (ownsIds || (alone == 0 && isOnlyPlausible)) {
      m_owner = m_hosts[h];
      return;
    }
  }
}

HostChoice::Found HostChoice::callOf(const Correlated& activity) const {
  if (m_owner != nullptr) {
    return {.call = m_owner->calls.find(activity.id)};
  }
  Found only;
  Found onlyBefore;
  for (const HostCalls* host : m_hosts) {
    const SpanId call = host->calls.find(activity.id);
    if (call == SpanId::none) {
      continue;
    }
    only = only.call == SpanId::none ? Found{.call = call} : Found{.call = only.call, .isAmbiguous = true};
    if (m_trace.start(call) <= m_trace.start(activity.span)) {
      onlyBefore =
          onlyBefore.call == SpanId::none ? Found{.call = call} : Found{.call = onlyBefore.call, .isAmbiguous = true};
    }
  }
  if (!only.isAmbiguous) {
    return only;
  }
  const bool isDecided = onlyBefore.call != SpanId::none && !onlyBefore.isAmbiguous;
  return isDecided ? onlyBefore : Found{.call = SpanId::none, .isAmbiguous = true};
}

}  // namespace kernline
