// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/launch_links.h"
#include "core/model/trace/trace.h"

#include <span>
#include <vector>

namespace kernline {

/// Chooses the host process that launched the activity of one device process, in a trace of several host processes
/// (ranks merged into one file): correlation ids are unique within a process only. Decides by the first of these that
/// applies:
///   1. the device's rank, if host processes have ranks;
///   2. the host that alone has nearly all ids that only one host has, if its calls come before the activity;
///   3. the host nearly all of whose calls come before the activity, if about half or less of the others' do;
///   4. else each activity for itself: the only call of its id, or the only one before it. No guess beyond that.
class HostChoice {
 public:
  HostChoice(const Trace& trace, std::span<const HostCalls> hosts, ProcessId device,
             std::span<const Correlated> activities);

  /// The process whose calls launched all the activity of the device; none if it takes a look at each.
  [[nodiscard]] ProcessId owner() const { return m_owner == nullptr ? ProcessId::none : m_owner->process; }

  struct Found {
    SpanId call = SpanId::none;
    bool isAmbiguous = false;
  };
  [[nodiscard]] Found callOf(const Correlated& activity) const;

 private:
  void keepHostsOfRank(std::int32_t rank);
  void findOwner(std::span<const Correlated> activities);

  const Trace& m_trace;
  std::vector<const HostCalls*> m_hosts;
  const HostCalls* m_owner = nullptr;
};

}  // namespace kernline
